//! Studies that stop when their verdicts are decided.

use crate::support::chat::Chat;
use crate::support::{Place, Wording, says};
use serde_json::Value;

fn ended(place: &Place, dir: &str) -> Value {
    serde_json::from_str(&place.read(&format!("{dir}/sequential.json"))).expect("JSON")
}

fn count(value: &Value, field: &str) -> u64 {
    value[field].as_u64().expect("a count")
}

const RUN: &str = "run small.toml --n 60 --sequential --block 5 --model sim:biased:0.9";

/// The saving is computed from the stored answers, of 3 tokens each, and not from assumptions.
#[test]
fn what_is_saved_costs_as_much_as_what_came() {
    let (place, chat) = (Place::with_study(), Chat::start());
    let prices = "--price-input 0 --price-output 1000000";
    let line =
        format!("run small.toml --n 60 --sequential --block 5 {} {prices}", chat.model("plain"));
    let told = place.run(&format!("{line} --into r --max-tokens 500"));
    assert_eq!(told.code, Some(0), "{}", told.err);
    let own = &ended(&place, "r")["subjects"][0];
    let saved = count(own, "planned") - count(own, "asked");
    let cost: Value = serde_json::from_str(&place.ok("cost r --json")).expect("JSON");
    let each = count(&cost["subjects"]["openai:plain"]["spent"], "output") / count(own, "asked");
    assert!(saved > 0 && each < 500, "{saved} of {each} tokens");
    says(&told.err, &[&format!("{saved} saved by stopping early, about {}.00 USD", saved * each)]);
}

#[test]
fn a_clear_effect_is_found_with_fewer_questions() {
    let mut wording = Wording::default();
    let place = Place::with_study();
    place.ok("run small.toml --n 60 --into whole --model sim:biased:0.9");
    let told = place.run(&format!("{RUN} --into early"));
    assert_eq!(told.code, Some(0));
    wording.add("a clear effect is found with fewer questions", &told.err);
    let record = ended(&place, "early");
    let subject = &record["subjects"][0];
    assert!(count(subject, "asked") < count(subject, "planned"), "{subject}");
    assert_eq!(count(subject, "planned"), place.answered("whole").len() as u64);
    assert_eq!(count(subject, "asked"), place.answered("early").len() as u64);
    assert_eq!(
        (&record["sequential"]["block"], &record["seed"]),
        (&Value::from(5), &Value::from(7))
    );
    let rows = place.rows("early");
    let clear = rows.iter().find(|row| row["reject"] == true).expect("a clear row");
    assert_eq!(clear["method_used"], "e-process");
    // Pairs that a decided comparison did not ask are not its lost pairs.
    assert_eq!(clear["lost"]["unanswered"], 0);
    assert!(count(clear, "n") < 60);
    let decided = record["subjects"][0]["rows"].as_array().expect("rows");
    let own = decided.iter().find(|row| row["rejected"] == true).expect("a clear row");
    assert_eq!(own["stopped"], "rejected");
    assert_eq!(own["items_per_variant"].as_u64(), Some(count(clear, "n")));
    says(&place.ok("test early"), &["p = 1/e, adjusted by e-BH", "for orientation alone"]);
    insta::assert_snapshot!(wording.text());
}

/// Asking everything afterwards changes neither the tests of the answers nor the decisions.
#[test]
fn what_was_looked_at_stays_so() {
    let mut wording = Wording::default();
    let place = Place::with_study();
    place.ok(&format!("{RUN} --into run"));
    let before = place.rows("run");
    let told = place.run("run small.toml --n 60 --model sim:biased:0.9 --into run");
    wording.add("run small.toml --n 60 --model sim:biased:0.9 --into run", &told.err);
    let after = place.rows("run");
    let clear = |rows: &[Value]| rows.iter().find(|row| row["reject"] == true).cloned();
    assert_eq!(clear(&before), clear(&after));
    assert!(clear(&after).is_some());
    insta::assert_snapshot!(wording.text());
}

#[test]
fn the_same_command_goes_on_and_asks_nothing_twice() {
    let mut wording = Wording::default();
    let place = Place::with_study();
    let first = place.ok(&format!("{RUN} --into run"));
    let answered = place.answered("run");
    let again = place.run(&format!("{RUN} --into run"));
    assert_eq!((again.code, again.out.as_str()), (Some(0), first.as_str()));
    wording.add("the same command goes on and asks nothing twice", &again.err);
    assert_eq!(answered.len(), place.answered("run").len());
    // The tests of the directory are those of the run.
    let rows = place.rows("run");
    assert!(rows.iter().all(|row| row["p"].is_null() || row["method_used"] == "e-process"));
    says(&place.run("test run --rule exact").err, &["tested while they arrived"]);
    says(&place.read("run/report.html"), &["e-process, evaluated after every 5 items", "e-BH"]);
    insta::assert_snapshot!(wording.text());
}

#[test]
fn no_effect_is_none_however_often_one_looks() {
    let place = Place::with_study();
    place.ok("run small.toml --n 40 --sequential --block 1 --into run --model sim:flawless --model sim:guesser");
    let rows = place.rows("run");
    assert!(rows.iter().all(|row| row["reject"] == false), "{rows:?}");
}

#[test]
fn an_interrupted_run_takes_up_where_it_stopped() {
    let place = Place::with_study().env("OPENAI_API_KEY", "sk-test");
    let server = Chat::start();
    let line =
        format!("run small.toml --n 10 --sequential --block 2 --into run {}", server.model("good"));
    place.ok(&line);
    let requests = server.requests();
    place.ok(&line);
    assert_eq!(server.requests(), requests, "an answer that is there is not asked for again");
}

#[test]
fn a_dry_run_gives_the_least_and_the_most() {
    let place = Place::with_study();
    let told = place.ok(&format!("{RUN} --into run --dry-run"));
    says(&told, &["between the first step and all of them"]);
    let line = told.lines().find(|line| line.starts_with("sim:biased")).expect("the subject");
    let (least, most) = line
        .split_whitespace()
        .find_map(|word| word.split_once('-').filter(|(a, _)| a.parse::<u64>().is_ok()))
        .expect("a range");
    assert_eq!(12 * least.parse::<u64>().expect("a count"), most.parse::<u64>().expect("a count"));
}

/// A study in which an answer takes 12 tokens and a step 20 questions.
fn stepwise(server: &Chat) -> String {
    let of = "run small.toml --n 60 --sequential --block 5 --max-tokens 50 --into run";
    format!("{of} {}", server.model("plain"))
}

/// The same study with budget for the first step and part of the second.
fn stopped(server: &Chat) -> String {
    format!("{} --concurrency 1 --budget-tokens 460", stepwise(server))
}

#[test]
fn a_dry_run_of_a_stopped_study_counts_what_is_planned_and_what_may_follow() {
    let (place, server) = (Place::with_study(), Chat::start());
    let line = stepwise(&server);
    let dry = || -> Value {
        serde_json::from_str(&place.ok(&format!("{line} --dry-run --json"))).expect("JSON")
    };
    let questions = |dry: &Value| {
        let questions = &dry["forecast"]["questions"];
        (count(dry, "trials"), count(questions, "expected"), count(questions, "most"))
    };
    assert_eq!(questions(&dry()), (20, 20, 240));
    place.fails(4, &stopped(&server));
    let answered = place.counts("run").responses;
    let rest = dry();
    assert_eq!(questions(&rest), (40, 40 - answered, 240 - answered), "{rest}");
    assert_eq!(count(&rest, "answered"), answered, "{rest}");
    let cost: Value = serde_json::from_str(&place.ok("cost run --json")).expect("JSON");
    let open = &cost["open"]["openai:plain"];
    assert_eq!(count(&open["questions"], "expected"), 40 - answered, "{cost}");
    assert_eq!(open["input"], rest["forecast"]["input"]);
    let text = place.ok(&format!("{line} --dry-run"));
    says(&text, &["between the steps under way and all that may follow"]);

    place.ok(&line);
    let whole = place.counts("run").responses;
    assert_eq!(questions(&dry()), (whole, 0, 0));
    assert!(!place.ok(&format!("{line} --dry-run")).contains("may follow"));
}

#[test]
fn the_line_of_a_stopped_study_tells_what_is_planned_from_what_is_answered() {
    let (place, server) = (Place::with_study(), Chat::start());
    let done = place.run(&stopped(&server));
    assert_eq!(done.code, Some(4), "{}", done.err);
    let answered = place.counts("run").responses;
    assert!((21..40).contains(&answered), "{answered}");
    let told = format!("{answered} of the 40 questions planned so far are answered, of 240 in all");
    says(&done.err, &[&told]);
    let subject = &ended(&place, "run")["subjects"][0];
    assert_eq!((count(subject, "asked"), count(subject, "answered")), (40, answered));
}

#[test]
fn what_does_not_fit_is_refused() {
    let mut wording = Wording::default();
    let place = Place::with_study();
    wording.fails(&place, 1, "run small.toml --sequential --block 0");
    wording.fails(&place, 2, "run small.toml --block 5");
    wording.fails(&place, 1, "run syllogism --n 2 --sequential --temperature 0.5");
    let problems = place.ok("make conjunction/2 --n 2 --seed 7");
    let named = problems.replace("conjunction/2/00001", "conjunction/2/second");
    place.write("named.jsonl", named);
    wording.fails(&place, 1, "run small.toml --sequential --problems named.jsonl");
    insta::assert_snapshot!(wording.text());
}
