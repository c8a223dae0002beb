//! Answers that are given as wrong, as questions, as thoughts or with a contradiction; conditions
//! and hedges with a larger scope than it seems.

use crate::support::table::{check, vocabulary};
use peirast_words::{Role, Vocabulary};

#[test]
fn disowned_answers_are_no_answers() {
    for marker in [
        "Wrong answer",
        "An incorrect answer",
        "Not the answer",
        "This is not the answer",
        "Do not answer",
        "Don't answer",
        "Never answer",
        "Hypothetical answer",
        "A hypothetical answer",
        "Tempting answer",
        "The tempting answer",
        "One possible answer",
        "An example of a bad answer",
        "Bad answer",
        "False answer",
        "A student's answer",
        "Their answer",
        "Wrong final answer",
        "Not my final answer",
        "Wrong conclusion",
        "A tempting conclusion",
        "**Wrong answer**",
    ] {
        for answer in [
            "the ace is red.",
            "Nothing follows.",
            "From the premises, we can conclude that the ace is red.",
        ] {
            let text = format!("{marker}: {answer}");
            let error = vocabulary().read_answer(&text).expect_err(&text);
            assert_eq!(error.kind(), "disowned", "{text}");
            let text = format!("Answer: the king is square.\n{marker}: {answer}");
            check(&[(&text, "{S(k())}")]);
            let text = format!("{marker}: {answer}\nCorrect answer: the king is square.");
            check(&[(&text, "{S(k())}")]);
        }
    }
    check(&[
        ("Correct answer: Nothing follows. Tempting answer: the ace is red.", "{0}"),
        ("Tempting answer: the ace is red. Correct answer: Nothing follows.", "{0}"),
        ("Wrong answer: the ace is red. Therefore, the king is square.", "{S(k())}"),
        ("My final answer: the ace is red", "{R(a())}"),
        ("Here is the answer: the ace is red", "{R(a())}"),
        ("So, in short, the answer: the ace is red", "{R(a())}"),
        ("We can draw the following conclusion: the ace is red", "{R(a())}"),
        ("**Logical answer:** the ace is red", "{R(a())}"),
    ]);
}

#[test]
fn reasoning_in_tags_is_not_read() {
    check(&[
        ("<think>Answer: the ace is red.</think>Answer: the king is square.", "{S(k())}"),
        ("<think>Answer: the ace is red.</think>The king is square.", "{S(k())}"),
        ("<thinking>Answer: the ace is red.</thinking>\n\nNothing follows.", "{0}"),
        ("Answer: the ace is red.</think>Answer: the king is square.", "{S(k())}"),
        (
            "<think>a</think>Answer: the ace is red.<think>b</think>Answer: the king is red.",
            "{R(k())}",
        ),
        ("<think>Answer: the ace is red.</think>Hm.", "?unknown word"),
        ("<think>Answer: the ace is red.</think>", "?reasoning only"),
        ("<think>Answer: the ace is red.</think>\n...", "?reasoning only"),
        ("<think>Answer: the ace is red.", "?reasoning only"),
        ("Answer: the king is square. <think>Answer: the ace is red.", "?reasoning only"),
        ("<REASONING>Answer: the ace is red.</Reasoning >Answer: nothing follows", "{0}"),
    ]);
    let text = "<think>Answer: the king is red.</think>Answer: the ace is red.";
    let read = vocabulary().read_answer(text).expect("read");
    assert_eq!(&text[read.span], "the ace is red");
}

#[test]
fn questions_are_no_answers() {
    check(&[
        ("Answer: the ace is red?", "?question"),
        ("Answer: the ace is red!?", "?question"),
        ("Answer: the ace is red?!", "?question"),
        ("Answer: the ace is red (right?)", "?question"),
        ("**Answer: the ace is red?**", "?question"),
        ("Answer: nothing follows?", "?question"),
        ("The ace is red?", "?question"),
        ("Therefore, the ace is red?", "?question"),
        ("Answer:\n- the ace is red?\n- the king is square", "?question"),
        ("What follows? Answer: the ace is red.", "{R(a())}"),
        ("Answer: the ace is red. Is the king red?", "{R(a())}"),
        ("Answer: the ace is red!", "{R(a())}"),
    ]);
}

#[test]
fn of_two_answers_neither_counts_unless_one_is_put_in_place() {
    check(&[
        ("Answer: the ace is red.\nAnswer: the king is square.", "?ambiguous"),
        ("Answer: the ace is red.\nAnswer: the ace is not red.", "?ambiguous"),
        ("Answer: nothing follows.\nAnswer: the ace is red.", "?ambiguous"),
        ("Answer: the ace is red.\n\nAnswer: nothing follows.", "?ambiguous"),
        ("Answer: the ace or the king is red.\nAnswer: the ace is red.", "?ambiguous"),
        ("1. Answer: the ace is red.\n2. Answer: the king is red.", "?ambiguous"),
        ("Conclusion: the ace is red.\nConclusion: the king is red.", "?ambiguous"),
        ("Answer: the ace is red.\nAnswer: the ace is red.", "{R(a())}"),
        ("Answer: the ace is red and the king is.\nAnswer: the king is red.", "{R(k())}"),
        (
            "Answer: the ace and the king are red.\nAnswer: the king and the ace are red.",
            "{R(k())R(a())}",
        ),
        (
            "Answer: the ace is red.\nAnswer: the ace is red and the king is square.",
            "{R(a())S(k())}",
        ),
        ("Answer: the ace is red.\nFinal answer: the king is square.", "{S(k())}"),
        ("Answer: the ace is red.\nCorrected answer: the king is square.", "{S(k())}"),
        ("Answer: the ace is red.\nWait.\nAnswer: the king is square.", "{S(k())}"),
        ("Answer: the ace is red.\nLet me check.\nAnswer: the king is square.", "{S(k())}"),
        ("Answer: the ace is red. That is wrong.\nAnswer: the king is square.", "{S(k())}"),
        ("Answer: {logical statement}\nAnswer: the ace is red", "{R(a())}"),
        ("Answer: ...\nAnswer: the ace is red", "{R(a())}"),
    ]);
}

#[test]
fn conditions_that_may_end_at_a_comma_are_left_unread() {
    check(&[
        ("Answer: if the ace is red, then the king is square, and the one is red", "?ambiguous"),
        ("Answer: if the ace is red, then the king is square, but the one is red", "?ambiguous"),
        ("Answer: if the ace is red, the king is square, and the one is red", "?ambiguous"),
        ("Answer: when the ace is red, the king is square, and the one is red", "?ambiguous"),
        ("Answer: unless the ace is red, the king is square, and the one is red", "?ambiguous"),
        ("Answer: the king is square if the ace is red, and the one is red", "?ambiguous"),
        ("Answer: the king is square only if the ace is red, and the one is red", "?ambiguous"),
        ("Answer: the king is square unless the ace is red, and the one is red", "?ambiguous"),
        ("Answer: the king is square, and the one is red if the ace is red", "?ambiguous"),
        ("Answer: red(ace) -> square(king), and red(king)", "?ambiguous"),
        ("Answer: for all X, if X is red, then X is square, and the ace is red", "?ambiguous"),
        ("Answer: if something is red, then it is square, and the ace is red", "?ambiguous"),
        (
            "Answer: if the ace is red, then the king is square, and if the one is red, then the ace is",
            "?unknown form",
        ),
        // Wordings that make it clear.
        (
            "Answer: if the ace is red, then the king is square and the one is red",
            "{S(k())R(o())}^{R(a())}",
        ),
        (
            "Answer: if the ace is red, then both the king is square and the one is red",
            "{S(k())R(o())}^{R(a())}",
        ),
        (
            "Answer: if the ace is red, then the king is square, the one is red, and the king is red",
            "{S(k())R(o())R(k())}^{R(a())}",
        ),
        (
            "Answer: if the ace is red, then the king is square; and the one is red",
            "{~R(a())R(o()),S(k())R(o())}",
        ),
        (
            "Answer: if the ace is red, and the king is red, then the one is square",
            "{S(o())}^{R(a())R(k())}",
        ),
        (
            "Answer: if the ace is red, then the king is square or the one is red",
            "{S(k()),R(o())}^{R(a())}",
        ),
        (
            "Answer: if the ace is red, then the king is square, and if the ace is not red, then the one is red",
            "{~R(a())R(a()),~R(a())R(o()),S(k())R(a()),S(k())R(o())}",
        ),
        (
            "Answer: the one is red, and if the ace is red, then the king is square",
            "{R(o())~R(a()),R(o())S(k())}",
        ),
        (
            "Answer: if the ace is red, then the king is red, square, and time-bending",
            "{R(k())S(k())B(k())}^{R(a())}",
        ),
    ]);
}

#[test]
fn hedges_are_no_denials() {
    for hedge in [
        "necessarily",
        "always",
        "certainly",
        "definitely",
        "logically",
        "surely",
        "obviously",
        "clearly",
        "inevitably",
        "known to be",
        "considered",
        "said to be",
        "certain to be",
        "guaranteed to be",
    ] {
        for answer in [
            format!("the ace is not {hedge} red"),
            format!("the ace isn't {hedge} red"),
            format!("the ace is square but not {hedge} red"),
            format!("the ace and the king are not {hedge} red"),
            format!("no card is {hedge} red"),
            format!("nothing is {hedge} red"),
            format!("neither the ace nor the king is {hedge} red"),
            format!("the ace is neither square nor {hedge} red"),
            format!("not every card is {hedge} red"),
            format!("it is not the case that the ace is {hedge} red"),
            format!("the ace cannot be {hedge} red"),
            format!("if the king is square, then the ace is not {hedge} red"),
        ] {
            let text = format!("Answer: From the premises, we can conclude that {answer}.");
            if let Ok(read) = vocabulary().read_answer(&text) {
                panic!("{text}: {}", read.view);
            }
        }
    }
    check(&[
        ("Answer: the ace is not certainly red", "?possibility"),
        ("Answer: the ace is not definitely red", "?possibility"),
        ("Answer: the ace is not logically red", "?possibility"),
        ("Answer: the ace is definitely not red", "{~R(a())}"),
        ("Answer: the ace is certainly red", "{R(a())}"),
        ("Answer: the ace is necessarily not red", "{~R(a())}"),
    ]);
}

#[test]
fn premises_copied_into_a_sentence_are_read() {
    check(&[
        (
            "Answer: From the premises, we can conclude that Some card either is red or is square.",
            "Ex {R(x),S(x)}",
        ),
        (
            "Answer: we can conclude that Some thing either is red, or is square and is time-bending.",
            "Ex {R(x),S(x)B(x)}",
        ),
        (
            "Answer: we can conclude that some thing either is red, or is square and is time-bending.",
            "Ex {R(x),S(x)B(x)}",
        ),
        ("Answer: we can conclude that Every thing either is red, or is square.", "Ax {R(x),S(x)}"),
        ("Answer: the ace either is red or is not square", "{R(a()),~S(a())}"),
        (
            "Answer: we can conclude that Either the ace is red, or The king is red.",
            "{R(a()),R(k())}",
        ),
        ("Answer: some card that is red is square", "Ex {R(x)S(x)}"),
        (
            "Answer: Some thing that is red either is square, or is time-bending and is within a habitable zone.",
            "Ex {R(x)S(x),R(x)B(x)H(x)}",
        ),
    ]);
}

#[test]
fn things_of_a_hand_are_there_or_not() {
    let vocabulary = Vocabulary::default()
        .with_fact("K", "King", "not King")
        .and_then(|it| it.with_fact("A", "Ace", "not Ace"))
        .and_then(|it| it.with_fact("T", "ten", "not ten"))
        .expect("words");
    for (answer, view) in [
        ("King.", "{K()}"),
        ("There is a king.", "{K()}"),
        ("There's a king", "{K()}"),
        ("Answer: there is a king in the hand", "{K()}"),
        ("Answer: there is no king", "{~K()}"),
        ("Answer: there isn't a king", "{~K()}"),
        ("Answer: there is not a king", "{~K()}"),
        ("Answer: there must be a king", "{K()}"),
        ("Answer: there is a king and an ace", "{K()A()}"),
        ("Answer: there is a king or an ace", "{K(),A()}"),
        ("Answer: there is either a king or an ace", "{K(),A()}"),
        ("Answer: there is both a king and an ace", "{K()A()}"),
        ("Answer: there is a king but no ace", "{K()~A()}"),
        ("Answer: there is no king or ace", "{~K()~A()}"),
        ("Answer: there is neither a king nor an ace", "{~K()~A()}"),
        ("Answer: if there is a king, then there is an ace", "{A()}^{K()}"),
        ("Answer: either there is a king, or there is an ace and a ten", "{K(),A()T()}"),
        ("Answer: From the premises, we can conclude that there is an ace.", "{A()}"),
        ("Answer: there is no king and ace", "?"),
        ("Answer: there is not a king or an ace", "?"),
        ("Answer: there might be a king", "?"),
        ("Answer: is there a king?", "?"),
        ("Answer: there is a queen", "?"),
    ] {
        match (vocabulary.read_answer(answer), view) {
            (Err(_), "?") => {}
            (Ok(read), view) if view != "?" => {
                let wanted = view.parse().expect("a view");
                assert!(read.view.equivalent(&wanted).expect("small"), "{answer}: {}", read.view);
            }
            (found, _) => panic!("{answer}: {found:?}"),
        }
    }
    // A thing in another problem is not a fact.
    let things = Vocabulary::default().with(Role::Object, "k", "the king").expect("words");
    assert!(things.read_answer("There is a king.").is_err());
}
