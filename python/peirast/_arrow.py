"""The Arrow PyCapsule interface: accepts tables of any library that has it, and returns results.

Arrow itself is implemented by pyarrow, polars or nanoarrow, whichever is installed.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any

from ._errors import InputError

if TYPE_CHECKING:
    from ._peirast import _ColumnParts

__all__ = ["column", "gives_stream", "rows", "stream", "table_of_columns"]

_READERS = ("pyarrow", "polars", "nanoarrow")
_WRITERS = ("pyarrow", "polars")
# The types of pyarrow by the kinds of columns.
_TYPES = {"text": "large_string", "flag": "bool_", "count": "int64", "number": "float64"}


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


def table_of_columns(meaning: str, columns: Sequence[_ColumnParts]) -> Any:
    """The table of pyarrow with these buffers, which are not copied.

    Args:
        meaning: what the columns mean, as JSON; it is the metadata ``peirast`` of the table.
        columns: the columns.

    Raises:
        ImportError: pyarrow is not installed.
    """
    pyarrow = import_module("pyarrow")
    fields, arrays = [], []
    for name, kind, length, null_count, validity, offsets, data in columns:
        type_ = getattr(pyarrow, _TYPES[kind])()
        buffers = [validity, data] if offsets is None else [validity, offsets, data]
        shared = [None if buffer is None else pyarrow.py_buffer(buffer) for buffer in buffers]
        fields.append(pyarrow.field(name, type_))
        arrays.append(pyarrow.Array.from_buffers(type_, length, shared, null_count))
    return pyarrow.Table.from_arrays(arrays, schema=pyarrow.schema(fields, metadata={"peirast": meaning}))
