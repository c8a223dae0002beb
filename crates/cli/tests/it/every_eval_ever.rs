//! Runs exported as records of Every Eval Ever, and read back. All data are made here.

use crate::support::chat::Chat;
use crate::support::{Place, Wording, files_below, json_lines, same, says};
use serde_json::Value;
use std::collections::BTreeMap;

/// A run of the small study by two subjects that differ.
fn run() -> Place {
    let place = Place::with_study();
    place.ok("run small.toml --model sim:flawless --model sim:guesser --n 12 --into run");
    place
}

/// The files of a folder by their relative paths.
fn files(place: &Place, dir: &str) -> BTreeMap<String, String> {
    let root = place.path(dir);
    let file = |path: &std::path::PathBuf| {
        let name = path.strip_prefix(&root).expect("below").display().to_string();
        (name, std::fs::read_to_string(path).expect("a text"))
    };
    files_below(&root).iter().map(file).collect()
}

/// The results of a model, and its answers.
fn record(files: &BTreeMap<String, String>, folder: &str) -> (Value, Vec<Value>) {
    let of = |ending: &str| {
        let (_, text) = files
            .iter()
            .find(|(name, _)| name.starts_with(folder) && name.ends_with(ending))
            .unwrap_or_else(|| panic!("{folder} has no {ending}: {:?}", files.keys()));
        text.clone()
    };
    let instances = json_lines(&of("_samples.jsonl"));
    let results =
        files.iter().find(|(name, _)| name.starts_with(folder) && name.ends_with(".json"));
    (serde_json::from_str(results.expect("results").1).expect("JSON"), instances)
}

/// The counts of a comparison, by task.
fn counts(place: &Place, path: &str) -> Vec<Value> {
    let pick = |row: Value| {
        let names = ["task", "n", "n11", "n12", "n21", "n22", "p", "verdict"];
        names.iter().map(|name| row[*name].clone()).collect()
    };
    json_lines(&place.ok(&format!("compare {path} --json"))).into_iter().map(pick).collect()
}

#[test]
fn what_is_exported_reads_back_to_the_same_counts() {
    let place = run();
    let told = place.ok("export every-eval-ever run --into eee --organization Lab");
    says(&told, &["2 records of 96 answers, into eee"]);
    // Items that belong together are known by their names; a run directory says so by itself.
    assert_eq!(counts(&place, "eee --by item"), counts(&place, "run"));
    let by = |dir: &str| json_lines(&place.ok(&format!("compare {dir} --by item --json")));
    assert_eq!(by("eee")[0]["clusters"], by("run")[0]["clusters"]);

    let all = files(&place, "eee");
    assert_eq!(all.len(), 4);
    let (results, instances) = record(&all, "data/small/peirast/sim-guesser/");
    assert_eq!(results["schema_version"], "0.3.0");
    assert_eq!(results["model_info"]["id"], "peirast/sim-guesser");
    assert_eq!(results["model_info"]["additional_details"]["deployment_type"], "self_deployed");
    assert_eq!(results["source_metadata"]["source_organization_name"], "Lab");
    assert_eq!(results["source_metadata"]["evaluator_relationship"], "third_party");
    let detailed = &results["detailed_evaluation_results"];
    let sidecar = detailed["file_path"].as_str().expect("a path");
    assert!(all.contains_key(sidecar), "{sidecar}");
    assert_eq!(detailed["total_rows"], instances.len());
    let uuid = sidecar.rsplit('/').next().expect("a name").trim_end_matches("_samples.jsonl");
    assert!(all.contains_key(&format!("data/small/peirast/sim-guesser/{uuid}.json")));
    let result = &results["evaluation_results"][0];
    let own: Vec<&Value> = instances
        .iter()
        .filter(|one| one["evaluation_result_id"] == result["evaluation_result_id"])
        .collect();
    let right = own.iter().filter(|one| one["evaluation"]["is_correct"] == true).count();
    let score = result["score_details"]["score"].as_f64().expect("a score");
    assert!((score - right as f64 / own.len() as f64).abs() < 1e-12);
    let interval = &result["score_details"]["uncertainty"]["confidence_interval"];
    let end = |name: &str| interval[name].as_f64().expect("an end");
    assert!(end("lower") < score && score < end("upper"));
    assert_eq!(result["score_details"]["uncertainty"]["num_samples"], own.len());
    for instance in &instances {
        assert_eq!(instance["evaluation_id"], results["evaluation_id"]);
        assert_eq!(instance["model_id"], results["model_info"]["id"]);
        assert_eq!(instance["sample_hash"].as_str().map(str::len), Some(64));
        assert_eq!(instance["answer_attribution"][0]["source"], "output.raw");
        assert!(instance["metadata"].as_object().expect("levels").values().all(Value::is_string));
    }

    // The same run gives the same bytes, and nothing of this machine.
    place.ok("export every-eval-ever run --into again --organization Lab");
    for (name, text) in files(&place, "again") {
        same(&text, &all[&name], &name);
        assert!(!text.contains(&place.path(".").display().to_string()), "{name}");
    }
    // Another relationship is another record of the same name.
    place.ok("export every-eval-ever run --into again --relationship first-party");
    let (results, _) = record(&files(&place, "again"), "data/small/peirast/sim-flawless/");
    assert_eq!(results["source_metadata"]["evaluator_relationship"], "first_party");
    assert_eq!(files(&place, "again").len(), 4);
}

#[test]
fn answers_of_a_server_have_costs_and_no_secrets() {
    let server = Chat::start();
    let place = Place::with_study().env("OPENAI_API_KEY", "sk-very-secret");
    let model = |name: &str| format!("--model openai:{name}");
    let (echo, mumbler) = (model("echo"), model("mumbler"));
    place.ok(&format!("run small.toml --n 4 {echo} {mumbler} {} --into run", server.at()));
    let told = place.run("export every-eval-ever run --into eee");
    assert_eq!(told.code, Some(0), "{}", told.err);
    says(&told.err, &["the name of `openai:echo` does not say who developed it"]);
    let all = files(&place, "eee");
    for (name, text) in &all {
        assert!(!text.contains("very-secret") && !text.contains("127.0.0.1"), "{name}: {text}");
    }
    let (results, instances) = record(&all, "data/small/unknown/echo/");
    assert_eq!(results["model_info"]["inference_platform"], "openai");
    assert_eq!(results["model_info"]["additional_details"]["deployment_type"], "unknown");
    assert_ne!(results["retrieved_timestamp"], "0");
    assert!(results["evaluation_timestamp"].is_string());
    let one = &instances[0];
    assert!(one["performance"]["latency_ms"].as_f64().is_some_and(|ms| ms > 0.0));
    let tokens = |name: &str| one["token_usage"][name].as_u64().expect("tokens");
    assert_eq!(tokens("total_tokens"), tokens("input_tokens") + tokens("output_tokens"));
    says(
        one["input"]["formatted"].as_str().expect("messages"),
        &[one["input"]["raw"].as_str().expect("a question")],
    );

    // An answer without a verdict is an error, and no result is made of nothing.
    let (results, instances) = record(&all, "data/small/unknown/mumbler/");
    assert_eq!(results["evaluation_results"], serde_json::json!([]));
    for instance in &instances {
        assert_eq!(instance["error"], "no verdict: unread");
        assert_eq!(instance["answer_attribution"], serde_json::json!([]));
    }
    // Counted as wrong, it is an answer like others.
    place.ok("export every-eval-ever run --into wrong --treatment as-wrong");
    let (results, instances) = record(&files(&place, "wrong"), "data/small/unknown/mumbler/");
    assert_eq!(results["evaluation_results"][0]["score_details"]["score"], 0.0);
    assert!(instances.iter().all(|one| one["error"].is_null()));
    assert!(!counts(&place, "wrong").is_empty());

    let named = place.run(
        "export every-eval-ever run --into named --model openai:echo=lab/Echo-1 \
         --model openai:mumbler=lab/Mumbler",
    );
    assert_eq!((named.code, named.err.as_str()), (Some(0), ""));
    record(&files(&place, "named"), "data/small/lab/Echo-1/");
}

#[test]
fn what_cannot_be_exported_is_said() {
    let mut wording = Wording::default();
    let place = run();
    wording.fails(&place, 1, "export every-eval-ever run --into run");
    wording.fails(&place, 1, "export every-eval-ever none --into eee");
    wording.fails(&place, 2, "export every-eval-ever run --into eee --model sim:guesser");
    wording.fails(&place, 1, "export every-eval-ever run --into eee --model sim:none=lab/none");
    wording.fails(
        &place,
        1,
        "export every-eval-ever run --into eee --model sim:guesser=lab/one --model sim:flawless=lab/one",
    );
    place.ok("run small.toml --model sim:flawless --n 2 --plan-only --into planned");
    wording.fails(&place, 1, "export every-eval-ever planned --into eee");
    assert!(!place.path("eee").exists(), "nothing is written");
    insta::assert_snapshot!(wording.text());
}
