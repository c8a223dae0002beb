"""Functions as models that raise, and work in a program with an event loop."""

import asyncio
import os
import subprocess
import sys
import tempfile
import threading
import unittest

import peirast

SUMS = [{"item": n, "question": f"Lena has {n} nuts and finds 2. How many has she?", "answer": n + 2} for n in range(3, 15)]


# The version that a writer makes.
PARAPHRASE = "paraphrase (not certified)"


def restate(messages, **sampling):
    """A writer that puts a sum into other words."""
    question = messages[-1]["content"].split("\n")[1]
    return question.replace("How many has she?", "How many nuts does she have now?")


class Folder(unittest.TestCase):
    def setUp(self):
        back = os.getcwd()
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.addCleanup(os.chdir, back)
        os.chdir(folder.name)


class Failures(Folder):
    def test_a_function_that_always_raises_is_an_exception(self):
        calls = []

        def broken(messages, **sampling):
            calls.append(1)
            raise RuntimeError("out of memory")

        study = peirast.study("token-bias", n=1)
        before = study.run("sim:flawless", into="run").summary["answered"]
        with self.assertRaises(peirast.ModelError) as raised:
            study.run({"broken": broken, "sim:guesser": "sim:guesser"}, into="run")
        error = raised.exception
        self.assertIsInstance(error.__cause__, RuntimeError)
        self.assertIsInstance(error, peirast.PeirastError)
        self.assertIn("out of memory", str(error))
        self.assertEqual(error.model, "py:broken")
        # It was not asked all questions, and the answers of the others are stored.
        self.assertLess(len(calls), before / 2)
        grades = [row["grade"] for row in error.run.rows("outcomes")]
        self.assertEqual(len([grade for grade in grades if grade != "unanswered"]), 2 * before)
        mended = study.run({"broken": lambda messages, **_: "(a)", "sim:guesser": "sim:guesser"}, into="run")
        self.assertEqual((mended.summary["asked"], mended.summary["outcome"]), (before, "complete"))

    def test_a_function_that_breaks_later_is_an_exception_too(self):
        calls = []

        def model(messages, **sampling):
            calls.append(1)
            if len(calls) > 40:
                raise ValueError("broken pipe of another kind")
            return "(a)"

        with self.assertRaisesRegex(peirast.ModelError, "py:model was not asked to the end: it raised ValueError") as raised:
            peirast.study("token-bias", n=1).run(model, into="later")
        kept = raised.exception.run.answers(grade="correct") + raised.exception.run.answers(grade="wrong")
        self.assertEqual(len(kept), 40)

    def test_a_few_exceptions_leave_questions_open(self):
        lock, calls = threading.Lock(), []

        def model(messages, **sampling):
            with lock:
                calls.append(1)
                fails = len(calls) in (20, 90)
            if fails:
                raise RuntimeError("once")
            return "(a)"

        run = peirast.study("token-bias", n=1).run(model, into="few")
        self.assertEqual(run.summary["outcome"], "partial")
        self.assertEqual(run.summary["answered"], run.summary["trials"] - 2)
        self.assertIn("RuntimeError: once", str(run.summary["failed"]))

    def test_what_is_no_answer_and_what_is_no_file_are_exceptions(self):
        def nothing(messages, **sampling):
            return None

        def lost(messages, **sampling):
            with open("no-such-weights", encoding="utf-8") as file:
                return file.read()

        for model, cause in ((nothing, TypeError), (lost, FileNotFoundError)):
            with self.assertRaises(peirast.ModelError) as raised:
                peirast.study("token-bias", n=1).run(model, into=model.__name__)
            self.assertIsInstance(raised.exception.__cause__, cause)

    def test_an_async_function_raises_in_its_loop(self):
        async def broken(messages, **sampling):
            await asyncio.sleep(0)
            raise LookupError("no such deployment")

        with self.assertRaises(peirast.ModelError) as raised:
            asyncio.run(peirast.study("token-bias", n=1).run_async(broken, into="async"))
        self.assertIsInstance(raised.exception.__cause__, LookupError)

    def test_an_interrupt_inside_a_function_loses_nothing(self):
        code = (
            "import asyncio, sys, peirast\n"
            "calls = []\n"
            "def plain(messages, **_):\n"
            "    calls.append(1)\n"
            "    if len(calls) == 30:\n"
            "        raise KeyboardInterrupt\n"
            "    return '(a)'\n"
            "async def later(messages, **_):\n"
            "    await asyncio.sleep(0)\n"
            "    return plain(messages)\n"
            "study = peirast.study('token-bias', n=2)\n"
            "try:\n"
            "    if sys.argv[1] == 'plain':\n"
            "        study.run(plain, into='plain')\n"
            "    else:\n"
            "        asyncio.run(study.run_async(later, into='later'))\n"
            "except KeyboardInterrupt:\n"
            "    print('interrupted')\n"
        )
        for kind in ("plain", "later"):
            command = [sys.executable, "-c", code, kind]
            done = subprocess.run(command, capture_output=True, text=True, timeout=120)
            self.assertEqual(done.stdout.strip(), "interrupted", done.stderr)
            rows = peirast.open(kind).rows("outcomes")
            kept = [row for row in rows if row["answer"] == "(a)"]
            self.assertGreaterEqual(len(kept), 29, kind)
            # The run stopped: most questions are open.
            self.assertLess(len(kept), len(rows) / 2, kind)


class Writers(Folder):
    def test_a_function_writes_paraphrases(self):
        sums, seen = peirast.pairs(SUMS, name="sums"), []
        made = sums.make(writer=restate, on_progress=lambda *counts: seen.append(counts))
        self.assertEqual(made.versions, ["original", PARAPHRASE])
        self.assertIn("now?", made.rows()[1].question)
        self.assertTrue(any("not certified" in note for note in made.notes), made.notes)
        self.assertEqual(seen[-1], (12, 12))
        self.assertTrue(os.path.isdir("runs/sums.paraphrases"))

        def never(messages, **sampling):
            raise AssertionError("asked twice")

        again = sums.make("typos=0.05", writer={"restate": never})
        self.assertEqual(again.versions, ["original", "typos=0.05", PARAPHRASE])
        marks = again.to_dict()["marks"]
        self.assertEqual((marks[PARAPHRASE], marks["typos=0.05"]), ("not certified", "certified"))

    def test_a_writer_that_fails_keeps_its_answers(self):
        calls = []

        def broken(messages, **sampling):
            calls.append(1)
            raise RuntimeError("no credit")

        sums = peirast.pairs(SUMS, name="sums")
        with self.assertRaises(peirast.ModelError) as raised:
            sums.make(writer=broken, answers="kept")
        self.assertEqual((str(raised.exception.__cause__), raised.exception.run), ("no credit", None))
        self.assertIn("kept", str(raised.exception))
        for bad, says in (({"a": restate, "b": restate}, "2 writers"), ("sim:flawless", "simulated"), (None, "transformations")):
            with self.assertRaisesRegex(peirast.PeirastError, says):
                sums.make(writer=bad)


class Loops(Folder):
    def test_twins_give_the_same(self):
        rows = [{"item": f"q{n}", "score": float(n < 6)} for n in range(20)]
        better = [{"item": f"q{n}", "score": 1.0} for n in range(20)]
        study = peirast.study("belief-bias", n=5)

        async def later(messages, **sampling):
            await asyncio.sleep(0)
            return restate(messages)

        async def main():
            forecast, checked, compared, made = await asyncio.gather(
                study.forecast_async("sim:flawless", into="run"),
                study.check_async(),
                peirast.compare_async({"old": rows, "new": better}, margin=0.1),
                (await peirast.pairs_async(SUMS, name="sums")).make_async(writer=later),
            )
            run = await study.run_async("sim:believer", into="run")
            opened = await peirast.open_async(run.path)
            asked = await made.run_async("sim:flawless", into="sums")
            cues = await made.check_async()
            return forecast, checked, compared, made, opened, asked, cues

        forecast, checked, compared, made, opened, asked, cues = asyncio.run(main())
        self.assertEqual(forecast.subjects[0].questions, study.forecast("sim:flawless", into="other").subjects[0].questions)
        self.assertEqual(checked.to_dict(), study.check().to_dict())
        self.assertEqual(compared.to_dict(), peirast.compare({"old": rows, "new": better}, margin=0.1).to_dict())
        self.assertEqual(made.versions, ["original", PARAPHRASE])
        self.assertEqual(len(opened.verdicts()), len(peirast.open("run").verdicts()))
        self.assertEqual(asked.summary["outcome"], "complete")
        self.assertEqual(cues.open, made.check().open)

    def test_everything_long_has_a_twin_with_the_same_arguments(self):
        import inspect

        found = 0
        for owner in (peirast, peirast.Study, peirast.Pairs):
            for name in dir(owner):
                if name.endswith("_async"):
                    found += 1
                    twin, plain = (inspect.signature(getattr(owner, one)) for one in (name, name[:-6]))
                    ours = set(plain.parameters)
                    theirs = {one.name for one in twin.parameters.values() if one.kind is not one.VAR_KEYWORD}
                    if "settings" in twin.parameters:
                        self.assertLessEqual(theirs, ours, name)
                    else:
                        self.assertEqual(theirs, ours, name)
        self.assertEqual(found, 10)


class Registrations(Folder):
    def test_a_run_records_its_registration(self):
        study = peirast.study("belief-bias", n=5)
        text = study.register("sim:believer")
        run = study.run("sim:believer", into="run", registration=text)
        self.assertTrue(run.registration().agrees)
        self.assertTrue(peirast.open("run").registration().agrees)
        with open("prereg.json", "w", encoding="utf-8") as file:
            file.write(study.register("sim:flawless", format="json"))
        other = peirast.open("run", registration="prereg.json").registration()
        self.assertFalse(other.agrees)
        self.assertTrue(other.departures)

    def test_too_few_pairs_warn(self):
        with self.assertWarnsRegex(UserWarning, "too few pairs for a power of 80 %"):
            peirast.study("belief-bias", n=5).register("sim:believer")

    def test_departures_are_notices(self):
        study, larger = peirast.study("belief-bias", n=5), peirast.study("belief-bias", n=6)
        run = larger.run("sim:believer", into="run", registration=study.register("sim:believer"))
        self.assertFalse(run.registration().agrees)
        self.assertIn("registration", " ".join(run.summary["notices"]))
        self.assertIsNone(study.run("sim:believer", into="plain").registration())
        for bad, says in (("no-such.md", "cannot read the registration no-such.md"), ("no\nblock", "registration")):
            with self.assertRaisesRegex(peirast.InputError, says):
                study.run("sim:believer", into="bad", registration=bad)


if __name__ == "__main__":
    unittest.main()
