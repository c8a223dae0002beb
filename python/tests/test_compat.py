"""PyETR's names on Peirast's engine, as a program of PyETR uses them."""

import contextlib
import doctest
import importlib
import io
import pickle
import unittest

import peirast.etr.compat as pyetr
from peirast.etr.compat import (
    ArbitraryObject,
    ArbitraryObjectGenerator,
    Dependency,
    DependencyRelation,
    DoAtom,
    Function,
    FunctionalTerm,
    Predicate,
    PredicateAtom,
    SetOfStates,
    State,
    View,
    cases,
)
from peirast.etr.compat.atoms.terms import RealNumber
from peirast.etr.compat.exceptions import FOLNotSupportedError, OperationUndefinedError
from peirast.etr.compat.func_library import log, power
from peirast.etr.compat.inference import (
    basic_step,
    default_decision,
    default_inference_procedure,
    default_procedure_does_it_follow,
    default_procedure_what_is_prob,
)
from peirast.etr.compat.issues import IssueStructure
from peirast.etr.compat.parsing.common import ParsingError


def view(text):
    return View.from_str(text)


class Programs(unittest.TestCase):
    """Calls that programs of PyETR make."""

    def test_examples_are_true(self):
        for name in ("", ".view", ".inference"):
            result = doctest.testmod(importlib.import_module(f"peirast.etr.compat{name}"))
            self.assertEqual(result.failed, 0, name)
            self.assertGreater(result.attempted, 0, name)

    def test_an_illusory_inference_and_its_cure(self):
        disjunction, ace = view("{Ace()King(), Queen()Jack()}"), view("{Ace()}")
        mind = View.get_verum().update(disjunction)
        self.assertEqual(str(mind.update(ace)), "{Ace()King()}")
        self.assertEqual(default_inference_procedure([disjunction, ace]), view("{King()}"))
        asked = mind.inquire(ace).update(ace)
        self.assertEqual(asked.query(view("{King()}")), view("{0, King()}"))

    def test_procedures(self):
        premises = [view("Ax {Mortal(x)Man(x*)}^{Man(x*)}"), view("{Man(Socrates()*)}")]
        self.assertEqual(default_inference_procedure(premises).to_str(), "{Mortal(Socrates())}")
        self.assertEqual(basic_step([]), View.get_verum())
        self.assertTrue(default_procedure_does_it_follow([view("{A()B()}")], view("{A()}")))
        self.assertFalse(default_procedure_does_it_follow([view("{A()}")], view("{B()}")))
        probability = default_procedure_what_is_prob([view("{A(), B()}")], view("{A()}"))
        self.assertEqual(probability, view("{0, 50=* A()}"))
        chosen = default_decision(
            dq=view("{do(Buy(Video()*)),~do(Buy(Video()*))}"),
            cv=(view("Ax {Fun()}^{do(Buy(x*))}"),),
            pr=[view("{1=+ 0}^{Fun()}")],
        )
        self.assertEqual(str(chosen), "{do(Buy(Video()*))}")

    def test_functions_of_python(self):
        self.assertEqual(View.from_str("{A(log(1000))}", [log]), view("{A(3)}"))

        def half(x):
            return x / 2

        def total(*numbers):
            return sum(numbers)

        premise = View.from_str("Ax {A(half(x))}^{B(x*)}", custom_functions=[half])
        self.assertEqual(str(view("{B(6*)}").update(premise)), "{A(3.0)B(6.0*)}")
        self.assertEqual(View.from_str("{A(total(1,2,3))}", [total]), view("{A(6)}"))
        self.assertEqual(View.from_str("{A(h(3))}", [Function.numeric(half, "h")]), view("{A(1.5)}"))
        with self.assertRaises(ZeroDivisionError):
            View.from_str("{A(fails(1))}", [Function.numeric(lambda x: x / 0, "fails")])
        weighed = View.from_str("Ax {power(x, 2)=* P(x)}", [power])
        self.assertEqual(weighed.replace(ArbitraryObject("x"), ArbitraryObject("y")).stage_supp_arb_objects, {ArbitraryObject("y")})

    def test_formats(self):
        conditional = view("Ax {Mortal(x)}^{Man(x*)}")
        self.assertEqual(conditional.to_fol(), "∀x Man(x*)→Mortal(x)")
        self.assertEqual(View.from_fol(conditional.to_fol()), conditional)
        self.assertEqual(View.from_json(conditional.to_json()), conditional)
        self.assertEqual(View.from_smt_lib(conditional.to_smt_lib()), conditional.without_issues)
        both = pyetr.views_to_smt_lib([view("{A()}"), view("{B()}")])
        self.assertEqual(pyetr.smt_lib_to_views(both), [view("{A()}"), view("{B()}")])
        english = view("Ex {Tall(x)}").to_english(name_mappings={"Tall": "very tall"})
        self.assertEqual(english, "there exists x such that x is very tall")
        self.assertEqual(view("{A(2)}").to_str(round_ints=True), "{A(2)}")
        self.assertEqual(view("{A(2)}").base, "{A(2.0)}^{0}")
        self.assertIn("predicate=<Predicate name=A arity=1>", view("{A(2)}").detailed)

    def test_what_is_wrong_is_said(self):
        for error, call in (
            (ParsingError, lambda: view("{A")),
            (ParsingError, lambda: view("{A(x)}")),
            (ValueError, lambda: view("Ax {A()}")),
            (OperationUndefinedError, lambda: view("{A()}").sum(view("{A()}^{B()}"))),
            (FOLNotSupportedError, lambda: view("{1=* A()}").to_fol()),
            (ValueError, lambda: PredicateAtom(Predicate("P", 1), ())),
            (ValueError, lambda: FunctionalTerm(Function("f", 2), ())),
            (ValueError, lambda: view("{A()}").replace(Predicate("A", 0), Predicate("B", 1))),
            (TypeError, lambda: view("{A()}").update("{B()}")),
            (AttributeError, lambda: cases.e0),
        ):
            with self.assertRaises(error):
                call()

    def test_verbose_prints_the_steps(self):
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            default_inference_procedure([view("{A()B(),C()D()}"), view("{A()}")], verbose=True)
            view("{A()}").update(view("{B()}"), verbose=True)
        self.assertIn("update: {A()} with {B()} -> {A()B()}", printed.getvalue())
        self.assertGreater(len(printed.getvalue().splitlines()), 10)


class Parts(unittest.TestCase):
    """The parts of views."""

    def test_a_view_is_its_parts(self):
        for text in (
            "∀z ∃w {0.3=* Student(z*)~Reads(z,w)Book(w,f(a()),++(1,2,x())),do(Buy(3))}^{Student(z*)}",
            "{2=+ A()~do(B()C()), 0}",
            "Ex Ay {P(f(x*,b()*))}^{==(x,y)}",
            "{}^{A()}",
            "{0}",
        ):
            whole = view(text)
            again = View(
                whole.stage,
                whole.supposition,
                whole.dependency_relation,
                whole.issue_structure,
                whole.weights,
            )
            self.assertEqual(again, whole)
            self.assertEqual(hash(again), hash(whole))

    def test_parts_print_as_they_do_in_pyetr(self):
        whole = view("∀z ∃w {0.3=* Student(z*)~Reads(z,w)Book(w,f(a())),do(Buy(3))}^{Student(z*)}")
        self.assertEqual(repr(whole.stage), "{Book(w,f(a))Student(z)~Reads(z,w),do(Buy(3.0))}")
        self.assertEqual(repr(whole.supposition), "{Student(z)}")
        self.assertEqual(repr(whole.dependency_relation), "U={z} E={w} deps=z{w}")
        self.assertEqual(repr(whole.issue_structure), "{(z,Student(?))}")
        self.assertEqual(repr(whole.weights), "{⟪0.3⟫×.Book(w,f(a))Student(z)~Reads(z,w),do(Buy(3.0))}")
        self.assertEqual((whole.is_verum, View.get_verum().is_verum, View.get_falsum().is_falsum), (False, True, True))
        self.assertEqual({str(one) for one in whole.stage_supp_arb_objects}, {"z", "w"})
        self.assertEqual(whole.without_issues.issue_structure, IssueStructure())

    def test_views_of_atoms(self):
        x, human = ArbitraryObject("x"), Predicate("Human", 1)
        atom = PredicateAtom(human, (x,))
        made = View.with_defaults(
            stage=SetOfStates({State({atom, ~atom}), State()}),
            dependency_relation=DependencyRelation({x}, set(), set()),
        )
        self.assertEqual(made, view("Ax {Human(x)~Human(x), 0}"))
        self.assertTrue(State({atom, ~atom}).is_primitive_absurd(None))
        self.assertTrue(State({atom}).is_primitive_absurd([State({atom})]))
        self.assertFalse(State({atom}).is_primitive_absurd([]))
        self.assertEqual(made.stage.negation(), SetOfStates())
        self.assertEqual(repr(DoAtom([atom], polarity=False)), "~do(Human(x))")
        self.assertEqual(atom.replace_term(x, FunctionalTerm(Function("c", 0), ())), next(iter(view("{Human(c())}").atoms)))
        three = FunctionalTerm(RealNumber(3.0), ())
        half = Function.numeric(lambda number: number / 2, "half")
        self.assertEqual(repr(FunctionalTerm(half, (three,))), "1.5")
        absurd = view("{A()B(),C()}").factor(View.get_falsum(), absurd_states=[State(view("{A()}").atoms)])
        self.assertEqual(absurd, view("{C()}"))

    def test_dependencies(self):
        x, y = ArbitraryObject("x"), ArbitraryObject("y")
        relation = DependencyRelation({x}, {y}, {Dependency(existential=y, universal=x)})
        self.assertEqual(relation, view("Ax Ey {P(x,y)}").dependency_relation)
        self.assertEqual(repr(relation.negation()), "U={y} E={x}")
        other = view("Az {P(z)}").dependency_relation
        self.assertEqual(repr(relation.chain(other)), "U={x,z} E={y} deps=x{y}")
        self.assertEqual(repr(relation.fusion(other)), "U={x,z} E={y} deps=x{y}z{y}")
        self.assertEqual((relation.triangle(y, x), relation.less_sim(x, y)), (True, False))
        some, every = view("Ex {P(x)}"), view("Ay {Q(y)}")
        inherited = DependencyRelation({y}, {x}, {Dependency(existential=x, universal=y)})
        self.assertEqual(str(some.product(every, inherited)), "∀y ∃x {P(x)Q(y)}")
        with self.assertRaises(ValueError):
            DependencyRelation({x}, set(), {Dependency(existential=y, universal=x)})

    def test_names(self):
        self.assertEqual(view("{A(b())}").replace("b", "c"), view("{A(c())}"))
        self.assertEqual(view("{A(b())}").replace(Predicate("A", 1), Predicate("B", 1)), view("{B(b())}"))
        one, two = view("Ax {P(x)}"), view("Ay {P(y)}")
        self.assertNotEqual(one, two)
        self.assertTrue(one.is_equivalent_under_arb_sub(two))
        fresh = ArbitraryObjectGenerator({ArbitraryObject("a"), ArbitraryObject("x")})
        self.assertEqual(str(fresh.novelise_all(view("Ax Eb {P(x)Q(b)}"))), "∀c ∃b {P(c)Q(b)}")

    def test_answers_weigh(self):
        question, answers = view("{A()}"), view("{0.3=* 2=+ A()C(),B()}")
        potential = answers.stage.equilibrium_answer_potential(question.stage, answers.weights)
        self.assertEqual(repr(potential), "0.6")
        self.assertEqual(answers.stage.atomic_answer_potential(question.stage), 1)
        symbolic = view("Ax {f(x)=* A(x)}")
        potential = symbolic.stage.equilibrium_answer_potential(symbolic.stage, symbolic.weights)
        self.assertEqual(potential.arb_objects, {ArbitraryObject("x")})

    def test_views_can_be_stored(self):
        whole = view("Ax {0.5=* A(x*)}")
        self.assertEqual(pickle.loads(pickle.dumps(whole)), whole)
        self.assertEqual({whole: 1}[view("Ay {0.5=* A(y*)}").replace("y", "x")], 1)


class Cases(unittest.TestCase):
    def test_every_case(self):
        names = [name for name in dir(cases) if name != "Case"]
        self.assertEqual(len(names), 132)
        for name in names:
            getattr(cases, name).test()

    def test_a_case_has_its_views(self):
        case = cases.e17
        self.assertEqual(case.v, (view("{Ace()~King(),King()~Ace()}"), view("{King()}")))
        self.assertEqual(case.c, view("{~Ace()}"))
        self.assertEqual((len(cases.e93_grp1.cv), len(cases.e93_grp1.pr)), (3, 2))
        self.assertEqual(cases.e81i.prob, view("{Box(Yellow())}"))


if __name__ == "__main__":
    unittest.main()
