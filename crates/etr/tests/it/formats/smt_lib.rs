//! SMT-LIB.

use crate::support::config;
use crate::support::dice::Dice;
use crate::support::profile::{EVERYTHING, Objects, Profile, Weights};
use crate::support::shrinking::view;
use peirast_etr::{Engine, Error, Reading};
use proptest::prelude::*;

/// All that SMT-LIB can say.
const SAYABLE: Profile = Profile {
    weights: Weights::None,
    marks: false,
    dos: false,
    arithmetic: false,
    states: 4,
    atoms: 3,
    ..EVERYTHING
};
const GROUND: Profile = Profile { objects: Objects::None, ..SAYABLE };

/// Does the view come back, if it can be written at all?
fn check(text: &str, reading: Reading) -> Result<bool, TestCaseError> {
    let mut engine = Engine::new(reading);
    let view = engine.read(text).expect("a view");
    let script = match engine.show_smt_lib(&view) {
        Ok(script) => script,
        Err(Error::Unwritable { .. }) => return Ok(false),
        Err(other) => return Err(TestCaseError::fail(other.to_string())),
    };
    let back = engine.read_smt_lib(&script).expect("what was written can be read");
    prop_assert_eq!(engine.export(&back), engine.export(&view), "{}", script);
    prop_assert_eq!(engine.show_smt_lib(&back), Ok(script.clone()));
    let mut other = Engine::new(reading);
    let back = other.read_smt_lib(&script).expect("what was written can be read");
    prop_assert_eq!(other.export(&back), engine.export(&view), "{}", script);
    Ok(true)
}

/// Is it about an object and a constant of the same name?
fn is_ambiguous(text: &str) -> bool {
    text.starts_with(['∀', '∃']) && text.contains("x()")
}

proptest! {
    #![proptest_config(config(3_000))]

    #[test]
    fn what_is_written_reads_back(draft in view(SAYABLE)) {
        let text = draft.to_string();
        let written = check(&text, Reading::SOUND)?;
        prop_assert!(written || is_ambiguous(&text), "{} cannot be written", text);
    }

    #[test]
    fn several_views_read_back(drafts in proptest::collection::vec(view(GROUND), 2..5)) {
        let mut engine = Engine::default();
        let views: Vec<_> =
            drafts.iter().map(|draft| engine.read(&draft.to_string()).expect("a view")).collect();
        let script = engine.show_smt_lib_views(&views).expect("it can be written");
        let back = engine.read_smt_lib_views(&script).expect("what was written can be read");
        prop_assert_eq!(back.len(), views.len());
        for (one, other) in views.iter().zip(&back) {
            prop_assert_eq!(engine.export(one), engine.export(other), "{}", script);
        }
    }

    #[test]
    fn no_text_makes_the_reader_panic(words in proptest::collection::vec(0..WORDS.len(), 0..40)) {
        let text: Vec<&str> = words.into_iter().map(|word| WORDS[word]).collect();
        let script = format!("{DECLARED}{}", text.join(" "));
        let mut engine = Engine::default();
        let _ = engine.read_smt_lib(&script);
        let _ = engine.read_smt_lib_views(&script);
        let closed = "(assert ".to_owned() + &text.join(" ") + &")".repeat(10);
        let _ = engine.read_smt_lib(&format!("{DECLARED}{closed}"));
    }
}

const DECLARED: &str = "(declare-sort U 0)(declare-fun P (U) Bool)(declare-fun f (U) U)\
     (declare-const a U)(declare-const A Bool)(declare-fun N (Real) Bool)\
     (define-fun g ((x U)) Bool (P (f x)))";
const WORDS: [&str; 34] = [
    "(",
    "(",
    "(",
    "(",
    ")",
    ")",
    ")",
    ")",
    "(assert",
    "and",
    "or",
    "not",
    "=>",
    "=",
    "distinct",
    "forall",
    "exists",
    "((x U))",
    "let",
    "((x a))",
    "((y A) (z (P a)))",
    "x",
    "y",
    "a",
    "A",
    "(P a)",
    "(P x)",
    "(g a)",
    "(N 1.0)",
    "(/ 1 2)",
    "true",
    "false",
    "(push 1)",
    "(pop 1)",
];

/// Numbers and terms in one place cannot be written, nor do zeros keep their signs.
#[test]
fn views_of_pyetr_read_back() {
    let mut dice = Dice(11);
    let mut written = 0;
    for _ in 0..3_000 {
        let text = SAYABLE.draw(&mut dice).to_string();
        if !is_ambiguous(&text) {
            written += usize::from(check(&text, Reading::PYETR_1_0_0).expect("it comes back"));
        }
    }
    assert!(written > 1_000, "{written} of 3000");
}
