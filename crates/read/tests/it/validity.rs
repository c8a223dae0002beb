//! The reader of "correct" and "incorrect" on 440 responses in the style of language models and 419
//! hostile ones. The labels are the verdicts that a careful human reader would find.
//!
//! The texts were written for this test, the hostile ones to mislead the reader. They show which
//! phrases it understands. They are no sample of models' answers, and do not estimate an error
//! rate. An ambiguous text must be left unread, not read as the contrary.

use peirast_read::{Context, published, read};
use peirast_record::{Answer, FinishReason, Task};
use serde::Deserialize;

#[derive(Deserialize)]
struct Labelled {
    text: String,
    finish: FinishReason,
    label: String,
}

fn labelled() -> Vec<Labelled> {
    read_lines(include_str!("../data/validity.jsonl"))
}

fn read_lines(text: &str) -> Vec<Labelled> {
    let lines = text.lines();
    lines.map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn label(answer: Answer) -> &'static str {
    match answer {
        Answer::Valid(true) => "correct",
        Answer::Valid(false) => "incorrect",
        Answer::Refused => "refused",
        Answer::Empty => "empty",
        Answer::Truncated => "truncated",
        _ => "unclear",
    }
}

#[test]
fn nearly_all_responses_are_read_as_a_person_reads_them_and_few_as_the_contrary() {
    let all = labelled();
    let (mut same, mut contrary, mut invented) = (0, Vec::new(), Vec::new());
    for response in &all {
        let context = Context::new(&[], response.finish);
        let answer = read(Task::Validity, &response.text, &context).answer;
        let decided = matches!(response.label.as_str(), "correct" | "incorrect");
        match (label(answer) == response.label, decided, answer.is_verdict()) {
            (true, ..) => same += 1,
            (false, true, true) => contrary.push(&response.text),
            (false, false, true) => invented.push(&response.text),
            (false, _, false) => {}
        }
    }
    assert!(same * 100 >= all.len() * 92, "{same} of {}", all.len());
    assert!(contrary.is_empty(), "{contrary:#?}");
    assert!(invented.len() <= 4, "{invented:#?}");
}

#[test]
fn the_published_rule_reads_the_same_responses_worse() {
    let all = labelled();
    let wrong = |response: &&Labelled| {
        let reads = published::correctness(&response.text);
        let decided = matches!(response.label.as_str(), "correct" | "incorrect");
        decided && reads.as_str() != response.label
    };
    assert!(all.iter().filter(wrong).count() > 40);
}

#[test]
fn few_hostile_responses_are_read_as_the_contrary() {
    let all = read_lines(include_str!("../data/validity_hostile.jsonl"));
    let contrary = |response: &&Labelled| {
        let context = Context::new(&[], response.finish);
        let answer = read(Task::Validity, &response.text, &context).answer;
        let said = label(answer);
        let decided = ["correct", "incorrect"];
        decided.contains(&response.label.as_str())
            && decided.contains(&said)
            && said != response.label
    };
    let found = all.iter().filter(contrary).count();
    assert!(found <= 16, "{found} of {}", all.len());
    let published = |response: &&Labelled| {
        let said = published::correctness(&response.text).as_str();
        let decided = ["correct", "incorrect"];
        decided.contains(&response.label.as_str())
            && decided.contains(&said)
            && said != response.label
    };
    assert!(all.iter().filter(published).count() > 100, "the substring rule is easier to mislead");
}
