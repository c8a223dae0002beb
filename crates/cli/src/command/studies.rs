//! `peirast studies` and `peirast study`.

use crate::args::JsonArgs;
use crate::console;
use anyhow::{Result, anyhow};
use clap::{Args, Subcommand};
use peirast_record::Study;
use peirast_study::votes::{self, Repetition};
use peirast_study::{check_study, load_study, subjects};
use peirast_task::{Plan, STUDIES, built_in_study};
use std::process::ExitCode;

/// Arguments of `study`.
#[derive(Debug, Args)]
pub struct StudyArgs {
    /// What to do.
    #[command(subcommand)]
    pub action: StudyAction,
}

/// Actions on a study.
#[derive(Debug, Subcommand)]
pub enum StudyAction {
    /// Print a built-in study as a file to start from.
    Show {
        /// Its id.
        id: String,
    },
    /// Check a study file: its syntax, its families and protocols, and that every pair varies one
    /// factor.
    Check {
        /// A study file, or the id of a built-in study.
        study: String,
    },
    /// Print the JSON Schema of study files, by which an editor completes and checks them.
    #[command(after_help = "Example:
  peirast study schema > study.schema.json

With the line `#:schema ./study.schema.json` at its top, a study file is completed and checked by editors
that know TOML.")]
    Schema,
}

/// Lists the built-in studies.
pub fn studies(args: &JsonArgs) -> Result<ExitCode> {
    let mut text = String::new();
    for (id, _) in STUDIES {
        let study = built_in_study(id).ok_or_else(|| anyhow!("no built-in study `{id}`"))??;
        let hypotheses: Vec<&str> = study.hypotheses.iter().map(|h| h.id.as_str()).collect();
        let strategies: Vec<&str> = study.strategies.iter().map(|s| s.name.as_str()).collect();
        if args.json {
            let row = serde_json::json!({
                "id": id, "title": study.title, "hypotheses": hypotheses, "strategies": strategies,
            });
            text.push_str(&format!("{row}\n"));
        } else {
            let parts = [hypotheses, strategies].concat().join(", ");
            text.push_str(&format!("{id:<20} {}\n{:<20} {parts}\n", study.title, ""));
        }
    }
    console::finish(&text)
}

/// How often a subject is asked: `12 questions`, `7040 to 13440 questions`.
fn questions(study: &Study, each: u64) -> Result<String> {
    let asking = Repetition::for_study(study)?;
    let single = [study.sampling.temperature];
    let several: Vec<Option<f64>> = study.temperatures.iter().map(|t| Some(*t)).collect();
    let temperatures = if several.is_empty() { single.as_slice() } else { several.as_slice() };
    let bounds = || temperatures.iter().map(|temperature| asking.bounds(*temperature));
    let least: u64 = bounds().map(|(least, _)| u64::from(least)).sum();
    let most: u64 = bounds().map(|(_, most)| u64::from(most)).sum();
    Ok(match least == most {
        true => format!("{} questions", each * least),
        false => format!("{} to {} questions", each * least, each * most),
    })
}

/// Shows a built-in study, or checks a study file.
pub fn study(args: &StudyArgs) -> Result<ExitCode> {
    match &args.action {
        StudyAction::Show { id } => {
            let known = || STUDIES.iter().map(|(id, _)| *id).collect::<Vec<_>>().join(", ");
            let (_, text) = STUDIES
                .iter()
                .find(|(name, _)| name == id)
                .ok_or_else(|| anyhow!("there is no study `{id}`: built in are {}", known()))?;
            console::result(text)?;
        }
        StudyAction::Schema => {
            let schema = serde_json::to_string_pretty(&Study::schema())?;
            console::result(&format!("{schema}\n"))?;
        }
        StudyAction::Check { study } => {
            let study = load_study(study)?;
            check_study(&study)?;
            study.subjects.iter().try_for_each(|name| subjects::check(name))?;
            let plan = Plan::new(&study)?;
            votes::check(&study, &plan.problems)?;
            for doubt in votes::doubtful_examples(&study) {
                console::note(&doubt);
            }
            console::result(&format!(
                "{}: {} problems, {} per subject, {} hypotheses, {} comparisons; every pair \
                 varies its one factor (study hash {})\n",
                study.id,
                plan.problems.len(),
                questions(&study, plan.questions.len() as u64)?,
                study.hypotheses.len(),
                plan.contrasts.len(),
                study.hash()?
            ))?;
        }
    }
    Ok(ExitCode::SUCCESS)
}
