"""The theory as functions: views, operations, procedures, explanations."""

import json
import unittest

import peirast
from peirast import etr

ACE = "Mary has an ace and a king, or else a queen and a jack. Mary has an ace."
VIEWS = ["{Ace()King(), Queen()Jack()}", "{Ace()}"]


class Views(unittest.TestCase):
    def test_texts_of_all_formats_are_read(self):
        view = etr.view("Ax {Mortal(x)}^{Man(x*)}")
        for format in ("view", "fol", "json"):
            self.assertEqual(etr.view(view.to(format), format=format), view, format)
        self.assertIn("(assert", view.to("smt-lib"))
        self.assertEqual(etr.view(json.dumps(view.to_dict())), view)
        self.assertEqual(etr.view("{John()}").english({"John": "Jane"}).count("Jane"), 1)

    def test_sentences_are_views_with_their_words(self):
        first, second = etr.views(ACE)
        self.assertEqual(second, etr.View("{Ace(mary())}"))
        self.assertEqual(second.sentence, "Mary has an ace")
        self.assertEqual(len({first, second, etr.view(first.text)}), 2)
        with self.assertRaisesRegex(peirast.InputError, "2 sentences"):
            etr.view(ACE)

    def test_notebooks_show_views(self):
        self.assertIn("<code>{Ace()}</code><p>", etr.view("{Ace()}")._repr_html_())
        self.assertEqual(etr.View("{do(A())}")._repr_html_(), "<code>{do(A())}</code>")
        self.assertIn("{King(mary())}", etr.infer(ACE)._repr_html_())
        self.assertIn("<th>asked</th>", etr.equilibrium(VIEWS).cures._repr_html_())

    def test_what_cannot_be_read_says_where(self):
        for text in ("{A(", "Mary may have an ace.", ""):
            with self.assertRaises(peirast.InputError, msg=text):
                etr.view(text)
        with self.assertRaisesRegex(peirast.InputError, "sound, pyetr-1.0.0, book"):
            etr.view("{A()}", reading="mine")
        with self.assertRaisesRegex(TypeError, "there is no setting 'depth'"):
            etr.infer(VIEWS, depth=2)
        with self.assertRaisesRegex(peirast.InputError, "weights"):
            etr.View("{2=* A()}").to("fol")


class Operations(unittest.TestCase):
    def test_they_are_those_of_call(self):
        one, other = "{A()B(), C()D()}", "{A(), C()}"
        pairwise = (
            "update answer atomic_answer equilibrium_answer merge product sum suppose inquire query which "
            "universal_product existential_sum division factor"
        )
        for name in pairwise.split():
            self.assertEqual(getattr(etr, name)(one, etr.view(other)).text, etr.call(name, args=[one, other]), name)
        for name in ("negation", "depose"):
            self.assertEqual(getattr(etr, name)(one).text, etr.call(name, args=[one]), name)

    def test_one_that_changes_nothing_says_why(self):
        unchanged = etr.suppose("{A()}", "{0}^{A()}")
        changed = etr.update("{A(), B()}", "{A()}")
        self.assertIsNone(changed.unchanged)
        told = etr.universal_product("{A()}", "{B()}")
        self.assertEqual(told.text, "{A()}")
        self.assertTrue(told.unchanged)
        self.assertIsInstance(unchanged, etr.View)

    def test_settings_matter(self):
        premises = ["{Rain()Wet()}^{Rain()}", "{Wet()}"]
        self.assertEqual(etr.infer(premises).conclusion, etr.View("{Rain()}"))
        self.assertTrue(etr.infer(premises, reading="book").conclusion.is_nothing)
        self.assertEqual(etr.view("if Rain then Wet", conditional="bare").text, "{Wet()}^{Rain()}")
        self.assertEqual(etr.view("A or B", tolerant=True).text, "{A(),B()}")
        with self.assertRaisesRegex(peirast.InputError, "max-states"):
            etr.product("{A(), B()}", "{C(), D()}", max_states=2)
        one, other = "Ax {P(x)}", "Ax {Q(x)}"
        self.assertEqual(etr.product(one, other, inherited="∀x").text, "∀x {P(x)Q(x)}")
        with self.assertRaisesRegex(peirast.InputError, "inherited"):
            etr.sum(one, other, inherited="x")


class Procedures(unittest.TestCase):
    def test_a_conclusion_in_words(self):
        found = etr.infer(ACE)
        self.assertEqual((found.conclusion.text, found.words), ("{King(mary())}", "Mary has a king"))
        self.assertIs(found.follows_classically, False)
        self.assertEqual([str(one) for one in found.premises][1], "{Ace(mary())}")
        self.assertEqual(found.understood[1]["text"], "Mary has an ace")
        self.assertEqual(found.to_dict()["conclusion"], "{King(mary())}")
        json.dumps(found.to_dict())
        self.assertTrue(etr.infer(["{A()}", "{A()}"]).conclusion.is_nothing)
        self.assertEqual(list(etr.infer(["{A()}", "{A()}"]).notes), [])

    def test_acceptance_is_a_truth(self):
        self.assertTrue(etr.follows("All men are mortal. Socrates is a man.", "Socrates is mortal."))
        refused = etr.follows(["{A()}"], "{B()}")
        self.assertFalse(refused)
        self.assertEqual((refused.accepted, refused.target), (False, etr.View("{B()}")))
        named = ["Ax {P(x)}"], "Ay {P(y)}"
        self.assertFalse(etr.follows(*named, following="strict"))
        self.assertTrue(etr.follows(*named, following="up-to-renaming"))

    def test_probability_and_decision(self):
        found = etr.probability("{60=* Rain(), ~Rain()}", "{Rain()}")
        self.assertEqual(found.percent, 60.0)
        self.assertIn("Rain()", found.view.text)
        question = "{do(Buy()), ~do(Buy())}"
        chosen = etr.decide(question, ["{Fun()}^{do(Buy())}"], ["{1=+ 0}^{Fun()}"])
        self.assertEqual(chosen.choice, etr.View("{do(Buy())}"))
        absurd = etr.decide(question, ["{Fun()}^{do(Buy())}"], ["{1=+ 0}^{Fun()}"], absurd=["{Fun()}"])
        self.assertNotEqual(absurd.choice, chosen.choice)

    def test_explanations(self):
        told = etr.explain(ACE)
        self.assertEqual(told.conclusion, etr.View("{King(mary())}"))
        self.assertTrue(str(told).endswith("What follows: Mary has a king"))
        found = etr.equilibrium(VIEWS)
        self.assertEqual([[str(one) for one in cure.questions] for cure in found.cures], [["{Ace()}"]])
        self.assertFalse(found.holds)
        json.dumps(found.to_dict())
        self.assertTrue(etr.equilibrium(["{A()B()}", "{A()}"]).holds)

    def test_traces(self):
        found = etr.trace("infer", *VIEWS)
        self.assertEqual((found.answer, found.steps[0].depth), (etr.View("{King()}"), 0))
        self.assertTrue(found.mermaid.startswith("flowchart TD"))
        self.assertIs(etr.trace("follows", *VIEWS, target="{King()}").answer, True)
        json.dumps(found.to_dict())
        with self.assertRaisesRegex(peirast.InputError, "unknown operation"):
            etr.trace("guess", "{A()}")

    def test_conditionals_and_cases(self):
        self.assertEqual(len(etr.conditionals()), 8)
        self.assertEqual(etr.cases()[0].id, etr.cases().to_dicts()[0]["id"])
        self.assertTrue(all("out" in call for call in etr.case("e1")))
        with self.assertRaisesRegex(peirast.InputError, "no case"):
            etr.case("nope")


if __name__ == "__main__":
    unittest.main()
