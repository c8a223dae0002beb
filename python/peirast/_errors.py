"""The exceptions of the package. Every message names the fix."""

__all__ = ["InputError", "PeirastError"]


class PeirastError(Exception):
    """An error of Peirast: an operation failed, such as a run or the reading of a directory."""

    __module__ = "peirast"


class InputError(PeirastError, ValueError):
    """Something that was given cannot be used: a name, a file, a column, a setting. It is also a ``ValueError``."""

    __module__ = "peirast"
