"""The parts of the interface that other tests do not use: events, batches, answers, measures, calculations, errors."""

import asyncio
import importlib.util
import json
import os
import tempfile
import threading
import unittest

import peirast
from peirast import _peirast, logic, stats

NUMPY = importlib.util.find_spec("numpy") is not None


class Interface(unittest.TestCase):
    def setUp(self):
        back = os.getcwd()
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.addCleanup(os.chdir, back)
        os.chdir(folder.name)

    def test_events_tell_of_every_answer(self):
        events = []
        run = peirast.study("token-bias", n=1).run("sim:flawless", on_event=events.append)
        names = [event["event"] for event in events]
        self.assertEqual(names[0], "planned")
        self.assertEqual(names.count("answered"), run.summary["asked"])
        again = []
        peirast.study("token-bias", n=1).run("sim:flawless", on_event=again.append)
        self.assertEqual([event["event"] for event in again], ["planned"])

    def test_a_failing_listener_stops_the_run(self):
        def listener(event):
            raise RuntimeError("enough")

        with self.assertRaisesRegex(RuntimeError, "enough"):
            peirast.study("token-bias", n=1).run("sim:flawless", on_event=listener)

    def test_batches_are_asked_at_once(self):
        sizes, busy = [], threading.Lock()

        @peirast.batched(16)
        def model(conversations, **sampling):
            with busy:
                sizes.append(len(conversations))
            return [f"The answer is ({'ab'[len(each[-1]['content']) % 2]})." for each in conversations]

        def single(messages, **sampling):
            return f"The answer is ({'ab'[len(messages[-1]['content']) % 2]})."

        run = peirast.study("token-bias", n=1).run({"batches": model, "single": single})
        self.assertEqual(sum(sizes), run.summary["asked"] // 2)
        self.assertLess(len(sizes), sum(sizes) / 2)
        self.assertLessEqual(max(sizes), 16)
        graded = [[(a.problem, a.protocol, a.grade) for a in run.answers(model=f"py:{name}")] for name in ("batches", "single")]
        self.assertEqual(*map(sorted, graded))

    def test_batches_keep_their_size_in_a_loop(self):
        sizes = []

        @peirast.batched(16)
        def model(conversations, **sampling):
            sizes.append(len(conversations))
            return ["(a)"] * len(conversations)

        run = asyncio.run(peirast.study("token-bias", n=1).run_async({"batches": model}))
        self.assertEqual(sum(sizes), run.summary["asked"])
        self.assertGreater(max(sizes), 4)

    def test_a_batch_of_the_wrong_size_is_said(self):
        model = peirast.batched(4)(lambda conversations, **sampling: ["(a)"])
        with self.assertRaisesRegex(peirast.ModelError, "it must give one to each"):
            peirast.study("token-bias", n=1).run({"m": model})
        with self.assertRaises(peirast.InputError):
            peirast.batched(0)

    def test_answers_and_measures(self):
        run = peirast.study("token-bias", n=1).run(["sim:guesser", "sim:flawless"])
        wrong = run.answers(model="sim:guesser", grade="wrong")
        self.assertTrue(wrong and all(answer.text for answer in wrong))
        self.assertEqual(len(run.answers(limit=3)), 3)
        self.assertEqual(run.answers(model="sim:flawless", grade="wrong"), [])
        with self.assertRaisesRegex(peirast.InputError, "no column 'colour'"):
            run.answers(colour="red")
        measures = peirast.study("syllogism", n=2).run(["sim:believer", "sim:flawless"]).measures()
        self.assertIn("belief-bias", measures)
        self.assertEqual({row.subject for row in measures["accuracy"]}, {"all", "sim:believer", "sim:flawless"})

    def test_calculations(self):
        self.assertAlmostEqual(stats.effect("paired-d", [1, 2, 3, 5], [1, 1, 2, 3])[0].value, 1.2247, 3)
        self.assertEqual(len(stats.interval("proportion", numbers=[8, 10])), 5)
        self.assertEqual(stats.bootstrap("mean", [1, 2, 3, 4], by=["a", "a", "b", "b"])[0].estimate, 2.5)
        self.assertEqual(stats.agreement("alpha", [1, 2, 3], [1, 2, 3])[0].value, 1.0)
        self.assertEqual([row.term for row in stats.logistic([0, 1, 1, 0, 1, 0], [1, 2, 3, 1, 1, 2])][0], "intercept")
        self.assertGreater(stats.mcnemar_power(0.02, 0.12, power=0.8).n, 100)
        with self.assertRaisesRegex(peirast.InputError, "there are"):
            stats.effect("size", [1], [2])
        with self.assertRaisesRegex(peirast.InputError, "give as many"):
            stats.effect("paired-d", [1], [2, 3])

    def test_a_calculation_takes_its_own_settings(self):
        for what, settings in (("describe", {"alpha": 0.05}), ("mcnemar-power", {"p1": 0.5})):
            name = next(iter(settings))
            with self.assertRaisesRegex(peirast.InputError, f"{what}: unknown field `{name}`, expected") as raised:
                _peirast.calculate(what, json.dumps(settings))
            self.assertIn("quantile" if what == "describe" else "p12", str(raised.exception))
        with self.assertRaisesRegex(peirast.InputError, "there are describe, effect"):
            _peirast.calculate("guess", "{}")

    def test_forms_of_syllogisms(self):
        self.assertEqual(len(logic.syllogisms()), 256)
        self.assertFalse(logic.syllogism("AAA-2").valid_modern)
        with self.assertRaises(peirast.InputError):
            logic.syllogism("XYZ-9")

    def test_errors_are_a_tree(self):
        self.assertTrue(issubclass(peirast.InputError, peirast.PeirastError))
        for bad in (lambda: peirast.study("nope"), lambda: peirast.pairs([]), lambda: peirast.read("x")):
            for kind in (peirast.PeirastError, ValueError):
                with self.assertRaises(kind):
                    bad()
        with self.assertRaisesRegex(TypeError, "int is no model"):
            peirast.study("token-bias", n=1).run(5)
        with self.assertRaises(peirast.InputError):
            peirast.study("token-bias", n=1).run("sim:flawless", at_once=0)

    def test_problems_are_records(self):
        made = peirast.make("conjunction/2", 2, 7)
        self.assertEqual(made[0].family, "conjunction")
        self.assertEqual(made[0]["family"], made.to_dicts()[0]["family"])

    @unittest.skipUnless(NUMPY, "numpy is not here")
    def test_numbers_of_numpy(self):
        import numpy

        self.assertEqual(peirast.study("token-bias", n=1, seed=numpy.int64(5)).id, "token-bias")
        rows = [
            {"id": n, "version": v, "question": f"Which is {n}?", "choices": numpy.array(["red", "blue"]), "answer": "red"}
            for n in numpy.arange(4)
            for v in ("plain", "polite")
        ]
        self.assertEqual(peirast.pairs(rows).pairs, 4)


if __name__ == "__main__":
    unittest.main()
