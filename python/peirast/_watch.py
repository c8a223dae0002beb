"""Functions as models, and the functions that watch while they are asked."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Awaitable, Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, TypedDict, TypeVar

from ._errors import ModelError
from ._models import awaited, in_loop
from ._progress import progress_bar

if TYPE_CHECKING:
    from ._run import Run

__all__ = ["AskedFunction", "WatchSettings", "asked_functions", "in_thread", "raise_if_stopped", "run_in_thread", "watching"]

T = TypeVar("T")


class WatchSettings(TypedDict, total=False):
    """The settings of everything that asks models: who watches."""

    on_progress: Callable[[int, int], Any] | None
    on_event: Callable[[dict[str, Any]], Any] | None
    progress: bool | None


class AskedFunction:
    """A function as a model that remembers whether it answered, and its last exception.

    Attributes:
        answered: true if a call returned an answer.
        error: the last exception of a call.
        ending: the exception of a call that is to end the program, such as ``KeyboardInterrupt``.
    """

    def __init__(self, function: Callable[..., Any]) -> None:
        self._function = function
        self.answered = False
        self.error: Exception | None = None
        self.ending: BaseException | None = None

    def __call__(self, messages: Any, **sampling: Any) -> Any:
        import inspect

        if self.ending is not None:
            # The run is about to stop.
            raise self.ending
        try:
            answer = self._function(messages, **sampling)
            if inspect.isawaitable(answer):
                answer = awaited(answer)
            _check(answer)
        except Exception as error:
            self.error = error
            raise
        except BaseException as ending:
            self.ending = ending
            raise
        self.answered = True
        return answer


def _check(answer: Any) -> None:
    """Raise ``TypeError`` if this is no answer."""
    if isinstance(answer, str):
        return
    text = answer.get("text") if isinstance(answer, Mapping) else getattr(answer, "text", None)
    if not isinstance(text, str):
        kind = type(answer).__name__
        raise TypeError(f"the model gave a {kind}: it must give a text, or something with `text`")


def asked_functions(functions: Mapping[str, Callable[..., Any]]) -> dict[str, AskedFunction]:
    """Functions as models, by name."""
    return {name: AskedFunction(function) for name, function in functions.items()}


@contextlib.contextmanager
def watching(
    title: str, given: WatchSettings, asked: Mapping[str, AskedFunction]
) -> Iterator[tuple[Callable[[int, int], None] | None, Callable[[str], None] | None]]:
    """The two functions that watch: one of progress, one of events as JSON; ``None`` if nobody does.

    The first raises the exception of a model that is to end the program.
    """
    with progress_bar(given.get("progress"), title) as bar:
        looks = [look for look in (given.get("on_progress"), bar) if look is not None]

        def look(answered: int, planned: int) -> None:
            for function in asked.values():
                if function.ending is not None:
                    raise function.ending
            for one in looks:
                one(answered, planned)

        event = given.get("on_event")
        told = None if event is None else lambda line: event(json.loads(line))
        yield look if looks or asked else None, told


def raise_if_stopped(
    asked: Mapping[str, AskedFunction], summary: Mapping[str, Any], run: Run | None = None, place: str = ""
) -> None:
    """Raise the exceptions of a function that gave no answer, or that was not asked to the end.

    Args:
        asked: the functions.
        summary: the summary of what was asked.
        run: the run with all answers.
        place: the directory that keeps them.
    """
    for name, function in asked.items():
        reason = summary["stopped"].get(name)
        if reason is None and (function.answered or function.error is None):
            continue
        shown = reason or "every call raised"
        if function.error is not None:
            shown = f"it raised {type(function.error).__name__}: {function.error}"
        whole = "was not asked to the end" if function.answered else "gave no answer"
        kept = f"stored answers are kept in {place}: correct the function, and make the same call again"
        raise ModelError(f"{name} {whole}: {shown}; {kept}", name, run) from function.error


async def in_thread(work: Callable[[], T]) -> T:
    """The result of work in a thread, so that other tasks continue. Work that has begun does not stop early."""
    import asyncio

    return await asyncio.get_running_loop().run_in_executor(None, work)


async def run_in_thread(
    functions: Mapping[str, Callable[..., Any]],
    settings: WatchSettings,
    work: Callable[[Mapping[str, Callable[..., Any]], WatchSettings], T],
) -> T:
    """The result of work that asks models, in a thread.

    Async functions and those that watch run in the loop of the caller. If the task is cancelled, the work stops and
    keeps all answers.
    """
    import asyncio
    import threading

    loop = asyncio.get_running_loop()
    stopped = threading.Event()
    progress, event = settings.get("on_progress"), settings.get("on_event")

    def look(answered: int, planned: int) -> None:
        if stopped.is_set():
            raise asyncio.CancelledError
        if progress is not None:
            loop.call_soon_threadsafe(progress, answered, planned)

    watched: WatchSettings = {
        "progress": settings.get("progress"),
        "on_progress": look,
        "on_event": None if event is None else lambda one: loop.call_soon_threadsafe(event, one),
    }
    asked = {name: in_loop(function, loop) for name, function in functions.items()}
    done: Awaitable[T] = loop.run_in_executor(None, lambda: work(asked, watched))
    future = asyncio.ensure_future(done)
    try:
        return await asyncio.shield(future)
    except asyncio.CancelledError:
        stopped.set()
        await asyncio.wait({future})
        if not future.cancelled():
            future.exception()
        raise
