"""A program of PyETR: ``pyetr_program.py pyetr`` and ``pyetr_program.py peirast.etr.compat`` print the same."""

import importlib
import sys


def main(package):
    pyetr = importlib.import_module(package)
    inference = importlib.import_module(f"{package}.inference")
    library = importlib.import_module(f"{package}.func_library")
    cases = importlib.import_module(f"{package}.cases")
    View, State, SetOfStates = pyetr.View, pyetr.State, pyetr.SetOfStates

    def view(text):
        return View.from_str(text)

    def parts(whole):
        print(whole, "|", whole.base)
        for part in (whole.stage, whole.supposition, whole.dependency_relation, whole.issue_structure, whole.weights):
            print("   ", part, "|", part.detailed)
        print("   ", whole.detailed)
        print("   ", whole.is_verum, whole.is_falsum, sorted(whole.stage_supp_arb_objects, key=repr), whole.without_issues)
        print("   ", sorted(whole.atoms, key=repr), sorted(whole.stage.predicate_atoms, key=repr), whole.stage.negation())
        print("   ", whole.to_str(round_ints=True), View.from_json(whole.to_json()) == whole)

    for text in (
        "{GrassWet()}",
        "∀z ∃w {0.3=* Student(z*)~Reads(z,w)Book(w,f(a())),do(Buy(3))}^{Student(z*)}",
        "{2=+ A()~do(B()C()), 0}",
        "Ex Ay {P(f(x*,b()*))}^{==(x,y)}",
        "{}^{A()}",
        "{0}",
        "{}",
        "{A(2**3, 2**a())}",
    ):
        parts(view(text))

    # Reasoning, as the documentation does it.
    rain = view("{Rain()}")
    wet = view("{Wet()}^{Rain()}")
    mind = View.get_verum().update(wet.depose()).update(rain)
    print(mind, mind.factor(View.get_falsum()), mind.query(view("{Wet()}")), mind.negation(), rain.suppose(wet))
    hand = view("{Ace()King(), Queen()Jack()}")
    print(hand.answer(view("{Ace()}")), hand.atomic_answer(view("{Ace()}")), hand.equilibrium_answer(view("{1=* Ace()}")))
    print(hand.inquire(view("{Ace()}")), hand.product(rain), hand.sum(rain), hand.merge(wet), hand.division(view("{Ace(),Queen()}")))
    who = view("{D(b())~S(n()*),D(m())S(j()*)T(n()),L(n(),m())S(m()*)}").which(view("Ea {S(a*)}"))
    print(who, view("Ax {P(x*)Q(x)}").universal_product(view("{P(j()*)}")), view("Ex {P(x*)Q(x)}").existential_sum(view("{P(j()*)}")))
    print(inference.basic_step([hand, view("{Ace()}")]), inference.default_inference_procedure([hand, view("{Ace()}")]))
    print(inference.default_procedure_does_it_follow([hand], view("{Ace(), Jack()}")))
    print(inference.default_procedure_what_is_prob([view("{A(), B()}")], view("{A()}")))
    question = view("{do(Buy(Video()*)),~do(Buy(Video()*))}")
    print(inference.default_decision(question, [view("Ax {Fun()}^{do(Buy(x*))}")], [view("{1=+ 0}^{Fun()}")]))

    # Formats.
    conditional = view("Ax {Mortal(x)}^{Man(x*)}")
    print(conditional.to_fol(), conditional.to_english(), conditional.to_english(name_mappings={"Man": "human"}))
    print(conditional.to_smt_lib(), View.from_smt_lib(conditional.to_smt_lib()), View.from_fol("∀x (P(x) → Q(x))"))
    print(view("Ax {P(x)}").is_equivalent_under_arb_sub(view("Ay {P(y)}")), view("Ax {P(x)}") == view("Ay {P(y)}"))

    # Functions.
    def half(x):
        return x / 2

    print(View.from_str("{A(half(3), half(b()), div(1,4), log(100), power(2,3))}", custom_functions=[half, library.div, library.log, library.power]))
    print(View.from_str("{B(6*)}").update(View.from_str("Ax {A(half(x))}^{B(x*)}", custom_functions=[half])))

    # Views made of their parts.
    x, e = pyetr.ArbitraryObject("x"), pyetr.ArbitraryObject("e")
    human, c = pyetr.Predicate("Human", 1), pyetr.FunctionalTerm(pyetr.Function("c", 0), ())
    atom = pyetr.PredicateAtom(human, (x,))
    print(human, c, atom, ~atom, atom.detailed, atom.replace_term(x, c), atom.arb_objects, pyetr.equals_predicate)
    relation = pyetr.DependencyRelation({x}, {e}, {pyetr.Dependency(existential=e, universal=x)})
    print(relation, relation.negation(), relation.restriction({x}), relation.triangle(e, x), relation.less_sim(x, e), relation.is_empty)
    print(relation.chain(view("Az {P(z)}").dependency_relation), relation.fusion(view("Az {P(z)}").dependency_relation))
    print(relation.ordered_deps(), relation.ordered_unis(), relation.ordered_exis(), relation.is_existential(e))
    state = State({atom, ~atom})
    made = View.with_defaults(stage=SetOfStates({state, State()}), dependency_relation=pyetr.DependencyRelation({x}, (), ()))
    print(made, state, state.is_primitive_absurd(None), State({atom}).is_primitive_absurd([State({atom})]))
    print(made.factor(View.get_falsum()), pyetr.DoAtom([atom]), ~pyetr.DoAtom([atom]), made.stage.atomic_answer_potential(made.stage))
    weighed = view("{0.3=* 2=+ A()C(),B()}")
    print(weighed.stage.equilibrium_answer_potential(view("{A()}").stage, weighed.weights), weighed.weights.sorted_items())
    for weight in sorted(weighed.weights.values(), key=repr):
        print(weight, weight + weight, weight * weight, weight.is_null)
    print(view("{A(b())}").replace("b", "c"), view("{A(b())}").replace(human, human), view("{Human(b())}").replace(human, pyetr.Predicate("Man", 1)))
    fresh = pyetr.ArbitraryObjectGenerator({pyetr.ArbitraryObject("a")})
    print(fresh.novelise_all(view("Ax {P(x)}")), fresh.redraw({x}))
    absurd = view("{A()B(),C()}").factor(View.get_falsum(), absurd_states=[State(view("{A()}").atoms)])
    print(absurd)

    # Errors.
    for call in (
        lambda: view("{A"),
        lambda: view("{A()}").sum(view("{A()}^{B()}")),
        lambda: view("{1=* A()}").to_fol(),
        lambda: pyetr.PredicateAtom(human, ()),
        lambda: pyetr.FunctionalTerm(pyetr.Function("f", 2), ()),
    ):
        try:
            print(call())
        except Exception as error:  # noqa: BLE001: the kind of error is what is compared
            print(type(error).__name__)

    # The worked examples.
    for name in ("e1", "e17", "e33", "e47", "e56_default_inference", "e81i", "e90_condA", "e93_grp1"):
        case = getattr(cases, name)
        print(name, case.v, case.c, getattr(case, "cv", ""), getattr(case, "pr", ""), getattr(case, "prob", ""))
        case.test(verbose=False)


if __name__ == "__main__":
    main(sys.argv[1])
