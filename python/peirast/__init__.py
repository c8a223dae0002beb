"""Peirast: does a language model reason, or does it follow surface tokens and human-like shortcuts?

* :func:`study`, :func:`open`: studies run with any model, including your own function; stored runs.
* :func:`pairs`: your own problems in several versions; transformations that make versions.
* :func:`compare`: is one run better than another, or is it noise? Logs of any tool, or data frames.
* :func:`read`: the answer in a model's text, and the words that decided it.
* :func:`demo_model`: a small real model in this process, to try studies with; :func:`batched`: a function that
  answers many questions at once.
* :func:`make`: problems of the built-in families.
* :mod:`peirast.lm_eval`, :mod:`peirast.inspect_ai`: the reader as a filter of the harness, and as a scorer of Inspect.
* :mod:`peirast.stats`: exact tests on pairs, other tests and intervals.
* :mod:`peirast.logic`: entailment and countermodels.
* :mod:`peirast.etr`: the Erotetic Theory of Reasoning.

Functions that ask models, check or forecast studies, or read runs, logs and files of problems have an async twin, named
``..._async``, with the same arguments.

The package also contains the command ``peirast``.
"""

from . import etr, inspect_ai, lm_eval, logic, stats
from ._compare import Comparison, compare, compare_async
from ._demo import demo_model, demo_model_async
from ._forecast import Forecast, StudyCheck
from ._models import batched
from ._pairs import Pairs, pairs, pairs_async
from ._errors import InputError, ModelError, PeirastError
from ._peirast import __version__
from ._problems import make
from ._read import Reading, read
from ._run import Run
from ._run import open_run as open
from ._run import open_run_async as open_async
from ._study import Study, study

__all__ = [
    "Comparison",
    "Forecast",
    "InputError",
    "ModelError",
    "Pairs",
    "PeirastError",
    "Reading",
    "Run",
    "Study",
    "StudyCheck",
    "__version__",
    "batched",
    "compare",
    "compare_async",
    "demo_model",
    "demo_model_async",
    "etr",
    "inspect_ai",
    "lm_eval",
    "logic",
    "make",
    "open",
    "open_async",
    "pairs",
    "pairs_async",
    "read",
    "stats",
    "study",
]
