//! Sentences that each rule accepts and rejects.

use super::RULES;
use crate::rule::tests::{Case, check};
use peirast_record::Answer;

const CASES: &[Case<i64>] = &[
    (
        "corrected",
        &[("No, 7.", 7), ("6... sorry, 7 heats.", 7), ("6, or rather 7", 7)],
        &["No 7.", "7", "It is actually 7.", "No, more than 7."],
    ),
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
        &["The total number of heats is:\n- 5 for the groups", "If the total is 7, stop."],
    ),
    (
        "therefore",
        &[("So 7.", 7), ("Therefore, it is 7 heats.", 7)],
        &["So 7 camels rest.", "7", "So more than 7.", "So 5 or 6."],
    ),
    (
        "it-is",
        &[("I thought 8, but it is 7.", 7), ("It's 7 heats.", 7)],
        &["If it is 7", "It is not 7.", "It is more than 7."],
    ),
    (
        "concluded",
        &[("Dan has 25 apples now.", 25), ("There are 9 left.", 9)],
        &["Dan has 25 apples.", "If Dan has 25 apples now", "Dan has 5 and 7 apples now."],
    ),
    (
        "comes-to",
        &[("That comes to 11.", 11), ("5 + 2 gives us 7 heats", 7)],
        &["If that comes to 11", "That comes to more than 11."],
    ),
    (
        "number-needed",
        &[
            ("You need 7 heats.", 7),
            ("It takes 5 + 2 = 7 heats.", 7),
            ("7 heats are needed to find the fastest 3.", 7),
            ("Some say 8 are needed, but 7 suffice.", 7),
        ],
        &[
            "You need the fastest 3.",
            "You may need 7.",
            "You need more than 7.",
            "You need 5 + 2.",
            "There are 7 heats.",
        ],
    ),
    ("worked-out", &[("7 = 5 + 2", 7)], &["x = 5", "5 + 2 = 7", "7 = x"]),
    ("equals", &[("5 + 2 = 7", 7), ("heats = 7 runs", 7)], &["5 + 2", "7"]),
    ("labelled", &[("races: 7", 7), ("heats run: 12", 12)], &["7", "the number: 7 of 9"]),
    (
        "alone-on-line",
        &[("7", 7), ("7 heats", 7), ("Seven.", 7)],
        &["7 heats of camels", "heats 7"],
    ),
    (
        "opening",
        &[("7 heats: five, then two more.", 7), ("7, since five are not enough.", 7)],
        &["7: 8", "7 heats, five at first.", "Then 7: it is enough."],
    ),
];

#[test]
fn rules_accept_and_reject() {
    check(RULES, CASES, |number: i64| Answer::Number(number.into()));
}
