//! `peirast export`.

use super::problems::read_problems;
use super::report::write;
use crate::args::{ExportArgs, ExportLmEvalArgs, ExportTarget};
use crate::export::lm_eval::{TaskName, configuration, doc, location, strategy};
use crate::voice;
use anyhow::{Context as _, Result, bail};
use peirast_record::{Problem, Profile, Task};
use peirast_report::json_lines;
use peirast_task::{Asker, Design, Protocol};
use rayon::prelude::*;
use serde_json::Value;
use std::process::ExitCode;

/// Writes problems in the layout of another program.
pub fn export(args: &ExportArgs) -> Result<ExitCode> {
    match &args.target {
        ExportTarget::LmEval(args) => lm_eval(args),
    }
}

/// Writes a task folder of the lm-evaluation-harness.
fn lm_eval(args: &ExportLmEvalArgs) -> Result<ExitCode> {
    let name = match &args.name {
        Some(name) => TaskName::given(name)?,
        None => TaskName::of_file(&args.problems),
    };
    let problems = read_problems(&args.problems)?;
    let task = only_task(&problems)?;
    let strategy = strategy(task, args.cot)?;
    // Nothing of what is written out depends on the design.
    let asker = Asker::new(&Design { seed: 0, profile: Profile::Balanced })?;
    let protocol = Protocol::from(&strategy);
    let docs: Vec<Value> = problems
        .par_iter()
        .map(|problem| {
            let prompt = asker.ask(problem, &protocol);
            let question = prompt.messages.last().map_or("", |message| message.content.as_str());
            doc(problem, &strategy, question).with_context(|| format!("problem {}", problem.id))
        })
        .collect::<Result<_>>()?;
    let dir = &args.into;
    std::fs::create_dir_all(dir).with_context(|| format!("cannot make {}", dir.display()))?;
    let file = |ending: &str| dir.join(format!("{}.{ending}", name.as_str()));
    write(&file("jsonl"), &json_lines(&docs.iter().collect::<Vec<_>>()))?;
    write(&file("py"), &location(&name))?;
    write(&file("yaml"), &configuration(&name, task, args.max_gen_toks))?;
    voice::result(&format!("{} documents, into {}\n", docs.len(), file("yaml").display()))?;
    Ok(ExitCode::SUCCESS)
}

/// The kind of question of all problems: a task of the harness has one metric.
fn only_task(problems: &[Problem]) -> Result<Task> {
    let first = problems.first().context("no problem")?;
    let strange = problems.iter().find(|problem| problem.worded.is_none());
    if let Some(problem) = strange {
        bail!(
            "{} has no views: only problems of the family etr are exported, which `peirast make etr` \
             writes",
            problem.id
        );
    }
    match problems.iter().find(|problem| problem.task != first.task) {
        None => Ok(first.task),
        Some(other) => bail!(
            "{} and {} ask for answers of other kinds, and a task has one: export a file for each",
            first.id,
            other.id
        ),
    }
}
