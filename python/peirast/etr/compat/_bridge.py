"""The bridge between the objects of this package and the engine: JSON of views, calls, errors."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NoReturn, Optional, TypeVar, Union

from ... import _peirast
from .atoms import Atom, DoAtom, OpenPredicateAtom, Predicate, PredicateAtom, terms_of
from .atoms.terms import (
    ArbitraryObject,
    Function,
    FunctionalTerm,
    Multiset,
    QuestionMark,
    RealNumber,
    Summation,
    Term,
    XBar,
    functions_of,
)
from .dependency import Dependency, DependencyRelation
from .exceptions import FOLNotSupportedError, OperationUndefinedError, ParsingError
from .issues import IssueStructure
from .stateset import SetOfStates, State, number
from .weight import Weight, Weights

READING = "pyetr-1.0.0"
"""The reading under which the engine gives PyETR's answers."""

T = TypeVar("T")
Steps = Sequence[tuple[str, int, list[str], str, Optional[str]]]

_ERRORS: dict[str, type[Exception]] = {
    "Parse": ParsingError,
    "Unquantified": ParsingError,
    "Undefined": OperationUndefinedError,
    "Unwritable": FOLNotSupportedError,
    "Arithmetic": ArithmeticError,
}


def engine(function: Callable[..., T], *arguments: Any) -> T:
    """Call the engine; raise its errors as the exceptions of this package."""
    try:
        return function(*arguments)
    except _peirast.EtrError as error:
        raised(error)


def raised(error: _peirast.EtrError) -> NoReturn:
    """Raise an error of the engine as an exception of this package."""
    kind, message = error.args
    raise _ERRORS.get(kind, ValueError)(message) from None


def given(functions: Iterable[Function]) -> list[tuple[str, Optional[int], Callable[..., float]]]:
    """Functions in the form of the engine: those that compute something."""
    return [(one.name, one.arity, one.func_caller) for one in functions if one.func_caller is not None]


def by_name(functions: Iterable[Function]) -> dict[str, Function]:
    """Functions by their names; of two with one name, the last."""
    return {one.name: one for one in functions}


def read(text: str, format: str, functions: Iterable[Function]) -> _peirast.EtrView:
    """A view of the engine."""
    return engine(_peirast.EtrView.read, text, format, READING, given(functions))


def show(steps: Steps) -> None:
    """Print the steps of a computation."""
    for operation, depth, inputs, output, unchanged in steps:
        why = f" ({unchanged})" if unchanged else ""
        print(f"{'  ' * depth}{operation}: {' with '.join(inputs)} -> {output}{why}")


# From the JSON of a view.


class Parts:
    """The parts of a view."""

    def __init__(self, text: str, functions: Mapping[str, Function]) -> None:
        self._functions = {"x̄": XBar, "σ": Summation, **functions}
        view: dict[str, Any] = json.loads(text)
        self.stage = self._states(view["stage"])
        self.supposition = self._states(view["supposition"])
        relation = view["dependency_relation"]
        self.dependency_relation = DependencyRelation(
            [ArbitraryObject(one["name"]) for one in relation["universals"]],
            [ArbitraryObject(one["name"]) for one in relation["existentials"]],
            [
                Dependency(
                    existential=ArbitraryObject(pair["existential"]["name"]),
                    universal=ArbitraryObject(pair["universal"]["name"]),
                )
                for pair in relation["dependencies"]
            ],
        )
        self.issue_structure = IssueStructure(
            (self._term(term), OpenPredicateAtom(*self._applied(atom))) for term, atom in view["issues"]
        )
        self.weights = Weights({self._state(one["state"]): self._weight(one["weight"]) for one in view["weights"]})

    def _states(self, states: list[Any]) -> SetOfStates:
        return SetOfStates(self._state(state) for state in states)

    def _state(self, atoms: list[Any]) -> State:
        return State(self._atom(atom) for atom in atoms)

    def _atom(self, atom: dict[str, Any]) -> Atom:
        if "atoms" in atom:
            return DoAtom([PredicateAtom(*self._applied(one)) for one in atom["atoms"]], atom["polarity"])
        return PredicateAtom(*self._applied(atom))

    def _applied(self, atom: dict[str, Any]) -> tuple[Predicate, list[Term]]:
        symbol = atom["predicate"]
        predicate = Predicate(symbol["name"], symbol["arity"], symbol["verifier"])
        return predicate, [self._term(term) for term in atom["terms"]]

    def _term(self, term: dict[str, Any]) -> Term:
        if "name" in term:
            return ArbitraryObject(term["name"])
        if "function" not in term:
            return QuestionMark()
        symbol = term["function"]
        if "num" in symbol:
            return number(symbol["num"])
        known = self._functions.get(symbol["name"])
        fits = known is not None and known.arity in (symbol["arity"], None)
        function = known if known is not None and fits else Function(symbol["name"], symbol["arity"])
        return FunctionalTerm(function, [self._term(one) for one in term["terms"]])

    def _weight(self, weight: dict[str, Any]) -> Weight:
        return Weight(
            Multiset([self._term(term) for term in weight["multiplicative"]]),
            Multiset([self._term(term) for term in weight["additive"]]),
        )


# To the JSON of a view.


def _term_json(term: Term) -> dict[str, Any]:
    if isinstance(term, ArbitraryObject):
        return {"name": term.name}
    if not isinstance(term, FunctionalTerm):
        return {}
    if isinstance(term.f, RealNumber):
        return {"function": {"num": term.f.num}, "terms": []}
    terms = [_term_json(one) for one in term.t]
    built_in = term.f in (XBar, Summation)
    arity = term.f.arity if term.f.arity is not None or built_in else len(terms)
    return {"function": {"name": term.f.name, "arity": arity, "func_caller": None}, "terms": terms}


def _applied_json(atom: Union[PredicateAtom, OpenPredicateAtom]) -> dict[str, Any]:
    symbol = atom.predicate
    predicate = {"name": symbol.name, "arity": symbol.arity, "verifier": symbol.verifier}
    return {"predicate": predicate, "terms": [_term_json(term) for term in atom.terms]}


def _atom_json(atom: Atom) -> dict[str, Any]:
    if isinstance(atom, DoAtom):
        return {"atoms": [_applied_json(one) for one in atom.atoms], "polarity": atom.polarity}
    return _applied_json(atom)


def _state_json(state: State) -> list[Any]:
    return [_atom_json(atom) for atom in state]


def view_json(
    stage: SetOfStates,
    supposition: SetOfStates,
    relation: DependencyRelation,
    issues: IssueStructure,
    weights: Optional[Weights],
) -> tuple[str, list[Function]]:
    """The JSON of a view, and the functions in it that compute something."""
    weighed = Weights.get_null_weights(stage) if weights is None else weights
    weight_terms = [term for one in weighed.values() for term in (*one.multiplicative, *one.additive)]
    terms = [*terms_of(stage.atoms), *terms_of(supposition.atoms), *weight_terms]
    names = [{"name": one.name} for one in relation.ordered_unis()]
    view = {
        "stage": [_state_json(state) for state in stage],
        "supposition": [_state_json(state) for state in supposition],
        "weights": [
            {
                "state": _state_json(state),
                "weight": {
                    "multiplicative": [_term_json(term) for term in weight.multiplicative],
                    "additive": [_term_json(term) for term in weight.additive],
                },
            }
            for state, weight in weighed.items()
        ],
        "issues": [[_term_json(term), _applied_json(atom)] for term, atom in issues],
        "dependency_relation": {
            "universals": names,
            "existentials": [{"name": one.name} for one in relation.ordered_exis()],
            "dependencies": [
                {"existential": {"name": pair.existential.name}, "universal": {"name": pair.universal.name}}
                for pair in relation.ordered_deps()
            ],
        },
    }
    return json.dumps(view), functions_of(terms)


def states_as_view(states: SetOfStates, weights: Optional[Weights] = None) -> _peirast.EtrView:
    """States as the stage of a view; their arbitrary objects are universal."""
    objects = states.arb_objects | (set() if weights is None else weights.arb_objects)
    relation = DependencyRelation(objects, (), ())
    text, functions = view_json(states, SetOfStates({State()}), relation, IssueStructure(), weights)
    return read(text, "json", functions)


def state_as_view(state: State) -> _peirast.EtrView:
    """A state as the stage of a view."""
    return states_as_view(SetOfStates({state}))


def potential_of(answers: SetOfStates, question: SetOfStates, weights: Weights) -> FunctionalTerm:
    """The equilibrium answer potential, as a term."""
    potential = engine(states_as_view(answers, weights).equilibrium_answer_potential, states_as_view(question))
    # The potential is a term; in an atom it can be read.
    names = sorted(one.name for one in weights.arb_objects)
    prefix = "".join(f"∀{name} " for name in names if name in potential)
    parts = Parts(read(f"{prefix}{{P({potential})}}", "view", ()).write("json"), {})
    (term,) = terms_of(parts.stage.atoms)
    assert isinstance(term, FunctionalTerm)
    return term
