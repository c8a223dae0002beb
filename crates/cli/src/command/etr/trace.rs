//! `peirast etr trace`: every step that leads to an answer.

use super::ask::{Answered, Question, completed};
use super::mermaid::mermaid;
use super::settings::Settings;
use super::shown::shown;
use crate::args::{TraceArgs, TraceCommand, TraceFormat};
use crate::voice;
use anyhow::Result;
use peirast_etr::{Engine, Step, Trace};
use serde_json::{Value, json};
use std::fmt::Write as _;
use std::process::ExitCode;

/// Answers a question and shows the steps.
pub fn trace(args: &TraceArgs, settings: &Settings) -> Result<ExitCode> {
    let question = match &args.command {
        TraceCommand::Procedure(command) => Question::of_procedure(command),
        TraceCommand::Operation(command) => Question::of_operation(command),
    };
    let question = completed(question, settings)?;
    let Answered { mut engine, output } = question.answer(settings, Engine::record)?;
    let trace = engine.take_trace();
    let out = output.to_value(&engine);
    let text = match args.format {
        TraceFormat::Text if !settings.json => text(&trace, &out),
        TraceFormat::Mermaid => mermaid(&trace.steps),
        _ => {
            let mut row = question.row(settings);
            row.insert("out".to_owned(), out);
            row.insert("steps".to_owned(), json!(trace.steps));
            format!("{}\n", Value::Object(row))
        }
    };
    voice::result(&text)?;
    Ok(ExitCode::SUCCESS)
}

fn text(trace: &Trace, out: &Value) -> String {
    let mut text = String::new();
    let mut counts: Vec<usize> = Vec::new();
    for step in &trace.steps {
        counts.resize(step.depth + 1, 0);
        counts[step.depth] += 1;
        let number: Vec<String> = counts.iter().map(usize::to_string).collect();
        write_step(&mut text, &number.join("."), step);
    }
    let _ = write!(text, "answer: {}", shown(out));
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
pub fn is_unchanged(step: &Step) -> bool {
    step.inputs.first() == Some(&step.output)
}
