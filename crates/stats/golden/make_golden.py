"""Writes the golden numbers of peirast-stats with independent programs.

    pip install scipy==1.17.1 statsmodels==0.15.0 mpmath==1.4.1
    python make_golden.py

Tails that are wanted to 1e-12 come from mpmath at 50 digits, everything else from scipy and
statsmodels, or from a published formula evaluated with their distributions. Rerun only to add
cases: a number that changes is a finding.
"""

import json
import math
from itertools import product
from pathlib import Path

import mpmath as mp
import numpy as np
import statsmodels.api as sm
from scipy import optimize, stats
from statsmodels.discrete.conditional_models import ConditionalLogit
from statsmodels.stats import sandwich_covariance
from statsmodels.stats.contingency_tables import mcnemar
from statsmodels.stats.inter_rater import cohens_kappa
from statsmodels.stats.multitest import multipletests
from statsmodels.stats.proportion import confint_proportions_2indep, proportion_confint

mp.mp.dps = 50
HERE = Path(__file__).parent
SIDES = ["two-sided", "greater", "less"]


def write(name, rows):
    body = ",\n".join(json.dumps(row) for row in rows)
    (HERE / f"{name}.json").write_text(f"[\n{body}\n]\n")


# Distributions -----------------------------------------------------------------------------


def binomial_terms(n, p, ks):
    p = mp.mpf(p)
    return [mp.binomial(n, k) * p**k * (1 - p) ** (n - k) for k in ks]


def beta_root(q, a, b):
    q = mp.mpf(q)
    low, high = mp.mpf(0), mp.mpf(1)
    for _ in range(160):
        middle = (low + high) / 2
        below = mp.betainc(a, b, 0, middle, regularized=True) < q
        low, high = (middle, high) if below else (low, middle)
    return float(low)


def dist():
    for z in [-37.5, -12.0, -6.5, -3.0, -1.0, -0.2, 0.0, 1e-8, 0.3, 0.7, 1.0, 1.2815, 1.96, 2.5758,
              3.9, 5.0, 8.0, 20.0, 37.5]:
        x = mp.mpf(z)
        yield {"f": "normal", "z": z, "cdf": float(mp.ncdf(x)), "sf": float(mp.ncdf(-x))}
    for p in [1e-300, 1e-20, 1e-5, 0.001, 0.025, 0.05, 0.2, 0.5, 0.7, 0.975, 0.999, 1 - 1e-9]:
        yield {"f": "quantile", "p": p, "z": float(stats.norm.ppf(p))}
    for x in [0.0, 1e-6, 0.1, 1.0, 3.841458820694124, 10.0, 100.0, 1300.0]:
        yield {"f": "chi2", "x": x, "sf": float(mp.erfc(mp.sqrt(mp.mpf(x) / 2)))}
    cases = [(0, 0, 0.5), (0, 1, 0.5), (1, 1, 0.3), (3, 10, 0.5), (10, 10, 0.9), (0, 40, 0.01),
             (25, 60, 0.5), (30, 60, 0.5), (2, 200, 0.5), (190, 200, 0.5), (400, 1000, 0.37),
             (1000, 1000, 0.999), (5, 3000, 0.001), (2900, 3000, 0.9), (1700, 3000, 0.5)]
    for k, n, p in cases:
        terms = binomial_terms(n, p, range(n + 1))
        yield {"f": "binomial", "k": k, "n": n, "p": p, "pmf": float(terms[k]),
               "cdf": float(mp.fsum(terms[: k + 1])), "sf": float(mp.fsum(terms[k + 1 :]))}
    for q, a, b in [(0.025, 1, 1), (0.025, 3, 8), (0.975, 4, 7), (0.005, 1, 500), (0.975, 500, 1),
                    (0.05, 120, 240), (0.5, 900, 100), (1e-6, 2, 9), (0.999, 40, 2)]:
        yield {"f": "beta", "q": q, "a": a, "b": b, "x": beta_root(q, a, b)}


# Tests -------------------------------------------------------------------------------------


def binomial():
    ps = [0.5, 0.1, 0.37, 0.9, 0.0, 1.0]
    for n, p in product([1, 2, 9, 25, 150, 2000], ps):
        for k in sorted({0, n // 10, n // 3, n // 2, round(n * p), n}):
            row = {"k": k, "n": n, "p0": p}
            yield row | {s: stats.binomtest(k, n, p, s).pvalue for s in SIDES}


PAIRS = [(1, 0), (0, 1), (1, 1), (0, 4), (1, 4), (5, 0), (3, 3), (7, 2), (4, 16), (10, 24),
         (12, 26), (12, 13), (0, 40), (90, 115), (75, 85), (400, 500), (1000, 1000), (3, 900)]


def sides(z):
    return {"two-sided": 2 * stats.norm.sf(abs(z)), "greater": stats.norm.sf(z),
            "less": stats.norm.cdf(z)}


def mid_p(b, c):
    n = b + c
    up = stats.binom.sf(c, n, 0.5) + stats.binom.pmf(c, n, 0.5) / 2
    down = stats.binom.sf(b, n, 0.5) + stats.binom.pmf(b, n, 0.5) / 2
    return {"two-sided": min(1.0, 2 * min(up, down)), "greater": up, "less": down}


def pairs():
    for b, c in PAIRS:
        n, d = b + c, c - b
        exact = {s: stats.binomtest(c, n, 0.5, s).pvalue for s in SIDES}
        assert math.isclose(exact["two-sided"], mcnemar([[0, b], [c, 0]], exact=True).pvalue)
        plain = mcnemar([[0, b], [c, 0]], exact=False, correction=False)
        # statsmodels does not stop the correction at 0 when the counts are equal; R does.
        chi2 = max(0, abs(d) - 1) ** 2 / n
        if d:
            ours = mcnemar([[0, b], [c, 0]], exact=False, correction=True).statistic
            assert math.isclose(chi2, ours, abs_tol=1e-12)
        root = math.sqrt(n)
        corrected = {"two-sided": stats.chi2.sf(chi2, 1), "greater": stats.norm.sf((d - 1) / root),
                     "less": stats.norm.cdf((d + 1) / root)}
        yield {"n12": b, "n21": c, "z": d / root, "exact": exact, "mid-p": mid_p(b, c),
               "normal": sides(d / root), "normal-corrected": corrected,
               "chi-square": [plain.statistic, plain.pvalue],
               "chi-square-corrected": [chi2, stats.chi2.sf(chi2, 1)]}


CORRECTIONS = {"bonferroni": "bonferroni", "holm": "holm", "hochberg": "simes-hochberg",
               "benjamini-hochberg": "fdr_bh", "benjamini-yekutieli": "fdr_by"}


def multiple():
    rng = np.random.default_rng(20)
    sets = [[0.5], [0.0, 1.0], [0.01, 0.01, 0.01], [0.04, 0.01, 0.03], [1.0, 1.0, 0.2],
            [1e-300, 0.049, 0.05, 0.051], list(rng.uniform(size=12)),
            [float(x) for x in np.round(rng.uniform(size=54) ** 3, 2)]]
    for p in sets:
        yield {"p": p} | {ours: list(multipletests(p, method=theirs)[1])
                          for ours, theirs in CORRECTIONS.items()}


# Intervals and effects ---------------------------------------------------------------------


def proportion():
    for n, level in product([1, 2, 10, 47, 500, 100000], [0.8, 0.95, 0.999]):
        for k in sorted({0, 1, n // 7, n // 2, n - 1, n}):
            row = {"k": k, "n": n, "confidence": level}
            for ours, theirs in {"wilson": "wilson", "clopper-pearson": "beta"}.items():
                row[ours] = list(map(float, proportion_confint(k, n, 1 - level, theirs)))
            yield row


def odds(b, c, level):
    # The limits of the reversed ratio, inverted, keep their digits near a share of 1.
    low = float(stats.beta.ppf((1 - level) / 2, c, b + 1)) if c else 0.0
    back = float(stats.beta.ppf((1 - level) / 2, b, c + 1)) if b else 0.0
    high = (1 - back) / back if b else "infinity"
    return [c / b if b else "infinity", low / (1 - low), high]


def newcombe(a, b, c, d, level):
    """Newcombe (1998), method 10, for (n21 - n12)/n: the 'after' proportion comes first."""
    n = a + b + c + d
    after, before = a + c, a + b
    l1, u1 = proportion_confint(after, n, 1 - level, "wilson")
    l2, u2 = proportion_confint(before, n, 1 - level, "wilson")
    p1, p2 = after / n, before / n
    margins = (a + b) * (c + d) * (a + c) * (b + d)
    cross = a * d - b * c
    cross = max(cross - n / 2, 0) if cross > 0 else cross
    phi = cross / math.sqrt(margins) if margins else 0.0
    x, y = p1 - l1, u2 - p2
    v, w = u1 - p1, p2 - l2
    return [p1 - p2 - math.sqrt(x * x - 2 * phi * x * y + y * y),
            p1 - p2 + math.sqrt(v * v - 2 * phi * v * w + w * w)]


def wald(b, c, n, level, added):
    b, c, n = b + added, c + added, n + 4 * added
    half = stats.norm.isf((1 - level) / 2) * math.sqrt(b + c - (c - b) ** 2 / n) / n
    return [max(-1, (c - b) / n - half), min(1, (c - b) / n + half)]


def effect():
    tables = [(60, 40, 20, 40), (36, 12, 2, 0), (55, 4, 21, 20), (0, 3, 9, 0), (30, 0, 0, 0),
              (20, 0, 0, 30), (10, 0, 5, 3), (2, 9, 0, 70), (1, 0, 0, 0), (0, 1, 0, 0),
              (400, 33, 60, 507), (5, 20, 21, 4), (0, 0, 40, 0)]
    for (a, b, c, d), level in product(tables, [0.9, 0.95]):
        n = a + b + c + d
        row = {"table": {"n11": a, "n12": b, "n21": c, "n22": d}, "confidence": level,
               "estimate": (c - b) / n, "newcombe": newcombe(a, b, c, d, level),
               "wald": wald(b, c, n, level, 0), "agresti-min": wald(b, c, n, level, 0.5)}
        row["odds"] = odds(b, c, level) if b + c else [None] * 3
        yield row


# Power -------------------------------------------------------------------------------------


def p_value(rule, side, b, c):
    if b + c == 0:
        return 1.0
    if rule == "exact":
        up, down = stats.binom.sf(c - 1, b + c, 0.5), stats.binom.cdf(c, b + c, 0.5)
        return {"greater": up, "less": down, "two-sided": min(1, 2 * min(up, down))}[side]
    return mid_p(b, c)[side] if rule == "mid-p" else sides((c - b) / math.sqrt(b + c))[side]


def conditional(rule, side, alpha, m, share):
    return sum(stats.binom.pmf(c, m, share) for c in range(m + 1)
               if p_value(rule, side, m - c, c) <= alpha)


def unconditional(rule, side, alpha, n, p12, p21):
    psi = p12 + p21
    share = p21 / psi if psi else 0.0
    return float(sum(stats.binom.pmf(m, n, psi) * conditional(rule, side, alpha, m, share)
                     for m in range(n + 1)))


def formulas(side, alpha, power, p12, p21):
    psi, delta = p12 + p21, abs(p21 - p12)
    za = stats.norm.isf(alpha / 2 if side == "two-sided" else alpha)
    zb = stats.norm.ppf(power)
    connor = (za * math.sqrt(psi) + zb * math.sqrt(psi - delta**2)) ** 2 / delta**2
    late = math.sqrt(psi**2 - delta**2 * (3 + psi) / 4)
    miettinen = (za * psi + zb * late) ** 2 / (psi * delta**2)
    return {"connor": connor, "miettinen": miettinen}


def power():
    rules = ["exact", "mid-p", "normal"]
    cells = [(30, 0.1, 0.25), (60, 0.1, 0.1), (45, 0.3, 0.05), (20, 0.0, 0.4), (25, 0.4, 0.6)]
    for rule, side, (n, p12, p21) in product(rules, SIDES, cells):
        for alpha in [0.05] if rule != "exact" else [0.05, 0.01]:
            yield {"f": "exact", "rule": rule, "alternative": side, "alpha": alpha, "n": n,
                   "p12": p12, "p21": p21, "power": unconditional(rule, side, alpha, n, p12, p21)}
    for side, m, share in product(SIDES, [0, 4, 5, 17, 40], [0.2, 0.5, 0.8]):
        yield {"f": "conditional", "alternative": side, "m": m, "share": share,
               "power": float(conditional("exact", side, 0.05, m, share))}
    for target, (p12, p21) in product([0.8, 0.95], [(0.1, 0.2), (0.05, 0.15), (0.01, 0.02)]):
        for side in ["two-sided", "greater"]:
            yield {"f": "formula", "alternative": side, "target": target, "p12": p12, "p21": p21,
                   "pairs": formulas(side, 0.05, target, p12, p21)}


def family():
    rng = np.random.default_rng(7)
    rows = [(int(b), int(c), SIDES[i % 3])
            for i, (b, c) in enumerate(zip(rng.integers(0, 30, 30), rng.integers(0, 45, 30)))]
    rows += [(0, 0, "greater"), (4, 20, "greater"), (4, 21, "greater")]
    for rule, correction in product(["exact", "mid-p", "normal"], CORRECTIONS):
        p = [float(p_value(rule, side, b, c)) for b, c, side in rows]
        adjusted = list(map(float, multipletests(p, method=CORRECTIONS[correction])[1]))
        yield {"rule": rule, "correction": correction,
               "rows": [{"n12": b, "n21": c, "alternative": side} for b, c, side in rows],
               "p": p, "p_adjusted": adjusted}


# Distributions with real parameters ---------------------------------------------------------


def continuous():
    def below(a, b, x, y):
        """I_x(a, b) by a series that converges for every x."""
        a, b, x, y = map(mp.mpf, (a, b, x, y))
        front = x**a * y**b / (a * mp.beta(a, b))
        return front * mp.hyp2f1(a + b, 1, a + 1, x, maxterms=10**7)

    for df, t in product([1, 2, 3, 7.5, 30, 200, 10000], [1e-8, 0.3, 1.0, 2.5, 8.0, 37.0, 300.0]):
        x = mp.mpf(df) / (df + mp.mpf(t) ** 2)
        sf = float(below(df / 2, 0.5, x, 1 - x) / 2)
        if sf > 1e-300:
            yield {"f": "t", "t": t, "df": df, "sf": sf}
    for a, b in [(0.5, 0.5), (2.5, 0.5), (10, 3.25), (300.5, 700.5), (10000.5, 50.5)]:
        mean = a / (a + b)
        sd = math.sqrt(mean * (1 - mean) / (a + b + 1))
        for x in [mean + k * sd for k in (-4, -1, 0, 1, 4)]:
            if 0 < x < 1:
                x, y = mp.mpf(x), 1 - mp.mpf(x)
                cdf, sf = float(below(a, b, x, y)), float(below(b, a, y, x))
                yield {"f": "beta", "a": a, "b": b, "x": float(x), "cdf": cdf, "sf": sf}
    cases = [(2, 4, 2.0), (3, 30, 0.5), (5, 100, 20.0), (1, 1, 1000.0), (40, 80, 1.1)]
    for above, down, x in cases:
        whole = down + above * mp.mpf(x)
        sf = below(down / 2, above / 2, down / whole, above * mp.mpf(x) / whole)
        yield {"f": "f", "x": x, "above": above, "below": down, "sf": float(sf)}
    for df in [1, 2, 5, 11, 60, 1000]:
        for x in [0.01, 1.0, df * 1.0, df * 2.0 + 10, 1200.0]:
            sf = mp.gammainc(mp.mpf(df) / 2, mp.mpf(x) / 2, mp.inf, regularized=True)
            yield {"f": "chi2", "x": x, "df": df, "sf": float(sf)}
    for x in [1e-9, 0.1, 0.5, 1.5, 2.5, 3.7, 15.9, 16.0, 100.5, 1e6, 1e12]:
        yield {"f": "ln-gamma", "x": x, "ln": float(mp.loggamma(mp.mpf(x)))}


# Agreement, regression and two samples of counts --------------------------------------------


def agreement():
    random = np.random.default_rng(3)
    for size in [2, 3, 5]:
        for _ in range(4):
            table = random.integers(0, 20, (size, size)) + np.diag(random.integers(0, 60, size))
            for weights, name in [(None, "unweighted"), ("linear", "linear"), ("fc", "quadratic")]:
                result = cohens_kappa(table, wt=weights)
                yield {"weights": name, "table": table.tolist(), "kappa": result.kappa,
                       "se": result.std_kappa, "se_null": result.std_kappa0}


def regression():
    random = np.random.default_rng(4)
    for n, k, groups in [(60, 1, 12), (200, 3, 25), (500, 2, 100)]:
        x = random.normal(size=(n, k)).round(2)
        cluster = random.integers(0, groups, n)
        shared = random.normal(size=groups)[cluster]
        y = (random.random(n) < 1 / (1 + np.exp(-(0.3 + x.sum(axis=1) + shared)))).astype(int)
        fit = sm.Logit(y, sm.add_constant(x)).fit(disp=0, tol=1e-12)
        plain = sandwich_covariance.cov_cluster(fit, cluster, use_correction=False)
        count = len(set(cluster))
        robust = np.sqrt(np.diag(plain) * count / (count - 1))
        yield {"f": "clustered", "x": x.tolist(), "y": y.tolist(), "cluster": cluster.tolist(),
               "estimates": fit.params.tolist(), "se": robust.tolist()}
    for n, k in [(40, 1), (150, 3)]:
        pairs = random.normal(size=(n, 2, k)).round(2)
        right = random.random(n) < 1 / (1 + np.exp(-(pairs[:, 0] - pairs[:, 1]).sum(axis=1)))
        y = np.column_stack([right, ~right]).astype(int)
        fit = ConditionalLogit(y.ravel(), pairs.reshape(2 * n, k),
                               groups=np.repeat(np.arange(n), 2)).fit(method="newton", disp=0)
        sign = np.where(right, 1, -1)[:, None]
        yield {"f": "conditional", "differences": (sign * (pairs[:, 0] - pairs[:, 1])).tolist(),
               "estimates": fit.params.tolist(), "se": fit.bse.tolist()}


def stratified():
    """Conditional logistic regression of strata of several answers: statsmodels ConditionalLogit,
    with the sandwich of its own scores by stratum, summed over clusters of three strata."""
    random = np.random.default_rng(11)
    for strata, most, k in [(30, 5, 1), (40, 9, 2), (25, 14, 3)]:
        sizes = random.integers(2, most + 1, strata)
        stratum = np.repeat(np.arange(strata), sizes)
        x = random.normal(size=(len(stratum), k)).round(2)
        shared = random.normal(size=strata)[stratum]
        y = (random.random(len(stratum)) < 1 / (1 + np.exp(-(shared + 0.7 * x.sum(axis=1))))).astype(int)
        model = ConditionalLogit(y, x, groups=stratum)
        fit = model.fit(method="newton", disp=0, tol=1e-12)
        kept = [s for s in range(strata) if 0 < y[stratum == s].sum() < sizes[s]]
        scores = np.array([model.score_grp(g, fit.params) for g in range(len(kept))])
        cluster = np.array(kept) // 3
        sums = np.array([scores[cluster == c].sum(axis=0) for c in sorted(set(cluster))])
        bread, count = fit.cov_params(), len(sums)
        robust = bread @ (sums.T @ sums) @ bread * count / (count - 1)
        yield {"x": x.tolist(), "y": y.tolist(), "stratum": stratum.tolist(),
               "estimates": fit.params.tolist(), "se": fit.bse.tolist(),
               "robust": np.sqrt(np.diag(robust)).tolist(), "log_likelihood": float(fit.llf),
               "uninformative": strata - len(kept)}


def mixed():
    """Logistic regression with a random intercept: scipy's BFGS on a likelihood integrated by the
    trapezoidal rule on 4001 points, which shares no code and no quadrature with ours; standard
    errors from differences of its gradient."""
    random = np.random.default_rng(12)
    b = np.linspace(-12, 12, 4001)
    weight = np.exp(-b * b / 2) / math.sqrt(2 * math.pi) * (b[1] - b[0])

    def negative(theta, x, y, group, count):
        log_all = np.zeros((count, len(b)))
        eta = (x @ theta[:-1])[:, None] + theta[-1] * b
        sign = (2 * y - 1)[:, None]
        np.add.at(log_all, group, -np.logaddexp(0, -sign * eta))
        top = log_all.max(axis=1)
        part = np.exp(log_all - top[:, None]) * weight
        total = part.sum(axis=1)
        share = (part / total[:, None])[group]
        residual = (y[:, None] - 1 / (1 + np.exp(-eta))) * share
        gradient = np.append(x.T @ residual.sum(axis=1), (residual * b).sum())
        return -(np.log(total) + top).sum(), -gradient

    for groups, most, k, sd in [(15, 8, 0, 1.5), (40, 6, 1, 0.8), (25, 20, 2, 2.5), (30, 5, 1, 0.1)]:
        group = np.repeat(np.arange(groups), random.integers(1, most + 1, groups))
        n = len(group)
        x = random.normal(size=(n, k)).round(2)
        design = np.column_stack([np.ones(n), x])
        chance = 1 / (1 + np.exp(-(design.sum(axis=1) * 0.6 + sd * random.normal(size=groups)[group])))
        y = (random.random(n) < chance).astype(int)
        data = (design, y, group, groups)
        best = min((optimize.minimize(negative, np.append(np.zeros(k + 1), start), data, "BFGS",
                                      jac=True, options={"gtol": 1e-8}) for start in (0.3, 1.5)),
                   key=lambda one: one.fun)
        theta = np.append(best.x[:-1], abs(best.x[-1]))
        plain = sm.Logit(y, design).fit(disp=0, tol=1e-12)
        row = {"x": x.tolist(), "y": y.tolist(), "group": group.tolist(),
               "log_likelihood_fixed": float(plain.llf)}
        if theta[-1] < 1e-3:
            yield row | {"sd": 0.0, "estimates": plain.params.tolist(), "se": plain.bse.tolist(),
                         "log_likelihood": float(plain.llf)}
            continue
        columns = []
        for j in range(k + 2):
            step = np.zeros(k + 2)
            step[j] = 1e-4
            up, down = (negative(theta + side * step, *data)[1] for side in (1, -1))
            far_up, far_down = (negative(theta + 2 * side * step, *data)[1] for side in (1, -1))
            columns.append((8 * (up - down) - (far_up - far_down)) / 12e-4)
        se = np.sqrt(np.diag(np.linalg.inv(np.array(columns))))
        yield row | {"sd": theta[-1], "sd_se": se[-1], "estimates": theta[:-1].tolist(),
                     "se": se[:-1].tolist(), "log_likelihood": -float(best.fun)}


def two_way():
    """Clusters of two kinds. The mean: statsmodels OLS on a constant with cov_type='cluster' and
    two columns of groups, whose correction is G/(G - 1) for each of its three terms (its other
    factor, (N - 1)/(N - 1), is 1). Logit: the same three terms, each from cov_cluster without
    correction times its own G/(G - 1)."""
    random = np.random.default_rng(13)
    for n, sizes in [(40, (6, 5)), (300, (25, 8)), (1000, (60, 40))]:
        first, second = (random.integers(0, size, n) for size in sizes)
        shared = random.normal(size=sizes[0])[first] + random.normal(size=sizes[1])[second]
        x = random.normal(size=(n, 2)).round(2)
        chance = 1 / (1 + np.exp(-(0.2 + 0.5 * shared + x @ [0.6, -0.3])))
        y = (random.random(n) < chance).astype(int)
        gains = np.where(random.random(n) < 0.5, 0, 2 * y - 1)
        groups = np.column_stack([first, second])
        mean = sm.OLS(gains, np.ones(n)).fit(cov_type="cluster", cov_kwds={"groups": groups},
                                             use_t=False)
        df = min(len(set(first)), len(set(second))) - 1
        t = mean.params[0] / mean.bse[0]
        fit = sm.Logit(y, sm.add_constant(x)).fit(disp=0, tol=1e-12)

        def term(labels):
            count = len(set(labels))
            return sandwich_covariance.cov_cluster(fit, labels, use_correction=False) * count / (count - 1)

        both = first * 1000 + second
        total = term(first) + term(second) - term(both)
        yield {"gains": gains.tolist(), "x": x.tolist(), "y": y.tolist(), "first": first.tolist(),
               "second": second.tolist(), "mean": mean.params[0], "se": mean.bse[0],
               "p": 2 * stats.t.sf(abs(t), df), "low": mean.params[0] - stats.t.ppf(0.975, df) * mean.bse[0],
               "estimates": fit.params.tolist(), "robust": np.sqrt(np.diag(total)).tolist()}


def two_proportions():
    for x1, n1, x2, n2 in [(56, 70, 48, 80), (9, 10, 3, 10), (0, 10, 5, 20), (10, 10, 0, 20),
                           (1, 400, 7, 300)]:
        for confidence in [0.9, 0.95, 0.99]:
            low, high = confint_proportions_2indep(x1, n1, x2, n2, method="newcomb",
                                                   alpha=1 - confidence)
            yield {"x1": x1, "n1": n1, "x2": x2, "n2": n2, "confidence": confidence,
                   "newcombe": [float(low), float(high)]}


for make in [dist, continuous, binomial, pairs, multiple, proportion, effect, power, family,
             agreement, regression, stratified, mixed, two_way, two_proportions]:
    write({"pairs": "mcnemar"}.get(make.__name__, make.__name__), make())
