#!/bin/sh
# manyfiles.sh [N]: the time that a folder of N small logs takes (default 100,000), one JSON
# object a file, in one folder and in a thousand; by score, doctor and report.
set -eu
n=${1:-100000}
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
python3 - "$dir" "$n" <<'PY'
import json, os, sys
root, n = sys.argv[1], int(sys.argv[2])
os.makedirs(f"{root}/flat")
for i in range(n):
    record = {"run": f"m{i % 4}", "task": f"t{i // 4}", "success": i % 3 == 0, "latency_ms": 100 + i % 977, "prompt_tokens": 1000 + i % 50,
              "messages": [{"role": "user", "content": f"request {i}"},
                           {"role": "assistant", "content": "", "tool_calls": [{"id": "c", "type": "function", "function": {"name": "get", "arguments": json.dumps({"a": i})}}]},
                           {"role": "tool", "tool_call_id": "c", "content": "ok"}, {"role": "assistant", "content": "done"}]}
    folder = f"{root}/deep/{i % 1000:03d}"
    os.makedirs(folder, exist_ok=True)
    for path in (f"{root}/flat/{i}.json", f"{folder}/{i}.json"):
        with open(path, "w") as f:
            json.dump(record, f)
PY
go build -o "$dir/mcpstats" ./cmd/mcpstats
for folder in flat deep; do
  for command in "score --summary --no-bootstrap" doctor "report --resamples 200 -o $dir/out-$folder"; do
    start=$(date +%s)
    "$dir/mcpstats" $command -q "$dir/$folder" > /dev/null
    echo "$folder, ${command%% *}: $(($(date +%s) - start)) s"
  done
done
