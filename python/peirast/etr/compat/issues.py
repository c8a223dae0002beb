"""The issues of a view: terms, each with an atom that has an open place for it."""

from __future__ import annotations

from collections.abc import Iterable

from .atoms import Atom, OpenPredicateAtom, PredicateAtom
from .atoms.terms import Term

__all__ = ["IssueStructure"]

Issue = tuple[Term, OpenPredicateAtom]


class IssueStructure(frozenset[Issue]):
    """Pairs of a term and the atom in which it is at issue."""

    def __repr__(self) -> str:
        return "{" + ",".join(f"({term!r},{atom!r})" for term, atom in self.sorted_iter()) + "}"

    __str__ = __repr__

    @property
    def detailed(self) -> str:
        """All its contents, as text."""
        return "{" + ",".join(f"({term.detailed},{atom.detailed})" for term, atom in self.sorted_iter()) + "}"

    def sorted_iter(self) -> list[Issue]:
        """The pairs ordered by their texts."""
        return sorted(self, key=repr)

    def negation(self) -> IssueStructure:
        """The same issues: PyETR 1.0.0 intends to add the negated atoms, but loses them."""
        return IssueStructure(self)

    def restriction(self, atoms: set[Atom]) -> IssueStructure:
        """The pairs whose atom is in ``atoms``, including atoms inside do-atoms."""
        inside: set[PredicateAtom] = set()
        for atom in atoms:
            inside |= {atom} if isinstance(atom, PredicateAtom) else atom.atoms
        return IssueStructure((term, atom) for term, atom in self if atom(term) in inside)

    def copy(self) -> IssueStructure:
        return IssueStructure(self)

    def union(self, *s: Iterable[Issue]) -> IssueStructure:  # type: ignore[override]
        return IssueStructure(super().union(*s))

    def intersection(self, *s: Iterable[object]) -> IssueStructure:
        return IssueStructure(super().intersection(*s))

    def difference(self, *s: Iterable[object]) -> IssueStructure:
        return IssueStructure(super().difference(*s))
