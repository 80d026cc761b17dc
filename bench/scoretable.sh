#!/usr/bin/env bash
# Comparing all pairs of a table of 10 million scores that somebody else computed: time and
# peak memory. Needs Go and python3; takes some minutes.
# Usage: scoretable.sh [RUNS TASKS METRICS] (default 20 100000 5)
set -euo pipefail
cd "$(dirname "$0")/.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
go build -o "$work/mcpstats" ./cmd/mcpstats
/usr/bin/python3 bench/make_scores.py "${1:-20}" "${2:-100000}" "${3:-5}" >"$work/scores.csv"
bench/beside.py 1 "mcpstats compare" "$work/mcpstats compare --scores $work/scores.csv --quiet"
