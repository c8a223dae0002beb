"""Results that can be printed, shown in a notebook, and turned into dictionaries."""

from __future__ import annotations

import html
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any, SupportsIndex, TypeVar, overload

from . import _arrow


class Record(Mapping[str, Any]):
    """Named values, available as fields (``result.p``) or as items (``result["p"]``)."""

    __slots__ = ("_fields",)

    def __init__(self, fields: Mapping[str, Any]) -> None:
        object.__setattr__(self, "_fields", dict(fields))

    def __getattr__(self, name: str) -> Any:
        fields: dict[str, Any] = object.__getattribute__(self, "_fields")
        try:
            return fields[name]
        except KeyError:
            raise AttributeError(f"there is no field {name!r}: there are {', '.join(fields)}") from None

    def __setattr__(self, name: str, value: Any) -> None:
        raise AttributeError("a result cannot be changed")

    def __getitem__(self, name: str) -> Any:
        return self._fields[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._fields)

    def __len__(self) -> int:
        return len(self._fields)

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *self._fields]

    def __repr__(self) -> str:
        shown = ", ".join(f"{name}={value!r}" for name, value in self._fields.items())
        return f"{type(self).__name__}({shown})"

    def __reduce__(self) -> tuple[type["Record"], tuple[dict[str, Any]]]:
        return type(self), (dict(self._fields),)

    def to_dict(self) -> dict[str, Any]:
        """The values as a dictionary."""
        return dict(self._fields)

    def _shown(self) -> Mapping[str, Any]:
        """The values that a notebook shows: the fields, unless a subclass overrides this."""
        fields: dict[str, Any] = self._fields
        return fields

    def _repr_html_(self) -> str:
        return _table((name, value) for name, value in self._shown().items())


def cell(value: Any) -> str:
    """A value as the text of a cell; lists of names and views have their items, separated by commas."""
    if isinstance(value, list) and value and not any(isinstance(one, (int, float, Mapping)) for one in value):
        return html.escape(", ".join(map(str, value)))
    return html.escape("" if value is None else f"{value:.4g}" if isinstance(value, float) else str(value))


def _table(rows: Iterable[tuple[str, Any]]) -> str:
    """A table of names and values."""
    left = "style='text-align:left'"
    cells = "".join(f"<tr><th {left}>{html.escape(name)}</th><td {left}>{cell(value)}</td></tr>" for name, value in rows)
    return f"<table>{cells}</table>"


def table_html(rows: Iterable[Mapping[str, Any]], columns: Sequence[tuple[str, str]]) -> str:
    """A table of rows; the columns are fields with their headings."""
    head = "".join(f"<th>{html.escape(label)}</th>" for _, label in columns)
    body = "".join(
        "<tr>" + "".join(f"<td style='text-align:left'>{cell(row.get(name))}</td>" for name, _ in columns) + "</tr>"
        for row in rows
    )
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


Row = TypeVar("Row", bound=Record)


class Rows(list[Row]):
    """A list of records that a notebook shows as a table."""

    def __init__(self, rows: Iterable[Row], columns: Sequence[tuple[str, str]]) -> None:
        super().__init__(rows)
        self._columns = columns

    @overload
    def __getitem__(self, at: SupportsIndex, /) -> Row: ...
    @overload
    def __getitem__(self, at: slice, /) -> Rows[Row]: ...
    def __getitem__(self, at: SupportsIndex | slice, /) -> Row | Rows[Row]:
        return Rows(super().__getitem__(at), self._columns) if isinstance(at, slice) else super().__getitem__(at)

    def _repr_html_(self) -> str:
        return table_html(self, self._columns)

    def to_pandas(self) -> Any:
        """The records as a data frame of pandas."""
        return import_module("pandas").DataFrame(self.to_dicts())

    def to_polars(self) -> Any:
        """The records as a data frame of polars."""
        return import_module("polars").DataFrame(self.to_dicts(), infer_schema_length=None)

    def to_dicts(self) -> list[dict[str, Any]]:
        """The records as dictionaries."""
        return [row.to_dict() for row in self]

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        """The records as a stream of Arrow, for ``pyarrow.RecordBatchReader.from_stream``, DuckDB and others."""
        return _arrow.stream(self.to_dicts(), requested_schema)


class Figure(str):
    """A figure as SVG text, which a notebook shows.

    Attributes:
        caption: the caption.
    """

    caption: str

    def __new__(cls, svg: str, caption: str = "") -> Figure:
        figure = super().__new__(cls, svg)
        figure.caption = caption
        return figure

    def __reduce__(self) -> tuple[type[Figure], tuple[str, str]]:
        return type(self), (str(self), self.caption)

    def __repr__(self) -> str:
        return f"Figure({self.caption!r}: {len(self)} characters of SVG)"

    def _repr_html_(self) -> str:
        return str(self)

    def save(self, path: str | os.PathLike[str]) -> Path:
        """Write the figure as an SVG file; return its path."""
        target = Path(path)
        target.write_text(self, encoding="utf-8")
        return target


def number(value: Any) -> float | None:
    """A number of a result: ``None`` if undefined, infinite if marked as infinite."""
    if isinstance(value, Mapping):
        return None
    if value == "infinity":
        return float("inf")
    if value == "-infinity":
        return float("-inf")
    return None if value is None else float(value)
