//! `peirast studies` and `peirast study`.

use super::pairs::understood_text;
use super::register::{RegisterArgs, register};
use crate::args::{JsonArgs, ProblemRowOptions};
use crate::console;
use anyhow::{Result, anyhow, bail};
use clap::{Args, Subcommand};
use peirast_decimals::counted;
use peirast_record::Study;
use peirast_report::escape_line;
use peirast_study::{CheckedProblems, CheckedStudy, ItemCount, load_study};
use peirast_task::{STUDIES, built_in_study};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Arguments of `study`.
#[derive(Debug, Args)]
pub struct StudyArgs {
    /// The action.
    #[command(subcommand)]
    pub action: StudyAction,
}

/// Actions on a study.
#[derive(Debug, Subcommand)]
pub enum StudyAction {
    /// Print a built-in study as a file to start from.
    Show {
        /// The id of the study.
        id: String,
    },
    /// Check a study file: its syntax, its families and protocols, that every pair varies one
    /// factor, and whether surface features of its problems reveal the answers. With --problems,
    /// check only the surface features of a file of problems.
    #[command(after_help = "Examples:
  peirast study check token-bias
  peirast study check my-study.toml --n 2000          surface cues in more items than will be asked
  peirast study check my-study.toml --json            every cue, for programs
  peirast study check --problems mine.csv             surface cues of your own problems
  peirast study check --problems theirs.jsonl --question prompt --choices opts --answer gold

Each guesser sees only one cue (length, negations, the conclusion alone, ...). It is fitted on four fifths
of the items and tested on the rest. The output lists guessers more than 3 points above chance.
docs/artefacts.md describes the cues.")]
    Check {
        /// A study file, or the id of a built-in study.
        #[arg(required_unless_present = "problems", conflicts_with = "problems")]
        study: Option<String>,

        /// Check the problems of this file instead of a study's: problem lines as `peirast make`
        /// writes them, or your own rows (CSV, TSV, JSON, JSON lines, Parquet).
        #[arg(long, value_name = "FILE", conflicts_with = "n")]
        problems: Option<PathBuf>,

        /// Items per variant to search for surface cues, 5 to 20,000, for every family or for one
        /// (syllogism=2000); may be repeated. Replaces the study's number.
        #[arg(long, value_name = "[FAMILY=]N", value_delimiter = ',')]
        n: Vec<ItemCount>,

        #[command(flatten)]
        rows: Box<ProblemRowOptions>,

        /// Print one JSON object.
        #[arg(long)]
        json: bool,
    },
    /// Write the preregistration of a study, before its answers are collected.
    Register(Box<RegisterArgs>),
    /// Print the JSON Schema of study files, for completion and checks in editors.
    #[command(after_help = "Example:
  peirast study schema > study.schema.json

If a study file begins with the line `#:schema ./study.schema.json`, editors with TOML support complete and
check it.")]
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
        StudyAction::Register(args) => register(args)?,
        StudyAction::Schema => {
            let schema = serde_json::to_string_pretty(&Study::schema())?;
            console::result(&format!("{schema}\n"))?;
        }
        StudyAction::Check { problems: Some(file), rows, json, .. } => {
            check_problems(file, rows, *json)?;
        }
        StudyAction::Check { study, n, rows, json, .. } => {
            if !rows.data.is_empty() {
                bail!("options about columns and versions are for the file of --problems FILE");
            }
            check(study.as_deref().unwrap_or_default(), n, *json)?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// Searches the problems of a file for surface cues.
fn check_problems(file: &Path, rows: &ProblemRowOptions, json: bool) -> Result<()> {
    let checked = CheckedProblems::new(&rows.data.plan(&file.display().to_string()), rows.seed)?;
    if json {
        return console::result(&format!("{}\n", serde_json::to_string_pretty(&checked)?));
    }
    let mut text = format!("{}: ", escape_line(&checked.file));
    match &checked.understood {
        Some(understood) => {
            text.push_str(&understood_text(understood));
        }
        None => text.push_str(&format!(
            "{} of {}, as `peirast make` writes them\n",
            counted(checked.problems as u64, "problem line", "problem lines"),
            counted(checked.items as u64, "item", "items")
        )),
    }
    if checked.open > 0 {
        let open = counted(
            checked.open as u64,
            "problem has an open answer or several right options",
            "problems have open answers or several right options",
        );
        text.push_str(&format!(
            "{open}, which the check of surface cues cannot examine: not checked\n"
        ));
    }
    let families: Vec<&str> = checked.families.iter().map(String::as_str).collect();
    text.push_str(&peirast_artefact::text(&checked.artefacts, &families));
    console::result(&text)
}

/// Checks a study, and searches its problems for surface cues.
fn check(name: &str, items: &[ItemCount], json: bool) -> Result<()> {
    let checked = CheckedStudy::new(&load_study(name)?, items)?;
    if json {
        return console::result(&format!("{}\n", serde_json::to_string_pretty(&checked)?));
    }
    checked.doubts.iter().for_each(|doubt| console::note(doubt));
    for one in &checked.exhausted {
        let items = counted(u64::from(one.items), "item", "items");
        console::note(&format!("{} has {items}: the check uses all of them", one.variant));
    }
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
        peirast_artefact::text(
            &checked.artefacts,
            &checked.given.iter().map(String::as_str).collect::<Vec<_>>()
        )
    ))
}
