"""Terms: arbitrary objects, functions applied to terms, numbers, multisets of terms."""

from __future__ import annotations

import inspect
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Generic, Optional, TypeVar, Union

__all__ = [
    "ArbitraryObject",
    "Function",
    "FunctionalTerm",
    "Multiset",
    "NumFunc",
    "QuestionMark",
    "RealNumber",
    "Summation",
    "Term",
    "XBar",
]

T = TypeVar("T")
NumFunc = Callable[..., float]


class Multiset(Generic[T]):
    """An unordered collection of items, with repetitions."""

    def __init__(self, items: Iterable[T]) -> None:
        self._items: list[T] = list(items)

    def __iter__(self) -> Iterator[T]:
        return iter(self._items)

    def __len__(self) -> int:
        return len(self._items)

    def sorted_iter(self) -> list[T]:
        """The items ordered by their texts."""
        return sorted(self._items, key=repr)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Multiset) and Counter(self._items) == Counter(other._items)

    def __hash__(self) -> int:
        return hash(frozenset(Counter(self._items).items()))

    def __add__(self, other: Multiset[T]) -> Multiset[T]:
        return Multiset([*self._items, *other._items])

    def __repr__(self) -> str:
        return f"⟪{','.join(repr(item) for item in self.sorted_iter())}⟫"

    @property
    def detailed(self) -> str:
        """All its contents, as text."""
        return f"<Multiset items=[{', '.join(repr(item) for item in self.sorted_iter())}]>"


class Term:
    """A term of a view."""

    @property
    def arb_objects(self) -> set[ArbitraryObject]:
        """The arbitrary objects that it contains."""
        return set()

    @property
    def detailed(self) -> str:
        """All its contents, as text."""
        return f"<{type(self).__name__}>"

    def replace_term(self, old_term: Term, new_term: Term) -> Term:
        """The same object with ``old_term`` replaced by another term."""
        return new_term if self == old_term else self

    def contains(self, term: Term) -> bool:
        """True if a term occurs in it."""
        return self == term


class ArbitraryObject(Term):
    """An arbitrary object, which a quantifier binds."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ArbitraryObject) and self.name == other.name

    def __hash__(self) -> int:
        return hash(("ArbitraryObject", self.name))

    def __repr__(self) -> str:
        return self.name

    @property
    def arb_objects(self) -> set[ArbitraryObject]:
        return {self}

    @property
    def detailed(self) -> str:
        return f"<ArbitraryObject name={self.name}>"


class QuestionMark(Term):
    """The place in an open atom that an issue is about."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, QuestionMark)

    def __hash__(self) -> int:
        return hash("QuestionMark")

    def __repr__(self) -> str:
        return "?"


class Function:
    """A function symbol: a name and the number of its arguments, ``None`` for a multiset of any size.

    With ``func_caller``, a term of numbers is computed at once.
    """

    def __init__(self, name: str, arity: Optional[int], func_caller: Optional[NumFunc] = None) -> None:
        self.name = name
        self.arity = arity
        self.func_caller = func_caller

    @classmethod
    def numeric(cls, func_caller: NumFunc, name_override: Optional[str] = None) -> Function:
        """A function that computes numbers; by default with its own name."""
        parameters = inspect.signature(func_caller).parameters.values()
        any_number = any(one.kind is inspect.Parameter.VAR_POSITIONAL for one in parameters)
        name = name_override if name_override is not None else func_caller.__name__
        return Function(name, None if any_number else len(parameters), func_caller)

    def __call__(self, func_term: FunctionalTerm) -> Optional[FunctionalTerm]:
        """The value of a term with this function; ``None`` if it has none."""
        numbers = [term.f.num for term in func_term.t if isinstance(term, FunctionalTerm) and isinstance(term.f, RealNumber)]
        if self.func_caller is None or len(numbers) != len(func_term.t):
            return None
        return FunctionalTerm(RealNumber(self.func_caller(*numbers)), ())

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Function)
            and (self.name, self.arity, isinstance(self, RealNumber))
            == (other.name, other.arity, isinstance(other, RealNumber))
            and (self.func_caller is None) == (other.func_caller is None)
        )

    def __hash__(self) -> int:
        return hash(("Function", self.name, self.arity))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.name}, {self.arity})"

    @property
    def detailed(self) -> str:
        """All its contents, as text."""
        return repr(self)


class RealNumber(Function):
    """A number, which is a function without arguments."""

    def __init__(self, num: float) -> None:
        super().__init__(str(num), 0)
        self._num = num

    @property
    def num(self) -> float:
        """The number."""
        return self._num


Arguments = Union[tuple[Term, ...], Multiset[Term]]


class FunctionalTerm(Term):
    """A function applied to terms; computed at once if possible."""

    f: Function
    t: Arguments

    def __init__(self, f: Function, t: Iterable[Term]) -> None:
        terms = tuple(t)
        if f.arity is not None and len(terms) != f.arity:
            raise ValueError(f"{f.name} takes {f.arity} terms, not {len(terms)}")
        self.f = f
        self.t = terms if f.arity is not None else Multiset(terms)
        computed = f(self)
        if computed is not None:
            self.f, self.t = computed.f, computed.t

    def __eq__(self, other: object) -> bool:
        return isinstance(other, FunctionalTerm) and self.f == other.f and self.t == other.t

    def __hash__(self) -> int:
        return hash((self.f, self.t))

    def __repr__(self) -> str:
        if isinstance(self.t, Multiset):
            return f"{self.f.name}《{','.join(repr(term) for term in self.t.sorted_iter())}》"
        if not self.t:
            return self.f.name
        arguments = [repr(term) for term in self.t]
        return f"{self.f.name}({','.join(arguments)})"

    @property
    def arb_objects(self) -> set[ArbitraryObject]:
        return {one for term in self.t for one in term.arb_objects}

    @property
    def detailed(self) -> str:
        if isinstance(self.t, Multiset):
            terms = self.t.detailed
        else:
            terms = f"({','.join(term.detailed for term in self.t)})"
        return f"<FunctionalTerm f={self.f!r} t={terms}>"

    def replace_term(self, old_term: Term, new_term: Term) -> Term:
        if self == old_term:
            return new_term
        return FunctionalTerm(self.f, [term.replace_term(old_term, new_term) for term in self.t])

    def contains(self, term: Term) -> bool:
        return self == term or any(one.contains(term) for one in self.t)


def _product(left: float, right: float) -> float:
    return left * right


def _sum(*numbers: float) -> float:
    return sum(numbers)


XBar = Function("x̄", 2, _product)
"""The product of two numbers, ``**`` in the text of views."""

Summation = Function("σ", None, _sum)
"""The sum of any numbers, ``++`` in the text of views."""


def as_functions(given: Optional[Iterable[Any]]) -> list[Function]:
    """Python functions and function symbols, all as symbols."""
    return [one if isinstance(one, Function) else Function.numeric(one) for one in given or ()]


def functions_of(terms: Iterable[Term]) -> list[Function]:
    """The functions in the terms that compute something and are not built in."""
    found: dict[str, Function] = {}
    for term in terms:
        if isinstance(term, FunctionalTerm):
            if term.f.func_caller is not None and term.f not in (XBar, Summation):
                found[term.f.name] = term.f
            for inner in functions_of(term.t):
                found[inner.name] = inner
    return list(found.values())
