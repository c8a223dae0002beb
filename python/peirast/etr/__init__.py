"""The Erotetic Theory of Reasoning (Koralus, 2022): operations on views.

Views are texts, such as ``{king(), ace()}``; ``docs/etr.md`` tells how they are written. English
and formulas are read where views are: ``Mary has an ace.``, ``p -> q``. Several sentences in one text
are several premises.
"""

from __future__ import annotations

import json
from typing import Any

from .. import _peirast
from .._errors import InputError

__all__ = ["call"]


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
