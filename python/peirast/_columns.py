"""Columns of any kind as lists: lists, tuples, arrays, and series of data frames."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from . import _arrow
from ._errors import InputError


def values(column: Iterable[Any]) -> list[Any]:
    """The values of a column as a list."""
    for name in ("to_list", "tolist", "to_pylist"):
        method = _method(column, name)
        if method is not None:
            return list(method())
    return _arrow.column(column) if _arrow.gives_stream(column) else list(column)


def _method(thing: Any, name: str) -> Callable[..., Any] | None:
    """The method of an object with this name, if there is one."""
    found: Any = getattr(thing, name, None)
    return found if callable(found) else None


def _is_array(value: Any) -> bool:
    """True for an array, which has dimensions; a number of numpy has none."""
    dimensions: Any = getattr(value, "ndim", None)
    return bool(dimensions)


def is_missing(value: Any) -> bool:
    """True if a value is missing: ``None``, ``NaN``, ``pandas.NA``, an empty text."""
    if value is None:
        return True
    if isinstance(value, str):
        return not value.strip()
    if _is_array(value):
        return False
    try:
        return math.isnan(value)
    except TypeError:
        return type(value).__name__ in ("NAType", "NaTType")


def complete(*columns: Iterable[Any]) -> tuple[list[list[Any]], int]:
    """The columns without the rows with a missing value, and the number of such rows.

    Raises:
        ValueError: columns of different lengths.
    """
    lists = [values(column) for column in columns]
    lengths = {len(column) for column in lists}
    if len(lengths) > 1:
        raise InputError(f"the columns have {', '.join(str(len(column)) for column in lists)} values: give as many of each")
    rows = list(zip(*lists))
    kept = [row for row in rows if not any(is_missing(value) for value in row)]
    return [[row[at] for row in kept] for at in range(len(lists))], len(rows) - len(kept)


def present(column: Iterable[Any]) -> tuple[list[float], int]:
    """The numbers of a column, and the number of missing values."""
    everything = values(column)
    kept = [float(value) for value in everything if not is_missing(value)]
    return kept, len(everything) - len(kept)


def floats(column: Sequence[Any]) -> list[float]:
    """The values as numbers; true and false are 1 and 0."""
    return [float(value) for value in column]


def flags(column: Sequence[Any]) -> list[bool]:
    """The values as right and wrong.

    Raises:
        ValueError: a value that is neither true or false, nor 1 or 0.
    """
    result = []
    for at, value in enumerate(column):
        number = float(value)
        if number not in (0.0, 1.0):
            raise InputError(f"value {at} is {value!r}: right and wrong are 1 and 0, or True and False")
        result.append(number == 1.0)
    return result


def names(given: str | Sequence[str]) -> list[str]:
    """One or several names as a list."""
    return [given] if isinstance(given, str) else list(given)


def rows_of(frame: Any) -> list[dict[str, Any]]:
    """The rows of a data frame (pandas, polars, anything with ``__arrow_c_stream__``, or a list of mappings)."""
    if isinstance(frame, (list, tuple)):
        return [dict(row) for row in frame]
    for name in ("to_dicts", "to_pylist"):
        rows = _method(frame, name)
        if rows is not None:
            return list(rows())
    to_dict = _method(frame, "to_dict")
    if to_dict is not None:
        return list(to_dict(orient="records"))
    if _arrow.gives_stream(frame):
        return _arrow.rows(frame)
    raise TypeError(f"{type(frame).__name__} is no data frame: give one of pandas, polars or Arrow, or a list of mappings")


def is_frame(thing: Any) -> bool:
    """True if an object is a data frame."""
    methods = ("to_dicts", "to_pylist", "to_dict")
    return isinstance(thing, (list, tuple)) or any(hasattr(thing, name) for name in methods) or _arrow.gives_stream(thing)


def json_lines(frame: Any) -> str:
    """The rows of a data frame as JSON lines.

    Raises:
        InputError: a frame without rows.
    """
    rows = ({str(column): plain(value) for column, value in row.items()} for row in rows_of(frame))
    lines = "".join(json.dumps(row) + "\n" for row in rows)
    if not lines:
        raise InputError("the data frame has no rows")
    return lines


def settings_json(settings: Any) -> str:
    """Settings as JSON; numbers of numpy are numbers."""
    return json.dumps(settings, default=plain)


def plain(value: Any) -> Any:
    """A value that JSON can represent; a missing value is ``None``."""
    if isinstance(value, str):
        return value
    if is_missing(value):
        return None
    if isinstance(value, (bool, int, float)):
        return value
    listed = _method(value, "tolist")
    if listed is not None and _is_array(value):
        return plain(listed())
    item = _method(value, "item")
    if item is not None:
        return item()
    if isinstance(value, (list, tuple)):
        return [plain(one) for one in value]
    if isinstance(value, dict):
        return {str(name): plain(one) for name, one in value.items()}
    return str(value)
