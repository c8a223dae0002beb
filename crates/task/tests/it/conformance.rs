//! Conformance with the reference material beside the project, if it is there.

use flate2::read::GzDecoder;
use peirast_task::{Plan, built_in_study};
use std::collections::BTreeSet;
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::Path;

/// Returns the prompts of a data set of the ETR study.
fn recorded(set: &str) -> Vec<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared");
    let path = root.join(format!("replay/etr-eval/problems/{set}.jsonl.gz"));
    let lines = BufReader::new(GzDecoder::new(File::open(path).unwrap())).lines();
    let prompt = |line: String| {
        let row: serde_json::Value = serde_json::from_str(&line).unwrap();
        row["prompt"].as_str().unwrap().to_owned()
    };
    lines.map(|line| prompt(line.unwrap())).collect()
}

#[test]
#[ignore = "needs the reference material beside the project"]
fn etr_2025_asks_every_published_question_to_the_byte() {
    let study = built_in_study("etr-2025").unwrap().unwrap();
    let plan = Plan::new(&study).unwrap();
    let (_, protocol) = plan.protocols.named("at_once").unwrap();
    let asked = plan.problems.iter().map(|problem| {
        let messages = plan.asker.ask(problem, protocol).messages;
        assert_eq!(messages.len(), 1);
        messages[0].content.clone()
    });
    let asked: Vec<String> = asked.collect();
    let published: Vec<String> =
        ["largeset", "largeset_reversed"].into_iter().flat_map(recorded).collect();
    assert_eq!((asked.len(), published.len()), (797, 800));
    let set = |all: Vec<String>| all.into_iter().collect::<BTreeSet<String>>();
    assert_eq!(set(asked), set(published));
}
