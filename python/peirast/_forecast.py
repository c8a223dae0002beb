"""The questions and the cost of a study, before anything is asked."""

from __future__ import annotations

import html
from collections.abc import Mapping
from typing import Any

from ._result import Record, Rows, table_html

__all__ = ["Cue", "Forecast", "StudyCheck", "SubjectForecast", "cues_of"]

_CUES_SHOWN = (
    ("family", "family"),
    ("task", "task"),
    ("cue", "cue"),
    ("accuracy", "right"),
    ("chance", "chance"),
    ("over_chance", "over chance"),
    ("exception", "known reason"),
)
_SUBJECTS_SHOWN = (
    ("subject", "subject"),
    ("questions", "questions"),
    ("answered", "answered"),
    ("to_ask", "to ask"),
    ("input_tokens", "input tokens"),
    ("output_tokens", "output tokens"),
    ("output_tokens_most", "at most"),
    ("cost", "cost (USD)"),
    ("cost_most", "at most (USD)"),
)


class Cue(Record):
    """The accuracy of a guesser that sees one cue: ``family``, ``task``, ``cue``, ``accuracy``, ``interval``,
    ``chance``, ``over_chance``, ``exception`` (the reason, if it is known)."""


def cues_of(designs: list[dict[str, Any]]) -> Rows[Cue]:
    """The scores of all guessers, one record each, the most accurate first."""
    cues = [
        Cue(
            {
                "family": design["family"],
                "task": design["task"],
                "chance": design["chance"],
                **score,
                "exception": (score["exception"] or {}).get("why"),
            }
        )
        for design in designs
        for score in design["scores"]
    ]
    return Rows(sorted(cues, key=lambda cue: -cue.over_chance), _CUES_SHOWN)


class StudyCheck(Record):
    """The check of a study: ``study``, ``study_hash``, ``problems``, ``questions`` (of each subject, the fewest and the
    most), ``hypotheses``, ``comparisons``, ``doubts`` (possible problems, one sentence each), ``given`` (families
    with problems from a file), ``exhausted`` (variants with fewer items than asked for: all were used), ``artefacts`` (surface cues, by family and task).

    Attributes:
        cues: the scores of all guessers, one record each.
    """

    __slots__ = ("cues",)

    cues: Rows[Cue]

    def __init__(self, fields: Mapping[str, Any]) -> None:
        super().__init__(fields)
        object.__setattr__(self, "cues", cues_of(self.artefacts))

    def _shown(self) -> Mapping[str, Any]:
        return {name: value for name, value in self.items() if name != "artefacts"}

    def __repr__(self) -> str:
        shown = ", ".join(f"{name}={value!r}" for name, value in self._shown().items())
        return f"StudyCheck({shown})"

    def _repr_html_(self) -> str:
        return super()._repr_html_() + self.cues._repr_html_()


class SubjectForecast(Record):
    """The forecast of one subject: ``subject``, ``questions`` (all), ``answered``, ``to_ask`` (expected),
    ``to_ask_most``, ``input_tokens``, ``output_tokens`` (expected), ``output_tokens_most``, ``cost`` and
    ``cost_most`` in US dollars (``None`` if no price is known), ``price`` (with its source)."""


def _subject(record: Mapping[str, Any]) -> SubjectForecast:
    forecast = record["forecast"]
    cost = forecast["cost"] or {"expected": None, "most": None}
    return SubjectForecast(
        {
            "subject": record["subject"],
            "questions": record["trials"],
            "answered": record["answered"],
            "to_ask": forecast["questions"]["expected"],
            "to_ask_most": forecast["questions"]["most"],
            "input_tokens": forecast["input"]["tokens"],
            "output_tokens": forecast["output"]["expected"],
            "output_tokens_most": forecast["output"]["most"],
            "cost": cost["expected"],
            "cost_most": cost["most"],
            "price": forecast.get("price"),
        }
    )


class Forecast:
    """The questions and the cost of a run.

    Attributes:
        subjects: one record per subject.
        extent: ``fixed``; or ``sequential`` or ``votes`` if the number of questions depends on answers.
        refusal: the reason if the run would be refused; ``None`` otherwise.
        budget: ``usd``, ``balance`` (money spent), ``refused`` (the reason if the next question would not be asked) and
            ``lacking`` (true if the rest is probably too little); ``None`` without a budget.
        notices: remarks on prices and plan, one sentence each.
    """

    def __init__(self, record: Mapping[str, Any]) -> None:
        self._record = dict(record)
        self.subjects: Rows[SubjectForecast] = Rows(map(_subject, record["subjects"]), _SUBJECTS_SHOWN)
        self.extent: str = record["extent"]
        self.refusal: str | None = record["refusal"]
        self.budget: dict[str, Any] | None = record["budget"]
        self.notices: list[str] = record["notices"]

    def _total(self, name: str) -> float | None:
        costs = [subject[name] for subject in self.subjects]
        return None if None in costs else sum(costs)

    @property
    def cost(self) -> float | None:
        """The expected cost of all subjects in US dollars; ``None`` if the price of one is unknown."""
        return self._total("cost")

    @property
    def cost_most(self) -> float | None:
        """The highest possible cost in US dollars; ``None`` if the price of one is unknown."""
        return self._total("cost_most")

    def __repr__(self) -> str:
        def line(one: SubjectForecast) -> str:
            cost = "no price known" if one.cost is None else f"{one.cost:.4g} to {one.cost_most:.4g} USD"
            tokens = f"{one.input_tokens} tokens in, {one.output_tokens} to {one.output_tokens_most} out"
            return f"{one.subject}: {one.to_ask} of {one.questions} questions, {tokens}, {cost}"

        lines = [line(one) for one in self.subjects]
        if self.refusal is not None:
            lines.append(f"A run would be refused: {self.refusal}.")
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        refused = f"<p>A run would be refused: {html.escape(self.refusal)}.</p>" if self.refusal is not None else ""
        return table_html(self.subjects, _SUBJECTS_SHOWN) + refused

    def to_dict(self) -> dict[str, Any]:
        """All data, as ``peirast run --dry-run --json`` prints them for each subject."""
        return self._record

    def to_pandas(self) -> Any:
        """The subjects as a data frame of pandas."""
        return self.subjects.to_pandas()
