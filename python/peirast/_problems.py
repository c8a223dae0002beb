"""Problems of the built-in families."""

from __future__ import annotations

import json
from typing import Any

from . import _peirast

__all__ = ["make"]


def make(family: str, n: int = 10, seed: int = 1, *, profile: str = "balanced") -> list[dict[str, Any]]:
    """Make problems, each with its text in segments, its factors, its right answer and the reason for it.

    Args:
        family: a family, such as ``conjunction``, or a variant of it, such as ``conjunction/2``.
        n: items per variant.
        seed: the same seed gives the same problems.
        profile: the design of the stimuli.

    Raises:
        ValueError: an unknown family, variant or profile.

    >>> len(make("conjunction/2", 2, 7)) > 0
    True
    """
    return [json.loads(line) for line in _peirast.make_problems(family, n, seed, profile)]
