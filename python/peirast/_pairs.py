"""Problems of one's own, in several versions."""

from __future__ import annotations

import html
import json
import os
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from . import _peirast
from ._columns import is_frame, json_lines, names
from ._forecast import Cue, cues_of
from ._models import Models
from ._result import Record, Rows
from ._run import Run
from ._study import RunSettings, Study

if TYPE_CHECKING:
    from typing_extensions import Unpack

__all__ = ["PairRow", "Pairs", "PairsCheck", "Sample", "pairs"]

_SAMPLES_SHOWN = (("item", "item"), ("version", "version"), ("messages", "as it will be put"), ("answer", "right answer"))
_ROWS_SHOWN = (("item", "item"), ("version", "version"), ("question", "question"), ("answer", "answer"))

# The file of a data frame is called so where it has no name.
_NAME = "pairs"


class Sample(Record):
    """A prompt as it will be put: ``item``, ``version``, ``messages`` (each with its role in front), ``answer`` (the
    right one)."""


class PairRow(Record):
    """A version of an item: ``item``, ``version``, ``question``, ``answer``, and ``choices`` and others where it has
    them."""


class PairsCheck(Record):
    """What the surface of problems gives away: ``problems``, ``n_items``, ``open`` (problems with open answers, which
    have no surface cues), ``families``, ``understood``, ``artefacts`` (by family and task).

    Attributes:
        cues: how often each guesser that sees one cue only is right, a record each.
    """

    __slots__ = ("cues",)

    cues: Rows[Cue]

    def __init__(self, fields: Mapping[str, Any]) -> None:
        # A mapping has a method `items`.
        super().__init__({"n_items" if name == "items" else name: value for name, value in fields.items()})
        object.__setattr__(self, "cues", cues_of(self.artefacts))

    def __repr__(self) -> str:
        return f"PairsCheck(problems={self.problems}, n_items={self.n_items}, open={self.open}, cues={len(self.cues)})"

    def _repr_html_(self) -> str:
        return self.cues._repr_html_()


class Pairs:
    """Problems of one's own, and what was understood of them.

    Attributes:
        items: number of items.
        versions: the versions, the original first.
        task: what is asked for: ``choice``, ``yes-no``, ``validity``, ``number`` or ``text``; several with commas.
        pairs: number of matched pairs: of each version but the original, the items that have both.
        clusters: clusters of related items; as many as items if no column names them.
        warnings: what may be wrong, a sentence each. An option such as ``--version-column`` is the argument
            ``version_column`` here.
        columns: which column was taken for what.
        unused_columns: columns that were taken for nothing.
        samples: the first item in each version, as it will be put; three at most.
        notes: what was noticed when versions were made.
    """

    def __init__(
        self, plan: Mapping[str, Any], seed: int, keeps: object = None, notes: Sequence[str] = ()
    ) -> None:
        self._plan = dict(plan)
        self._seed = seed
        # The folder of a file that was written for a data frame lives as long as this.
        self._keeps = keeps
        understood = json.loads(_peirast.pairs_understood(json.dumps(self._plan), seed))
        self.items: int = understood["items"]
        self.versions: list[str] = understood["versions"]
        self.task: str = understood["task"]
        self.pairs: int = understood["pairs"]
        self.clusters: int = understood["clusters"]
        self.warnings: list[str] = understood["warnings"]
        self.columns: dict[str, str] = understood["columns"]
        self.unused_columns: list[str] = understood["unused_columns"]
        self.samples: Rows[Sample] = Rows(map(Sample, understood["samples"]), _SAMPLES_SHOWN)
        self.notes: list[str] = list(notes)
        self._understood: dict[str, Any] = understood

    def __len__(self) -> int:
        """Number of items."""
        return self.items

    def __repr__(self) -> str:
        warned = f"; {len(self.warnings)} warnings" if self.warnings else ""
        return f"Pairs({self.items} items; versions {', '.join(self.versions)}; task {self.task}; {self.pairs} pairs{warned})"

    def _repr_html_(self) -> str:
        shown = ("items", "versions", "task", "pairs", "clusters")
        facts = Record({name: getattr(self, name) for name in shown})._repr_html_()
        warned = "".join(f"<li>{html.escape(warning)}</li>" for warning in self.warnings)
        return facts + self.samples._repr_html_() + (f"<ul>{warned}</ul>" if warned else "")

    def to_dict(self) -> dict[str, Any]:
        """What was understood, as ``peirast pairs check --json`` prints it."""
        return self._understood

    def rows(self) -> Rows[PairRow]:
        """A record for every version of an item; :func:`pairs` reads them back as the same problems."""
        lines, _ = _peirast.pairs_rows(json.dumps(self._plan), 0, self._seed)
        return Rows((PairRow(json.loads(line)) for line in lines.splitlines()), _ROWS_SHOWN)

    def to_pandas(self) -> Any:
        """The rows as a data frame of pandas."""
        return self.rows().to_pandas()

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        """The rows as a stream of Arrow, for ``polars.DataFrame``, ``pyarrow.table``, DuckDB and others."""
        return self.rows().__arrow_c_stream__(requested_schema)

    def check(self) -> PairsCheck:
        """What the surface of options, and of yes-or-no questions, gives away (``docs/artefacts.md``).

        Guessers that see one cue only, such as the length of options, are fitted on four fifths of the items and
        tried on the rest. Fewer than 20 items have no scores.
        """
        return PairsCheck(json.loads(_peirast.pairs_check(json.dumps(self._plan), self._seed)))

    def make(self, with_: str | Sequence[str], *, limit: int = 0, seed: int | None = None) -> Pairs:
        """The items with further versions, made by transformations and certified; these stay as they are.

        Args:
            with_: transformations such as ``shuffle-options``, ``names``, ``irrelevant``, ``hint=wrong`` or
                ``typos=0.05``; ``docs/transformations.md`` lists all.
            limit: the first items only; all if 0.
            seed: of the transformations; the same seed makes the same versions.

        Raises:
            ValueError: a transformation that is unknown, or that fits none of the items.

        >>> sums = pairs([{"item": n, "question": f"Lena has {n} nuts and finds 2. How many has she?", "answer": n + 2}
        ...     for n in range(3, 9)])
        >>> sums.make("irrelevant").versions
        ['original', 'irrelevant']
        """
        plan = {**self._plan, "with": [*self._plan.get("with", []), *names(with_)]}
        used = self._seed if seed is None else seed
        lines, notes = _peirast.pairs_rows(json.dumps(plan), limit, used)
        path, folder = _written(Path(plan["file"]).stem, lines)
        # Made rows have the usual columns; the original is the first version.
        return Pairs({"file": path}, used, folder, notes)

    def study(
        self,
        *,
        all_pairs: bool = False,
        temperatures: Sequence[float] | None = None,
        max_tokens: int | None = None,
    ) -> Study:
        """The study that compares every version with the original, by exact tests on matched pairs.

        Args:
            all_pairs: whether every version is compared with every other.
            temperatures: of sampling; what the provider does unless given.
            max_tokens: the most tokens of an answer.

        Raises:
            ValueError: items of one version each, which have nothing to compare.
        """
        changes = {"temperatures": list(temperatures) if temperatures is not None else None, "max_tokens": max_tokens}
        source = {"pairs": {"plan": self._plan, "all_pairs": all_pairs, "seed": self._seed}}
        return Study(source, changes, self._keeps)

    def run(self, models: Models | None = None, **settings: Unpack[RunSettings]) -> Run:
        """Ask these problems, and return the run: :meth:`study` with its defaults, and :meth:`Study.run`.

        Args:
            models: as of :meth:`Study.run`; two simulated subjects if none.
            settings: as of :meth:`Study.run`: ``into``, ``budget``, ``base_url`` and others.

        Raises:
            ValueError: items of one version each; models or settings that cannot be used.
            PeirastError: a directory that holds something else, a budget that cannot be kept.
            KeyboardInterrupt: after Ctrl-C, when everything that was answered is stored.
        """
        return self.study().run(models, **settings)


class _Folder:
    """A folder that is removed with the last of what needs it, or when the process ends."""

    def __init__(self) -> None:
        import shutil
        import tempfile
        import weakref

        self.path = Path(tempfile.mkdtemp(prefix="peirast-"))
        weakref.finalize(self, shutil.rmtree, self.path, ignore_errors=True)


def _written(name: str, lines: str) -> tuple[str, _Folder]:
    """A file of these rows, and the folder that it is in."""
    folder = _Folder()
    path = folder.path / f"{name}.jsonl"
    path.write_text(lines, encoding="utf-8")
    return os.fspath(path), folder


def pairs(
    data: str | os.PathLike[str] | Iterable[Mapping[str, Any]] | Any,
    *,
    name: str | None = None,
    no_header: bool = False,
    item: str | None = None,
    version_column: str | None = None,
    versions: str | Sequence[str] = (),
    question: str | None = None,
    context: str | None = None,
    choices: str | Sequence[str] = (),
    answer: str | None = None,
    lure: str | None = None,
    alternatives: str | None = None,
    tolerance: str | None = None,
    cluster: str | None = None,
    keep: str | Sequence[str] = (),
    original: str | None = None,
    with_: str | Sequence[str] = (),
    first_option: int | None = None,
    seed: int = 1,
) -> Pairs:
    """Problems of your own: a row for every version of an item, or a column for every version.

    The settings are those of ``peirast pairs check``. Columns with usual names need none; ``docs/own-problems.md``
    says which are recognised and how answers are written.

    Args:
        data: the path of a file (CSV, TSV, JSON, JSON lines, Parquet); a data frame of pandas or polars; anything
            with ``__arrow_c_stream__``; or a list of mappings.
        name: what the study of a data frame is called: its id, and its run directory.
        no_header: the first line of separated values is a row: columns are named 1, 2, ... by their places.
        item: column of the item that versions share. A field of an object is named with a point:
            ``question.stem``.
        version_column: column of the version, where there is a row for every version.
        versions: columns of versions, where there is a column for every version.
        question: column of the question.
        context: column of a text that stands before the question.
        choices: column of lists of options; or the columns of options.
        answer: column of the right answer.
        lure: column of the answer that the bias under test leads to.
        alternatives: column of further right answers.
        tolerance: column that says how far off a number may be: ``0.01``, or ``1%``.
        cluster: column by which items belong together: tests take items of one cluster as related.
        keep: columns to keep as factors, to group results by.
        original: the version that others are compared with; the one named so, or else the first, unless given.
        with_: transformations that make further versions of each item, such as ``shuffle-options``.
        first_option: the number of the first option, 0 or 1, where answers are numbers of options.
        seed: of transformations.

    Raises:
        ValueError: rows that cannot be understood, with the place and the fix.
        TypeError: neither a path nor a data frame.

    >>> mine = pairs([
    ...     {"item": 1, "version": "plain", "question": "Is 7 odd?", "answer": "yes"},
    ...     {"item": 1, "version": "polite", "question": "Please, is 7 odd?", "answer": "yes"},
    ... ])
    >>> mine.versions, mine.task, mine.pairs
    (['plain', 'polite'], 'yes-no', 1)
    """
    if isinstance(data, (str, os.PathLike)):
        path: str = os.fspath(data)
        folder: _Folder | None = None
    elif is_frame(data):
        path, folder = _written(name or _NAME, json_lines(data))
    else:
        raise TypeError(f"{type(data).__name__} holds no problems: give a path, a data frame or a list of mappings")
    columns: dict[str, Any] = {
        "item": item,
        "version": version_column,
        "versions": names(versions),
        "question": question,
        "context": context,
        "choices": names(choices),
        "answer": answer,
        "lure": lure,
        "alternatives": alternatives,
        "tolerance": tolerance,
        "cluster": cluster,
        "keep": names(keep),
    }
    plan = {
        "file": path,
        "no_header": no_header,
        "columns": {role: column for role, column in columns.items() if column},
        "original": original,
        "with": names(with_),
        "first_option": first_option,
    }
    return Pairs(plan, seed, folder)
