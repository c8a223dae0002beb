"""Weights of states."""

from __future__ import annotations

from collections.abc import ItemsView, Iterator, KeysView, ValuesView
from typing import Optional

from .atoms.terms import ArbitraryObject, FunctionalTerm, Multiset, Term, XBar
from .stateset import SetOfStates, State

__all__ = ["Weight", "Weights"]


class Weight:
    """The weight of a state: multiplicative and additive terms."""

    def __init__(
        self, multiplicative: Optional[Multiset[Term]] = None, additive: Optional[Multiset[Term]] = None
    ) -> None:
        self.multiplicative: Multiset[Term] = multiplicative if multiplicative is not None else Multiset([])
        self.additive: Multiset[Term] = additive if additive is not None else Multiset([])

    @classmethod
    def get_null_weight(cls) -> Weight:
        """The weight without terms."""
        return cls()

    @property
    def is_null(self) -> bool:
        """True if there is no term."""
        return not len(self.multiplicative) and not len(self.additive)

    @property
    def arb_objects(self) -> set[ArbitraryObject]:
        """The arbitrary objects that it contains."""
        return {one for term in (*self.multiplicative, *self.additive) for one in term.arb_objects}

    def __add__(self, other: Weight) -> Weight:
        return Weight(self.multiplicative + other.multiplicative, self.additive + other.additive)

    def __mul__(self, other: Weight) -> Weight:
        if not len(self.multiplicative) or not len(other.multiplicative):
            product = self.multiplicative + other.multiplicative
        else:
            terms: list[Term] = [
                FunctionalTerm(XBar, (one, two)) for one in self.multiplicative for two in other.multiplicative
            ]
            product = Multiset(terms)
        return Weight(product, self.additive + other.additive)

    def replace_term(self, old_term: Term, new_term: Term) -> Weight:
        """The same object with ``old_term`` replaced by another term."""
        return Weight(
            Multiset([term.replace_term(old_term, new_term) for term in self.multiplicative]),
            Multiset([term.replace_term(old_term, new_term) for term in self.additive]),
        )

    def restriction(self, arb_objects: set[ArbitraryObject]) -> Weight:
        """The terms whose arbitrary objects are all in a set."""
        return Weight(
            Multiset([term for term in self.multiplicative if term.arb_objects <= arb_objects]),
            Multiset([term for term in self.additive if term.arb_objects <= arb_objects]),
        )

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Weight) and (self.multiplicative, self.additive) == (
            other.multiplicative,
            other.additive,
        )

    def __hash__(self) -> int:
        return hash((self.multiplicative, self.additive))

    def __repr__(self) -> str:
        multiplicative = f"{self.multiplicative!r}×." if len(self.multiplicative) else ""
        additive = f"{self.additive!r}+." if len(self.additive) else ""
        return multiplicative + additive

    @property
    def detailed(self) -> str:
        """All its contents, as text."""
        return f"<Weight multi={self.multiplicative.detailed} add={self.additive.detailed}>"


class Weights:
    """The weight of each state of a stage."""

    def __init__(self, weights_dict: Optional[dict[State, Weight]] = None) -> None:
        self._weights: dict[State, Weight] = dict(weights_dict or {})

    @classmethod
    def get_null_weights(cls, states: SetOfStates) -> Weights:
        """Weights without terms."""
        return cls({state: Weight() for state in states})

    def __getitem__(self, state: State) -> Weight:
        return self._weights[state]

    def __contains__(self, state: object) -> bool:
        return state in self._weights

    def __iter__(self) -> Iterator[State]:
        return iter(self._weights)

    def keys(self) -> KeysView[State]:
        """The states."""
        return self._weights.keys()

    def values(self) -> ValuesView[Weight]:
        """The weights."""
        return self._weights.values()

    def items(self) -> ItemsView[State, Weight]:
        """The states with their weights."""
        return self._weights.items()

    def sorted_items(self) -> list[tuple[State, Weight]]:
        """The states with their weights, ordered by their texts."""
        return sorted(self._weights.items(), key=repr)

    def adding(self, state: State, weight: Weight) -> None:
        """Add a weight to that of a state."""
        self._weights[state] = self._weights[state] + weight if state in self._weights else weight

    def in_set_of_states(self, set_of_states: SetOfStates) -> Weights:
        """The weights of some states."""
        return Weights({state: weight for state, weight in self._weights.items() if state in set_of_states})

    @property
    def is_null_weights(self) -> bool:
        """True if no state has a weight."""
        return all(weight.is_null for weight in self._weights.values())

    @property
    def arb_objects(self) -> set[ArbitraryObject]:
        """The arbitrary objects in the weights."""
        return {one for weight in self._weights.values() for one in weight.arb_objects}

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Weights) and self._weights == other._weights

    def __hash__(self) -> int:
        return hash(frozenset(self._weights.items()))

    def __repr__(self) -> str:
        return "{" + ",".join(f"{weight!r}{state!r}" for state, weight in self.sorted_items()) + "}"

    @property
    def detailed(self) -> str:
        """All its contents, as text."""
        pairs = ",".join(f"{state.detailed}: {weight.detailed}" for state, weight in self.sorted_items())
        return f"<Weights {pairs}>"
