"""The worked examples of the theory: ``from peirast.etr.compat.cases import e17``.

Each has the views ``v``, the conclusion ``c`` (several in a tuple), if needed ``prob``, ``cv`` and ``pr``,
and ``test``. Descriptions are Peirast's own.
"""

from __future__ import annotations

import json
from functools import lru_cache
from typing import Any, Union

from ... import _peirast, etr
from . import _bridge, func_library, inference
from .stateset import State
from .view import View

__all__ = ["Case"]

_PROCEDURES = {
    "basic_step": inference.basic_step,
    "default_inference_procedure": inference.default_inference_procedure,
}


class Case:
    """A worked example.

    Attributes:
        name: its name, ``e17`` for example 17 of the book.
        description: its purpose.
        v: the views.
        c: the conclusion, or several in a tuple; ``{}`` if it is a number.
    """

    v: tuple[View, ...]
    c: Union[View, tuple[View, ...]]

    def __init__(self, fields: dict[str, Any]) -> None:
        self.name: str = fields["id"]
        self.description: str = fields["shows"]
        self._calls: list[dict[str, Any]] = fields["calls"]
        asked = [call for call in self._calls if call["op"] != "equiv"]
        named: dict[str, Any] = {name: texts for call in asked for name, texts in call["kwargs"].items()}
        self._functions = [getattr(func_library, name) for name in named.get("custom_functions", ())]
        made = {"{0}", "{}", *(call["out"] for call in asked if isinstance(call["out"], str))}
        given = dict.fromkeys(text for call in asked for text in call["args"] if text not in made or call is asked[0])
        if len(given) > 1:
            # The beginning of the reasoning, which is no premise.
            given.pop("{0}" if asked[0]["op"] == "update" else "{}", None)
        self.v = tuple(self._view(text) for text in given) if asked[0]["op"] != "dep_fusion" else ()
        concluded = [self._view(call["args"][1]) for call in self._calls if call["op"] == "equiv"]
        if not concluded and isinstance(asked[-1]["out"], str) and asked[-1]["out"].startswith(("{", "∀", "∃")):
            concluded = [self._view(asked[-1]["out"])]
        self.c = concluded[0] if len(concluded) == 1 else tuple(concluded) or View.get_falsum()
        if "prob_of" in named:
            self.prob: View = self._view(named["prob_of"])
        if "cv" in named:
            self.cv = tuple(self._view(text) for text in named["cv"])
            self.pr = tuple(self._view(text) for text in named["pr"])

    def _view(self, text: str) -> View:
        return View.from_str(text, self._functions)

    def __repr__(self) -> str:
        views = "\n".join(f"v[{at}]: {view}" for at, view in enumerate(self.v))
        return f"{self.name}: {self.description}\n{views}\nc (Conclusion): {self.c}"

    def test(self, verbose: bool = False) -> None:
        """Compute the example again.

        Raises:
            AssertionError: a result other than the recorded one.
        """
        for call in self._calls:
            found = self._called(call, verbose)
            expected = call["out"]
            if isinstance(found, View):
                wanted = self._view(expected)
                agrees = found == wanted or (call["cmp"] == "alpha" and found.is_equivalent_under_arb_sub(wanted))
            else:
                agrees = found == expected
            if not agrees:
                raise AssertionError(f"{self.name}: {call['op']} gives {found}, not {expected}")

    def _called(self, call: dict[str, Any], verbose: bool) -> Any:
        operation, named = call["op"], call["kwargs"]
        if operation == "dep_fusion":
            return etr.call(operation, args=call["args"])
        views = [self._view(text) for text in call["args"]]
        states = [State(next(iter(self._view(text).stage))) for text in named.get("absurd_states", ())]
        if operation in _PROCEDURES:
            return _PROCEDURES[operation](views, verbose)
        if operation == "default_procedure_does_it_follow":
            return inference.default_procedure_does_it_follow(views, self._view(named["target"]), verbose)
        if operation == "default_procedure_what_is_prob":
            return inference.default_procedure_what_is_prob(views, self.prob, verbose)
        if operation == "default_decision":
            return inference.default_decision(views[0], self.cv, self.pr, verbose, states)
        if operation == "equiv":
            return views[0].is_equivalent_under_arb_sub(views[1])
        if operation == "equilibrium_answer_potential":
            return _bridge.engine(views[0]._view.equilibrium_answer_potential, views[1]._view)
        return getattr(views[0], operation)(*views[1:])


@lru_cache(maxsize=None)
def _bank() -> dict[str, dict[str, Any]]:
    cases = (json.loads(line) for line in _peirast.etr_cases().splitlines())
    return {case["id"]: case for case in cases}


@lru_cache(maxsize=None)
def _case(name: str) -> Case:
    return Case(_bank()[name])


def __getattr__(name: str) -> Case:
    if name.startswith("_") or name not in _bank():
        raise AttributeError(f"there is no case {name!r}")
    return _case(name)


def __dir__() -> list[str]:
    return [*__all__, *_bank()]
