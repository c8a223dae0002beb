"""Universal and existential arbitrary objects, and the dependencies between them."""

from __future__ import annotations

from collections.abc import Iterable

from ... import etr
from .atoms.terms import ArbitraryObject

__all__ = ["Dependency", "DependencyRelation"]


class Dependency:
    """An existential that depends on a universal."""

    def __init__(self, *, existential: ArbitraryObject, universal: ArbitraryObject) -> None:
        self.existential = existential
        self.universal = universal

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Dependency) and (self.existential, self.universal) == (
            other.existential,
            other.universal,
        )

    def __hash__(self) -> int:
        return hash((self.existential, self.universal))

    def __repr__(self) -> str:
        return f"<Dependency existential={self.existential} universal={self.universal}>"

    @property
    def detailed(self) -> str:
        """All its contents, as text."""
        return repr(self)


class DependencyRelation:
    """A dependency relation: universals, existentials, and the dependencies of existentials on universals."""

    def __init__(
        self,
        universals: Iterable[ArbitraryObject],
        existentials: Iterable[ArbitraryObject],
        dependencies: Iterable[Dependency],
    ) -> None:
        self.universals = frozenset(universals)
        self.existentials = frozenset(existentials)
        self.dependencies = frozenset(dependencies)
        for pair in self.dependencies:
            if pair.existential not in self.existentials or pair.universal not in self.universals:
                raise ValueError(f"{pair!r} has an object that is not in the relation")
        inside: dict[ArbitraryObject, set[ArbitraryObject]] = {one: set() for one in self.universals}
        for pair in self.dependencies:
            inside[pair.universal].add(pair.existential)
        sets = sorted(inside.values(), key=len)
        for smaller, larger in zip(sets, sets[1:]):
            if not smaller <= larger:
                raise ValueError(
                    "the existentials that depend on one universal must contain, or be contained in, those that "
                    f"depend on any other (the Matryoshka condition): {smaller} and {larger}"
                )

    def __eq__(self, other: object) -> bool:
        return isinstance(other, DependencyRelation) and (
            self.universals,
            self.existentials,
            self.dependencies,
        ) == (other.universals, other.existentials, other.dependencies)

    def __hash__(self) -> int:
        return hash((self.universals, self.existentials, self.dependencies))

    def __repr__(self) -> str:
        def block(objects: Iterable[ArbitraryObject]) -> str:
            return "{" + ",".join(one.name for one in sorted(objects, key=repr)) + "}"

        text = f"U={block(self.universals)} E={block(self.existentials)}"
        dependent = [(one, self.related_existentials(one)) for one in self.ordered_unis()]
        pairs = "".join(f"{one}{block(those)}" for one, those in dependent if those)
        return f"{text} deps={pairs}" if pairs else text

    @property
    def detailed(self) -> str:
        """All its contents, as text."""
        pairs = [repr(pair) for pair in self.ordered_deps()]
        return f"<DependencyRelation deps={pairs} unis={self.universals} exis={self.existentials}>"

    @property
    def is_empty(self) -> bool:
        """True if there is no object."""
        return not self.universals and not self.existentials

    def is_existential(self, arb_object: ArbitraryObject) -> bool:
        """True if an object is existential."""
        return arb_object in self.existentials

    def ordered_unis(self) -> list[ArbitraryObject]:
        """The universals in the order of their names."""
        return sorted(self.universals, key=repr)

    def ordered_exis(self) -> list[ArbitraryObject]:
        """The existentials in the order of their names."""
        return sorted(self.existentials, key=repr)

    def ordered_deps(self) -> list[Dependency]:
        """The dependencies ordered by their texts."""
        return sorted(self.dependencies, key=repr)

    def related_existentials(self, universal: ArbitraryObject) -> set[ArbitraryObject]:
        """The existentials that depend on a universal."""
        return {pair.existential for pair in self.dependencies if pair.universal == universal}

    def related_universals(self, existential: ArbitraryObject) -> set[ArbitraryObject]:
        """The universals that an existential depends on."""
        return {pair.universal for pair in self.dependencies if pair.existential == existential}

    def prefix(self) -> str:
        """The equivalent quantifier prefix, outermost first."""
        needs: dict[ArbitraryObject, set[ArbitraryObject]] = {one: set() for one in self.existentials}
        for pair in self.dependencies:
            needs[pair.existential].add(pair.universal)
        universals, existentials = set(self.universals), set(self.existentials)
        written: list[str] = []
        while universals or existentials:
            free = {one for one in existentials if not needs[one] & universals}
            if free:
                existentials -= free
                written.extend(f"∃{one}" for one in sorted(free, key=repr))
            else:
                free = universals.intersection(*(needs[one] for one in existentials))
                universals -= free
                written.extend(f"∀{one}" for one in sorted(free, key=repr))
        return " ".join(written)

    def restriction(self, arb_objects: set[ArbitraryObject]) -> DependencyRelation:
        """The relation restricted to the objects in a set."""
        return DependencyRelation(
            self.universals & arb_objects,
            self.existentials & arb_objects,
            [pair for pair in self.dependencies if {pair.existential, pair.universal} <= arb_objects],
        )

    def negation(self) -> DependencyRelation:
        """The relation with universals and existentials exchanged."""
        return self._called("dep_negation")

    def chain(self, other: DependencyRelation) -> DependencyRelation:
        """All of ``other`` inside this relation."""
        return self._called("dep_chain", other)

    def fusion(self, other: DependencyRelation) -> DependencyRelation:
        """Both relations together, with as few dependencies as possible."""
        return self._called("dep_fusion", other)

    def triangle(self, arb_object1: ArbitraryObject, arb_object2: ArbitraryObject) -> bool:
        """True if the first object is inside the second."""
        return self._ordered("triangle", arb_object1, arb_object2)

    def less_sim(self, arb_object1: ArbitraryObject, arb_object2: ArbitraryObject) -> bool:
        """True if the first object is not outside the second."""
        return self._ordered("less_sim", arb_object1, arb_object2)

    def _ordered(self, order: str, one: ArbitraryObject, two: ArbitraryObject) -> bool:
        orders = etr.call("dep_relations", args=[self.prefix()])
        return [one.name, two.name] in orders[order]

    def _called(self, operation: str, *others: DependencyRelation) -> DependencyRelation:
        found = etr.call(operation, args=[self.prefix(), *(other.prefix() for other in others)])
        return DependencyRelation(
            [ArbitraryObject(name) for name in found["U"]],
            [ArbitraryObject(name) for name in found["E"]],
            [
                Dependency(existential=ArbitraryObject(existential), universal=ArbitraryObject(universal))
                for existential, universal in found["D"]
            ],
        )
