//! What each rule accepts and what it rejects, one sentence at a time.

use super::RULES;
use crate::Context;
use crate::finding::Said;
use crate::text::Document;
use peirast_record::Answer;

/// Rule, accepted sentences with the verdict read, rejected sentences.
type Case = (&'static str, &'static [(&'static str, bool)], &'static [&'static str]);

const CASES: &[Case] = &[
    ("boxed", &[(r"\boxed{No}", false), (r"$\boxed{\text{Yes}}$", true)], &["No", r"\boxed{7}"]),
    (
        "answer-is",
        &[
            ("The answer is No.", false),
            ("Answer: **Yes**", true),
            ("So the correct answer is 'no', as the term shifts", false),
            ("Conclusion: yes", true),
            ("The answer to whether it is sound is No.", false),
        ],
        &[
            "The answer is not yes.",
            "Answer with yes or no.",
            "The answer has no basis.",
            "I can answer yes/no questions.",
            "The answer is unknown.",
        ],
    ),
    (
        "says-yes-or-no",
        &[
            ("No, it is not.", false),
            ("Yes!", true),
            ("So, no.", false),
            ("Therefore, yes, it holds", true),
            ("No the argument fails", false),
            ("But no", false),
        ],
        &[
            "No doubt about it",
            "No information is given",
            "Yes, let's look at it",
            "Yes, I will check",
            "Nothing",
            "Yes or no",
            "There is no gap",
        ],
    ),
    (
        "soundness",
        &[
            ("The argument is logically sound.", true),
            ("The argument is not logically sound.", false),
            ("This isn't valid", false),
            ("It is a fallacious argument", false),
            ("The syllogism is not invalid.", true),
            ("That makes the argument unsound.", false),
        ],
        &[
            "The premises are valid.",
            "To make the argument sound, more is needed.",
            "To determine if the argument is sound, look closer.",
            "It is hearsay rather than sound logic.",
            "While the logic is sound, the sources are poor.",
            "The argument has a valid form.",
        ],
    ),
    (
        "follows",
        &[
            ("The conclusion does not follow.", false),
            ("The conclusion follows logically.", true),
            ("It logically follows that some swim.", true),
            ("The conclusion doesn't necessarily follow from them.", false),
        ],
        &[
            "Consider the following.",
            "The argument follows the form of a syllogism.",
            "We check whether the conclusion follows logically.",
        ],
    ),
    (
        "leads-to-yes-or-no",
        &[("Some geese swim -> No", false), ("It is clear: yes, they do", true)],
        &["Yes", "There is: no doubt", "They say no"],
    ),
    (
        "not-established",
        &[
            ("We cannot conclude that some swim.", false),
            ("It commits the fallacy of the undistributed middle.", false),
            ("That does not guarantee an overlap.", false),
            ("This is not necessarily true.", false),
        ],
        &["It contains no fallacy.", "We conclude that some swim.", "It guarantees an overlap."],
    ),
];

fn read(rule: &str, text: &str) -> Option<bool> {
    let document = Document::new(text, &Context::default());
    let rule = RULES.iter().find(|known| known.name == rule).expect("a known rule");
    match (rule.find)(&document.sentence(0)?)?.said {
        Said::Verdict(Answer::YesNo(yes)) => Some(yes),
        _ => None,
    }
}

#[test]
fn rules_accept_and_reject() {
    for (rule, accepted, rejected) in CASES {
        for (text, yes) in *accepted {
            assert_eq!(read(rule, text), Some(*yes), "{rule}: {text}");
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
