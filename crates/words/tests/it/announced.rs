//! Conclusions that are announced late, quoted, in tags, in fields or under headings; removal of
//! parts of a response before reading; and the validity of a conclusion in a cut-off text.

use crate::support::table::{check, vocabulary};
use peirast_words::{Role, Rule, Vocabulary};

/// Text before an announcement: thoughts with more than one claim.
const THOUGHTS: &str = "The king is square. The one may be red or not.\n";

#[test]
fn late_announcements_are_read() {
    for announcement in [
        "The conclusion is: the ace is red.",
        "The conclusion is: \"The ace is red.\"",
        "The conclusion is \"the ace is red\".",
        "The conclusion is **the ace is red**.",
        "The conclusion is the ace is red.",
        "**Conclusion**: The ace is red.",
        "**Conclusion:** The ace is red.",
        "*Conclusion* - the ace is red.",
        "Conclusion:\nThe ace is red.",
        "The conclusion is:\n\n> The ace is red.",
        "The conclusion is\n\nThe ace is red.",
        "Therefore, the conclusion is that the ace is red.",
        "So the conclusion that follows from the premises is that the ace is red.",
        "The conclusion we can draw is: the ace is red.",
        "Since the king is not red, the conclusion is that the ace is red.",
        "What follows is that the ace is red.",
        "So what follows from the premises is: the ace is red.",
        "What we can conclude is that the ace is red.",
        "What can be inferred is that the ace is red.",
        "In conclusion, the ace is red.",
        "The answer is: the ace is red.",
        "The answer is that the ace is red.",
        "My final answer is: the ace is red",
        "The answer to the question is: the ace is red.",
        "Final answer: the ace is red.",
        "**Final Answer**\nThe ace is red.",
        "## Conclusion\n\nThe ace is red.",
        "Answer:\n```text\nThe ace is red.\n```",
        "The answer is:\n```\nThe ace is red\n```",
        "Answer: “The ace is red.”",
        "Answer:\n\"The ace is red.\"",
        "<answer>The ace is red.</answer>",
        "<answer>\nConclusion: the ace is red\n</answer>",
        "<final_answer>The ace is red</final_answer> I hope that helps.",
        "&lt;answer&gt;The ace is red.&lt;/answer&gt;",
        "{\"conclusion\": \"The ace is red.\"}",
        "```json\n{\n  \"reasoning\": \"The king is square.\",\n  \"answer\": \"The ace is red.\"\n}\n```",
        "{'conclusion': 'the ace is red'}",
    ] {
        for text in [announcement.to_owned(), format!("{THOUGHTS}{announcement}")] {
            let read = vocabulary().read_answer(&text).unwrap_or_else(|e| panic!("{text}: {e}"));
            assert_eq!(read.view.to_string(), "{R(a())}", "{text}");
            let said = &text[read.span.clone()];
            assert!(said.to_lowercase().starts_with("the ace is red"), "{text}: {said}");
            assert!(read.announced || text == announcement, "{text}");
        }
    }
}

#[test]
fn the_last_announcement_counts() {
    check(&[
        ("Conclusion: the king is red.\nWait.\nThe conclusion is that the ace is red.", "{R(a())}"),
        ("The conclusion is that the king is red.\nThe answer is: the ace is red.", "{R(a())}"),
        ("The answer is: the king is red.\nFinal answer: the ace is red.", "{R(a())}"),
        ("The answer is: the king is red.\nThe answer is: the ace is red.", "?ambiguous"),
        (
            "From the premises, we can conclude that the ace is red. Since the king is square, the answer \
             is: the king is square.",
            "{R(a())}",
        ),
        (
            "From the premises, we can conclude that the ace is red. Hm. The final answer is: the king is \
             square.",
            "{S(k())}",
        ),
        ("Answer: the king is red.\n{\"answer\": \"the ace is red\"}", "?ambiguous"),
        ("[{\"answer\": \"the king is red\"}, {\"answer\": \"the ace is red\"}]", "?disowned"),
    ]);
}

#[test]
fn what_only_sounds_like_an_announcement_is_none() {
    check(&[
        ("The conclusion is clear. Therefore, the ace is red.", "{R(a())}"),
        ("The answer is not hard to find. Therefore, the ace is red.", "{R(a())}"),
        ("If the king is red, the conclusion is that the ace is red. But it is not.", "?no claim"),
        ("A student thinks the answer is: the ace is red. I do not.", "?no claim"),
        ("The wrong conclusion is that the ace is red. Therefore, the king is red.", "{R(k())}"),
        ("What is the conclusion? Therefore, the ace is red.", "{R(a())}"),
        ("Is the conclusion that the king is red? No. Therefore, the ace is red.", "{R(a())}"),
        ("The conclusion is that the ace is green. The king is red.", "?unknown word"),
    ]);
}

#[test]
fn markup_and_other_turns_are_left_out() {
    check(&[
        ("[THINK]Answer: the king is red.[/THINK]Answer: the ace is red.", "{R(a())}"),
        ("◁think▷Answer: the king is red.◁/think▷Answer: the ace is red.", "{R(a())}"),
        (
            "<|channel|>analysis<|message|>Answer: the king is red.<|end|><|channel|>final<|message|>\
             Answer: the ace is red.<|return|>",
            "{R(a())}",
        ),
        ("&lt;think&gt;Answer: the king is red.&lt;/think&gt;Answer: the ace is red.", "{R(a())}"),
        ("<scratchpad>Answer: the king is red.", "?reasoning only"),
        ("Answer: the ace is red.</s>Answer: the king is red.", "{R(a())}"),
        ("Answer: the ace is red.\n\nQuestion: And now?\nAnswer: the king is red.", "{R(a())}"),
        ("Answer: the ace is red.\n\nUser: Why?\nAnswer: the king is red.", "{R(a())}"),
        ("Let us see.\nProblem: what follows?\nAnswer: the ace is red.", "{R(a())}"),
    ]);
    let question = "You are dealt a hand of cards, and this is known: the king is square.";
    let text = "Answer: the ace is red.\n\nYou are dealt a hand of cards, and that is it.\n\nAnswer: the \
                king is red.";
    let read = vocabulary().read_answer_to(question, text).expect("an answer");
    assert_eq!(read.view.to_string(), "{R(a())}");
    assert_eq!(&text[read.span], "the ace is red");
    assert!(vocabulary().read_answer(text).is_err(), "two answers");
}

#[test]
fn signs_are_folded_and_found_again() {
    for (text, view, said) in [
        ("Ａｎｓｗｅｒ： Ｔｈｅ ａｃｅ ｉｓ ｒｅｄ", "{R(a())}", "Ｔｈｅ ａｃｅ ｉｓ ｒｅｄ"),
        ("<b>Answer:</b> the&nbsp;ace is red<br>", "{R(a())}", "the&nbsp;ace is red"),
        ("Answer: ~~the king is red~~ the ace is red", "{R(a())}", "the ace is red"),
        ("Answer: the\u{200b} ace\u{a0}is red", "{R(a())}", "the\u{200b} ace\u{a0}is red"),
        (r"Answer: $\sim red(ace)\,\lor\;square(king)$", "{S(k()),~R(a())}", "\\sim red"),
        ("Answer: ~~red(ace)", "{R(a())}", "~~red(ace"),
        ("Answer: red(ace) &amp; square(king)", "{R(a())S(k())}", "red(ace) &amp; square(king"),
    ] {
        let read = vocabulary().read_answer(text).unwrap_or_else(|e| panic!("{text}: {e}"));
        assert_eq!(read.view.to_string(), view, "{text}");
        let span = &text[read.span];
        assert!(span.starts_with(said), "{text}: {span}");
    }
    // Words that folding would change are read unchanged.
    let words = Vocabulary::default()
        .with(Role::Object, "a", "Agent ½")
        .and_then(|it| it.with(Role::Predicate, "R", "red"))
        .expect("words");
    let read = words.read_answer("Answer: Agent ½ is red.").map(|read| read.view.to_string());
    assert_eq!(read.as_deref(), Ok("{R(a())}"));
}

#[test]
fn a_field_has_a_rule_of_its_own() {
    let read = vocabulary().read_answer("{\"conclusion\": \"The ace is red.\"}").expect("a field");
    assert_eq!(read.rule, Rule::Field);
    let read = vocabulary().read_answer("{\"conclusion\": \"Nothing follows.\"}").expect("a field");
    assert_eq!((read.rule, read.announced), (Rule::Nothing, true));
}

#[test]
fn what_was_cut_off_stands_only_if_it_was_announced() {
    for (text, stands) in [
        ("Answer: the ace is red. This is bec", true),
        ("Answer: the ace is red.", true),
        ("Answer: the ace is red", false),
        ("The conclusion is that the ace is red. As the", true),
        ("What follows is that nothing follows. As the", true),
        ("Conclusion:\n- the ace is red\n- the king is red\n", false),
        ("Conclusion:\n- the ace is red\n- the king is red\n\nAs the", true),
        ("<answer>The ace is red</answer>", true),
        ("<answer>The ace is red", false),
        ("{\"conclusion\": \"the ace is red\"", true),
        ("{\"conclusion\": \"the ace is red", false),
        // Statements on the way to a conclusion.
        ("Therefore, the ace is red. Let us see whether", false),
        ("From the premises, we can conclude that the ace is red. Now for the", false),
        ("Let me see. Nothing follows so far. Now for the", false),
        ("The ace is red.", false),
        ("Nothing follows.", false),
    ] {
        let read = vocabulary().read_answer(text).unwrap_or_else(|e| panic!("{text}: {e}"));
        assert_eq!(read.withstands(text), stands, "{text}");
    }
    for (text, announces) in [
        ("Answer: the ace is greenish. As the", true),
        ("The conclusion is that the ace is greenish. As the", true),
        ("{\"conclusion\": \"the ace is greenish\"", true),
        ("Answer: the ace is greenish", false),
        ("Therefore, the ace is greenish. As the", false),
        ("<think>Answer: the ace is red. As the", false),
        ("", false),
    ] {
        assert_eq!(vocabulary().announces("", text), announces, "{text}");
    }
}
