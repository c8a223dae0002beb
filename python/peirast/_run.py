"""Studies, and runs of them."""

from __future__ import annotations

import html
import io
import json
import os
from collections.abc import Awaitable, Callable, Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypedDict, Union

from . import _peirast
from ._result import Figure, Record, Rows
from ._viewer import Viewer

if TYPE_CHECKING:
    from asyncio import AbstractEventLoop

    from typing_extensions import Unpack

# `asyncio` is imported where it is needed: it takes longer than all of this package.

__all__ = ["Finding", "Run", "Study", "TestRow", "open_run", "study"]

Model = Union[str, Callable[..., Any]]
Models = Union[Model, Sequence[Model], Mapping[str, Model]]

# The columns that a notebook shows.
_TESTS_SHOWN = tuple(
    (name, name.replace("_", " "))
    for name in ("hypothesis", "model", "method", "n", "n11", "n12", "n21", "n22", "p", "p_adjusted", "reject")
)
_VERDICTS_SHOWN = (("hypothesis", "hypothesis"), ("model", "subject"), ("sentence", "verdict"))

# What marks a model that is a function of this process.
_PREFIX = "py:"


async def _wait(answer: Awaitable[Any]) -> Any:
    return await answer


def awaited(answer: Awaitable[Any]) -> Any:
    """What an async model gives; called by the module, in a thread of its own."""
    import asyncio

    return asyncio.run(_wait(answer))


def _in_loop(function: Callable[..., Any], loop: AbstractEventLoop) -> Callable[..., Any]:
    """The function, called in any thread; what it gives is awaited in the loop."""

    import asyncio
    import inspect

    def call(messages: Any, **sampling: Any) -> Any:
        answer = function(messages, **sampling)
        if not inspect.isawaitable(answer):
            return answer
        return asyncio.run_coroutine_threadsafe(_wait(answer), loop).result()

    return call


class RunSettings(TypedDict, total=False):
    """The settings of :meth:`Study.run`, which says what they mean."""

    into: str | os.PathLike[str] | None
    budget: float | None
    base_url: str | Mapping[str, str] | None
    key_env: str | None
    timeout: float
    at_once: int
    allow_unsent: bool
    on_progress: Callable[[int, int], Any] | None


class TestRow(Record):
    """A test of one hypothesis, subject and method: ``hypothesis``, ``model``, ``method``, ``n``, ``n12``, ``n21``,
    ``p``, ``p_adjusted``, ``reject`` and others."""

    __test__ = False


class Finding(Record):
    """A verdict on one hypothesis and subject: ``hypothesis``, ``model``, ``rejected``, ``tests``, ``sentence`` and
    others."""


class Study:
    """A study: problems, subjects, hypotheses.

    Attributes:
        id: what it is called.
        title: what it is about.
        toml: the whole of it, as a study file.
    """

    def __init__(self, name: str, changes: dict[str, Any]) -> None:
        self._name = name
        self._changes = changes
        self.id, self.title, self.toml = _peirast.load(name, json.dumps(changes))

    def __repr__(self) -> str:
        return f"Study({self.id!r}: {self.title})"

    def run(
        self,
        models: Models | None = None,
        *,
        into: str | os.PathLike[str] | None = None,
        budget: float | None = None,
        base_url: str | Mapping[str, str] | None = None,
        key_env: str | None = None,
        timeout: float = 300.0,
        at_once: int = 4,
        allow_unsent: bool = True,
        on_progress: Callable[[int, int], Any] | None = None,
    ) -> Run:
        """Ask whatever has no answer yet, and return the run. The same call resumes it.

        Args:
            models: names such as ``openai/gpt-4o`` or ``sim:biased``; functions ``model(messages, **sampling)`` that
                give a text, or something with ``text``, ``finish`` (``stop`` or ``length``), ``input_tokens``,
                ``output_tokens`` and ``model``, sync or async; or a mapping of names to either. The study's
                subjects if none.
            into: the run directory; ``runs/ID`` unless given.
            budget: the most that answers may cost, in US dollars.
            base_url: the server of all models, or of each by its name.
            key_env: the environment variable that holds the key.
            timeout: of one answer, in seconds.
            at_once: calls of a function at the same time.
            allow_unsent: whether settings that a model does not take are left out and recorded.
            on_progress: called with the number of answers and of questions, ten times a second.

        Raises:
            ValueError: models or settings that cannot be used.
            PeirastError: a directory that holds something else, a budget that cannot be kept.
            KeyboardInterrupt: after Ctrl-C, when everything that was answered is stored.
        """
        given = _subjects(models)
        settings: RunSettings = {
            "into": into,
            "budget": budget,
            "base_url": base_url,
            "key_env": key_env,
            "timeout": timeout,
            "at_once": at_once,
            "allow_unsent": allow_unsent,
            "on_progress": on_progress,
        }
        return self._run(*given, settings)

    async def run_async(self, models: Models | None = None, **settings: Unpack[RunSettings]) -> Run:
        """:meth:`run` in a thread, so that other tasks go on. Cancel the task to stop it: nothing is lost.

        Functions that are async run in the loop of the caller, and so does ``on_progress``: they may share clients.
        """
        import asyncio
        import threading

        loop = asyncio.get_running_loop()
        names, functions = _subjects(models)
        stopped = threading.Event()
        progress = settings.get("on_progress")

        def look(answered: int, planned: int) -> None:
            if stopped.is_set():
                raise asyncio.CancelledError
            if progress is not None:
                loop.call_soon_threadsafe(progress, answered, planned)

        asked = {name: _in_loop(function, loop) for name, function in functions.items()}
        watched: RunSettings = {**settings, "on_progress": look}
        work = loop.run_in_executor(None, self._run, names, asked, watched)
        try:
            return await asyncio.shield(work)
        except asyncio.CancelledError:
            stopped.set()
            await asyncio.wait({work})
            work.exception()
            raise

    def _run(self, names: list[str], functions: Mapping[str, Callable[..., Any]], given: RunSettings) -> Run:
        into, base_url = given.get("into"), given.get("base_url")
        changes = {**self._changes, **({"subjects": names} if names else {})}
        directory = Path(into) if into is not None else Path("runs") / self.id
        single = base_url if isinstance(base_url, str) else None
        settings = {
            "budget": given.get("budget"),
            "base_url": single,
            "base_urls": dict(base_url) if base_url is not None and not isinstance(base_url, str) else {},
            "key_env": given.get("key_env"),
            "timeout": given.get("timeout", 300.0),
            "allow_unsent": given.get("allow_unsent", True),
        }
        called = [(name, function, given.get("at_once", 4)) for name, function in functions.items()]
        summary = _peirast.run(
            self._name,
            json.dumps(changes),
            called,
            os.fspath(directory),
            json.dumps(settings),
            given.get("on_progress"),
        )
        return Run(directory, json.loads(summary))


def _subjects(models: Models | None) -> tuple[list[str], dict[str, Callable[..., Any]]]:
    """The names of models, and the functions among them by their names."""
    if models is None:
        return [], {}
    if isinstance(models, Mapping):
        given = [(str(name), model) for name, model in models.items()]
    else:
        listed = [models] if isinstance(models, str) or callable(models) else list(models)
        given = [(model if isinstance(model, str) else _called(model), model) for model in listed]
    names: list[str] = []
    functions: dict[str, Callable[..., Any]] = {}
    for name, model in given:
        if callable(model):
            name = name if name.startswith((_PREFIX, "sim:")) else _PREFIX + name
            functions[name] = model
        elif isinstance(model, str):
            name = model
        else:
            raise TypeError(f"{type(model).__name__} is no model: give a name or a function")
        if name in names:
            raise ValueError(f"two models are called {name}: give a mapping of names to models")
        names.append(name)
    return names, functions


def _called(function: Callable[..., Any]) -> str:
    name = getattr(function, "__name__", type(function).__name__)
    return "model" if name == "<lambda>" else name


class Run:
    """A run directory, read: answers, tests, verdicts, report. Nothing is asked.

    Attributes:
        path: the run directory.
        summary: what the run that was just made came to; empty for one that was opened.
    """

    def __init__(self, path: Path, summary: dict[str, Any] | None = None, rule: str | None = None) -> None:
        self.path = path
        self.summary: dict[str, Any] = summary or {}
        self._rule = rule
        self._read: Any = None

    def _analysis(self) -> Any:
        if self._read is None:
            self._read = _peirast.analyse(os.fspath(self.path), self._rule)
        return self._read

    def __repr__(self) -> str:
        return f"Run({os.fspath(self.path)!r}: {self._analysis().title()})"

    def _repr_html_(self) -> str:
        return f"<p>{html.escape(self._analysis().title())}</p>{self.verdicts()._repr_html_()}"

    def tests(self) -> Rows[TestRow]:
        """The tests, a row for each hypothesis, subject and method."""
        rows = (TestRow(json.loads(line)) for line in self._analysis().tests().splitlines())
        return Rows(rows, _TESTS_SHOWN)

    def verdicts(self) -> Rows[Finding]:
        """The verdicts, one for each hypothesis and subject."""
        rows = (Finding(json.loads(line)) for line in self._analysis().verdicts().splitlines())
        return Rows(rows, _VERDICTS_SHOWN)

    def tables(self) -> list[str]:
        """The names of the tables; ``docs/columns.md`` says what their columns mean."""
        return list(self._analysis().tables())

    def table(self, name: str) -> Any:
        """A table as a data frame of pandas or polars, whichever is there.

        Raises:
            ValueError: a name that is none of :meth:`tables`.
            ImportError: neither pandas (with pyarrow) nor polars.
        """
        data = self._analysis().table_parquet(name)
        if data is None:
            raise ValueError(f"there is no table {name!r}: there are {', '.join(self.tables())}")
        for library in ("pandas", "polars"):
            try:
                return import_module(library).read_parquet(io.BytesIO(data))
            except ImportError:
                continue
        raise ImportError("a table needs pandas with pyarrow, or polars: pip install polars")

    def rows(self, name: str) -> list[dict[str, Any]]:
        """A table as a list of dictionaries, without any other package."""
        text = self._analysis().table_json(name)
        if text is None:
            raise ValueError(f"there is no table {name!r}: there are {', '.join(self.tables())}")
        table = json.loads(text)
        rows: list[dict[str, Any]] = table["rows"]
        return rows

    def outcomes(self) -> Any:
        """Every answer with its factors and its grade, as a data frame."""
        return self.table("outcomes")

    def figures(self) -> dict[str, Figure]:
        """The figures as SVG, by their names."""
        return {name: Figure(svg, title) for name, title, svg in self._analysis().figures()}

    def view(self, *, open_browser: bool = True, port: int = 0) -> Viewer:
        """Show the run in the browser, from a verdict down to the words that were read in one answer.

        Args:
            open_browser: whether a browser is opened; a notebook shows the pages in any case.
            port: of the server; a free one if 0.
        """
        return Viewer(self.path, open_browser=open_browser, port=port)

    def report(self, path: str | os.PathLike[str]) -> Path:
        """Write the report as one page; return its path."""
        target = Path(path)
        target.write_text(self._analysis().page(), encoding="utf-8")
        return target


def study(
    name: str,
    *,
    n: int | Mapping[str, int] | None = None,
    seed: int | None = None,
    temperatures: Sequence[float] | None = None,
    strategies: Sequence[str] | None = None,
) -> Study:
    """A built-in study, a study file (TOML), or a file of your own problems.

    Args:
        name: an id such as ``token-bias``, or a path.
        n: items of each variant, of all families or by family.
        seed: of the problems.
        temperatures: of sampling.
        strategies: those that are kept.

    Raises:
        ValueError: an unknown name, or a study that contradicts itself.

    >>> study("token-bias", n=2).id
    'token-bias'
    """
    counts = None
    if isinstance(n, Mapping):
        counts = ",".join(f"{family}={count}" for family, count in n.items())
    elif n is not None:
        counts = str(n)
    changes = {
        "n": counts,
        "seed": seed,
        "temperatures": list(temperatures) if temperatures is not None else None,
        "strategies": list(strategies) if strategies is not None else None,
    }
    return Study(name, changes)


def open_run(path: str | os.PathLike[str], *, rule: str | None = None) -> Run:
    """A run directory that is there; ``rule`` is another rule of tests than the study's."""
    return Run(Path(path), None, rule)
