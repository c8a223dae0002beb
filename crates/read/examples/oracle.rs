//! Reads lines like those of the reading oracle from stdin and counts what was read rightly.
//!
//! `cargo run -p peirast-read --example oracle < rows.jsonl`

use peirast_read::{Context, read};
use peirast_record::{Answer, FinishReason, Task};
use serde_json::Value;
use std::io::BufRead;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let (mut right, mut missed, mut wrong) = (0, 0, 0);
    for line in std::io::stdin().lock().lines() {
        let row: Value = serde_json::from_str(&line?)?;
        let text = |name: &str| row[name].as_str().unwrap_or_default();
        let task = match text("task") {
            "choice" => Task::Choice,
            "yes-no" => Task::YesNo,
            "validity" => Task::Validity,
            _ => Task::Number,
        };
        let labels: Vec<(String, String)> = row["options"]
            .as_object()
            .into_iter()
            .flatten()
            .map(|(k, v)| (k.clone(), v.as_str().unwrap_or_default().to_owned()))
            .collect();
        let options: Vec<(char, String)> =
            ('a'..).zip(labels.iter().map(|(_, t)| t.clone())).collect();
        let finish =
            if text("finish") == "length" { FinishReason::Length } else { FinishReason::Stop };
        let mut context = Context::new(&options, finish).asked(text("question"));
        if labels.first().is_some_and(|(label, _)| label == "1") {
            context = context.numbered();
        }
        let reading = read(task, text("text"), &context);
        let got = match reading.answer {
            Answer::Choice(letter) => {
                labels.get(letter as usize - 'a' as usize).map_or(String::new(), |l| l.0.clone())
            }
            other => other.to_string(),
        };
        let wants = row["want"]
            .as_array()
            .into_iter()
            .flatten()
            .any(|want| want.as_str() == Some(got.as_str()));
        if wants {
            right += 1;
            continue;
        }
        let verdict = reading.answer.is_verdict();
        if verdict {
            wrong += 1
        } else {
            missed += 1
        }
        println!(
            "{} {} {} {:?} got {} by {} want {}",
            if verdict { "WRONG" } else { "miss " },
            text("id"),
            text("task"),
            text("text"),
            got,
            reading.rule,
            row["want"]
        );
    }
    println!("{right} right, {missed} missed, {wrong} wrong");
    Ok(())
}
