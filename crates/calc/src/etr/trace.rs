//! Every step that leads to an answer.

use super::render::render;
use peirast_etr::{Step, Trace};
use serde_json::Value;
use std::fmt::Write as _;

/// The steps and the answer for people.
pub(super) fn render_steps(trace: &Trace, out: &Value) -> String {
    let mut text = String::new();
    let mut counts: Vec<usize> = Vec::new();
    for step in &trace.steps {
        counts.resize(step.depth + 1, 0);
        counts[step.depth] += 1;
        let number: Vec<String> = counts.iter().map(usize::to_string).collect();
        write_step(&mut text, &number.join("."), step);
    }
    let _ = write!(text, "answer: {}", render(out));
    text
}

/// A step on a line if it changed nothing, else with its views. Writing to a string cannot fail.
fn write_step(text: &mut String, number: &str, step: &Step) {
    let margin = "  ".repeat(step.depth);
    if is_unchanged(step) {
        let with = step.inputs.get(1).map(|with| format!(" with {with}")).unwrap_or_default();
        let why = step.unchanged.as_ref().map(|why| format!(", {why}")).unwrap_or_default();
        let _ = writeln!(text, "{margin}{number} {}{with}: unchanged{why}", step.operation);
        return;
    }
    let _ = writeln!(text, "{margin}{number} {}", step.operation);
    for (name, input) in ["of  ", "with"].iter().zip(&step.inputs) {
        let _ = writeln!(text, "{margin}    {name} {input}");
    }
    let _ = writeln!(text, "{margin}    is   {}", step.output);
}

/// Whether a step made what it was given.
pub(super) fn is_unchanged(step: &Step) -> bool {
    step.inputs.first() == Some(&step.output)
}
