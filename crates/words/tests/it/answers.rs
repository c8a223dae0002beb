//! Wordings of answers: their readings, and those that are left unread.

use crate::support::table::{check, vocabulary};
use peirast_words::Rule;

#[test]
fn clauses() {
    check(&[
        ("Answer: the ace is red", "{R(a())}"),
        ("Answer: Ace is RED.", "{R(a())}"),
        ("Answer: The ace isn't red.", "{~R(a())}"),
        ("Answer: The ace cannot be red.", "{~R(a())}"),
        ("Answer: the ace must be red", "{R(a())}"),
        ("Answer: The ace is red and square.", "{R(a())S(a())}"),
        ("Answer: The ace is both red and square.", "{R(a())S(a())}"),
        ("Answer: the ace is red, square, and time bending", "{R(a())S(a())B(a())}"),
        ("Answer: the ace is either red or square", "{R(a()),S(a())}"),
        ("Answer: the ace is red or is not square", "{R(a()),~S(a())}"),
        ("Answer: the ace is neither red nor square", "{~R(a())~S(a())}"),
        ("Answer: the ace is not red or square", "{~R(a())~S(a())}"),
        ("Answer: the ace is not both red and square", "{~R(a()),~S(a())}"),
        ("Answer: the ace is not red but square", "{~R(a())S(a())}"),
        ("Answer: the ace is red but not square or time-bending", "{R(a())~S(a())~B(a())}"),
        ("Answer: the ace is red or square, but not both", "{R(a())~S(a()),~R(a())S(a())}"),
        ("Answer: the ace is red or square, or both", "{R(a()),S(a())}"),
        ("Answer: the ace is red or square (or possibly both).", "{R(a()),S(a())}"),
        ("Answer: the ace is red (a surprise), and the king is red", "?unknown form"),
        ("Answer: the ace is not red and square", "?ambiguous"),
        ("Answer: the ace is not necessarily red", "?possibility"),
        ("Answer: the ace might be red", "?possibility"),
        ("Answer: the ace is non-red", "{~R(a())}"),
        ("Answer: the ace is a red card", "{R(a())}"),
        ("Answer: the ace is green", "?unknown word"),
    ]);
}

#[test]
fn subjects() {
    check(&[
        ("Answer: The ace and the king are red.", "{R(a())R(k())}"),
        ("Answer: the ace, the king and the one are all red", "{R(a())R(k())R(o())}"),
        ("Answer: the ace and the king are red and square respectively", "?unknown word"),
        ("Answer: The ace, the king, and the one are red.", "{R(a())R(k())R(o())}"),
        ("Answer: both the ace and the king are red", "{R(a())R(k())}"),
        ("Answer: the ace or the king is red", "{R(a()),R(k())}"),
        ("Answer: either the ace or the king is red", "{R(a()),R(k())}"),
        ("Answer: neither the ace nor the king is red", "{~R(a())~R(k())}"),
        ("Answer: neither the ace is red nor the king is square", "{~R(a())~S(k())}"),
        ("Answer: at least one of the ace and the king is red", "{R(a()),R(k())}"),
        ("Answer: the ace and the king cannot both be red", "{~R(a()),~R(k())}"),
        (
            "Answer: either the ace or the king is red, but not both.",
            "{R(a())~R(k()),~R(a())R(k())}",
        ),
        ("Answer: the ace is heavier than the king", "{L(a(),k())}"),
        ("Answer: the ace is identical to the king", "{==(a(),k())}"),
        ("Answer: the bell does not ring and the ace is red", "{~W()R(a())}"),
    ]);
}

#[test]
fn semicolons_part_claims() {
    check(&[
        (
            "Answer: the ace is red, or the king is red and square; and the one is either red or square \
             but not both. No further conclusion follows.",
            "{R(a())R(o())~S(o()),R(a())~R(o())S(o()),R(k())S(k())R(o())~S(o()),R(k())S(k())~R(o())S(o())}",
        ),
        (
            "Answer: either the ace is red, or the king is red and square; and either the one is red or \
             the ace is square.",
            "{R(a())R(o()),R(a())S(a()),R(k())S(k())R(o()),R(k())S(k())S(a())}",
        ),
        ("Answer: the ace is red; the king is square; and the one is red", "{R(a())S(k())R(o())}"),
        (
            "Answer: the ace is red; or the king is square, and the one is red",
            "{R(a()),S(k())R(o())}",
        ),
        (
            "Answer: if the ace is red, then the king is square; and the one is red",
            "{~R(a())R(o()),S(k())R(o())}",
        ),
        ("Answer: the ace is red; and the king is red; or the one is red", "?ambiguous"),
        ("Answer: either the ace is red; or the king is red", "{R(a()),R(k())}"),
        ("Answer: if the ace is red; then the king is red", "?unknown form"),
        (
            "Answer: the ace is red or the king is red; no further conclusion follows",
            "{R(a()),R(k())}",
        ),
        ("Answer: the ace is red or the king is red; and nothing else follows", "{R(a()),R(k())}"),
    ]);
}

#[test]
fn joints() {
    check(&[
        ("Answer: the ace is red and the king is square", "{R(a())S(k())}"),
        ("Answer: the ace is red, while the king is not", "?unknown form"),
        ("Answer: either the ace is red and square, or the king is", "?unknown form"),
        ("Answer: either the ace is red and square, or the king is red", "{R(a())S(a()),R(k())}"),
        (
            "Answer: the ace is red and either the king is red or the one is red",
            "{R(a())R(k()),R(a())R(o())}",
        ),
        (
            "Answer: either the ace is red or the king is red, and the one is red",
            "{R(a())R(o()),R(k())R(o())}",
        ),
        ("Answer: either the ace is red, or the king is red, and the one is red", "?ambiguous"),
        ("Answer: the ace is red, or the king is red, and the one is red", "?ambiguous"),
        (
            "Answer: the ace is red, the king is red and the one is red or the ace is square",
            "?ambiguous",
        ),
        ("Answer: the ace is red, the king is red or the one is red", "{R(a()),R(k()),R(o())}"),
        (
            "Answer: the ace is red, the king is red, the one is red or the ace is square or the king \
          is square",
            "?ambiguous",
        ),
        ("Answer: the ace is red and the king is red or the one is red", "?ambiguous"),
        ("Answer: the ace is red and square or time-bending", "?ambiguous"),
        (
            "Answer: either the ace is red and the king is red or the one is red",
            "{R(a())R(k()),R(o())}",
        ),
        ("Answer: it is not the case that the ace is red", "{~R(a())}"),
        ("Answer: it is not the case that the ace is red and the king is red", "?ambiguous"),
        (
            "Answer: it is not the case that both the ace is red and the king is red",
            "{~R(a()),~R(k())}",
        ),
        (
            "Answer: At least one of the following is true: the ace is red, the king is red, or the \
          one is red.",
            "{R(a()),R(k()),R(o())}",
        ),
        ("Answer: either (1) the ace is red, or (2) the king is red", "{R(a()),R(k())}"),
    ]);
}

#[test]
fn conditions() {
    check(&[
        ("Answer: if the ace is red, then the king is square", "{S(k())}^{R(a())}"),
        ("Answer: if the ace is red the king is square", "{S(k())}^{R(a())}"),
        ("Answer: when the ace is red, the king is square", "{S(k())}^{R(a())}"),
        ("Answer: the king is square if the ace is red", "{S(k())}^{R(a())}"),
        ("Answer: the king is square as long as the ace is red", "{S(k())}^{R(a())}"),
        ("Answer: the king is square only if the ace is red", "{R(a())}^{S(k())}"),
        ("Answer: the king is square unless the ace is red", "{S(k())}^{~R(a())}"),
        ("Answer: unless the ace is red, the king is square", "{S(k())}^{~R(a())}"),
        ("Answer: the ace is red if and only if the king is", "?unknown form"),
        ("Answer: if the ace is red, then it is also square", "{S(a())}^{R(a())}"),
        (
            "Answer: if the ace is red or square, then the king is red and the one is not",
            "?unknown form",
        ),
        ("Answer: the ace is red, given that the king is red", "?unknown form"),
    ]);
}

#[test]
fn quantifiers() {
    check(&[
        ("Answer: everything is red", "Ax {R(x)}"),
        ("Answer: all cards are red or square", "Ax {R(x),S(x)}"),
        ("Answer: every red card is square", "Ax {S(x)}^{R(x)}"),
        ("Answer: anything that is red is square", "Ax {S(x)}^{R(x)}"),
        ("Answer: all future predictors are red", "Ax {R(x)}^{F(x)}"),
        ("Answer: no red thing is square", "Ax {~S(x)}^{R(x)}"),
        ("Answer: No card that is red is square", "Ax {~S(x)}^{R(x)}"),
        ("Answer: all cards are not red", "?ambiguous"),
        ("Answer: any card is red", "Ax {R(x)}"),
        ("Answer: if any card is red, then the ace is square", "Ax {S(a())}^{R(x)}"),
        ("Answer: if all cards are red, then the ace is square", "Ex {S(a())}^{R(x)}"),
        ("Answer: if anything is red, then it is square", "?unknown form"),
        ("Answer: if something is red, then it is also square", "Ax {S(x)}^{R(x)}"),
        ("Answer: nothing is red", "Ax {~R(x)}"),
        ("Answer: not every card is red", "Ex {~R(x)}"),
        ("Answer: some card is red and not square", "Ex {R(x)~S(x)}"),
        ("Answer: there is at least one card that is red", "Ex {R(x)}"),
        ("Answer: there exists some X such that X is red and the ace is square", "Ex {R(x)S(a())}"),
        (
            "Answer: for all X, there is some Y such that X is red or Y is square",
            "Ax Ey {R(x),S(y)}",
        ),
        ("Answer: there is no X such that X is red", "Ax {~R(x)}"),
        ("Answer: X is red", "?unbound letter"),
        ("Answer: for all X, the ace is red", "?unbound letter"),
        ("Answer: planet X is red", "{R(x())}"),
    ]);
}

#[test]
fn signs_and_decoration() {
    check(&[
        ("**Answer:** `red(ace)`", "{R(a())}"),
        ("Answer: ¬red(ace) ∨ timeBending(timeCrystal)", "{~R(a()),B(t())}"),
        ("Answer: red(ace) & ~square(king)", "{R(a())~S(k())}"),
        (
            "Answer: $\\neg \\text{red}(\\text{ace}) \\lor \\text{square}(\\text{king})$",
            "{~R(a()),S(k())}",
        ),
        ("Answer: ∀x (red(x) → square(x))", "Ax {S(x)}^{R(x)}"),
        ("Answer: (the ace is red) or (the king is red and square)", "{R(a()),R(k())S(k())}"),
        ("Answer: _The ace_ is *red*", "{R(a())}"),
        ("Answer: “The ace is red”", "{R(a())}"),
    ]);
}

#[test]
fn names() {
    check(&[
        ("Answer: timeCrystal is timeBending", "{B(t())}"),
        ("Answer: the time crystal is time bending", "{B(t())}"),
        ("Answer: Time Crystl is tme-bending", "{B(t())}"),
        ("Answer: the one is red", "{R(o())}"),
        ("Answer: one is red", "?unknown form"),
        ("Answer: the ace is future predictor", "{F(a())}"),
        ("Answer: planet X is in a habitable zone", "?unknown form"),
        ("Answer: planet X is within the habitable zone", "{H(x())}"),
    ]);
}

#[test]
fn nothing_in_many_wordings() {
    for answer in [
        "Nothing follows.",
        "Answer: nothing",
        "Answer: From the premises, nothing follows with certainty.",
        "Answer: From the premises, we can conclude that nothing definite follows.",
        "Answer: we can conclude nothing beyond what is stated.",
        "Answer: No conclusion can be drawn.",
        "Answer: there is no logical conclusion",
        "Answer: From the premises, we cannot definitively conclude anything further.",
        "We can't determine whether the ace is red.",
        "Answer: It does not follow that the ace is red.",
        "Answer: there is not enough information to draw a conclusion",
        "Answer: I need more information to determine what follows.",
        "More information is needed.",
    ] {
        let read = vocabulary().read_answer(answer).unwrap_or_else(|e| panic!("{answer}: {e}"));
        assert_eq!((read.view.to_string().as_str(), read.rule), ("{0}", Rule::Nothing), "{answer}");
    }
    check(&[
        ("Answer: the ace is red, and nothing else follows", "{R(a())}"),
        ("Answer: Nothing follows about the ace, but the king is red.", "?unknown form"),
        ("Answer: we can conclude that only the ace is red", "?unknown form"),
        ("Answer: we can conclude only that the ace is red", "{R(a())}"),
        ("Answer: Nothing follows except that the ace is red.", "?unknown form"),
        ("Answer: the ace is red, but we cannot say whether the king is.", "{R(a())}"),
        ("Cards are fun! The more information you give me, the better I can help.", "?no claim"),
        ("The queen is what? With more information, I can offer more insights.", "?no claim"),
    ]);
}

#[test]
fn the_answer_is_found() {
    check(&[
        ("Answer: the ace is red.\n\nThis follows because the king is not red.", "{R(a())}"),
        ("Let me think. The king is red.\nAnswer: the ace is red", "{R(a())}"),
        ("Answer: the ace is red\nNo, wait.\nFinal answer: the king is red", "{R(k())}"),
        ("Answer: {logical statement}\nAnswer: the ace is red", "{R(a())}"),
        ("The king is red. Therefore, the ace is red.", "{R(a())}"),
        ("It follows that the ace is red because the king is not.", "{R(a())}"),
        ("The ace is red", "{R(a())}"),
        (
            "Answer: From the premises, we can conclude that:\n- the ace is red\n- the king is square",
            "{R(a())S(k())}",
        ),
        ("Answer:\n1. The ace is red.\n2. The king is square.", "{R(a())S(k())}"),
        (
            "Answer: At least one of the following is true:\n- the ace is red\n- the king is square",
            "{R(a()),S(k())}",
        ),
        (
            "Answer: Exactly one of these holds:\n- the ace is red\n- the king is square",
            "?ambiguous",
        ),
        ("Answer: None of the following holds:\n- the ace is red\n- the king is red", "?ambiguous"),
        ("Answer:\n1. The ace is red. This is plain.\n2. The king is square.", "?ambiguous"),
        ("Answer: The ace is red. Additionally, the king is square.", "{R(a())S(k())}"),
        ("Answer: Given that the king is red, the ace is red.", "?unknown form"),
        ("Answer: Given the premises, the ace is red.", "{R(a())}"),
        ("Answer: The king is red, so the ace is red.", "?unknown form"),
        ("Answer: The ace cannot be red without the king being red.", "?unknown word"),
        ("Answer: The ace is red without any doubt.", "{R(a())}"),
        ("Answer: The ace is red (or the king is red).", "?unknown form"),
        ("Answer: The ace is red (from the second premise).", "{R(a())}"),
        ("Answer: The ace is red, which means that the king is red.", "?unknown form"),
        ("Answer: Since the king is red, we can conclude that the ace is red.", "{R(a())}"),
        ("", "?empty"),
        ("...", "?empty"),
        ("Answer:", "?no claim"),
        ("I'm sorry, but I can't help with that.", "?refusal"),
        ("What a nice day. The sun shines.", "?no claim"),
        ("Answer: the premises are contradictory", "?about the premises"),
    ]);
}

#[test]
fn what_is_denied_before_the_verb_is_not_claimed() {
    let vocabulary = vocabulary();
    for lead in [
        "There is insufficient information to conclude",
        "We don't have enough information to safely conclude",
        "The premises do not give us any good reason to conclude",
        "None of the premises imply",
        "Neither premise lets us conclude",
        "Nobody can conclude",
        "We are unable to conclude",
        "There is no way to conclude",
        "It is a fallacy to conclude",
        "It is wrong to conclude",
        "It is invalid to infer",
        "It is incorrect to conclude",
        "It is premature to conclude",
        "It is never right to conclude",
        "It is wrong to say",
        "It is a mistake to infer",
        "We can hardly infer",
        "It fails to follow",
        "It would follow",
        "People wrongly conclude",
        "You say",
        "Let's say",
        "It is tempting to say",
        "Can we conclude",
        "Does it follow",
        "If all goes well, we conclude",
        "Given that the king is red, we can conclude",
        "If the king is red, we can conclude",
    ] {
        for before in ["", "Answer: ", "Answer: From the premises, "] {
            let answer = format!("{before}{lead} that the ace is red.");
            if let Ok(read) = vocabulary.read_answer(&answer) {
                assert_eq!(
                    (read.view.to_string().as_str(), read.rule),
                    ("{0}", Rule::Nothing),
                    "{answer}"
                );
            }
        }
    }
    for lead in [
        "There is no doubt that it follows",
        "It is wrong to say that we cannot conclude",
        "It is not impossible to conclude",
        "It is not wrong to conclude",
        "There is no reason why we cannot conclude",
        "It is false that nothing follows and",
    ] {
        for before in ["", "Answer: "] {
            let answer = format!("{before}{lead} that the ace is red.");
            assert!(vocabulary.read_answer(&answer).is_err(), "{answer}");
        }
    }
    for lead in [
        "From the premises, we can conclude",
        "From these premises one may safely infer",
        "We can therefore conclude",
        "Thus, it logically follows",
        "It must be concluded",
        "I would say",
        "From premises 1 and 2, we can deduce",
        "The premises imply",
        "As the king is not red, it follows",
        "From the premises that the king is not red, and that the one is square, we can conclude",
        "This allows us to conclude",
    ] {
        let answer = format!("Answer: {lead} that the ace is red.");
        let read = vocabulary.read_answer(&answer).unwrap_or_else(|e| panic!("{answer}: {e}"));
        assert_eq!(read.view.to_string(), "{R(a())}", "{answer}");
    }
}

#[test]
fn what_is_taken_back_is_not_claimed() {
    let vocabulary = vocabulary();
    for answer in [
        "Answer: The ace is red. However, this does not follow.",
        "Answer: The ace is red.\nHowever, this does not follow.",
        "Answer: The ace is red. This does not follow.",
        "Answer: The ace is red. Actually, nothing follows.",
        "Answer: The ace is red. Nothing follows.",
        "Answer: The ace is red. Wait, that is wrong: the king is red.",
        "Answer: The ace is red.\n\nWait, that is wrong: the king is red.",
        "Answer: The ace is red. No, the ace is not red.",
        "Answer: The ace is red. But that contradicts the premises.",
        "Answer: The ace is red because the king is. That is impossible.",
        "Answer: The ace is red. This is because the king is. But this is wrong.",
        "Answer: The ace is red (which does not follow).",
        "Answer: The ace is red (not necessarily).",
        "Answer: The ace is red (probably).",
        "Answer: The ace is red (false).",
        "Answer: The ace is red - no.",
        "Answer: The ace is red, which is impossible.",
        "Answer: The ace is red, which contradicts the premises.",
        "Answer: The ace is red, but nothing follows.",
        "Answer: The ace is red. However, we cannot be sure whether the ace is red or not.",
        "Answer: The ace is red. However, we cannot say whether the king is, but the one is red.",
        "Answer: The ace is red. This does not follow from the king being square.",
        "Answer: The ace is red. However, the premises do not show that the ace is red.",
        "Answer: The ace is red. The premises contradict this.",
        "Answer: The ace is red. It is not certain.",
        "Answer: The ace is red. This conclusion is wrong.",
        "Answer: The ace is red. That may be false.",
        "Answer: The ace is red. We cannot conclude this.",
        "Answer: The ace is red. We cannot conclude that the ace is red.",
        "Answer: The ace is red. The king is square.",
        "Answer:\n- The ace is red\n- The king is red\n\nWait, that is wrong.",
        "Therefore, the ace is red. However, this does not follow.",
        "Answer: Nothing follows. The ace is red.",
        "Answer: Nothing follows. However, the ace is red.",
        "I conclude: nothing. But the ace is red.",
        "Answer: Nothing follows; the ace is red.",
        "Answer: The ace is red. In fact, the ace is not red.",
        "Answer: The ace is red. On second thought, the king is.",
        "Answer: The ace is red, so they say.",
    ] {
        if let Ok(read) = vocabulary.read_answer(answer) {
            panic!("{answer:?}: {}", read.view);
        }
    }
    check(&[
        ("Answer: The ace is red. This is because the king is square.", "{R(a())}"),
        ("Answer: The ace is red. This is because the king is square. The one is red.", "{R(a())}"),
        ("Answer: The ace is red, since the king is not.", "{R(a())}"),
        ("Answer: The ace is red, but it cannot be square.", "{R(a())~S(a())}"),
        ("Answer: The ace is red. However, we cannot say whether the king is.", "{R(a())}"),
        ("Answer: The ace is red. (This follows because the king cannot be.)", "{R(a())}"),
        ("Answer: The ace is red. The ace is red.", "{R(a())}"),
        ("Answer: The ace is red. Nothing else follows.", "{R(a())}"),
        ("Answer: The ace is red. No other conclusion can be drawn.", "{R(a())}"),
        ("Answer: The ace is red. We cannot tell whether the king is.", "{R(a())}"),
        ("Answer: The ace is red.\n\nThe king is square. However, it is not red.", "{R(a())}"),
        ("Answer: Nothing follows. The premises say too little.", "{0}"),
        ("Answer: Nothing follows, because the ace is red.", "{0}"),
    ]);
}

#[test]
fn the_span_is_the_claim() {
    let text = "Well.\n**Answer:** From the premises, we can conclude that the ace isn't red, \
                because of the king.";
    let read = vocabulary().read_answer(text).expect("read");
    assert_eq!(&text[read.span], "the ace isn't red");
    assert_eq!(read.rule, Rule::Answer);
}
