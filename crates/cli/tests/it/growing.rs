//! Large studies, asked from their beginning while the rest is planned.
#![cfg(unix)]

use crate::support::chat::Chat;
use crate::support::{Place, SMALL, Wording, json_lines, same, says, until, wait};
use peirast_record::{Problem, Trial};
use peirast_store::Store;
use serde_json::Value;

/// Items of a study that is large enough, and their questions.
const ITEMS: usize = 700;
const ALL: usize = 2 * ITEMS;

fn line(chat: &Chat, model: &str, into: &str) -> String {
    format!("run many.toml --n {ITEMS} --into {into} {}", chat.model(model))
}

/// The contents of a plan in a store.
fn plan(place: &Place, dir: &str) -> (Vec<Problem>, Vec<Trial>) {
    wait(async {
        let store = Store::open_read_only(place.path(dir)).await.expect("a store");
        let problems = store.load_problems().await.expect("problems").into_values().collect();
        (problems, store.load_trials().await.expect("trials"))
    })
}

/// The number of planned questions in each event.
fn planned(place: &Place, events: &str) -> Vec<u64> {
    let planned = json_lines(&place.read(events)).into_iter().filter(|e| e["event"] == "planned");
    planned.filter_map(|event| event["trials"].as_u64()).collect()
}

/// The report of a run, without its time and place.
fn told(place: &Place, dir: &str) -> Vec<Value> {
    let text = place.read(&format!("{dir}/report.json"));
    let mut report: Value = serde_json::from_str(&text).expect("JSON");
    let parts = ["rows", "other_rows", "pooled", "findings", "subjects", "conduct", "limitations"];
    parts.iter().map(|part| report[*part].take()).collect()
}

#[test]
fn a_run_that_grows_is_the_run_of_the_whole_plan() {
    let (place, chat) = (Place::with_many(), Chat::start());
    place.ok(&format!("{} --json-events grown.jsonl", line(&chat, "plain", "grown")));
    assert_eq!((chat.requests(), chat.repeats()), (ALL, 0));
    // With `--reuse`, the whole plan is made before answers are looked up.
    place.write("small.toml", SMALL);
    place.ok("run small.toml --into other");
    let whole = format!("{} --reuse other", line(&chat, "plain", "whole"));
    place.ok(&format!("{whole} --json-events whole.jsonl"));
    assert_eq!(planned(&place, "grown.jsonl"), [128, ALL as u64], "it began with 64 items");
    assert_eq!(planned(&place, "whole.jsonl"), [ALL as u64]);
    same(&plan(&place, "grown"), &plan(&place, "whole"), "the plans differ");
    let (grown, whole) = (told(&place, "grown"), told(&place, "whole"));
    assert!(grown.iter().all(|part| !part.is_null()), "the reports differ");
    same(&grown, &whole, "the reports differ");
    for file in ["results.csv", "counts.csv", "outcomes.csv", "study.toml"] {
        let same =
            place.timeless(&format!("grown/{file}")) == place.timeless(&format!("whole/{file}"));
        assert!(same, "{file} differs");
    }
    // The store gives the same report again.
    let files = ["report.json", "report.html", "outcomes.csv", "results.csv", "counts.csv"];
    let before = files.map(|file| place.read(&format!("grown/{file}")));
    place.ok("report grown");
    let after = files.map(|file| place.read(&format!("grown/{file}")));
    same(&before, &after, "the report of the store is another");

    place.ok(&line(&chat, "plain", "grown"));
    assert_eq!(chat.requests(), 2 * ALL, "nothing is asked twice");
}

#[test]
fn controls_of_a_run_that_grows_are_those_of_the_whole_plan() {
    let (place, chat) = (Place::with_many(), Chat::start());
    let line = |into| format!("{} --aa 0.1", line(&chat, "plain", into));
    let running = place.start(&format!("{} --concurrency 8", line("grown")));
    // The first questions are asked while most of the plan is still to be made.
    until("some answers", || chat.requests() >= 16);
    running.signal("KILL");
    assert_eq!(running.end().code, None);
    place.ok(&format!("{} --json-events grown.jsonl", line("grown")));
    let (before, counts) = (chat.requests(), place.counts("grown"));
    // Six standard deviations of a binomial with n = 1400 and p = 0.1.
    let controls = counts.trials as usize - ALL;
    assert!(controls.abs_diff(140) < 68, "{controls}");
    assert_eq!(counts.responses, counts.trials, "{controls}");

    place.write("small.toml", SMALL);
    place.ok("run small.toml --into other");
    place.ok(&format!("{} --reuse other --json-events whole.jsonl", line("whole")));
    assert_eq!(planned(&place, "whole.jsonl"), [counts.trials], "with the whole plan");
    assert!(planned(&place, "grown.jsonl")[0] < counts.trials, "from its beginning");
    same(&plan(&place, "grown"), &plan(&place, "whole"), "the plans differ");
    same(&told(&place, "grown"), &told(&place, "whole"), "the reports differ");
    for file in ["results.csv", "outcomes.csv", "study.toml", "tables/aa.csv"] {
        let same =
            place.timeless(&format!("grown/{file}")) == place.timeless(&format!("whole/{file}"));
        assert!(same, "{file} differs");
    }
    assert_eq!(chat.requests(), before + counts.trials as usize);
    place.ok(&line("grown"));
    assert_eq!(chat.requests(), before + counts.trials as usize, "nothing is asked twice");
}

#[test]
fn a_killed_run_that_grows_is_continued() {
    let (place, chat) = (Place::with_many(), Chat::start());
    let mut killed = 0;
    for moment in [1, 100, 500] {
        let running = place.start(&format!("{} --concurrency 8", line(&chat, "plain", "r")));
        until("the moment", || chat.requests() >= moment);
        running.signal("KILL");
        killed += usize::from(running.end().code.is_none());
    }
    assert_eq!(killed, 3);
    let (before, stored) = (chat.requests(), place.counts("r").responses as usize);
    assert!(stored < ALL && stored + 3 * 24 >= before, "{stored} of {before}");
    place.ok(&line(&chat, "plain", "r"));
    let counts = place.counts("r");
    assert_eq!((counts.responses, counts.trials, counts.problems), (1400, 1400, 1400));
    assert_eq!(chat.requests(), before + ALL - stored, "the last run asks what is missing");
}

#[test]
fn a_plan_that_was_never_made_to_its_end_goes_on_where_the_store_has_it() {
    const MORE: usize = 2000;
    let (place, chat) = (Place::with_many(), Chat::start());
    let line = |into| line(&chat, "plain", into).replace("--n 700", &format!("--n {MORE}"));
    for time in 1..=2 {
        let (before, had) = (chat.requests(), if time == 1 { 0 } else { place.counts("r").trials });
        let events = format!("{time}.jsonl");
        let running = place.start(&format!("{} --concurrency 1 --json-events {events}", line("r")));
        until("some answers", || chat.requests() >= before + 8);
        running.signal("KILL");
        assert_eq!(running.end().code, None);
        let told = place.read(&events);
        let told = told.lines().find(|line| line.contains(r#""planned""#)).expect("an event");
        let told: Value = serde_json::from_str(told).expect("JSON");
        assert_eq!(told["trials"], if time == 1 { 128 } else { had }, "not planned again");
        let trials = place.counts("r").trials;
        assert!(
            trials >= had && trials < 2 * MORE as u64,
            "{trials} are not the beginning of a plan"
        );
    }
    let (before, counts) = (chat.requests(), place.counts("r"));
    place.ok(&format!("{} --json-events last.jsonl", line("r")));
    assert_eq!(planned(&place, "last.jsonl"), [counts.trials, 2 * MORE as u64]);
    assert_eq!(chat.requests(), before + 2 * MORE - counts.responses as usize, "what is missing");
    place.ok(&line("whole"));
    same(&plan(&place, "r"), &plan(&place, "whole"), "the plans differ");
    same(&told(&place, "r"), &told(&place, "whole"), "the reports differ");
    for file in ["results.csv", "outcomes.csv", "study.toml"] {
        same(
            &place.timeless(&format!("r/{file}")),
            &place.timeless(&format!("whole/{file}")),
            file,
        );
    }
}

#[test]
fn an_interrupted_run_that_grows_has_a_whole_plan() {
    let (place, chat) = (Place::with_many(), Chat::start());
    let running = place.start(&format!("{} --concurrency 4", line(&chat, "slow", "r")));
    until("some answers", || chat.requests() >= 8);
    running.signal("INT");
    let done = running.end();
    assert_eq!(done.code, Some(130), "{}", done.err);
    assert_eq!(place.counts("r").trials, ALL as u64);
    says(&place.ok("test r"), &["H1"]);

    // Its plan is asked from the store, and comes to what a run without an interrupt comes to.
    let stored = place.counts("r").responses;
    let told = place.ok(&format!("{} --json-events more.jsonl", line(&chat, "slow", "r")));
    says(&told, &["H1"]);
    let first = json_lines(&place.read("more.jsonl")).into_iter().find(|e| e["event"] == "planned");
    let first = first.expect("an event");
    assert_eq!((first["trials"].as_u64(), first["already"].as_u64()), (Some(1400), Some(stored)));
    place.ok(&line(&chat, "slow", "whole"));
    same(&self::told(&place, "r"), &self::told(&place, "whole"), "the reports differ");
    for file in ["results.csv", "outcomes.csv", "study.toml"] {
        same(
            &place.timeless(&format!("r/{file}")),
            &place.timeless(&format!("whole/{file}")),
            file,
        );
    }
}

#[test]
fn a_plan_that_is_not_the_one_in_the_store_is_made_anew() {
    let mut wording = Wording::default();
    let (place, chat) = (Place::with_many(), Chat::start());
    place.ok(&line(&chat, "plain", "r"));
    // More items than the store has, and one of two subjects.
    let more = line(&chat, "plain", "r").replace("--n 700", "--n 720");
    place.ok(&more);
    assert_eq!((chat.requests(), place.counts("r").trials), (1440, 1440));
    place.ok(&line(&chat, "brief", "r"));
    let counts = place.counts("r");
    assert_eq!((chat.requests(), counts.trials, counts.responses), (2840, 2840, 2840));
    // A server at another place would be asked everything again.
    let elsewhere = Chat::start();
    wording.fails(&place, 1, &line(&elsewhere, "plain", "r"));
    assert_eq!((elsewhere.requests(), chat.requests()), (0, 2840));
    // The cost of a plan that was never announced is announced as a whole.
    place.ok(&line(&chat, "plain", "p"));
    let before = chat.requests();
    let paid = format!("{} --price-input 1 --price-output 1 --budget 5", line(&chat, "plain", "p"));
    let told = place.ok(&format!("{paid} --json-events paid.jsonl"));
    says(&told, &["H1"]);
    assert_eq!((chat.requests(), planned(&place, "paid.jsonl")), (before, vec![ALL as u64]));
    insta::assert_snapshot!(wording.text());
}

#[test]
fn a_larger_plan_that_was_not_stored_is_not_taken_for_the_whole() {
    let (place, chat) = (Place::with_many(), Chat::start());
    place.ok(&line(&chat, "plain", "r").replace("--n 700", "--n 300"));
    // The run of more items ended when it had written down what it was about, as a full disk or a kill can
    // do: what it was to ask is not there.
    let more = line(&chat, "plain", "r");
    for moment in 0..8 {
        let running = place.start(&more);
        std::thread::sleep(std::time::Duration::from_millis(75 * moment));
        running.signal("KILL");
        let _ = running.end();
        let (before, answered) = (chat.requests(), place.counts("r").responses);
        says(&place.ok(&format!("{more} --dry-run")), &[&(ALL as u64 - answered).to_string()]);
        assert_eq!(chat.requests(), before);
    }
    place.ok(&more);
    let counts = place.counts("r");
    assert_eq!((counts.trials, counts.responses), (ALL as u64, ALL as u64));
    assert_eq!(place.ok(&more).matches("error").count(), 0);
    assert_eq!(place.counts("r").responses, ALL as u64);
}

#[test]
fn what_another_plan_left_open_is_not_asked_by_this_one() {
    let (place, chat) = (Place::with_many(), Chat::start());
    let larger = line(&chat, "plain", "r").replace("--n 700", "--n 2000");
    let running = place.start(&format!("{larger} --concurrency 8"));
    until("more answers than the other plan has", || chat.requests() >= 600);
    running.signal("KILL");
    assert_eq!(running.end().code, None);
    let fewer = line(&chat, "plain", "r").replace("--n 700", "--n 280");
    place.ok(&fewer);
    let before = chat.requests();
    let told = place.ok(&format!("{fewer} --json-events again.jsonl"));
    says(&told, &["H1"]);
    assert_eq!(chat.requests(), before, "the rest of the larger plan is none of its own");
    // The larger plan is made to its end when it is wanted, and so known as whole.
    place.ok(&larger);
    assert_eq!(place.counts("r").responses, 4000);
    let before = chat.requests();
    place.ok(&format!("{larger} --json-events last.jsonl"));
    assert_eq!((chat.requests(), planned(&place, "last.jsonl")), (before, vec![4000]));
}

#[test]
fn what_was_merged_into_a_directory_is_not_asked_by_its_study() {
    let (place, chat) = (Place::with_many(), Chat::start());
    let own = line(&chat, "plain", "r");
    place.ok(&own);
    let more = own.replace("--n 700", "--n 800").replace("--into r", "--into more");
    place.ok(&format!("{more} --plan-only"));
    place.ok("merge more --into r");
    assert_eq!(place.counts("r").trials, 1600);
    let before = chat.requests();
    place.ok(&format!("{own} --json-events again.jsonl"));
    assert_eq!((chat.requests(), planned(&place, "again.jsonl")), (before, vec![ALL as u64]));
}

#[test]
fn fewer_controls_leave_those_open_that_more_would_ask() {
    let (place, chat) = (Place::with_many(), Chat::start());
    let line = |aa| format!("{} --aa {aa}", line(&chat, "plain", "r"));
    let running = place.start(&format!("{} --concurrency 8", line("0.3")));
    until("some answers", || chat.requests() >= 300);
    running.signal("INT");
    assert_eq!(running.end().code, Some(130));
    place.ok(&line("0.05"));
    let before = chat.requests();
    let done = place.run(&line("0.05"));
    assert_eq!((done.code, chat.requests()), (Some(0), before));
    // All stored pairs are tested, under the study that the directory holds.
    says(&done.err, &["r holds more, and all of it is tested: controls of a share of 0.3"]);
    says(&place.read("r/study.toml"), &["aa = 0.3"]);
}

#[test]
fn what_cannot_be_made_is_refused_before_anything_is_asked() {
    let mut wording = Wording::default();
    let (place, chat) = (Place::with_many(), Chat::start());
    let misspelt = place.read("many.toml").replace("irrelevant", "irelevant");
    place.write("misspelt.toml", misspelt);
    let line = line(&chat, "plain", "r").replace("many.toml", "misspelt.toml");
    wording.fails(&place, 1, &line);
    assert_eq!(chat.requests(), 0);
    insta::assert_snapshot!(wording.text());
}

#[test]
fn a_study_of_more_items_than_there_are_keeps_what_was_answered() {
    let mut wording = Wording::default();
    let (place, chat) = (Place::new(), Chat::start());
    let line =
        |n: usize| format!("run twenty-five-horses --n {n} --into r {}", chat.model("plain"));
    let error = place.fails(1, &line(600));
    says(
        &error,
        &["the answers stored before are kept", "can make 432 items", "ask for at most 432"],
    );
    wording.fails(&place, 1, "test r");
    says(&place.ok("doctor r --offline"), &["its plan is not finished"]);
    let (before, answered) = (chat.requests(), place.counts("r").responses as usize);
    assert!(answered > 0 && answered <= before, "{answered} of {before}");

    place.ok(&line(432));
    let counts = place.counts("r");
    assert_eq!(counts.responses, counts.trials);
    assert_eq!(chat.requests(), before + counts.trials as usize - answered, "nothing twice");
    assert!(place.read("r/study.toml").contains("n = 432"), "it is of what there is");
    insta::assert_snapshot!(wording.text());
}
