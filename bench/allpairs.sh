#!/usr/bin/env bash
# All pairs of 12 runs x 1,000 tasks x 6 metrics, B = 10,000: this project against
# NumPy and SciPy, turn by turn, from the start of the process to all results.
# Needs Go and python3-scipy (Debian's name). The straightforward peer runs with --slow.
set -euo pipefail
cd "$(dirname "$0")/.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
go build -o "$work/mcpstats" ./cmd/mcpstats
/usr/bin/python3 bench/make_scores.py 12 1000 6 >"$work/scores.csv"
ours="$work/mcpstats compare --scores $work/scores.csv --quiet"
numpy="/usr/bin/python3 bench/peer_numpy.py $work/scores.csv"
bench/beside.py 5 mcpstats "$ours" "NumPy, shared resamples" "$numpy --shared"
if [[ ${1:-} == --slow ]]; then
  bench/beside.py 1 mcpstats "$ours" "NumPy, as people write it" "$numpy"
fi
