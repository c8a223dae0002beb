"""The reader of answers as a filter of the lm-evaluation-harness.

The harness is imported when :func:`reading_filter` is called, not before. In a task file (YAML), a function of a module in
the same folder adds the filter: with ``from peirast.lm_eval import reading_filter`` in ``utils.py``,

.. code-block:: yaml

    filter_list:
      - name: peirast
        filter:
          - function: !function utils.reading_filter
            task: number
          - function: take_first

A program can call :func:`register`, and write ``function: peirast``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from importlib import import_module
from typing import Any

from ._errors import InputError
from ._read import Task, read

__all__ = ["read_response", "reading_filter", "register"]


def _harness(module: str) -> Any:
    try:
        return import_module(f"lm_eval.{module}")
    except ImportError as error:
        raise ImportError(f"the filter needs the lm-evaluation-harness: pip install lm_eval ({error})") from error


def read_response(
    response: Any,
    doc: Mapping[str, Any],
    *,
    task: Task | None = None,
    options: str = "choices",
    question: str = "question",
    format: str = "{reading}",
    fallback: str = "[invalid]",
) -> str:
    """The answer in a response to a document, as the harness compares it; the arguments are those of the filter.

    >>> read_response("I think that (B) is right.", {"choices": ["red", "blue"]}, format="({reading})")
    '(B)'
    >>> read_response("It may be either.", {"choices": ["red", "blue"]})
    '[invalid]'
    """
    if not isinstance(response, str):
        raise InputError(
            f"a {type(response).__name__} is no text: the filter is for tasks that generate (output_type: generate_until)"
        )
    asked = doc.get(question)
    found = read(
        response,
        _options(doc.get(options)) if task in (None, "choice") else None,
        task,
        question=asked if isinstance(asked, str) else "",
    )
    return format.format(reading=found.reading) if found.is_verdict else fallback


def _options(field: Any) -> Mapping[str, str] | list[str] | None:
    """Options given as a list, as columns of texts and labels (ARC), or by label."""
    if isinstance(field, Mapping):
        texts, labels = field.get("text"), field.get("label")
        if isinstance(texts, Sequence) and isinstance(labels, Sequence) and not isinstance(texts, str):
            return dict(zip(map(str, labels), map(str, texts)))
        return {str(label): str(text) for label, text in field.items()}
    return None if field is None else [str(text) for text in field]


def reading_filter(
    *,
    task: Task | None = None,
    options: str = "choices",
    question: str = "question",
    format: str = "{reading}",
    fallback: str = "[invalid]",
) -> Any:
    """A filter that replaces each response by its answer.

    Args:
        task: the kind of answer: ``choice``, ``yes-no``, ``validity``, ``number`` or ``text``; by default a choice
            among the document's options.
        options: the field of the document with the options: a list, columns ``text`` and ``label``, or a
            mapping of labels. Options in a list have the labels A, B, ...
        question: the field with the question, by which the reader recognises a text that continues with another one.
        format: the format of a reading for the comparison, for example ``({reading})``.
        fallback: the text for a response without a verdict (unread, refused, empty).

    Returns:
        A ``lm_eval.api.filter.Filter``.

    Raises:
        ImportError: the harness is not installed.
        ValueError: when it is applied: a document without options although no task is given; responses that are not
            texts.
    """
    base: Any = _harness("api.filter").Filter

    class ReadingFilter(base):  # type: ignore[misc]
        """Replaces responses by their answers."""

        def apply(self, resps: Iterable[Sequence[Any]], docs: Sequence[Mapping[str, Any]]) -> list[list[str]]:
            def one(response: Any, doc: Mapping[str, Any]) -> str:
                return read_response(
                    response, doc, task=task, options=options, question=question, format=format, fallback=fallback
                )

            return [[one(response, doc) for response in responses] for responses, doc in zip(resps, docs)]

    return ReadingFilter()


def register(name: str = "peirast") -> None:
    """Register the filter with the harness, so that task files of this process can name it.

    Raises:
        ImportError: the harness is not installed.
    """
    registry = _harness("api.registry").filter_registry
    if name not in registry:
        registry.register(name)(reading_filter)
