//! Detects answers to another task prompt: Yes or No to a question with options, or an option for a
//! yes-no question. Some published files were made with the wrong prompt and graded as if it were
//! the right one.

use peirast_record::{Problem, Task};
use std::collections::BTreeMap;
use std::fmt;

/// A file with fewer answers is not reported.
const FEWEST: u64 = 10;
/// The smallest share of such answers that is reported. No file known to be right reaches it.
const SHARE: f64 = 0.1;

/// A file of answers whose questions were probably asked with the wrong task prompt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PromptMismatch {
    /// The model.
    pub subject: String,
    /// The data set.
    pub set: String,
    /// The mode.
    pub mode: String,
    /// Number of answers that begin like answers to another task.
    pub odd: u64,
    /// Number of all answers.
    pub all: u64,
}

impl fmt::Display for PromptMismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { subject, set, mode, odd, all } = self;
        write!(
            f,
            "{odd} of {all} answers of {subject} to the data set `{set}` under the mode `{mode}` \
             begin like answers to another task (Yes or No to a question with options, or an \
             option to a yes-no question): the file was probably asked with the wrong task prompt, \
             so its grades mean little"
        )
    }
}

/// Files in which many answers begin like answers to another task. The input has the problem, the
/// subject, the mode and the text of each answer.
pub fn misprompted<'a>(
    answers: impl IntoIterator<Item = (&'a Problem, &'a str, &'a str, &'a str)>,
) -> Vec<PromptMismatch> {
    let mut files: BTreeMap<(&str, &str, &str), (u64, u64)> = BTreeMap::new();
    for (problem, subject, mode, text) in answers {
        let set = problem.factors.get("dataset").unwrap_or(&problem.family);
        let (all, odd) = files.entry((subject, set, mode)).or_default();
        *all += 1;
        *odd += u64::from(begins_as_another(problem.task, text));
    }
    let is_odd = |(all, odd): (u64, u64)| all >= FEWEST && odd as f64 >= SHARE * all as f64;
    let files = files.into_iter().filter(|(_, counts)| is_odd(*counts));
    let file =
        |((subject, set, mode), (all, odd)): ((&str, &str, &str), (u64, u64))| PromptMismatch {
            subject: subject.to_owned(),
            set: set.to_owned(),
            mode: mode.to_owned(),
            odd,
            all,
        };
    files.map(file).collect()
}

fn begins_as_another(task: Task, text: &str) -> bool {
    let text = text.trim_start_matches(|c: char| !c.is_ascii_alphanumeric());
    let word: String = text.chars().take_while(char::is_ascii_alphanumeric).collect();
    let word = word.to_ascii_lowercase();
    match task {
        Task::Choice => matches!(word.as_str(), "yes" | "no"),
        Task::YesNo => matches!(word.as_str(), "a" | "b") && text[1..].starts_with(')'),
        Task::Number | Task::Validity | Task::Text | Task::Conclusion => false,
    }
}
