"""The package as its users see it. Run by `cargo test -p peirast-python`, which builds the module."""

import asyncio
import contextlib
import doctest
import importlib
import importlib.util
import io
import json
import os
import pickle
import subprocess
import sys
import tempfile
import unittest
import urllib.request

import pages

import peirast
from peirast import logic, stats

# Frames of pandas come from Parquet, which it reads by pyarrow.
PANDAS = all(importlib.util.find_spec(name) is not None for name in ("pandas", "pyarrow"))

MODULES = [
    "peirast.stats",
    "peirast._calculations",
    "peirast._compare",
    "peirast._read",
    "peirast._study",
    "peirast._pairs",
    "peirast.lm_eval",
    "peirast.logic",
    "peirast._problems",
    "peirast.etr",
    "peirast.etr._operations",
    "peirast.etr._procedures",
    "peirast.etr._view",
]


class Package(unittest.TestCase):
    def test_examples_are_true(self):
        run = 0
        for name in MODULES:
            result = doctest.testmod(importlib.import_module(name))
            self.assertEqual(result.failed, 0, name)
            run += result.attempted
        self.assertGreater(run, 8)

    def test_the_command_comes_with_it(self):
        def command(*arguments):
            return subprocess.run(
                [sys.executable, "-m", "peirast", *arguments], capture_output=True, text=True, timeout=120
            )

        self.assertEqual(command("--version").stdout, f"peirast {peirast.__version__}\n")
        bad = command("read", "B.", "--task", "number", "--options", "A=x")
        self.assertEqual((bad.returncode, bad.stdout), (1, ""))
        self.assertIn("error:", bad.stderr)
        self.assertEqual(command("no-such-command").returncode, 2)

    def test_importing_is_quick(self):
        code = "import time; t = time.process_time(); import peirast; print(time.process_time() - t)"
        took = min(
            float(subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout)
            for _ in range(3)
        )
        self.assertLess(took, 0.3)

    def test_the_stub_has_every_function(self):
        stub = os.path.join(os.path.dirname(peirast.__file__), "_peirast.pyi")
        with open(stub, encoding="utf-8") as file:
            text = file.read()
        module = importlib.import_module("peirast._peirast")
        names = {name for name in dir(module) if not name.startswith("__")}
        starts = [line for line in text.splitlines() if line.startswith(("def ", "class "))]
        stubbed = {line.split("(")[0].split(":")[0].split()[1] for line in starts}
        self.assertEqual(names, stubbed)


class Documents(unittest.TestCase):
    def test_every_program_of_the_pages_runs(self):
        back = os.getcwd()
        self.addCleanup(os.chdir, back)
        self.assertGreater(len(pages.PAGES), 25)
        for page in pages.PAGES:
            blocks, names = pages.programs(page, PANDAS), {}
            self.assertGreaterEqual(len(blocks), 12 if page == "python.md" else 1, page)
            with self.subTest(page), tempfile.TemporaryDirectory() as folder:
                pages.make_files(page, folder)
                os.chdir(folder)
                try:
                    with contextlib.redirect_stdout(io.StringIO()):
                        for block in blocks:
                            exec(compile(block, page, "exec"), names)
                finally:
                    os.chdir(back)


class Statistics(unittest.TestCase):
    def test_mcnemar(self):
        by_counts = stats.mcnemar(counts=(50, 4, 16, 30))
        # scipy 1.17.1: binomtest(4, 20).pvalue.
        self.assertAlmostEqual(by_counts.p, 0.011817932128906250, places=12)
        self.assertEqual((by_counts.effect, by_counts.effect_name), (0.12, "difference of shares"))
        self.assertLess(by_counts.interval.low, 0.12)
        x = [1] * 50 + [1] * 4 + [0] * 16 + [0] * 30
        y = [1] * 50 + [0] * 4 + [1] * 16 + [0] * 30
        self.assertEqual(stats.mcnemar(x, y).to_dict(), by_counts.to_dict())
        lost = stats.mcnemar([*x, None, True], [*y, True, float("nan")])
        self.assertEqual((lost.p, lost.n_lost), (by_counts.p, 2))
        clustered = stats.mcnemar(x, y, by=[n // 10 for n in range(100)])
        self.assertGreater(clustered.p, 0.05)
        self.assertEqual(stats.mcnemar_p(4, 16), by_counts.p)
        self.assertLess(stats.mcnemar(counts=(50, 4, 16, 30), rule="mid-p").p, by_counts.p)

    def test_other_tests(self):
        x, y = [3.1, 2.4, 5.6, 7.7, 1.0, 4.2, 6.3], [2.2, 2.9, 4.1, 6.0, 0.3, 4.0, 3.2]
        for test in (
            stats.paired_t,
            stats.wilcoxon,
            stats.permutation_paired,
            stats.permutation,
            stats.mann_whitney,
            stats.pearson,
            stats.spearman,
            stats.kendall,
            stats.kruskal_wallis,
        ):
            self.assertTrue(0 <= test(x, y).p <= 1, test.__name__)
        # scipy 1.17.1: ttest_rel(x, y).pvalue, wilcoxon(x, y).pvalue.
        self.assertAlmostEqual(stats.paired_t(x, y).p, 0.048193936517057584, places=12)
        self.assertAlmostEqual(stats.wilcoxon(x, y).p, 0.046875, places=12)
        self.assertTrue(0 <= stats.friedman(x, y, [1.0] * 7).p <= 1)
        self.assertTrue(0 < stats.shapiro_wilk(x).p < 1)
        self.assertTrue(0 < stats.cochran_q([1, 1, 0, 1], [0, 1, 0, 0], [0, 0, 0, 1]).p <= 1)
        self.assertAlmostEqual(stats.binomial(8, 10).p, 0.109375, places=12)
        self.assertTrue(stats.two_proportions(8, 10, 3, 10).p < 0.05)
        self.assertAlmostEqual(stats.kappa([[20, 5], [10, 15]]).effect, 0.4, places=12)
        low, high = stats.proportion_interval(8, 10)
        self.assertAlmostEqual(low, 0.49016247153664183, places=12)
        self.assertAlmostEqual(high, 0.9433178485456247, places=12)
        tango = stats.paired_difference((1, 1, 7, 12), method="tango")
        self.assertAlmostEqual(tango.low, 0.026003031675879, places=8)
        self.assertEqual(stats.adjust([0.01, 0.04, 0.03], "holm"), [0.03, 0.06, 0.06])

    def test_bad_input_says_the_fix(self):
        for call, says in (
            (lambda: stats.mcnemar([1, 0], [1]), "give as many"),
            (lambda: stats.mcnemar([1, 2], [1, 0]), "value 1 is 2"),
            (lambda: stats.mcnemar(), "two columns, or counts"),
            (lambda: stats.mcnemar(counts=(1, 2, 3, 4), rule="exakt"), "exact"),
            (lambda: stats.adjust([0.5, None]), "missing"),
            (lambda: stats.adjust([0.5], "h"), "holm"),
            (lambda: stats.paired_t([1.0, 3.0, 4.0], [2.0, 2.0, 7.0], confidence=2), "confidence"),
        ):
            with self.assertRaises(ValueError) as raised:
                call()
            self.assertIn(says, str(raised.exception))
        undefined = stats.paired_t([1.0], [2.0])
        self.assertIsNone(undefined.p)

    def test_results_are_plain(self):
        result = stats.binomial(8, 10)
        self.assertEqual(pickle.loads(pickle.dumps(result)).to_dict(), result.to_dict())
        json.dumps(result.to_dict())
        self.assertIn("<table>", result._repr_html_())
        with self.assertRaises(AttributeError) as raised:
            result.no_such_field
        self.assertIn("there is no field", str(raised.exception))
        with self.assertRaises(AttributeError):
            result.p = 1


class Comparisons(unittest.TestCase):
    def rows(self, right):
        return [{"item": f"q{n}", "topic": n % 4, "score": float(n in right)} for n in range(20)]

    def test_data_frames_and_files(self):
        old, new = self.rows(range(6)), self.rows(range(1, 14))
        found = peirast.compare(old, new, names=["old", "new"])
        row = found.rows[0]
        self.assertEqual((row.n11, row.n12, row.n21, row.n22), (5, 1, 8, 6))
        self.assertEqual((row.a, row.b, row.verdict), ("old", "new", "better"))
        self.assertEqual(row.p, stats.mcnemar_p(1, 8))
        by = peirast.compare({"old": old, "new": new}, by="topic", margin=0.1)
        self.assertEqual((by.rows[0].clusters, by.to_dict()["settings"]["margin"]), (4, 0.1))
        with tempfile.TemporaryDirectory() as folder:
            paths = []
            for name, rows in (("old", old), ("new", new)):
                path = os.path.join(folder, f"{name}.jsonl")
                with open(path, "w", encoding="utf-8") as file:
                    file.writelines(json.dumps(row) + "\n" for row in rows)
                paths.append(path)
            of_files = peirast.compare(*paths)
            self.assertEqual(of_files.rows[0].p, row.p)
            page = found.to_html(os.path.join(folder, "page.html"))
            self.assertIn("<svg", page.read_text(encoding="utf-8"))
        self.assertIn("better", repr(found))
        self.assertIn("<svg", found._repr_html_())

    def test_what_cannot_be_compared_says_why(self):
        rows = self.rows(range(3))
        for error, call, says in (
            (ValueError, lambda: peirast.compare(rows), "needs two runs"),
            (ValueError, lambda: peirast.compare(rows, rows, names=["a"]), "1 names for 2 runs"),
            (ValueError, lambda: peirast.compare(rows, rows, by="subject"), "no column `subject`"),
            (ValueError, lambda: peirast.compare(rows, rows, interval="wide"), "newcombe, tango, bootstrap"),
            (TypeError, lambda: peirast.compare(1, 2), "no run"),
            (peirast.PeirastError, lambda: peirast.compare("no/such/file", rows), "there is no file or folder"),
        ):
            with self.assertRaises(error) as raised:
                call()
            self.assertIn(says, str(raised.exception))

    def test_frames_of_pandas_and_polars(self):
        old, new = self.rows(range(6)), self.rows(range(1, 14))
        for name in ("pandas", "polars"):
            try:
                library = importlib.import_module(name)
            except ImportError:
                continue
            found = peirast.compare(library.DataFrame(old), library.DataFrame(new))
            self.assertEqual(found.rows[0].n21, 8, name)
            series = library.Series([1, 0, 1, 0]), library.Series([1, 1, 1, 1])
            self.assertEqual(stats.mcnemar(*series).n_used, 4, name)


class Studies(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def place(self, name):
        return os.path.join(self.folder.name, name)

    def test_a_simulated_subject(self):
        study = peirast.study("token-bias", n=2, seed=7)
        self.assertIn("token-bias", repr(study))
        seen = []
        run = study.run(["sim:biased", "sim:flawless"], into=self.place("run"), on_progress=lambda *c: seen.append(c))
        self.assertEqual(run.summary["outcome"], "complete")
        self.assertEqual(run.summary["answered"], run.summary["trials"])
        self.assertEqual(seen[-1][0], run.summary["answered"])
        again = study.run(["sim:biased", "sim:flawless"], into=self.place("run"))
        self.assertEqual((again.summary["asked"], again.summary["already"]), (0, run.summary["answered"]))
        verdicts = run.verdicts()
        self.assertEqual({one.model for one in verdicts}, {"sim:biased", "sim:flawless"})
        row = run.tests()[0]
        self.assertEqual(row.n, row.n11 + row.n12 + row.n21 + row.n22)
        opened = peirast.open(self.place("run"))
        self.assertEqual([one.to_dict() for one in opened.verdicts()], [one.to_dict() for one in verdicts])
        self.assertIn("outcomes", opened.tables())
        self.assertEqual(len(opened.rows("outcomes")), run.summary["answered"])
        self.assertIn("<svg", next(iter(opened.figures().values())))
        page = opened.report(self.place("report.html"))
        self.assertIn("<html", page.read_text(encoding="utf-8"))
        self.assertIn("<table>", opened._repr_html_())
        with self.assertRaises(ValueError):
            opened.rows("no-such-table")

    def test_any_function_is_a_model(self):
        asked = []

        def always_a(messages, **sampling):
            asked.append((messages[-1]["role"], sampling))
            return "The answer is (a)."

        async def later(messages, **_):
            return {"text": "(b)", "input_tokens": 12, "output_tokens": 3, "model": "mine-1"}

        study = peirast.study("token-bias", n=1)
        run = study.run({"always": always_a, "later": later}, into=self.place("functions"))
        self.assertEqual(run.summary["outcome"], "complete")
        self.assertEqual({one.model for one in run.verdicts()}, {"py:always", "py:later"})
        self.assertTrue(asked and all(role == "user" for role, _ in asked))
        answers = {(row["model"], row["answer"]) for row in run.rows("outcomes")}
        self.assertTrue(any(model == "py:always" and answer == "(a)" for model, answer in answers), answers)
        # A comparison of the two, from their run directory.
        compared = peirast.compare(self.place("functions"))
        self.assertEqual({compared.rows[0].a, compared.rows[0].b}, {"py:always", "py:later"})

    def test_what_cannot_be_run_says_why(self):
        study = peirast.study("token-bias", n=1)
        with self.assertRaises(TypeError):
            study.run([3], into=self.place("wrong"))
        with self.assertRaises(ValueError):
            peirast.study("no-such-study")
        with self.assertRaises(ValueError) as raised:
            study.run("sim:flawless", into=self.place("other"), budget=-1)
        self.assertIn("dollars", str(raised.exception))

    def test_an_interrupt_stops_and_loses_nothing(self):
        code = (
            "import peirast, signal, _thread, time\n"
            # A shell in the background starts programs that heed no Ctrl-C.
            "signal.signal(signal.SIGINT, signal.default_int_handler)\n"
            "calls = []\n"
            "def slow(messages, **_):\n"
            "    time.sleep(0.05)\n"
            "    calls.append(1)\n"
            "    if len(calls) == 10:\n"
            "        _thread.interrupt_main()\n"
            "    return '(a)'\n"
            "try:\n"
            f"    peirast.study('token-bias', n=2).run({{'slow': slow}}, into={self.place('slow')!r})\n"
            "except KeyboardInterrupt:\n"
            "    print('interrupted')\n"
        )
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=120)
        self.assertEqual(done.stdout.strip(), "interrupted", done.stderr)
        kept = len(peirast.open(self.place("slow")).rows("outcomes"))
        self.assertGreater(kept, 0)

    def test_a_run_in_a_loop(self):
        loops = []

        async def model(messages, **_):
            loops.append(asyncio.get_running_loop())
            return "(a)"

        def plain(messages, **_):
            return "(b)"

        async def main():
            seen = []
            study = peirast.study("token-bias", n=1)
            run = await study.run_async(
                {"async": model, "plain": plain}, into=self.place("loop"), on_progress=lambda *counts: seen.append(counts)
            )
            return run, seen, asyncio.get_running_loop()

        run, seen, loop = asyncio.run(main())
        self.assertEqual(run.summary["outcome"], "complete")
        self.assertTrue(seen and set(map(id, loops)) == {id(loop)})

    def test_a_cancelled_task_loses_nothing(self):
        async def main():
            calls, enough = [], asyncio.Event()

            async def slow(messages, **_):
                await asyncio.sleep(0.02)
                calls.append(1)
                if len(calls) == 20:
                    enough.set()
                return "(a)"

            study = peirast.study("token-bias", n=2)
            task = asyncio.create_task(study.run_async({"slow": slow}, into=self.place("cancelled")))
            await enough.wait()
            task.cancel()
            with self.assertRaises(asyncio.CancelledError):
                await task

        asyncio.run(main())
        kept = [row for row in peirast.open(self.place("cancelled")).rows("outcomes") if row["answer"] == "(a)"]
        self.assertGreater(len(kept), 0)

    def test_a_run_in_the_browser(self):
        run = peirast.study("token-bias", n=1).run("sim:flawless", into=self.place("seen"))
        with run.view(open_browser=False) as viewer:
            with urllib.request.urlopen(viewer.url) as page:
                self.assertIn("token-bias", page.read().decode())
            self.assertIn("<iframe", viewer._repr_html_())
        with self.assertRaises(peirast.PeirastError):
            peirast.open(self.place("none")).view(open_browser=False)

    def test_notebooks_show_tables_and_figures(self):
        run = peirast.study("token-bias", n=1).run("sim:flawless", into=self.place("shown"))
        self.assertEqual(run.verdicts()[:2]._repr_html_().count("<tr>"), 3)
        self.assertIn("<th>p adjusted</th>", run.tests()._repr_html_())
        figure = next(iter(run.figures().values()))
        self.assertTrue(figure._repr_html_().startswith("<svg"))
        self.assertLess(len(repr(figure)), 300)
        self.assertEqual(pickle.loads(pickle.dumps(figure)).caption, figure.caption)
        self.assertTrue(figure.save(self.place("figure.svg")).exists())

    def test_frames_of_outcomes(self):
        try:
            importlib.import_module("polars")
        except ImportError:
            self.skipTest("polars is not here")
        run = peirast.study("token-bias", n=1).run("sim:flawless", into=self.place("frames"))
        self.assertEqual(len(run.outcomes()), run.summary["answered"])


class Others(unittest.TestCase):
    def test_answers_are_read(self):
        text = "Ünlike A, the answer is (B)."
        reading = peirast.read(text, ["red", "blue"])
        self.assertEqual((reading.reading, reading.is_verdict), ("B", True))
        start, end = reading.span
        self.assertEqual(text[start:end], reading.words)
        self.assertEqual(peirast.read("No.", task="yes-no").reading, "no")
        self.assertEqual(peirast.read("The answer is", task="number", cut_off=True).reading, "truncated")
        with self.assertRaises(ValueError):
            peirast.read("B")

    def test_a_reading_is_compared_with_what_is_right(self):
        def check(text, want, **asked):
            return peirast.read(text, want=want, **asked).check

        self.assertEqual(check("It is 1,024.0", "1024", task="number"), "right")
        self.assertEqual(check("No.", ["yes", "no"], task="yes-no"), "right")
        self.assertEqual(check("(A)", "B", options=["red", "blue"]), "wrong")
        self.assertEqual(check("Who knows?", "B", options=["red", "blue"]), "missed")
        self.assertEqual(check("Let us", "valid", task="validity", cut_off=True), "missed")
        self.assertNotIn("check", peirast.read("No.", task="yes-no"))
        with self.assertRaises(ValueError) as raised:
            check("(A)", "E", options=["red", "blue"])
        self.assertIn("`E`", str(raised.exception))

    def test_logic_and_theory(self):
        self.assertTrue(logic.entails(["p -> q", "p"], "q"))
        self.assertFalse(logic.entails(["p -> q", "q"], "p"))
        self.assertIn("q is true", str(logic.countermodel(["p -> q", "q"], "p")))
        self.assertIsNone(logic.countermodel(["p"], "p"))
        with self.assertRaises(ValueError):
            logic.entails(["p ->"], "q")
        views = ["{p()q(),r()s()}", "{p()}"]
        self.assertEqual(peirast.etr.call("default_inference_procedure", args=views), "{q()}")
        with self.assertRaises(ValueError):
            peirast.etr.call("no_such_operation", args=views)

    def test_problems_are_the_same_for_a_seed(self):
        made = peirast.make("conjunction/2", 2, 7)
        self.assertEqual(made, peirast.make("conjunction/2", 2, 7))
        self.assertNotEqual(made, peirast.make("conjunction/2", 2, 8))
        self.assertEqual(made[0]["family"], "conjunction")
        with self.assertRaises(ValueError) as raised:
            peirast.make("no-such-family")
        self.assertIn("conjunction", str(raised.exception))


if __name__ == "__main__":
    unittest.main()
