#!/usr/bin/env bash
# Compares the output of two benchmark runs: what changed, and whether it is more than noise.
#   go test ./analysis/evaluate ./datasets/... -run '^$' -bench . -count 10 > new.txt
# Usage: compare.sh OLD NEW
set -euo pipefail
[[ $# == 2 ]] || { echo "usage: compare.sh OLD NEW" >&2; exit 2; }
go run golang.org/x/perf/cmd/benchstat@v0.0.0-20260908200009-22c9c6c9d4da "$1" "$2"
