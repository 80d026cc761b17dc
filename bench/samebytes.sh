#!/usr/bin/env bash
# The same input gives the same bytes: writes every output of two binaries over the embedded
# examples and, where it lies beside the checkout, ../shared/data, under several plans, and
# compares them byte for byte. For a change that must not change what anybody reads.
# Usage: samebytes.sh OLD NEW        each a binary, or a commit to build
#   bench/samebytes.sh main "$(go build -o /tmp/new ./cmd/mcpstats && echo /tmp/new)"
# SAMEBYTES_KEEP=DIR keeps both outputs of what differs. The last line counts the cases that both
# binaries end with another code than 0: of those, only messages were compared.
# Exit 0 where everything is the same, 1 where something differs (the first files are named).
set -uo pipefail
[[ $# == 2 ]] || { sed -n 2,9p "$0" >&2; exit 2; }
from=$PWD
cd "$(dirname "$0")/.."
work=$(mktemp -d)
trap 'rm -rf "$work"; git worktree prune' EXIT
binary() { # WHAT NAME: the caller's file, else a commit, of which only a build that works counts
  local file=$1
  [[ $file == /* ]] || file=$from/$file
  if [[ -f $file && -x $file ]]; then cp "$file" "$work/$2"; return; fi
  git worktree add -q --detach "$work/$2.tree" "$1" || return
  (cd "$work/$2.tree" && go build -o "$work/$2" ./cmd/mcpstats)
  git worktree remove -f "$work/$2.tree"
  [[ -x $work/$2 ]]
}
binary "$1" old || exit 2
binary "$2" new || exit 2

printf 'resamples: 500\nalpha: 0.1\ncorrection: BH\nmissing: drop\n' >"$work/drop.yaml"
printf 'resamples: 500\ncorrection: hommel\nmissing: worst\nlevel: 0.9\n' >"$work/worst.yaml"
logs=()
if [[ -d ../shared/data ]]; then
  for d in ../shared/data/*/ ../shared/data/formats/*/ ../shared/data/wild/*/; do
    case $d in */wild/ | */formats/) ;; *) logs+=("$d") ;; esac
  done
fi
failed=0 cases=0 refused=0
# Runs a command with each binary in a folder of its own: files written there, both streams
# and the exit code are its output.
case_() { # NAME ARGS...
  local name=$1 side
  shift
  for side in old new; do
    mkdir -p "$work/$side.out"
    (cd "$work/$side.out" && TZ=UTC "$work/mcpstats.$side" "$@" >stdout 2>stderr; echo $? >code) </dev/null
  done
  cases=$((cases + 1))
  [[ $(cat "$work/old.out/code") == 0 ]] || refused=$((refused + 1))
  if ! diff -rq "$work/old.out" "$work/new.out" >"$work/diff"; then
    failed=$((failed + 1))
    echo "differs: $name (mcpstats $*)"
    sed "s|$work/||g" "$work/diff" | head -5
    if [[ -n ${SAMEBYTES_KEEP:-} ]]; then mkdir -p "$SAMEBYTES_KEEP/$name" && cp -r "$work/old.out" "$work/new.out" "$SAMEBYTES_KEEP/$name/"; fi
  fi
  rm -rf "$work/old.out" "$work/new.out"
}
# Each binary stands under its own name, and usage texts must not tell them apart.
mkdir "$work/o" "$work/n"
mv "$work/old" "$work/o/mcpstats" && ln -s "$work/o/mcpstats" "$work/mcpstats.old"
mv "$work/new" "$work/n/mcpstats" && ln -s "$work/n/mcpstats" "$work/mcpstats.new"

case_ examples report -o report --seed 7
for plan in drop worst; do case_ "examples-$plan" report -o report --plan "$work/$plan.yaml"; done
case_ notebook-failures failures
case_ agree agree
case_ list-metrics list metrics --output json
case_ list-tests list tests
case_ list-formats list formats
case_ list-failures list failures
case_ power power --difference 0.1 --discordance 0.3
for f in score.csv score.jsonl score.parquet; do case_ "$f" score -o "$f"; done
for d in "${logs[@]}"; do
  path=$(realpath "$d")
  map=()
  [[ $d == */terminal-bench/ ]] && map=(--map "$PWD/docs/maps/terminal-bench.yaml")
  case_ "doctor-$(basename "$d")" doctor "$path" "${map[@]}" --output json
  # Repeated attempts and bad records end a command before it writes anything; import and doctor
  # are compared in what they say of them, the others in the numbers that come out.
  any=(--duplicates first --max-record-errors 1)
  case_ "report-$(basename "$d")" report "$path" "${map[@]}" "${any[@]}" -o report --resamples 500
  case_ "score-$(basename "$d")" score "$path" "${map[@]}" "${any[@]}" -o score.csv
  case_ "import-$(basename "$d")" import "$path" "${map[@]}" -o canonical.parquet
  case_ "drop-$(basename "$d")" report "$path" "${map[@]}" "${any[@]}" -o report --plan "$work/drop.yaml"
done
echo "$cases cases, $failed differ; $refused end with another code than 0"
((failed == 0))
