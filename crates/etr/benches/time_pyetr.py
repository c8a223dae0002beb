"""Times PyETR 1.0.0 on the calls of pyetr.jsonl, for a comparison on one machine.

    python3 -m venv pyetr-venv
    pyetr-venv/bin/pip install pyetr==1.0.0 pyparsing==3.2.3 pydantic==2.11.3 pysmt==0.9.6
    PYTHONHASHSEED=0 pyetr-venv/bin/python time_pyetr.py pyetr.jsonl here.jsonl [PACKAGE]

PACKAGE is `pyetr`, or one with its names, such as `peirast.etr.compat`. Writes one line for each call: its
id and the median of its CPU time in microseconds. Views are read before the clock starts, except
where reading is timed. Calls that take over a second are timed once.
"""

import importlib
import json
import re
import sys
import time
from functools import reduce
from statistics import median


class Package:
    """The names that the calls need, of PyETR or of a package that has its names."""

    def __init__(self, name):
        self.View = importlib.import_module(name).View
        self.procedures = importlib.import_module(f"{name}.inference")
        self.functions = importlib.import_module(f"{name}.func_library")

    def relation(self, prefix):
        """The dependency relation of quantifiers, from a view that uses their variables."""
        variables = re.findall(r"[∀∃](\w+)", prefix)
        view = f"{prefix} {{Of({', '.join(variables)})}}" if variables else "{0}"
        return self.View.from_str(view).dependency_relation

    def prepared(self, row):
        """The call of a row without its reading, as a function of nothing."""
        op, args, kwargs = row["op"], row["args"], row.get("kwargs", {})
        View = self.View
        known = [getattr(self.functions, name) for name in kwargs.get("custom_functions", [])] or None

        def views(texts):
            return [View.from_str(text, known) for text in texts]

        if op == "parse":
            return lambda: View.from_str(args[0], known)
        if op == "dep_fusion":
            one, other = map(self.relation, args)
            return lambda: one.fusion(other)
        given = views(args)
        if op.startswith("to_"):
            return getattr(given[0], op)
        if op.startswith("from_"):
            form = op.removesuffix("_of").removeprefix("from_")
            text = getattr(given[0], f"to_{form}")()
            return lambda: getattr(View, f"from_{form}")(text)
        if op in ("product_chain", "inquire_chain"):
            name = op.removesuffix("_chain")
            return lambda: reduce(lambda one, two: getattr(one, name)(two), given)
        if op == "equiv":
            return lambda: given[0].is_equivalent_under_arb_sub(given[1])
        if op == "equilibrium_answer_potential":
            return lambda: given[0].stage.equilibrium_answer_potential(given[1].stage, given[0].weights)
        procedure = getattr(self.procedures, op, None)
        if op in ("basic_step", "default_inference_procedure"):
            return lambda: procedure(given)
        if op in ("default_procedure_does_it_follow", "default_procedure_what_is_prob"):
            asked = View.from_str(kwargs["target"] if "target" in kwargs else kwargs["prob_of"])
            return lambda: procedure(given, asked)
        if op == "default_decision":
            cv, pr = views(kwargs["cv"]), views(kwargs["pr"])
            absurd = [state for view in views(kwargs.get("absurd_states", [])) for state in view.stage] or None
            return lambda: procedure(given[0], cv, pr, absurd_states=absurd)
        method = getattr(given[0], op)
        return lambda: method(*given[1:])


def timed(call):
    times = []
    begin = time.perf_counter()
    for _ in range(2):
        start = time.thread_time_ns()
        call()
        first = time.thread_time_ns() - start
        if first > 1e9:
            return first / 1000
    while len(times) < 50 and (len(times) < 3 or time.perf_counter() - begin < 0.25):
        start = time.thread_time_ns()
        call()
        times.append((time.thread_time_ns() - start) / 1000)
    return median(times)


def measured(source, name):
    """The id, the call and its microseconds, for each call of a file that the package can make. A call that fails is
    said and left out."""
    package = Package(name)
    with open(source, encoding="utf-8") as rows:
        for line in rows:
            row = json.loads(line)
            if (row.get("pyetr_us") or 0) > 60e6:
                continue  # minutes a call
            try:
                yield row["id"], timed(package.prepared(row))
            except Exception as error:  # a peer's failure is no reason to stop
                print(f"{row['id']}: {type(error).__name__}: {error}", file=sys.stderr)


def main(source, target, name="pyetr"):
    with open(target, "w", encoding="utf-8") as out:
        for id, took in measured(source, name):
            print(json.dumps({"id": id, "pyetr_us": took}), file=out, flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
