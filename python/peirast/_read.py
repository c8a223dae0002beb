"""The answer in a text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

from . import _peirast
from ._errors import InputError
from ._result import Record

__all__ = ["Reading", "read"]

Task = Literal["choice", "yes-no", "validity", "number", "text"]


class Reading(Record):
    """A reading: ``reading`` (the label of an option, ``yes``, ``valid``, a number; or ``unread``,
    ``refused``, ``empty``, ``truncated``), ``is_verdict``, ``rule``, ``span`` (first character and one past the
    last), ``words`` and ``why``; ``check`` if the right answer is known."""


def read(
    text: str,
    options: Mapping[str, str] | Sequence[str] | None = None,
    task: Task | None = None,
    *,
    question: str = "",
    cut_off: bool = False,
    want: str | Sequence[str] | None = None,
) -> Reading:
    """Read the answer in a model's text.

    Args:
        text: the text.
        options: the options by their labels, or in order (labels A, B, ...).
        task: the kind of answer; a choice if there are options.
        question: the question, so that the reader recognises an answer that continues with another question.
        cut_off: true if the token limit ended the text.
        want: the right readings, such as ``B`` or ``12``; the result then has ``check``: ``right``,
            ``wrong``, or ``missed`` if the text has no verdict.

    Raises:
        ValueError: neither options nor a task; options that cannot be distinguished; a wanted reading that no text
            can have.

    >>> read("I think the answer is (B).", ["red", "blue"]).reading
    'B'
    >>> read("That makes 1,024.", task="number", want="1024").check
    'right'
    """
    pairs, kind = _asked(options, task)
    reading = _peirast.read_answer(text, pairs, kind, question, cut_off)
    if want is not None:
        wanted = [want] if isinstance(want, str) else list(want)
        reading["check"] = _peirast.check_answer(text, pairs, kind, wanted, cut_off)
    return Reading(reading)


def _asked(
    options: Mapping[str, str] | Sequence[str] | None, task: Task | None
) -> tuple[list[tuple[str, str]], str]:
    """The options by their labels, and the kind of answer."""
    if options is None:
        pairs: list[tuple[str, str]] = []
    elif isinstance(options, Mapping):
        pairs = [(str(label), str(option)) for label, option in options.items()]
    else:
        pairs = [(chr(ord("A") + at), str(option)) for at, option in enumerate(options)]
    if task is None and not pairs:
        raise InputError("what was asked for? Give options, or a task: yes-no, validity, number or text")
    return pairs, task or "choice"
