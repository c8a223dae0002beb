"""The reader as a filter of the lm-evaluation-harness and as a scorer of Inspect, where these are installed."""

import importlib.util
import os
import random
import subprocess
import sys
import tempfile
import unittest

from peirast import inspect_ai, lm_eval

DOCS = [
    {"question": "Which?", "choices": ["red", "blue"]},
    {"question": "Which?", "choices": {"text": ["red", "blue"], "label": ["1", "2"]}},
    {"question": "Which?", "choices": {"x": "red", "y": "blue"}},
]


def is_here(name):
    return importlib.util.find_spec(name) is not None


class Lazy(unittest.TestCase):
    def test_nothing_foreign_is_imported_before_it_is_wanted(self):
        code = (
            "import sys, peirast, peirast.lm_eval, peirast.inspect_ai\n"
            "print([name for name in ('lm_eval', 'inspect_ai', 'torch', 'pandas') if name in sys.modules])\n"
        )
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
        self.assertEqual(done.stdout.strip(), "[]", done.stderr)

    @unittest.skipIf(is_here("lm_eval") or is_here("inspect_ai"), "both are here")
    def test_without_them_the_message_says_the_fix(self):
        for call, says in ((lm_eval.reading_filter, "pip install lm_eval"), (inspect_ai.reading, "pip install inspect_ai")):
            with self.assertRaises(ImportError) as raised:
                call()
            self.assertIn(says, str(raised.exception))

    def test_responses_are_read(self):
        texts = ["I think it is blue.", "(2)", "y"]
        self.assertEqual([lm_eval.read_response(*pair) for pair in zip(texts, DOCS)], ["B", "2", "y"])
        self.assertEqual(lm_eval.read_response("So it makes 1,024.", {}, task="number"), "1024")
        self.assertEqual(lm_eval.read_response("Hm.", DOCS[0], fallback="?"), "?")
        with self.assertRaises(ValueError) as raised:
            lm_eval.read_response((-1.5, False), DOCS[0])
        self.assertIn("generate_until", str(raised.exception))
        with self.assertRaises(ValueError):
            lm_eval.read_response("B", {"question": "Which?"})


@unittest.skipUnless(is_here("lm_eval"), "lm_eval is not here")
class Harness(unittest.TestCase):
    def test_the_filter_in_the_harness(self):
        from lm_eval.api.instance import Instance
        from lm_eval.filters import build_filter_ensemble

        lm_eval.register()
        lm_eval.register()
        responses = [["Surely blue.", "red"], ["I choose 1."], ["I cannot tell."]]
        for component in ("peirast", lm_eval.reading_filter):
            instances = [Instance("generate_until", doc, ("", {}), at) for at, doc in enumerate(DOCS)]
            for instance, given in zip(instances, responses):
                instance.resps = given
            ensemble = build_filter_ensemble("read", [(component, {"format": "({reading})"}), ("take_first", None)])
            ensemble.apply(instances)
            self.assertEqual([one.filtered_resps["read"] for one in instances], ["(B)", "(1)", "[invalid]"])

    @unittest.skipUnless(is_here("datasets") and is_here("evaluate"), "datasets and evaluate are not here")
    def test_a_task_with_the_filter(self):
        from lm_eval import simple_evaluate
        from lm_eval.api.model import LM
        from lm_eval.tasks import TaskManager

        class Fixed(LM):
            """Answers right at every other question."""

            def generate_until(self, requests, **_):
                return [f"Well, that makes {7 if at % 2 else 8}." for at, _ in enumerate(requests)]

            def loglikelihood(self, requests, **_):
                raise NotImplementedError

            def loglikelihood_rolling(self, requests, **_):
                raise NotImplementedError

        with tempfile.TemporaryDirectory() as folder:
            files = {
                "utils.py": "from peirast.lm_eval import reading_filter\n",
                "rows.jsonl": '{"question": "3 + 4?", "answer": "7"}\n' * 6,
                "sums.yaml": (
                    "task: sums\ndataset_path: json\n"
                    f"dataset_kwargs: {{data_files: {{test: {folder}/rows.jsonl}}}}\n"
                    "test_split: test\noutput_type: generate_until\n"
                    "doc_to_text: '{{question}}'\ndoc_to_target: '{{answer}}'\n"
                    "generation_kwargs: {until: []}\n"
                    "filter_list:\n  - name: peirast\n    filter:\n"
                    "      - {function: !function utils.reading_filter, task: number}\n      - {function: take_first}\n"
                    "metric_list: [{metric: exact_match}]\n"
                ),
            }
            for name, text in files.items():
                with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
                    file.write(text)
            manager = TaskManager(include_path=folder, include_defaults=False)
            results = simple_evaluate(model=Fixed(), tasks=["sums"], task_manager=manager, bootstrap_iters=0)
        self.assertEqual(results["results"]["sums"]["exact_match,peirast"], 0.5)


def output(text, stop_reason="stop"):
    """The output of a model of Inspect, with its tokens, which it would otherwise count by a table from the network."""
    from inspect_ai.model import ModelOutput, ModelUsage

    given = ModelOutput.from_content("mockllm", text, stop_reason=stop_reason)
    given.usage = ModelUsage(input_tokens=1, output_tokens=1, total_tokens=2)
    return given


@unittest.skipUnless(is_here("inspect_ai"), "inspect_ai is not here")
class Inspect(unittest.TestCase):
    def setUp(self):
        # Inspect reads the samples of a log when they are wanted.
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def evaluated(self, samples, outputs, scorer):
        """The scores of a task whose model gives these outputs."""
        from inspect_ai import Task, eval
        from inspect_ai.model import get_model
        from inspect_ai.solver import generate

        model = get_model("mockllm/model", custom_outputs=outputs)
        task = Task(dataset=samples, solver=generate(), scorer=scorer)
        (log,) = eval(task, model=model, log_dir=self.folder, display="none", max_connections=1, max_samples=1)
        self.assertEqual(log.status, "success", log.error)
        return log, [next(iter(sample.scores.values())) for sample in log.samples]

    def test_choices(self):
        from inspect_ai.dataset import Sample

        samples = [Sample(input="Which?", choices=["red", "blue"], target="B") for _ in range(5)]
        outputs = [
            output("I would say (B)."),
            output("It is red."),
            output("I cannot help with that."),
            output("Let us see: the first", stop_reason="max_tokens"),
            output("blue"),
        ]
        log, scores = self.evaluated(samples, outputs, inspect_ai.reading())
        self.assertEqual([score.value for score in scores], ["C", "I", "N", "N", "C"])
        self.assertEqual([score.answer for score in scores], ["B", "A", "", "", "B"])
        self.assertEqual([score.metadata["reading"] for score in scores[2:4]], ["refused", "truncated"])
        self.assertEqual(log.results.scores[0].metrics["accuracy"].value, 0.4)

    def test_other_answers(self):
        from inspect_ai.dataset import Sample

        samples = [Sample(input="How many?", target=["12", "13"]) for _ in range(3)]
        texts = ["So she has 12.0 in all.", "There are 14.", "Answer: 13"]
        outputs = [output(text) for text in texts]
        _, scores = self.evaluated(samples, outputs, inspect_ai.reading("number"))
        self.assertEqual([score.value for score in scores], ["C", "I", "C"])

    def test_choices_that_the_solver_shuffled(self):
        from inspect_ai import Task, eval
        from inspect_ai.dataset import Sample
        from inspect_ai.model import get_model
        from inspect_ai.scorer import choice
        from inspect_ai.solver import multiple_choice

        def says(messages, tools, tool_choice, config):
            line = next(line for line in messages[-1].text.splitlines() if line.endswith(") blue"))
            return output(f"ANSWER: {line[0]}")

        sample = Sample(input="Which?", choices=["red", "blue", "green", "pink"], target="B")
        shuffled = random.Random(3)
        task = Task(dataset=[sample], solver=multiple_choice(shuffle=shuffled), scorer=[choice(), inspect_ai.reading()])
        model = get_model("mockllm/model", custom_outputs=says)
        (log,) = eval(task, model=model, log_dir=self.folder, display="none")
        self.assertEqual([score.value for score in log.samples[0].scores.values()], ["C", "C"], log.error)


if __name__ == "__main__":
    unittest.main()
