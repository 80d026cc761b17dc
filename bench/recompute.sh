#!/usr/bin/env bash
# Recomputing scores from a Parquet file of trajectories, 1,000,000 unless another number of
# ROWS is given: this project against DuckDB, which takes the same means in SQL.
# Needs Go, python3 and Node with npm. Usage: recompute.sh [ROWS]
set -euo pipefail
cd "$(dirname "$0")/.."
source bench/duckdb.sh
rows=${1:-1000000}
log=$work/trajectories.parquet
go build -o "$work/mcpstats" ./cmd/mcpstats
node "$duckdb/make_trajectories.mjs" "$log" "$rows"
ours() { echo "$work/mcpstats score $log --summary --no-bootstrap --quiet --metrics $1"; }
beside() { # WHAT METRICS
  printf '\n%s of %s attempts\n\n' "$1" "$rows"
  bench/beside.py 5 DuckDB "node $duckdb/peer_duckdb.mjs $log $1" mcpstats "$(ours "$2")"
}
beside success success
beside scalars success,reward,latency_ms,cost_usd,total_tokens,coverage
beside calls tool_calls,tool_error_rate
printf '\nsuccess, with bootstrap intervals of everything that repeated attempts tell\n\n'
bench/beside.py 1 mcpstats "$(ours success)" "mcpstats, bootstrap" "$work/mcpstats score $log --summary --quiet --metrics success"
