"""The Erotetic Theory of Reasoning (Koralus, 2022): operations on views.

Views are texts, such as ``{king(), ace()}``; ``docs/etr.md`` explains the notation.
"""

from __future__ import annotations

import json
from typing import Any

from .. import _peirast

__all__ = ["call"]


def call(op: str, **arguments: Any) -> Any:
    """Run one operation or procedure, like a row of ``peirast etr batch``.

    Args:
        op: the operation, such as ``answer`` or ``default_inference_procedure``.
        arguments: the fields of the row, such as ``args=[...]`` and ``kwargs={...}``.

    Raises:
        ValueError: an unknown operation, or views that cannot be read.
    """
    answer = json.loads(_peirast.call(json.dumps({"op": op, **arguments})))
    out = answer["out"]
    if isinstance(out, dict) and "error" in out:
        raise ValueError(f"{out['error']}: {out['message']}")
    return out
