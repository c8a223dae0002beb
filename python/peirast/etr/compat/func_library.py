"""Functions for views with numbers: give them as ``custom_functions``."""

from __future__ import annotations

import math

__all__ = ["div", "log", "power"]


def div(x: float, y: float) -> float:
    """The quotient of two numbers."""
    return x / y


def power(x: float, y: float) -> float:
    """A number raised to another."""
    return float(x**y)


def log(x: float) -> float:
    """The decimal logarithm."""
    return math.log10(x)
