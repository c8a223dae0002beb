"""The default procedures: what people conclude without further reflection."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Optional

from ... import _peirast
from . import _bridge
from .atoms.terms import Function
from .stateset import State
from .view import View

__all__ = [
    "basic_step",
    "default_decision",
    "default_inference_procedure",
    "default_procedure_does_it_follow",
    "default_procedure_what_is_prob",
]


def _held(views: Iterable[View]) -> list[_peirast.EtrView]:
    return [view._view for view in views]


def _functions(views: Iterable[View]) -> dict[str, Function]:
    return {name: one for view in views if view._functions for name, one in view._functions.items()}


def _conclude(procedure: str, premises: Sequence[View], of: Optional[View], verbose: bool) -> View:
    if not premises and of is None:
        return View.get_verum()
    asked = None if of is None else of._view
    view, steps = _bridge.engine(_peirast.etr_conclude, procedure, _held(premises), asked, verbose)
    if verbose:
        _bridge.show(steps)
    return View._of(view, _functions(premises if of is None else (*premises, of)))


def basic_step(v: Sequence[View], verbose: bool = False) -> View:
    """Update with premises in turn, and drop absurd alternatives.

    >>> basic_step([View.from_str("{A()B(), C()D()}"), View.from_str("{A()}")])
    {A()B()}
    """
    return _conclude("basic_step", v, None, verbose)


def default_inference_procedure(v: Sequence[View], verbose: bool = False) -> View:
    """The conclusion from the premises; ``{0}`` if nothing follows.

    >>> default_inference_procedure([View.from_str("{A()B(), C()D()}"), View.from_str("{A()}")])
    {B()}
    """
    return _conclude("default_inference", v, None, verbose)


def default_procedure_does_it_follow(v: Sequence[View], target: View, verbose: bool = False) -> bool:
    """True if people accept that ``target`` follows.

    >>> default_procedure_does_it_follow([View.from_str("{A()B(), C()D()}"), View.from_str("{A()}")], View.from_str("{B()}"))
    True
    """
    follows, steps = _bridge.engine(_peirast.etr_follows, _held(v), target._view, verbose)
    if verbose:
        _bridge.show(steps)
    return follows


def default_procedure_what_is_prob(v: Sequence[View], prob_of: View, verbose: bool = False) -> View:
    """The probability of ``prob_of``, as a view with weights in percent.

    >>> default_procedure_what_is_prob([View.from_str("{A(), B()}")], View.from_str("{A()}"))
    {0,50.0=* A()}
    """
    return _conclude("probability", v, prob_of, verbose)


def default_decision(
    dq: View,
    cv: Iterable[View],
    pr: Iterable[View],
    verbose: bool = False,
    absurd_states: Optional[list[State]] = None,
) -> View:
    """The chosen option in ``dq``.

    Args:
        cv: consequences, each under the supposition of an option.
        pr: priorities, the weights of consequences.
        absurd_states: further absurd states.

    >>> question = View.from_str("{do(Buy()), ~do(Buy())}")
    >>> default_decision(question, [View.from_str("{Fun()}^{do(Buy())}")], [View.from_str("{1=+ 0}^{Fun()}")])
    {do(Buy())}
    """
    consequences, priorities = list(cv), list(pr)
    besides = [_bridge.state_as_view(state) for state in absurd_states or ()]
    view, steps = _bridge.engine(
        _peirast.etr_decide, dq._view, _held(consequences), _held(priorities), besides, verbose
    )
    if verbose:
        _bridge.show(steps)
    return View._of(view, _functions((dq, *consequences, *priorities)))
