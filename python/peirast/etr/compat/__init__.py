"""PyETR 1.0.0's names on Peirast's engine: ``import peirast.etr.compat as pyetr``.

The engine follows the reading ``pyetr-1.0.0``: the results are those of PyETR, including its quirks, up to the names
of arbitrary objects. ``docs/python.md`` lists the differences. PyETR's submodules have the same names here:
``inference``, ``cases``, ``atoms``, ``stateset``, ``issues``, ``weight``, ``dependency``, ``tools``,
``func_library``, ``exceptions``. This package contains no code of PyETR.

>>> from peirast.etr.compat import View
>>> from peirast.etr.compat.inference import default_inference_procedure
>>> default_inference_procedure([View.from_str("{Ace()King(), Queen()Jack()}"), View.from_str("{Ace()}")])
{King()}
"""

from . import cases, exceptions, func_library, inference
from .atoms import DoAtom, Predicate, PredicateAtom, equals_predicate
from .atoms.terms import ArbitraryObject, Function, FunctionalTerm
from .dependency import Dependency, DependencyRelation
from .stateset import SetOfStates, State
from .tools import ArbitraryObjectGenerator
from .view import View, smt_lib_to_views, views_to_smt_lib

__version__ = "1.0.0"

__all__ = [
    "ArbitraryObject",
    "ArbitraryObjectGenerator",
    "Dependency",
    "DependencyRelation",
    "DoAtom",
    "Function",
    "FunctionalTerm",
    "Predicate",
    "PredicateAtom",
    "SetOfStates",
    "State",
    "View",
    "__version__",
    "cases",
    "equals_predicate",
    "exceptions",
    "func_library",
    "inference",
    "smt_lib_to_views",
    "views_to_smt_lib",
]
