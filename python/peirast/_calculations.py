"""Effect sizes, intervals, agreement, resampling, power: the calculations of ``peirast stats`` that are no tests."""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from . import _peirast
from ._columns import is_frame, json_lines, plain, settings_json, values
from ._errors import InputError
from ._result import Record, Rows

__all__ = [
    "Calculation",
    "agreement",
    "bootstrap",
    "content_effect",
    "describe",
    "effect",
    "interval",
    "logistic",
    "mcnemar_power",
    "sequential",
    "two_proportions_power",
]

Column = Iterable[Any]


class Calculation(Record):
    """A row of a calculation, with the names that ``peirast stats ... --json`` prints. Undefined numbers are
    dictionaries with the reason."""


def _rows(what: str, settings: Mapping[str, Any]) -> Rows[Calculation]:
    given = {name: value for name, value in settings.items() if value is not None}
    rows = [Calculation(json.loads(line)) for line in _peirast.calculate(what, settings_json(given)).splitlines()]
    shown = list(dict.fromkeys(name for row in rows for name in row))
    return Rows(rows, [(name, name.replace("_", " ")) for name in shown])


def _of(what: str, columns: Sequence[Column], settings: Mapping[str, Any]) -> Rows[Calculation]:
    """A calculation on columns, or on all columns of a data frame."""
    if not columns:
        return _rows(what, settings)
    if len(columns) == 1 and is_frame(columns[0]) and not isinstance(columns[0], (list, tuple)) and _is_wide(columns[0]):
        lines = json_lines(columns[0])
    else:
        lists = [values(column) for column in columns]
        if len({len(column) for column in lists}) > 1:
            raise InputError(f"the columns have {', '.join(str(len(column)) for column in lists)} values: give as many of each")
        rows = ({f"x{at}": plain(value) for at, value in enumerate(row, 1)} for row in zip(*lists))
        lines = "".join(json.dumps(row) + "\n" for row in rows)
    with tempfile.TemporaryDirectory(prefix="peirast-") as folder:
        path = os.path.join(folder, "columns.jsonl")
        with open(path, "w", encoding="utf-8") as file:
            file.write(lines)
        return _rows(what, {**settings, "data": path})


def _is_wide(thing: Any) -> bool:
    """True for a data frame, false for a single column."""
    return bool(getattr(thing, "ndim", 2) == 2 and hasattr(thing, "columns"))


def _texts(numbers: Sequence[Any] | None) -> list[str]:
    return [] if numbers is None else [str(plain(number)) for number in numbers]


def describe(*columns: Column, quantile: float | None = None) -> Rows[Calculation]:
    """Describe columns, or each column of a data frame: n, mean, spread, quartiles.

    >>> describe([1, 2, 3, 4])[0].mean
    2.5
    """
    return _of("describe", columns, {"quantile": quantile})


def effect(
    name: str, *columns: Column, numbers: Sequence[Any] | None = None, wide: bool = False, confidence: float = 0.95
) -> Rows[Calculation]:
    """An effect size, with its interval if there is one.

    Args:
        name: of columns: ``paired-d``, ``rank-biserial`` (two columns of pairs), ``cohens-d``, ``cliffs-delta``
            (values, groups); of numbers: ``cohens-h`` (two shares), ``cohens-g``, ``odds-ratio`` (n12, n21),
            ``d-prime`` (hits, valid items, false alarms, invalid items).
        columns: the columns.
        numbers: the numbers.
        wide: each of the two columns is a group.
        confidence: the confidence level, 0 to 1.

    Raises:
        ValueError: an unknown name, or data that do not fit it.

    >>> round(effect("cohens-h", numbers=[0.5, 0.7])[0].value, 3)
    -0.412
    """
    settings = {"name": name, "numbers": _texts(numbers), "wide": wide, "confidence": confidence}
    return _of("effect", columns, settings)


def interval(
    name: str,
    *columns: Column,
    numbers: Sequence[Any] | None = None,
    method: str | None = None,
    wide: bool = False,
    confidence: float = 0.95,
) -> Rows[Calculation]:
    """Intervals of a quantity, by one method or by all.

    Args:
        name: ``proportion``, ``paired-difference``, ``odds-ratio``, ``two-proportions`` (columns, or numbers as in
            ``peirast stats interval``), ``mean``, ``paired-mean``, ``shift``, ``pearson``, ``spearman``, ``kendall``.
            A further column names clusters where ``peirast stats interval --help`` says so.
        columns: the columns.
        numbers: the counts.
        method: one method; the error for an unknown one lists all.
        wide: each of the two columns is a sample.
        confidence: the confidence level, 0 to 1.

    >>> [row.method for row in interval("proportion", numbers=[8, 10])][0]
    'wilson'
    """
    settings = {"name": name, "numbers": _texts(numbers), "method": method, "wide": wide, "confidence": confidence}
    return _of("interval", columns, settings)


def agreement(
    coefficient: str,
    *raters: Column,
    categories: Sequence[str] = (),
    weights: str | None = None,
    metric: str | None = None,
    resamples: int = 2000,
    seed: int = 1,
    confidence: float = 0.95,
) -> Rows[Calculation]:
    """The agreement of raters beyond chance: one column of labels per rater.

    Args:
        coefficient: ``kappa`` (two raters), ``alpha`` (Krippendorff) or ``ac1`` (Gwet), for any number of raters.
        raters: the labels; missing ones are allowed for alpha and AC1.
        categories: the categories in their order; by default sorted.
        weights: of kappa: ``unweighted``, ``linear`` or ``quadratic``.
        metric: of alpha: ``nominal``, ``ordinal``, ``interval`` or ``ratio``.
        resamples, seed: of the interval of alpha.
        confidence: the confidence level, 0 to 1.

    >>> agreement("ac1", ["a", "b", "a"], ["a", "b", "a"])[0].value
    1.0
    """
    settings = {
        "name": coefficient,
        "categories": list(categories),
        "weights": weights,
        "metric": metric,
        "resamples": resamples,
        "seed": seed,
        "confidence": confidence,
    }
    return _of("agreement", raters, settings)


def bootstrap(
    statistic: str,
    *columns: Column,
    by: Column | None = None,
    method: str = "all",
    resamples: int = 10000,
    seed: int = 1,
    confidence: float = 0.95,
) -> Rows[Calculation]:
    """Bootstrap intervals of a statistic.

    Args:
        statistic: ``mean``, ``median`` (one column), ``difference``, ``median-difference``, ``pearson``, ``spearman``
            (two columns).
        columns: the columns.
        by: the cluster of each row: whole clusters are resampled.
        method: ``percentile``, ``basic``, ``bca`` or ``all``.
        resamples, seed: number and seed of the resamples.
        confidence: the confidence level, 0 to 1.

    >>> bootstrap("mean", [1, 2, 3, 4, 5], method="bca")[0].estimate
    3.0
    """
    settings: dict[str, Any] = {
        "name": statistic,
        "method": method,
        "resamples": resamples,
        "seed": seed,
        "confidence": confidence,
        "columns": [f"x{at}" for at in range(1, len(columns) + 1)],
    }
    if by is not None:
        columns, settings["by"] = (*columns, by), f"x{len(columns) + 1}"
    return _of("bootstrap", columns, settings)


def logistic(
    outcome: Column,
    *predictors: Column,
    by: Column | None = None,
    strata: Column | None = None,
    random: Column | None = None,
    confidence: float = 0.95,
) -> Rows[Calculation]:
    """Logistic regression: a row for each coefficient, with its odds ratio and interval.

    Args:
        outcome: right or wrong.
        predictors: numbers, or names of groups.
        by: clusters of rows, for robust standard errors.
        strata: the strata of a conditional regression.
        random: the groups of random intercepts.
        confidence: the confidence level, 0 to 1.
    """
    columns: list[Column] = [outcome, *predictors]
    settings: dict[str, Any] = {"columns": [f"x{at}" for at in range(1, len(columns) + 1)], "confidence": confidence}
    for name, column in (("by", by), ("strata", strata), ("random", random)):
        if column is not None:
            columns.append(column)
            settings[name] = f"x{len(columns)}"
    return _of("logistic", columns, settings)


def sequential(
    outcomes: Sequence[int], *, alternative: str = "two-sided", alpha: float = 0.05, prior: float = 1.0
) -> Calculation:
    """Test discordant pairs while they arrive, by e-values, with the right to stop at any time.

    Args:
        outcomes: the discordant pairs in order: 1 if only the second answer is right, 0 if only the first.
        alternative: ``two-sided``, ``greater`` (the second is better) or ``less``.
        alpha: the level for stopping.
        prior: the shape of the beta prior.

    >>> round(sequential([1] * 12).p, 4)
    0.0032
    """
    settings = {
        "outcomes": [int(one) for one in outcomes],
        "alternative": alternative,
        "alpha": alpha,
        "prior": prior,
        "confidence": 0.95,
    }
    return _rows("sequential", settings)[0]


def mcnemar_power(
    p12: float,
    p21: float | None = None,
    *,
    n: int | None = None,
    power: float | None = None,
    alpha: float = 0.05,
    tests: int = 1,
    alternative: str = "two-sided",
    rule: str = "exact",
) -> Calculation:
    """Power of McNemar's test, pairs that a power needs, or the smallest effect found: give two of ``p21``, ``n`` and
    ``power``.

    Args:
        p12: probability that only the first answer is right.
        p21: probability that only the second is right.
        n: number of pairs.
        power: the wanted power.
        alpha, tests: the level, and the number of tests among which it is divided.
        alternative, rule: as of :func:`mcnemar`.

    >>> 0.7 < mcnemar_power(0.02, 0.12, n=100).power < 0.9
    True
    """
    settings = {
        "p12": p12,
        "p21": p21,
        "n": n,
        "power": power,
        "alpha": alpha,
        "tests": tests,
        "alternative": alternative,
        "rule": rule,
    }
    return _rows("mcnemar-power", settings)[0]


def two_proportions_power(
    p2: float,
    p1: float | None = None,
    *,
    n: int | None = None,
    power: float | None = None,
    alpha: float = 0.05,
    alternative: str = "two-sided",
) -> Calculation:
    """Power of the test of two shares, size of each group, or the smallest effect found: give two of ``p1``, ``n``
    and ``power``.

    >>> two_proportions_power(0.5, 0.7, power=0.8).n_of_each_group > 90
    True
    """
    settings = {"p1": p1, "p2": p2, "n": n, "power": power, "alpha": alpha, "alternative": alternative}
    return _rows("two-proportions-power", settings)[0]


def content_effect(
    gold: str | os.PathLike[str],
    answers: str | os.PathLike[str],
    *,
    by: str | None = None,
    resamples: int = 2000,
    seed: int = 1,
    confidence: float = 0.95,
) -> Rows[Calculation]:
    """The content effect and the score of SemEval-2026 Task 11, with intervals.

    Args:
        gold: the gold data: a JSON list of items with ``id``, ``validity`` and ``plausibility``.
        answers: the answers: a JSON list of items with ``id`` and ``validity``.
        by: the field of the gold data that names clusters of items.
        resamples, seed: of the intervals.
        confidence: the confidence level, 0 to 1.
    """
    settings = {
        "gold": os.fspath(gold),
        "answers": os.fspath(answers),
        "by": by,
        "resamples": resamples,
        "seed": seed,
        "confidence": confidence,
    }
    return _rows("content-effect", settings)
