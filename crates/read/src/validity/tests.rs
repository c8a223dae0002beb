use super::RULES;
use crate::rule::tests::Case;
use crate::text::Document;
use crate::{Context, read};
use peirast_record::{Answer, FinishReason, Task};

/// Each rule with sentences that it accepts and what it reads, and sentences that it rejects.
const CASES: &[Case<bool>] = &[
    (
        "boxed",
        &[(r"\boxed{Correct}", true), (r"So $\boxed{\text{incorrect}}$", false)],
        &["It is in the box.", r"\boxed{maybe}"],
    ),
    (
        "answer-is",
        &[
            ("Answer: incorrect", false),
            ("**Final answer:** Correct", true),
            ("The correct answer is 'incorrect'", false),
            ("The verdict is: not correct", false),
        ],
        &[
            "Answer 'correct' or 'incorrect'",
            "The answer is either correct or incorrect",
            "My answer",
        ],
    ),
    (
        "corrected",
        &[("Correct, wait, actually incorrect", false), ("Incorrect - no, wait: correct", true)],
        &["Correct.", "Wait, I have to check whether it is correct"],
    ),
    (
        "one-word",
        &[
            ("Incorrect.", false),
            ("**Correct**", true),
            ("Not correct", false),
            ("Correct, as C follows", true),
        ],
        &["Correct or incorrect", "The premise", "Correct premises", "In correct form"],
    ),
    (
        "i-say",
        &[("I'd say correct", true), ("I classify it as incorrect", false)],
        &[
            "I can't say correct",
            "People see it as correct",
            "I won't call it correct or incorrect",
        ],
    ),
    (
        "labelled",
        &[("Response: incorrect", false), ("My result: not correct", false)],
        &["Premise 1: correct", "Response: correct premises"],
    ),
    (
        "soundness",
        &[("So the syllogism is correct", true), ("It isn't incorrect", true)],
        &[
            "This statement is correct",
            "A syllogism is correct if its conclusion follows",
            "It may seem correct at first",
            "If the reading were strict, it is correct",
            "It is neither correct nor incorrect",
        ],
    ),
    (
        "wrong-to-say",
        &[
            ("It would be incorrect to say that it is correct", false),
            ("It is incorrect to conclude that cats bark", false),
        ],
        &["It is not incorrect to say so", "The syllogism is incorrect"],
    ),
];

#[test]
fn rules_accept_and_reject() {
    let context = Context::new(&[], FinishReason::Stop);
    let find = |rule: &crate::rule::Rule, text: &str| {
        let document = Document::judging(text, &context);
        document
            .sentence(0)
            .and_then(|sentence| (rule.find)(&sentence, &context))
            .map(|hit| hit.said)
    };
    for (name, accepted, rejected) in CASES {
        let rule = RULES.iter().find(|rule| rule.name == *name).expect("a rule of this name");
        for (text, valid) in *accepted {
            assert_eq!(find(rule, text), Some(crate::yes_no::says(*valid)), "{name}: {text}");
        }
        for text in *rejected {
            assert_eq!(find(rule, text), None, "{name}: {text}");
        }
    }
}

#[test]
fn both_words_of_the_question_are_verdicts_and_no_others() {
    for (text, valid) in [
        ("correct", true),
        ("INCORRECT\n", false),
        ("valid", true),
        ("No.", false),
        ("The syllogism is not incorrect.", true),
        ("We must say whether it is correct or incorrect. The conclusion does not follow.", false),
        ("The premises are correct. The syllogism is incorrect.", false),
    ] {
        let reading = read(Task::Validity, text, &Context::default());
        assert_eq!(reading.answer, Answer::Valid(valid), "{text}");
    }
    for text in ["correctly", "Is it correct or incorrect?", "Premise 1 is about cats."] {
        let reading = read(Task::Validity, text, &Context::default());
        assert_eq!(reading.answer, Answer::Unread, "{text}");
    }
}
