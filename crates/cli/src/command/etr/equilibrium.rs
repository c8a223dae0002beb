//! `peirast etr equilibrium`: the question that cures a fallacy.

use super::ask::read_premises;
use super::settings::Settings;
use crate::args::EquilibriumArgs;
use crate::voice;
use anyhow::Result;
use peirast_etr::{Engine, Equilibrium, EquilibriumBounds, InternedView};
use serde_json::{Value, json};
use std::fmt::Write as _;
use std::process::ExitCode;

/// Looks for questions after which the conclusion from some premises is gone.
pub fn equilibrium(args: &EquilibriumArgs, settings: &Settings) -> Result<ExitCode> {
    let (mut engine, premises) = read_premises(&args.premises, settings)?;
    let bounds = EquilibriumBounds { questions: args.questions.into(), sets: args.sets };
    let found = engine.equilibrium(&premises, &bounds)?;
    let text = if settings.json {
        format!("{}\n", row(&found, &engine))
    } else {
        told(&found, &engine, args.questions)
    };
    voice::result(&text)?;
    Ok(ExitCode::SUCCESS)
}

fn shown(views: &[InternedView], engine: &Engine) -> Vec<String> {
    views.iter().map(|view| engine.show(view)).collect()
}

fn row(found: &Equilibrium, engine: &Engine) -> Value {
    let cures: Vec<Value> = found
        .cures
        .iter()
        .map(|cure| {
            json!({
                "questions": shown(&cure.questions, engine),
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
fn told(found: &Equilibrium, engine: &Engine, most: u8) -> String {
    let mut text = format!("Without questions: {}\n", engine.show(&found.conclusion));
    for cure in &found.cures {
        let questions = shown(&cure.questions, engine).join(" and ");
        let _ = writeln!(
            text,
            "Asked {questions}: withdrawn; {} is left",
            engine.show(&cure.conclusion)
        );
    }
    let sets = found.tried;
    if found.conclusion.is_verum() {
        text.push_str("Nothing is concluded, so that there is nothing to withdraw.\n");
        return text;
    }
    let _ = match (found.cures.is_empty(), found.complete) {
        (false, _) => writeln!(text, "{sets} sets of questions tried; these are the smallest."),
        (true, true) => writeln!(
            text,
            "After none of the {sets} sets of up to {most} questions is it withdrawn: in equilibrium as far as \
             they go."
        ),
        (true, false) => writeln!(
            text,
            "After none of the first {sets} sets of questions is it withdrawn; raise --sets to go on."
        ),
    };
    text
}
