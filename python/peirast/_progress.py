"""Progress bars of tqdm, in terminals and notebooks."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable, Iterator
from importlib import import_module
from importlib.util import find_spec
from typing import Any


def _is_watched() -> bool:
    """True in a terminal, and in a notebook."""
    shell: Any = sys.modules.get("IPython")
    kernel = shell is not None and shell.get_ipython() is not None
    return bool(kernel or sys.stderr.isatty())


@contextlib.contextmanager
def progress_bar(wanted: bool | None, name: str) -> Iterator[Callable[[int, int], None] | None]:
    """A function that shows the numbers of answers and questions; ``None`` if nobody looks.

    Args:
        wanted: true for a bar, which needs ``tqdm``; by default one if somebody looks and ``tqdm`` is installed.
        name: the title of the bar.
    """
    if not (_is_watched() and find_spec("tqdm") is not None if wanted is None else wanted):
        yield None
        return
    bar: Any = import_module("tqdm.auto").tqdm(desc=name, unit=" answers", dynamic_ncols=True)

    def show(answered: int, planned: int) -> None:
        bar.total = planned
        bar.update(answered - bar.n)

    try:
        yield show
    finally:
        bar.close()
