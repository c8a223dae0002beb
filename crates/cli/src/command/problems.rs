//! Problems from a file, for `peirast run --problems`.

use crate::voice;
use anyhow::{Context as _, Result, bail};
use peirast_record::{Problem, Study};
use std::collections::BTreeSet;
use std::path::Path;

/// The study without the hypotheses, or parts of them, for which a file of problems has none.
pub fn narrowed(mut study: Study, problems: &[Problem], file: &Path) -> Result<Study> {
    let known: BTreeSet<String> = problems
        .iter()
        .flat_map(|p| [p.family.clone(), format!("{}/{}", p.family, p.variant)])
        .collect();
    let mut left_out = Vec::new();
    for hypothesis in &mut study.hypotheses {
        hypothesis.over.retain(|over| known.contains(over));
    }
    study.hypotheses.retain(|hypothesis| {
        let is_kept = !hypothesis.over.is_empty();
        left_out.extend((!is_kept).then(|| hypothesis.id.clone()));
        is_kept
    });
    if study.hypotheses.is_empty() && study.strategies.is_empty() {
        bail!(
            "{} has no problem of any family that a hypothesis of study `{}` is over",
            file.display(),
            study.id
        );
    }
    if !left_out.is_empty() {
        voice::note(&format!(
            "{} has no problems for {}: left out",
            file.display(),
            left_out.join(", ")
        ));
    }
    Ok(study)
}

/// The problems of a file, one a line.
pub fn read_problems(file: &Path) -> Result<Vec<Problem>> {
    let text = std::fs::read_to_string(file)
        .with_context(|| format!("cannot read the problems in {}", file.display()))?;
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    let problems: Result<Vec<Problem>> = lines
        .map(|(at, line)| {
            let place = || format!("{}, line {}", file.display(), at + 1);
            let problem: Problem = serde_json::from_str(line).with_context(place)?;
            problem.check().with_context(place)?;
            Ok(problem)
        })
        .collect();
    match problems {
        Ok(none) if none.is_empty() => bail!("{} holds no problem", file.display()),
        problems => problems,
    }
}
