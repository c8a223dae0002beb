//! Counts of a batch's results.

use peirast_decimals::counted;
use peirast_record::ErrorKind;
use std::collections::BTreeMap;

/// Most unreadable lines that are reported one by one.
const NAMED: usize = 10;

/// Counts of results by what happened to them.
#[derive(Clone, Debug, Default)]
pub struct ResultCounts {
    /// Number of stored answers.
    pub answers: u64,
    /// Number of results to questions that had an answer.
    pub before: u64,
    /// Number of different answers to answered questions, kept as duplicates.
    pub second: u64,
    /// Number of results to unknown questions.
    pub unknown: u64,
    /// Number of lines that are no result.
    pub unreadable: u64,
    /// Number of files that cannot be read.
    pub unreadable_files: u64,
    /// Errors of the first unreadable lines and files.
    named: Vec<String>,
    /// Number of questions without an answer, by kind of error.
    failed: BTreeMap<ErrorKind, u64>,
    /// First failure in the order of the results: place and message.
    first: Option<(u64, String)>,
}

impl ResultCounts {
    pub(crate) fn add(&mut self, more: Self) {
        self.answers += more.answers;
        self.before += more.before;
        self.second += more.second;
        self.unknown += more.unknown;
        self.unreadable += more.unreadable;
        self.unreadable_files += more.unreadable_files;
        let room = NAMED.saturating_sub(self.named.len());
        self.named.extend(more.named.into_iter().take(room));
        for (kind, count) in &more.failed {
            *self.failed.entry(*kind).or_default() += count;
        }
        self.first = self.first.take().or(more.first);
    }

    /// Adds a line that is no result.
    pub(crate) fn cannot_read(&mut self, what: String) {
        self.unreadable += 1;
        self.name(what);
    }

    /// Adds a file that cannot be read.
    pub(crate) fn cannot_read_file(&mut self, what: String) {
        self.unreadable_files += 1;
        self.name(what);
    }

    fn name(&mut self, what: String) {
        if self.named.len() < NAMED {
            self.named.push(what);
        }
    }

    /// Adds a question whose result in this place is a failure.
    pub(crate) fn fail(&mut self, kind: ErrorKind, place: u64, what: &str) {
        *self.failed.entry(kind).or_default() += 1;
        if self.first.as_ref().is_none_or(|(first, _)| place < *first) {
            self.first = Some((place, what.to_owned()));
        }
    }

    /// Returns true if every line had an answer.
    pub fn is_whole(&self) -> bool {
        self.failed.is_empty() && self.unreadable + self.unreadable_files + self.unknown == 0
    }

    /// Renders the counts and the first errors, one per line.
    pub fn lines(&self) -> Vec<String> {
        let mut parts = vec![format!("{} stored", counted(self.answers, "answer", "answers"))];
        let mut add = |count: u64, what: &str| {
            if count > 0 {
                parts.push(format!("{count} {what}"));
            }
        };
        add(self.before, "to questions that were answered before");
        add(self.second, "that differ from the stored answer, and are kept separately");
        add(self.unknown, "to questions that were not asked here");
        let lines = match self.unreadable {
            1 => "line that is no result",
            _ => "lines that are no result",
        };
        add(self.unreadable, lines);
        let files = match self.unreadable_files {
            1 => "file that cannot be read",
            _ => "files that cannot be read",
        };
        add(self.unreadable_files, files);
        for (kind, count) in &self.failed {
            parts.push(format!("{count} failed ({})", kind.as_str()));
        }
        let mut lines = vec![parts.join(", ")];
        if let Some((_, first)) = &self.first {
            lines.push(format!("the first that failed: {first}"));
        }
        lines.extend(self.named.iter().cloned());
        let unreadable = self.unreadable + self.unreadable_files;
        let others = unreadable.saturating_sub(self.named.len() as u64);
        if others > 0 {
            let (one, several) = match self.unreadable_files {
                0 => ("more line is no result", "more lines are no result"),
                _ => ("more line or file is no result", "more lines or files are no result"),
            };
            lines.push(counted(others, one, several));
        }
        lines
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_failure_is_the_first_by_place_and_of_the_first_file() {
        let mut one = ResultCounts::default();
        one.fail(ErrorKind::Server, 7, "seven");
        one.fail(ErrorKind::BadRequest, 4, "four");
        let mut other = ResultCounts::default();
        other.fail(ErrorKind::Server, 1, "one");
        one.add(other);
        assert_eq!(one.first, Some((4, "four".to_owned())));
        assert_eq!(
            one.failed,
            BTreeMap::from([(ErrorKind::Server, 2), (ErrorKind::BadRequest, 1)])
        );
    }

    #[test]
    fn a_file_of_junk_is_named_by_its_first_lines() {
        let mut counts = ResultCounts::default();
        (1..=25).for_each(|line| counts.cannot_read(format!("line {line}")));
        counts.add(counts.clone());
        assert_eq!((counts.unreadable, counts.named.len()), (50, NAMED));
        assert!(!counts.is_whole());
    }
}
