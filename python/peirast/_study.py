"""Studies: loading, checking, forecasting and running."""

from __future__ import annotations

import json
import os
import warnings
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from . import _peirast
from ._columns import settings_json
from ._errors import InputError
from ._forecast import Forecast, StudyCheck
from ._models import Models, calls, subjects
from ._run import Run, registration_text
from ._watch import WatchSettings, asked_functions, in_thread, raise_if_stopped, run_in_thread, watching

if TYPE_CHECKING:
    from typing_extensions import Unpack

__all__ = ["Study", "study"]


class RunSettings(WatchSettings, total=False):
    """The settings of :meth:`Study.run`, which explains them."""

    into: str | os.PathLike[str] | None
    budget: float | None
    base_url: str | Mapping[str, str] | None
    key_env: str | None
    timeout: float
    at_once: int
    allow_unsent: bool
    registration: str | os.PathLike[str] | None


class Study:
    """A study: problems, subjects, hypotheses.

    Attributes:
        id: its name.
        title: its subject.
        toml: the whole study as a study file.
    """

    def __init__(self, source: Mapping[str, Any], changes: Mapping[str, Any], keeps: object = None) -> None:
        self._source = settings_json(source)
        self._changes = dict(changes)
        # Objects that must live as long as the study, such as a folder with its data.
        self._keeps = keeps
        self.id, self.title, self.toml = _peirast.load(self._source, settings_json(self._changes))

    @classmethod
    def from_toml(cls, path_or_text: str | os.PathLike[str]) -> Study:
        """A study from a study file, or from its text.

        Args:
            path_or_text: a path, or a text, which is recognised by its line ends or its ``=``. Paths of data files in a
                text are relative to the current directory.

        Raises:
            ValueError: a text that is not a study, with the line; a file that cannot be read.

        >>> Study.from_toml(study("token-bias", n=2).toml).id
        'token-bias'
        """
        given = os.fspath(path_or_text)
        if isinstance(path_or_text, str) and ("\n" in given or "=" in given):
            return cls({"text": {"toml": given, "folder": ""}}, {})
        return cls({"name": given}, {})

    def check(self, *, n: int | Mapping[str, int] | None = None) -> StudyCheck:
        """Check the whole study, like ``peirast study check``; nothing is asked.

        The check tests that every pair varies one factor, and searches the problems for surface cues: each guesser
        sees only one cue, is fitted on four fifths of the items and tested on the rest (``docs/artefacts.md``).

        Args:
            n: items per variant to search for surface cues, 5 to 20,000, for all families or by family; by default
                the study's number.

        Raises:
            ValueError: the first fault of the study.

        >>> study("belief-bias").check().hypotheses
        3
        """
        return StudyCheck(json.loads(_peirast.check_study(self._source, settings_json(self._changes), _counts(n))))

    async def check_async(self, *, n: int | Mapping[str, int] | None = None) -> StudyCheck:
        """:meth:`check` in a thread."""
        return await in_thread(lambda: self.check(n=n))

    def forecast(
        self,
        models: Models | None = None,
        *,
        into: str | os.PathLike[str] | None = None,
        budget: float | None = None,
        base_url: str | Mapping[str, str] | None = None,
        key_env: str | None = None,
    ) -> Forecast:
        """Forecast the questions and the cost of :meth:`run`, like ``peirast run --dry-run``. Nothing is asked or stored.

        Args:
            models: as in :meth:`run`; no key is needed, and no function is called.
            into: the run directory, whose answers are not asked again; by default ``runs/ID``.
            budget: the most that answers may cost, in US dollars: the forecast says whether it is enough.
            base_url: the server of all models, or a mapping from model to server.
            key_env: the environment variable that holds the key.

        Raises:
            ValueError: models or settings that cannot be used.
            PeirastError: a budget that cannot be kept, a directory that cannot be read.

        >>> study("token-bias", n=1).forecast("sim:flawless", into="no-such-run").subjects[0].cost
        0.0
        """
        names, functions = subjects(models)
        settings: RunSettings = {"into": into, "budget": budget, "base_url": base_url, "key_env": key_env}
        return Forecast(json.loads(_peirast.forecast(*self._arguments(names, functions, settings))))

    async def forecast_async(
        self,
        models: Models | None = None,
        *,
        into: str | os.PathLike[str] | None = None,
        budget: float | None = None,
        base_url: str | Mapping[str, str] | None = None,
        key_env: str | None = None,
    ) -> Forecast:
        """:meth:`forecast` in a thread."""
        return await in_thread(
            lambda: self.forecast(models, into=into, budget=budget, base_url=base_url, key_env=key_env)
        )

    def register(
        self,
        models: Models | None = None,
        *,
        date: str | None = None,
        format: Literal["markdown", "text", "json"] = "markdown",
    ) -> str:
        """The preregistration of the study, like ``peirast study register``; nothing is asked.

        The same study gives the same text. :meth:`run` and :func:`peirast.open` compare a run with it.

        It warns of hypotheses without problems, and of tests with too few pairs for a power of 80 %.

        Args:
            models: as in :meth:`run`; no key is needed, and no function is called.
            date: the date of the registration, as ``2026-11-30``; without it, the text names no time.
            format: ``markdown``, ``text`` (80 columns) or ``json``.

        Raises:
            ValueError: a study that cannot be planned, an unknown model, a date of another form.

        >>> study("belief-bias", n=5).register().splitlines()[0]
        '# Preregistration: Belief bias: is an argument judged by its form or by its conclusion?'
        """
        names, functions = subjects(models)
        called = [(name, function, 1) for name, function in functions.items()]
        changes = {**self._changes, **({"subjects": names} if names else {})}
        text, notices = _peirast.register(self._source, json.dumps(changes), called, date, format)
        for notice in notices:
            warnings.warn(notice, stacklevel=2)
        return text

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
        registration: str | os.PathLike[str] | None = None,
        on_progress: Callable[[int, int], Any] | None = None,
        on_event: Callable[[dict[str, Any]], Any] | None = None,
        progress: bool | None = None,
    ) -> Run:
        """Ask all questions without an answer, and return the run. The same call resumes it.

        Args:
            models: names such as ``openai/gpt-4o`` or ``sim:biased``; functions ``model(messages, **sampling)`` that
                return a text, or an object with ``text``, ``finish`` (``stop`` or ``length``), ``input_tokens``,
                ``output_tokens`` and ``model``, sync or async, or marked as :func:`peirast.batched`; or a mapping of
                names to either. By default the study's subjects.
            into: the run directory; by default ``runs/ID``.
            budget: the most that answers may cost, in US dollars.
            base_url: the server of all models, or a mapping from model to server.
            key_env: the environment variable that holds the key.
            timeout: the longest wait for one answer, in seconds.
            at_once: the number of simultaneous calls of a function.
            allow_unsent: leave out settings that a model does not accept, and record this.
            registration: the preregistration of this run, as :meth:`register` returned it: its path, or its text. The
                directory records it; ``summary["notices"]`` lists departures, and :meth:`Run.registration` has them.
            on_progress: called with the numbers of answers and questions, ten times per second.
            on_event: called with every event as a dictionary: ``event`` is its name, and ``docs/events.md`` lists the
                others; ``answered`` comes with every answer that is stored (``subject``, ``trial``).
            progress: show a progress bar; by default in a terminal and in a notebook, if ``tqdm`` is installed.

        Raises:
            ValueError: models or settings that cannot be used.
            PeirastError: a directory with other contents, a budget that cannot be kept.
            ModelError: a function raised exceptions and was not asked to the end. It has the run with all answers
                (``run``), and the last exception as its cause. If only some calls raise, their questions stay open,
                and ``summary["failed"]`` has the reasons.
            KeyboardInterrupt: after Ctrl-C, or if a function raises it, when all answers are stored.
        """
        given = subjects(models)
        settings: RunSettings = {
            "into": into,
            "budget": budget,
            "base_url": base_url,
            "key_env": key_env,
            "timeout": timeout,
            "at_once": at_once,
            "allow_unsent": allow_unsent,
            "registration": registration,
            "on_progress": on_progress,
            "on_event": on_event,
            "progress": progress,
        }
        return self._run(*given, settings)

    async def run_async(self, models: Models | None = None, **settings: Unpack[RunSettings]) -> Run:
        """:meth:`run` in a thread, so that other tasks continue. Cancel the task to stop it: no answer is lost.

        Async functions, ``on_progress`` and ``on_event`` run in the loop of the caller, so they may share clients.
        """
        names, functions = subjects(models)

        def work(functions: Mapping[str, Callable[..., Any]], watched: WatchSettings) -> Run:
            return self._run(names, functions, {**settings, **watched})

        return await run_in_thread(functions, settings, work)

    def _run(self, names: list[str], functions: Mapping[str, Callable[..., Any]], given: RunSettings) -> Run:
        asked = asked_functions(functions)
        source, changes, called, into, settings = self._arguments(names, functions, given)
        called = [(name, asked[name], at_once) for name, _, at_once in called]
        with watching(self.id, given, asked) as (look, told):
            summary = json.loads(_peirast.run(source, changes, called, into, settings, look, told))
        run = Run(Path(into), summary)
        raise_if_stopped(asked, summary, run, into)
        return run

    def _arguments(
        self, names: list[str], functions: Mapping[str, Callable[..., Any]], given: RunSettings
    ) -> tuple[str, str, list[tuple[str, Callable[..., Any], int]], str, str]:
        """The inputs of a run and its forecast: study, changes, functions, directory, settings."""
        into, base_url = given.get("into"), given.get("base_url")
        changes = {**self._changes, **({"subjects": names} if names else {})}
        directory = Path(into) if into is not None else Path("runs") / self.id
        settings = {
            "budget": given.get("budget"),
            "base_url": base_url if isinstance(base_url, str) else None,
            "base_urls": dict(base_url) if base_url is not None and not isinstance(base_url, str) else {},
            "key_env": given.get("key_env"),
            "timeout": given.get("timeout", 300.0),
            "allow_unsent": given.get("allow_unsent", True),
            "registration": registration_text(given.get("registration")),
        }
        at_once, timeout = given.get("at_once", 4), given.get("timeout", 300.0)
        if at_once < 1 or timeout <= 0:
            raise InputError("at_once is 1 or more, and timeout more than 0 seconds")
        called = [(name, function, calls(function, at_once)) for name, function in functions.items()]
        return self._source, settings_json(changes), called, os.fspath(directory), settings_json(settings)


def _counts(n: int | Mapping[str, int] | None) -> str | None:
    """Numbers of items as the command writes them: ``50``, or ``syllogism=20,conjunction=5``."""
    if isinstance(n, Mapping):
        return ",".join(f"{family}={count}" for family, count in n.items())
    return None if n is None else str(n)


def study(
    name: str,
    *,
    n: int | Mapping[str, int] | None = None,
    seed: int | None = None,
    temperatures: Sequence[float] | None = None,
    strategies: Sequence[str] | None = None,
    max_tokens: int | None = None,
) -> Study:
    """A built-in study, a study file (TOML), or a file of your own problems.

    Args:
        name: an id such as ``token-bias``, or a path.
        n: items per variant, for all families or by family.
        seed: the seed of the problems.
        temperatures: the sampling temperatures.
        strategies: the strategies to keep.
        max_tokens: the most tokens per answer; by default the study's setting.

    Raises:
        ValueError: an unknown name, or a study that contradicts itself.

    >>> study("token-bias", n=2).id
    'token-bias'
    """
    return Study(
        {"name": name},
        {
            "n": _counts(n),
            "seed": seed,
            "temperatures": list(temperatures) if temperatures is not None else None,
            "strategies": list(strategies) if strategies is not None else None,
            "max_tokens": max_tokens,
        },
    )
