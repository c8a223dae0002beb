"""The procedures: what people conclude, accept, believe and decide; and explanations."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal

from .. import _peirast
from .._result import Record, Rows
from ._ask import Premises, Settings, ask, asked, rows, texts
from ._operations import Given
from ._view import View

if TYPE_CHECKING:
    from typing_extensions import Unpack

__all__ = [
    "Acceptance",
    "Case",
    "Cure",
    "Decision",
    "Equilibrium",
    "Explanation",
    "Inference",
    "Probability",
    "Step",
    "Trace",
    "case",
    "cases",
    "conditionals",
    "decide",
    "equilibrium",
    "explain",
    "follows",
    "infer",
    "probability",
    "trace",
]

_CURES_SHOWN = (("questions", "asked"), ("conclusion", "left"))
_STEPS_SHOWN = (
    ("depth", "depth"),
    ("operation", "operation"),
    ("inputs", "views"),
    ("output", "result"),
    ("unchanged", "unchanged because"),
)
_CONDITIONALS_SHOWN = (
    ("conditional", "if A then B"),
    ("argument", "argument"),
    ("premises", "premises"),
    ("concluded", "concluded"),
    ("target", "target"),
    ("accepted", "accepted"),
    ("valid", "valid"),
)
_CASES_SHOWN = (("id", "case"), ("chapter", "chapter"), ("shows", "purpose"))


class _Result(Record):
    """An answer of the theory: fields for its views, and for how the texts were understood."""

    def to_dict(self) -> dict[str, Any]:
        """The values as a dictionary; views are texts."""
        return {name: _plain(value) for name, value in self.items()}

    def _shown(self) -> Mapping[str, Any]:
        hidden = ("understood", "notes", "warnings", "conditional")
        return {name: value for name, value in self.items() if name not in hidden or value}


def _plain(value: Any) -> Any:
    if isinstance(value, View):
        return value.text
    if isinstance(value, Record):
        return value.to_dict()
    return [_plain(one) for one in value] if isinstance(value, list) else value


class Inference(_Result):
    """What people conclude.

    ``conclusion`` (a :class:`View`; ``is_nothing`` if nothing follows), ``words`` (the conclusion in the words of the
    sentences), ``follows_classically`` (whether it follows in classical logic; ``None`` if that was not decided);
    ``words`` and ``follows_classically`` are ``None`` if all premises were given as views. ``premises`` are the views
    that were used, ``understood`` says how each sentence was read, ``warnings`` names that look like slips, ``notes``
    remarks, ``conditional`` how *if ... then* was heard, ``reading`` the reading of the theory.
    """


class Acceptance(_Result):
    """Whether people accept a conclusion: ``accepted``, ``target`` (a :class:`View`), and the other fields of
    :class:`Inference` about the target. It is true if they accept it."""

    def __bool__(self) -> bool:
        return bool(self["accepted"])


class Probability(_Result):
    """How probable people find something: ``view`` (with the weight), ``percent`` (0 to 100; ``None`` if the result is
    not a number), and the fields of :class:`Inference` about premises."""


class Decision(_Result):
    """What people decide to do: ``choice`` (a :class:`View`), and the fields of :class:`Inference` about premises."""


class Explanation(_Result):
    """How people reach their conclusion: ``sentences`` (one for each thing that happens), and the fields of
    :class:`Inference`. ``str`` joins the sentences."""

    def __str__(self) -> str:
        return "\n".join([*self.sentences, f"What follows: {self.words or self.conclusion}"])


class Cure(_Result):
    """Questions that withdraw a conclusion: ``questions`` (views), ``conclusion`` (what is left)."""


class Equilibrium(_Result):
    """The questions after which people withdraw their conclusion.

    ``conclusion`` (without questions), ``cures`` (the smallest sets of questions, as :class:`Cure`), ``tried`` (the
    number of sets), ``complete`` (true if none was left out), ``holds`` (true if no set withdraws it and all were
    tried: it is in erotetic equilibrium for these questions), and the fields of :class:`Inference`.
    """


class Step(_Result):
    """A step: ``operation``, ``depth`` (the number of operations that it is part of), ``inputs`` and ``output``
    (views as texts), ``unchanged`` (the reason, if it changed nothing)."""


class Case(_Result):
    """A worked example of the theory: ``id``, ``chapter`` (of Koralus 2022), ``shows`` (its purpose), ``calls``."""


class Trace:
    """All steps to an answer.

    Attributes:
        steps: the steps in the order in which they begin, as :class:`Step`.
        answer: the answer: a :class:`View`, or what the operation returns.
        mermaid: the steps that changed something, as a flowchart of Mermaid.
    """

    def __init__(self, steps: Rows[Step], answer: Any, mermaid: str) -> None:
        self.steps = steps
        self.answer = answer
        self.mermaid = mermaid

    def __repr__(self) -> str:
        return f"Trace({len(self.steps)} steps; answer {self.answer})"

    def _repr_html_(self) -> str:
        return self.steps._repr_html_()

    def to_dict(self) -> dict[str, Any]:
        """Steps and answer as a dictionary."""
        return {"steps": [step.to_dict() for step in self.steps], "answer": _plain(self.answer)}


def _about(row: Mapping[str, Any]) -> dict[str, Any]:
    """The fields that all answers share."""
    return {
        "words": row.get("concluded"),
        "follows_classically": row.get("follows_classically"),
        **_premises(row),
    }


def _premises(row: Mapping[str, Any]) -> dict[str, Any]:
    """How the premises were understood."""
    shared: dict[str, Any] = {
        "understood": row.get("understood", []),
        "conditional": row.get("conditional"),
        "warnings": row.get("warnings", []),
        "notes": row.get("notes", []),
    }
    if "args" in row:
        shared = {"premises": [View(text) for text in row["args"]], "reading": row["reading"], **shared}
    return shared


def infer(premises: Premises, **settings: Unpack[Settings]) -> Inference:
    """Predict what people conclude from premises, in this order.

    Args:
        premises: a text, whose sentences are several premises; a view; or a list of either.
        settings: as in all functions of this module: see :class:`Settings`.

    Raises:
        ValueError: a text that cannot be read, with the place and the fix; a question among the premises.

    >>> found = infer("Mary has an ace and a king, or else a queen and a jack. Mary has an ace.")
    >>> found.conclusion, found.words, found.follows_classically
    (View('{King(mary())}'), 'Mary has a king', False)
    """
    row = asked("default_inference_procedure", texts(premises), settings)
    return Inference({"conclusion": View(row["out"]), **_about(row)})


def follows(
    premises: Premises,
    target: Given,
    *,
    following: Literal["strict", "up-to-renaming", "regardless-of-issues"] | None = None,
    **settings: Unpack[Settings],
) -> Acceptance:
    """Predict whether people accept that a target follows from premises.

    Args:
        premises: as in :func:`infer`.
        target: the conclusion in question.
        following: the result must be the target ``strict``-ly, or ``up-to-renaming`` of arbitrary objects, or even
            ``regardless-of-issues``; by default as the reading says, and for a sentence regardless of issues.
        settings: see :class:`Settings`.

    Raises:
        ValueError: a text that cannot be read.

    >>> found = follows("All men are mortal. Socrates is a man.", "Socrates is mortal.")
    >>> bool(found), found.follows_classically
    (True, True)
    """
    op = "default_procedure_does_it_follow"
    row = asked(op, texts(premises), settings, {"target": str(target)}, following)
    return Acceptance({"accepted": row["out"], "target": View(row["kwargs"]["target"]), **_about(row)})


def probability(premises: Premises, of: Given, **settings: Unpack[Settings]) -> Probability:
    """Predict how probable people find something, given premises.

    Weights are percentages; alternatives without a weight share the rest of the hundred percent.

    Args:
        premises: as in :func:`infer`.
        of: what is in question.
        settings: see :class:`Settings`.

    Raises:
        ValueError: a text that cannot be read.

    >>> probability("{60=* Rain(), ~Rain()}", "{Rain()}").percent
    60.0
    """
    row = asked("default_procedure_what_is_prob", texts(premises), settings, {"prob_of": str(of)})
    return Probability({"view": View(row["out"]), "percent": _percent(row.get("potential")), **_premises(row)})


def _percent(potential: Any) -> float | None:
    try:
        return float(potential)
    except (TypeError, ValueError):
        return None


def decide(
    question: Given,
    consequences: Sequence[Given],
    priorities: Sequence[Given],
    *,
    absurd: Sequence[Given] = (),
    **settings: Unpack[Settings],
) -> Decision:
    """Predict what people decide to do.

    Args:
        question: the options: ``{do(Buy()), ~do(Buy())}``.
        consequences: views, each under the supposition of an option.
        priorities: the weights of consequences.
        absurd: views of further absurd states.
        settings: see :class:`Settings`.

    Raises:
        ValueError: a text that cannot be read.

    >>> decide("{do(Buy()), ~do(Buy())}", ["{Fun()}^{do(Buy())}"], ["{1=+ 0}^{Fun()}"]).choice
    View('{do(Buy())}')
    """
    named = {"cv": consequences, "pr": priorities, "absurd_states": absurd}
    given = {name: [str(one) for one in views] for name, views in named.items()}
    row = asked("default_decision", [question], settings, given)
    return Decision({"choice": View(row["out"]), **_premises(row)})


def explain(premises: Premises, **settings: Unpack[Settings]) -> Explanation:
    """Explain in words how people reach their conclusion, and what they drop on the way.

    Args:
        premises: as in :func:`infer`.
        settings: see :class:`Settings`.

    Raises:
        ValueError: a text that cannot be read.

    >>> explain(["{Ace()King(), Queen()Jack()}", "{Ace()}"]).sentences[-1]
    'Ace() is known already and need not be said again: {King()} is left.'
    """
    line, notes = ask("explain", {"premises": texts(premises)}, settings)
    row = {**json.loads(line), "notes": notes}
    conclusion = row["conclusion"]
    if row.get("understood"):
        # In words the explanation names the conclusion so, too.
        conclusion = infer(premises, **settings).conclusion.text
    return Explanation({"sentences": row["sentences"], "conclusion": View(conclusion), **_about(row)})


def equilibrium(
    premises: Premises, *, questions: int = 2, sets: int = 100_000, **settings: Unpack[Settings]
) -> Equilibrium:
    """Find the questions that, if asked, keep people from their conclusion.

    After the first premise, every question about an atom of the premises is raised, then every pair, and so on; all
    smallest sets that remove the conclusion are returned.

    Args:
        premises: as in :func:`infer`.
        questions: the most questions asked together, 1 to 255.
        sets: the most sets of questions that are tried.
        settings: see :class:`Settings`.

    Raises:
        ValueError: a text that cannot be read, a number out of range.

    >>> found = equilibrium(["{Ace()King(), Queen()Jack()}", "{Ace()}"])
    >>> [[str(one) for one in cure.questions] for cure in found.cures], found.holds
    ([['{Ace()}']], False)
    """
    fields = {"premises": texts(premises), "questions": questions, "sets": sets}
    line, notes = ask("equilibrium", fields, settings)
    row = {**json.loads(line), "notes": notes}
    cures = [
        Cure({"questions": [View(one) for one in cure["questions"]], "conclusion": View(cure["conclusion"])})
        for cure in row["cures"]
    ]
    return Equilibrium(
        {
            "conclusion": View(row["conclusion"]),
            "cures": Rows(cures, _CURES_SHOWN),
            "tried": row["tried"],
            "complete": row["complete"],
            "holds": row["complete"] and not cures and row["conclusion"] != "{0}",
            **_about(row),
        }
    )


def trace(op: str, *views: Given, following: str | None = None, **arguments: Any) -> Trace:
    """Show every step that leads to an answer.

    Args:
        op: the procedure or operation: ``infer``, ``follows``, ``update``, ``suppose`` and so on.
        views: its views.
        following: as in :func:`follows`.
        arguments: its arguments by name, such as ``target="{Ace()}"``, and the settings of :class:`Settings`.

    Raises:
        ValueError: an unknown operation, a text that cannot be read.

    >>> found = trace("infer", "{Ace()King(), Queen()Jack()}", "{Ace()}")
    >>> found.answer, found.steps[0].operation, found.mermaid.splitlines()[0]
    (View('{King()}'), 'depose', 'flowchart TD')
    """
    settings: Settings = {}
    named: dict[str, Any] = {}
    for name, value in arguments.items():
        if name in Settings.__optional_keys__:
            settings[name] = value  # type: ignore[literal-required]
        else:
            named[name] = [str(one) for one in value] if isinstance(value, (list, tuple)) else str(value)
    fields = {"op": op, "args": [str(one) for one in views], "kwargs": named, "following": following}
    (row,) = rows("trace", fields, settings)
    chart, _ = ask("chart", fields, settings)
    steps = [Step({"unchanged": None, **step}) for step in row["steps"]]
    out = row["out"]
    is_view = isinstance(out, str) and "{" in out
    return Trace(Rows(steps, _STEPS_SHOWN), View(out) if is_view else out, chart)


def conditionals(**settings: Unpack[Settings]) -> Rows[Record]:
    """What each way to hear *if A then B* predicts for modus ponens, modus tollens, affirming the consequent and
    denying the antecedent.

    ``accepted`` says whether people, when asked, accept the target; ``valid`` whether it follows.

    >>> [row.argument for row in conditionals(conditional="book") if row.accepted and not row.valid]
    ['affirming the consequent']
    """
    return Rows(map(Record, rows("conditionals", {}, settings)), _CONDITIONALS_SHOWN)


def cases() -> Rows[Case]:
    """The worked examples of the theory.

    >>> len(cases())
    132
    """
    return Rows((Case(json.loads(line)) for line in _peirast.etr_cases().splitlines()), _CASES_SHOWN)


def case(id: str, **settings: Unpack[Settings]) -> Rows[Record]:
    """Compute a worked example: a record for each call, with the expected and the actual answer (``out``, ``got``).

    Args:
        id: its name in :func:`cases`, or its number: ``e28`` or ``28``.
        settings: see :class:`Settings`; the recorded answers are those of ``pyetr-1.0.0`` and agree with ``sound``.

    Raises:
        ValueError: an unknown name.
    """
    found = [Record(row) for row in rows("case", {"id": id}, settings)]
    return Rows(found, [(name, name) for name in (found[0] if found else ())])
