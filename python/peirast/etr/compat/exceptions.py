"""The exceptions. The engine's errors become these, with the engine's messages."""

from __future__ import annotations

__all__ = ["FOLNotSupportedError", "OperationUndefinedError", "ParsingError"]


class OperationUndefinedError(ValueError):
    """The operation is undefined for these views."""


class ParsingError(ValueError):
    """A text that is not a view."""


class FOLNotSupportedError(ValueError):
    """A view with weights or do-atoms, which first-order logic cannot express."""
