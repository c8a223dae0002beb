"""Stored runs: their answers, tests, verdicts and reports."""

from __future__ import annotations

import html
import io
import json
import os
from importlib import import_module
from pathlib import Path
from typing import Any, Literal

from . import _arrow, _peirast
from ._errors import InputError
from ._result import Figure, Record, Row, Rows
from ._viewer import Viewer
from ._watch import in_thread

__all__ = ["Answer", "Finding", "Registration", "Run", "TestRow", "open_run", "open_run_async", "registration_text"]

# The columns that a notebook shows.
_TESTS_SHOWN = tuple(
    (name, name.replace("_", " "))
    for name in ("hypothesis", "model", "method", "n", "n11", "n12", "n21", "n22", "p", "p_adjusted", "reject")
)
_ANSWERS_SHOWN = tuple((name, name) for name in ("model", "problem", "protocol", "answer", "truth", "grade", "text"))
_VERDICTS_SHOWN = (("hypothesis", "hypothesis"), ("model", "subject"), ("sentence", "verdict"))


Library = Literal["pandas", "polars", "pyarrow"]
_LIBRARIES: tuple[Library, ...] = ("pandas", "polars", "pyarrow")


def _frame_of_arrow(library: Library, table: Any) -> Any:
    """The table of pyarrow as a frame of a library."""
    if library == "pyarrow":
        return table
    module = import_module(library)
    if library == "polars":
        return module.from_arrow(table)
    # The texts of pandas: objects in old versions, and a type of their own in new ones.
    text = module.Series([""]).dtype
    if text == object:
        return table.to_pandas()
    return table.to_pandas(types_mapper={import_module("pyarrow").large_string(): text}.get)


class TestRow(Record):
    """A test of one hypothesis, subject and method: ``hypothesis``, ``model``, ``method``, ``n``, ``n12``, ``n21``,
    ``p``, ``p_adjusted``, ``reject`` and others."""

    __test__ = False


class Answer(Record):
    """A stored answer: the columns of ``outcomes``, such as ``model``, ``problem``, ``answer``, ``truth``, ``grade`` and
    ``text``."""


class Finding(Record):
    """A verdict on one hypothesis and subject: ``hypothesis``, ``model``, ``rejected``, ``tests``, ``sentence`` and
    others."""


class Registration(Record):
    """The comparison of a run with its preregistration: ``agrees``, ``sentence`` (the verdict), ``departures`` (records
    with the registered and the actual value), ``registration_hash`` and others."""


class Run:
    """A stored run: answers, tests, verdicts, report. It asks nothing.

    Attributes:
        path: the run directory.
        summary: the summary of a run that was just made; empty for a run that was opened.
    """

    def __init__(
        self,
        path: Path,
        summary: dict[str, Any] | None = None,
        rule: str | None = None,
        registered: str | None = None,
    ) -> None:
        self.path = path
        self.summary: dict[str, Any] = summary or {}
        self._rule = rule
        self._registered = registered
        self._read: Any = None

    def _analysis(self) -> Any:
        if self._read is None:
            self._read = _peirast.analyse(os.fspath(self.path), self._rule, self._registered)
        return self._read

    def __repr__(self) -> str:
        return f"Run({os.fspath(self.path)!r}: {self._analysis().title()})"

    def _repr_html_(self) -> str:
        return f"<p>{html.escape(self._analysis().title())}</p>{self.verdicts()._repr_html_()}"

    def tests(self) -> Rows[TestRow]:
        """The tests, one row per hypothesis, subject and method."""
        rows = (TestRow(json.loads(line)) for line in self._analysis().tests().splitlines())
        return Rows(rows, _TESTS_SHOWN)

    def verdicts(self) -> Rows[Finding]:
        """The verdicts, one per hypothesis and subject."""
        rows = (Finding(json.loads(line)) for line in self._analysis().verdicts().splitlines())
        return Rows(rows, _VERDICTS_SHOWN)

    def registration(self) -> Registration | None:
        """The comparison with the preregistration of the run; ``None`` if it has none.

        It is the one that :meth:`Study.run` recorded, or that :func:`peirast.open` was given.
        """
        found = self._analysis().registration()
        return None if found is None else Registration(json.loads(found))

    def tables(self) -> list[str]:
        """The names of the tables; ``docs/columns.md`` explains their columns."""
        return list(self._analysis().tables())

    def table(self, name: str, library: Library | None = None) -> Any:
        """A table as a data frame of pandas or polars, or as a table of pyarrow, whichever is installed.

        All of them support ``__arrow_c_stream__``.

        Args:
            name: one of :meth:`tables`.
            library: the library of the frame; by default the first of these that is installed.

        Raises:
            ValueError: a name that is not in :meth:`tables`.
            ImportError: none of pandas (with pyarrow), polars and pyarrow.
        """
        self._check_name(name)
        for one in _LIBRARIES if library is None else (library,):
            try:
                return self._frame(name, one)
            except ImportError:
                if library is not None:
                    raise
        raise ImportError("a table needs pandas with pyarrow, polars, or pyarrow: pip install polars")

    def _frame(self, name: str, library: Library) -> Any:
        """A table as a frame of a library.

        Raises:
            ImportError: the library, or one that it needs, is not installed.
        """
        module = import_module(library)
        try:
            import_module("pyarrow")
        except ImportError:
            return module.read_parquet(io.BytesIO(self._analysis().table_parquet(name)))
        return _frame_of_arrow(library, _arrow.table_of_columns(*self._analysis().table_columns(name)))

    def _check_name(self, name: str) -> None:
        """Raise ``ValueError`` if there is no table of this name."""
        if name not in (names := self.tables()):
            raise InputError(f"there is no table {name!r}: there are {', '.join(names)}")

    def rows(self, name: str) -> list[dict[str, Any]]:
        """A table as a list of dictionaries, without any other package."""
        self._check_name(name)
        table = json.loads(self._analysis().table_json(name))
        rows: list[dict[str, Any]] = table["rows"]
        return rows

    def outcomes(self, library: Library | None = None) -> Any:
        """Every answer with its factors and its grade, as a data frame of the library that :meth:`table` chooses."""
        return self.table("outcomes", library)

    def measures(self) -> dict[str, Rows[Record]]:
        """The measures of the study, such as belief bias or fallacy rates, as tables by name.

        A study of hypotheses alone has none. ``docs/columns.md`` explains their columns.
        """
        return {name: self._records(name, Record) for name in self._analysis().measures() if name in self.tables()}

    def answers(self, *, limit: int | None = None, **having: Any) -> Rows[Answer]:
        """The stored answers with these values, each with its text, its reading and its grade.

        Args:
            limit: the most answers.
            having: columns of ``outcomes`` with their values: ``answers(grade="wrong", model="sim:biased")``.

        Raises:
            ValueError: a column that ``outcomes`` does not have.
        """
        rows = self._records("outcomes", Answer)
        known = rows[0] if rows else {}
        for column in having:
            if rows and column not in known:
                raise InputError(f"outcomes have no column {column!r}: there are {', '.join(known)}")
        found = [row for row in rows if all(row[column] == value for column, value in having.items())]
        return Rows(found if limit is None else found[:limit], _ANSWERS_SHOWN)

    def _records(self, name: str, kind: type[Row]) -> Rows[Row]:
        """A table as records, all of whose columns a notebook shows."""
        rows = [kind(row) for row in self.rows(name)]
        return Rows(rows, [(column, column.replace("_", " ")) for column in (rows[0] if rows else ())])

    def figures(self) -> dict[str, Figure]:
        """The figures as SVG, by name."""
        return {name: Figure(svg, title) for name, title, svg in self._analysis().figures()}

    def view(self, *, open_browser: bool = True, port: int = 0) -> Viewer:
        """Show the run in the browser, from a verdict down to the words that decided one answer.

        Args:
            open_browser: open a browser; a notebook shows the pages in any case.
            port: the port of the server; a free one if 0.
        """
        return Viewer(self.path, open_browser=open_browser, port=port)

    def report(self, path: str | os.PathLike[str]) -> Path:
        """Write the report as one page; return its path."""
        target = Path(path)
        target.write_text(self._analysis().page(), encoding="utf-8")
        return target


def registration_text(given: str | os.PathLike[str] | None) -> str | None:
    """The text of a preregistration, which is given as a path or as a text."""
    if given is None or (isinstance(given, str) and "\n" in given):
        return given
    try:
        # A file of another kind is no text; it has no registration either.
        return Path(given).read_bytes().decode("utf-8-sig", "replace")
    except OSError as error:
        raise InputError(f"cannot read the registration {os.fspath(given)}: {error.strerror}") from error


def open_run(
    path: str | os.PathLike[str], *, rule: str | None = None, registration: str | os.PathLike[str] | None = None
) -> Run:
    """Open a stored run. Its answers are read, graded and tested when they are first used.

    Args:
        path: the run directory.
        rule: the test rule, in place of the study's.
        registration: a preregistration, in place of the recorded one: its path, or its text.

    Raises:
        ValueError: a registration that cannot be read.
    """
    return Run(Path(path), None, rule, registration_text(registration))


async def open_run_async(
    path: str | os.PathLike[str], *, rule: str | None = None, registration: str | os.PathLike[str] | None = None
) -> Run:
    """Open a stored run, and read, grade and test its answers in a thread; afterwards its methods are quick.

    The arguments are those of :func:`peirast.open`.
    """
    run = open_run(path, rule=rule, registration=registration)
    await in_thread(run._analysis)
    return run
