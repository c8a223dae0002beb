//! Help: the examples that it shows are run, and succeed.

use crate::support::{Place, says};

const COMMANDS: [&str; 12] = [
    "batch",
    "test",
    "interval",
    "effect",
    "agreement",
    "bootstrap",
    "content-effect",
    "sequential",
    "power",
    "adjust",
    "describe",
    "logistic",
];

/// The files that examples name.
fn place() -> Place {
    let place = Place::new();
    let mut scores = "item,before,after,score,model\n".to_owned();
    let mut answers = "item,original,perturbed,right,length,model\n".to_owned();
    let mut lines = String::new();
    let mut ratings = "anna,ben,carl\n".to_owned();
    for i in 0..12_u32 {
        let model = if i % 2 == 0 { "m" } else { "n" };
        scores.push_str(&format!("{},{},{},{},{model}\n", i % 4, i, i * i % 7 + i, i * 5 % 13));
        let (original, perturbed) = (i % 3 % 2, i % 2);
        let length = i * 7 % 5;
        answers
            .push_str(&format!("{},{original},{perturbed},{perturbed},{length},{model}\n", i % 4));
        lines.push_str(&format!(
            "{{\"item\": {}, \"original\": {original}, \"perturbed\": {perturbed}}}\n",
            i % 4
        ));
        ratings.push_str(&format!("{},{},{}\n", i % 3, (i + i / 9) % 3, i % 3));
    }
    place.write("scores.csv", scores);
    place.write("answers.csv", answers);
    place.write("answers.jsonl", lines);
    place.write("ratings.csv", ratings);
    let differences = "perturbed,length\n1,2\n-1,1\n1,-3\n1,1\n-1,-2\n1,-1\n1,3\n";
    place.write("differences.csv", differences);
    let item = |at: u32| {
        format!(
            "{{\"id\": \"{at}\", \"original_id\": {}, \"validity\": {}, \"plausibility\": {}}}",
            at / 4,
            at.is_multiple_of(2),
            at % 4 < 2
        )
    };
    let gold = format!("[{}]", (0..16).map(item).collect::<Vec<_>>().join(", "));
    place.write("submission.json", &gold);
    place.write("gold.json", gold);
    place.write("results.csv", "p,hypothesis\n0.01,a\n0.2,a\n0.03,b\n");
    place
}

#[test]
fn every_example_of_the_help_runs() {
    let place = place();
    for command in COMMANDS.iter().filter(|command| **command != "batch") {
        let help = place.ok(&format!("stats {command} --help"));
        let mut run = 0;
        for line in help.lines().filter_map(|line| line.strip_prefix("  peirast ")) {
            assert!(!place.ok(line).is_empty(), "{line}");
            run += 1;
        }
        assert!(run >= 3, "{command} shows {run} examples");
    }
}

#[test]
fn every_command_is_listed() {
    let help = Place::new().ok("stats --help");
    for command in COMMANDS {
        says(&help, &[&format!("\n  {command} ")]);
    }
}
