//! English and formulas where commands take views.

use super::refused;
use crate::support::{Done, Place, Wording, json_lines, says};
use serde_json::json;

const DISJUNCTION: &str = "Mary has an ace and a king, or else a queen and a jack.";
const ACE: &str = "Mary has an ace.";

fn ran(args: &[&str]) -> Done {
    Place::new().command([&["etr"], args].concat()).output().expect("it runs").into()
}

fn shown(wording: &mut Wording, args: &[&str]) {
    let done = ran(args);
    let line: Vec<String> = args.iter().map(|word| quoted(word)).collect();
    wording.add(&format!("etr {}", line.join(" ")), &format!("{}{}", done.out, done.err));
}

fn quoted(word: &str) -> String {
    if word.contains(' ') { format!("'{word}'") } else { word.to_owned() }
}

#[test]
fn answers_are_in_the_words_of_the_question() {
    let mut wording = Wording::default();
    for args in [
        &["infer", DISJUNCTION, ACE][..],
        &["explain", DISJUNCTION, ACE],
        &["equilibrium", DISJUNCTION, ACE],
        &["follows", DISJUNCTION, ACE, "--target", "Mary has a king."],
        &["infer", "All men are mortal. Socrates is a man."],
        &["explain", "All men are mortal. Socrates is a man."],
        &["infer", "If it rains, the street is wet. The street is wet."],
        &["infer", "p -> q", "q"],
        &["infer", "--conditional", "bare", "p -> q", "q"],
        &["infer", "p or q", "r"],
        &["update", "Mary has an ace or a king", "Mary does not have an ace"],
        &["which", "John is a thief.", "Who is a thief?"],
        &["parse", "Every man is mortal. Socrates is a man."],
        &["parse", "p & (q | r)"],
        &["parse", "Perhaps Mary has an ace.", "--to", "english"],
        &["parse", "{0,Ace(mary())King(mary())}", "--to", "english"],
        &["infer", "All men are mortal. All mortals are tall."],
        &["infer", "There is a red ball or there is a blue ball. There is a red ball."],
        &["infer", "Anna comes. If Anna comes, then Ben comes. If Ben comes, then Carl comes."],
        &["infer", "Anna is a cat. Anna is not a cat."],
        &["infer", "Linda is a bank teller and a feminist."],
        &["follows", "Anna is tall.", "--target", "Perhaps Ben is tall."],
        &["follows", "Anna is tall. Anna is not tall.", "--target", "Ben is tall."],
        &["trace", "infer", "p or q", "{~p()}"],
    ] {
        shown(&mut wording, args);
    }
    insta::assert_snapshot!("english", wording.text());
}

#[test]
fn what_is_not_read_is_pointed_at_and_mended() {
    let mut wording = Wording::default();
    for args in [
        &["infer", "Mary might have an ace."][..],
        &["infer", "Most men are mortal.", ACE],
        &["infer", "Mary has an ace and"],
        &["infer", "p -> (q"],
        &["update", "Mary is tall. Mary is kind.", ACE],
        &["follows", ACE, "--target", "A king is red."],
        &["infer", "Mary is tall. Therefore Mary is kind."],
        &["infer", "Mary is tall. Is Mary kind?"],
        &["infer", "Mary is tall. At least three men are mortal."],
        &["parse", "{Ace(), King}"],
        &["parse", "{Ace() and King()}"],
        &["infer", "{Ace(), King}"],
        &["parse", "p & q |"],
        &["infer", "   "],
    ] {
        shown(&mut wording, args);
    }
    insta::assert_snapshot!("bad-english", wording.text());
    let hostile = ran(&["infer", "Mary has \u{1b}[31m\u{202e} an ace"]);
    assert_eq!(hostile.code, Some(1));
    assert!(!hostile.err.contains(['\u{1b}', '\u{202e}']), "{:?}", hostile.err);
    refused("etr parse {A()} --each", &["--each"]);
}

#[test]
fn what_was_understood_is_a_field_and_views_are_answered_with_views() {
    let row = &json_lines(&ran(&["infer", DISJUNCTION, ACE, "--json"]).out)[0];
    assert_eq!(
        row["args"],
        json!(["{Ace(mary())King(mary()),Jack(mary())Queen(mary())}", "{Ace(mary())}"])
    );
    assert_eq!(
        row["understood"][1],
        json!({"text": "Mary has an ace", "from": "english", "view": "{Ace(mary())}"})
    );
    assert_eq!(
        (&row["out"], &row["concluded"]),
        (&json!("{King(mary())}"), &json!("Mary has a king"))
    );
    assert_eq!(row["follows_classically"], json!(false));
    let views = ["{Ace(mary())King(mary()),Jack(mary())Queen(mary())}", "{Ace(mary())}"];
    let row = &json_lines(&ran(&["infer", views[0], views[1], "--json"]).out)[0];
    assert_eq!((row.get("understood"), &row["concluded"]), (None, &json!("{King(mary())}")));
    let done = ran(&["infer", views[0], views[1]]);
    assert_eq!(
        (done.out.as_str(), done.err.as_str()),
        (
            "{King(mary())}\nWhat people conclude: {King(mary())}.\nIn classical logic: it does not \
             follow: a fallacy.\n",
            ""
        )
    );
    // A view and a sentence side by side.
    let done = ran(&["infer", views[0], ACE]);
    assert_eq!(done.out.lines().next(), Some("{King(mary())}"));
    says(&done.err, &["understood as {Ace(mary())}: Mary has an ace"]);
}

#[test]
fn one_text_may_hold_all_premises() {
    let both = format!("{DISJUNCTION} {ACE}");
    assert_eq!(ran(&["infer", &both]).out, ran(&["infer", DISJUNCTION, ACE]).out);
    let deep = "it is not the case that ".repeat(4_000) + "p";
    let done = ran(&["infer", &deep]);
    assert_eq!(done.code, Some(1));
    says(&done.err, &["expected"]);
}
