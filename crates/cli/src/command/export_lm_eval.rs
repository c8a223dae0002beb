//! `peirast export lm-eval`.

use crate::args::ExportLmEvalArgs;
use crate::voice;
use anyhow::{Context as _, Result, bail};
use peirast_exchange::lm_eval::{Documents, TaskName, configuration, location};
use peirast_report::json_lines;
use peirast_study::artifact::write;
use peirast_study::read_problems;
use std::path::Path;
use std::process::ExitCode;

/// Writes a task folder of the lm-evaluation-harness.
pub fn export(args: &ExportLmEvalArgs) -> Result<ExitCode> {
    let name = match &args.name {
        Some(name) => TaskName::given(name)?,
        None => TaskName::of_file(&args.problems),
    };
    let problems = read_problems(&args.problems)?;
    let Documents { task, docs, is_of_views } = Documents::of(&problems, args.cot)?;
    let import = if is_of_views { "etr" } else { "lm-eval" };
    let dir = &args.into;
    std::fs::create_dir_all(dir).with_context(|| format!("cannot make {}", dir.display()))?;
    let file = |ending: &str| dir.join(format!("{}.{ending}", name.as_str()));
    let files = [
        (file("jsonl"), json_lines(&docs.iter().collect::<Vec<_>>())),
        (file("py"), location(&name)),
        (file("yaml"), configuration(&name, task, args.max_gen_toks, import)),
    ];
    // Another task of this name would be lost; the same one again is the same files.
    if let Some((taken, _)) = files.iter().find(|(path, text)| is_another(path, text)) {
        bail!(
            "{} is there already and holds something else: give the task another --name, or remove it",
            taken.display()
        );
    }
    files.iter().try_for_each(|(path, text)| write(path, text))?;
    voice::result(&format!("{} documents, into {}\n", docs.len(), file("yaml").display()))?;
    Ok(ExitCode::SUCCESS)
}

/// Whether a file holds something else than a text.
fn is_another(path: &Path, text: &str) -> bool {
    std::fs::read(path).is_ok_and(|held| held != text.as_bytes())
}
