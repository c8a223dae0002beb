//! Reads the files of the benchmark: its data set, and answers in
//! `raw_responses/temperature_T/MODEL_STRATEGY.json`.

use super::{Dataset, Labels, SyllogismAnswers, is_answers};
use crate::recorded::clipped;
use crate::{ExchangeError, files};
use peirast_table::escape_line;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The most characters of a text in a remark, so that it fits on a screen.
const MAX_LENGTH: usize = 600;

/// Reads a data set.
///
/// # Errors
/// If the file cannot be read or is not a data set.
pub fn read_dataset(file: &Path, labels: Labels) -> Result<Dataset, ExchangeError> {
    const READING: &str = "reading the syllogisms in";
    let text = files::text(file, READING)?;
    let dataset = Dataset::read(&text, labels);
    dataset.map_err(|error| error.within(format!("{READING} {}", file.display())))
}

/// Reads named files of answers, and those in named folders.
///
/// # Errors
/// If a file cannot be read or holds no answers, or there is no file.
pub fn read_answers(
    paths: &[PathBuf],
    dataset: &Dataset,
) -> Result<SyllogismAnswers, ExchangeError> {
    const READING: &str = "reading the answers in";
    let none = "there is no answer file: name the folder raw_responses, or files \
                temperature_T/MODEL_STRATEGY.json";
    let mut all = files::all_below(paths, is_answers, none)?;
    all.sort();
    let mut found = SyllogismAnswers::default();
    for file in &all {
        let taken = found.take(&files::text(file, READING)?, dataset);
        taken.map_err(|error| error.within(format!("{READING} {}", file.display())))?;
    }
    Ok(found)
}

impl Dataset {
    /// The numbers of syllogisms of each kind, as lines.
    pub fn summary(&self) -> String {
        let mut cells: BTreeMap<(&str, &str, &str), usize> = BTreeMap::new();
        for problem in self.problems.values() {
            let level = |name: &str| problem.factors.get(name).unwrap_or("-");
            *cells.entry((level("validity"), level("content"), level("belief"))).or_default() += 1;
        }
        let read = self.problems.len() - self.unread.len();
        let mut text = format!(
            "{} syllogisms, of which {read} were read and their labels proved\n",
            self.problems.len()
        );
        for ((validity, content, belief), count) in cells {
            let words = if content == "real" { "real words" } else { "made-up words" };
            text.push_str(&format!("{count:>6}  {validity}, {belief}, {words}\n"));
        }
        text
    }

    /// A line for each contradicted label, and for each text that cannot be read without an
    /// assumption.
    pub fn remarks(&self) -> Vec<String> {
        let contradictions = self.contradictions.iter().map(|one| escape_line(&one.to_string()));
        let mut lines: Vec<String> = contradictions.collect();
        for (texts, remark) in [
            (&self.unread, "the label is taken as given"),
            (&self.assumed, "read after an assumption"),
            (&self.unlike, "its versions have different labels, so they are not matched pairs"),
        ] {
            let line = |text: &String| {
                format!("{}: {remark}", escape_line(&clipped(text, MAX_LENGTH, "...")))
            };
            lines.extend(texts.iter().map(line));
        }
        lines
    }
}

impl SyllogismAnswers {
    /// Remarks for readers of the numbers, as lines.
    pub fn remarks(&self) -> Vec<String> {
        let failed = self.errors.iter().filter(|(_, count)| **count > 0);
        let mut lines: Vec<String> = failed
            .map(|(model, count)| {
                format!(
                    "{}: {count} failed queries were stored as answers; they do not count as \
                     votes, and a question without other votes is \"incorrect\" under --grader \
                     published-2025",
                    escape_line(model)
                )
            })
            .collect();
        if self.other_votes > 0 {
            lines.push(format!(
                "{} recorded votes differ from those that the published rule reads in the answers",
                self.other_votes
            ));
        }
        if self.other_decisions > 0 {
            lines.push(format!(
                "{} recorded decisions differ from those of the recorded votes",
                self.other_decisions
            ));
        }
        lines
    }
}
