//! What each rule accepts and what it rejects, one sentence at a time.

use super::RULES;
use crate::Context;
use crate::finding::Said;
use crate::text::Document;
use peirast_record::{Answer, FinishReason};

/// Rule, accepted sentences with the letter read, rejected sentences.
type Case = (&'static str, &'static [(&'static str, char)], &'static [&'static str]);

const CASES: &[Case] = &[
    (
        "boxed",
        &[(r"\boxed{a}", 'a'), (r"Thus $\boxed{\text{B}}$.", 'b'), (r"\fbox{(a)}", 'a')],
        &["(a)", r"\boxed{7}", r"\text{(a)}"],
    ),
    (
        "answer-is",
        &[
            ("The answer is (a).", 'a'),
            ("Answer: B", 'b'),
            ("the correct option would be (b)", 'b'),
            ("My final choice is option A.", 'a'),
            ("The more probable scenario is: (a)", 'a'),
            ("Conclusion: (b)", 'b'),
        ],
        &[
            "The answer is not (a).",
            "The answer is (a) or (b).",
            "The answer depends on whether (a) holds.",
            "The less likely option is (b).",
            "To answer this, consider: (a)",
            "(a) is the more likely scenario, as (b) asks for more.",
            "Option (b) is a special case of (a).",
        ],
    ),
    (
        "is-the-answer",
        &[
            ("(a) is the correct answer.", 'a'),
            ("Option (b) is correct.", 'b'),
            ("So (a) is the answer.", 'a'),
            ("I see (b) as the best choice.", 'b'),
        ],
        &[
            "(a) is not the correct answer.",
            "While (a) is correct, it says little.",
            "(b) is more specific than answer (a).",
            "For (b) to be correct, two things must hold.",
            "(a) is unlikely to be correct.",
            "If (b) is correct, so is (a).",
        ],
    ),
    (
        "chosen",
        &[
            ("I would choose (a).", 'a'),
            ("I select option B because it fits.", 'b'),
            ("I'd go with (a).", 'a'),
            ("I'm picking (b).", 'b'),
            ("Therefore, we should choose (a).", 'a'),
            ("I would say (a).", 'a'),
        ],
        &[
            "I would not choose (a).",
            "I was asked to select (a) or (b).",
            "Choosing (b) would be a mistake.",
            "The fallacy would be to choose (b).",
            "People choose (b).",
            "I would select (b) as less likely.",
            "Let's think about (a).",
            "I think (a) is dull.",
        ],
    ),
    ("no-difference", &[], &["(a) is more likely.", "(b) is at most equally likely."]),
    (
        "which-is",
        &[("We should choose the simpler one, which is (a).", 'a')],
        &["I like (b), which is (a) and more.", "Choose the one which is not (a)."],
    ),
    (
        "more-likely",
        &[
            ("(a) is more likely.", 'a'),
            ("Option (b) seems more probable than option (a).", 'b'),
            ("It is more likely that (a) holds.", 'a'),
            ("This makes (b) the more plausible one.", 'b'),
            ("(a) is a single event and hence more probable than (b).", 'a'),
            ("The likeliest is (a).", 'a'),
        ],
        &[
            "(a) is not more likely.",
            "(b) cannot be more likely than (a).",
            "(b) may seem more likely.",
            "Many people find (b) more likely.",
            "If she sang, (b) would be more likely.",
            "There is no sign that (b) is more likely.",
            "(a) and (b) are more likely.",
            "(a) is less likely.",
            "(b) adds details that do not make it more likely.",
            "The fallacy is to think that (b) is more likely.",
        ],
    ),
    (
        "greater-probability",
        &[
            ("The probability of (a) is higher than that of (b).", 'a'),
            ("(b) has the lower probability.", 'a'),
            ("The likelihood of (a) is greater.", 'a'),
        ],
        &["(a) is higher.", "The higher probability remains unknown.", "(a) or (b) is likely."],
    ),
    (
        "less-likely",
        &[
            ("(b) is less likely.", 'a'),
            ("(b) cannot be more likely than (a).", 'a'),
            ("This makes (b) less probable than (a).", 'a'),
            ("(b) adds a detail to (a), making it less likely.", 'a'),
        ],
        &[
            "(b) is not less likely.",
            "(b) is likely.",
            "It is no more or less likely than (a).",
            "(b) may seem less likely.",
        ],
    ),
];

fn read(rule: &str, text: &str) -> Option<char> {
    let options = [('a', String::new()), ('b', String::new())];
    let context = Context::new(&options, FinishReason::Stop);
    let document = Document::new(text, &context);
    let rule = RULES.iter().find(|known| known.name == rule).expect("a known rule");
    match (rule.find)(&document.sentence(0)?, &context)?.said {
        Said::Verdict(Answer::Choice(letter)) => Some(letter),
        _ => None,
    }
}

#[test]
fn rules_accept_and_reject() {
    for (rule, accepted, rejected) in CASES {
        for (text, letter) in *accepted {
            assert_eq!(read(rule, text), Some(*letter), "{rule}: {text}");
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
