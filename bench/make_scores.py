#!/usr/bin/python3
"""Makes a table of scores: RUNS x TASKS x METRICS, a third of the metrics verdicts, a third
shares with ties, the rest continuous. Usage: make_scores.py RUNS TASKS METRICS > scores.csv"""
import random
import sys

runs, tasks, metrics = (int(a) for a in sys.argv[1:4])
rng = random.Random(1)
print("run,task,metric,value")
for r in range(runs):
    for t in range(tasks):
        for m in range(metrics):
            v = rng.random() * 0.9 + 0.01 * r
            if m % 3 == 0:
                v = int(v > 0.5)
            elif m % 3 == 1:
                v = int(v * 20) / 20
            print(f"run{r:02d},task{t:05d},metric{m},{v}")
