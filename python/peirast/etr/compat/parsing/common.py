"""The error for texts that are not views, in the module where PyETR has it."""

from ..exceptions import ParsingError

__all__ = ["ParsingError"]
