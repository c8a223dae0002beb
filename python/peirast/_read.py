"""The answer that a text gives."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

from . import _peirast
from ._result import Record

__all__ = ["Reading", "read"]

Task = Literal["choice", "yes-no", "validity", "number", "text"]


class Reading(Record):
    """What was read: ``reading`` (the label of an option, ``yes``, ``valid``, a number; or ``unread``,
    ``refused``, ``empty``, ``truncated``), ``is_verdict``, ``rule``, ``span`` (first character and one past the
    last), ``words`` and ``why``."""


def read(
    text: str,
    options: Mapping[str, str] | Sequence[str] | None = None,
    task: Task | None = None,
    *,
    question: str = "",
    cut_off: bool = False,
) -> Reading:
    """Read the answer that a model's text gives.

    Args:
        text: the text.
        options: the options by their labels, or in order (labels A, B, ...).
        task: the kind of answer; a choice if there are options.
        question: the question as it was put: an answer that runs on into another one is known by it.
        cut_off: whether the token limit ended the text.

    Raises:
        ValueError: neither options nor a task, or options that cannot be told apart.

    >>> read("I think the answer is (B).", ["red", "blue"]).reading
    'B'
    """
    if options is None:
        pairs: list[tuple[str, str]] = []
    elif isinstance(options, Mapping):
        pairs = [(str(label), str(option)) for label, option in options.items()]
    else:
        pairs = [(chr(ord("A") + at), str(option)) for at, option in enumerate(options)]
    if task is None and not pairs:
        raise ValueError("what was asked for? Give options, or a task: yes-no, validity, number or text")
    return Reading(_peirast.read_answer(text, pairs, task or "choice", question, cut_off))
