"""Problems of the built-in families."""

from __future__ import annotations

import json
from . import _peirast
from ._result import Record, Rows

__all__ = ["Problem", "make"]

_SHOWN = (("id", "id"), ("family", "family"), ("variant", "variant"), ("task", "task"))


class Problem(Record):
    """A problem: ``id``, ``family``, ``variant``, ``task``, ``segments`` (its text), ``factors``, ``truth`` and others;
    ``peirast make --schema`` describes all."""


def make(family: str, n: int = 10, seed: int = 1, *, profile: str = "balanced") -> Rows[Problem]:
    """Make problems, each with its text in segments, its factors, its right answer and the reason for it.

    ``make(...).to_pandas()`` is a data frame with a row for each problem.

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
    lines = _peirast.make_problems(family, n, seed, profile)
    return Rows((Problem(json.loads(line)) for line in lines), _SHOWN)
