//! Checks of a study's strategies with its problems.

use crate::template;
use peirast_record::{Problem, Study, StudyError};
use std::collections::BTreeSet;

/// Returns a text without labels, case, full stops and spaces, as a reader compares it.
fn bare(text: &str) -> String {
    let line = |line: &str| {
        let labels = ["premise 1:", "premise 2:", "conclusion:"];
        let line = line.trim().to_lowercase();
        let rest = labels.iter().find_map(|label| line.strip_prefix(label)).unwrap_or(&line);
        rest.chars().filter(|c| c.is_alphanumeric()).collect::<String>()
    };
    text.lines().map(line).collect()
}

/// Refuses a strategy that shows one of the problems as a solved example, or that needs labelled
/// lines that a problem does not have.
pub(crate) fn check(study: &Study, problems: &[Problem]) -> Result<(), StudyError> {
    let texts: BTreeSet<String> = if study.strategies.is_empty() {
        BTreeSet::new()
    } else {
        problems.iter().map(|problem| bare(&problem.text())).collect()
    };
    for strategy in &study.strategies {
        let wrong = |what: String| {
            Err(StudyError::Value { field: format!("strategy `{}`", strategy.name), what })
        };
        if let Some(example) =
            strategy.examples.iter().find(|e| !template::example_fits(strategy, e))
        {
            let first = example.problem.lines().next().unwrap_or_default();
            return wrong(format!(
                "an example (\"{first}\") has no lines Premise 1:, Premise 2: and Conclusion:, which \
                 `example` asks for: use {{problem}} there"
            ));
        }
        if let Some(shown) = strategy.examples.iter().find(|e| texts.contains(&bare(&e.problem))) {
            let first = shown.problem.lines().next().unwrap_or_default();
            return wrong(format!(
                "shows the answer to a problem that is asked (\"{first} ...\"): take other examples"
            ));
        }
        let mut addressed = problems.iter().filter(|problem| template::is_for(strategy, problem));
        let missing = addressed.find_map(|p| Some((&p.id, template::missing(strategy, p)?)));
        if let Some((id, name)) = missing {
            return wrong(format!("has {{{name}}}, which `{id}` has not: use {{problem}}"));
        }
    }
    Ok(())
}
