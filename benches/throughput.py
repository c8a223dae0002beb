"""Peirast, Inspect and lm-evaluation-harness asking the same server the same questions, one after the
other on this machine.

    cargo build --release -p peirast -p peirast-mock -p peirast-llm --bins --example bare
    python benches/throughput.py --venvs ~/.cache/peirast-benches [--n 20000] [--peer-n 2000]

What is measured is the program that asks, not a model: `peirast-mock` answers every question after
the same latency and costs little. The questions are those of `peirast make conjunction/2`, two
options each; every tool sends one request a question, reads the letter and scores it, with its logs
on. Peirast writes every answer to its store before it counts; Inspect logs in real time; for
lm-evaluation-harness `--log_samples` is on.

Before and after Peirast, a bare client asks the same (`crates/llm/examples/bare.rs`): it sends, reads the letter and
logs to a plain file, and nothing else. Machines differ, and one machine from hour to hour; what a run costs beside
that differs less.

Inspect and lm-evaluation-harness are installed from PyPI into virtual environments below the
directory given, and left out with a word if that fails. Columns: the wall clock, from start to end
of the process; the ideal, n / concurrency x latency; CPU seconds of the process and its children;
the span from the first request to the last answer, as the server saw it; the most requests in
flight; the largest resident size.
"""

import argparse
import itertools
import json
import os
import platform
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = {
    "inspect": ["inspect_ai==0.3.285", "openai"],
    "lm_eval": ["lm_eval[api]==0.4.13"],
}

STUDY = """id = "throughput"
title = "Many short questions"
seed = 1
subjects = ["openai:mock"]

[[family]]
name = "conjunction"
variants = ["2"]
n = 1

[[hypothesis]]
id = "H1"
title = "A misleading context"
over = ["conjunction/2"]
factor = "context"
original = { context = "relevant" }
perturbed = { context = "irrelevant" }
protocols = ["baseline"]
direction = "perturbed-better"
"""

INSPECT = '''
import json, sys
from inspect_ai import Task, eval
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.scorer import choice
from inspect_ai.solver import multiple_choice

questions, connections, logs = sys.argv[1], int(sys.argv[2]), sys.argv[3]
samples = [
    Sample(input=q["question"], choices=q["options"], target=q["target"].upper(), id=q["id"])
    for q in map(json.loads, open(questions))
]
task = Task(dataset=MemoryDataset(samples), solver=multiple_choice(), scorer=choice())
logs = eval(
    task, model="openai-api/mock/mock", max_connections=connections, max_samples=connections,
    log_dir=logs, display="none",
)
sys.exit(0 if logs[0].status == "success" else 1)
'''

LM_EVAL = """task: throughput
dataset_path: json
dataset_kwargs:
  data_files:
    test: {questions}
test_split: test
output_type: generate_until
doc_to_text: "{{{{text}}}}"
doc_to_target: "({{{{target}}}})"
generation_kwargs:
  until: []
  max_gen_toks: 32
filter_list:
  - name: letter
    filter:
      - function: regex
        regex_pattern: "\\\\(([ab])\\\\)"
      - function: take_first
metric_list:
  - metric: exact_match
"""


class Mock:
    """`peirast-mock` on a free port."""

    def __init__(self, binary, settings):
        self.process = subprocess.Popen(
            [binary, "--port", "0"], stdout=subprocess.PIPE, text=True
        )
        self.url = self.process.stdout.readline().strip()
        self.call("config", settings)

    def call(self, path, data=None):
        body = None if data is None else json.dumps(data).encode()
        request = urllib.request.Request(self.url.removesuffix("/v1") + "/" + path, data=body)
        with urllib.request.urlopen(request) as response:
            return json.load(response)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait()


def environment(venvs, name):
    """The Python of a virtual environment with this tool; none if it cannot be had."""
    place = venvs / name
    python = place / "bin" / "python"
    done = place / "installed"
    wanted = " ".join(PACKAGES[name])
    if done.exists() and done.read_text() == wanted:
        return python
    print(f"installing {wanted} into {place}", file=sys.stderr)
    place.mkdir(parents=True, exist_ok=True)
    try:
        subprocess.run([sys.executable, "-m", "venv", place], check=True)
        subprocess.run([python, "-m", "pip", "install", "-q", *PACKAGES[name]], check=True)
    except (subprocess.CalledProcessError, OSError) as error:
        print(f"{name} is left out: it cannot be installed ({error})", file=sys.stderr)
        return None
    done.write_text(wanted)
    return python


def questions(peirast, path, n):
    """The questions that Peirast's study asks, for the other tools.

    One by one: of a child, the system counts what its parent held as its largest resident size.
    """
    line = [peirast, "make", "conjunction/2", "--n", str((n + 1) // 2), "--seed", "1"]
    with (
        subprocess.Popen(line, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as made,
        open(path, "w") as file,
    ):
        for problem in map(json.loads, itertools.islice(made.stdout, n)):
            roles = ["stem", "question"]
            stem = "".join(s["text"] for s in problem["segments"] if s["role"] in roles)
            row = {
                "id": problem["id"],
                "question": stem.strip(),
                "options": [text for _, text in problem["options"]],
                "target": problem["truth"]["answer"]["value"],
                "text": "".join(s["text"] for s in problem["segments"]).strip(),
            }
            file.write(json.dumps(row) + "\n")
        made.stdout.read()
    if made.returncode != 0:
        raise subprocess.CalledProcessError(made.returncode, line)


def command(tool, python, args, place, url, n, concurrency):
    """What runs a tool, and the environment that it needs."""
    own = dict(os.environ)
    if tool == "peirast":
        (place / "throughput.toml").write_text(STUDY)
        line = [args.peirast, "run", "throughput.toml", "--n", str(n // 2), "--into", "r"]
        return line + ["--base-url", url, "--concurrency", str(concurrency)], own
    questions(args.peirast, place / "questions.jsonl", n)
    if tool == "bare":
        return [args.bare, "questions.jsonl", url, str(concurrency), "log.jsonl"], own
    if tool == "inspect":
        (place / "run_inspect.py").write_text(INSPECT)
        own |= {"MOCK_API_KEY": "none", "MOCK_BASE_URL": url, "INSPECT_LOG_LEVEL": "error"}
        line = [python, "run_inspect.py", "questions.jsonl", str(concurrency), "logs"]
        return line, own
    (place / "throughput.yaml").write_text(LM_EVAL.format(questions=place / "questions.jsonl"))
    model = f"model=mock,base_url={url}/chat/completions,num_concurrent={concurrency},max_retries=3"
    own |= {"OPENAI_API_KEY": "none", "HF_HUB_OFFLINE": "1", "HF_HOME": str(place / "hf")}
    line = [python, "-m", "lm_eval", "--model", "local-chat-completions", "--model_args", model]
    line += ["--tasks", "throughput", "--include_path", str(place), "--apply_chat_template"]
    return line + ["--output_path", "logs", "--log_samples"], own


def measured(tool, python, args, n, concurrency, latency):
    """One run of a tool, as a row of the table; none if it failed."""
    answers = ["ANSWER: A", "ANSWER: B"] if tool == "inspect" else ["(a)", "(b)"]
    settings = {"latency_ms": latency, "answers": answers}
    with tempfile.TemporaryDirectory() as place, Mock(args.mock, settings) as mock:
        place = Path(place)
        line, own = command(tool, python, args, place, mock.url, n, concurrency)
        with open(place / "log", "w") as log:
            begun = time.monotonic()
            child = subprocess.Popen(line, cwd=place, env=own, stdout=log, stderr=log)
            _, status, used = os.wait4(child.pid, 0)
            wall = time.monotonic() - begun
        stats = mock.call("stats")
        if os.waitstatus_to_exitcode(status) != 0 or stats["answered"] != n:
            tail = (place / "log").read_text()[-2000:]
            print(f"{tool} failed: {stats['answered']} of {n} answered\n{tail}", file=sys.stderr)
            return None
    cpu = used.ru_utime + used.ru_stime
    ideal = n / concurrency * latency / 1000
    return (
        f"| {tool} | {n:,} | {concurrency:,} | {latency:g} | {ideal:.2f} | {wall:.2f} "
        f"| {wall / ideal:.2f} | {stats['span_s']:.2f} | {cpu:.2f} | {1000 * cpu / n:.3f} "
        f"| {stats['in_flight_max']:,} | {used.ru_maxrss / 1024:.0f} |"
    )


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    target = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target")) / "release"
    parser.add_argument("--venvs", type=Path, required=True, help="where the others are installed")
    parser.add_argument("--peirast", type=Path, default=target / "peirast")
    parser.add_argument("--mock", type=Path, default=target / "peirast-mock")
    parser.add_argument("--bare", type=Path, default=target / "examples" / "bare")
    parser.add_argument("--n", type=int, default=20_000, help="questions to Peirast")
    parser.add_argument("--peer-n", type=int, default=2_000, help="questions to the others")
    parser.add_argument("--latency", type=float, default=50, help="milliseconds")
    parser.add_argument("--concurrency", type=int, nargs="+", default=[256, 1000])
    parser.add_argument("--only", nargs="+", choices=["bare", "peirast", *PACKAGES])
    args = parser.parse_args()
    args.peirast, args.mock = args.peirast.resolve(), args.mock.resolve()
    args.bare = args.bare.resolve()
    args.venvs = args.venvs.resolve()
    print(
        f"{time.strftime('%Y-%m-%d')}, {platform.system()} {platform.machine()}, "
        f"{os.cpu_count()} CPUs, load {os.getloadavg()[0]:.1f}\n\n"
        "| tool | n | connections | latency ms | ideal s | wall s | wall / ideal | span s | CPU s "
        "| CPU ms/sample | in flight | RSS MiB |\n" + "|---" * 12 + "|"
    )
    for tool in args.only or ["bare", "peirast", "bare", *PACKAGES]:
        python = environment(args.venvs, tool) if tool in PACKAGES else None
        if tool in PACKAGES and python is None:
            continue
        sizes = {args.peer_n} if tool in PACKAGES else {args.n, args.peer_n}
        for n in sorted(sizes):
            for concurrency in args.concurrency:
                row = measured(tool, python, args, n, concurrency, args.latency)
                if row:
                    print(row, flush=True)


if __name__ == "__main__":
    main()
