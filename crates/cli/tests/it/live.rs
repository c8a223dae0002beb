//! Live subjects: a server that answers, fails, refuses, hangs, breaks off and attacks.

use crate::support::chat::{Chat, HOSTILE};
use crate::support::{Done, Place, QUESTIONS, Wording, files_below, holds, says};

const KEY: &str = "sk-PLANTED-0123456789abcdefghij";

fn small(chat: &Chat, model: &str) -> String {
    format!("run small.toml --into r {}", chat.model(model))
}

/// Asserts that a run stored every answer, and returns the number of requests.
fn completes(model: &str) -> usize {
    let (place, chat) = (Place::with_study(), Chat::start());
    place.ok(&small(&chat, model));
    assert_eq!(place.counts("r").responses, QUESTIONS as u64);
    chat.requests()
}

/// Asserts that a run stored nothing and says that questions are left; returns its error message.
fn answers_nothing(line: &str) -> String {
    ends_without_answers(3, line)
}

/// The same for a run that ends with this code.
fn ends_without_answers(code: i32, line: &str) -> String {
    let place = Place::with_study();
    let err = place.fails(code, line);
    assert_eq!(place.counts("r").responses, 0);
    says(&err, &["0 answers stored", "12 questions are still without an answer"]);
    err
}

#[test]
fn a_complete_run_asks_every_question_once() {
    let (place, chat) = (Place::with_study().env("OPENAI_API_KEY", KEY), Chat::start());
    let out = place.ok(&small(&chat, "plain"));
    assert_eq!((chat.requests(), chat.repeats()), (QUESTIONS, 0));
    says(&out, &["openai:plain", "A small study"]);
    assert!(!out.contains("simulated"), "a live subject is not simulated: {out}");
    assert!(place.answered("r").iter().all(|a| a.model.as_deref() == Some("served-2024")));

    place.ok(&small(&chat, "plain"));
    assert_eq!(chat.requests(), QUESTIONS, "nothing is asked twice");
}

/// A key in place of the model's name would be in every artifact.
#[test]
fn a_model_that_is_named_like_its_key_is_refused_and_not_told() {
    let mut wording = Wording::default();
    let (place, chat) = (Place::with_study().env("OPENAI_API_KEY", KEY), Chat::start());
    let err = place.fails(1, &small(&chat, KEY));
    wording.error("a model that is named like its key is refused and not told", &err);
    assert!(!err.contains(KEY), "{err}");
    assert_eq!(chat.requests(), 0);
    assert!(!place.path("r").exists(), "nothing is stored");
    insta::assert_snapshot!(wording.text());
}

#[test]
fn a_longer_run_asks_only_what_is_new() {
    let (place, chat) = (Place::with_study(), Chat::start());
    place.ok(&format!("{} --n 2", small(&chat, "plain")));
    assert_eq!(chat.requests(), 8);
    place.ok(&format!("{} --n 5", small(&chat, "plain")));
    assert_eq!((chat.requests(), chat.repeats()), (20, 0));
}

#[test]
fn what_failed_is_asked_by_the_next_run_and_nothing_else() {
    let (place, chat) = (Place::with_study(), Chat::start());
    let line = format!("{} --attempts 1 --concurrency 1", small(&chat, "moody"));
    let err = place.fails(3, &line);
    says(&err, &["9 answers stored", "3 questions are still without an answer", "run the same"]);
    assert_eq!(chat.requests(), QUESTIONS);

    let again = place.run(&line);
    assert_eq!(again.code, Some(0), "{}", again.err);
    says(&again.err, &["3 answers stored, 9 were there before"]);
    assert_eq!(chat.requests(), QUESTIONS + 3);
}

#[test]
fn passing_troubles_are_waited_out() {
    assert_eq!(completes("limited"), 2 * QUESTIONS, "429, then an answer");
    assert_eq!(completes("failing"), 2 * QUESTIONS, "500, then an answer");
}

#[test]
fn a_refused_question_costs_no_other() {
    let (place, chat) = (Place::with_study(), Chat::start());
    let err = place.fails(3, &small(&chat, "picky"));
    says(&err, &["4 answers stored", "8 questions are still without an answer"]);
    says(&err, &["8 of them were refused", "400: maximum context length exceeded"]);
    assert_eq!(err.matches("refused question").count(), 1, "one for all: {err}");
    assert!(!err.contains("stopped"), "{err}");
    assert_eq!((chat.requests(), chat.repeats()), (QUESTIONS, 0));

    let told = err.split("refused question ").nth(1).expect("a refusal");
    let key = told.split(':').next().expect("a key");
    let shown = place.ok(&format!("show r {key}"));
    says(&shown, &["not answered yet", "attempt 1 failed", "400: maximum context length exceeded"]);
}

#[test]
fn refused_questions_do_not_keep_the_others_from_being_asked() {
    let (place, chat) = (Place::with_study(), Chat::start());
    let line = format!("{} --n 6 --concurrency 1", small(&chat, "picky"));
    // Families are asked in turn, so that the others' answers show that the server works.
    place.fails(3, &line);
    let counts = place.counts("r");
    assert_eq!((counts.responses, counts.trials), (12, 24));
    assert_eq!((chat.requests(), chat.repeats()), (24, 0));

    // Only refused questions are left, and ten refusals end the run.
    place.fails(1, &line);
    assert_eq!((chat.requests(), chat.repeats()), (24 + 10, 10));
    assert_eq!(place.counts("r").responses, 12);
}

#[test]
fn ten_refusals_end_a_run_and_the_next_one_begins_with_the_other_questions() {
    let (place, chat) = (Place::with_many(), Chat::start());
    let line = format!("run many.toml --into r {} --n 6 --concurrency 1", chat.model("picky"));
    // As far as one can see then, nothing will ever be answered.
    place.fails(1, &line);
    assert_eq!((chat.requests(), place.counts("r").responses), (10, 0));

    place.fails(1, &line);
    assert_eq!(place.counts("r").responses, 0);
    assert!(chat.requests() - 10 >= 10 && chat.repeats() == chat.requests() - 12, "two were new");
}

#[test]
#[cfg(unix)]
fn a_long_wait_is_told_once() {
    let (place, chat) = (Place::with_study(), Chat::start());
    let host = chat.at();
    let host = host.split("//").nth(1).and_then(|host| host.split('/').next()).expect("a host");
    let told = format!("waiting 120 s because {host} asked (HTTP 429)");
    let running = place.start_telling("told.txt", &small(&chat, "busy"));
    crate::support::until("several questions", || chat.requests() >= 2);
    crate::support::until("it waits", || place.read("told.txt").contains(&told));
    // The other questions under way are refused as well meanwhile.
    std::thread::sleep(std::time::Duration::from_secs(1));
    running.signal("INT");
    assert_eq!(running.end().code, Some(130));
    let err = place.read("told.txt");
    assert_eq!(err.matches(&told).count(), 1, "once, not for each question: {err}");
    assert_eq!(err.matches("waiting").count(), 1, "{err}");
}

#[test]
fn a_mark_and_half_an_emoji_cost_no_answer() {
    let (place, chat) = (Place::with_study(), Chat::start());
    place.ok(&small(&chat, "marked"));
    assert_eq!(chat.requests(), QUESTIONS, "nothing is tried again");
    assert!(place.answered("r").iter().all(|a| a.text.ends_with(" \u{fffd}")));
}

#[test]
fn a_key_in_an_answer_is_masked_however_it_is_spelled() {
    for key in [KEY, "a/b-c/d-"] {
        let (place, chat) = (Place::with_study().env("OPENAI_API_KEY", key), Chat::start());
        let Done { code, err, .. } = place.run(&small(&chat, "echo"));
        assert_eq!(code, Some(0), "{err}");
        assert!(!err.contains("fewer than 8"), "{err}");
        assert!(place.answered("r").iter().all(|a| a.text.ends_with("Bearer ***")));
        let spelled = key.replace('-', "\\u002d").replace('/', "\\/");
        for file in files_below(&place.path("r")) {
            let bytes = std::fs::read(&file).expect("a file");
            let found = [key, &spelled].iter().any(|key| holds(&bytes, key));
            assert!(!found, "the key is in {}", file.display());
        }
    }
}

#[test]
fn a_key_too_short_to_be_masked_is_pointed_out() {
    let (place, chat) = (Place::with_study().env("OPENAI_API_KEY", "abc1234"), Chat::start());
    let done = place.run(&small(&chat, "plain"));
    assert_eq!(done.code, Some(0), "{}", done.err);
    says(&done.err, &["`openai:plain`", "OPENAI_API_KEY has fewer than 8 characters", "`none`"]);
    assert!(!done.err.contains("abc1234"), "{}", done.err);
    let dry = place.run(&format!("{} --dry-run", small(&chat, "plain")));
    assert!(!dry.err.contains("fewer than 8"), "{}", dry.err);
}

/// An answer that contains the key by chance is masked; a note must say so.
#[test]
fn a_key_that_is_a_plain_word_is_pointed_out() {
    for (key, is_plain) in [("completely", true), ("Not-Needed", true), ("sk-0123456789ab", false)]
    {
        let (place, chat) = (Place::with_study().env("OPENAI_API_KEY", key), Chat::start());
        let done = place.run(&small(&chat, "plain"));
        assert_eq!(done.code, Some(0), "{}", done.err);
        let said = done.err.matches("the key in OPENAI_API_KEY is plain words").count();
        assert_eq!(said, usize::from(is_plain), "{key}: {}", done.err);
        assert!(!done.err.contains(key), "{}", done.err);
    }
}

#[test]
fn a_refused_key_stops_with_one_message_and_is_shown_nowhere() {
    let (place, chat) = (Place::with_study().env("OPENAI_API_KEY", KEY), Chat::start());
    let Done { code, out, err } = place.run(&small(&chat, "closed"));
    assert_eq!(code, Some(1), "the same command would end alike: {err}");
    says(&err, &["openai:closed stopped", "401", "check the API key"]);
    assert_eq!(err.matches("answered 401").count(), 1, "one message: {err}");
    assert!(!err.contains('\u{1b}'), "the server steers the terminal: {err:?}");
    assert!(chat.requests() <= QUESTIONS, "nothing is tried again");
    for text in [&out, &err] {
        assert!(!text.contains("PLANTED"), "the key is printed: {text}");
    }
    for file in files_below(&place.path("r")) {
        let bytes = std::fs::read(&file).expect("a file");
        assert!(!holds(&bytes, "PLANTED"), "the key is in {}", file.display());
    }
}

#[test]
fn a_key_that_works_is_stored_nowhere() {
    let (place, chat) = (Place::with_study().env("SECRET", KEY), Chat::start());
    place.ok(&format!("{} --key-env SECRET", small(&chat, "failing")));
    for file in files_below(&place.path("r")) {
        let bytes = std::fs::read(&file).expect("a file");
        assert!(!holds(&bytes, "PLANTED"), "the key is in {}", file.display());
    }
}

#[test]
fn an_unknown_model_stops_with_one_message() {
    let chat = Chat::start();
    let err = ends_without_answers(1, &small(&chat, "nobody"));
    says(&err, &["fix the problem that stopped a model, and run the same command again"]);
    says(&err, &["openai:nobody stopped", "404", "does not exist", "check the model's name"]);
    assert_eq!(err.matches("answered 404").count(), 1, "one message: {err}");
}

#[test]
fn one_stopped_subject_does_not_stop_the_others() {
    let (place, chat) = (Place::with_study(), Chat::start());
    let line = format!("{} --model openai:plain --model sim:flawless", small(&chat, "nobody"));
    place.fails(3, &line);
    let counts = place.counts("r");
    assert_eq!((counts.responses, counts.trials), (24, 36));
    // A loop that goes on until all is answered ends when only the refused model is left.
    place.fails(1, &line);
    assert_eq!(place.counts("r").responses, 24);
}

#[test]
fn a_hanging_server_is_left_in_time() {
    let chat = Chat::start();
    let err = answers_nothing(&format!("{} --timeout 1 --attempts 1", small(&chat, "hanging")));
    says(&err, &["no complete answer within 1s"]);
}

#[test]
fn a_dead_endpoint_is_named() {
    let closed = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = closed.local_addr().expect("an address");
    drop(closed);
    let err = answers_nothing(&format!(
        "run small.toml --into r --model openai:m --base-url http://{address}/v1 --attempts 1"
    ));
    says(&err, &["cannot connect", &address.to_string(), "check that the server is up"]);
}

#[test]
fn half_a_body_is_no_answer() {
    let chat = Chat::start();
    let err = answers_nothing(&format!("{} --attempts 1", small(&chat, "cut-off")));
    says(&err, &["broke off after"]);
}

#[test]
fn a_body_that_is_no_json_is_no_answer() {
    let chat = Chat::start();
    let err = answers_nothing(&format!("{} --attempts 1", small(&chat, "garbled")));
    says(&err, &["not JSON", "check that the base URL leads to a chat API"]);
}

#[test]
fn a_dry_run_asks_nothing() {
    let (place, chat) = (Place::with_study(), Chat::start());
    let line = format!("{} --dry-run --price-input 2 --price-output 8", small(&chat, "plain"));
    let out = place.ok(&line);
    says(&out, &["openai:plain", "12", "Nothing was asked", "USD"]);
    assert_eq!(chat.requests(), 0);
    assert!(!place.path("r").exists(), "a dry run leaves nothing behind");

    place.ok(&format!("{} --n 2", small(&chat, "plain")));
    let row = place.ok(&format!("{line} --n 5"));
    let row = row.lines().find(|l| l.starts_with("openai:plain")).expect("a row").to_owned();
    let columns: Vec<&str> = row.split_whitespace().collect();
    assert_eq!(columns[1..4], ["20", "8", "12"], "questions, answered, to ask");
    assert_eq!(chat.requests(), 8);
}

#[test]
fn a_dry_run_needs_no_key() {
    let out = Place::new().ok("run token-bias --n 1 --model openai:gpt-4o --dry-run");
    says(&out, &["openai:gpt-4o", "Nothing was asked", "USD per million tokens"]);
    let out = Place::new().ok("run token-bias --n 1 --model openai:of-nobody --dry-run");
    says(&out, &["openai:of-nobody", "Nothing was asked", "--price"]);
}

#[test]
fn a_hostile_answer_attacks_nobody() {
    let (place, chat) = (Place::with_study(), Chat::start());
    let out = place.ok(&small(&chat, "hostile"));
    assert!(place.answered("r").iter().all(|a| a.text == HOSTILE), "answers are kept verbatim");

    let shown = place.ok(&format!("show r {}", place.some_trial("r")));
    says(&shown, &["\\u{1b}[31m", "\\u{202e}", "\\u{7}", "<script>alert(1)</script>"]);
    for text in [&out, &shown] {
        let steers = |c: char| (c.is_control() && c != '\n') || "\u{202e}\u{2066}".contains(c);
        assert!(!text.contains(steers), "the terminal is steered: {text:?}");
    }
    let page = place.read("r/report.html");
    assert!(!page.contains("<script>") && !page.contains("<img"), "the page is attacked");
    for name in ["results.csv", "counts.csv"] {
        let table = place.read(&format!("r/{name}"));
        assert!(!table.contains("HYPERLINK"), "{name} carries an answer");
    }
    let outcomes = place.read("r/outcomes.csv");
    assert!(outcomes.contains("HYPERLINK"), "it shows answers");
    let steers = |c: char| (c.is_control() && c != '\n') || "\u{202e}\u{2066}".contains(c);
    let mut reader = csv::Reader::from_reader(outcomes.as_bytes());
    for cell in reader
        .records()
        .flat_map(|row| row.expect("CSV").iter().map(str::to_owned).collect::<Vec<_>>())
    {
        assert!(!cell.starts_with(['=', '+', '-', '@']) && !cell.contains(steers), "{cell:?}");
    }
}

#[test]
fn a_hostile_name_attacks_nobody() {
    let (place, chat) = (Place::with_study(), Chat::start());
    let line = format!("run small.toml --into r {}", chat.at());
    let run = |name| -> Done {
        let args = line.split_whitespace().chain(["--model", name]);
        place.command(args).output().expect("it runs").into()
    };
    let steering = run("openai:\u{1b}[31m\u{202e}");
    assert_eq!(steering.code, Some(1));
    says(&steering.err, &["subjects 1", "U+001B"]);
    assert!(!steering.err.contains(['\u{1b}', '\u{202e}']), "{:?}", steering.err);

    let done = run("openai:<script>alert(1)</script>");
    assert_eq!(done.code, Some(0), "{}", done.err);
    let page = place.read("r/report.html");
    assert!(!page.contains("<script>"), "the page is attacked");
    says(&page, &["&lt;script&gt;"]);
}

#[test]
fn a_megabyte_is_an_answer_too() {
    let (place, chat) = (Place::with_study(), Chat::start());
    place.ok(&small(&chat, "huge"));
    assert!(place.answered("r").iter().all(|a| a.text.len() > 1_000_000));
    assert!(place.ok(&format!("show r {}", place.some_trial("r"))).len() > 1_000_000);
}

#[test]
fn another_endpoint_needs_another_directory() {
    let mut wording = Wording::default();
    let (place, chat, other) = (Place::with_study(), Chat::start(), Chat::start());
    place.fails(1, &small(&chat, "nobody"));
    place.fails(1, &small(&other, "nobody")); // Nothing was answered yet: nothing conflicts.

    place.ok(&small(&chat, "plain"));
    let before = other.requests();
    wording.fails(&place, 1, &small(&other, "plain"));
    assert_eq!(other.requests(), before);
    assert!(!place.rows("r").is_empty(), "the directory can still be tested");
    insta::assert_snapshot!(wording.text());
}

#[test]
fn a_manifest_says_who_served_the_answers() {
    let mock = peirast_mock::Mock::start(peirast_mock::Config::default()).expect("a server");
    let place = Place::with_study();
    place.ok(&format!("run small.toml --into r --model openai:m --base-url {}", mock.base_url()));
    let manifest: serde_json::Value =
        serde_json::from_str(&place.read("r/manifest.json")).expect("JSON");
    let served = &manifest["served"][0];
    assert_eq!(served["subject"], "openai:m");
    assert_eq!(served["fingerprint"], "fp_mock");
    assert_eq!(served["answers"], QUESTIONS);
    assert!(served["first_asked"].as_str().is_some_and(|time| time.ends_with('Z')), "{served}");
    assert_eq!(manifest["store"]["responses"], QUESTIONS);
    assert_eq!(manifest["peirast"]["version"], env!("CARGO_PKG_VERSION"));
    assert_eq!(manifest["seed"], 7);
}

#[test]
fn one_attempt_says_why_nothing_was_reached() {
    let place = Place::with_study();
    let port = {
        let listener = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
        listener.local_addr().expect("an address").port()
    };
    // So few questions that no row of failures stops the model.
    let done = place.run(&format!(
        "run small.toml --n 1 --into few --model openai:m --attempts 1 --base-url http://127.0.0.1:{port}/v1"
    ));
    assert!(!done.err.contains("stopped:"), "{}", done.err);
    says(
        &done.err,
        &["the last that was given up (network): cannot connect", "check that the server is up"],
    );
}
