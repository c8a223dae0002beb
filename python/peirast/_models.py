"""Models: names, and functions of this process."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Union

from ._errors import InputError

if TYPE_CHECKING:
    from asyncio import AbstractEventLoop

# `asyncio` is imported only when needed: importing it takes longer than this package.

__all__ = ["Model", "Models", "awaited", "batched", "calls", "in_loop", "subjects"]

Model = Union[str, Callable[..., Any]]
Models = Union[Model, Sequence[Model], Mapping[str, Model]]

# The mark of a model that is a function of this process.
_PREFIX = "py:"


def batched(size: int = 32, *, wait: float = 0.05) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Mark a function that answers many questions at once: ``model(list of messages, **sampling)`` -> list of answers.

    Questions with the same sampling settings that are open at the same time are put together. The answers are in the
    order of the questions, each a text or an object with ``text``, as of any model.

    Args:
        size: the most questions of one call, which is also the number of questions that are open at once.
        wait: the longest wait for further questions, in seconds.

    .. code-block:: python

        @peirast.batched(64)
        def model(conversations, temperature=0.0, max_tokens=256, **_):
            outputs = llm.chat(conversations, SamplingParams(temperature=temperature, max_tokens=max_tokens))
            return [output.outputs[0].text for output in outputs]

    Raises:
        InputError: a size below 1.
    """
    if size < 1:
        raise InputError(f"a batch of {size}: give a size of 1 or more")

    def mark(function: Callable[..., Any]) -> Callable[..., Any]:
        return _Batches(function, size, wait)

    return mark


class _Batches:
    """A function of many questions as a function of one, which waits for its batch."""

    def __init__(self, function: Callable[..., Any], size: int, wait: float) -> None:
        import threading

        self._function = function
        self._wait = wait
        self._lock = threading.Condition()
        # Open questions by their sampling settings; each with the place of its answer.
        self._open: dict[tuple[tuple[str, Any], ...], list[tuple[Any, Any]]] = {}
        self.batch_size = size
        self.__name__ = _called(function)

    def __call__(self, messages: Any, **sampling: Any) -> Any:
        from concurrent.futures import Future

        key = tuple(sorted(sampling.items()))
        answer: Future[Any] = Future()
        with self._lock:
            batch = self._open.setdefault(key, [])
            batch.append((messages, answer))
            if len(batch) == self.batch_size:
                del self._open[key]
                self._lock.notify_all()
            elif len(batch) > 1:
                batch = []
            else:
                # The first of a batch waits for the others, and asks them all.
                self._lock.wait_for(lambda: self._open.get(key) is not batch, self._wait)
                if self._open.get(key) is batch:
                    del self._open[key]
                else:
                    batch = []
        if batch:
            self._ask(batch, sampling)
        return answer.result()

    def _ask(self, batch: list[tuple[Any, Any]], sampling: dict[str, Any]) -> None:
        try:
            answers = list(self._function([messages for messages, _ in batch], **sampling))
            if len(answers) != len(batch):
                raise TypeError(f"the model gave {len(answers)} answers to {len(batch)} questions: it must give one to each")
        except BaseException as error:
            for _, answer in batch:
                answer.set_exception(error)
            return
        for (_, answer), given in zip(batch, answers):
            answer.set_result(given)


def calls(function: Callable[..., Any], at_once: int) -> int:
    """The number of simultaneous calls of a function: a batch, if it takes batches."""
    return int(getattr(function, "batch_size", at_once))


async def _wait(answer: Awaitable[Any]) -> Any:
    return await answer


def awaited(answer: Awaitable[Any]) -> Any:
    """The result of an async model; the module calls this in a separate thread."""
    import asyncio

    return asyncio.run(_wait(answer))


def in_loop(function: Callable[..., Any], loop: AbstractEventLoop) -> Callable[..., Any]:
    """A function that can be called in any thread; its result is awaited in the loop."""
    import asyncio
    import inspect

    if isinstance(function, _Batches):
        # It calls its function in the thread of a question, and keeps the size of its batches.
        return function

    def call(messages: Any, **sampling: Any) -> Any:
        answer = function(messages, **sampling)
        if not inspect.isawaitable(answer):
            return answer
        return asyncio.run_coroutine_threadsafe(_wait(answer), loop).result()

    return call


def subjects(models: Models | None) -> tuple[list[str], dict[str, Callable[..., Any]]]:
    """The names of models, and the functions among them by name."""
    if models is None:
        return [], {}
    if isinstance(models, Mapping):
        given = [(str(name), model) for name, model in models.items()]
    else:
        if not (isinstance(models, (str, Sequence)) or callable(models)):
            raise TypeError(f"{type(models).__name__} is no model: give a name, a function, or a list of them")
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
