"""The exceptions of the package. Every message names the fix."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ._run import Run

__all__ = ["InputError", "ModelError", "PeirastError"]


class PeirastError(Exception):
    """An error of Peirast: an operation failed, such as a run or the reading of a directory."""

    __module__ = "peirast"


class InputError(PeirastError, ValueError):
    """Something that was given cannot be used: a name, a file, a column, a setting. It is also a ``ValueError``."""

    __module__ = "peirast"


class ModelError(PeirastError):
    """A function that was given as a model raised exceptions, so that it was not asked to the end.

    ``__cause__`` is its last exception. All answers are stored, also those of other models: correct the function and
    make the same call again, which asks only the open questions.

    Attributes:
        model: the name of the model in results, such as ``py:mine``.
        run: the run with all stored answers; ``None`` for a writer of paraphrases.
    """

    __module__ = "peirast"

    def __init__(self, message: str, model: str = "", run: Run | None = None) -> None:
        super().__init__(message)
        self.model = model
        self.run = run
