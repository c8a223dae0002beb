"""Times PySMT with Z3 on arguments of views, for a comparison on one machine.

    python3 -m venv z3-venv
    z3-venv/bin/pip install pyetr==1.0.0 pyparsing==3.2.3 pydantic==2.11.3 pysmt==0.9.6 z3-solver==4.13.0.0
    z3-venv/bin/python time_z3.py ROWS.jsonl here.jsonl [--every N]

Reads rows with `id`, `premises` and `conclusion` (view strings), and writes for each its id, whether
the conclusion is entailed, and the milliseconds of CPU time for encoding, solver, assertions and
check. Views are read before the clock starts. Rows go in processes of 50, since Z3's shared context
slows down with use. With --every N, one row in N is timed.
"""

import json
import subprocess
import sys
import time

SHARE = 50


def timed(row):
    from pyetr import View
    from pysmt.shortcuts import Not, Solver

    premises = [View.from_str(text) for text in row["premises"]]
    conclusion = View.from_str(row["conclusion"])
    start = time.process_time_ns()
    nodes = [view.to_smt() for view in premises] + [Not(conclusion.to_smt())]
    with Solver(name="z3") as solver:
        for node in nodes:
            solver.add_assertion(node)
        entailed = not solver.solve()
    milliseconds = (time.process_time_ns() - start) / 1e6
    return {"id": row["id"], "entailed": entailed, "ms": milliseconds}


def worker():
    for line in sys.stdin:
        row = json.loads(line)
        try:
            print(json.dumps(timed(row)), flush=True)
        except Exception as error:  # a solver that gives up is no result
            print(json.dumps({"id": row["id"], "error": str(error)}), file=sys.stderr)


def main():
    if sys.argv[1:] == ["--worker"]:
        return worker()
    every = int(sys.argv[sys.argv.index("--every") + 1]) if "--every" in sys.argv else 1
    with open(sys.argv[1]) as rows:
        lines = [line for line in rows if line.strip()][::every]
    with open(sys.argv[2], "w") as out:
        for at in range(0, len(lines), SHARE):
            share = "".join(lines[at : at + SHARE])
            command = [sys.executable, __file__, "--worker"]
            done = subprocess.run(command, input=share, stdout=subprocess.PIPE, text=True)
            out.write(done.stdout)


main()
