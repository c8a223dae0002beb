//! Marks of versions, in files that are written and read back.

use crate::{items, plain, read};
use peirast_pairs::{AnswerKey, Certification, ItemSet, Transformation, Understood};
use peirast_record::DataPlan;
use serde_json::{Value, json};

/// The rows of a set as JSON lines.
fn lines(rows: &[serde_json::Map<String, Value>]) -> String {
    rows.iter().map(|row| json!(row).to_string() + "\n").collect()
}

fn again(rows: &[serde_json::Map<String, Value>]) -> ItemSet {
    plain(&lines(rows))
}

fn made(names: &[&str]) -> ItemSet {
    let text = "id,passage,question,choices,answer\n\
                1,Anna owns 12 old books. She reads them at home.,Some birds can swim well today. Which of these is red?,sky|rose|sea,B\n\
                2,Omar has 7 green hats. They are in a box.,Some lamps are never switched off. Which of these is blue?,sky|rose|coal,A\n";
    let transformations: Vec<Transformation> =
        names.iter().map(|name| name.parse().expect("a transformation")).collect();
    plain(text).with(&transformations, 7).expect("versions")
}

const MADE: [&str; 7] = [
    "shuffle-options",
    "source=reputable",
    "hint=wrong",
    "typos=0.1",
    "case=upper",
    "white-space",
    "rotate-options=1",
];

#[test]
fn certified_versions_keep_their_marks() {
    let made = made(&MADE);
    let again = again(&made.rows());
    let marks = Understood::new(&again).marks;
    assert_eq!(marks, made.marks());
    assert_eq!(marks["original"], "as given");
    assert!(MADE.iter().all(|name| marks[*name] == "certified"), "{marks:?}");
    assert!(!again.notes.iter().any(|note| note.contains("marks")), "{:?}", again.notes);
    assert!(again.unused.is_empty(), "{:?}", again.unused);
}

#[test]
fn an_edited_version_loses_its_mark() {
    let mut rows = made(&MADE).rows();
    // The second row is the first shuffled version.
    rows[1]["question"] = json!("Some birds can swim very well today. Which of these is red?");
    let edited = again(&rows);
    assert_eq!(edited.certification("shuffle-options"), Some(Certification::AsGiven));
    assert_eq!(edited.marks()["shuffle-options"], "as given");
    assert_eq!(edited.marks()["typos=0.1"], "certified");
    let note = "the marks of 1 versions do not fit, for example in line 2";
    assert!(edited.notes.iter().any(|one| one.starts_with(note)), "{:?}", edited.notes);
    // An edited original takes the marks of all versions of its item.
    let mut rows = made(&MADE).rows();
    rows[0]["answer"] = json!("A");
    assert!(again(&rows).marks().values().all(|mark| *mark == "as given"));
}

#[test]
fn marks_of_others_and_of_models_are_no_certificates() {
    let text = "item,version,question,answer,certified_by_peirast\na,x,Is 7 odd?,yes,yes\na,y,Is seven odd?,yes,yes\n";
    let items = read(text, &DataPlan::default()).expect("items");
    assert!(items.marks().values().all(|mark| *mark == "as given"), "{:?}", items.marks());
    let text = "item,version,question,answer,uncertified_writer\na,x,Is 7 odd?,yes,\na,y,Is seven odd?,yes,m\n";
    assert_eq!(plain(text).marks()["y (not certified)"], "not certified");
}

#[test]
fn random_items_keep_their_marks() {
    let mut kept = 0;
    for seed in 0..400 {
        let mut original = items::random(seed, "A boat is long.");
        // Answers of one kind, so that a file of one item is read as it was written.
        if original.choices.is_empty() && matches!(original.key, AnswerKey::Text(_)) {
            original.key = items::text("a green boat");
        }
        original.lure = None;
        let set = items::set([original]);
        for name in
            ["shuffle-options", "white-space", "case=upper", "source=disreputable", "typos=0.1"]
        {
            let Ok(made) = set.clone().with(&[name.parse().expect("a transformation")], seed)
            else {
                continue;
            };
            let marks = again(&made.rows()).marks();
            assert_eq!(marks[name], "certified", "{seed} {name} {}", lines(&made.rows()));
            kept += 1;
        }
    }
    assert!(kept > 200, "{kept}");
}

#[test]
fn an_edited_tolerance_takes_the_mark() {
    let text = "id,question,answer,tolerance\n1,Some boxes hold 12 nuts. How many are there?,12,0.5\n2,Some jars hold 9 figs. How many are there?,9,1%\n";
    let made = plain(text).with(&["hint=wrong".parse().expect("one")], 7).expect("versions");
    let mut rows = made.rows();
    assert_eq!(again(&rows).marks()["hint=wrong"], "certified");
    for row in &mut rows {
        row["tolerance"] = json!("1000");
    }
    assert_eq!(again(&rows).marks()["hint=wrong"], "as given");
}
