"""The scorer itself. Inspect imports this module by its entry point; nothing else does before a scorer is wanted."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from .._read import Reading, Task, read

_scorer: Any = import_module("inspect_ai.scorer")

# By the result of the comparison.
_VALUES = {"right": _scorer.CORRECT, "wrong": _scorer.INCORRECT, "missed": _scorer.NOANSWER}


def _read(state: Any, target: Any, task: Task | None) -> Reading:
    # The solver that shuffles choices writes the answer as if it had not.
    choices = sorted(state.choices, key=lambda choice: choice.original_position)
    return read(
        state.output.completion,
        [choice.value for choice in choices] if task in (None, "choice") else None,
        task,
        question=state.input_text,
        cut_off=state.output.stop_reason in ("max_tokens", "model_length"),
        want=list(target),
    )


def _reading(task: Task | None = None) -> Any:
    async def score(state: Any, target: Any) -> Any:
        found = _read(state, target, task)
        words = f"`{found.words}`: " if found.words else ""
        return _scorer.Score(
            value=_VALUES[found.check],
            answer=found.reading if found.is_verdict else "",
            explanation=f"{found.reading}, by {words}{found.why} ({found.rule})",
            metadata={"reading": found.reading, "rule": found.rule, "span": found.span, "words": found.words},
        )

    return score


_reading.__name__ = _reading.__qualname__ = "reading"
reading: Any = _scorer.scorer(metrics=[_scorer.accuracy(), _scorer.stderr()], name="peirast/reading")(_reading)
