//! `peirast studies` and `peirast study`.

use crate::args::JsonArgs;
use crate::console;
use anyhow::{Result, anyhow};
use clap::{Args, Subcommand};
use peirast_record::Study;
use peirast_study::{CheckedStudy, ItemCount, load_study};
use peirast_task::{STUDIES, built_in_study};
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
    /// Check a study file: its syntax, its families and protocols, that every pair varies one factor,
    /// and whether the surface of its problems gives answers away.
    #[command(after_help = "Examples:
  peirast study check token-bias
  peirast study check my-study.toml --n 2000          surface cues in more items than will be asked
  peirast study check my-study.toml --json            every cue, for programs

Guessers that see one cue only (length, negations, the conclusion alone, ...) are fitted on four fifths
of the items and tried on the rest. Shown are those that are right more than 3 points more often than
by chance. docs/artefacts.md says what each sees.")]
    Check {
        /// A study file, or the id of a built-in study.
        study: String,

        /// Items per variant in which surface cues are looked for, 5 to 20,000, of every family or of one
        /// (syllogism=2000); may be repeated. In place of the study's own number.
        #[arg(long, value_name = "[FAMILY=]N", value_delimiter = ',')]
        n: Vec<ItemCount>,

        /// Print one JSON object.
        #[arg(long)]
        json: bool,
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
        StudyAction::Check { study, n, json } => check(study, n, *json)?,
    }
    Ok(ExitCode::SUCCESS)
}

/// Checks a study, and looks for cues in the surface of its problems.
fn check(name: &str, items: &[ItemCount], json: bool) -> Result<()> {
    let checked = CheckedStudy::new(&load_study(name)?, items)?;
    if json {
        return console::result(&format!("{}\n", serde_json::to_string_pretty(&checked)?));
    }
    checked.doubts.iter().for_each(|doubt| console::note(doubt));
    let questions = match checked.questions {
        (least, most) if least == most => format!("{most} questions"),
        (least, most) => format!("{least} to {most} questions"),
    };
    console::result(&format!(
        "{}: {} problems, {questions} per subject, {} hypotheses, {} comparisons; every pair \
         varies its one factor (study hash {})\n{}",
        checked.study,
        checked.problems,
        checked.hypotheses,
        checked.comparisons,
        checked.study_hash,
        peirast_artefact::text(&checked.artefacts)
    ))
}
