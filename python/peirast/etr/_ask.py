"""Questions to the engine: settings, texts of views, and the notes on an answer."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal, TypedDict, Union

from .. import _peirast

if TYPE_CHECKING:
    from ._view import View

__all__ = ["Premises", "Settings", "ask", "asked", "rows", "texts"]

Premises = Union[str, "View", Sequence[Union[str, "View"]]]
"""Premises in the order in which people receive them: a text, whose sentences are several premises; a view; or a
list of either."""


class Settings(TypedDict, total=False):
    """The settings of every question, which are those of ``peirast etr``.

    Attributes:
        reading: the variant of the theory for cases in which its sources differ: ``sound`` (the default),
            ``pyetr-1.0.0`` or ``book``.
        conditional: how to hear *if A then B* in sentences and formulas: as the ``book`` does, ``{AB}^{A}``, or
            ``bare``, ``{B}^{A}``; by default as usual for the reading.
        tolerant: repair views that are nearly in the notation; notes list the changes.
        functions: functions that terms are evaluated with: ``div``, ``power``, ``log``.
        max_states: the most states of a result; a million by default.
        max_steps: the most elementary steps of an operation; a thousand million by default.
    """

    reading: Literal["sound", "pyetr-1.0.0", "book"]
    conditional: Literal["book", "bare"] | None
    tolerant: bool
    functions: Sequence[Literal["div", "power", "log"]]
    max_states: int
    max_steps: int


def texts(premises: Premises) -> list[str]:
    """The texts of premises."""
    if isinstance(premises, Sequence) and not isinstance(premises, str):
        return [str(premise) for premise in premises]
    return [str(premises)]


def ask(kind: str, fields: dict[str, Any], settings: Settings) -> tuple[str, list[str]]:
    """The answer of the engine, and its notes."""
    unknown = sorted(set(settings) - Settings.__optional_keys__)
    if unknown:
        known = ", ".join(sorted(Settings.__optional_keys__))
        raise TypeError(f"there is no setting {unknown[0]!r}: there are {known}")
    given = {
        "reading": settings.get("reading", "sound"),
        "conditional": settings.get("conditional"),
        "tolerant": settings.get("tolerant", False),
        "functions": list(settings.get("functions", ())),
        "max_states": settings.get("max_states"),
        "max_steps": settings.get("max_steps"),
    }
    return _peirast.etr_ask(json.dumps({kind: fields}), json.dumps(given))


def rows(kind: str, fields: dict[str, Any], settings: Settings) -> list[dict[str, Any]]:
    """The rows of an answer."""
    lines, _ = ask(kind, fields, settings)
    return [json.loads(line) for line in lines.splitlines()]


def asked(
    op: str,
    args: Sequence[Any],
    settings: Settings,
    named: Mapping[str, Any] | None = None,
    following: str | None = None,
) -> dict[str, Any]:
    """The row of one call: ``out``, and what the answer says besides; its notes under ``notes``.

    Args:
        op: the operation.
        args: its views.
        settings: the settings.
        named: its arguments by name; those that are ``None`` are left out.
        following: the way of following.
    """
    named = {name: value for name, value in (named or {}).items() if value is not None}
    fields = {"op": op, "args": [str(arg) for arg in args], "kwargs": named, "following": following}
    line, notes = ask("call", fields, settings)
    return {**json.loads(line), "notes": notes}

