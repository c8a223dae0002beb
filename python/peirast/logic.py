"""Entailment, decided and explained."""

from __future__ import annotations

from collections.abc import Sequence

from . import _peirast
from ._result import Record

__all__ = ["Verdict", "countermodel", "decide", "entails"]


class Verdict(Record):
    """The verdict on a conclusion: ``entailed`` (``None`` if undecided), and a countermodel if it does not follow."""


def decide(premises: Sequence[str], conclusion: str) -> Verdict:
    """Decide whether a conclusion follows from premises of first-order logic.

    Formulas are written as in ``∀x (Rose(x) → Flower(x))`` or ``all x (Rose(x) -> Flower(x))``.

    Raises:
        ValueError: a formula that cannot be read.

    >>> decide(["p -> q", "q"], "p").entailed
    False
    """
    return Verdict(_peirast.decide(list(premises), conclusion))


def entails(premises: Sequence[str], conclusion: str) -> bool | None:
    """True if a conclusion follows; ``None`` if this could not be decided.

    >>> entails(["p -> q", "p"], "q")
    True
    """
    entailed = decide(premises, conclusion).get("entailed")
    return None if entailed is None else bool(entailed)


def countermodel(premises: Sequence[str], conclusion: str) -> str | None:
    """The smallest countermodel in words; ``None`` if the conclusion follows."""
    found = decide(premises, conclusion).get("countermodel")
    return ", ".join(found) if isinstance(found, list) else found
