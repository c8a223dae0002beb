//! Sentences that each rule accepts and rejects.

use super::RULES;
use crate::rule::tests::{Case, check};
use peirast_record::Answer;

const CASES: &[Case<char>] = &[
    (
        "corrected",
        &[
            ("No, (b).", 'b'),
            ("(a)... just kidding, (b).", 'b'),
            ("It's (a), or rather (b).", 'b'),
            ("(a) -> changed my mind -> (b)", 'b'),
            ("My mistake, (b).", 'b'),
            ("Sorry, I meant to write (b).", 'b'),
        ],
        &["The answer is actually (b).", "(b) rather than (a)", "Wait, (b) adds more.", "no (a)"],
    ),
    (
        "changed",
        &[
            ("I'm changing my answer from (a) to (b).", 'b'),
            ("(a) -> (b) (corrected)", 'b'),
            ("On reflection, I'd switch to (b).", 'b'),
        ],
        &["It goes from (a) to (b).", "(a) -> (b)"],
    ),
    (
        "asked-for",
        &[("Between a and b, b.", 'b'), ("If I had to choose, (a).", 'a')],
        &["If it rains, (a).", "a, b", "(a), then (b)."],
    ),
    // Its finding is no answer: see `tests/it/rejected.rs`.
    ("taken-back", &[], &["Wrong option: (b)", "Right option: (b)"]),
    (
        "boxed",
        &[(r"\boxed{a}", 'a'), (r"Thus $\boxed{\text{B}}$.", 'b'), (r"\fbox{(a)}", 'a')],
        &["(a)", r"\boxed{7}", r"\text{(a)}"],
    ),
    (
        "set-against",
        &[
            ("It's not (b), it's (a).", 'a'),
            ("not (a) but (b)", 'b'),
            ("I would not select (a); (b) instead.", 'b'),
            ("I cannot choose (b), since (a) is more general.", 'a'),
        ],
        &[
            "Not only (a) but (b).",
            "Not (a) or (b).",
            "I cannot choose (b), since (a) is also possible.",
            "If not (a), it is (b).",
        ],
    ),
    (
        "granted",
        &[("(a) is tempting, but (b).", 'b'), ("Though (a) seems right, (b).", 'b')],
        &["(a) is green, but (b).", "If (a) is tempting, (b).", "(a) is not tempting, but (b)."],
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
            "The answer is (a) + (b).",
            "The answer is (a) plus (b).",
            "Answer: (a); (b)",
            "The answer is (a) and/or (b).",
            "The answer is (a) or, more likely, (b).",
            "A common misconception is that the answer is (a).",
            "There is no evidence that the answer is (a).",
            "La risposta non è (a).",
            "如果问法国，答案不是A。",
            "There is no way the answer is (b).",
            "Some would argue that the answer is (b).",
            "Answer: (a) is wrong",
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
            "(b) is more likely at first glance.",
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
        "therefore",
        &[("So (a).", 'a'), ("Thus, it is (b).", 'b'), ("P(a) >= P(b), so a.", 'a')],
        &["So (a) and (b).", "So (a) is dull.", "So is (a) or (b)."],
    ),
    (
        "it-is",
        &[("It is (a).", 'a'), ("I think it's option (b), because it fits.", 'b')],
        &["It is not (a).", "It is (a) or (b).", "It is (a) that is dull.", "If it is (a), good."],
    ),
    (
        "it-is-at-last",
        &[("So (b) it is.", 'b'), ("(a) it is", 'a')],
        &["(a) and (b) it is", "What (a) is"],
    ),
    (
        "only-one",
        &[("Only (b) follows.", 'b'), ("Only (b).", 'b'), ("Therefore only (a) is correct.", 'a')],
        &[
            "If only (b) follows.",
            "Not only (a).",
            "Only (a) and (b) follow.",
            "(a) only adds more.",
        ],
    ),
    (
        "all-but",
        &[
            ("Everything but (b) fails.", 'b'),
            ("All are wrong except (a).", 'a'),
            ("No option but (a) is right.", 'a'),
        ],
        &[
            "All of (a) is true.",
            "I like all but (b) is best.",
            "None but (a) is wrong.",
            "All but (a) are not wrong.",
            "All but (a) apply.",
        ],
    ),
    (
        "leaves",
        &[("That leaves (b).", 'b'), ("This leaves us with option (a).", 'a')],
        &["If that leaves (b), good.", "This leaves (a) and (b)."],
    ),
    ("ranked-first", &[("b > a > c", 'b')], &["(a) > (b)", "a b c"]),
    (
        "follows",
        &[("(b) follows.", 'b'), ("(a) necessarily follows from both", 'a')],
        &[
            "(a) does not follow.",
            "(a) follows if it rains.",
            "If (a) follows",
            "(a) and (b) follow",
        ],
    ),
    (
        "is-it",
        &[("However, by the rule (a) is.", 'a')],
        &["as likely as (a) is", "(b) is less likely than (a) is", "whichever (a) is", "(a) is so"],
    ),
    (
        "less-likely",
        &[
            ("(b) is less likely.", 'a'),
            ("(b) cannot be more likely than (a).", 'a'),
            ("This makes (b) less probable than (a).", 'a'),
            ("(b) adds a detail to (a), making it less likely.", 'a'),
            ("(b) is a subset of (a), so it cannot be more likely.", 'a'),
        ],
        &[
            "(b) is not less likely.",
            "(b) is likely.",
            "It is no more or less likely than (a).",
            "(b) may seem less likely.",
        ],
    ),
    (
        "rejected",
        &[
            ("(a) is wrong.", 'b'),
            ("(b) is not the correct answer.", 'a'),
            ("I rule out (a).", 'b'),
            ("The answer is anything but (a).", 'b'),
            ("There is no way that the answer is (b).", 'a'),
            ("It isn't (a).", 'b'),
            ("I don't think (a) is correct.", 'b'),
            ("(a) is out.", 'b'),
        ],
        &[
            "I don't think (a) is wrong.",
            "There is no way (a) is wrong.",
            "(a) is not wrong.",
            "I cannot rule out (a).",
            "(a) may be wrong.",
            "If (a) is wrong, so is (b).",
            "(a) is wrong and (b) is wrong.",
            "There is no doubt that the answer is (b).",
        ],
    ),
    (
        "ordered",
        &[("P(b) < P(a)", 'a'), ("(a) >= (b)", 'a'), ("$P(a) \\leq P(b)$", 'b')],
        &["P(a) = P(b)", "P(B) < P(A)", "If P(b) < P(a)", "(a) < 7", "(a) < (c)"],
    ),
];

#[test]
fn rules_accept_and_reject() {
    check(RULES, CASES, Answer::Choice);
}
