//! Models by name: providers, their settings and their keys.

use crate::support::chat::Chat;
use crate::support::{Done, Place, QUESTIONS, Wording, files_below, holds, json_lines, says};
use serde_json::Value;

const KEY: &str = "sk-PLANTED-0123456789abcdefghij";

/// A provider of the user: the test server, with other terms.
fn laboratory(chat: &Chat, more: &str) -> String {
    let url = chat.at();
    let url = url.trim_start_matches("--base-url ");
    format!(
        "[[provider]]\nname = \"laboratory\"\nabout = \"Our own\"\nurl = \"{url}\"\nkeys = [\"LABORATORY_KEY\"]\n{more}"
    )
}

#[test]
fn providers_are_listed_with_their_keys_unseen() {
    let place = Place::new().env("ANTHROPIC_API_KEY", KEY);
    let list = place.ok("models");
    says(&list, &["anthropic", "ANTHROPIC_API_KEY", "openrouter", "(OLLAMA_API_KEY)", "ollama"]);
    let rows = json_lines(&place.ok("models --json"));
    let row =
        |name: &str| -> &Value { rows.iter().find(|row| row["provider"] == name).expect("a row") };
    assert!(rows.len() >= 20, "{} providers", rows.len());
    assert_eq!(row("anthropic")["key_set"], "ANTHROPIC_API_KEY");
    assert_eq!(row("gemini")["key_set"], Value::Null);
    assert_eq!(row("ollama")["key_needed"], false);
    assert!(!format!("{list}{rows:?}").contains("PLANTED"));
}

#[test]
fn a_model_is_described() {
    let mut wording = Wording::default();
    let place = Place::new();
    let text = place.ok("models openai/o3 anthropic/claude-sonnet-4-5 azure");
    says(&text, &["takes     seed, max-tokens, reasoning-effort", "needs     max-tokens"]);
    says(&text, &["thinking-budget from 1024 up", "{AZURE_OPENAI_ENDPOINT}/openai/v1"]);
    let limits = place.ok("models openai/o3");
    assert!(!limits.contains("temperature up to"), "it takes none: {limits}");
    let one = json_lines(&place.ok("models ollama/llama3:8b --json"));
    assert_eq!((&one[0]["model"], &one[0]["wire"]), (&"llama3:8b".into(), &"ollama".into()));
    wording.fails(&place, 1, "models opnai");
    wording.fails(&place, 1, "models sim:logic");
    // Facts that the owner leaves out have no line.
    place.write(
        "bare.toml",
        "[[provider]]\nname = \"bare\"\nurl = \"http://127.0.0.1:1/v1\"\nlocal = true\n",
    );
    let bare = place.ok("models bare/x --providers bare.toml");
    says(&bare, &["model     bare/x", "key       none"]);
    assert!(!bare.contains("provider "), "{bare}");
    insta::assert_snapshot!(wording.text());
}

#[test]
fn a_provider_of_ones_own_needs_no_code() {
    let chat = Chat::start();
    let place = Place::with_study().env("LABORATORY_KEY", KEY);
    place.write("mine.toml", laboratory(&chat, ""));
    let line = "run small.toml --into r --providers mine.toml --model laboratory/plain";
    place.ok(line);
    assert_eq!((chat.requests(), chat.repeats()), (QUESTIONS, 0));
    place.ok(line);
    assert_eq!(chat.requests(), QUESTIONS, "nothing is asked twice");
    says(&place.read("r/report.html"), &["laboratory/plain"]);
    let manifest: Value = serde_json::from_str(&place.read("r/manifest.json")).expect("JSON");
    assert_eq!(manifest["command"], "peirast run study.toml --providers FILE");

    // The same row, where the user keeps such.
    place.write("config/peirast/providers.toml", laboratory(&chat, ""));
    place.ok("run small.toml --into s --model laboratory/plain");
    says(&place.ok("models"), &["laboratory", "LABORATORY_KEY"]);
    for file in [files_below(&place.path("r")), files_below(&place.path("s"))].concat() {
        let bytes = std::fs::read(&file).expect("a file");
        assert!(!holds(&bytes, "PLANTED"), "the key is in {}", file.display());
    }
}

#[test]
fn a_key_within_an_address_is_shown_by_no_command() {
    let place = Place::with_study().env("LABORATORY_KEY", KEY).env("LABORATORY_PATH", KEY);
    let row = |url: &str| {
        format!("[[provider]]\nname = \"laboratory\"\nurl = \"{url}\"\nkeys = [\"LABORATORY_KEY\"]")
    };
    place.write("filled.toml", row("http://127.0.0.1:9/{LABORATORY_PATH}/v1"));
    place.write("written.toml", row(&format!("http://127.0.0.1:9/{KEY}/v1")));
    place.ok(
        "run small.toml --into r --plan-only --model openai:m --base-url http://127.0.0.1:9/v1",
    );
    for (file, url) in [("filled", "http://127.0.0.1:9/{LABORATORY_PATH}/v1"), ("written", "***")] {
        let model = format!("--model laboratory/m --providers {file}.toml");
        let text = place.ok(&format!("models laboratory --providers {file}.toml"));
        let json =
            json_lines(&place.ok(&format!("models laboratory --json --providers {file}.toml")));
        says(&text, &[url, "LABORATORY_KEY is set"]);
        assert_eq!(json[0]["url"], url);
        let mut said = format!("{text}{json:?}");
        for line in [
            format!("run small.toml --into s {model}"),
            format!("run small.toml --into s --dry-run {model}"),
            format!("doctor r --offline {model}"),
            format!("worker r {model}"),
            format!("batch submit r {model}"),
        ] {
            let done = place.run(&line);
            assert_eq!(done.code, Some(1), "{line}: {}{}", done.out, done.err);
            said += &(done.out + &done.err);
        }
        says(&said, &["holds the API key"]);
        assert!(!said.contains("PLANTED"), "{said}");
    }
    let base = format!(
        "doctor r --offline --model openai:m --base-url http://127.0.0.1:9/{KEY} --key-env LABORATORY_KEY"
    );
    let done = place.run(&base);
    says(&done.out, &["wrong    endpoint", "holds the API key"]);
    assert!(!(done.out + &done.err).contains("PLANTED"));
}

#[test]
fn a_file_of_providers_in_the_working_directory_is_not_read() {
    let mut wording = Wording::default();
    let chat = Chat::start();
    let place = Place::with_study().env("LABORATORY_KEY", KEY);
    for name in ["peirast.toml", "providers.toml"] {
        place.write(name, laboratory(&chat, ""));
    }
    wording.fails(&place, 1, "run small.toml --into r --model laboratory/plain");
    assert_eq!(chat.requests(), 0);

    // A plan for a provider that doctor does not know is an error.
    let known = "--providers providers.toml";
    place.ok(&format!("run small.toml --into r --model laboratory/plain {known} --plan-only"));
    let done = place.run("doctor r");
    assert_eq!(done.code, Some(1), "{}", done.out);
    says(&done.out, &["wrong    endpoint", "there is no provider `laboratory`"]);
    place.ok(&format!("doctor r {known}"));
    insta::assert_snapshot!(wording.text());
}

#[test]
fn a_wrong_file_of_providers_names_its_place() {
    let mut wording = Wording::default();
    let place = Place::with_study();
    place.write("mine.toml", "[[provider]]\nname = \"laboratory\"\nurl = 7\n");
    wording.fails(&place, 1, "models --providers mine.toml");
    wording.fails(&place, 1, "models --providers none.toml");
    insta::assert_snapshot!(wording.text());
}

#[test]
fn a_key_is_asked_for_by_its_name() {
    let place = Place::with_study();
    for (model, words) in [
        ("anthropic/claude-sonnet-4-5 --max-tokens 500", "environment variable ANTHROPIC_API_KEY"),
        ("gemini/gemini-2.5-pro", "environment variable GEMINI_API_KEY or GOOGLE_API_KEY"),
        ("azure/mine", "environment variable AZURE_OPENAI_ENDPOINT"),
    ] {
        let mut command =
            place.command(format!("run small.toml --into r --model {model}").split(' '));
        for name in
            ["ANTHROPIC_API_KEY", "GEMINI_API_KEY", "GOOGLE_API_KEY", "AZURE_OPENAI_ENDPOINT"]
        {
            command.env_remove(name);
        }
        let done: Done = command.output().expect("it runs").into();
        assert_eq!(done.code, Some(1), "{}", done.err);
        says(&done.err, &[words]);
    }
    let broken = Place::with_study().env("GROQ_API_KEY", "gsk-PLANTED\ngsk-PLANTED");
    let err = broken.fails(1, "run small.toml --into r --model groq/llama-3.3-70b-versatile");
    says(&err, &["the key in GROQ_API_KEY", "line break"]);
    assert!(!err.contains("PLANTED"), "{err}");
}

#[test]
fn what_cannot_be_sent_is_refused_before_anything_is_asked() {
    let mut wording = Wording::default();
    let chat = Chat::start();
    let place = Place::with_study().env("LABORATORY_KEY", KEY);
    place.write(
        "mine.toml",
        laboratory(&chat, "takes = [\"max-tokens\"]\nmost = { max-tokens = 100 }\n"),
    );
    let run = "run small.toml --into r --providers mine.toml --model laboratory/plain";
    wording.fails(&place, 1, &format!("{run} --temperature 0 --sampling-seed 7 --max-tokens 50"));
    wording.fails(&place, 1, &format!("{run} --max-tokens 101"));
    wording.fails(&place, 1, &format!("{run} --thinking-budget 50 --max-tokens 50"));
    assert_eq!(chat.requests(), 0);
    assert!(!place.path("r").exists());
    insta::assert_snapshot!(wording.text());
}

#[test]
fn what_is_left_out_is_recorded_and_shown() {
    let chat = Chat::start();
    let place = Place::with_study().env("LABORATORY_KEY", KEY);
    place.write("mine.toml", laboratory(&chat, "takes = [\"max-tokens\"]\n"));
    let run =
        "run small.toml --into r --providers mine.toml --model laboratory/plain --max-tokens 50";
    let done = place.run(&format!("{run} --temperature 0 --sampling-seed 7 --allow-unsent"));
    assert_eq!(done.code, Some(0), "{}", done.err);
    says(
        &done.err,
        &["`laboratory/plain` is asked without some settings: laboratory takes no temperature"],
    );
    let key = place.some_trial("r");
    says(&place.ok(&format!("show r {key}")), &["not sent temperature, seed"]);
    let shown: Value =
        serde_json::from_str(&place.ok(&format!("show r {key} --json"))).expect("JSON");
    assert_eq!(shown["not_sent"], serde_json::json!(["temperature", "seed"]));
    assert_eq!(shown["sampling"], serde_json::json!({"max_tokens": 50}));
    assert!(shown["request"].as_str().is_some_and(|request| !request.contains("temperature")));
    says(&place.read("r/report.html"), &["laboratory/plain does not accept temperature, seed"]);
}

#[test]
fn the_published_budgets_can_be_set() {
    let mut wording = Wording::default();
    let place = Place::with_study();
    let claude = "--model anthropic/claude-sonnet-4-5";
    let run = format!("run small.toml {claude} --max-tokens 3000 --thinking-budget 2400 --dry-run");
    says(&place.ok(&run), &["anthropic/claude-sonnet-4-5", "Nothing was asked."]);
    wording.fails(&place, 1, &format!("run small.toml {claude} --dry-run"));
    place.write(
        "thinking.toml",
        crate::support::SMALL.replace(
            "seed = 7",
            "seed = 7\nsampling = { max_tokens = 3000, reasoning_effort = \"low\", logprobs = 3 }",
        ),
    );
    wording.fails(&place, 1, "run thinking.toml --model openai/o3 --dry-run");
    place.ok("run thinking.toml --model openai/o3 --dry-run --allow-unsent");
    insta::assert_snapshot!(wording.text());
}

/// The limit on thinking applies to models that can think; no option is needed.
#[test]
fn the_published_study_of_fallacies_asks_any_model() {
    let place = Place::new();
    for (model, unsent) in [
        ("openai/gpt-4o", Some("openai takes no thinking-budget for gpt-4o")),
        ("openai/o3", Some("openai takes no temperature for o3")),
        ("anthropic/claude-sonnet-4-5", Some("takes no temperature")),
        ("sim:flawless", None),
    ] {
        let run = format!("run etr-2025 --n 2 --model {model} --dry-run --into r");
        let done = place.run(&run);
        assert_eq!(done.code, Some(0), "{model}: {}", done.err);
        match unsent {
            Some(why) => says(&done.err, &["is asked without some settings: ", why]),
            None => assert!(!done.err.contains("not sent"), "{}", done.err),
        }
    }
    // A setting given by its own option is sent or refused.
    let named = "run etr-2025 --n 2 --model openai/gpt-4o --thinking-budget 1200 --dry-run";
    says(
        &place.fails(1, named),
        &["takes no thinking-budget", "Add --allow-unsent to the command"],
    );
    place.ok(&format!("{named} --allow-unsent"));
}

#[test]
fn a_model_without_temperatures_is_asked_once_and_how_is_said() {
    let mut wording = Wording::default();
    let place = Place::with_study();
    let o3 = "run small.toml --model openai/o3 --max-tokens 500 --dry-run";
    for unsent in ["", "--allow-unsent"] {
        let err = place.fails(1, &format!("{o3} --temperature 0.5,1 {unsent}"));
        wording.error("a model without temperatures is asked once and how is said", &err);
        assert_eq!(err.matches("takes no temperature").count(), 1, "{err}");
    }
    place.ok(&format!("{o3} --temperature 0.5 --allow-unsent"));
    insta::assert_snapshot!(wording.text());
}

#[test]
fn a_reasoning_model_behind_a_proxy_is_sent_what_it_takes() {
    let chat = Chat::start();
    let place = Place::with_study();
    let run = format!("run small.toml --into named {} --max-tokens 50", chat.model("azure/gpt-5"));
    says(&place.fails(1, &format!("{run} --temperature 0")), &["takes no temperature"]);
    assert_eq!(chat.requests(), 0);
    place.ok(&format!("{run} --temperature 0 --allow-unsent"));
    let shown = place.ok(&format!("show named {} --json", place.some_trial("named")));
    says(&shown, &["max_completion_tokens", "not_sent"]);

    // Any other name: the first refusal tells.
    let learnt = format!("run small.toml --into learnt {} --max-tokens 50", chat.model("renamed"));
    let done = place.run(&format!("{learnt} --temperature 0 --json-events events.jsonl"));
    assert_eq!(done.code, Some(0), "{}", done.err);
    let said = "openai:renamed does not take max_tokens: it is sent as max_completion_tokens";
    assert_eq!(done.err.matches(said).count(), 1, "{}", done.err);
    let events = json_lines(&place.read("events.jsonl"));
    let changes: Vec<_> = events.iter().filter(|event| event["event"] == "form").collect();
    assert_eq!(changes.len(), 1, "{changes:?}");
    assert_eq!(changes[0]["subject"], "openai:renamed");
    assert_eq!(changes[0]["from"], "max_tokens");
    let shown = place.ok(&format!("show learnt {} --json", place.some_trial("learnt")));
    let shown: Value = serde_json::from_str(&shown).expect("JSON");
    assert_eq!(shown["sampling"], serde_json::json!({"temperature": 0.0, "max_tokens": 50}));
    let sent = shown["request"].as_str().expect("a request");
    assert!(
        sent.contains("\"max_completion_tokens\":50") && sent.contains("temperature"),
        "{sent}"
    );
}
