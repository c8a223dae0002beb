//! The rates of consistency of other programs, computed by them from the same answers: the
//! consistency rate of SCORE, in the lm-evaluation-harness, and the rates of llm-consistency.

use super::packages::programs;
use super::program::run;
use crate::support::{Place, column};
use serde_json::{Value, json};
use std::path::Path;

/// Choices in one version, each with four options of its own.
fn choices() -> String {
    let row = |item: usize| {
        let options: Vec<String> =
            ["red", "blue", "green", "grey"].map(|color| format!("{color} box {item}")).into();
        let [right, lure] = [item % 4, (item + 1) % 4].map(|at| ["A", "B", "C", "D"][at]);
        let row = json!({
            "item": item, "question": format!("Which box holds number {item}?"),
            "choices": options, "answer": right, "lure": lure,
        });
        format!("{row}\n")
    };
    (1..=30).map(row).collect()
}

/// The answers of a run in five versions, and a place with them as `outcomes.csv` and the versions
/// as `versions.jsonl`.
fn answered() -> Place {
    let place = Place::new();
    place.write("plain.jsonl", choices());
    let with = "--with shuffle-options,separator=point,labels=lower,white-space";
    place.write("versions.jsonl", place.ok(&format!("pairs make plain.jsonl {with}")));
    let models = "--model sim:guesser --model sim:biased:error=0.5 --model sim:flawless";
    place.ok(&format!("run versions.jsonl {models} --into run"));
    place.ok("tables run --into tables");
    place.write("outcomes.csv", place.read("run/outcomes.csv"));
    place
}

/// Computes the rates of each model by a program, and compares them with the columns of ours.
fn compare(place: &Place, python: &Path, program: &str, columns: &[&str]) {
    place.write("rates.py", [ANSWERS, program].concat());
    let theirs: Value =
        serde_json::from_str(&run(place, python, &["rates.py"])).expect("rates as JSON");
    let ours = place.read("tables/version-consistency.csv");
    let models = theirs.as_object().expect("models");
    assert_eq!(models.len(), 3, "{theirs}");
    for (model, rates) in models {
        for name in columns {
            let own = column(&ours, name, &[("subject", model.as_str())]);
            let own: f64 = own[0].parse().expect("a number");
            let their = rates[*name].as_f64().expect("a number");
            // Tables have shares of at least six decimals.
            assert!((own - their).abs() < 1e-6, "{model}: {name} is {own}, and {their} there");
        }
    }
    // Subjects that answer in different ways, so that a constant would not do.
    for name in columns {
        let all: std::collections::BTreeSet<String> =
            models.values().map(|rates| rates[*name].to_string()).collect();
        assert!(all.len() > 1, "{name}: {all:?}");
    }
}

#[test]
#[ignore = "installs lm_eval from PyPI"]
fn the_consistency_rate_is_that_of_score() {
    let Some(bin) = programs("lm_eval", &["lm_eval[api]"]) else { return };
    compare(&answered(), &bin.join("python"), SCORE, &["pairs_alike"]);
}

#[test]
#[ignore = "installs llm-consistency from PyPI"]
fn the_rates_are_those_of_llm_consistency() {
    let Some(bin) = programs("consistency", &["llm-consistency==1.1.0"]) else { return };
    let columns = ["all_right", "commonest", "mean_right", "core"];
    compare(&answered(), &bin.join("python"), CONSISTENCY, &columns);
}

/// The answers by model and item: the text of the chosen option, and whether it is right.
const ANSWERS: &str = r#"
import csv, json
from collections import defaultdict

shown = {}
for line in open("versions.jsonl"):
    row = json.loads(line)
    shown[str(row["item"]), row["version"]] = row["choices"], row["answer"]

models = defaultdict(lambda: defaultdict(list))
for row in csv.DictReader(open("outcomes.csv")):
    item = row["item"].rsplit("/", 1)[-1]
    choices, right = shown[item, row["version"]]
    letter = row["answer"].strip("()").lower()
    models[row["model"]][item].append((choices[ord(letter) - ord("a")], letter == right.lower()))

assert len(models) == 3 and all(len(items) == 30 for items in models.values())
assert all(len(said) == 5 for items in models.values() for said in items.values())
"#;

/// The consistency rate of SCORE, from its task in the harness.
const SCORE: &str = r#"
from lm_eval.tasks.score.utils import prompt_consistency_rate

def rate(items):
    # The item, the number of the version, the answer, the right answer.
    rows = [(item, at, said, None) for item, all in items.items() for at, (said, _) in enumerate(all)]
    return prompt_consistency_rate(rows)

print(json.dumps({model: {"pairs_alike": rate(items)} for model, items in models.items()}))
"#;

/// The rates of the CAT framework.
const CONSISTENCY: &str = r#"
from llm_consistency.metrics import build_question_consistency_result, core_index, mca

def rates(items):
    results = [build_question_consistency_result(item, said) for item, said in items.items()]
    mean = lambda values: sum(values) / len(results)
    return {
        "all_right": mca(results, 1.0),
        "commonest": mean(result.rc_agree for result in results),
        "mean_right": mean(result.rc_correct for result in results),
        "core": core_index(results),
    }

print(json.dumps({model: rates(items) for model, items in models.items()}))
"#;
