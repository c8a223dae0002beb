"""Views: what somebody has in mind."""

from __future__ import annotations

import html
import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Literal

from .._errors import InputError
from ._ask import Settings, ask

if TYPE_CHECKING:
    from typing_extensions import Unpack

__all__ = ["View", "view", "views"]

SourceFormat = Literal["auto", "view", "fol", "smt-lib", "json", "english"]
TargetFormat = Literal["view", "fol", "smt-lib", "json", "english", "base"]


class View:
    """A view: alternatives, a supposition, dependencies, issues and weights. :func:`view` reads one.

    Views are equal if they are written in the same way, and can be in sets. ``str(view)`` is the printed notation.

    Attributes:
        text: the view in the printed notation, such as ``{Ace(mary())King(mary()),Queen(john())}``.
        sentence: the sentence or formula that it was read from; ``None`` for a view that was written as one, and for
            results.
        unchanged: the reason, if it is the result of an operation that changed nothing; otherwise ``None``.
    """

    __slots__ = ("sentence", "text", "unchanged")

    def __init__(self, text: str, *, sentence: str | None = None, unchanged: str | None = None) -> None:
        self.text = text
        self.sentence = sentence
        self.unchanged = unchanged

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"View({self.text!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, View) and self.text == other.text

    def __hash__(self) -> int:
        return hash(self.text)

    def _repr_html_(self) -> str:
        said = self.sentence
        if said is None:
            try:
                said = self.english()
            except InputError:
                # A view with weights or things to do, which English here has no words for.
                said = ""
        return f"<code>{html.escape(self.text)}</code>" + (f"<p>{html.escape(said)}</p>" if said else "")

    @property
    def is_nothing(self) -> bool:
        """True for ``{0}``, which says nothing: nothing follows."""
        return self.text == "{0}"

    @property
    def is_absurd(self) -> bool:
        """True for ``{}``, according to which nothing is possible."""
        return self.text == "{}"

    def to(self, format: TargetFormat) -> str:
        """The view in a format.

        Args:
            format: ``view``; ``fol``, first-order logic; ``smt-lib``; ``json``; ``english``; ``base``, each part of
                the view by itself, which cannot be read back.

        Raises:
            ValueError: a format that cannot express the view: logic has no weights and nothing to do.

        >>> view("Ax {Mortal(x)}^{Man(x*)}").to("fol")
        '∀x (Man(x*)→Mortal(x))'
        """
        return str(_converted(self.text, "view", format, {}, {})["out"])

    def english(self, names: Mapping[str, str] | None = None) -> str:
        """The view in English.

        Args:
            names: words for symbols: ``{"j": "Jane"}``.

        Raises:
            ValueError: a view that cannot be said.
        """
        return str(_converted(self.text, "view", "english", names or {}, {})["out"])

    def to_dict(self) -> dict[str, Any]:
        """The parts of the view: ``stage``, ``supposition``, ``dependency_relation``, ``issues``, ``weights``.

        >>> len(view("{A()B(), C()}").to_dict()["stage"])
        2
        """
        parts: dict[str, Any] = json.loads(self.to("json"))
        return parts


def _converted(
    text: str, source: SourceFormat, target: TargetFormat, names: Mapping[str, str], settings: Settings, *, each: bool = False
) -> Any:
    """The row of a conversion."""
    say = [f"{symbol}={words}" for symbol, words in names.items()]
    fields = {"text": text, "from": source, "to": target, "each": each, "say": say}
    line, _ = ask("convert", fields, settings)
    return json.loads(line)


def views(text: str, *, format: SourceFormat = "auto", **settings: Unpack[Settings]) -> list[View]:
    """Read a text as views: each sentence is one, and so is each assertion of an SMT-LIB script.

    Sentences of one text are read together: what two of them say of the same things is at issue.

    Args:
        text: sentences, formulas, or a view.
        format: the format of the text; by default the one that it looks like.
        settings: see :class:`Settings`.

    Raises:
        ValueError: a text that cannot be read, with the place and the fix.

    >>> [str(one) for one in views("Mary has an ace. John has a king.")]
    ['{Ace(mary())}', '{King(john())}']
    """
    row = _converted(text, format, "view", {}, settings, each=format == "smt-lib")
    if "understood" in row:
        return [View(one["view"], sentence=one["text"]) for one in row["understood"]]
    return [View(line) for line in row["out"].splitlines()]


def view(text: str, *, format: SourceFormat = "auto", **settings: Unpack[Settings]) -> View:
    """Read a text as one view: a view, a sentence, a formula, or JSON.

    Args:
        text: such as ``{Ace()King(), Queen()}``, ``Mary has an ace or a king.`` or ``p -> q``; ``docs/etr.md`` explains
            the notations.
        format: the format of the text; by default the one that it looks like.
        settings: see :class:`Settings`.

    Raises:
        ValueError: a text that cannot be read, with the place and the fix; several sentences.

    >>> view("Mary has an ace and a king, or else a queen and a jack.")
    View('{Ace(mary())King(mary()),Jack(mary())Queen(mary())}')
    >>> view("p -> q")
    View('{p()q()}^{p()}')
    """
    found = views(text, format=format, **settings)
    if len(found) != 1:
        raise InputError(f"{len(found)} sentences are {len(found)} views: peirast.etr.views reads them")
    return found[0]
