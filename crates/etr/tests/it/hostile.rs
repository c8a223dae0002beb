//! Hostile input: no reader panics on any text, and a view that is read can be written and read.

use crate::support::config;
use crate::support::dice::Dice;
use crate::support::draft::Draft;
use crate::support::operations::{OPERATIONS, is_limit};
use crate::support::profile::{EVERYTHING, Profile, Weights};
use crate::support::shrinking::view;
use peirast_etr::{Conditional, Engine, Limits, Reading};
use proptest::prelude::*;

const ANY: Profile = Profile { weights: Weights::Terms, ..EVERYTHING };

/// Everything that reads texts; what is read is written in every format.
fn read_all(text: &str) {
    for reading in [Reading::SOUND, Reading::PYETR_1_0_0] {
        let mut engine = Engine::new(reading);
        let mut views = Vec::new();
        views.extend(engine.read(text));
        views.extend(engine.read_tolerant(text, Conditional::Book).map(|read| read.0));
        views.extend(engine.read_fol(text));
        views.extend(engine.read_smt_lib(text));
        views.extend(engine.read_smt_lib_views(text).into_iter().flatten());
        views.extend(engine.read_json(text));
        for view in views {
            let shown = engine.show(&view);
            if reading == Reading::SOUND {
                let again = engine.read(&shown).expect("what is shown can be read");
                assert_eq!(engine.show(&again), shown);
            }
            let _ = (engine.show_base(&view), engine.show_fol(&view), engine.show_smt_lib(&view));
            let _ = engine.show_english(&view, &Default::default());
            let json = engine.show_json(&view);
            let again = engine.read_json(&json).expect("JSON of a view is JSON of a view");
            assert_eq!(engine.show(&again), shown);
        }
    }
}

/// Pieces that readers look for.
fn piece() -> impl Strategy<Value = String> {
    let pieces = [
        "{",
        "}",
        "(",
        ")",
        "[",
        "]",
        ",",
        ";",
        "^",
        "^{",
        "{}",
        "0",
        "1",
        "-1.5",
        ".",
        "..",
        "*",
        "**",
        "***",
        "=*",
        "=+",
        "==",
        "=",
        "≠",
        "~",
        "¬",
        "∧",
        "∨",
        "|",
        "||",
        "→",
        "->",
        "∀",
        "∃",
        "∀x",
        "∃y",
        "Ax",
        "E",
        "A",
        "x",
        "y",
        "P(x)",
        "P(x*)",
        "A()",
        "a()",
        "f(x)",
        "σ(",
        "++(",
        "x\u{304}",
        "do(",
        "DO(",
        "and",
        "or",
        "not",
        "if",
        "then",
        "forall",
        "exists",
        "such that",
        "`",
        "```",
        "$",
        "\\forall",
        "\\{",
        "\\text{King}",
        "'",
        "’",
        "“",
        ":",
        " ",
        "\n",
        "\u{a0}",
        "⊤",
        "⊥",
        "(assert",
        "(declare-const",
        "Real",
        "{\"stage\":",
        "[]",
        "null",
        "\"terms\"",
        "é",
        "🦀",
        "\u{202e}",
        "\u{0}",
        "9999999999999999999999999999999999999999",
    ];
    prop_oneof![
        12 => proptest::sample::select(pieces.to_vec()).prop_map(str::to_owned),
        1 => any::<char>().prop_map(String::from),
    ]
}

/// The text with some of its letters left out, doubled, moved, or replaced.
fn mutated(text: &str, seed: u64) -> String {
    let mut dice = Dice(seed);
    let mut letters: Vec<char> = text.chars().collect();
    for _ in 0..=dice.below(4) {
        if letters.is_empty() {
            break;
        }
        let (at, other) = (dice.below(letters.len()), dice.below(letters.len()));
        match dice.below(5) {
            0 => drop(letters.remove(at)),
            1 => letters.insert(at, letters[other]),
            2 => letters.swap(at, other),
            3 => {
                letters[at] =
                    dice.pick(['(', ')', '{', '}', ',', '*', '~', '=', '∀', 'A', 'x', '∧'])
            }
            _ => letters.truncate(at),
        }
    }
    letters.into_iter().collect()
}

fn in_any_format(draft: &Draft, dice: &mut Dice) -> String {
    let mut engine = Engine::default();
    let view = engine.read(&draft.to_string()).expect("a view");
    match dice.below(4) {
        0 => engine.show_fol(&view).unwrap_or_default(),
        1 => engine.show_smt_lib(&view).unwrap_or_default(),
        2 => engine.show_json(&view),
        _ => engine.show(&view),
    }
}

proptest! {
    #![proptest_config(config(2_000))]

    #[test]
    fn any_text_is_read_or_refused(text in any::<String>()) {
        read_all(&text);
    }

    #[test]
    fn any_heap_of_signs_is_read_or_refused(pieces in proptest::collection::vec(piece(), 0..24)) {
        read_all(&pieces.concat());
        read_all(&format!("{{{}}}", pieces.join(" ")));
    }

    #[test]
    fn views_with_slips_are_read_or_refused(one in view(ANY), seed in any::<u64>()) {
        let text = in_any_format(&one, &mut Dice(seed));
        read_all(&text);
        read_all(&mutated(&text, seed));
    }

    #[test]
    fn operations_on_what_was_read_end_in_a_view_or_an_error(
        one in view(ANY), two in view(ANY), seed in any::<u64>(),
    ) {
        for reading in [Reading::SOUND, Reading::PYETR_1_0_0] {
            let limits = Limits { states: 200, steps: 20_000 };
            let mut engine = Engine::new(reading).with_limits(limits);
            let texts = [&one, &two].map(|draft| mutated(&draft.to_string(), seed));
            let read = texts.map(|text| engine.read_tolerant(&text, Conditional::Book));
            let [Ok((one, _)), Ok((two, _))] = read else { return Ok(()) };
            for (_, run) in OPERATIONS {
                match run(&mut engine, &one, &two) {
                    Ok(view) => prop_assert!(view.states() <= 200 || view.states() <= one.states()),
                    Err(error) => prop_assert!(is_limit(&error) || !error.to_string().is_empty()),
                }
            }
        }
    }
}
