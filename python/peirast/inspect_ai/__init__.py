"""The reader of answers as a scorer of Inspect.

Inspect is imported when :func:`reading` is called, not before. ``inspect score LOG --scorer peirast/reading`` finds it
where this package is installed.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

from .._read import Task

__all__ = ["reading"]


def reading(task: Task | None = None) -> Any:
    """A scorer that reads the answer and compares it with the target.

    A score is ``C`` if the answer is a target, ``I`` if it is another answer, and ``N`` (no answer) if the completion
    gives none: it is unread, refused, empty or truncated. Inspect counts ``N`` as 0 in its accuracy. The score's
    ``answer`` is the reading, its ``explanation`` the words that were read and why; its metadata has ``reading``,
    ``rule``, ``span`` and ``words``.

    Args:
        task: the kind of answer: ``choice``, ``yes-no``, ``validity``, ``number`` or ``text``; a choice among the
            sample's choices unless given. Targets are written as readings are: ``B``, ``yes``, ``valid``, ``12``;
            any of several is right.

    Returns:
        An ``inspect_ai.scorer.Scorer``.

    Raises:
        ImportError: Inspect is not installed.
        ValueError: when it scores: a sample without choices, where no task is given; a target that no answer can
            have.
    """
    try:
        import_module("inspect_ai.scorer")
    except ImportError as error:
        raise ImportError(f"the scorer needs Inspect: pip install inspect_ai ({error})") from error
    return import_module("peirast.inspect_ai._scorer").reading(task)
