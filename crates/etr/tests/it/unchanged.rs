//! If a presupposition fails, an operation hands its view back and names the presupposition.

use peirast_etr::{Engine, Error, InternedView, Unchanged};

type Operation = fn(&mut Engine, &InternedView, &InternedView) -> Result<InternedView, Error>;

#[track_caller]
fn assert_unchanged(operation: Operation, external: &str, internal: &str, why: Unchanged) {
    let mut engine = Engine::default();
    let (one, two) = (engine.read(external).unwrap(), engine.read(internal).unwrap());
    let result = operation(&mut engine, &one, &two).unwrap();
    assert_eq!(engine.show(&result), engine.show(&one));
    assert_eq!(engine.unchanged(), Some(why));
}

#[test]
fn an_answer_is_no_conditional_and_makes_a_difference() {
    assert_unchanged(Engine::answer, "{A(),B()}", "{A()}^{C()}", Unchanged::InternalSupposes);
    assert_unchanged(Engine::answer, "{A(),B()}", "{C()}", Unchanged::NoDifference);
    assert_unchanged(Engine::answer, "{A(),B()}", "{w()=* A()B()}", Unchanged::SymbolicPotential);
}

#[test]
fn merge_needs_an_alternative_and_agreement_on_dependencies() {
    assert_unchanged(Engine::merge, "{}", "{A()}", Unchanged::EmptyStage);
    let (external, internal) = ("Ea Ax {P(a)Q(x*)}", "Ax Eb {Q(x*)R(b)}^{Q(x*)}");
    assert_unchanged(Engine::merge, external, internal, Unchanged::DependenciesDisagree);
}

#[test]
fn universal_product_needs_a_match_and_separate_objects() {
    let run: Operation = Engine::universal_product;
    assert_unchanged(run, "Ax {P(x*)}", "{P(j()*)}^{Q()}", Unchanged::InternalSupposes);
    assert_unchanged(run, "Ax {P(x*)}", "{P(j())}", Unchanged::NoIssueMatch);
    let shared = "Ax Ay {P(x*)Q(y)}^{R(y)}";
    assert_unchanged(run, shared, "{P(j()*)}", Unchanged::SharedWithSupposition);
    assert_unchanged(run, "Ax {P(x*)}", "Ex {P(x*)}", Unchanged::DependenciesDisagree);
}

#[test]
fn existential_sum_needs_the_same() {
    let run: Operation = Engine::existential_sum;
    assert_unchanged(run, "Ex {P(x*)}", "{P(j()*)}^{Q()}", Unchanged::InternalSupposes);
    assert_unchanged(run, "Ay Ex {P(x*)Q(y)}", "{P(j()*)}", Unchanged::NoIssueMatch);
    let shared = "Ex Ey {P(x*)Q(y)}^{R(y)}";
    assert_unchanged(run, shared, "{P(j()*)}", Unchanged::SharedWithSupposition);
    let (external, internal) = ("Ex Ey {P(x*)Q(y)}", "Ay {P(j()*)Q(y)}");
    assert_unchanged(run, external, internal, Unchanged::DependenciesDisagree);
}

#[test]
fn only_what_is_there_can_be_taken_away() {
    let (view, divisor) = ("{P()R(),Q()S()}", "{P(),Q(),T()}");
    assert_unchanged(Engine::division, view, divisor, Unchanged::NotSupported);
    assert_unchanged(Engine::factor, view, divisor, Unchanged::NotSupported);
    assert_unchanged(Engine::factor, view, "{==(a()*,b())}", Unchanged::NotSupported);
    assert_unchanged(Engine::factor, view, "{}", Unchanged::NoDifference);
    assert_unchanged(Engine::factor, view, "{0}", Unchanged::NoDifference);
}

#[test]
fn questions_are_universal_about_what_the_view_is_universal_about() {
    let (view, question) = ("Ea Ax {P(a)Q(x*)}", "Ay Ea {Q(y*)R(a)}^{Q(y*)}");
    assert_unchanged(Engine::query, view, question, Unchanged::ForeignUniversals);
    assert_unchanged(Engine::which, view, question, Unchanged::ForeignUniversals);

    let mut engine = Engine::default();
    let (view, question) = (engine.read("Ax {P(x*)}").unwrap(), engine.read("Ex {P(x*)}").unwrap());
    assert_eq!(engine.query(&view, &question).unwrap_err(), Error::Clash);
}

#[test]
fn inquire_and_suppose_need_agreement_on_dependencies() {
    let (view, other) = ("Ea Ax {P(a)Q(x*)}", "Ax Eb {Q(x*)R(b)}^{Q(x*)}");
    assert_unchanged(Engine::inquire, view, other, Unchanged::DependenciesDisagree);
    assert_unchanged(Engine::suppose, view, other, Unchanged::InternalSupposes);
    let (view, other) = ("Ex Ay {P(x,y)}", "Ay Ex {Q(x,y)}");
    assert_unchanged(Engine::suppose, view, other, Unchanged::DependenciesDisagree);
    assert_unchanged(Engine::suppose, "{A()}", "{1=* A()}", Unchanged::InternalWeighted);
}
