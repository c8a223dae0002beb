use crate::engine::Engine;
use crate::error::Error;
use crate::limits::Limits;
use crate::reading::Reading;
use proptest::prelude::*;

/// The view as text, or what is wrong.
fn read(text: &str, reading: Reading) -> String {
    let mut engine = Engine::new(reading);
    match engine.read_fol(text) {
        Ok(view) => engine.show(&view),
        Err(error) => error.to_string(),
    }
}

#[test]
fn formulas_are_multiplied_out() {
    for (formula, view) in [
        ("P() | Q() & R()", "{P(),Q()R()}"),
        ("~(P(a()) ∧ (Q() ∨ ⊥)) → ⊤", "{0}^{~P(a()),~Q()}"),
        ("∀x∃y (P(x,y) → Q(x))", "∀x ∃y {Q(x)}^{P(x,y)}"),
        ("((P()) → (⊥))", "{}^{P()}"),
        ("∃x (P f x ∧ ==(x, - 1 . 5))", "∃x {==(x,-1.5)P(f(x))}"),
        ("∀x ~~P(x)", "∀x {P(x)}"),
        ("~~~(P() ∨ Q())", "{~P()~Q()}"),
    ] {
        for reading in Reading::ALL {
            assert_eq!(read(formula, reading), view, "{formula}");
        }
    }
}

#[test]
fn only_pyetr_lets_quantifiers_take_all_that_follows() {
    for (formula, view) in [
        ("∀x∃y P(x,y) → Q(x)", "∀x ∃y {Q(x)}^{P(x,y)}"),
        ("∀x P(x) → Q()", "∀x {Q()}^{P(x)}"),
        ("∃x P(x) ∧ Q(x)", "∃x {P(x)Q(x)}"),
        ("∃x ~P(x) | Q()", "∃x {Q(),~P(x)}"),
        ("∃x (P(x) ∧ Q()) ∨ R(x)", "∃x {P(x)Q(),R(x)}"),
    ] {
        assert_eq!(read(formula, Reading::PYETR_1_0_0), view);
        for reading in [Reading::SOUND, Reading::BOOK] {
            let refused = read(formula, reading);
            assert!(refused.contains("put brackets around all"), "{formula}: {refused}");
        }
    }
}

#[test]
fn marks_go_with_their_atoms() {
    for (formula, view) in [
        ("P(f(a()*),a())", "{P(f(a()*),a())}"),
        ("~(P(a()*) ∧ ~P(a()))", "{P(a()),~P(a()*)}"),
        ("P(a()*) ∧ ~P(a())", "{P(a()*)~P(a())}"),
        ("~~P(a()*) → P(a())", "{P(a()*)}^{P(a()*)}"),
        // The negation of a formula does not mark what the formula has lost.
        ("~(P(a()*) ∧ ⊥) ∧ ~P(a())", "{~P(a())}"),
        ("(P(a()*) ∧ ⊥) ∨ P(a())", "{P(a()*)}"),
        ("~(P(a()*) ∨ ⊤) ∨ ~P(a())", "{~P(a()*)}"),
    ] {
        for reading in Reading::ALL {
            assert_eq!(read(formula, reading), view, "{formula}");
        }
    }
}

#[test]
fn errors_say_where_and_what_to_do() {
    for (formula, error) in [
        (
            "P() → Q() → R()",
            "column 11: expected no second `→`, found '→'; `→` stands at most once, outside \
             of all else: `A → B` is the view of B supposing A",
        ),
        (
            "S() ∧ (P() → Q())",
            "column 12: expected no `→` inside a larger formula, found '→'; `→` stands at \
             most once, outside of all else: `A → B` is the view of B supposing A",
        ),
        (
            "∀x (∃y L(x,y))",
            "column 5: expected a formula, found '∃'; quantifiers stand in front of the \
             whole formula, outside of all brackets",
        ),
        (
            "P(a()) ∧ P(a(),b())",
            "column 10: expected `P` with 1 argument, found 'P'; here it has 2; a name takes \
             as many arguments everywhere",
        ),
        (
            "P(x)",
            "column 3: expected a quantifier for `x`, found 'x'; write `x()` for a constant, \
             or `∀x` in front of all",
        ),
        ("P ∧ Q", "column 1: expected a formula, found 'P'; write `P()` for a proposition"),
        (
            "P() -> Q()",
            "column 5: expected `∧`, `∨`, `→` or the end, found '-'; write `→` for *if ... \
             then*",
        ),
        (
            "(P()",
            "column 5: expected `∧`, `∨` or `)`, found the end; every opening bracket \
                  needs its `)`",
        ),
        (
            "∃x P()",
            "column 2: expected a variable that the view speaks of, found 'x'; drop the \
             quantifier of what occurs nowhere in the view: x",
        ),
    ] {
        assert_eq!(read(formula, Reading::SOUND), error);
    }
}

#[test]
fn nothing_that_pyetr_refuses_is_read() {
    for formula in [
        "",
        "P(",
        "∀x",
        "P() ∧",
        "~",
        "P(⊤)",
        "P(Q() ∧ R())",
        "Ax P(x)",
        "{P()}",
        "P(a())*",
        "∃x x",
        "∃x ∀x P(x)",
        "P() Q()",
        "P(a() b())",
        "P(.5)",
        "P(1.)",
        "P ~Q()",
        "⊤()",
        "(P → Q)",
        "∃x P x*",
        "P(a(),)",
        "¬P()",
        "∃é P(é)",
        "1*",
        "P(f(a())) ∧ P(f(a(),a()))",
    ] {
        for reading in Reading::ALL {
            let error = Engine::new(reading).read_fol(formula);
            assert!(error.is_err(), "{formula} under {}", reading.name);
        }
    }
}

#[test]
fn only_pyetr_takes_numbers_for_propositions() {
    assert_eq!(read("~1 ∧ do(P())", Reading::PYETR_1_0_0), "{do(P())~1.0()}");
    assert!(Engine::default().read_fol("1").is_err());
    assert!(Engine::default().read_fol("do(P())").is_err());
    assert_eq!(read("P(σ(2,3)) ∧ P(x̄(a()*,3))", Reading::SOUND), "{P(5.0)P(a()***3.0)}");
    assert!(Engine::new(Reading::PYETR_1_0_0).read_fol("P(σ(2,3))").is_err());
}

#[test]
fn limits_hold() {
    let clause = |n: usize| format!("(P{n}() ∨ Q{n}())");
    let wide: Vec<String> = (0..40).map(clause).collect();
    let wide = wide.join(" ∧ ");
    let limits = Limits { states: 1000, steps: 100_000 };
    let mut engine = Engine::default().with_limits(limits);
    assert_eq!(engine.read_fol(&wide).err(), Some(Error::TooManyStates { limit: 1000 }));
    let swapped = wide.replace(" ∨ ", "&").replace(" ∧ ", " | ");
    let negated = format!("~({swapped})");
    assert_eq!(engine.read_fol(&negated).err(), Some(Error::TooManyStates { limit: 1000 }));
    let again = format!("{}({})", "~".repeat(100_000), "(P() ∨ Q()) ∧ (R() ∨ S())");
    assert_eq!(engine.read_fol(&again).err(), Some(Error::TooManySteps { limit: 100_000 }));
    for deep in ["(", "P(", "P ", "~(", "f(", "P(("] {
        let deep = deep.repeat(100_000);
        assert!(matches!(engine.read_fol(&deep), Err(Error::Parse(_))));
    }
    assert!(engine.read_fol(&"~".repeat(100_000)).is_err());
}

proptest! {
    #[test]
    fn any_text_is_read_or_refused(text in "[PQfx(),∧∨~→∀∃⊤⊥*1.=\u{304}σ -]{0,40}") {
        for reading in Reading::ALL {
            let mut engine = Engine::new(reading);
            if let Ok(view) = engine.read_fol(&text) {
                prop_assert!(engine.show_fol(&view).is_ok());
            }
        }
    }
}
