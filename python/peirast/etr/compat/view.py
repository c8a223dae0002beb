"""Views, and the operations on them."""

from __future__ import annotations

import io
import json
from collections.abc import Iterable
from importlib import import_module
from typing import Any, Optional, Union

from ... import _peirast
from . import _bridge
from .atoms import Atom, Predicate
from .atoms.terms import ArbitraryObject, Function, NumFunc, as_functions
from .dependency import DependencyRelation
from .issues import IssueStructure
from .stateset import SetOfStates, State
from .weight import Weights

__all__ = ["View"]

Named = Union[str, ArbitraryObject, Function, Predicate]
Functions = Optional[Iterable[Union[NumFunc, Function]]]


class View:
    """A view: alternatives, supposition, dependencies, issues and weights.

    >>> premise = View.from_str("{Ace()King(), Queen()Jack()}")
    >>> premise.answer(View.from_str("{Ace()}"))
    {Ace()King()}
    """

    _view: _peirast.EtrView
    _functions: dict[str, Function]
    _parts: Optional[_bridge.Parts]

    def __init__(
        self,
        stage: SetOfStates,
        supposition: SetOfStates,
        dependency_relation: DependencyRelation,
        issue_structure: IssueStructure,
        weights: Optional[Weights],
        *,
        is_pre_view: bool = False,
    ) -> None:
        if is_pre_view:
            used = stage.arb_objects | supposition.arb_objects
            dependency_relation = dependency_relation.restriction(used)
        text, functions = _bridge.view_json(stage, supposition, dependency_relation, issue_structure, weights)
        self._view = _bridge.read(text, "json", functions)
        self._functions = _bridge.by_name(functions)
        self._parts = None

    @classmethod
    def _of(cls, view: _peirast.EtrView, functions: dict[str, Function]) -> View:
        made = cls.__new__(cls)
        made._view, made._functions, made._parts = view, functions, None
        return made

    def _structure(self) -> _bridge.Parts:
        if self._parts is None:
            self._parts = _bridge.Parts(self._view.write("json"), self._functions)
        return self._parts

    # Making and writing.

    @classmethod
    def _read(cls, text: str, format: str, functions: Functions) -> View:
        known = as_functions(functions)
        return cls._of(_bridge.read(text, format, known), _bridge.by_name(known))

    @classmethod
    def from_str(cls, s: str, custom_functions: Functions = None) -> View:
        """Read a view in the printed notation.

        Args:
            custom_functions: functions that are evaluated when their arguments are numbers.

        Raises:
            ParsingError: a text that is not a view.
        """
        return cls._read(s, "view", custom_functions)

    @classmethod
    def from_fol(cls, s: str, custom_functions: Functions = None) -> View:
        """Read a formula of first-order logic."""
        return cls._read(s, "fol", custom_functions)

    @classmethod
    def from_smt_lib(cls, smt_lib: str, custom_functions: Functions = None, env: Any = None) -> View:
        """Read SMT-LIB; its assertions together are one view. ``env`` is not used."""
        return cls._read(smt_lib, "smt-lib", custom_functions)

    @classmethod
    def from_json(cls, s: str, custom_functions: Functions = None) -> View:
        """Read the JSON of a view. Its code is never run: pass the functions that it names."""
        return cls._read(s, "json", custom_functions)

    @classmethod
    def from_smt(cls, fnode: Any, custom_functions: Functions = None) -> View:
        """Read a formula of PySMT, which must be installed."""
        text = io.StringIO()
        script = import_module("pysmt.smtlib.script").smtlibscript_from_formula(fnode)
        script.serialize(text, daggify=False)
        lines = text.getvalue().splitlines()
        kept = [line for line in lines if not line.startswith(("(check-sat", "(set-logic"))]
        return cls.from_smt_lib("\n".join(kept), custom_functions)

    @classmethod
    def get_verum(cls) -> View:
        """⊤: no supposition, one alternative without content."""
        return cls.from_str("{0}")

    @classmethod
    def get_falsum(cls) -> View:
        """⊥: no supposition, no alternative."""
        return cls.from_str("{}")

    @classmethod
    def with_defaults(
        cls,
        stage: Optional[SetOfStates] = None,
        supposition: Optional[SetOfStates] = None,
        dependency_relation: Optional[DependencyRelation] = None,
        issue_structure: Optional[IssueStructure] = None,
        weights: Optional[Weights] = None,
    ) -> View:
        """A view with these parts; the others are empty."""
        nothing = SetOfStates({State()})
        return cls(
            nothing if stage is None else stage,
            nothing if supposition is None else supposition,
            DependencyRelation((), (), ()) if dependency_relation is None else dependency_relation,
            IssueStructure() if issue_structure is None else issue_structure,
            weights,
        )

    @classmethod
    def with_restriction(
        cls,
        stage: SetOfStates,
        supposition: SetOfStates,
        dependency_relation: DependencyRelation,
        issue_structure: IssueStructure,
        weights: Optional[Weights],
    ) -> View:
        """A view with these parts, restricted to objects in the states."""
        used = stage.arb_objects | supposition.arb_objects
        if weights is not None:
            weights = Weights({state: weight.restriction(used) for state, weight in weights.items()})
        issues = issue_structure.restriction(stage.atoms | supposition.atoms)
        return cls(stage, supposition, dependency_relation.restriction(used), issues, weights)

    def to_str(self, *, round_ints: bool = False, **_: Any) -> str:
        """The view as it is printed; with ``round_ints``, whole numbers without a point."""
        return self._view.write("rounded" if round_ints else "view")

    def to_fol(self) -> str:
        """The view as a formula of first-order logic."""
        return _bridge.engine(self._view.write, "fol")

    def to_smt_lib(self, env: Any = None) -> str:
        """The view in SMT-LIB. ``env`` is not used."""
        return _bridge.engine(self._view.write, "smt-lib")

    def to_smt(self, env: Any = None) -> Any:
        """The view as a formula of PySMT, which must be installed."""
        parser = import_module("pysmt.smtlib.parser").SmtLibParser(env)
        return parser.get_script(io.StringIO(self.to_smt_lib())).get_last_formula()

    def to_json(self) -> str:
        """The view in JSON."""
        return self._view.write("json")

    def to_english(self, name_mappings: Optional[dict[str, str]] = None) -> str:
        """The view in English; ``name_mappings`` gives words for names."""
        return _bridge.engine(self._view.english, name_mappings or {})

    def __str__(self) -> str:
        return self.to_str()

    def __repr__(self) -> str:
        return self.to_str()

    # Parts.

    @property
    def stage(self) -> SetOfStates:
        """The alternatives."""
        return self._structure().stage

    @property
    def supposition(self) -> SetOfStates:
        """The supposition."""
        return self._structure().supposition

    @property
    def dependency_relation(self) -> DependencyRelation:
        """The dependency relation."""
        return self._structure().dependency_relation

    @property
    def issue_structure(self) -> IssueStructure:
        """The issues."""
        return self._structure().issue_structure

    @property
    def weights(self) -> Weights:
        """The weights of the alternatives."""
        return self._structure().weights

    @property
    def atoms(self) -> set[Atom]:
        """The atoms of stage and supposition."""
        return self.stage.atoms | self.supposition.atoms

    @property
    def stage_supp_arb_objects(self) -> set[ArbitraryObject]:
        """The arbitrary objects of stage and supposition."""
        return self.stage.arb_objects | self.supposition.arb_objects

    @property
    def is_verum(self) -> bool:
        """True if the view is ⊤, without content."""
        return self.stage.is_verum and self.supposition.is_verum

    @property
    def is_falsum(self) -> bool:
        """True if the view is ⊥, without alternatives."""
        return self.stage.is_falsum and self.supposition.is_verum

    @property
    def without_issues(self) -> View:
        """The view without issues."""
        parts = self._structure()
        return View(parts.stage, parts.supposition, parts.dependency_relation, IssueStructure(), parts.weights)

    @property
    def base(self) -> str:
        """The parts of the view, as short text."""
        return self._view.write("base")

    @property
    def detailed(self) -> str:
        """Everything about the view, as text."""
        parts = self._structure()
        return (
            f"<View\n  stage={parts.stage.detailed}\n  supposition={parts.supposition.detailed}\n"
            f"  dep_rel={parts.dependency_relation.detailed}\n  issue_structure={parts.issue_structure.detailed}\n"
            f"  weights={parts.weights.detailed}\n>"
        )

    def __reduce__(self) -> tuple[Any, ...]:
        return View.from_json, (self.to_json(), list(self._functions.values()))

    # Equality.

    def __eq__(self, other: object) -> bool:
        return isinstance(other, View) and self._view.same(other._view)

    def __hash__(self) -> int:
        return hash(self.to_str())

    def is_equivalent_under_arb_sub(self, other: View) -> bool:
        """True if both views are equal up to the names of arbitrary objects."""
        return _bridge.engine(self._view.equivalent, other._view)

    # Operations.

    def _operate(self, operation: str, other: Optional[View], verbose: bool) -> View:
        # A call takes about three microseconds: helpers would be a third of them.
        functions = self._functions
        if other is not None and _checked(other)._functions:
            functions = {**functions, **other._functions}
        try:
            view, steps = self._view.operate(operation, None if other is None else other._view, verbose)
        except _peirast.EtrError as error:
            _bridge.raised(error)
        if verbose:
            _bridge.show(steps)
        return View._of(view, functions)

    def product(self, view: View, inherited_dependencies: Optional[DependencyRelation] = None) -> View:
        """*And*: every alternative of one view with every alternative of the other."""
        return self._under("product", view, inherited_dependencies)

    def sum(self, view: View, inherited_dependencies: Optional[DependencyRelation] = None) -> View:
        """*Or*: the alternatives of both views.

        Raises:
            OperationUndefinedError: views with different suppositions.
        """
        return self._under("sum", view, inherited_dependencies)

    def _under(self, operation: str, other: View, inherited: Optional[DependencyRelation]) -> View:
        if inherited is None or inherited.is_empty:
            return self._operate(operation, other, False)
        view = _bridge.engine(self._view.operate_under, operation, _checked(other)._view, inherited.prefix())
        return View._of(view, {**self._functions, **other._functions})

    def answer(self, other: View, verbose: bool = False) -> View:
        """The alternatives that remain after another view as answer."""
        return self._operate("answer", other, verbose)

    def atomic_answer(self, other: View, verbose: bool = False) -> View:
        """The alternatives that share most atoms with another view."""
        return self._operate("atomic_answer", other, verbose)

    def equilibrium_answer(self, other: View, verbose: bool = False) -> View:
        """The alternatives that another view gives most weight."""
        return self._operate("equilibrium_answer", other, verbose)

    def negation(self, verbose: bool = False) -> View:
        """*Not*."""
        return self._operate("negation", None, verbose)

    def depose(self, verbose: bool = False) -> View:
        """The view with its supposition turned into alternatives."""
        return self._operate("depose", None, verbose)

    def merge(self, view: View, verbose: bool = False) -> View:
        """The view with another view added to each alternative to which it applies."""
        return self._operate("merge", view, verbose)

    def update(self, view: View, verbose: bool = False) -> View:
        """The view updated with a premise."""
        return self._operate("update", view, verbose)

    def universal_product(self, view: View, verbose: bool = False) -> View:
        """The universal view applied to the terms at issue in another view."""
        return self._operate("universal_product", view, verbose)

    def existential_sum(self, view: View, verbose: bool = False) -> View:
        """The existential view, instantiated with the terms at issue in another view."""
        return self._operate("existential_sum", view, verbose)

    def division(self, other: View) -> View:
        """The alternatives without the atoms in common with another view."""
        return self._operate("division", other, False)

    def factor(
        self, other: View, verbose: bool = False, absurd_states: Optional[list[State]] = None
    ) -> View:
        """Remove common factors; with ⊥, absurd alternatives, and those that contain one of ``absurd_states``."""
        if not absurd_states or not other.is_falsum:
            return self._operate("factor", other, verbose)
        besides = [_bridge.state_as_view(state) for state in absurd_states]
        view, steps = _bridge.engine(self._view.factor_absurd, besides, verbose)
        if verbose:
            _bridge.show(steps)
        return View._of(view, {**self._functions, **other._functions})

    def query(self, other: View, *, verbose: bool = False) -> View:
        """The answers of another view that this one supports."""
        return self._operate("query", other, verbose)

    def which(self, other: View, *, verbose: bool = False) -> View:
        """The objects of which another view holds."""
        return self._operate("which", other, verbose)

    def inquire(self, other: View, *, verbose: bool = False) -> View:
        """Raise the question whether another view is true."""
        return self._operate("inquire", other, verbose)

    def suppose(self, other: View, *, verbose: bool = False) -> View:
        """Suppose another view for the sake of argument."""
        return self._operate("suppose", other, verbose)

    def replace(self, old_item: Named, new_item: Named) -> View:
        """Rename a predicate, function, constant or arbitrary object.

        A text means every symbol with this name; a symbol means only itself.

        Raises:
            ValueError: symbols of different kinds or arities.
        """
        if isinstance(old_item, str) and isinstance(new_item, str):
            return View._of(_bridge.engine(self._view.replace, old_item, new_item), self._functions)
        return _replaced(self, old_item, new_item)


def _checked(view: View) -> View:
    if not isinstance(view, View):
        raise TypeError(f"a view is needed, not {type(view).__name__}")
    return view


def _replaced(view: View, old: Named, new: Named) -> View:
    """The view with one symbol in place of another."""
    if type(old) is not type(new) or isinstance(old, str) or isinstance(new, str):
        raise ValueError(f"{old!r} and {new!r} are of different kinds: give two texts, or two symbols of one kind")
    arities = getattr(old, "arity", 0), getattr(new, "arity", 0)
    if arities[0] != arities[1]:
        raise ValueError(f"{old!r} and {new!r} must have the same number of arguments")

    def renamed(value: Any) -> Any:
        if isinstance(value, list):
            return [renamed(one) for one in value]
        if not isinstance(value, dict):
            return value
        fields = {name: renamed(one) for name, one in value.items()}
        for name, kind in (("predicate", Predicate), ("function", Function)):
            symbol = fields.get(name)
            if isinstance(old, kind) and symbol and (symbol.get("name"), symbol.get("arity")) == (old.name, old.arity):
                fields[name] = {**symbol, "name": new.name}
        if isinstance(old, ArbitraryObject) and fields == {"name": old.name}:
            return {"name": new.name}
        return fields

    functions = list(view._functions.values())
    if isinstance(new, Function):
        functions.append(new)
    text = json.dumps(renamed(json.loads(view.to_json())))
    return View._of(_bridge.read(text, "json", functions), _bridge.by_name(functions))


def smt_lib_to_views(smt_lib: str, custom_functions: Functions = None) -> list[View]:
    """Read SMT-LIB as one view per assertion."""
    known = as_functions(custom_functions)
    views = _bridge.engine(
        _peirast.EtrView.read_smt_lib_views, smt_lib, _bridge.READING, _bridge.given(known)
    )
    return [View._of(view, _bridge.by_name(known)) for view in views]


def views_to_smt_lib(views: Iterable[View], env: Any = None) -> str:
    """Write several views as one text of SMT-LIB. ``env`` is not used."""
    return _bridge.engine(_peirast.EtrView.write_smt_lib_views, [view._view for view in views])
