"""States, and sets of them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Optional

from .atoms import Atom, DoAtom, PredicateAtom
from .atoms.terms import ArbitraryObject, FunctionalTerm, RealNumber, Term

if TYPE_CHECKING:
    from .weight import Weights

__all__ = ["SetOfStates", "State"]


class State(frozenset[Atom]):
    """A state of affairs: atoms that are true together."""

    def __repr__(self) -> str:
        return "".join(repr(atom) for atom in self.sorted_iter()) or "0"

    __str__ = __repr__

    @property
    def detailed(self) -> str:
        """All its contents, as text."""
        return "{" + ",".join(atom.detailed for atom in self.sorted_iter()) + "}"

    def sorted_iter(self) -> list[Atom]:
        """The atoms ordered by their texts."""
        return sorted(self, key=repr)

    @property
    def atoms(self) -> set[Atom]:
        """The atoms."""
        return set(self)

    @property
    def arb_objects(self) -> set[ArbitraryObject]:
        """The arbitrary objects that it contains."""
        return {one for atom in self for one in atom.arb_objects}

    def replace_term(self, old_term: Term, new_term: Term) -> State:
        """The same object with ``old_term`` replaced by another term."""
        return State(atom.replace_term(old_term, new_term) for atom in self)

    def is_primitive_absurd(self, absurd_states: Optional[list[State]] = None) -> bool:
        """True if the state is absurd: by itself, or because it contains one of ``absurd_states``."""
        from ._bridge import state_as_view

        return any(state <= self for state in absurd_states or ()) or state_as_view(self).is_absurd()

    def copy(self) -> State:
        return State(self)

    def union(self, *s: Iterable[Atom]) -> State:  # type: ignore[override]
        return State(super().union(*s))

    def intersection(self, *s: Iterable[object]) -> State:
        return State(super().intersection(*s))

    def difference(self, *s: Iterable[object]) -> State:
        return State(super().difference(*s))

    def symmetric_difference(self, s: Iterable[Atom]) -> State:  # type: ignore[override]
        return State(super().symmetric_difference(s))

    def __or__(self, other: frozenset[Atom]) -> State:  # type: ignore[override]
        return self.union(other)

    def __and__(self, other: frozenset[object]) -> State:  # type: ignore[override]
        return self.intersection(other)

    def __sub__(self, other: frozenset[object]) -> State:  # type: ignore[override]
        return self.difference(other)


class SetOfStates(frozenset[State]):
    """Alternatives: one of these states is the case."""

    def __repr__(self) -> str:
        return "{" + ",".join(repr(state) for state in self.sorted_iter()) + "}"

    __str__ = __repr__

    @property
    def detailed(self) -> str:
        """All its contents, as text."""
        return "{" + ",".join(state.detailed for state in self.sorted_iter()) + "}"

    def sorted_iter(self) -> list[State]:
        """The states ordered by their texts."""
        return sorted(self, key=repr)

    @property
    def is_verum(self) -> bool:
        """True if the only state is the empty one."""
        return self == SetOfStates({State()})

    @property
    def is_falsum(self) -> bool:
        """True if there is no state."""
        return not self

    @property
    def atoms(self) -> set[Atom]:
        """The atoms of all states."""
        return {atom for state in self for atom in state}

    @property
    def predicate_atoms(self) -> set[PredicateAtom]:
        """The atoms of all states, with do-atoms replaced by the atoms inside them."""
        found: set[PredicateAtom] = set()
        for atom in self.atoms:
            found |= atom.atoms if isinstance(atom, DoAtom) else {atom}
        return found

    @property
    def arb_objects(self) -> set[ArbitraryObject]:
        """The arbitrary objects of all states."""
        return {one for state in self for one in state.arb_objects}

    def __mul__(self, other: SetOfStates) -> SetOfStates:
        """Combine each state of one set with each state of the other."""
        return SetOfStates(State(one | two) for one in self for two in other)

    def negation(self) -> SetOfStates:
        """The negation: in every state, one atom is false."""
        result = SetOfStates({State()})
        for state in self:
            result = result * SetOfStates(State({~atom}) for atom in state)
        return result

    def atomic_answer_potential(self, other: SetOfStates) -> int:
        """The number of shared atoms."""
        return len(self.atoms & other.atoms)

    def equilibrium_answer_potential(self, other: SetOfStates, weights: Weights) -> FunctionalTerm:
        """The total weight of the states that contain a state of ``other``; ``weights`` are the weights of these states."""
        from ._bridge import potential_of

        return potential_of(self, other, weights)

    def copy(self) -> SetOfStates:
        return SetOfStates(self)

    def union(self, *s: Iterable[State]) -> SetOfStates:  # type: ignore[override]
        return SetOfStates(super().union(*s))

    def intersection(self, *s: Iterable[object]) -> SetOfStates:
        return SetOfStates(super().intersection(*s))

    def difference(self, *s: Iterable[object]) -> SetOfStates:
        return SetOfStates(super().difference(*s))

    def symmetric_difference(self, s: Iterable[State]) -> SetOfStates:  # type: ignore[override]
        return SetOfStates(super().symmetric_difference(s))

    def __or__(self, other: frozenset[State]) -> SetOfStates:  # type: ignore[override]
        return self.union(other)

    def __and__(self, other: frozenset[object]) -> SetOfStates:  # type: ignore[override]
        return self.intersection(other)

    def __sub__(self, other: frozenset[object]) -> SetOfStates:  # type: ignore[override]
        return self.difference(other)


def number(value: float) -> FunctionalTerm:
    """A number as a term."""
    return FunctionalTerm(RealNumber(value), ())
