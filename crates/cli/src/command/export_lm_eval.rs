//! `peirast export lm-eval`.

use crate::args::ExportLmEvalArgs;
use crate::console;
use anyhow::{Context as _, Result, bail};
use peirast_exchange::lm_eval::{TaskFolder, TaskName, TaskOptions};
use peirast_study::artifact::write;
use peirast_study::read_problems;
use std::process::ExitCode;

/// Writes a task folder of the lm-evaluation-harness.
pub fn export(args: &ExportLmEvalArgs) -> Result<ExitCode> {
    let name = match &args.name {
        Some(name) => TaskName::given(name)?,
        None => TaskName::of_file(&args.problems),
    };
    let problems = read_problems(&args.problems)?;
    let options = TaskOptions { cot: args.cot, max_tokens: args.max_gen_toks };
    let task = TaskFolder::new(&name, &problems, &args.into, options)?;
    std::fs::create_dir_all(&args.into)
        .with_context(|| format!("cannot make {}", args.into.display()))?;
    // Another task of this name would be lost; the same one again is the same files.
    if let Some(taken) = task.conflict() {
        bail!(
            "{} is there already and holds something else: give the task another --name, or remove it",
            taken.display()
        );
    }
    task.files.iter().try_for_each(|(path, text)| write(path, text))?;
    let (documents, into) = (task.documents, task.configuration.display());
    console::finish(&format!("{documents} documents, into {into}\n"))
}
