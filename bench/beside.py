#!/usr/bin/python3
"""Runs commands turn by turn and prints a Markdown table: the best wall time, processor time
(user and system) and the peak memory of each, and how many times the first one's they are.
Usage: beside.py RUNS NAME COMMAND [NAME COMMAND]... (a command is split as a shell would)"""
import os
import shlex
import sys
import time


def run(command):
    start = time.monotonic()
    pid = os.fork()
    if pid == 0:
        null = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null, 1)
        if "BESIDE_ERRORS" not in os.environ:
            os.dup2(null, 2)
        words = shlex.split(command)
        try:
            os.execvp(words[0], words)
        finally:
            os._exit(127)
    _, status, usage = os.wait4(pid, 0)
    if status != 0:
        sys.exit(f"{command}: ended with status {status}; BESIDE_ERRORS=1 shows its messages")
    return time.monotonic() - start, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


runs, names, commands = int(sys.argv[1]), sys.argv[2::2], sys.argv[3::2]
best = [(float("inf"), float("inf"), 0.0)] * len(names)
for _ in range(runs):
    for i, command in enumerate(commands):
        wall, cpu, peak = run(command)
        best[i] = min(best[i][0], wall), min(best[i][1], cpu), max(best[i][2], peak)
print("| | wall s | ratio | processor s | ratio | peak MB | ratio |")
print("|---|---|---|---|---|---|---|")
for name, b in zip(names, best):
    cells = [f"{b[0]:.2f}", f"{b[0] / best[0][0]:.2f}", f"{b[1]:.2f}", f"{b[1] / best[0][1]:.2f}", f"{b[2]:.0f}", f"{b[2] / best[0][2]:.2f}"]
    print("|", " | ".join([name] + cells), "|")
