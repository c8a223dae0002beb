//! Files that are refused: the message names the place and the fix.

use crate::read;
use peirast_record::{ColumnNames, DataPlan};

fn refusal(text: &str, plan: &DataPlan) -> String {
    read(text, plan).expect_err(text).to_string()
}

/// One row that stands twice does not hide which column names the items, also if it is called `id`.
#[test]
fn a_row_that_stands_twice_is_named() {
    let row = |item: u32, version: &str| {
        format!("{item},{version},What is {item} + 1 ({version})?,{}\n", item + 1)
    };
    let rows: String = (1..=10).map(|item| row(item, "plain") + &row(item, "hinted")).collect();
    let text = format!("id,variant,question,answer\n{rows}3,plain,What is 3 + 2?,5\n");
    let said = refusal(&text, &DataPlan::default());
    assert!(said.contains("line 22: item `3` has the version `plain` in line 6 too"), "{said}");
}

#[test]
fn faults_name_the_place_and_the_fix() {
    for (text, what) in [
        (
            "item,version,question,answer\na,x,Is 7 odd?,yes\na,x,Is seven odd?,yes\nb,y,Is 8 odd?,no\n",
            "line 3: item `a` has the version `x` in line 2 too",
        ),
        (
            "item,version,question,answer\na,x,,yes\na,y,Is seven odd?,yes\n",
            "line 2: it has no question",
        ),
        (
            "item,version,question\na,x,Is 7 odd?\na,y,Is seven odd?\n",
            "no column is recognised as the right answer: name it with --answer",
        ),
        (
            "x,y\n1,2\n3,4\n",
            "no column is recognised as the question: name it with --question, or the columns of versions with \
             --versions; the columns are x, y",
        ),
        (
            r#"{"data": {"stem_text": "Is 7 odd?"}, "gold": {"answer": "yes"}}"#,
            "the columns are data.stem_text, gold.answer",
        ),
        (
            "question;choices;answer\nWhich?;red|blue;C\nWho?;red|blue;A\nWhat?;red|blue;B\n",
            "line 2: the answer `C` names none of its 2 options: write a letter from A to B",
        ),
        (
            "question;choices;answer\nWhich?;red|blue|green;1\nWho?;red|blue|green;2\n",
            "say whether the first option is 0 or 1, with --first-option",
        ),
        (
            "question,A,B,C,answer\nWhich?,red,,blue,C\nWho?,Ada,Bob,Cy,B\n",
            "option B is empty, and a later one is not",
        ),
        (
            "question,answer,aliases\nHow many?,12,13\nHow much?,14,15\n",
            "alternatives are for options and short texts",
        ),
        (
            "question;choices;answer;alternatives\nWhich?;red|blue|green;A;\nWho?;Ada|Bob;A;B\n",
            "line 3: all of its options are right",
        ),
        (
            "question,answer,aliases\nIs it so?,yes,true\nIs it?,yes,no\n",
            "line 3: `no` is another right answer than `yes`",
        ),
        (
            "question,A,B,C,answer\nWhich?,x,y,z,\"A,D\"\nWho?,x,y,z,B\n",
            "line 2: the answer `A,D` names none of its 3 options",
        ),
        (
            r#"{"question": "Which?", "choices": ["iron", "gold", "tin"], "answer": ["A", "gold"]}"#,
            "names none of its 3 options",
        ),
        ("question,answer\nIs it so?,\nIs it?,yes\n", "line 2: it has no right answer"),
        ("question,answer,tolerance\nHow much?,3,-1\n", "line 2: the tolerance `-1` is invalid"),
        ("question,answer\nHow?,/(/\n", "line 2: `(` is no regular expression"),
    ] {
        let said = refusal(text, &DataPlan::default());
        assert!(said.contains(what), "{text}\n{said}");
    }
}

#[test]
fn what_is_named_must_be_there() {
    let text = "item,version,question,answer\na,x,Is 7 odd?,yes\na,y,Is seven odd?,yes\n";
    let columns = ColumnNames { question: Some("stem".to_owned()), ..ColumnNames::default() };
    let said = refusal(text, &DataPlan { columns, ..DataPlan::default() });
    assert_eq!(said, "there is no column `stem`; the columns are item, version, question, answer");
    let said = refusal(text, &DataPlan { original: Some("z".to_owned()), ..DataPlan::default() });
    assert_eq!(said, "there is no version `z`; the versions are `x`, `y`");
}

#[test]
fn names_that_show_nothing_are_refused() {
    let said = refusal(
        "item,version,question,answer\n\u{200b},x,Is 7 odd?,yes\n\u{200b},y,Is 8 odd?,no\n",
        &DataPlan::default(),
    );
    assert!(said.starts_with("line 2: the item"), "{said}");
}

#[test]
fn every_transformation_that_fits_nothing_is_named() {
    let items = crate::plain("id,question,answer\n1,Is 7 odd?,yes\n2,Is 8 odd?,no\n");
    let parse = |name: &str| name.parse().expect("a transformation");
    let wrong = ["shuffle-options", "white-space", "names"].map(parse);
    let said = items.with(&wrong, 1).expect_err("two fit nothing").to_string();
    assert!(said.contains("`shuffle-options`: it fits no item"), "{said}");
    assert!(said.contains("; transformation `names`: it fits no item"), "{said}");
    assert!(!said.contains("white-space"), "{said}");
}
