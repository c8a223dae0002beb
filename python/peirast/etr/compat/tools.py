"""Fresh names for arbitrary objects."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, count
from string import ascii_lowercase

from .atoms.terms import ArbitraryObject
from .view import View

__all__ = ["ArbitraryObjectGenerator"]


def _names() -> Iterator[str]:
    """a to z, aa to az, aaa to aaz, and so on."""
    return chain.from_iterable((("a" * length) + letter for letter in ascii_lowercase) for length in count())


class ArbitraryObjectGenerator:
    """Creates arbitrary objects with unused names."""

    def __init__(self, existing_arb_objs: set[ArbitraryObject]) -> None:
        used = {one.name for one in existing_arb_objs}
        self._fresh = (name for name in _names() if name not in used)

    def redraw(self, arb_objects: set[ArbitraryObject]) -> dict[ArbitraryObject, ArbitraryObject]:
        """A fresh object for each of these objects."""
        return {one: ArbitraryObject(next(self._fresh)) for one in sorted(arb_objects, key=repr)}

    def novelise(self, arb_objects: set[ArbitraryObject], view: View) -> View:
        """A view with fresh objects in place of some objects."""
        # By way of names that no view can have, so that a fresh name may be one that is in the view.
        drawn = self.redraw(arb_objects).items()
        for at, (old, _) in enumerate(drawn):
            view = view.replace(old, ArbitraryObject(f"_novel{at}_"))
        for at, (_, new) in enumerate(drawn):
            view = view.replace(ArbitraryObject(f"_novel{at}_"), new)
        return view

    def novelise_all(self, view: View) -> View:
        """A view with fresh objects in place of all objects."""
        return self.novelise(view.stage_supp_arb_objects, view)
