//! The question that cures a fallacy, and the steps of an inference.

use super::EtrSettings;
use super::closing::Closing;
use super::question::{Premises, Remarks};
use super::understood::Words;
use crate::Printout;
use crate::error::Result;
use peirast_etr::{Engine, Equilibrium, EquilibriumBounds, InternedView};
use serde_json::{Map, Value, json};
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
    let mut row = with(row(&found, &engine), &remarks);
    let mut text = text(&found, &engine, most, &remarks.words);
    let closing = Closing::new(&remarks.words, &engine, &views, &found.conclusion);
    let is_cured = !found.cures.is_empty();
    text.push_str(&if is_cured { closing.unasked() } else { closing.text() });
    add(&mut row, closing.fields());
    Ok((Printout { text, json: format!("{row}\n") }, notes))
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
    let words = &remarks.words;
    let explanation = if words.is_empty() {
        engine.explain(&views)?
    } else {
        engine.explain_in_words(&views, &|engine, view| words.say(engine, view))?
    };
    let conclusion = engine.default_inference(&views)?;
    let closing = Closing::new(words, &engine, &views, &conclusion);
    let mut row = with(json!(explanation), &remarks);
    add(&mut row, closing.fields());
    let text = explanation.sentences.join("\n") + "\n" + &closing.text();
    Ok((Printout { text, json: format!("{row}\n") }, notes))
}

/// An answer with the remarks on its premises.
fn with(mut answer: Value, remarks: &Remarks) -> Value {
    add(&mut answer, remarks.fields());
    answer
}

fn add(answer: &mut Value, more: Map<String, Value>) {
    if let Value::Object(fields) = answer {
        fields.extend(more);
    }
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
fn text(found: &Equilibrium, engine: &Engine, most: u8, words: &Words) -> String {
    // In words as well, if the premises were in English.
    let shown = |view: &InternedView| match words.say(engine, view) {
        Some(said) => format!("{said}, {}", engine.show(view)),
        None => engine.show(view),
    };
    let mut text = match found.conclusion.is_verum() {
        true => "Without questions: {0}\n".to_owned(),
        false => format!("Without questions: {}\n", shown(&found.conclusion)),
    };
    for cure in &found.cures {
        let mut questions = texts(&cure.questions, engine).join(" and ");
        let said: Option<Vec<String>> =
            cure.questions.iter().map(|question| words.say(engine, question)).collect();
        if let Some(said) = said {
            questions = format!("whether {}, {questions}", said.join(" and whether "));
        }
        let left = match cure.conclusion.is_verum() {
            true => "nothing ({0})".to_owned(),
            false => shown(&cure.conclusion),
        };
        let _ = writeln!(text, "Asked {questions}: the conclusion is withdrawn; {left} is left");
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
