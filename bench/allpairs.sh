#!/usr/bin/env bash
# All pairs of 12 runs x 1,000 tasks x 6 metrics, B = 10,000: this project against
# NumPy and SciPy, turn by turn, from the start of the process to all results.
# Needs Go, hyperfine and python3-scipy (Debian's names). The straightforward
# peer runs with --slow.
set -euo pipefail
cd "$(dirname "$0")/.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
go build -o "$work/mcpstats" ./cmd/mcpstats
/usr/bin/python3 bench/make_scores.py 12 1000 6 >"$work/scores.csv"
commands=("$work/mcpstats compare --scores $work/scores.csv --quiet" "/usr/bin/python3 bench/peer_numpy.py $work/scores.csv --shared")
names=(-n mcpstats -n "numpy, shared resamples")
if [[ ${1:-} == --slow ]]; then
  commands+=("/usr/bin/python3 bench/peer_numpy.py $work/scores.csv")
  names+=(-n "numpy, as people write it")
fi
hyperfine --warmup 1 --runs 5 "${names[@]}" "${commands[@]}"
