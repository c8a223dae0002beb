"""The Arrow PyCapsule interface: accepts tables of any library that has it, and returns results.

Arrow itself is implemented by pyarrow, polars or nanoarrow, whichever is installed.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import Any

__all__ = ["column", "gives_stream", "rows", "stream"]

_READERS = ("pyarrow", "polars", "nanoarrow")
_WRITERS = ("pyarrow", "polars")


def gives_stream(thing: Any) -> bool:
    """True if an object has the interface: tables of pyarrow, relations of DuckDB, frames of polars."""
    return hasattr(thing, "__arrow_c_stream__")


def _library(names: Sequence[str]) -> tuple[str, Any]:
    """The first installed library of these, and its name."""
    for name in names:
        try:
            return name, import_module(name)
        except ImportError:
            continue
    raise ImportError(f"Arrow tables need one of {', '.join(names)}: pip install pyarrow")


def rows(thing: Any) -> list[dict[str, Any]]:
    """The rows of a table.

    Raises:
        ImportError: no library that reads Arrow.
    """
    name, library = _library(_READERS)
    if name == "pyarrow":
        found = library.table(thing).to_pylist()
    elif name == "polars":
        found = library.DataFrame(thing).to_dicts()
    else:
        found = library.ArrayStream(thing).read_all().to_pylist()
    return list(found)


def column(thing: Any) -> list[Any]:
    """The values of a column, or of the only column of a table.

    Raises:
        ImportError: no library that reads Arrow.
        ValueError: a table of several columns.
    """
    name, library = _library(_READERS)
    if name == "pyarrow":
        found = library.chunked_array(thing).to_pylist()
    elif name == "polars":
        found = library.Series(thing).to_list()
    else:
        found = library.ArrayStream(thing).read_all().to_pylist()
    if not any(isinstance(value, dict) for value in found):
        return list(found)
    if any(len(value) != 1 for value in found):
        raise ValueError(f"a table of {len(found[0])} columns is no column: choose one")
    return [next(iter(value.values())) for value in found]


def stream(records: Sequence[dict[str, Any]], requested_schema: object = None) -> object:
    """The records as a stream of Arrow.

    Raises:
        ImportError: no library that makes Arrow tables.
    """
    name, library = _library(_WRITERS)
    if name == "pyarrow":
        table = library.Table.from_pylist(list(records))
    else:
        table = library.DataFrame(list(records), infer_schema_length=None)
    return table.__arrow_c_stream__(requested_schema)
