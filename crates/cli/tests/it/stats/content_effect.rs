//! The content effect of files in the layout of SemEval-2026 Task 11.

use super::{close, one, row};
use crate::support::{Place, Wording, says};

/// The gold data and a submission of the example in the task's evaluation program.
const GOLD: &str = r#"[
    {"id": "id1", "syllogism": "All a are b.", "validity": false, "plausibility": true},
    {"id": "id2", "validity": true, "plausibility": true},
    {"id": "id3", "validity": false, "plausibility": false},
    {"id": "id4", "validity": true, "plausibility": false},
    {"id": "id5", "validity": true, "plausibility": true},
    {"id": "id6", "validity": false, "plausibility": true},
    {"id": "id7", "validity": false, "plausibility": false},
    {"id": "id8", "validity": true, "plausibility": false},
    {"id": "id9", "validity": true, "plausibility": true},
    {"id": "id10", "validity": false, "plausibility": true}
]"#;
const SUBMISSION: &str = r#"[
    {"id": "id1", "validity": false}, {"id": "id2", "validity": true},
    {"id": "id3", "validity": false}, {"id": "id4", "validity": false},
    {"id": "id5", "validity": true}, {"id": "id6", "validity": true},
    {"id": "id7", "validity": false}, {"id": "id8", "validity": true},
    {"id": "id9", "validity": true}, {"id": "id10", "validity": true}
]"#;

const LINE: &str = "content-effect --gold gold.json --answers submission.json";

fn place() -> Place {
    let place = Place::new();
    place.write("gold.json", GOLD);
    place.write("submission.json", SUBMISSION);
    place
}

#[test]
fn the_example_of_the_task_comes_out() {
    let place = place();
    let found = row(&place, LINE);
    close(one(&found, "accuracy"), 70.0, "accuracy");
    close(one(&found, "implausible_and_valid"), 50.0, "a cell");
    close(one(&found, "content_effect"), 175.0 / 3.0, "content effect");
    close(one(&found, "score"), 70.0 / (1.0 + (178.0_f64 / 3.0).ln()), "score");
    let (low, high) = (one(&found["interval"], "low"), one(&found["interval"], "high"));
    assert!(low < 13.7709 && 13.7709 < high, "{found}");
    assert_eq!((&found["items"], &found["without_answer"]), (&10.into(), &0.into()));
    says(&place.ok(&format!("stats {LINE}")), &["score", "13.771", "score by chance", "items"]);

    // Ids may be numbers; items that belong together are drawn together.
    place.write("gold.json", GOLD.replace(r#""id": "id"#, r#""of": "b", "id": "id"#));
    let clustered = row(&place, &format!("{LINE} --by of"));
    assert_eq!(clustered["interval"]["undefined"], "fewer than two clusters");
    assert_eq!(clustered["score"], found["score"]);
    let numbered = |text: &str| {
        (1..=10)
            .fold(text.to_owned(), |text, n| text.replace(&format!("\"id{n}\""), &n.to_string()))
    };
    place.write("gold.json", numbered(GOLD));
    place.write("submission.json", numbered(SUBMISSION));
    assert_eq!(row(&place, LINE)["score"], found["score"]);
}

#[test]
fn items_without_an_answer_count_as_wrong_and_are_named() {
    let place = place();
    place.write("submission.json", SUBMISSION.replace(r#", {"id": "id2", "validity": true}"#, ""));
    let found = row(&place, LINE);
    close(one(&found, "accuracy"), 60.0, "accuracy");
    assert_eq!(found["without_answer"], 1);
    says(
        &place.ok(&format!("stats {LINE}")),
        &["Note: 1 of 10 items has no answer and counts as wrong: `id2`."],
    );
    place.write("submission.json", r#"[{"id": "id1", "validity": false}]"#);
    says(&place.ok(&format!("stats {LINE}")), &["9 of 10 items have no answer", "and 4 more"]);
}

#[test]
fn a_complaint_names_file_item_and_field() {
    let mut wording = Wording::default();
    let place = place();
    for (file, from, to, complaint) in [
        ("submission.json", r#""id8""#, r#""id7""#, "item 8: the id `id7` is also that of item 7"),
        (
            "submission.json",
            r#""id8""#,
            r#""id11""#,
            "item 8: no item of the gold data has the id `id11`",
        ),
        (
            "submission.json",
            r#"{"id": "id1", "validity": false}"#,
            r#"{"id": "id1", "validity": "false"}"#,
            "submission.json, item 1, `validity`: \"false\" is neither true nor false",
        ),
        ("submission.json", r#"{"id": "id1", "#, "{", "item 1: `id` is missing"),
        ("submission.json", r#"{"id": "id1", "#, r#"{"id": [1], "#, "item 1, `id`: [1] is neither"),
        ("submission.json", "[", "", "reading submission.json as a JSON list"),
        ("submission.json", SUBMISSION, "[]", "submission.json is empty"),
        (
            "gold.json",
            r#""id": "id5""#,
            r#""id": "id2""#,
            "item 5: the id `id2` is also that of item 2",
        ),
        (
            "gold.json",
            r#", "plausibility": true}"#,
            "}",
            "gold.json, item 1: `plausibility` is missing",
        ),
        (
            "gold.json",
            r#""validity": true, "plausibility": false"#,
            r#""validity": true, "plausibility": true"#,
            "no answer is about an item that is implausible and valid",
        ),
    ] {
        let (gold, submission) = match file {
            "gold.json" => (GOLD.replace(from, to), SUBMISSION.to_owned()),
            _ => (GOLD.to_owned(), SUBMISSION.replace(from, to)),
        };
        place.write("gold.json", gold);
        place.write("submission.json", submission);
        let said = place.fails(1, &format!("stats {LINE}"));
        says(&said, &[complaint]);
        wording.add(complaint, &said);
    }
    place.write("gold.json", GOLD);
    place.write("submission.json", SUBMISSION);
    says(
        &place.fails(1, "stats content-effect --gold none.json --answers none.json"),
        &["reading none.json"],
    );
    says(&place.fails(1, &format!("stats {LINE} --confidence 2")), &["confidence"]);
    insta::assert_snapshot!(wording.text());
}
