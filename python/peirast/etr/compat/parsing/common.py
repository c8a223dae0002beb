"""The error of texts that are no views, where PyETR has it."""

from ..exceptions import ParsingError

__all__ = ["ParsingError"]
