//! Questions with several right options.

use crate::{plain, read};
use peirast_pairs::AnswerKey;
use peirast_record::{Answer, DataPlan};

fn keys(text: &str) -> Vec<AnswerKey> {
    let items = plain(text);
    items.items.iter().map(|item| item.versions[0].key.clone()).collect()
}

#[test]
fn every_way_to_write_several_right_options() {
    let both = [AnswerKey::Choice(vec![0, 2]), AnswerKey::Choice(vec![1])];
    for (one, two) in [
        ("\"A,C\"", "B"),
        ("A;C", "B"),
        ("A and C", "B"),
        ("A/C", "B"),
        ("AC", "B"),
        ("\"['A', 'C']\"", "B"),
        ("iron|tin", "gold"),
        ("\"0, 2\"", "1"),
        ("\"(A), (C)\"", "(B)"),
    ] {
        let text = format!(
            "question,choices,answer\nWhich are hard?,iron|gold|tin,{one}\nWhich is it?,iron|gold|tin,{two}\n"
        );
        assert_eq!(keys(&text), both, "{one}");
    }
    let lists = r#"{"question": "Which?", "choices": ["iron", "gold", "tin"], "answer": ["A", "C"]}
{"question": "Who?", "choices": ["iron", "gold", "tin"], "answer": "B"}"#;
    assert_eq!(keys(lists), both);
    let marked = r#"{"question": "Which?", "mc2_targets": 0, "choices": {"text": ["iron", "gold", "tin"], "label": [1, 0, 1]}}"#;
    assert_eq!(keys(marked), both[..1]);
    let further =
        "question,choices,answer,alternatives\nWhich?,iron|gold|tin,A,C\nWho?,iron|gold|tin,B,\n";
    assert_eq!(keys(further), both);
    // The text of one option is one option.
    let comma = "question;A;B;C;answer\nWhich?;red, white;red;white;red, white\n";
    assert_eq!(keys(comma), [AnswerKey::Choice(vec![0])]);
}

#[test]
fn any_right_option_counts_and_a_note_says_so() {
    let text = "item,version,question,choices,answer\n1,plain,Which is hard?,iron|gold|tin,\"A,C\"\n1,other,Which one is hard?,iron|gold|tin,\"C,A\"\n";
    let items = plain(text);
    let notes = items.warnings().join("\n");
    assert!(
        notes.contains(
            "2 of 2 questions have several right options, for example (A) and (C) in line 2"
        ),
        "{notes}"
    );
    assert!(notes.contains("ask for each option in a row of its own"), "{notes}");
    assert!(!notes.contains("right answer of `other` differs"), "{notes}");
    let problem = items.problems().expect("problems").remove(0);
    for (letter, counted) in [('a', 'a'), ('b', 'b'), ('c', 'a')] {
        assert_eq!(problem.counted(Answer::Choice(letter)), Answer::Choice(counted), "{letter}");
    }
    assert_eq!(problem.truth.why, " gives (A) or (C), which count as one answer (line 2).");
}

#[test]
fn right_options_move_together_and_are_written_and_read_back() {
    let text =
        "item,question,choices,answer\n1,Which of these is hard?,iron|gold|tin|wax,\"B,D\"\n";
    let items = read(text, &DataPlan::default()).expect("items");
    let items = items.with(&["rotate-options=1".parse().expect("one")], 1).expect("a version");
    let rotated = &items.items[0].versions[1];
    assert_eq!(rotated.key, AnswerKey::Choice(vec![2, 0]));
    assert_eq!(rotated.answer_text(), "gold or wax");
    let lines: String =
        items.rows().iter().map(|row| format!("{}\n", serde_json::json!(row))).collect();
    let again = plain(&lines);
    assert_eq!(again.items[0].versions[1].key, rotated.key);
    assert_eq!(again.marks()["rotate-options=1"], "certified");
}

#[test]
fn a_wrong_hint_names_no_right_option() {
    let text = "item,question,choices,answer\n1,Which is hard?,iron|wax|tin,\"A,C\"\n";
    let items = plain(text).with(&["hint=wrong".parse().expect("one")], 1).expect("a version");
    assert_eq!(items.items[0].versions[1].lure, Some(AnswerKey::Choice(vec![1])));
}
