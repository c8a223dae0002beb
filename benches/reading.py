"""Peirast, lm-evaluation-harness and Inspect reading the same answers.

    cargo build --release -p peirast
    python benches/reading.py --venvs ~/.cache/peirast-benches crates/read/tests/data/kinds.jsonl

Rows are those of `peirast read batch --check`: what was asked, an answer and the readings that are right (`want`).
A verdict in `want` is right and another one is wrong; no verdict is missed, but right where `want` has unread,
refused, empty or truncated (--check wants the very word from Peirast). A tool that accepts several verdicts is
wrong if one of them is not in `want`.

lm-evaluation-harness reads with the filters of its own published tasks, loaded from the YAML files that it
installs, and compares as the metric of the task does. Inspect reads with its own solver and scorers; `pattern`
needs a pattern, and gets those of the same published tasks. Each configuration gets the texts in several forms,
and the form that it reads best counts: the texts as they are, or in the letters that it expects (labels of
options in upper case, verdicts in lower case); either after the words that the tool asks models to say ("The
answer is", "ANSWER:"), too; and for lm-evaluation-harness, all of these cut at the stop sequences of the task.
Peirast gets the texts as they are. The best has most rows right, then fewest wrong. The first table
chooses form and configuration for each task with `want` in hand, which flatters the other two.
"""

import argparse
import itertools
import json
import os
import re
import subprocess
import tempfile
import time
from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple

from throughput import ROOT, environment

Row = dict[str, Any]
NOTHING = {"unread", "refused", "empty", "truncated"}

# The published tasks whose filters read a kind of row: files below lm_eval/tasks.
FILTERS = {
    "choice": """mmlu/flan_cot_zeroshot/_mmlu_flan_cot_zeroshot_template_yaml mmlu_pro/_default_template_yaml
        mmlu/flan_n_shot/generative/_mmlu_flan_generative_template_yaml mmlu-redux/generative/_default_template_yaml
        gpqa/cot_zeroshot/_gpqa_cot_zeroshot_yaml bbh/cot_zeroshot/logical_deduction_five_objects.yaml
        bbh/zeroshot/logical_deduction_five_objects.yaml bbh/cot_fewshot/logical_deduction_five_objects.yaml
        acpbench/mcq_cot_2shot/_mcq_cot_2shot_yaml llama3/instruct/mmlu_cot/_mmlu_cot_llama_template_yaml
        global_piqa/parallel_generation/_template arc/arc_challenge_chat.yaml logiqa2/logieval.yaml""",
    "yes-no": """bbh/cot_zeroshot/causal_judgement.yaml bbh/zeroshot/causal_judgement.yaml
        bbh/cot_fewshot/causal_judgement.yaml bbh/cot_zeroshot/web_of_lies.yaml bbh/zeroshot/web_of_lies.yaml
        bbh/cot_zeroshot/sports_understanding.yaml acpbench/boolq_cot_2shot/_boolq_cot_2shot_yaml""",
    "validity": "bbh/cot_zeroshot/formal_fallacies.yaml bbh/zeroshot/formal_fallacies.yaml"
    " bbh/cot_fewshot/formal_fallacies.yaml",
    "number": """gsm8k/gsm8k.yaml gsm8k/gsm8k-cot.yaml gsm8k/gsm8k-cot-llama.yaml bbh/zeroshot/object_counting.yaml
        bbh/cot_zeroshot/object_counting.yaml bbh/cot_fewshot/object_counting.yaml""",
}

# What runs in the environment of a tool. It takes rows from stdin, and prints lines of
# [task, configuration, form, [the verdicts on each row of the task]] and at last the version.
LM_EVAL = '''
import itertools, json, re, sys
from functools import cache
from importlib.metadata import version
import lm_eval
from lm_eval.api.instance import Instance
from lm_eval.api.metrics import exact_match_fn
from lm_eval.filters import build_filter_ensemble
from lm_eval.tasks._yaml_loader import load_yaml

given = json.load(sys.stdin)
OPENINGS = {"####": "#### ", "best answer is": "The best answer is ", "final answer is": "The final answer is "}

def filtered(one, texts, docs):
    """What the filters leave of each text: nothing where they fail."""
    steps = [(s["function"], {k: v for k, v in s.items() if k != "function"}) for s in one["filter"]]
    made = [Instance("generate_until", doc, (), i, resps=[t]) for i, (doc, t) in enumerate(zip(docs, texts))]
    try:
        build_filter_ensemble("it", steps).apply(made)
    except Exception as error:
        if len(texts) > 1:
            return [filtered(one, [t], [d])[0] for t, d in zip(texts, docs)]
        print(f"{one['name']} fails at {texts[0]!r}: {error!r}", file=sys.stderr)
        return [""]
    return [i.filtered_resps["it"] for i in made]

def read(task, rows, file):
    config = load_yaml(f"{lm_eval.__path__[0]}/tasks/{file}")
    (metric,) = config["metric_list"]  # It is exact_match in all of them.
    metric = {k: v for k, v in metric.items() if k.startswith(("ignore_", "regexes_"))}
    @cache
    def same(reading, target):
        return exact_match_fn(predictions=[reading], references=[target], **metric)["exact_match"] == 1
    def verdicts(reading, row):
        if task != "number":  # The target of a task is (A) or A; both will do.
            return [v for v, f in row["answers"].items() if same(reading, f) or same(reading, f"({f})")]
        for ignored in metric.get("regexes_to_ignore", []):
            reading = re.sub(ignored, "", reading)
        return [reading]
    until = config["generation_kwargs"].get("until") or ["\\0"]
    name = file.rsplit("/", 1)[0] if "/_" in file else file.removesuffix(".yaml")
    listed = ["".join(map("\\n({}) {}".format, "ABCDEFGHIJ", r["options"])) for r in rows]
    docs = [{"choices": r["options"], "input": some} for r, some in zip(rows, listed)]
    for one in config["filter_list"]:
        pattern = " ".join(str(s.get("regex_pattern")) for s in one["filter"])
        opening = next((o for part, o in OPENINGS.items() if part in pattern), "The answer is ")
        for form, opened, cut in itertools.product(rows[0]["forms"], (False, True), (False, True)):
            texts = [f"{opening}{r['forms'][form]}." if opened else r["forms"][form] for r in rows]
            texts = [re.split("|".join(map(re.escape, until)), t)[0] for t in texts] if cut else texts
            said = form + (f", after `{opening.strip()}`" if opened else "") + (", cut" if cut else "")
            found = [verdicts(left, r) for left, r in zip(filtered(one, texts, docs), rows)]
            print(json.dumps([task, f"{name}: {one['name']}", said, found]))

for task, rows in given["rows"].items():
    for file in given["filters"][task].split():
        read(task, rows, file)
print(json.dumps(version("lm_eval")))
'''

INSPECT = '''
import asyncio, itertools, json, sys
from importlib.metadata import version
from inspect_ai.model import ChatMessageUser, ModelName, ModelOutput
from inspect_ai.scorer import Target, answer, choice, includes, match, pattern
from inspect_ai.solver import TaskState, multiple_choice

given = json.load(sys.stdin)

# How a verdict is got from a scorer. "answer": it says what it read. "target": it says only whether
# the target is there, so it is asked about each possible verdict, or ("option") the text of each option.
def patterns(*some):
    return [("answer", f"pattern(r'{p}')", pattern(p)) for p in some]
WORDS = [("answer", f"answer('{kind}')", answer(kind)) for kind in ("word", "line")]
MATCHES = [("target", f"match('{p}')", match(p)) for p in ("end", "begin", "exact", "any")]
SCORERS = {
    "choice": [
        ("choice", "choice()", choice()), ("answer", "answer('letter')", answer("letter")), *MATCHES,
        ("option", "match('end'), its text", match("end")), ("option", "includes(), its text", includes()),
        *patterns(r"\\(([A-Z])\\)", r"answer is \\(?([ABCDEFGHIJ])\\)?", r"(\\b[ABCD]\\b)"),
    ],
    "yes-no": WORDS + MATCHES + patterns(r"\\b(yes|no)\\b"),
    "validity": WORDS + MATCHES + patterns(r"\\b(valid|invalid)\\b"),
    "number": [
        *WORDS, *patterns(r"#### (\\-?[0-9\\.\\,]+)", r"(-?[$0-9.,]{2,}|-?[0-9]+)"),
        *(("number", f"match('{p}', numeric=True)", match(p, numeric=True)) for p in ("end", "begin", "exact")),
    ],
}

async def verdicts(task, kind, scorer, row, text):
    async def generate(state, **_):
        state.output = ModelOutput.from_content("mockllm/model", text)
        state.messages.append(state.output.message)
        return state
    state = TaskState(ModelName("mockllm/model"), 1, 1, "-", [ChatMessageUser(content="-")], choices=row["options"])
    state = await (multiple_choice()(state, generate) if kind == "choice" else generate(state))
    answers = row["answers"]
    if kind in ("target", "option"):
        targets = zip(answers, row["options"]) if kind == "option" else answers.items()
        return [v for v, target in targets if (await scorer(state, Target(target))).value == "C"]
    for wanted in row["numbers"] or ["A"]:
        score = await scorer(state, Target(wanted))
        if kind == "number" and score.value == "C":
            return [wanted]
    read = score.answer or ""
    return [read] if task == "number" else [v for v, a in answers.items() if a.lower() == read.strip(" ().*").lower()]

async def main():
    for task, rows in given["rows"].items():
        forms = list(itertools.product(rows[0]["forms"], ("", "ANSWER: ")))
        for (kind, name, scorer), (form, opening) in itertools.product(SCORERS[task], forms):
            found = [await verdicts(task, kind, scorer, r, opening + r["forms"][form]) for r in rows]
            said = form + (f", after `{opening.strip()}`" if opening else "")
            print(json.dumps([task, name, said, found]))
    print(json.dumps(version("inspect_ai")))
asyncio.run(main())
'''


class Count(NamedTuple):
    task: str
    configuration: str
    form: str
    right: int
    missed: int
    wrong: int


def counted(task: str, configuration: str, form: str, marks: list[str]) -> Count:
    return Count(task, configuration, form, *map(marks.count, ["right", "missed", "wrong"]))


def best(counts: Iterable[Count]) -> Count:
    return max(counts, key=lambda c: (c.right, -c.wrong))


def number(text: str) -> str:
    """A number so that 7 and $7.0 are the same; nothing where the text is none."""
    try:
        return str(float(re.sub(r"[$,]|\.\s*$", "", text)))
    except ValueError:
        return ""


def judged(verdicts: list[str], row: Row) -> str:
    """What the verdicts of a tool on a row are worth."""
    found, want = set(verdicts), set(row["want"])
    if row["task"] == "number":  # What is no number is no verdict.
        found, want = ({number(text) for text in some} - {""} | some & NOTHING for some in (found, want))
    if not found:
        return "right" if NOTHING & want else "missed"
    return "right" if found <= want else "wrong"


def upper_case(text: str, labels: list[str]) -> str:
    """The text with its labels as upper-case letters; an `a` that may be an article is left alone."""
    after_a = r"(?=\s*(?:[).:,;!?/<>=\]}*`\"—–→|\n]|$)| (?:and|or|but|not|is|follows|because|rather)\b)"
    for letter, label in zip("ABCDEFGHIJ", labels):
        alone = rf"(?<![A-Za-z0-9_'’]){label}(?![A-Za-z0-9_'’])"
        words = "option|choice|statement" + ("" if label == "a" else "|answer|answer is")
        text = re.sub(rf"\(\s*{label}\s*\)", f"({letter})", text)
        text = re.sub(rf"((?i:{words})[\s:*]+){alone}", rf"\g<1>{letter}", text)
        if label.isalpha():
            text = re.sub(alone + (after_a if label == "a" else ""), letter, text)
        elif text.strip(" .)\n") == label:
            text = text.replace(label, letter)
    return text


def prepared(row: Row) -> Row:
    """A row as the other tools get it."""
    task, options, text = row["task"], row.get("options") or {}, row["text"]
    forms = {"as it is": text, "upper case": upper_case(text, list(options))}
    answers = dict(zip(options, "ABCDEFGHIJ"))
    if task != "choice":
        forms = {"as it is": text, "lower case": re.sub(r"(?i)\b(yes|no|(in)?valid)\b", lambda m: m[0].lower(), text)}
        answers = {v: v for v in {"yes-no": ["yes", "no"], "validity": ["valid", "invalid"]}.get(task, [])}
    numbers = ([w for w in row["want"] if w not in NOTHING] or ["0"]) if task == "number" else []
    return {"options": list(options.values()), "forms": forms, "answers": answers, "numbers": numbers}


def peer(python: Path, program: str, tasks: dict[str, list[Row]]) -> tuple[str, list[Count]]:
    """The version of another tool, and each of its configurations in its best form."""
    given = json.dumps({"rows": {t: [*map(prepared, rows)] for t, rows in tasks.items()}, "filters": FILTERS})
    own = os.environ | {"HF_HUB_OFFLINE": "1", "INSPECT_LOG_LEVEL": "error"}
    with tempfile.TemporaryDirectory() as place:
        said = subprocess.check_output([python, "-c", program], input=given, cwd=place, env=own, text=True)
    *lines, version = map(json.loads, said.splitlines())
    counts = [counted(t, name, form, [*map(judged, found, tasks[t])]) for t, name, form, found in lines]
    return version, [best(forms) for _, forms in itertools.groupby(counts, key=lambda c: c[:2])]


def peirast(binary: Path, tasks: dict[str, list[Row]]) -> tuple[str, list[Count]]:
    """The version of Peirast, and its counts; its exit code says only whether a reading is wrong."""
    version = subprocess.check_output([binary, "--version"], text=True).split()[-1]
    line, counts = [str(binary), "read", "batch", "--check"], []
    for task, rows in tasks.items():
        given = "".join(json.dumps(row) + "\n" for row in rows)
        *lines, _ = subprocess.run(line, input=given, text=True, stdout=subprocess.PIPE).stdout.splitlines()
        marks = [json.loads(said)["check"] for said, _ in zip(lines, rows, strict=True)]
        counts.append(counted(task, "read batch", "as it is", marks))
    return version, counts


def table(*rows: Iterable[object]) -> None:
    for number, row in enumerate(rows):
        cells = [str(cell).replace("|", "\\|") for cell in row]
        print("| " + " | ".join(cells) + " |" + ("" if number else "\n" + "|---" * len(cells) + "|"))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    built = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target")) / "release" / "peirast"
    parser.add_argument("--venvs", type=Path, required=True, help="where the other two are, or get installed from PyPI")
    parser.add_argument("--peirast", type=Path, default=built)
    parser.add_argument("files", type=Path, nargs="+", metavar="FILE", help="rows, one JSON object a line")
    args = parser.parse_args()
    for file in args.files:
        rows = [json.loads(text) for text in file.read_text().split("\n") if text.strip()]
        tasks = {t: some for t in FILTERS if (some := [row for row in rows if row["task"] == t])}
        nothing = [counted(t, "", "", [judged([], row) for row in some]) for t, some in tasks.items()]
        found = {"one that finds no verdict": nothing}
        for tool, name, program in [("lm_eval", "lm-evaluation-harness", LM_EVAL), ("inspect", "Inspect", INSPECT)]:
            if python := environment(args.venvs.resolve(), tool):
                version, counts = peer(python, program, tasks)
                found[f"{name} {version}"] = counts
        version, counts = peirast(args.peirast.resolve(), tasks)
        found[f"Peirast {version}"] = counts
        print(f"\n## {file.name}: {len(rows)} rows, {time.strftime('%Y-%m-%d')}\n")
        lines: list[Iterable[object]] = []
        for tool, counts in found.items():
            tops = [best(c for c in counts if c.task == task) for task in tasks]
            tops.append(Count("all", "", "", *(sum(marks) for marks in zip(*(c[3:] for c in tops)))))
            lines += [(tool, *top) for top in tops]
        table(("tool", *Count._fields), *lines)
        for tool, counts in found.items():
            if len(counts) > len(tasks):
                print(f"\n### {tool}: each configuration in its best form\n")
                counts.sort(key=lambda c: (list(tasks).index(c.task), -c.right, c.wrong))
                table(Count._fields, *counts)


if __name__ == "__main__":
    main()
