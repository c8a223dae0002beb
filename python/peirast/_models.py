"""Models: names, and functions of this process."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Union

if TYPE_CHECKING:
    from asyncio import AbstractEventLoop

# `asyncio` is imported only when needed: importing it takes longer than this package.

__all__ = ["Model", "Models", "awaited", "in_loop", "subjects"]

Model = Union[str, Callable[..., Any]]
Models = Union[Model, Sequence[Model], Mapping[str, Model]]

# The mark of a model that is a function of this process.
_PREFIX = "py:"


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
