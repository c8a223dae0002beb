//! Columns that belong to one version of a wide file.

use crate::{counts, plain};
use peirast_pairs::{AnswerKey, ItemSet, ItemVersion};
use peirast_record::{Number, Tolerance};

fn version<'s>(items: &'s ItemSet, name: &str) -> &'s ItemVersion {
    items.items[0].version(name).expect("a version")
}

#[test]
fn every_part_can_have_a_column_for_each_version() {
    let text = "id,question_a,question_b,context_a,context_b,answer_a,answer_b,tolerance_b,lure_a\n\
        1,How long is it today?,How long was it then?,It is a line.,It was a line.,3,4,0.5,7\n";
    let items = plain(text);
    let (a, b) = (version(&items, "a"), version(&items, "b"));
    let number = |text: &str| text.parse::<Number>().expect("a number");
    assert_eq!(a.key, AnswerKey::Number(number("3"), None));
    assert_eq!(b.key, AnswerKey::Number(number("4"), Some(Tolerance::Absolute(number("0.5")))));
    assert_eq!(a.lure, Some(AnswerKey::Number(number("7"), None)));
    assert_eq!(b.lure, None);
    assert!(a.question().starts_with("It is a line.\n"), "{}", a.question());
    assert!(b.question().starts_with("It was a line.\n"), "{}", b.question());
    assert_eq!(items.unused, Vec::<String>::new());
    let columns: std::collections::BTreeMap<_, _> = items.columns.iter().cloned().collect();
    assert_eq!(columns["context"], "context_a, context_b");
    let further = "question,paraphrase,answer,alternatives_paraphrase\nWhich town is the capital?,Name the capital town!,Paris,City of Light\n";
    let items = plain(further);
    assert_eq!(
        serde_json::json!(items.rows()[1]["answer"]),
        serde_json::json!(["Paris", "City of Light"])
    );
}

#[test]
fn options_of_each_version_in_columns_of_their_own() {
    for heads in [
        "question_plain,question_late,A_plain,B_plain,A_late,B_late",
        "plain_question,late_question,plain_A,plain_B,late_A,late_B",
        "question_plain,question_late,option_a_plain,option_b_plain,option_a_late,option_b_late",
        "question_plain,question_late,choice1_plain,choice2_plain,choice1_late,choice2_late",
    ] {
        let text = format!(
            "id,{heads},answer_plain,answer_late\n1,Which is first here?,Which is last here?,red,blue,grey,pink,A,B\n"
        );
        let items = plain(&text);
        assert_eq!(version(&items, "plain").choices, ["red", "blue"], "{heads}");
        assert_eq!(version(&items, "late").choices, ["grey", "pink"], "{heads}");
        assert_eq!(version(&items, "late").answer_text(), "pink", "{heads}");
    }
}

#[test]
fn versions_can_share_their_question() {
    for (text, names, options) in [
        (
            "question,A_plain,B_plain,A_moved,B_moved,answer_plain,answer_moved\nWhich is it?,red,blue,blue,red,A,B\n",
            ["plain", "moved"],
            ["blue", "red"],
        ),
        (
            "question,choices,choices_moved,answer,answer_moved\nWhich is it?,red|blue,blue|red,A,B\n",
            ["original", "moved"],
            ["blue", "red"],
        ),
        (
            "question,choices_plain,choices_moved,answer\nWhich is it?,red|blue,blue|red,red\n",
            ["plain", "moved"],
            ["blue", "red"],
        ),
    ] {
        let items = plain(text);
        assert_eq!(items.versions, names, "{text}");
        assert_eq!(version(&items, "moved").choices, options, "{text}");
        assert_eq!(version(&items, "moved").answer_text(), "red", "{text}");
        assert_eq!(items.unused, Vec::<String>::new(), "{text}");
    }
    let context = "question,context,context_long,answer\nHow many are left?,She had 3 of them.,She had 3 of them and slept.,3\n";
    let items = plain(context);
    assert_eq!(counts(&items).1, ["original", "long"]);
    assert!(version(&items, "long").question().starts_with("She had 3 of them and slept."));
    assert!(!version(&items, "original").question().contains("slept"));
}

#[test]
fn columns_next_to_a_question_are_no_versions() {
    for text in [
        // Scores and times of two raters.
        "question,score_a,score_b,time_a,time_b,answer\nIs it so?,3,4,10,12,yes\nIs it?,5,1,9,9,no\n",
        // The same list in another form.
        "question,choices,choices_text,answer\nWhich is it?,red|blue,red|blue,A\n",
        // Passages of one text, and what is said about it.
        "question,context_1,context_2,context_title,answer\nHow many are there?,There are three of them.,And there is one more.,A tale of things,4\n",
    ] {
        assert_eq!(plain(text).versions, ["original"], "{text}");
    }
}

#[test]
fn versions_in_a_list() {
    let objects = r#"{"id": "q1", "versions": [{"name": "plain", "question": {"stem": "Which is it?", "choices": [{"label": "A", "text": "red"}, {"label": "B", "text": "blue"}]}, "answerKey": "A"}, {"name": "late", "question": {"stem": "Which was it?", "choices": [{"label": "A", "text": "grey"}, {"label": "B", "text": "pink"}]}, "answerKey": "B"}]}"#;
    let items = plain(objects);
    assert_eq!(counts(&items).1, ["plain", "late"]);
    assert_eq!(version(&items, "late").answer_text(), "pink");
    let texts = r#"{"id": 1, "question": "Is 7 an odd number?", "paraphrases": ["Is the number 7 odd?", "Would you call 7 odd?"], "answer": "yes"}"#;
    assert_eq!(plain(texts).versions, ["original", "paraphrase_1", "paraphrase_2"]);
    let named = r#"{"id": 1, "prompts": ["Is the number 7 odd?", "Would you call 7 odd?"], "answer": "yes"}"#;
    assert_eq!(plain(named).versions, ["1", "2"]);
    let bare = r#"{"variants": [{"text": "Is the number 7 odd?"}, {"text": "Would you call 7 odd?"}], "answer": "yes"}
{"variants": [{"text": "Is the number 8 odd?"}, {"text": "Would you call 8 odd?"}], "answer": "no"}"#;
    let items = plain(bare);
    assert_eq!((counts(&items).0, counts(&items).1), (2, vec!["1".to_owned(), "2".to_owned()]));
}

#[test]
fn a_question_can_be_a_message() {
    let text = r#"{"input": [{"role": "user", "content": "Is 7 odd?"}], "ideal": "yes"}"#;
    let items = plain(text);
    assert_eq!(version(&items, "original").question(), "Is 7 odd?\n");
}

#[test]
fn versions_in_objects_have_their_own_answers_and_options() {
    let text = r#"{"id": 1, "versions": {"plain": {"question": {"stem": "Which is it?", "choices": [{"label": "A", "text": "red"}, {"label": "B", "text": "blue"}]}, "answerKey": "A"}, "story": {"question": {"stem": "Which was it?", "choices": [{"label": "A", "text": "grey"}, {"label": "B", "text": "pink"}]}, "answerKey": "B"}}}"#;
    let items = plain(text);
    assert_eq!(items.versions, ["plain", "story"]);
    assert_eq!(version(&items, "plain").answer_text(), "red");
    assert_eq!(version(&items, "story").answer_text(), "pink");
    // The name of a version may be that of a part.
    let named = r#"{"id": 1, "versions": {"plain": "Which is it today?", "story": "Which was it then?"}, "answer": "yes"}"#;
    let items = plain(named);
    assert_eq!(items.versions, ["plain", "story"]);
    assert_eq!(version(&items, "plain").question(), "Which is it today?\n");
}
