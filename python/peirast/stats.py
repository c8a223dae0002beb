"""Exact tests on pairs, other tests, effects, intervals, power and corrections, on lists, arrays and series.

Rows with a missing value (``None``, ``NaN``) are left out and counted in ``n_lost``. Every test gives a
:class:`TestResult`; undefined numbers are ``None``. Sources of the methods:
https://docs.rs/peirast-stats and ``docs/statistics.md``.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Literal, NamedTuple

from . import _peirast
from ._calculations import (
    Calculation,
    agreement,
    bootstrap,
    content_effect,
    describe,
    effect,
    interval,
    logistic,
    mcnemar_power,
    sequential,
    two_proportions_power,
)
from ._columns import complete, flags, floats, present
from ._errors import InputError
from ._result import Record, number

__all__ = [
    "Calculation",
    "Difference",
    "Interval",
    "TestResult",
    "adjust",
    "agreement",
    "binomial",
    "bootstrap",
    "cochran_q",
    "content_effect",
    "describe",
    "effect",
    "friedman",
    "interval",
    "kappa",
    "kendall",
    "kruskal_wallis",
    "logistic",
    "mann_whitney",
    "mcnemar",
    "mcnemar_p",
    "mcnemar_power",
    "paired_difference",
    "paired_t",
    "pearson",
    "permutation",
    "permutation_paired",
    "proportion_interval",
    "sequential",
    "shapiro_wilk",
    "spearman",
    "two_proportions",
    "two_proportions_power",
    "wilcoxon",
]

Alternative = Literal["two-sided", "greater", "less"]
Column = Iterable[Any]


class Interval(NamedTuple):
    """The ends of an interval."""

    low: float
    high: float


class Difference(NamedTuple):
    """A difference with the ends of its interval."""

    estimate: float
    low: float
    high: float


class TestResult(Record):
    """The result of a test.

    Fields: ``test``, ``method``, ``statistic``, ``p`` (0 to 1; ``None`` if undefined), ``effect``, ``interval``,
    ``n_used``, ``n_lost``, ``assumptions`` and others; :meth:`to_dict` returns all.
    """

    __test__ = False

    def _shown(self) -> dict[str, Any]:
        interval = self.interval
        return {
            "test": self._fields.get("test"),
            "method": self._fields.get("method"),
            "statistic": self.statistic,
            "p": self.p,
            self.effect_name or "effect": self.effect,
            "interval": interval and f"{interval.low:.4g} to {interval.high:.4g}",
            "n used": self._fields.get("n_used"),
            "n lost": self._fields.get("n_lost"),
        }

    @property
    def p(self) -> float | None:
        """The p-value, 0 to 1; ``None`` if it is undefined."""
        return number(self._fields["p"])

    @property
    def statistic(self) -> float | None:
        """The test statistic."""
        return number(self._fields["statistic"]["value"])

    @property
    def interval(self) -> Interval | None:
        """The confidence interval of the effect, or of the estimated quantity."""
        estimate = self._fields.get("interval")
        limits = estimate and estimate.get("limits")
        if not limits or "low" not in limits:
            return None
        low, high = number(limits["low"]), number(limits["high"])
        return None if low is None or high is None else Interval(low, high)

    @property
    def effect(self) -> float | None:
        """The effect size; ``effect_name`` names it."""
        effect = self._fields.get("effect")
        return number(effect["value"]) if effect else None

    @property
    def effect_name(self) -> str | None:
        """The name of the effect size."""
        effect = self._fields.get("effect")
        return str(effect["name"]) if effect else None


def mcnemar(
    x: Column | None = None,
    y: Column | None = None,
    *,
    counts: Sequence[int] | None = None,
    by: Column | None = None,
    rule: str = "exact",
    method: str = "sign-flip",
    alternative: Alternative = "two-sided",
    confidence: float = 0.95,
) -> TestResult:
    """McNemar's test of paired answers that are right or wrong.

    Args:
        x: for each answer in the first condition, true if it is right.
        y: the same for the second condition.
        counts: instead of columns, n11 (both right), n12 (only the first), n21 (only the second), n22.
        by: the cluster of each pair: pairs of one cluster are related, and tested by ``method``.
        rule: ``exact``, ``mid-p``, ``normal``, or the rule of a publication: ``published-2024``, ``published-icml``.
        method: with ``by``, ``sign-flip``, ``obuchowski``, ``durkalski`` or ``robust``.
        alternative: ``greater`` means that the second is better.
        confidence: the confidence level of the interval, 0 to 1.

    Raises:
        ValueError: columns of different lengths, values other than right and wrong, an unknown name.

    >>> mcnemar(counts=(50, 4, 16, 30)).p < 0.02
    True
    """
    if counts is not None:
        if x is not None or y is not None or by is not None:
            raise InputError("give two columns, or counts")
        return TestResult(_peirast.mcnemar(list(counts), rule, alternative, confidence, 0))
    if x is None or y is None:
        raise InputError("give two columns, or counts")
    if by is not None:
        (first, second, names), missing = complete(x, y, by)
        clusters = [str(name) for name in names]
        return TestResult(
            _peirast.mcnemar_by(flags(first), flags(second), clusters, method, alternative, confidence, missing)
        )
    (first, second), missing = complete(x, y)
    pairs = list(zip(flags(first), flags(second)))
    table = [pairs.count(cell) for cell in ((True, True), (True, False), (False, True), (False, False))]
    return TestResult(_peirast.mcnemar(table, rule, alternative, confidence, missing))


def mcnemar_p(n12: int, n21: int, rule: str = "exact", alternative: Alternative = "two-sided") -> float:
    """McNemar's p-value alone, for many tables, in about a microsecond each.

    >>> mcnemar_p(0, 5)
    0.0625
    """
    return _peirast.mcnemar_p(n12, n21, rule, alternative)


def _two(test: str, x: Column, y: Column, alternative: str, confidence: float, **more: Any) -> TestResult:
    (first, second), missing = complete(x, y)
    settings = {"method": "auto", "zeros": "wilcox", "seed": 1, **more}
    return TestResult(
        _peirast.two_columns(
            test,
            floats(first),
            floats(second),
            alternative,
            confidence,
            settings["method"],
            settings["zeros"],
            settings["seed"],
            missing,
        )
    )


def _groups(test: str, x: Column, y: Column, alternative: str, confidence: float, **more: Any) -> TestResult:
    (first, gone), (second, lost) = present(x), present(y)
    settings = {"method": "auto", "zeros": "wilcox", "seed": 1, **more}
    return TestResult(
        _peirast.two_columns(
            test,
            first,
            second,
            alternative,
            confidence,
            settings["method"],
            settings["zeros"],
            settings["seed"],
            gone + lost,
        )
    )


def paired_t(x: Column, y: Column, *, alternative: Alternative = "two-sided", confidence: float = 0.95) -> TestResult:
    """The t-test of paired values, x less y."""
    return _two("paired-t", x, y, alternative, confidence)


def wilcoxon(
    x: Column,
    y: Column,
    *,
    zeros: Literal["wilcox", "pratt"] = "wilcox",
    method: str = "auto",
    alternative: Alternative = "two-sided",
    confidence: float = 0.95,
) -> TestResult:
    """Wilcoxon signed-rank test of paired values, x less y.

    Args:
        zeros: differences of 0 are dropped (``wilcox``) or ranked (``pratt``).
        method: ``auto``, ``exact``, ``normal`` or ``normal-corrected``.
    """
    return _two("wilcoxon", x, y, alternative, confidence, zeros=zeros, method=method)


def permutation_paired(
    x: Column, y: Column, *, alternative: Alternative = "two-sided", seed: int = 1
) -> TestResult:
    """The permutation test of paired values: all sign flips up to 20 pairs, 9,999 at random beyond."""
    return _two("permutation-paired", x, y, alternative, 0.95, seed=seed)


def permutation(x: Column, y: Column, *, alternative: Alternative = "two-sided", seed: int = 1) -> TestResult:
    """The permutation test of two independent samples."""
    return _groups("permutation", x, y, alternative, 0.95, seed=seed)


def mann_whitney(
    x: Column,
    y: Column,
    *,
    method: str = "auto",
    alternative: Alternative = "two-sided",
    confidence: float = 0.95,
) -> TestResult:
    """Mann-Whitney test of two independent samples."""
    return _groups("mann-whitney", x, y, alternative, confidence, method=method)


def pearson(x: Column, y: Column, *, alternative: Alternative = "two-sided", confidence: float = 0.95) -> TestResult:
    """Pearson's correlation."""
    return _two("pearson", x, y, alternative, confidence)


def spearman(x: Column, y: Column, *, alternative: Alternative = "two-sided", confidence: float = 0.95) -> TestResult:
    """Spearman's rank correlation."""
    return _two("spearman", x, y, alternative, confidence)


def kendall(x: Column, y: Column, *, alternative: Alternative = "two-sided", confidence: float = 0.95) -> TestResult:
    """Kendall's tau-b."""
    return _two("kendall", x, y, alternative, confidence)


def kruskal_wallis(*groups: Column) -> TestResult:
    """Kruskal-Wallis test of several independent samples."""
    columns = [present(group) for group in groups]
    return TestResult(
        _peirast.several_columns(
            "kruskal-wallis", [column for column, _ in columns], sum(gone for _, gone in columns)
        )
    )


def friedman(*columns: Column) -> TestResult:
    """Friedman's test: one column per treatment, one row per subject."""
    rows, missing = complete(*columns)
    return TestResult(_peirast.several_columns("friedman", [floats(column) for column in rows], missing))


def cochran_q(*columns: Column) -> TestResult:
    """Cochran's Q: one column of right and wrong per treatment."""
    rows, missing = complete(*columns)
    right = [[float(flag) for flag in flags(column)] for column in rows]
    return TestResult(_peirast.several_columns("cochran-q", right, missing))


def shapiro_wilk(x: Column) -> TestResult:
    """Shapiro-Wilk test of normality."""
    column, missing = present(x)
    return TestResult(_peirast.several_columns("shapiro-wilk", [column], missing))


def binomial(
    successes: int,
    trials: int,
    p0: float = 0.5,
    *,
    alternative: Alternative = "two-sided",
    confidence: float = 0.95,
) -> TestResult:
    """The exact binomial test of a share against ``p0``."""
    return TestResult(_peirast.binomial(successes, trials, p0, alternative, confidence))


def two_proportions(
    x1: int,
    n1: int,
    x2: int,
    n2: int,
    *,
    pooling: Literal["pooled", "unpooled"] = "pooled",
    alternative: Alternative = "two-sided",
    confidence: float = 0.95,
) -> TestResult:
    """The z-test of two independent shares."""
    return TestResult(_peirast.two_proportions(x1, n1, x2, n2, pooling, alternative, confidence))


def kappa(
    table: Sequence[Sequence[int]],
    *,
    weights: Literal["unweighted", "linear", "quadratic"] = "unweighted",
    confidence: float = 0.95,
) -> TestResult:
    """Cohen's kappa of a square table of counts: rows are the first rater's categories."""
    return TestResult(_peirast.kappa([list(row) for row in table], weights, confidence))


def proportion_interval(
    successes: int, trials: int, *, method: str = "wilson", confidence: float = 0.95
) -> Interval:
    """The interval of a share: ``wilson``, ``clopper-pearson``, ``agresti-coull``, ``jeffreys`` or ``wald``."""
    return Interval(*_peirast.proportion_interval(successes, trials, method, confidence))


def paired_difference(
    counts: Sequence[int], *, method: str = "newcombe", confidence: float = 0.95
) -> Difference:
    """The difference of paired shares, second less first, from n11, n12, n21, n22: ``newcombe``, ``tango``,
    ``agresti-min`` or ``wald``."""
    return Difference(*_peirast.difference_interval(list(counts), method, confidence))


def adjust(p: Column, correction: str = "benjamini-hochberg") -> list[float]:
    """The p-values adjusted over a family of tests: ``none``, ``bonferroni``, ``holm``, ``hochberg``,
    ``benjamini-hochberg`` or ``benjamini-yekutieli``.

    >>> adjust([0.01, 0.04], "bonferroni")
    [0.02, 0.08]
    """
    values, missing = present(p)
    if missing:
        raise InputError(f"{missing} p-values are missing: leave them out")
    return _peirast.adjust(values, correction)
