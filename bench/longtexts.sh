#!/usr/bin/env bash
# Attempts with 4 KB of text a message, read with all their texts: ten times the rows must
# take ten times the time and no more memory. Needs Go, python3 and Node with npm.
# Usage: longtexts.sh [ROWS], ROWS being those of the larger file (default 200,000: about 3 GB)
set -euo pipefail
cd "$(dirname "$0")/.."
source bench/duckdb.sh
rows=${1:-200000}
go build -o "$work/mcpstats" ./cmd/mcpstats
for n in $((rows / 10)) "$rows"; do node "$duckdb/make_trajectories.mjs" "$work/$n.parquet" "$n" 4096; done
beside() { # METRICS
  printf '\n%s\n\n' "$1"
  score="$work/mcpstats score --summary --no-bootstrap --quiet --metrics $1"
  bench/beside.py 3 "$((rows / 10)) attempts" "$score $work/$((rows / 10)).parquet" "$rows attempts" "$score $work/$rows.parquet"
}
beside tool_calls
beside repeated_calls,generated_text_share
