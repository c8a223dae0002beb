"""Results that can be printed, shown in a notebook, and turned into dictionaries."""

from __future__ import annotations

import html
from collections.abc import Iterator, Mapping
from typing import Any


class Record(Mapping[str, Any]):
    """Named values that are read as fields (``result.p``) or as items (``result["p"]``)."""

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

    def _repr_html_(self) -> str:
        cells = "".join(
            f"<tr><th style='text-align:left'>{html.escape(name)}</th><td style='text-align:left'>{html.escape(str(value))}</td></tr>"
            for name, value in self._fields.items()
        )
        return f"<table>{cells}</table>"


def number(value: Any) -> float | None:
    """A number of a result: ``None`` where it is undefined, infinite where it says so."""
    if isinstance(value, Mapping):
        return None
    if value == "infinity":
        return float("inf")
    if value == "-infinity":
        return float("-inf")
    return None if value is None else float(value)
