"""The user's own problems, in several versions."""

from __future__ import annotations

import html
import json
import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypedDict

from . import _peirast
from ._columns import is_frame, json_lines, names, settings_json
from ._errors import InputError, PeirastError
from ._forecast import Cue, cues_of
from ._models import Model, Models, calls, subjects
from ._result import Record, Rows
from ._run import Run
from ._study import RunSettings, Study
from ._watch import WatchSettings, asked_functions, in_thread, raise_if_stopped, run_in_thread, watching

if TYPE_CHECKING:
    from typing_extensions import Unpack

__all__ = ["PairRow", "Pairs", "PairsCheck", "Sample", "pairs", "pairs_async"]

_SAMPLES_SHOWN = (("item", "item"), ("version", "version"), ("messages", "as it will be put"), ("answer", "right answer"))
_ROWS_SHOWN = (("item", "item"), ("version", "version"), ("question", "question"), ("answer", "answer"))

# The file name of a data frame without a name.
_NAME = "pairs"


class WriterSettings(WatchSettings, total=False):
    """The settings of a writer of paraphrases, which :meth:`Pairs.make` explains."""

    answers: str | os.PathLike[str] | None
    budget: float | None
    base_url: str | Mapping[str, str] | None
    key_env: str | None
    at_once: int


class PairsSettings(TypedDict, total=False):
    """The settings of :func:`pairs`, which explains them."""

    name: str | None
    no_header: bool
    item: str | None
    version_column: str | None
    versions: str | Sequence[str]
    question: str | None
    context: str | None
    choices: str | Sequence[str]
    answer: str | None
    lure: str | None
    alternatives: str | None
    tolerance: str | None
    cluster: str | None
    keep: str | Sequence[str]
    original: str | None
    with_: str | Sequence[str]
    first_option: int | None
    seed: int


class Sample(Record):
    """A prompt as it will be sent: ``item``, ``version``, ``messages`` (each with its role in front), ``answer`` (the
    right answer)."""


class PairRow(Record):
    """A version of an item: ``item``, ``version``, ``question``, ``answer``, and ``choices`` and others if it has
    them."""


class PairsCheck(Record):
    """The surface cues of problems: ``problems``, ``n_items``, ``open`` (problems with open answers, which
    have no surface cues), ``families``, ``understood``, ``artefacts`` (by family and task).

    Attributes:
        cues: the accuracy of each guesser, which sees only one cue; one record each.
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
    """A file of the user's own problems, and how it was understood.

    Attributes:
        items: number of items.
        versions: the versions, the original first.
        task: the kind of answer: ``choice``, ``yes-no``, ``validity``, ``number`` or ``text``; several are separated by commas.
        pairs: number of matched pairs: for each version except the original, the items with both.
        clusters: clusters of related items; as many as items if no column names them.
        warnings: possible mistakes, one sentence each. An option such as ``--version-column`` is the argument
            ``version_column`` here.
        columns: the role of each column.
        unused_columns: columns without a role.
        samples: the first item in each version, as it will be sent; at most three.
        notes: remarks from the making of versions.
    """

    def __init__(
        self, plan: Mapping[str, Any], seed: int, keeps: object = None, notes: Sequence[str] = ()
    ) -> None:
        self._plan = dict(plan)
        self._seed = seed
        # The folder of a data frame's file exists as long as this object.
        self._keeps = keeps
        understood = json.loads(_peirast.pairs_understood(settings_json(self._plan), seed))
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
        """The reading of the file, as ``peirast pairs check --json`` prints it."""
        return self._understood

    def rows(self) -> Rows[PairRow]:
        """One record per version of an item; :func:`pairs` reads them back as the same problems."""
        lines, _ = _peirast.pairs_rows(settings_json(self._plan), 0, self._seed)
        return Rows((PairRow(json.loads(line)) for line in lines.splitlines()), _ROWS_SHOWN)

    def to_pandas(self) -> Any:
        """The rows as a data frame of pandas."""
        return self.rows().to_pandas()

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        """The rows as a stream of Arrow, for ``polars.DataFrame``, ``pyarrow.table``, DuckDB and others."""
        return self.rows().__arrow_c_stream__(requested_schema)

    def check(self) -> PairsCheck:
        """Search options and yes/no questions for surface cues (``docs/artefacts.md``).

        Each guesser sees only one cue, such as the length of options. It is fitted on four fifths of the items and
        tested on the rest. Fewer than 20 items have no scores.
        """
        return PairsCheck(json.loads(_peirast.pairs_check(settings_json(self._plan), self._seed)))

    async def check_async(self) -> PairsCheck:
        """:meth:`check` in a thread."""
        return await in_thread(self.check)

    def make(
        self,
        with_: str | Sequence[str] = (),
        *,
        writer: Model | Mapping[str, Model] | None = None,
        limit: int = 0,
        seed: int | None = None,
        answers: str | os.PathLike[str] | None = None,
        budget: float | None = None,
        base_url: str | Mapping[str, str] | None = None,
        key_env: str | None = None,
        at_once: int = 4,
        on_progress: Callable[[int, int], Any] | None = None,
        on_event: Callable[[dict[str, Any]], Any] | None = None,
        progress: bool | None = None,
    ) -> Pairs:
        """The items with further versions, made by transformations or by a model; this object stays unchanged.

        Versions of transformations are certified: independent code checks what changed. A ``writer`` puts each question
        into other words, as a version ``paraphrase (not certified)``.

        Args:
            with_: transformations such as ``shuffle-options``, ``names``, ``irrelevant``, ``hint=wrong`` or
                ``typos=0.05``; ``docs/transformations.md`` lists all.
            writer: a model that paraphrases: a name such as ``openai/gpt-4o-mini``, a function as in :meth:`Study.run`,
                or a mapping of one name to either.
            limit: use only the first items; all if 0.
            seed: the seed of the transformations; the same seed makes the same versions. Another seed asks a writer
                for other paraphrases.
            answers: the directory that keeps the writer's answers, so that nothing is asked twice; by default
                ``FILE.paraphrases``, and ``runs/NAME.paraphrases`` for a data frame.
            budget, base_url, key_env, at_once, on_progress, on_event, progress: of the writer, as in
                :meth:`Study.run`.

        Raises:
            ValueError: a transformation that is unknown, or that applies to no item; a simulated writer.
            PeirastError: a writer that cannot be asked to the end, or none of whose answers is a paraphrase.
            ModelError: a writer that is a function and raised exceptions.
            KeyboardInterrupt: after Ctrl-C, when all answers are stored.

        >>> sums = pairs([{"item": n, "question": f"Lena has {n} nuts and finds 2. How many has she?", "answer": n + 2}
        ...     for n in range(3, 9)])
        >>> sums.make("irrelevant").versions
        ['original', 'irrelevant']
        """
        settings: WriterSettings = {
            "answers": answers,
            "budget": budget,
            "base_url": base_url,
            "key_env": key_env,
            "at_once": at_once,
            "on_progress": on_progress,
            "on_event": on_event,
            "progress": progress,
        }
        name, functions = _writer(writer)
        return self._made(names(with_), name, functions, limit, seed, settings)

    async def make_async(
        self,
        with_: str | Sequence[str] = (),
        *,
        writer: Model | Mapping[str, Model] | None = None,
        limit: int = 0,
        seed: int | None = None,
        **settings: Unpack[WriterSettings],
    ) -> Pairs:
        """:meth:`make` in a thread. Cancel the task to stop a writer: no answer is lost."""
        name, functions = _writer(writer)

        def work(functions: Mapping[str, Callable[..., Any]], watched: WatchSettings) -> Pairs:
            return self._made(names(with_), name, functions, limit, seed, {**settings, **watched})

        return await run_in_thread(functions, settings, work)

    def _made(
        self,
        with_: Sequence[str],
        writer: str | None,
        functions: Mapping[str, Callable[..., Any]],
        limit: int,
        seed: int | None,
        settings: WriterSettings,
    ) -> Pairs:
        plan = {**self._plan, "with": [*self._plan.get("with", []), *with_]}
        used = self._seed if seed is None else seed
        if writer is not None:
            lines, notes = self._paraphrased(plan, writer, functions, (limit, used), settings)
        elif with_:
            lines, notes = _peirast.pairs_rows(settings_json(plan), limit, used)
        else:
            raise InputError("name transformations, such as irrelevant, or a writer that paraphrases")
        path, folder = _written(self._name(), lines)
        # Made rows have the usual columns; the original is the first version.
        return Pairs({"file": path}, used, folder, notes)

    def _paraphrased(
        self,
        plan: Mapping[str, Any],
        writer: str,
        functions: Mapping[str, Callable[..., Any]],
        limit_and_seed: tuple[int, int],
        given: WriterSettings,
    ) -> tuple[str, list[str]]:
        """The rows with paraphrases, and notes."""
        own = Path("runs") / self._name() if self._keeps is not None else Path(plan["file"])
        directory = os.fspath(given.get("answers") or f"{own}.paraphrases")
        base_url, at_once = given.get("base_url"), given.get("at_once", 4)
        if at_once < 1:
            raise InputError("at_once is 1 or more")
        settings = {
            "budget": given.get("budget"),
            "base_url": base_url if isinstance(base_url, str) else None,
            "base_urls": dict(base_url) if base_url is not None and not isinstance(base_url, str) else {},
            "key_env": given.get("key_env"),
            "timeout": 300.0,
            "allow_unsent": True,
            "registration": None,
        }
        asked = asked_functions(functions)
        called = [(name, asked[name], calls(function, at_once)) for name, function in functions.items()]
        with watching("paraphrases", given, asked) as (look, told):
            told_summary, lines, notes = _peirast.pairs_paraphrased(
                settings_json(plan), *limit_and_seed, writer, called, directory, settings_json(settings), look, told
            )
        summary = json.loads(told_summary)
        raise_if_stopped(asked, summary, place=directory)
        if lines is None:
            reasons = [*summary["stopped"].values(), *summary["failed"].values()] or [summary["outcome"]]
            raise PeirastError(
                f"{writer} was not asked to the end: {reasons[0]}; its answers are kept in {directory}, and the same "
                "call asks for the others"
            )
        return lines, notes

    def _name(self) -> str:
        """The name of the file, without its ending."""
        return Path(self._plan["file"]).stem

    def study(
        self,
        *,
        all_pairs: bool = False,
        temperatures: Sequence[float] | None = None,
        max_tokens: int | None = None,
    ) -> Study:
        """The study that compares every version with the original, by exact tests on matched pairs.

        Args:
            all_pairs: compare every version with every other.
            temperatures: the sampling temperatures; by default the provider's.
            max_tokens: the most tokens of an answer.

        Raises:
            ValueError: items with only one version, which have nothing to compare.
        """
        changes = {"temperatures": list(temperatures) if temperatures is not None else None, "max_tokens": max_tokens}
        source = {"pairs": {"plan": self._plan, "all_pairs": all_pairs, "seed": self._seed}}
        return Study(source, changes, self._keeps)

    def run(self, models: Models | None = None, **settings: Unpack[RunSettings]) -> Run:
        """Ask these problems, and return the run: :meth:`study` with its defaults, and :meth:`Study.run`.

        Args:
            models: as in :meth:`Study.run`; by default two simulated subjects.
            settings: as in :meth:`Study.run`: ``into``, ``budget``, ``base_url`` and others.

        Raises:
            ValueError: items with only one version; models or settings that cannot be used.
            PeirastError: a directory with other contents, a budget that cannot be kept.
            ModelError: a function raised exceptions and was not asked to the end.
            KeyboardInterrupt: after Ctrl-C, when all answers are stored.
        """
        return self.study().run(models, **settings)

    async def run_async(self, models: Models | None = None, **settings: Unpack[RunSettings]) -> Run:
        """:meth:`run` in a thread, as :meth:`Study.run_async`."""
        return await self.study().run_async(models, **settings)


def _writer(writer: Model | Mapping[str, Model] | None) -> tuple[str | None, dict[str, Callable[..., Any]]]:
    """The name of a writer, and the function if it is one."""
    found, functions = subjects(writer)
    if len(found) > 1:
        raise InputError(f"{len(found)} writers: give one, and make the versions of each by itself")
    return (found[0] if found else None), functions


class _Folder:
    """A folder that is removed with its last user, or when the process ends."""

    def __init__(self) -> None:
        import shutil
        import tempfile
        import weakref

        self.path = Path(tempfile.mkdtemp(prefix="peirast-"))
        weakref.finalize(self, shutil.rmtree, self.path, ignore_errors=True)


def _written(name: str, lines: str) -> tuple[str, _Folder]:
    """A file of these rows, and its folder."""
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
    """Read your own problems: one row per version of an item, or one column per version.

    The settings are those of ``peirast pairs check``. Columns with usual names need no setting;
    ``docs/own-problems.md`` lists the recognised columns and the notations of answers.

    Args:
        data: the path of a file (CSV, TSV, JSON, JSON lines, Parquet); a data frame of pandas or polars; anything
            with ``__arrow_c_stream__``; or a list of mappings.
        name: the name of the study of a data frame: its id, and its run directory.
        no_header: the first line of a CSV or TSV file is a row; columns are named 1, 2, ... by position.
        item: column of the item that versions share. A dot names a field of an object:
            ``question.stem``.
        version_column: column of the version, if there is one row per version.
        versions: columns of the versions, if there is one column per version.
        question: column of the question.
        context: column of a text that precedes the question.
        choices: column of lists of options, or the columns of single options.
        answer: column of the right answer.
        lure: column of the wrong answer that the bias under test leads to.
        alternatives: column of further right answers.
        tolerance: column of the tolerance of a numeric answer: ``0.01``, or ``1%``.
        cluster: column of clusters: tests treat the items of one cluster as related.
        keep: columns to keep as factors, for grouping results.
        original: the version that the others are compared with; by default the one with this name, or the first.
        with_: transformations that make further versions of each item, such as ``shuffle-options``.
        first_option: the number of the first option, 0 or 1, if answers are numbers of options.
        seed: the seed of the transformations.

    Raises:
        ValueError: rows that cannot be parsed, with the place and the fix.
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


async def pairs_async(
    data: str | os.PathLike[str] | Iterable[Mapping[str, Any]] | Any, **settings: Unpack[PairsSettings]
) -> Pairs:
    """:func:`pairs` in a thread."""
    return await in_thread(lambda: pairs(data, **settings))
