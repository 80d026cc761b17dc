#!/usr/bin/python3
"""The same comparisons as people write them with NumPy and SciPy: for every metric and pair of runs a
paired t test, Wilcoxon's signed-rank test, McNemar's exact test on 0/1 data, and a percentile
bootstrap interval of the mean difference (B = 10,000), then Holm over the pairs of a metric.
With --shared all pairs use one matrix of resampling weights, the best that NumPy does.
Usage: peer_numpy.py scores.csv [--shared]"""
import csv
import itertools
import sys

import numpy as np
from scipy import stats

B = 10_000
values = {}
with open(sys.argv[1], newline="") as f:
    for row in csv.DictReader(f):
        values.setdefault(row["metric"], {}).setdefault(row["run"], {})[row["task"]] = float(row["value"])
rng = np.random.default_rng(1)
weights = {}


def interval(d):
    n = len(d)
    if "--shared" in sys.argv:
        if n not in weights:
            weights[n] = rng.multinomial(n, np.full(n, 1 / n), size=B).astype(float) / n
        return np.percentile(weights[n] @ d, [2.5, 97.5])
    means = np.array([d[rng.integers(0, n, n)].mean() for _ in range(B)])
    return np.percentile(means, [2.5, 97.5])


for metric, runs in values.items():
    found = []
    for a, b in itertools.combinations(runs, 2):
        tasks = [t for t in runs[a] if t in runs[b]]
        x, y = (np.array([runs[r][t] for t in tasks]) for r in (a, b))
        d = x - y
        t = stats.ttest_rel(x, y)
        w = stats.wilcoxon(d, zero_method="wilcox", mode="approx").pvalue if d.any() else np.nan
        m = np.nan
        if np.isin(x, (0, 1)).all() and np.isin(y, (0, 1)).all():
            only = int((d > 0).sum()), int((d < 0).sum())
            m = min(1.0, 2 * stats.binom.cdf(min(only), sum(only), 0.5))
        found.append((a, b, d.mean(), t.statistic, t.pvalue, w, m, *interval(d)))
    order = np.argsort([f[4] for f in found], kind="stable")
    holm = np.empty(len(found))
    holm[order] = np.minimum(1, np.maximum.accumulate([(len(found) - k) * found[i][4] for k, i in enumerate(order)]))
    for f, p in zip(found, holm):
        print(metric, *f, p, sep=",")
