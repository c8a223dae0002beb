"""Atoms: predicates applied to terms, and do-atoms."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Union

from .terms import ArbitraryObject, FunctionalTerm, QuestionMark, Term

__all__ = ["Atom", "DoAtom", "OpenPredicateAtom", "Predicate", "PredicateAtom", "equals_predicate"]


class Predicate:
    """A predicate symbol: a name, the number of its arguments, and its sign."""

    def __init__(self, name: str, arity: int, _verifier: bool = True) -> None:
        self.verifier = _verifier
        self.name = name
        self.arity = arity

    def __invert__(self) -> Predicate:
        return Predicate(self.name, self.arity, not self.verifier)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Predicate) and (self.name, self.arity, self.verifier) == (
            other.name,
            other.arity,
            other.verifier,
        )

    def __hash__(self) -> int:
        return hash(("Predicate", self.name, self.arity, self.verifier))

    def __repr__(self) -> str:
        return f"<Predicate name={self.name} arity={self.arity}>"

    @property
    def detailed(self) -> str:
        """All its contents, as text."""
        return repr(self)


equals_predicate = Predicate("==", 2)
"""Identity."""


class _Applied:
    """A predicate with its terms."""

    def __init__(self, predicate: Predicate, terms: Iterable[Term]) -> None:
        self.predicate = predicate
        self.terms: tuple[Term, ...] = tuple(terms)
        if len(self.terms) != predicate.arity:
            raise ValueError(f"{predicate.name} takes {predicate.arity} terms, not {len(self.terms)}")

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, _Applied)
            and type(self) is type(other)
            and (self.predicate, self.terms) == (other.predicate, other.terms)
        )

    def __hash__(self) -> int:
        return hash((type(self).__name__, self.predicate, self.terms))

    def __repr__(self) -> str:
        sign = "" if self.predicate.verifier else "~"
        terms = f"({','.join(repr(term) for term in self.terms)})"
        return f"{sign}{self.predicate.name}{terms}"

    @property
    def detailed(self) -> str:
        """All its contents, as text."""
        terms = ",".join(term.detailed for term in self.terms)
        return f"<{type(self).__name__} predicate={self.predicate!r} terms=({terms})>"


class PredicateAtom(_Applied):
    """A predicate applied to terms."""

    def __invert__(self) -> PredicateAtom:
        return PredicateAtom(~self.predicate, self.terms)

    @property
    def arb_objects(self) -> set[ArbitraryObject]:
        """The arbitrary objects that it contains."""
        return {one for term in self.terms for one in term.arb_objects}

    def replace_term(self, old_term: Term, new_term: Term) -> PredicateAtom:
        """The same object with ``old_term`` replaced by another term."""
        return PredicateAtom(self.predicate, [term.replace_term(old_term, new_term) for term in self.terms])


class OpenPredicateAtom(_Applied):
    """A predicate applied to terms, with one open place."""

    def __invert__(self) -> OpenPredicateAtom:
        return OpenPredicateAtom(~self.predicate, self.terms)

    def __call__(self, term: Term) -> PredicateAtom:
        hole = QuestionMark()
        return PredicateAtom(self.predicate, [one.replace_term(hole, term) for one in self.terms])

    @property
    def detailed(self) -> str:
        text = super().detailed
        # Terms of open atoms have names of their own in PyETR.
        return text.replace("<FunctionalTerm", "<OpenFunctionalTerm").replace("<ArbitraryObject", "<OpenArbitraryObject")

    def question_count(self) -> int:
        """The number of open places."""
        return sum(_holes(term) for term in self.terms)

    def context_equals(self, atom: Atom, question_term: Term) -> bool:
        """True if this is ``atom`` with ``question_term`` in the open place."""
        return self(question_term) == atom


def _holes(term: Term) -> int:
    if isinstance(term, QuestionMark):
        return 1
    return sum(_holes(one) for one in term.t) if isinstance(term, FunctionalTerm) else 0


class DoAtom:
    """An action that makes atoms true, or its omission."""

    def __init__(self, atoms: Iterable[PredicateAtom], polarity: bool = True) -> None:
        self.atoms: set[PredicateAtom] = set(atoms)
        self.polarity = polarity

    def __invert__(self) -> DoAtom:
        return DoAtom(self.atoms, not self.polarity)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, DoAtom) and (self.atoms, self.polarity) == (other.atoms, other.polarity)

    def __hash__(self) -> int:
        return hash(("DoAtom", frozenset(self.atoms), self.polarity))

    def sorted_iter_atoms(self) -> list[PredicateAtom]:
        """The atoms ordered by their texts."""
        return sorted(self.atoms, key=repr)

    def __repr__(self) -> str:
        return f"{'' if self.polarity else '~'}do({''.join(repr(atom) for atom in self.sorted_iter_atoms())})"

    @property
    def detailed(self) -> str:
        """All its contents, as text."""
        atoms = ",".join(atom.detailed for atom in self.sorted_iter_atoms())
        return f"<DoAtom polarity={self.polarity} atoms=({atoms})>"

    @property
    def arb_objects(self) -> set[ArbitraryObject]:
        """The arbitrary objects that it contains."""
        return {one for atom in self.atoms for one in atom.arb_objects}

    def replace_term(self, old_term: Term, new_term: Term) -> DoAtom:
        """The same object with ``old_term`` replaced by another term."""
        return DoAtom([atom.replace_term(old_term, new_term) for atom in self.atoms], self.polarity)


Atom = Union[PredicateAtom, DoAtom]
"""The parts of states."""


def terms_of(atoms: Iterable[Union[Atom, OpenPredicateAtom]]) -> list[Term]:
    """The terms of atoms, including do-atoms."""
    found: list[Term] = []
    for atom in atoms:
        found.extend(terms_of(atom.atoms) if isinstance(atom, DoAtom) else atom.terms)
    return found
