//! The question that cures a fallacy, and the steps of an inference.

use super::EtrSettings;
use super::question::{Premises, Remarks};
use crate::Printout;
use crate::error::Result;
use peirast_etr::{Engine, Equilibrium, EquilibriumBounds, InternedView};
use serde_json::{Value, json};
use std::fmt::Write as _;

/// Searches for questions after which the conclusion from some premises is withdrawn. `most` is the
/// size of the largest sets of questions, `sets` the number of sets.
///
/// # Errors
/// If premises cannot be read, or a limit is reached.
pub fn equilibrium(
    premises: &[String],
    most: u8,
    sets: usize,
    settings: &EtrSettings,
) -> Result<(Printout, Vec<String>)> {
    let Premises { mut engine, views, remarks, notes } = Premises::read(premises, settings)?;
    let bounds = EquilibriumBounds { questions: most.into(), sets };
    let found = engine.equilibrium(&views, &bounds)?;
    let json = format!("{}\n", with(row(&found, &engine), &remarks));
    Ok((Printout { text: text(&found, &engine, most), json }, notes))
}

/// Explains in words how people draw their conclusion from some premises.
///
/// # Errors
/// If premises cannot be read, or a limit is reached.
pub fn explain_inference(
    premises: &[String],
    settings: &EtrSettings,
) -> Result<(Printout, Vec<String>)> {
    let Premises { mut engine, views, remarks, notes } = Premises::read(premises, settings)?;
    let explanation = engine.explain(&views)?;
    let json = format!("{}\n", with(json!(explanation), &remarks));
    let mut lines = explanation.sentences;
    lines.push(format!("What follows: {}", explanation.conclusion));
    Ok((Printout { text: lines.join("\n") + "\n", json }, notes))
}

/// An answer with the remarks on its premises.
fn with(mut answer: Value, remarks: &Remarks) -> Value {
    if let Value::Object(fields) = &mut answer {
        fields.extend(remarks.fields());
    }
    answer
}

fn texts(views: &[InternedView], engine: &Engine) -> Vec<String> {
    views.iter().map(|view| engine.show(view)).collect()
}

fn row(found: &Equilibrium, engine: &Engine) -> Value {
    let cures: Vec<Value> = found
        .cures
        .iter()
        .map(|cure| {
            json!({
                "questions": texts(&cure.questions, engine),
                "conclusion": engine.show(&cure.conclusion),
            })
        })
        .collect();
    json!({
        "conclusion": engine.show(&found.conclusion),
        "cures": cures,
        "tried": found.tried,
        "complete": found.complete,
    })
}

/// Writing to a string cannot fail.
fn text(found: &Equilibrium, engine: &Engine, most: u8) -> String {
    let mut text = format!("Without questions: {}\n", engine.show(&found.conclusion));
    for cure in &found.cures {
        let questions = texts(&cure.questions, engine).join(" and ");
        let _ = writeln!(
            text,
            "Asked {questions}: withdrawn; {} is left",
            engine.show(&cure.conclusion)
        );
    }
    let sets = found.tried;
    if found.conclusion.is_verum() {
        text.push_str("There is no conclusion, so nothing can be withdrawn.\n");
        return text;
    }
    let _ = match (found.cures.is_empty(), found.complete) {
        (false, _) => writeln!(text, "{sets} sets of questions tried; these are the smallest."),
        (true, true) => writeln!(
            text,
            "None of the {sets} sets of up to {most} questions withdraws it: it is in equilibrium \
             for these."
        ),
        (true, false) => writeln!(
            text,
            "None of the first {sets} sets of questions withdraws it; raise --sets to continue."
        ),
    };
    text
}
