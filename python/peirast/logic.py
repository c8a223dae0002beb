"""Entailment, decided and explained."""

from __future__ import annotations

import json
from collections.abc import Sequence

from . import _peirast
from ._result import Record, Rows

__all__ = ["Syllogism", "Verdict", "countermodel", "decide", "entails", "syllogism", "syllogisms"]


class Verdict(Record):
    """The verdict on a conclusion: ``entailed`` (``None`` if undecided), and a countermodel if it does not follow."""


def decide(premises: Sequence[str], conclusion: str) -> Verdict:
    """Decide whether a conclusion follows from premises of first-order logic.

    Formulas are written as in ``∀x (Rose(x) → Flower(x))`` or ``all x (Rose(x) -> Flower(x))``. Sentences
    such as ``Every rose is a flower.`` are read too.

    Raises:
        ValueError: a formula or sentence that cannot be read.

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


_FORMS_SHOWN = (("form", "form"), ("name", "name"), ("valid_modern", "valid"), ("valid_traditional", "valid if no term is empty"))


class Syllogism(Record):
    """A form of syllogism: ``form``, ``name``, ``major``, ``minor``, ``conclusion``, ``valid_modern``,
    ``valid_traditional`` (valid if no term is empty), ``fallacies``, ``countermodel`` and others. One form
    also has ``follows`` (the conclusions that follow from its premises) and ``people`` (the shares of people
    who drew each conclusion)."""


def syllogism(form: str, terms: Sequence[str] = ("S", "M", "P")) -> Syllogism:
    """Describe a form of syllogism: its validity, its formal fallacies, and a countermodel if it is invalid.

    Args:
        form: such as ``AAA-1``, or a traditional name such as ``Barbara``.
        terms: subject, middle term and predicate.

    Raises:
        ValueError: a form that does not exist, or other than three terms.

    >>> syllogism("Barbara", ["roses", "flowers", "plants"]).conclusion
    'All roses are plants.'
    """
    return Syllogism(json.loads(_peirast.syllogisms(form, list(terms), False)))


def syllogisms(*, valid: bool = False) -> Rows[Syllogism]:
    """All 256 forms of syllogisms; with ``valid``, the 24 that are valid if no term is empty.

    >>> len(syllogisms(valid=True))
    24
    """
    lines = _peirast.syllogisms(None, [], valid).splitlines()
    return Rows((Syllogism(json.loads(line)) for line in lines), _FORMS_SHOWN)
