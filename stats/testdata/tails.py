"""Expected values of distribution tails for tails_test.go, independent of the Go code.

Python's decimal at 80 digits. The incomplete beta function is summed from
I_x(a,b) = x^a y^b / (a B(a,b)) * sum_k (a+b)_k/(a+1)_k x^k, all terms positive, and the
incomplete gamma functions from P(a,x) = x^a e^-x / Gamma(a+1) * sum_k x^k/(a+1)_k and
Q = 1-P at 80 digits beyond the cancellation. Gamma of whole and half numbers is exact up to
sqrt(pi). Arguments are the doubles' exact values.

Run: python3 tails.py > tails.json
"""
import json
import sys
from decimal import Decimal as D, getcontext
from fractions import Fraction
from math import comb

sys.set_int_max_str_digits(0)
getcontext().prec = 80
getcontext().Emin, getcontext().Emax = -10**9, 10**9


def pi():
    # Machin
    def arctan_inverse(n):
        x = D(1) / n
        total, term, k = D(0), x, 1
        while abs(term) > D(10) ** -(getcontext().prec + 5):
            total += term / k if k % 4 == 1 else -term / k
            term /= n * n
            k += 2
        return total
    return 4 * (4 * arctan_inverse(5) - arctan_inverse(239))


def gamma(twice):
    """Gamma(twice/2)."""
    g, at = (D(1), 2) if twice % 2 == 0 else (pi().sqrt(), 1)
    while at < twice:
        g *= D(at) / 2
        at += 2
    return g


def beta_tail(a2, b2, x, y):
    """I_x(a2/2, b2/2), y = 1-x; from the other end, with more digits, where x is near 1."""
    if x > D("0.7"):
        saved = getcontext().prec
        getcontext().prec = saved + 350
        x = 1 - y
        value = 1 - beta_series(b2, a2, y, x)
        getcontext().prec = saved
        return +value
    return beta_series(a2, b2, x, y)


def beta_series(a2, b2, x, y):
    a, b = D(a2) / 2, D(b2) / 2
    total, term, k = D(0), D(1), 0
    while term > total * D(10) ** -(getcontext().prec - 5):
        total += term
        term *= (a + b + k) / (a + 1 + k) * x
        k += 1
    return x ** a * y ** b / a * gamma(a2 + b2) / gamma(a2) / gamma(b2) * total


def wide(numerator, denominator):
    """A quotient to the digits that beta_tail may go to."""
    saved = getcontext().prec
    getcontext().prec = saved + 350
    value = D(numerator) / D(denominator)
    getcontext().prec = saved
    return value


def t_sf(t, df):
    t2 = D(t) ** 2
    return beta_tail(df, 1, wide(df, df + t2), wide(t2, df + t2)) / 2


def f_sf(f, d1, d2):
    r = D(f) * d1
    return beta_tail(d2, d1, wide(d2, d2 + r), wide(r, d2 + r))


def chi2_cdf(x, df):
    a, h = D(df) / 2, D(x) / 2
    total, term, k = D(0), D(1), 0
    while term > total * D(10) ** -(getcontext().prec - 5):
        total += term
        k += 1
        term *= h / (a + k)
    return h ** a * (-h).exp() / gamma(df + 2) * total


def chi2_sf(x, df):
    saved = getcontext().prec
    getcontext().prec = saved + 350
    value = 1 - chi2_cdf(x, df)
    getcontext().prec = saved
    return +value


def binomial_cdf(k, n, p):
    p = Fraction(p)
    total = sum(comb(n, j) * p.numerator**j * (p.denominator - p.numerator) ** (n - j) for j in range(k + 1))
    q = Fraction(total, p.denominator**n)
    return D(q.numerator) / D(q.denominator)


rows = []


def row(dist, fn, args, value):
    rows.append({"dist": dist, "fn": fn, "args": args, "value": float(value)})


for df, ts in {1: [1.5, 30.25], 2: [0.1, 4.5, 1e100], 3: [2.2, 1e40], 4: [1e-3, 1e70], 9: [2.5, 1e30], 30: [1.7, 25.0, 3e9],
               99: [1.98, 40.0, 2e3], 581: [0.5, 3.1, 60.0, 30.0], 999: [1.96, 45.0, 20.5], 9999: [3.3, 37.5], 200001: [1.2, 2.0, 37.0, 36.6]}.items():
    for t in ts:
        row("t", "sf", [t, df], t_sf(t, df))
for f, d1, d2 in [(1.25, 3, 57), (4.5, 11, 1089), (30.0, 5, 500), (130.0, 2, 3000), (9.5, 60, 12000), (700.0, 7, 4), (0.01, 6, 40), (61.0, 11, 11000)]:
    row("f", "sf", [f, d1, d2], f_sf(f, d1, d2))
for x, df in [(0.3, 1), (900.0, 1), (7.8, 3), (1400.0, 2), (1400.0, 3), (50.5, 40), (400.0, 40), (1500.0, 65), (1200.0, 1000), (3000.0, 1000)]:
    row("chi2", "sf", [x, df], chi2_sf(x, df))
for x, df in [(1e-9, 3), (2.5, 30), (700.0, 1000), (1e-30, 20)]:
    row("chi2", "cdf", [x, df], chi2_cdf(x, df))
for z in [0.25, 3.5, 12.5, 25.0, 37.25]:
    row("normal", "sf", [z], chi2_sf(D(z) ** 2, 1) / 2)
for k, n, p in [(0, 62, 0.5), (25, 62, 0.5), (31, 63, 0.5), (480, 1000, 0.5), (3, 1000, 0.5), (49, 1000, 0.5), (4800, 10000, 0.5), (3200, 10000, 0.5),
                (10, 200, 0.1), (0, 500, 0.75), (150, 500, 0.75), (999, 1000, 0.999), (400, 1000, 0.4375), (80, 2000, 0.3)]:
    row("binomial", "cdf", [k, n, p], binomial_cdf(k, n, p))
print("[\n" + ",\n".join(json.dumps(r) for r in rows) + "\n]")
