"""The Erotetic Theory of Reasoning (Koralus, 2022): what people conclude, and why.

* :func:`view`, :func:`views`: read views, sentences and formulas; :class:`View`: what somebody has in mind.
* :func:`infer`, :func:`follows`, :func:`probability`, :func:`decide`: the procedures.
* :func:`explain`, :func:`trace`, :func:`equilibrium`, :func:`conditionals`: how people get there, and which question
  would keep them from it.
* :func:`update`, :func:`query`, :func:`suppose` and others: the operations; each takes views and returns one.
* :func:`cases`, :func:`case`: the worked examples.
* :func:`call`: any row of ``peirast etr batch``, also operations on dependency relations.

Wherever a view is expected, its text will do, such as ``{king(), ace()}``, and so will English and formulas:
``Mary has an ace.``, ``p -> q``. ``docs/etr.md`` explains the notation. Several sentences in one text are several
premises. An option that a message names, such as ``--max-states``, is the setting ``max_states`` here.
"""

from __future__ import annotations

import json
from typing import Any

from .. import _peirast
from .._errors import InputError
from ._ask import Settings
from ._operations import (
    answer,
    answer_potential,
    atomic_answer,
    basic_step,
    depose,
    division,
    equilibrium_answer,
    equivalent,
    existential_sum,
    factor,
    inquire,
    is_absurd,
    merge,
    negation,
    product,
    query,
    replace,
    shared_atoms,
    sum,
    suppose,
    universal_product,
    update,
    which,
)
from ._procedures import (
    Acceptance,
    Case,
    Cure,
    Decision,
    Equilibrium,
    Explanation,
    Inference,
    Probability,
    Step,
    Trace,
    case,
    cases,
    conditionals,
    decide,
    equilibrium,
    explain,
    follows,
    infer,
    probability,
    trace,
)
from ._view import View, view, views

__all__ = [
    "Acceptance",
    "Case",
    "Cure",
    "Decision",
    "Equilibrium",
    "Explanation",
    "Inference",
    "Probability",
    "Settings",
    "Step",
    "Trace",
    "View",
    "answer",
    "answer_potential",
    "atomic_answer",
    "basic_step",
    "call",
    "case",
    "cases",
    "conditionals",
    "decide",
    "depose",
    "division",
    "equilibrium",
    "equilibrium_answer",
    "equivalent",
    "existential_sum",
    "explain",
    "factor",
    "follows",
    "infer",
    "inquire",
    "is_absurd",
    "merge",
    "negation",
    "probability",
    "product",
    "query",
    "replace",
    "shared_atoms",
    "sum",
    "suppose",
    "trace",
    "universal_product",
    "update",
    "view",
    "views",
    "which",
]


def call(op: str, **arguments: Any) -> Any:
    """Run one operation or procedure, like a row of ``peirast etr batch``.

    Args:
        op: the operation, such as ``answer`` or ``default_inference_procedure``.
        arguments: the fields of the row, such as ``args=[...]`` and ``kwargs={...}``.

    Example:
        >>> call("default_inference_procedure", args=[
        ...     "Mary has an ace and a king, or else a queen and a jack. Mary has an ace."])
        '{King(mary())}'

    Raises:
        ValueError: an unknown operation, or views that cannot be read.
    """
    answer = json.loads(_peirast.call(json.dumps({"op": op, **arguments})))
    out = answer["out"]
    if isinstance(out, dict) and "error" in out:
        raise InputError(f"{out['error']}: {out['message']}")
    return out
