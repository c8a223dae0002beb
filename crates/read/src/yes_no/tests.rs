//! Sentences that each rule accepts and rejects.

use super::RULES;
use crate::rule::tests::{Case, check};
use peirast_record::Answer;

const CASES: &[Case<bool>] = &[
    (
        "corrected",
        &[
            ("Yes... actually no.", false),
            ("No, wait, yes.", true),
            ("The answer is yes... wait, no.", false),
        ],
        &["Yes, actually it is.", "Actually, no.", "Yes, no.", "No. Wait."],
    ),
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
        "is-the-answer",
        &[
            ("Yes is tempting, no is right.", false),
            ("Yes is the correct answer.", true),
            ("It may seem odd, but no is the answer.", false),
        ],
        &["Yes is tempting.", "Yes is wrong.", "Whether yes is right", "Yes, it is right."],
    ),
    (
        "labelled",
        &[("Sound: no", false), ("| Valid | Yes |", true), ("Whether it is sound: no.", false)],
        &["Sound: it says no", "Premise: no", "No: sound"],
    ),
    (
        "opening-at-odds",
        &[("Yes, this is unsound.", false), ("Yes, it is not valid.", false)],
        &[
            "No, it is sound.",
            "Yes, it is valid, not invalid.",
            "Yes, it is sound.",
            "It is sound.",
        ],
    ),
    (
        "called-false",
        &[
            ("The claim that this is sound is false.", false),
            ("Someone who says it is sound is mistaken.", false),
            ("The claim that it is invalid is false.", true),
            ("That it does not follow is false.", true),
            ("That it follows is simply not true.", false),
            ("To say that it is not valid is a mistake.", true),
        ],
        &[
            "It is sound and false.",
            "If the claim that it is sound is false",
            "I don't say that it is sound is false.",
            "I think that it follows, as the second premise is wrong.",
        ],
    ),
    (
        "but-is-not",
        &[("It looks sound but isn't.", false), ("It seems invalid, however it is not.", true)],
        &["It isn't sound.", "It looks good but isn't."],
    ),
    (
        "only-if",
        &[("This is only sound if all are villas, which they aren't.", false)],
        &["This is sound if all are villas.", "This is only sound if all are villas."],
    ),
    (
        "neither",
        &[("Neither correct nor valid.", false), ("Neither unsound nor flawed", true)],
        &["Neither premise is correct.", "Neither valid nor invalid"],
    ),
    (
        "named-fallacy",
        &[("A non sequitur.", false), ("Fallacy.", false)],
        &["There is a fallacy in it", "No fallacy"],
    ),
    ("inverted", &[("Sound it is not.", false)], &["Sound it is", "Is it sound"]),
    ("turns", &[], &["But no, this does not follow.", "Yes"]),
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
            "Yes and no",
            "No, yes",
            "Yes is by no means right",
            "There is no gap",
        ],
    ),
    (
        "says-yes-or-no",
        &[("Nein, so ist es nicht", false), ("Oui.", true)],
        &["Non sequitur", "A nein"],
    ),
    (
        "short-reply",
        &[
            ("Correct.", true),
            ("It is.", true),
            ("I agree", true),
            ("I think so", true),
            ("Absolutely not.", false),
            ("Not at all", false),
            ("No way", false),
            ("It isn't wrong.", true),
        ],
        &["Not sure", "It is so", "I agree that some are", "Correct premises"],
    ),
    (
        "argument-fails",
        &[("The argument fails.", false), ("The argument holds.", true)],
        &["A premise fails.", "If the argument fails"],
    ),
    (
        "bare-verdict",
        &[("Unsound.", false), ("Not logically sound", false), ("True", true), ("False.", false)],
        &["It is sound.", "The sound", "Sound arguments", "Not yet."],
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
            ("I don't think this is sound.", false),
            ("I wouldn't call it invalid.", true),
            ("It is neither valid nor sound.", false),
            ("There is no way that this is sound.", false),
        ],
        &[
            "The premises are valid.",
            "I am unable to say that it is sound.",
            "I cannot say that it is sound.",
            "It is not clear that this is sound.",
            "One might say it is sound.",
            "I doubt that it is sound.",
            "To make the argument sound, more is needed.",
            "To determine if the argument is sound, look closer.",
            "It is hearsay rather than sound logic.",
            "While the logic is sound, the sources are poor.",
            "The argument has a valid form.",
        ],
    ),
    (
        "follows-a-fallacy",
        &[("It follows a logical fallacy known by name", false)],
        &["It follows from the premises", "A fallacy follows"],
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
        "established",
        &[
            ("The premises guarantee the conclusion.", true),
            ("So the premises entail the conclusion", true),
        ],
        &[
            "The premises do not guarantee the conclusion.",
            "If the premises guarantee the conclusion, fine.",
            "A valid argument is one whose premises guarantee the conclusion.",
            "The premises guarantee little.",
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

#[test]
fn rules_accept_and_reject() {
    check(RULES, CASES, Answer::YesNo);
}
