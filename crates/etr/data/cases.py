"""Brings the calls of cases.toml up to a recording of what PyETR makes of its own cases.

    python cases.py RECORDING.jsonl

A recording has one row for each call of a case, in order: {"case", "op", "args", "kwargs", "out",
"cmp"}. What is written by hand in cases.toml, id, chapter and shows, stays as it is. Rerun only to
add cases: an answer that changes is a finding.
"""

import json
import sys
import tomllib
from pathlib import Path

BANK = Path(__file__).with_name("cases.toml")
HEAD = """\
# Worked examples of the Erotetic Theory of Reasoning: the 132 cases of PyETR 1.0.0 (`pyetr.cases`),
# most of them the numbered examples of Koralus, Reason and Inquiry (2022); `chapter` says where.
#
# `out` is what PyETR 1.0.0 answers, and the default reading too; `cmp` says how to compare where
# that is not letter by letter: `alpha` is up to the names of arbitrary objects. `shows` is ours.
"""


def text(value):
    if "'" in value or "\n" in value:
        return json.dumps(value, ensure_ascii=False)
    return f"'{value}'"


def toml(value):
    if isinstance(value, str):
        return text(value)
    if isinstance(value, list):
        return "[" + ", ".join(map(toml, value)) + "]"
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {toml(v)}" for key, v in value.items()) + " }"
    return json.dumps(value)


def broken(key, values):
    """A list on one line if it fits, else one item to a line."""
    line = f"{key} = {toml(values)}"
    if len(line) <= 100:
        return line
    return f"{key} = [\n" + "".join(f"    {toml(value)},\n" for value in values) + "]"


def call(row):
    lines = ["[[case.call]]", f'op = "{row["op"]}"', broken("args", row["args"])]
    for key, value in row["kwargs"].items():
        lines.append(broken(f"kwargs.{key}", value) if isinstance(value, list)
                     else f"kwargs.{key} = {toml(value)}")
    lines.append(f"out = {toml(row['out'])}")
    if row["cmp"] != "exact":
        lines.append(f'cmp = "{row["cmp"]}"')
    return "\n".join(lines)


def main():
    recorded = {}
    for line in Path(sys.argv[1]).read_text().splitlines():
        row = json.loads(line)
        recorded.setdefault(row["case"], []).append(row)
    parts = [HEAD]
    for case in tomllib.loads(BANK.read_text())["case"]:
        head = ["[[case]]", f'id = "{case["id"]}"']
        if "chapter" in case:
            head.append(f"chapter = {case['chapter']}")
        head.append(f"shows = {json.dumps(case['shows'], ensure_ascii=False)}")
        parts.append("\n".join(head))
        parts.extend(map(call, recorded[case["id"]]))
    BANK.write_text("\n\n".join(part.strip() for part in parts) + "\n")


main()
