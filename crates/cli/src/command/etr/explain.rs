//! `peirast etr explain`: how people come to their conclusion, in words.

use super::ask::read_premises;
use super::settings::Settings;
use crate::args::InferArgs;
use crate::voice;
use anyhow::Result;
use serde_json::json;
use std::process::ExitCode;

/// Tells the inference from some premises.
pub fn explain(args: &InferArgs, settings: &Settings) -> Result<ExitCode> {
    let (mut engine, premises) = read_premises(&args.premises, settings)?;
    let explanation = engine.explain(&premises)?;
    let text = if settings.json {
        format!("{}\n", json!(explanation))
    } else {
        let mut lines = explanation.sentences;
        lines.push(format!("What follows: {}", explanation.conclusion));
        lines.join("\n") + "\n"
    };
    voice::result(&text)?;
    Ok(ExitCode::SUCCESS)
}
