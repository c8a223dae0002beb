"""The statistics of Peirast beside scipy and statsmodels: the same tasks on the same data, in one run.

    pip install scipy statsmodels numpy
    python benches/stats_beside_scipy.py [path of the built example `speed`]

Without a path, the Rust side is built with `cargo build --release -p peirast-stats --example speed`.
The best of some runs counts on either side. Both must find the same numbers: p-values to 1e-9 and
standard errors of the mean to 1e-10, relatively; estimates and standard errors of the regression to
1e-6; the limits of bootstrap intervals, drawn from different random numbers, to within a fifth of
a standard error. Each task has up to two opponents: the plain documented call, and the strongest
vectorised one that we know of.
"""

import json
import os
import platform
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np
import scipy
import statsmodels
import statsmodels.api as sm
from scipy import stats
from statsmodels.stats.contingency_tables import mcnemar

ROOT = Path(__file__).resolve().parent.parent
ROWS, RESAMPLES, TABLES, LONG = 10_000, 10_000, 100_000, 100_000
BATCH = 200
FEW = 2_000


def data(random):
    cluster = random.integers(0, 5_000, LONG)
    x = random.normal(size=(LONG, 3))
    shared = random.normal(size=5_000)[cluster]
    chance = 1 / (1 + np.exp(-(0.2 + x @ [0.5, -0.3, 0.1] + shared)))
    return {
        "sample": random.exponential(size=ROWS),
        "resamples": np.array([RESAMPLES]),
        "n12": random.integers(0, 60, TABLES),
        "n21": random.integers(0, 80, TABLES),
        "gains": random.choice([-1, 0, 1], LONG, p=[0.1, 0.7, 0.2]),
        "clusters": cluster,
        **{f"x{j + 1}": x[:, j] for j in range(3)},
        "right": (random.random(LONG) < chance).astype(int),
    }


def ours(path, numbers):
    if path is None:
        command = ["cargo", "build", "--release", "-p", "peirast-stats", "--example", "speed"]
        subprocess.run(command, cwd=ROOT, check=True)
        target = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
        path = target / "release" / "examples" / "speed"
    with tempfile.TemporaryDirectory() as directory:
        for name, values in numbers.items():
            text = "\n".join(map(repr, values.tolist()))
            (Path(directory) / f"{name}.txt").write_text(text)
        return json.loads(subprocess.run([path, directory], check=True, capture_output=True).stdout)


def timed(task, runs=1):
    times = []
    for _ in range(runs):
        start = time.perf_counter()
        answer = task()
        times.append(time.perf_counter() - start)
    return min(times), answer


def bootstrap(sample, statistic, **how):
    found = stats.bootstrap((sample,), statistic, n_resamples=RESAMPLES, method="BCa",
                            vectorized=True, **how)
    return found.confidence_interval, found.standard_error


def one_by_one(n12, n21):
    return np.array([mcnemar([[0, b], [c, 0]], exact=True).pvalue for b, c in zip(n12, n21)])


def by_binomtest(n12, n21):
    return np.array([stats.binomtest(int(c), int(b + c)).pvalue if b + c else 1.0
                     for b, c in zip(n12, n21)])


def vectorised(n12, n21):
    return np.minimum(1, 2 * stats.binom.cdf(np.minimum(n12, n21), n12 + n21, 0.5))


def mean(gains, clusters):
    fit = sm.OLS(gains, np.ones(len(gains))).fit(cov_type="cluster",
                                                 cov_kwds={"groups": clusters})
    return fit.params[0], fit.bse[0]


def bare_mean(gains, clusters):
    estimate = gains.mean()
    sums = np.bincount(clusters, weights=gains - estimate)
    count = np.count_nonzero(np.bincount(clusters))
    return estimate, np.sqrt(count / (count - 1) * (sums**2).sum()) / len(gains)


def regression(x, right, clusters):
    # statsmodels' second factor, (N - 1)/(N - k), is not ours.
    fit = sm.Logit(right, sm.add_constant(x)).fit(disp=0, cov_type="cluster",
                                                  cov_kwds={"groups": clusters})
    return fit.params, fit.bse * np.sqrt((LONG - x.shape[1] - 1) / (LONG - 1))


def bare_regression(x, right, clusters):
    """Newton's method in plain numpy."""
    design = np.column_stack([np.ones(len(x)), x])
    beta = np.zeros(design.shape[1])
    for _ in range(25):
        chance = 1 / (1 + np.exp(-(design @ beta)))
        residual = right - chance
        bread = np.linalg.inv(design.T @ (design * (chance * (1 - chance))[:, None]))
        step = bread @ (design.T @ residual)
        beta += step
        if abs(step).max() < 1e-10:
            break
    sums = np.column_stack([np.bincount(clusters, weights=column * residual)
                            for column in design.T])
    count = np.count_nonzero(np.bincount(clusters))
    robust = bread @ (sums.T @ sums) @ bread * count / (count - 1)
    return beta, np.sqrt(np.diag(robust))


def near(a, b, tolerance, what):
    off = np.max(np.abs(np.asarray(a) - np.asarray(b)) / np.maximum(np.abs(b), 1e-300))
    if not off <= tolerance:
        sys.exit(f"{what}: off by {off:.3g}, more than {tolerance}")


def same_limits(found, theirs, what):
    (interval, se) = theirs
    for a, b in zip((found["low"], found["high"]), interval):
        if not abs(a - b) <= 0.2 * se:
            sys.exit(f"{what}: {a} is not {b}, of a standard error of {se}")


def main():
    numbers = data(np.random.default_rng(1))
    found = ours(sys.argv[1] if len(sys.argv) > 1 else None, numbers)
    rows = []

    def row(task, opponent, seconds, *names):
        ours = sum(found[name]["seconds"] for name in names)
        rows.append((task, opponent, seconds, ours))

    for name, statistic in [("mean", np.mean), ("median", np.median)]:
        for batch in [None, BATCH]:
            try:
                seconds, answer = timed(lambda: bootstrap(numbers["sample"], statistic, rng=1,
                                                          batch=batch), 2 if batch else 1)
            except MemoryError:
                continue
            same_limits(found[f"bootstrap_{name}"], answer, f"bootstrap of the {name}")
            how = f", batch={batch}" if batch else ""
            row(f"bootstrap, {name}", f"stats.bootstrap(BCa, vectorized{how})", seconds,
                f"bootstrap_{name}")

    n12, n21 = numbers["n12"], numbers["n21"]
    seconds, p = timed(lambda: one_by_one(n12, n21))
    near(found["mcnemar"]["p"], p, 1e-9, "mcnemar")
    row("McNemar", "statsmodels mcnemar(exact=True), one by one", seconds, "mcnemar")
    seconds, p = timed(lambda: by_binomtest(n12[:FEW], n21[:FEW]))
    near(found["mcnemar"]["p"][:FEW], p, 1e-9, "mcnemar")
    row("McNemar", f"stats.binomtest ({FEW} of them, times {TABLES // FEW})",
        seconds * TABLES / FEW, "mcnemar")
    seconds, p = timed(lambda: vectorised(n12, n21), 5)
    near(found["mcnemar"]["p"], p, 1e-9, "mcnemar")
    row("McNemar", "stats.binom.cdf, vectorised", seconds, "mcnemar")

    x = np.column_stack([numbers[f"x{j}"] for j in (1, 2, 3)])
    whole = {}
    for kind, means, fits in [("statsmodels", mean, regression), ("plain numpy", bare_mean, bare_regression)]:
        first, (estimate, se) = timed(lambda: means(numbers["gains"], numbers["clusters"]), 5)
        near(found["mean"]["estimate"], estimate, 1e-10, "mean")
        near(found["mean"]["se"], se, 1e-10, "standard error of the mean")
        row("clusters, mean", f"{kind}, OLS on a constant", first, "mean")
        second, (estimates, errors) = timed(lambda: fits(x, numbers["right"], numbers["clusters"]), 5)
        near(found["logistic"]["estimates"], estimates, 1e-6, "coefficients")
        near(found["logistic"]["se"], errors, 1e-6, "their standard errors")
        row("clusters, logistic", f"{kind}, Logit", second, "logistic")
        whole[kind] = first + second
    for kind, seconds in whole.items():
        row("clusters, both", kind, seconds, "mean", "logistic")

    print(f"{os.cpu_count()} cores; Python {platform.python_version()}, numpy {np.__version__}, "
          f"scipy {scipy.__version__}, statsmodels {statsmodels.__version__}")
    print("| task | opponent | its time | ours | ratio |\n|---|---|---|---|---|")
    for task, opponent, seconds, mine in rows:
        print(f"| {task} | {opponent} | {seconds * 1e3:.1f} ms | {mine * 1e3:.2f} ms "
              f"| {seconds / mine:.1f} |")


if __name__ == "__main__":
    main()
