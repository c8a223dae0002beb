"""The Python package beside statsmodels, pandas and PyETR: exact McNemar tests one by one, outcomes of a large run as
a data frame, and calls of the Erotetic Theory.

    pip install statsmodels pandas pyarrow pyetr==1.0.0 pyparsing==3.2.3, and the wheel of Peirast
    python benches/python_package.py [--tests 100000] [--rows 1000000] [--into DIR]

Each time is the best of some runs in one process; of a call of the theory it is the median. Both p-values must be the
same to 1e-9, relatively; tests of the package compare the theory's answers. A package that is not installed is said and left out. The run of many outcomes is made with
simulated subjects in DIR, and used again if it is there.
"""

import argparse
import importlib.util
import json
import os
import pathlib
import random
import statistics
import sys
import tempfile
import time

import peirast

CALLS = pathlib.Path(__file__).parent.parent / "crates/etr/benches"
sys.path.insert(0, str(CALLS))


def best(call, times):
    """The shortest time of some calls, in seconds."""
    took = []
    for _ in range(times):
        began = time.perf_counter()
        call()
        took.append(time.perf_counter() - began)
    return min(took)


def is_here(*packages):
    missing = [name for name in packages if importlib.util.find_spec(name) is None]
    if missing:
        print(f"left out: {', '.join(missing)} is not installed")
    return not missing


def mcnemar(tests):
    from statsmodels.stats.contingency_tables import mcnemar as theirs

    draw = random.Random(1)
    counts = [(draw.randrange(60), draw.randrange(80)) for _ in range(tests)]
    few = counts[: max(1, tests // 100)]
    for n12, n21 in few:
        ours, other = peirast.stats.mcnemar_p(n12, n21), theirs([[50, n12], [n21, 50]], exact=True).pvalue
        assert abs(ours - other) <= 1e-9 * other, (n12, n21, ours, other)
    mine = best(lambda: [peirast.stats.mcnemar_p(n12, n21) for n12, n21 in counts], 5)
    other = best(lambda: [theirs([[50, n12], [n21, 50]], exact=True).pvalue for n12, n21 in few], 3)
    other *= len(counts) / len(few)
    print(f"{tests} exact McNemar tests: {mine:.3f} s; statsmodels {other:.1f} s ({len(few)} timed): {other / mine:.0f} times")


def outcomes(rows, into):
    study = peirast.study("token-bias")
    each = study.forecast("sim:flawless", into=os.path.join(into, "none")).subjects[0].questions
    # Items are limited, subjects are not.
    subjects = [f"sim:biased:{rate / 1000}" for rate in range(1, 1 + max(1, round(rows / each)))]
    path = os.path.join(into, f"outcomes-{len(subjects)}")
    if not os.path.isdir(path):
        study.run(subjects, into=path)
    run = peirast.open(path)
    frame = run.outcomes("pandas")
    took = best(lambda: run.outcomes("pandas"), 3)
    print(f"outcomes of {len(frame)} rows to pandas: {took:.2f} s, {took * 1e6 / len(frame):.2f} s for a million")


def theory():
    """The calls of pyetr.jsonl through the module with PyETR's names, and through PyETR."""
    from time_pyetr import measured

    calls = CALLS / "pyetr.jsonl"
    kinds = {row["id"]: row["op"] for row in map(json.loads, calls.open(encoding="utf-8"))}
    mine, other = dict(measured(calls, "peirast.etr.compat")), dict(measured(calls, "pyetr"))
    ratios = {}
    for id, took in other.items():
        ratios.setdefault(kinds[id], []).append(took / mine[id])
    every = [ratio for of_kind in ratios.values() for ratio in of_kind]
    print(f"{len(every)} calls of the theory: {statistics.geometric_mean(every):.0f} times PyETR (geometric mean), by kind:")
    for kind, of_kind in sorted(ratios.items(), key=lambda entry: -len(entry[1])):
        print(f"  {kind}: {len(of_kind)} calls, {statistics.geometric_mean(of_kind):.0f} times")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tests", type=int, default=100_000)
    parser.add_argument("--rows", type=int, default=1_000_000)
    parser.add_argument("--into", default=os.path.join(tempfile.gettempdir(), "peirast-bench"))
    given = parser.parse_args()
    if is_here("statsmodels"):
        mcnemar(given.tests)
    if is_here("pandas", "pyarrow"):
        outcomes(given.rows, given.into)
    if is_here("pyetr"):
        theory()


if __name__ == "__main__":
    main()
