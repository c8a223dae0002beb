//! What each rule accepts and what it rejects, one sentence at a time.

use super::RULES;
use crate::Context;
use crate::finding::Said;
use crate::text::Document;
use peirast_record::Answer;

/// Rule, accepted sentences with the number read, rejected sentences.
type Case = (&'static str, &'static [(&'static str, i64)], &'static [&'static str]);

const CASES: &[Case] = &[
    ("boxed", &[(r"\boxed{7}", 7), (r"$\boxed{\text{12 heats}}$", 12)], &["7", r"\boxed{a}"]),
    (
        "answer-is",
        &[("The answer is 7.", 7), ("Answer: seven", 7), ("The answer is 5 + 2 = 7", 7)],
        &["To answer this, take 5 camels.", "The answer is not 7.", "The answer is unknown."],
    ),
    (
        "total",
        &[
            ("The minimum number of heats is 7.", 7),
            ("A total of 7 heats is run to find the fastest 3.", 7),
            ("We need 7 heats in total.", 7),
            ("Total = 5 + 1 + 1 = 7", 7),
        ],
        &[
            "The total number of heats is:\n- 5 for the groups",
            "If the total is 7, stop.",
            "Seven heats are enough.",
        ],
    ),
    (
        "number-needed",
        &[
            ("You need 7 heats.", 7),
            ("It takes 5 + 2 = 7 heats.", 7),
            ("7 heats are needed to find the fastest 3.", 7),
        ],
        &["You need the fastest 3.", "You may need 7.", "There are 7 heats."],
    ),
    ("equals", &[("5 + 2 = 7", 7), ("heats = 7 runs", 7)], &["5 + 2", "7"]),
    (
        "alone-on-line",
        &[("7", 7), ("7 heats", 7), ("Seven.", 7)],
        &["7 heats of camels", "heats 7"],
    ),
];

fn read(rule: &str, text: &str) -> Option<i64> {
    let document = Document::new(text, &Context::default());
    let rule = RULES.iter().find(|known| known.name == rule).expect("a known rule");
    match (rule.find)(&document.sentence(0)?)?.said {
        Said::Verdict(Answer::Number(number)) => Some(number),
        _ => None,
    }
}

#[test]
fn rules_accept_and_reject() {
    for (rule, accepted, rejected) in CASES {
        for (text, number) in *accepted {
            assert_eq!(read(rule, text), Some(*number), "{rule}: {text}");
        }
        for text in *rejected {
            assert_eq!(read(rule, text), None, "{rule}: {text}");
        }
    }
}

#[test]
fn every_rule_is_tested() {
    let names: Vec<_> = RULES.iter().map(|rule| rule.name).collect();
    let tested: Vec<_> = CASES.iter().map(|(rule, ..)| *rule).collect();
    assert_eq!(names, tested);
}
