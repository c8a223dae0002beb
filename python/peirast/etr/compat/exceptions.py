"""What is raised. The engine's errors are translated to these, with the engine's messages."""

from __future__ import annotations

__all__ = ["FOLNotSupportedError", "OperationUndefinedError", "ParsingError"]


class OperationUndefinedError(ValueError):
    """The operation has no meaning for these views."""


class ParsingError(ValueError):
    """A text that is no view."""


class FOLNotSupportedError(ValueError):
    """A view with weights or do-atoms, which logic has no words for."""
