"""Own problems, studies from files, checks and forecasts."""

import gc
import importlib
import json
import os
import tempfile
import unittest

import peirast

# Eight items about two topics, in two versions each.
ROWS = [
    {"item": n, "version": version, "topic": "nuts" if n % 2 else "pens", "question": question.format(n), "answer": n + 2}
    for n in range(1, 9)
    for version, question in (
        ("plain", "Lena has {} nuts and finds 2. How many has she?"),
        ("polite", "Please: Lena has {} nuts and finds 2. How many has she?"),
    )
]


class InFolder(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def place(self, name):
        return os.path.join(self.folder.name, name)


class OwnPairs(InFolder):
    def test_rows_are_understood(self):
        found = peirast.pairs(ROWS)
        self.assertEqual((found.items, len(found), found.versions), (8, 8, ["plain", "polite"]))
        self.assertEqual((found.task, found.pairs, found.clusters), ("number", 8, 8))
        self.assertEqual(found.columns["question"], "question")
        self.assertEqual([one.version for one in found.samples], ["plain", "polite"])
        self.assertIn("Lena has 1 nuts", found.samples[0].messages[-1])
        self.assertEqual(found.samples[0].answer, "3")
        self.assertIn("8 items; versions plain, polite; task number; 8 pairs", repr(found))
        self.assertIn("Please: Lena", found._repr_html_())
        json.dumps(found.to_dict())
        self.assertEqual(peirast.pairs(ROWS, cluster="topic").clusters, 2)
        self.assertEqual(peirast.pairs(ROWS, original="polite").versions, ["polite", "plain"])

    def test_files_and_frames_are_read_alike(self):
        path = self.place("mine.csv")
        with open(path, "w", encoding="utf-8") as file:
            file.write("item,version,topic,question,answer\n")
            file.writelines(",".join(str(value) for value in row.values()) + "\n" for row in ROWS)
        rows = [row.to_dict() for row in peirast.pairs(ROWS).rows()]
        self.assertEqual([row.to_dict() for row in peirast.pairs(path).rows()], rows)
        self.assertEqual(peirast.pairs(path).study().toml, peirast.study(path).toml)
        for name in ("pandas", "polars"):
            try:
                frame = importlib.import_module(name).DataFrame(ROWS)
            except ImportError:
                continue
            self.assertEqual([row.to_dict() for row in peirast.pairs(frame).rows()], rows, name)
        try:
            importlib.import_module("pandas")
        except ImportError:
            return
        frame = peirast.pairs(ROWS).to_pandas()
        self.assertEqual(len(frame), 16)
        self.assertEqual([row.to_dict() for row in peirast.pairs(frame).rows()], rows)

    def test_columns_are_named(self):
        wide = [{"n": n, "a": f"What is {n} + 2?", "b": f"What do {n} and 2 make?", "key": n + 2} for n in range(6)]
        found = peirast.pairs(wide, item="n", versions=["a", "b"], answer="key")
        self.assertEqual((found.versions, found.pairs), (["a", "b"], 6))
        with self.assertRaises(ValueError) as raised:
            peirast.pairs(wide, item="n", versions=["a", "b"], answer="no-such-column")
        self.assertIn("no-such-column", str(raised.exception))
        with self.assertRaises(TypeError):
            peirast.pairs(7)
        with self.assertRaises(ValueError):
            peirast.pairs(self.place("no-such-file.csv"))

    def test_versions_are_made(self):
        one = [
            {"item": n, "question": f"Which is number {n}?", "choices": ["red", "blue", "green"], "answer": "ABC"[n % 3]}
            for n in range(12)
        ]
        found = peirast.pairs(one, name="colours")
        self.assertTrue(any("one version" in warning for warning in found.warnings))
        with self.assertRaises(ValueError):
            found.study()
        made = found.make(["shuffle-options", "typos=0.1"], seed=3)
        self.assertEqual((found.versions, len(made.versions)), (["original"], 3))
        self.assertEqual(made.pairs, 24)
        self.assertEqual(made.make("case=upper").versions, [*made.versions, "case=upper"])
        self.assertEqual(found.make("shuffle-options", limit=5).items, 5)
        self.assertEqual(made.study().id, "colours")
        same = peirast.pairs(one, with_=["shuffle-options", "typos=0.1"], seed=3)
        self.assertEqual([row.to_dict() for row in same.rows()], [row.to_dict() for row in made.rows()])
        for wrong in ("no-such-transformation", "names"):
            with self.assertRaises(ValueError):
                found.make(wrong)

    def test_the_surface_is_checked(self):
        # The longest option is right, always.
        told = [
            {
                "item": n,
                "question": f"Which is number {n}?",
                "choices": ["red", "blue", "a rather long and careful answer"][:: 1 if n % 2 else -1],
                "answer": "C" if n % 2 else "A",
            }
            for n in range(40)
        ]
        checked = peirast.pairs(told).check()
        self.assertEqual((checked.n_items, checked.open), (40, 0))
        self.assertGreater(checked.cues[0].over_chance, 0.5)
        self.assertEqual(checked.cues[0].accuracy, 1.0)
        self.assertIn("<table>", checked._repr_html_())
        self.assertEqual(len(peirast.pairs(ROWS).check().cues), 0)

    def test_own_problems_are_asked(self):
        def model(messages, **sampling):
            # Right, unless it is asked politely.
            text = messages[-1]["content"]
            number = int("".join(sign for sign in text.split("nuts")[0] if sign.isdigit()))
            return f"Answer: {number + (3 if 'Please' in text else 2)}"

        found = peirast.pairs(ROWS, name="nuts")
        run = found.run({"rude": model}, into=self.place("run"))
        self.assertEqual(run.summary["answered"], 16)
        (row,) = run.tests()
        self.assertEqual((row.n11, row.n12, row.n21, row.n22), (0, 8, 0, 0))
        self.assertTrue(row.reject)
        # A frame has no file of its own: the same rows go on all the same.
        again = peirast.pairs(ROWS, name="nuts").run({"rude": model}, into=self.place("run"))
        self.assertEqual((again.summary["asked"], again.summary["already"]), (0, 16))
        study = peirast.study(self.place("run/study.toml"))
        self.assertEqual(study.id, "nuts")
        self.assertEqual(peirast.pairs(ROWS).study(all_pairs=True, max_tokens=7).forecast().subjects[0].questions, 16)

    def test_a_study_outlives_its_frame(self):
        found = peirast.pairs(ROWS, name="nuts")
        (path,) = [line.split('"')[1] for line in found.study().toml.splitlines() if line.startswith("file = ")]
        study = found.study()
        del found
        run = study.run("sim:flawless", into=self.place("run"))
        self.assertEqual(run.summary["outcome"], "complete")
        self.assertTrue(os.path.exists(path))
        del study
        gc.collect()
        self.assertFalse(os.path.exists(os.path.dirname(path)))


class Studies(InFolder):
    def test_a_study_of_a_text_and_a_file(self):
        text = peirast.study("token-bias", n=2).toml
        of_text = peirast.Study.from_toml(text)
        path = self.place("mine.toml")
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        self.assertEqual(of_text.toml, peirast.Study.from_toml(path).toml)
        with self.assertRaises(ValueError) as raised:
            peirast.Study.from_toml("id = 1\n")
        self.assertIn("line 1", str(raised.exception))
        with self.assertRaises(ValueError):
            peirast.Study.from_toml(self.place("none.toml"))

    def test_a_study_is_checked(self):
        checked = peirast.study("belief-bias", n=5).check()
        self.assertEqual((checked.study, checked.hypotheses), ("belief-bias", 3))
        self.assertEqual(checked.questions[0], checked.questions[1])
        more = peirast.study("belief-bias", n=5).check(n=40)
        self.assertEqual(more.problems, checked.problems)
        self.assertTrue(more.cues and {cue.family for cue in more.cues} == {"categorical"})
        self.assertNotIn("scores", repr(checked))
        self.assertIn("<table>", checked._repr_html_())
        with self.assertRaises(ValueError) as raised:
            peirast.study("belief-bias").check(n=1)
        self.assertIn("5 to 20000", str(raised.exception))

    def test_cost_is_forecast_before_anything_is_asked(self):
        def never(messages, **sampling):
            raise AssertionError("nothing is asked")

        study = peirast.study("token-bias", n=2, max_tokens=50)
        found = study.forecast(["openai/gpt-4o-mini", "sim:flawless"], into=self.place("run"))
        paid, free = found.subjects
        self.assertEqual((paid.questions, paid.answered, paid.to_ask), (free.questions, 0, free.questions))
        self.assertTrue(0 < paid.cost <= paid.cost_most < 1)
        self.assertGreaterEqual(paid.questions * 50, paid.output_tokens_most)
        self.assertEqual((free.cost, found.cost), (0.0, paid.cost))
        self.assertIn("gpt-4o-mini", repr(found))
        self.assertIn("<table>", found._repr_html_())
        self.assertFalse(os.path.exists(self.place("run")))
        scarce = study.forecast("openai/gpt-4o-mini", into=self.place("run"), budget=0.000001)
        self.assertIsNotNone(scarce.budget["refused"])
        of_function = study.forecast({"mine": never}, into=self.place("run"))
        self.assertEqual((of_function.subjects[0].subject, of_function.cost), ("py:mine", None))
        study.run("sim:flawless", into=self.place("run"))
        self.assertEqual(study.forecast("sim:flawless", into=self.place("run")).subjects[0].to_ask, 0)
        other = peirast.study("syllogism", n=1).forecast("sim:flawless", into=self.place("run"))
        self.assertIn("another directory", other.refusal)


if __name__ == "__main__":
    unittest.main()
