//! Answers that say that nothing follows, and similar ones that do not.

use crate::support::table::{check, vocabulary};
use peirast_words::Rule;

/// Text before a conclusion, in the requested form and others.
const BEFORE: [&str; 4] =
    ["", "Answer: ", "Answer: From the premises, we can conclude that ", "**Answer:** "];

#[test]
fn what_is_said_of_all_things_is_a_claim() {
    for before in BEFORE {
        for (said, view) in [
            ("nothing red is square", "Ax {~S(x)}^{R(x)}"),
            ("nothing time-bending is red", "Ax {~R(x)}^{B(x)}"),
            ("nothing red and square is time-bending", "Ax {~B(x)}^{R(x)S(x)}"),
            ("nothing within a habitable zone is red", "Ax {~R(x)}^{H(x)}"),
            ("nothing that is red is square", "Ax {~S(x)}^{R(x)}"),
            ("nothing which is red is square", "Ax {~S(x)}^{R(x)}"),
            ("nothing is square", "Ax {~S(x)}"),
            ("no red card is square", "Ax {~S(x)}^{R(x)}"),
            ("no card is square", "Ax {~S(x)}"),
        ] {
            check(&[(&format!("{before}{said}."), view)]);
        }
    }
}

#[test]
fn claims_about_things_are_never_nothing() {
    never_nothing(&[
        "nothing is green",
        "nothing green is red",
        "nothing red is green",
        "nothing red or square is time-bending",
        "nothing both red and square is time-bending",
        "nothing red or square follows the ace",
        "nothing in the pack is red",
        "nothing in the pack is green",
        "nothing but the ace is red",
        "nothing other than the ace is red",
        "nothing is certain to be red",
        "nothing is known to be green",
        "no red card that follows is green",
        "no green card follows",
        "nothing green follows the ace",
    ]);
}

#[test]
fn exceptions_are_never_swallowed() {
    never_nothing(&[
        "nothing follows other than that the ace is red",
        "nothing follows other than the ace being red",
        "nothing else follows than that the ace is red",
        "no conclusion follows other than that the ace is red",
        "No further conclusion follows than that the ace is red",
        "Nothing can be concluded beyond the fact that the ace is red",
        "nothing can be concluded beyond the ace being red",
        "no new conclusion can be drawn besides the ace being red",
        "no new conclusion can be drawn besides that the ace is red",
        "nothing follows apart from the ace being red",
        "nothing follows, aside from the fact that the ace is red",
        "nothing follows save that the ace is red",
        "nothing follows except that the ace is red",
        "nothing follows but that the ace is red",
        "nothing follows, but the ace is red",
        "nothing follows unless the ace is red",
        "Nothing follows more clearly than that the ace is red",
        "nothing follows as clearly as that the ace is red",
        "nothing is more certain than that the ace is red",
        "we cannot conclude anything other than that the ace is red",
        "we cannot conclude anything but that the ace is red",
        "we cannot conclude anything besides the ace being red",
        "we cannot conclude less than that the ace is red",
        "we cannot conclude more than that the ace is red",
        "we can conclude nothing beyond the ace being red",
        "we can conclude nothing if not that the ace is red",
    ]);
}

#[test]
fn denied_denials_are_never_nothing() {
    never_nothing(&[
        "it cannot fail to follow that the ace is red",
        "it cannot but follow that the ace is red",
        "we cannot help but conclude that the ace is red",
        "we cannot fail to conclude that the ace is red",
        "we cannot avoid the conclusion that the ace is red",
        "we cannot escape the conclusion that the ace is red",
        "nobody can deny that it follows that the ace is red",
        "it is not hard to conclude that the ace is red",
        "it is not unreasonable to conclude that the ace is red",
        "it does not only follow that the ace is red",
        "it does not merely follow that the ace is red",
        "no further information is needed to conclude that the ace is red",
        "we do not need more information to conclude that the ace is red",
        "there is more than enough information to conclude that the ace is red",
        "there is enough information to conclude that the ace is red",
        "it is not the case that nothing follows",
        "we cannot say that nothing follows",
    ]);
}

#[test]
fn exceptions_in_other_words_are_never_nothing() {
    never_nothing(&[
        "nothing follows with the exception of the ace being red",
        "nothing follows excluding that the ace is red",
    ]);
    for (claim, view) in [
        ("the ace is red.\n\nHowever, nothing follows", ""),
        ("the ace is red.\n\nHowever, nothing else follows", "{R(a())}"),
        ("the ace is red, from which it follows that the king is square", ""),
        ("the ace is red, as is the king", ""),
        ("the ace is red, as does the king", ""),
        ("the ace is red, as well as the king", ""),
        ("the ace is red as long as the king is square", "{R(a())}^{S(k())}"),
        ("the ace is red, based on the assumption that the king is square", ""),
        ("the ace is red, as the king is square", "{R(a())}"),
        ("the ace is red, based on the premises", "{R(a())}"),
        ("the ace is red, since if the king were square, the ace would be", "{R(a())}"),
    ] {
        let read = vocabulary().read_answer(&format!("Answer: {claim}.")).ok();
        let read = read.map_or(String::new(), |read| read.view.to_string());
        assert_eq!(read, view, "{claim}");
    }
}

#[test]
fn suppositions_and_what_others_say_are_no_answers() {
    never_nothing(&[
        "If nothing follows, say so",
        "If nothing follows, I will say so",
        "When nothing follows, one should say so",
        "One might say nothing follows",
        "One could say that nothing follows",
        "One would think that nothing follows",
        "Some say that nothing follows",
        "Some people would say that no conclusion follows",
        "You say that nothing follows",
        "They claim that nothing follows",
        "It is possible that nothing follows",
        "It may be that nothing follows",
        "Perhaps nothing follows",
        "Nothing follows, perhaps",
        "Probably nothing follows",
        "It is likely that nothing follows",
        "Suppose that nothing follows",
        "Say that nothing follows",
        "It is tempting to say that nothing follows",
        "Whether nothing follows is hard to say",
        "Nothing may follow",
        "Nothing follows if the ace is red",
        "Does nothing follow",
    ]);
    for question in ["Nothing follows?", "Answer: nothing follows?", "Answer: Nothing follows!?"] {
        assert!(vocabulary().read_answer(question).is_err(), "{question}");
    }
}

#[test]
fn a_claim_beside_nothing_is_not_lost() {
    never_nothing(&[
        "we cannot conclude that the ace is red, so the ace is not red",
        "we cannot conclude that the ace is red, so not red",
        "we cannot conclude that the ace is red; therefore, the king is red",
        "we cannot conclude that the ace is red and hence the king is red",
        "we cannot conclude that the ace is red, and the king is square",
        "it does not follow that the ace is red, rather the king is red",
        "nothing follows and the ace is red",
        "nothing follows, and the ace is red",
        "nothing follows, so the ace is red",
        "nothing follows: the ace is red",
    ]);
    check(&[
        ("The ace is red. The king is square. Nothing else follows.", "?ambiguous"),
        (
            "The ace is red, I think. The king is what? Nothing follows, and the ace is red.",
            "?ambiguous",
        ),
    ]);
}

#[test]
fn nothing_is_still_read() {
    for answer in [
        "Answer: nothing follows beyond what is directly stated in the premises.",
        "Answer: From the premises, we can conclude that nothing follows logically beyond the given \
         statement \"the ace is not red.\"",
        "Answer: we can conclude nothing about whether the ace is red.",
        "Answer: we can conclude that nothing logically follows about the ace or the king.",
        "Answer: we can conclude that nothing definitive about the properties of the ace follows.",
        "Answer: we can conclude nothing new, as the two premises are identical statements.",
        "Answer: we can conclude that the statements are contradictory, and no valid conclusion can be drawn.",
        "Answer: From the premises, we cannot draw any definite conclusion about the ace or the king.",
        "Answer: we cannot conclude anything definitive about whether the ace is red or not.",
        "Answer: it is impossible to determine the relationship between the ace and the king.",
        "Answer: no further conclusion follows other than what the premises say.",
        "Answer: we can conclude that nothing is known about the ace.",
        "Answer: Nothing at all.",
        "I would say that nothing follows.",
        "I think nothing follows.",
    ] {
        let read = vocabulary().read_answer(answer).unwrap_or_else(|e| panic!("{answer}: {e}"));
        assert_eq!((read.view.to_string().as_str(), read.rule), ("{0}", Rule::Nothing), "{answer}");
    }
}

fn never_nothing(said: &[&str]) {
    let vocabulary = vocabulary();
    for said in said {
        for before in BEFORE {
            let answer = format!("{before}{said}.");
            if let Ok(read) = vocabulary.read_answer(&answer) {
                assert_ne!(read.view.to_string(), "{0}", "{answer}");
            }
        }
    }
}
