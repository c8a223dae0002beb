"""The operations of the theory: functions of views that return a view."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Union

from ._ask import Premises, Settings, asked, texts
from ._view import View

if TYPE_CHECKING:
    from typing_extensions import Unpack

__all__ = [
    "answer",
    "answer_potential",
    "atomic_answer",
    "basic_step",
    "depose",
    "division",
    "equilibrium_answer",
    "equivalent",
    "existential_sum",
    "factor",
    "inquire",
    "is_absurd",
    "merge",
    "negation",
    "product",
    "query",
    "replace",
    "shared_atoms",
    "sum",
    "suppose",
    "universal_product",
    "update",
    "which",
]

Given = Union[str, View]
"""A view, or its text: a view, a sentence or a formula."""


def _view(op: str, views: Sequence[Given], settings: Settings, **named: object) -> View:
    """The view of an operation."""
    row = asked(op, views, settings, named)
    return View(row["out"], unchanged=row.get("unchanged"))


def update(state: Given, premise: Given, **settings: Unpack[Settings]) -> View:
    """Update a view with a premise, which answers its question or adds to it.

    Args:
        state: the external view: what somebody has in mind.
        premise: the internal view: what is new.
        settings: as in all functions of this module: see :class:`Settings`.

    Raises:
        ValueError: a text that cannot be read, a result that is too large.

    >>> update("{A()B(), C()D()}", "{A()}")
    View('{A()B()}')
    """
    return _view("update", [state, premise], settings)


def answer(state: Given, premise: Given, **settings: Unpack[Settings]) -> View:
    """Keep the alternatives that answer best: by weight, then by atoms shared.

    >>> answer("{A()B(), C()D()}", "{A()}")
    View('{A()B()}')
    """
    return _view("answer", [state, premise], settings)


def equilibrium_answer(state: Given, premise: Given, **settings: Unpack[Settings]) -> View:
    """Keep the alternatives that answer best by weight.

    >>> equilibrium_answer("{A(), B()}", "{2=+ A(), 1=+ B()}")
    View('{A()}')
    """
    return _view("equilibrium_answer", [state, premise], settings)


def atomic_answer(state: Given, premise: Given, **settings: Unpack[Settings]) -> View:
    """Keep the alternatives that share most atoms with the premise.

    >>> atomic_answer("{A()B(), C()D()}", "{A()}")
    View('{A()B()}')
    """
    return _view("atomic_answer", [state, premise], settings)


def merge(state: Given, premise: Given, **settings: Unpack[Settings]) -> View:
    """Add to each alternative the consequences that the premise gives it.

    >>> merge("{A(), B()}", "{C()}^{A()}")
    View('{A()C(),B()}')
    """
    return _view("merge", [state, premise], settings)


def product(one: Given, other: Given, *, inherited: str | None = None, **settings: Unpack[Settings]) -> View:
    """*And*: each alternative of one view with each of the other.

    Args:
        one, other: the views.
        inherited: a dependency relation that both inherit, as quantifiers: ``∀x ∃y``.
        settings: see :class:`Settings`.

    >>> product("{A(), B()}", "{C()}")
    View('{A()C(),B()C()}')
    """
    return _view("product", [one, other], settings, inherited=inherited)


def sum(one: Given, other: Given, *, inherited: str | None = None, **settings: Unpack[Settings]) -> View:
    """*Or*: the alternatives of both views; the arguments are those of :func:`product`.

    >>> sum("{A()}", "{B()}")
    View('{A(),B()}')
    """
    return _view("sum", [one, other], settings, inherited=inherited)


def negation(view: Given, **settings: Unpack[Settings]) -> View:
    """*Not*: deny a view.

    >>> negation("{A()B()}")
    View('{~A(),~B()}')
    """
    return _view("negation", [view], settings)


def suppose(state: Given, supposition: Given, **settings: Unpack[Settings]) -> View:
    """Suppose a view for the sake of argument.

    >>> suppose("{A()B(), C()}", "{A()}").text.endswith("^{A()}")
    True
    """
    return _view("suppose", [state, supposition], settings)


def depose(view: Given, **settings: Unpack[Settings]) -> View:
    """Turn the supposition into alternatives.

    >>> depose("{A()B()}^{A()}")
    View('{A()B(),~A()}')
    """
    return _view("depose", [view], settings)


def inquire(state: Given, question: Given, **settings: Unpack[Settings]) -> View:
    """Ask a yes/no question: each alternative, with the proposition and without it.

    >>> inquire("{A()}", "{B()}")
    View('{A()B(),A()~B()}')
    """
    return _view("inquire", [state, question], settings)


def query(state: Given, question: Given, **settings: Unpack[Settings]) -> View:
    """Ask which of the alternatives of a question the state supports.

    >>> query("{A()B()}", "{A(), C()}")
    View('{A()}')
    """
    return _view("query", [state, question], settings)


def which(state: Given, question: Given, **settings: Unpack[Settings]) -> View:
    """Ask for the objects of which something holds.

    >>> which("{Thief(john()*)Tall(john())}", "Ex {Thief(x*)}")
    View('{Thief(john()*)}')
    """
    return _view("which", [state, question], settings)


def universal_product(state: Given, premise: Given, **settings: Unpack[Settings]) -> View:
    """Apply a universal view to the terms at issue in another.

    >>> "Mortal(socrates()*)" in universal_product("Ax {Mortal(x*)}", "{Mortal(socrates()*)}").text
    True
    """
    return _view("universal_product", [state, premise], settings)


def existential_sum(state: Given, premise: Given, **settings: Unpack[Settings]) -> View:
    """Instantiate the existential object of a view with the terms at issue in another.

    >>> "john()" in existential_sum("Ex {Thief(x*)Tall(x)}", "{Thief(john()*)}").text
    True
    """
    return _view("existential_sum", [state, premise], settings)


def division(state: Given, other: Given, **settings: Unpack[Settings]) -> View:
    """Remove from each alternative the atoms that the other view has in common with it.

    >>> division("{A()B(), C()D()}", "{A(), C()}")
    View('{B(),D()}')
    """
    return _view("division", [state, other], settings)


def factor(state: Given, other: Given, *, absurd: Sequence[Given] = (), **settings: Unpack[Settings]) -> View:
    """Remove a common factor, identities or, given ``{}``, absurd alternatives.

    Args:
        state: the view.
        other: the factor; ``{}`` removes absurd alternatives.
        absurd: with ``{}``, views of further absurd states.
        settings: see :class:`Settings`.

    >>> factor("{A()B(), A()C()}", "{A()}")
    View('{B(),C()}')
    """
    return _view("factor", [state, other], settings, absurd_states=[str(one) for one in absurd] or None)


def replace(view: Given, old: str, new: str, **settings: Unpack[Settings]) -> View:
    """Rename an object, function or predicate throughout.

    >>> replace("{Tall(john())}", "john", "mary")
    View('{Tall(mary())}')
    """
    return _view("replace", [view, old, new], settings)


def basic_step(premises: Premises, **settings: Unpack[Settings]) -> View:
    """Update with premises in turn, and remove absurd alternatives.

    >>> basic_step(["{A(), B()}", "{~A()}"])
    View('{B()~A()}')
    """
    return _view("basic_step", texts(premises), settings)


def equivalent(one: Given, other: Given, **settings: Unpack[Settings]) -> bool:
    """True if two views are equal up to the names of arbitrary objects.

    >>> equivalent("Ax {A(x)}", "Ay {A(y)}")
    True
    """
    return bool(asked("equiv", [one, other], settings)["out"])


def is_absurd(view: Given, **settings: Unpack[Settings]) -> bool:
    """True if the first state of a view is absurd by itself.

    >>> is_absurd("{A()~A()}")
    True
    """
    return bool(asked("primitive_absurd", [view], settings)["out"])


def answer_potential(state: Given, question: Given, **settings: Unpack[Settings]) -> str:
    """The weight with which a view supports a question, as a term.

    >>> answer_potential("{0.3=* A()B(), 0.7=* C()}", "{A()}")
    '0.3'
    """
    return str(asked("equilibrium_answer_potential", [state, question], settings)["out"])


def shared_atoms(state: Given, other: Given, **settings: Unpack[Settings]) -> int:
    """The number of atoms that two views share: the atomic answer potential.

    >>> shared_atoms("{A()B(), C()}", "{A()C()}")
    2
    """
    return int(asked("atomic_answer_potential", [state, other], settings)["out"])
