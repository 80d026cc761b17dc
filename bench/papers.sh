#!/usr/bin/env bash
# papers.sh [FOLDER]: the time that verify takes over the papers of a folder, and what it says
# of them: papers, numbers read, numbers checked, findings, and papers a minute. Without a
# folder it makes 100 texts of 20 pages (some 9,000 words and 600 numbers each, in ten tables),
# whose numbers are right, so that no finding is to be told. Needs Go and python3.
set -euo pipefail
cd "$(dirname "$0")/.."
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
go build -o "$dir/mcpstats" ./cmd/mcpstats
folder=${1:-$dir/papers}
if [ $# -eq 0 ]; then
  python3 - "$folder" <<'PY'
import os, random, sys

WORDS = "the yield of a field depends on water light soil and season as growers know who sow early and reap late".split()
SEASONS = ["Spring", "Summer", "Autumn", "Winter"]

def prose(r, words):
    out = []
    while len(out) < words:
        sentence = [r.choice(WORDS) for _ in range(r.randint(8, 24))]
        out += [sentence[0].capitalize(), *sentence[1:-1], sentence[-1] + "."]
    return " ".join(out)

def table(r, number):
    names = [f"{chr(65 + i)}{r.choice('aeiou')}r{chr(97 + i)}s" for i in range(12)]
    rows = [[r.uniform(20, 95) for _ in SEASONS] for _ in names]
    out = [f"Table {number}: Yield in percent of {r.randint(100, 900)} plots.", "",
           "| Variety | " + " | ".join(SEASONS) + " | Mean |", "|---" * 6 + "|"]
    for name, row in zip(names, rows):
        out.append(f"| {name} | " + " | ".join(f"{x:.1f}" for x in row) + f" | {sum(round(x, 1) for x in row) / 4:.1f} |")
    best = max(range(12), key=lambda i: rows[i][0])
    return "\n".join(out), f"{names[best]} has a {SEASONS[0]} yield of {rows[best][0]:.1f}, as Table {number} shows."

os.makedirs(sys.argv[1])
for paper in range(100):
    r = random.Random(paper)
    parts = [f"# On yields, part {paper}"]
    for number in range(1, 11):
        drawn, said = table(r, number)
        parts += [f"## {number} Fields", prose(r, 300), drawn, prose(r, 300), said, prose(r, 300)]
    with open(f"{sys.argv[1]}/{paper:03}.md", "w") as f:
        f.write("\n\n".join(parts) + "\n")
PY
fi
TIMEFORMAT='%R %U'
times=$({ time "$dir/mcpstats" verify --output json "$folder" > "$dir/verdicts.json" 2> "$dir/said" || true; } 2>&1)
python3 - "$dir/verdicts.json" $times <<'PY'
import json, sys

papers = json.load(open(sys.argv[1]))["papers"]
wall, processor = map(float, sys.argv[2:4])
total = lambda key: sum(p[key] for p in papers)
print(f"{len(papers)} papers: {total('read')} numbers read, {total('checked')} checked, {total('findings')} cannot be as printed, in {sum(p['findings'] > 0 for p in papers)} papers")
print(f"{wall:.1f} s, {processor:.1f} s of processors; {60 * len(papers) / wall:.0f} papers a minute")
for p in sorted(papers, key=lambda p: -p["findings"]):
    if p["findings"]:
        print(f"  {p['findings']:4} {p['file']}")
PY
