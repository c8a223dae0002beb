"""Comparisons of runs."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypedDict

from . import _peirast
from ._columns import is_frame, json_lines, names as listed, settings_json
from ._errors import InputError
from ._result import Figure, Record, Rows
from ._watch import in_thread

if TYPE_CHECKING:
    from typing_extensions import Unpack

__all__ = ["Comparison", "compare", "compare_async"]

# The columns that a notebook shows.
_SHOWN = (
    ("task", "task"),
    ("metric", "metric"),
    ("a", "A"),
    ("b", "B"),
    ("n", "n"),
    ("score_a", "A scores"),
    ("score_b", "B scores"),
    ("difference", "B minus A"),
    ("low", "low"),
    ("high", "high"),
    ("p", "p"),
    ("p_adjusted", "p adjusted"),
    ("verdict", "B is"),
)


class CompareSettings(TypedDict, total=False):
    """The settings of :func:`compare`, which explains them."""

    by: str | None
    margin: float | None
    alpha: float
    interval: Literal["newcombe", "tango", "bootstrap"]
    decide_by: Literal["exact", "mid-p"]
    correction: str
    match: Literal["auto", "id", "content"]
    task: str | Sequence[str]
    metric: str | Sequence[str]
    baseline: str | None
    lower_is_better: str | Sequence[str]
    higher_is_better: str | Sequence[str]
    power: float
    seed: int
    item: str | Sequence[str]
    score: str | Sequence[str]
    task_column: str | Sequence[str]
    model_column: str | Sequence[str]
    names: Sequence[str] | None


class Comparison:
    """A comparison of two or more runs.

    ``rows`` has one record per task, metric and pair of runs, with ``task``, ``metric``, ``a``, ``b``, ``n``,
    ``n11``, ``n12``, ``n21``, ``n22``, ``difference`` (b less a), ``low``, ``high``, ``p``, ``p_mid``,
    ``p_adjusted``, ``verdict``, ``sentence`` and others; ``docs/columns.md`` explains them.
    """

    def __init__(self, record: str, text: str, page: str, figures: Sequence[str]) -> None:
        self._record: dict[str, Any] = json.loads(record)
        self._text = text
        self._page = page
        self.figures: list[Figure] = [Figure(svg) for svg in figures]
        """The forest plots, as SVG."""
        self.rows: Rows[Record] = Rows((Record(row) for row in self._record["comparisons"]), _SHOWN)

    def __repr__(self) -> str:
        return self._text

    def _repr_html_(self) -> str:
        return self.rows._repr_html_() + "".join(self.figures)

    def to_dict(self) -> dict[str, Any]:
        """All data: settings, runs with digests of their files, comparisons."""
        return self._record

    def to_pandas(self) -> Any:
        """The comparisons as a data frame of pandas."""
        return self.rows.to_pandas()

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        """The comparisons as a stream of Arrow, for ``polars.DataFrame``, ``pyarrow.table``, DuckDB and others."""
        return self.rows.__arrow_c_stream__(requested_schema)

    def to_html(self, path: str | os.PathLike[str]) -> Path:
        """Write the page with figures and the items on which the runs differ; return its path."""
        target = Path(path)
        target.write_text(self._page, encoding="utf-8")
        return target


def compare(
    *runs: Any,
    by: str | None = None,
    margin: float | None = None,
    alpha: float = 0.05,
    interval: Literal["newcombe", "tango", "bootstrap"] = "newcombe",
    decide_by: Literal["exact", "mid-p"] = "exact",
    correction: str = "holm",
    match: Literal["auto", "id", "content"] = "auto",
    task: str | Sequence[str] = (),
    metric: str | Sequence[str] = (),
    baseline: str | None = None,
    lower_is_better: str | Sequence[str] = (),
    higher_is_better: str | Sequence[str] = (),
    power: float = 0.8,
    seed: int = 1,
    item: str | Sequence[str] = (),
    score: str | Sequence[str] = (),
    task_column: str | Sequence[str] = (),
    model_column: str | Sequence[str] = (),
    names: Sequence[str] | None = None,
) -> Comparison:
    """Compare runs on the same items: is one better, or is the difference noise?

    Args:
        runs: paths of run directories, logs of Inspect, lm_eval, lighteval, promptfoo or Every Eval Ever, or of
            data files; or data frames (pandas, polars, anything with ``__arrow_c_stream__``) with a column of items
            and one of scores; or mappings of names to either.
        by: the column whose values are clusters of related items. In a run directory, versions of one item
            form a cluster without it.
        margin: the largest difference that does not matter, in the unit of the scores.
        alpha: the significance level, 0 to 1.
        interval: the method of the interval of a difference of shares.
        decide_by: the p-value that decides for scores of 0 or 1.
        correction: the adjustment of p over tasks and pairs of runs.
        match: the rule that matches items of two runs.
        task: only these tasks.
        metric: only these metrics; `"acc=exact_match"` if the second run uses another name.
        baseline: the run that all others are compared with.
        lower_is_better: metrics of which a lower value is better.
        higher_is_better: metrics for which more is better, overriding logs and names.
        power: the power assumed in "needs n more items".
        seed: the seed of bootstraps and sign flips.
        item, score, task_column, model_column: columns of data frames and files with unusual names;
            several names if the runs use different ones.
        names: the names of the runs, in order.

    Raises:
        ValueError: runs that cannot be compared, or settings out of range.
        PeirastError: files that cannot be read.

    >>> old = [{"item": n, "score": 0} for n in range(8)]
    >>> new = [{"item": n, "score": 1} for n in range(8)]
    >>> compare(old, new, names=["old", "new"]).rows[0].verdict
    'better'
    """
    given = _given(runs, names)
    settings = {
        "by": by,
        "margin": margin,
        "alpha": alpha,
        "interval": interval,
        "decide_by": decide_by,
        "correction": correction,
        "match": match,
        "task": listed(task),
        "metric": listed(metric),
        "baseline": baseline,
        "lower_is_better": listed(lower_is_better),
        "higher_is_better": listed(higher_is_better),
        "seed": seed,
        "power": power,
        "item": listed(item),
        "score": listed(score),
        "task_column": listed(task_column),
        "model_column": listed(model_column),
    }
    return Comparison(*_peirast.compare_runs(given, settings_json(settings)))


async def compare_async(*runs: Any, **settings: Unpack[CompareSettings]) -> Comparison:
    """:func:`compare` in a thread."""
    return await in_thread(lambda: compare(*runs, **settings))


def _given(runs: Sequence[Any], names: Sequence[str] | None) -> list[dict[str, str | None]]:
    pairs: list[tuple[str | None, Any]] = []
    for run in runs:
        if isinstance(run, Mapping):
            pairs.extend((str(name), one) for name, one in run.items())
        else:
            pairs.append((None, run))
    if names is not None:
        if len(names) != len(pairs):
            raise InputError(f"{len(names)} names for {len(pairs)} runs: give as many")
        pairs = [(name, run) for name, (_, run) in zip(names, pairs)]
    return [_one(name, run) for name, run in pairs]


def _one(name: str | None, run: Any) -> dict[str, str | None]:
    if isinstance(run, (str, os.PathLike)):
        return {"name": name, "path": os.fspath(run), "rows": None}
    if is_frame(run):
        return {"name": name, "path": None, "rows": json_lines(run)}
    raise TypeError(f"{type(run).__name__} is no run: give a path or a data frame")
