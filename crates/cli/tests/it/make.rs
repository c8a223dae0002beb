//! Problems: generated, written by a model, and used by a run.

use crate::support::chat::Chat;
use crate::support::{Place, Wording, json_lines, says};
use peirast_task::FAMILIES;
use serde_json::Value;
use std::collections::BTreeSet;

fn writer(chat: &Chat, name: &str) -> String {
    format!("make conjunction/2 --n 4 --seed 7 --writer openai:{name} {} --into written", chat.at())
}

/// The added event of a problem.
fn added(problem: &Value) -> &str {
    let segments = problem["segments"].as_array().expect("segments");
    let own = segments.iter().find(|segment| segment["role"] == "added-event");
    own.expect("an added event")["text"].as_str().expect("a text")
}

#[test]
fn every_family_makes_json_lines() {
    let place = Place::new();
    for family in FAMILIES.iter().map(|family| family.name) {
        let text = place.ok(&format!("make {family} --n 3"));
        assert_eq!(
            text,
            place.ok(&format!("make {family} --n 3")),
            "the same seed, the same bytes"
        );
        assert_ne!(text, place.ok(&format!("make {family} --n 3 --seed 1")));
        let problems = json_lines(&text);
        assert!(problems.iter().all(|problem| problem["family"] == family));
        let ids: BTreeSet<&str> = problems.iter().filter_map(|p| p["id"].as_str()).collect();
        assert_eq!(ids.len(), problems.len(), "every problem has an id of its own");
    }
}

#[test]
fn one_variant_is_part_of_its_family() {
    let place = Place::new();
    let (all, one) = (place.ok("make conjunction --n 2"), place.ok("make conjunction/3 --n 2"));
    assert!(!one.is_empty() && all.contains(&one));
    let longer = place.ok("make conjunction/3 --n 5");
    assert!(longer.starts_with(&one), "more items do not change the first");
}

#[test]
fn profiles_differ() {
    let place = Place::new();
    let balanced = place.ok("make conjunction/2 --n 8");
    let published = place.ok("make conjunction/2 --n 8 --profile paper-2024");
    let right = |text: &str| {
        let answers =
            json_lines(text).into_iter().map(|p| p["truth"]["answer"]["value"].to_string());
        answers.collect::<BTreeSet<_>>()
    };
    assert_eq!(right(&balanced).len(), 2, "both options are right half of the time");
    assert_eq!(right(&published).len(), 1, "the published design has one right option");
}

#[test]
fn what_cannot_be_made_is_answered_with_what_can() {
    let mut wording = Wording::default();
    let place = Place::new();
    wording.fails(&place, 1, "make poems");
    wording.fails(&place, 1, "make conjunction/9");
    wording.fails(&place, 2, "make conjunction --writer openai:m");
    let sets = "make syllogism --writer openai:m --base-url http://127.0.0.1:9/v1 --into w";
    wording.fails(&place, 1, sets);
    insta::assert_snapshot!(wording.text());
}

#[test]
fn a_good_writer_is_kept() {
    let mut wording = Wording::default();
    let (place, chat) = (Place::new(), Chat::start());
    let done = place.run(&writer(&chat, "writer"));
    assert_eq!(done.code, Some(0), "{}", done.err);
    wording.add("a good writer is kept", &done.err);
    let problems = json_lines(&done.out);
    assert_eq!(problems.len(), 8);
    for problem in &problems {
        let words = added(problem);
        assert!(words.starts_with("collects postcards of harbour"), "{words}");
        assert!(problem["options"].to_string().contains(words), "the options carry the text");
    }
    assert_eq!(place.read("written/rejected.jsonl"), "");

    let again = place.ok(&writer(&chat, "writer"));
    assert_eq!((again, chat.requests()), (done.out, 8), "nothing is asked twice");
    insta::assert_snapshot!(wording.text());
}

#[test]
fn a_bad_text_is_rejected_and_its_item_left_out() {
    let mut wording = Wording::default();
    let (place, chat) = (Place::new(), Chat::start());
    let done = place.run(&writer(&chat, "scribbler"));
    assert_eq!(done.code, Some(0), "{}", done.err);
    wording.add("a bad text is rejected and its item left out", &done.err);
    assert_eq!(json_lines(&done.out).len(), 6, "pairs stay pairs");
    let rejected = json_lines(&place.read("written/rejected.jsonl"));
    assert_eq!(rejected.len(), 1);
    assert_eq!(rejected[0]["text"], "sings. Then he goes home");
    says(rejected[0]["why"].as_str().expect("a reason"), &["more than the end of one sentence"]);
    let item = rejected[0]["problem"].as_str().expect("an id").rsplit_once('/').expect("an item").0;
    assert!(!done.out.contains(item), "{item} is left out");
    insta::assert_snapshot!(wording.text());
}

#[test]
fn a_writer_that_gives_nothing_leaves_questions_open() {
    let mut wording = Wording::default();
    let (place, chat) = (Place::new(), Chat::start());
    let done = place.run(&writer(&chat, "nobody"));
    assert_eq!(done.code, Some(1), "{}", done.err);
    assert_eq!(done.out, "");
    wording.add("a writer that gives nothing leaves questions open", &done.err);
    wording.fails(&place, 1, "test written");
    let run = "run token-bias --n 1 --into written";
    wording.fails(&place, 1, run);
    insta::assert_snapshot!(wording.text());
}

#[test]
fn a_run_puts_the_problems_of_a_file() {
    let (place, chat) = (Place::with_study(), Chat::start());
    let written = place.ok(&writer(&chat, "writer"));
    let sets = place.ok("make syllogism/all-some-some --n 2 --seed 7");
    place.write("problems.jsonl", written + &sets);

    let asked = Chat::start();
    let run = format!("run small.toml --into r --problems problems.jsonl {}", asked.model("plain"));
    place.ok(&run);
    let contents = asked.contents();
    let own = contents.iter().filter(|text| text.contains("collects postcards of harbour"));
    assert_eq!((contents.len(), own.count()), (12, 8));
    assert_eq!(place.rows("r").len(), 2);
}

#[test]
fn problems_can_be_chosen_by_their_levels() {
    let mut wording = Wording::default();
    let place = Place::new();
    let text = place.ok("make categorical/generated --where form=OAO-3 --where content=real --n 2");
    let problems = crate::support::json_lines(&text);
    assert_eq!(problems.len(), 4, "two items in two orders");
    for problem in &problems {
        assert_eq!(problem["factors"]["form"], "OAO-3");
        assert_eq!(problem["factors"]["content"], "real");
    }
    let none = place.fails(1, "make categorical/generated --where form=AAA-7 --n 1");
    crate::support::says(&none, &["0 of", "form is one of AAA-1"]);
    wording.fails(&place, 1, "make horses --where lanes=5");
    wording.fails(&place, 1, "make horses --where lanes");
    insta::assert_snapshot!(wording.text());
}
