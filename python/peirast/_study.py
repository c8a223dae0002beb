"""Studies: loaded, checked, forecast, run."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypedDict

from . import _peirast
from ._forecast import Forecast, StudyCheck
from ._models import Models, in_loop, subjects
from ._run import Run

if TYPE_CHECKING:
    from typing_extensions import Unpack

__all__ = ["Study", "study"]


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


class Study:
    """A study: problems, subjects, hypotheses.

    Attributes:
        id: what it is called.
        title: what it is about.
        toml: the whole of it, as a study file.
    """

    def __init__(self, source: Mapping[str, Any], changes: Mapping[str, Any], keeps: object = None) -> None:
        self._source = json.dumps(source)
        self._changes = dict(changes)
        # What the study needs as long as it lives, such as a folder with its data.
        self._keeps = keeps
        self.id, self.title, self.toml = _peirast.load(self._source, json.dumps(self._changes))

    @classmethod
    def from_toml(cls, path_or_text: str | os.PathLike[str]) -> Study:
        """A study from a study file, or from its text.

        Args:
            path_or_text: a path; or a text, which is known by its lines or its ``=``. Paths of data files in a
                text are relative to the current directory.

        Raises:
            ValueError: a text that is no study, with the line; a file that cannot be read.

        >>> Study.from_toml(study("token-bias", n=2).toml).id
        'token-bias'
        """
        given = os.fspath(path_or_text)
        if isinstance(path_or_text, str) and ("\n" in given or "=" in given):
            return cls({"text": {"toml": given, "folder": ""}}, {})
        return cls({"name": given}, {})

    def check(self, *, n: int | Mapping[str, int] | None = None) -> StudyCheck:
        """Check the study whole, as ``peirast study check`` does; nothing is asked.

        That every pair varies one factor is checked, and whether the surface of the problems gives answers away:
        guessers that see one cue only are fitted on four fifths of the items and tried on the rest
        (``docs/artefacts.md``).

        Args:
            n: items per variant in which surface cues are looked for, 5 to 20,000, of all families or by family;
                the study's own number unless given.

        Raises:
            ValueError: the first thing that does not fit.

        >>> study("belief-bias").check().hypotheses
        3
        """
        return StudyCheck(json.loads(_peirast.check_study(self._source, json.dumps(self._changes), _counts(n))))

    def forecast(
        self,
        models: Models | None = None,
        *,
        into: str | os.PathLike[str] | None = None,
        budget: float | None = None,
        base_url: str | Mapping[str, str] | None = None,
        key_env: str | None = None,
    ) -> Forecast:
        """What :meth:`run` would ask and cost, as ``peirast run --dry-run`` says. Nothing is asked or stored.

        Args:
            models: as of :meth:`run`; no key is needed, and no function is called.
            into: the run directory, whose answers are not asked again; ``runs/ID`` unless given.
            budget: the most that answers may cost, in US dollars: the forecast says whether it is enough.
            base_url: the server of all models, or of each by its name.
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
        given = subjects(models)
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
        names, functions = subjects(models)
        stopped = threading.Event()
        progress = settings.get("on_progress")

        def look(answered: int, planned: int) -> None:
            if stopped.is_set():
                raise asyncio.CancelledError
            if progress is not None:
                loop.call_soon_threadsafe(progress, answered, planned)

        asked = {name: in_loop(function, loop) for name, function in functions.items()}
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
        arguments = self._arguments(names, functions, given)
        summary = _peirast.run(*arguments, given.get("on_progress"))
        return Run(Path(arguments[3]), json.loads(summary))

    def _arguments(
        self, names: list[str], functions: Mapping[str, Callable[..., Any]], given: RunSettings
    ) -> tuple[str, str, list[tuple[str, Callable[..., Any], int]], str, str]:
        """What a run and its forecast are given: study, changes, functions, directory, settings."""
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
        }
        called = [(name, function, given.get("at_once", 4)) for name, function in functions.items()]
        return self._source, json.dumps(changes), called, os.fspath(directory), json.dumps(settings)


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
        n: items of each variant, of all families or by family.
        seed: of the problems.
        temperatures: of sampling.
        strategies: those that are kept.
        max_tokens: the most tokens of an answer; the study's setting unless given.

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
