//! Answers to another task prompt: Yes or No where an option was to be chosen, or an option where
//! Yes or No was to be said. Some published files were made so, and graded as if they were not.

use super::Answer;
use peirast_record::{Problem, Task};
use std::collections::BTreeMap;

/// So few answers say nothing about a file.
const FEWEST: u64 = 10;
/// Of the files known to be right, none has so large a share of such answers.
const SHARE: f64 = 0.1;

/// Files of which many answers begin as answers to another task do, one line each.
pub fn misprompted(problems: &[Problem], answers: &[Answer]) -> Vec<String> {
    let by_id: BTreeMap<&str, &Problem> = problems.iter().map(|p| (p.id.as_str(), p)).collect();
    let mut files: BTreeMap<(&str, &str, &str), (u64, u64)> = BTreeMap::new();
    for Answer { trial, response, .. } in answers {
        let Some(problem) = by_id.get(trial.problem.as_str()) else { continue };
        let set = problem.factors.get("dataset").unwrap_or(&problem.family);
        let (all, odd) = files.entry((&trial.subject, set, &trial.protocol)).or_default();
        *all += 1;
        *odd += u64::from(begins_as_another(problem.task, &response.text));
    }
    let is_odd = |(all, odd): (u64, u64)| all >= FEWEST && odd as f64 >= SHARE * all as f64;
    let files = files.into_iter().filter(|(_, counts)| is_odd(*counts));
    let line = |((model, set, mode), (all, odd)): ((&str, &str, &str), (u64, u64))| {
        format!(
            "{odd} of {all} answers of {model} to the data set `{set}` under the mode `{mode}` \
             begin as answers to another task do (Yes or No for an option, or an option for Yes or \
             No): the file was probably asked with the wrong task prompt, and its grades say little"
        )
    };
    files.map(line).collect()
}

fn begins_as_another(task: Task, text: &str) -> bool {
    let text = text.trim_start_matches(|c: char| !c.is_ascii_alphanumeric());
    let word: String = text.chars().take_while(char::is_ascii_alphanumeric).collect();
    let word = word.to_ascii_lowercase();
    match task {
        Task::Choice => matches!(word.as_str(), "yes" | "no"),
        Task::YesNo => matches!(word.as_str(), "a" | "b") && text[1..].starts_with(')'),
        Task::Number | Task::Validity | Task::Conclusion => false,
    }
}
