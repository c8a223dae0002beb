"""Times PyETR 1.0.0 on the calls of pyetr.jsonl, for a comparison on one machine.

    python3 -m venv pyetr-venv
    pyetr-venv/bin/pip install pyetr==1.0.0 pyparsing==3.2.3 pydantic==2.11.3 pysmt==0.9.6
    PYTHONHASHSEED=0 pyetr-venv/bin/python time_pyetr.py pyetr.jsonl here.jsonl

Writes one line for each call: its id and the median of its CPU time in microseconds. Views are
read before the clock starts, except where reading is timed. Calls that take over a second are
timed once.
"""

import json
import sys
import time
from functools import reduce
from statistics import median

from pyetr import View
from pyetr.inference import (
    basic_step,
    default_decision,
    default_inference_procedure,
    default_procedure_does_it_follow,
    default_procedure_what_is_prob,
)


def views(texts):
    return [View.from_str(text) for text in texts]


def prepared(row):
    """The call of a row without its reading, as a function of nothing; None if not of a kind
    that this script knows."""
    op, args, kwargs = row["op"], row["args"], row.get("kwargs", {})
    if kwargs.get("custom_functions") or kwargs.get("absurd_states"):
        return None
    if op == "parse":
        return lambda: View.from_str(args[0])
    if op in ("dep_fusion", "to_smt_lib", "from_smt_lib_of"):
        return None
    if op in ("to_str", "to_json", "to_fol"):
        view = View.from_str(args[0])
        return getattr(view, op)
    if op == "from_json":
        text = View.from_str(args[0]).to_json()
        return lambda: View.from_json(text)
    if op == "from_fol_of":
        text = View.from_str(args[0]).to_fol()
        return lambda: View.from_fol(text)
    given = views(args)
    if op in ("product_chain", "inquire_chain"):
        name = op.removesuffix("_chain")
        return lambda: reduce(lambda one, two: getattr(one, name)(two), given)
    if op == "equiv":
        return lambda: given[0].is_equivalent_under_arb_sub(given[1])
    if op == "basic_step":
        return lambda: basic_step(given)
    if op == "default_inference_procedure":
        return lambda: default_inference_procedure(given)
    if op == "default_procedure_does_it_follow":
        target = View.from_str(kwargs["target"])
        return lambda: default_procedure_does_it_follow(given, target)
    if op == "default_procedure_what_is_prob":
        prob_of = View.from_str(kwargs["prob_of"])
        return lambda: default_procedure_what_is_prob(given, prob_of)
    if op == "default_decision":
        cv, pr = views(kwargs["cv"]), views(kwargs["pr"])
        return lambda: default_decision(given[0], cv, pr)
    method = getattr(given[0], op, None)
    if method is None:
        return None
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


def main(source, target):
    with open(source, encoding="utf-8") as rows, open(target, "w", encoding="utf-8") as out:
        for line in rows:
            row = json.loads(line)
            if (row.get("pyetr_us") or 0) > 60e6:
                continue  # minutes a call
            try:
                call = prepared(row)
                if call is not None:
                    result = {"id": row["id"], "pyetr_us": timed(call)}
                    print(json.dumps(result), file=out, flush=True)
            except Exception as error:  # a peer's failure is no reason to stop
                print(f"{row['id']}: {type(error).__name__}: {error}", file=sys.stderr)


if __name__ == "__main__":
    main(*sys.argv[1:])
