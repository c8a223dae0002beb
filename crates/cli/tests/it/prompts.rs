//! `peirast prompts batch`: prompts as the programs of published studies send them.

use crate::support::{Place, json_lines, says};
use serde_json::json;

#[test]
fn prompts_are_made_and_compared_to_the_byte() {
    let place = Place::new();
    let asked = json!({"fallacy_type": "sets", "method": "zero_shot_cot", "question": "Is it?"});
    let syllogism = json!({"strategy": "zero_shot", "item": {
        "statement_1": "All A are B.", "statement_2": "All B are C.", "conclusion": "All A are C."}});
    place.write("rows.jsonl", format!("{asked}\n{syllogism}\n"));
    let made = json_lines(&place.ok("prompts batch rows.jsonl"));
    assert_eq!(made[0]["messages"][1]["content"], "Is it?\nAccess step by step.");
    assert_eq!(made[1]["messages"].as_array().map(Vec::len), Some(1));

    let mut right = asked.clone();
    right["messages"] = made[0]["messages"].clone();
    let mut wrong = syllogism.clone();
    wrong["sent"] =
        json!(format!("{} ", made[1]["messages"][0]["content"].as_str().unwrap_or_default()));
    place.write("recorded.jsonl", format!("{right}\n{wrong}\n{asked}\n"));
    let done = place.run("prompts batch --check recorded.jsonl");
    assert_eq!((done.code, done.out.as_str()), (Some(1), "1 passed, 2 failed\n"));
    says(
        &done.err,
        &["line 2: message 1 differs", "line 3: no row: nothing is recorded that was sent"],
    );
}

#[test]
fn rows_that_ask_for_what_no_program_has_are_refused_by_name() {
    let place = Place::new();
    let rows = [
        json!({"fallacy_type": "linda", "method": "two_shots", "question": "Which?"}),
        json!({"fallacy_type": "lisa", "method": "one_shot", "question": "Which?"}),
        json!({"fallacy_type": "linda", "method": "few_shots", "question": "Which?"}),
        json!({"strategy": "few", "item": {"statement_1": "A", "statement_2": "B", "conclusion": "C"}}),
        json!({"question": "Which?"}),
    ];
    place.write("rows.jsonl", rows.clone().map(|row| format!("{row}\n")).concat());
    let done = place.run("prompts batch rows.jsonl");
    assert_eq!(done.code, Some(1));
    says(
        &done.err,
        &[
            "line 1: the published program has no method `two_shots`; it has: control_one_shot_cot",
            "line 2: the published program has no fallacy_type `lisa`; it has: linda, sets",
            "line 3: `few_shots` needs 2 exemplars, and there are 0",
            "line 4: the published program has no strategy `few`; it has: zero_shot",
            "line 5: no row: ",
        ],
    );
    assert_eq!(json_lines(&done.out).len(), rows.len(), "a line for each row");
}

#[test]
fn a_text_with_nothing_in_it_makes_no_prompt() {
    let place = Place::new();
    let full = json!({"statement_1": "All A are B.", "statement_2": "All B are C.", "conclusion": "All A are C."});
    let blank = |field: &str, text: &str| {
        let mut item = full.clone();
        item[field] = json!(text);
        json!({"strategy": "zero_shot", "item": item})
    };
    let exemplar = json!({"question": "Which?", "target_answer": " "});
    for (row, said) in [
        (blank("statement_1", ""), "item.statement_1 has nothing in it"),
        (blank("statement_2", " \t"), "item.statement_2 has nothing in it"),
        (blank("conclusion", "\u{200b}"), "item.conclusion has nothing in it"),
        (
            json!({"fallacy_type": "linda", "method": "zero_shot_cot", "question": "\n"}),
            "question has nothing in it",
        ),
        (
            json!({"fallacy_type": "linda", "method": "one_shot", "question": "Which?", "exemplars": [exemplar]}),
            "target_answer of exemplar 1 has nothing in it",
        ),
        (
            json!({"premises_text": ["There is a king.", ""], "names": {}, "prompt": "x"}),
            "premises_text 2 has nothing in it",
        ),
    ] {
        place.write("rows.jsonl", format!("{row}\n"));
        let done = place.run("prompts batch rows.jsonl");
        assert_eq!(done.code, Some(1), "{row}");
        says(&done.err, &["line 1: no row: ", said]);
        assert!(!done.out.contains("messages"), "{}", done.out);
    }
}

#[test]
fn a_check_of_nothing_passes_nothing() {
    let place = Place::new();
    for text in ["", "\n \n"] {
        place.write("rows.jsonl", text);
        for line in [
            "prompts batch --check rows.jsonl",
            "read batch --check rows.jsonl",
            "logic batch --check rows.jsonl",
            "etr batch --check rows.jsonl",
        ] {
            let done = place.run(line);
            assert_eq!((done.code, done.out.as_str()), (Some(1), ""), "{line}: {}", done.err);
            says(&done.err, &["there is no row to check"]);
        }
    }
}
