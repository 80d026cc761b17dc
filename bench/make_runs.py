#!/usr/bin/python3
"""Makes saved attempts as JSON lines: RUNS x TASKS, one attempt each, with a level, an exit, a
cost, tokens, a latency and a conversation of a few tool calls; run 00 is the best. The same
arguments make the same bytes. Usage: make_runs.py RUNS TASKS > runs.jsonl"""
import json
import random
import sys

TOOLS = [f"server{i % 7}::tool{i}" for i in range(40)]


def attempt(rng, run, task):
    hard = task % 3
    solved = rng.random() < 0.85 - 0.02 * run - 0.15 * hard
    calls = []
    for _ in range(rng.randint(1, 6)):
        tool = rng.choice(TOOLS)
        failed = rng.random() < 0.1
        calls.append({"tool": tool, "arguments": json.dumps({"q": f"item {rng.randint(0, 99)}"}),
                      "result": "not found" if failed else "ok", "error": "404" if failed else None})
    return {
        "benchmark": "synthetic", "run": f"run{run:02d}", "task": f"task{task:05d}", "trial": 0,
        "level": ["easy", "medium", "hard"][hard], "success": solved,
        "exit": "completed" if solved or rng.random() < 0.8 else "timeout",
        "latency_ms": round(rng.lognormvariate(8, 1), 1), "cost_usd": round(rng.expovariate(20), 5),
        "prompt_tokens": rng.randint(500, 20000), "completion_tokens": rng.randint(20, 2000),
        "steps": [{"role": "assistant", "content": "I look it up.", "calls": calls}],
        "response": "done" if solved else "I could not do it.",
    }


def main():
    runs, tasks = (int(a) for a in sys.argv[1:3])
    rng = random.Random(1)
    for run in range(runs):
        for task in range(tasks):
            print(json.dumps(attempt(rng, run, task), separators=(",", ":")))


if __name__ == "__main__":
    main()
