//! `peirast studies` and `peirast study`.

use crate::args::{JsonArgs, StudyAction, StudyArgs};
use crate::{study_file, subjects, voice};
use anyhow::{Result, anyhow};
use peirast_task::{Plan, STUDIES, built_in_study};
use std::process::ExitCode;

/// Lists the built-in studies.
pub fn studies(args: &JsonArgs) -> Result<ExitCode> {
    let mut text = String::new();
    for (id, _) in STUDIES {
        let study = built_in_study(id).ok_or_else(|| anyhow!("no built-in study `{id}`"))??;
        let hypotheses: Vec<&str> = study.hypotheses.iter().map(|h| h.id.as_str()).collect();
        if args.json {
            let row = serde_json::json!({"id": id, "title": study.title, "hypotheses": hypotheses});
            text.push_str(&format!("{row}\n"));
        } else {
            text.push_str(&format!(
                "{id:<20} {}\n{:<20} {}\n",
                study.title,
                "",
                hypotheses.join(", ")
            ));
        }
    }
    voice::result(&text)?;
    Ok(ExitCode::SUCCESS)
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
            voice::result(text)?;
        }
        StudyAction::Check { study } => {
            let study = study_file::load(study)?;
            study_file::check(&study)?;
            study.subjects.iter().try_for_each(|name| subjects::check(name))?;
            let plan = Plan::new(&study)?;
            voice::result(&format!(
                "{}: {} problems, {} questions per subject, {} hypotheses, {} comparisons; every pair \
                 varies its one factor (study hash {})\n",
                study.id,
                plan.problems.len(),
                plan.questions.len(),
                study.hypotheses.len(),
                plan.contrasts.len(),
                study.hash()
            ))?;
        }
    }
    Ok(ExitCode::SUCCESS)
}
