//! Counts: what became of the results of a batch.

use peirast_record::ErrorKind;
use peirast_report::counted;
use std::collections::BTreeMap;

/// Lines that are no result of which each is named.
const NAMED: usize = 10;

/// What became of results.
#[derive(Clone, Debug, Default)]
pub struct ResultCounts {
    /// Answers that were stored.
    pub answers: u64,
    /// Results to questions that had an answer.
    pub before: u64,
    /// Other answers to questions that had one, kept apart.
    pub second: u64,
    /// Results to questions that nobody asked.
    pub unknown: u64,
    /// Lines that are no result.
    pub unreadable: u64,
    /// What is wrong with the first of them.
    named: Vec<String>,
    /// QuestionSet that were left without an answer, by kind.
    failed: BTreeMap<ErrorKind, u64>,
    /// The first of them in the order of the results.
    first: Option<(u64, String)>,
}

impl ResultCounts {
    /// Adds another count.
    pub(crate) fn add(&mut self, more: Self) {
        self.answers += more.answers;
        self.before += more.before;
        self.second += more.second;
        self.unknown += more.unknown;
        self.unreadable += more.unreadable;
        let room = NAMED.saturating_sub(self.named.len());
        self.named.extend(more.named.into_iter().take(room));
        for (kind, count) in &more.failed {
            *self.failed.entry(*kind).or_default() += count;
        }
        self.first = self.first.take().or(more.first);
    }

    /// A line is no result.
    pub(crate) fn cannot_read(&mut self, what: String) {
        self.unreadable += 1;
        if self.named.len() < NAMED {
            self.named.push(what);
        }
    }

    /// A question was left without an answer by the result in a place.
    pub(crate) fn fail(&mut self, kind: ErrorKind, place: u64, what: &str) {
        *self.failed.entry(kind).or_default() += 1;
        if self.first.as_ref().is_none_or(|(first, _)| place < *first) {
            self.first = Some((place, what.to_owned()));
        }
    }

    /// Whether every line brought an answer.
    pub fn is_whole(&self) -> bool {
        self.failed.is_empty() && self.unreadable + self.unknown == 0
    }

    /// What became of the results, a line each.
    pub fn lines(&self) -> Vec<String> {
        let mut parts = vec![format!("{} stored", counted(self.answers, "answer", "answers"))];
        let mut add = |count: u64, what: &str| {
            if count > 0 {
                parts.push(format!("{count} {what}"));
            }
        };
        add(self.before, "to questions that were answered before");
        add(self.second, "that differ from the answer that is stored, and are kept apart");
        add(self.unknown, "to questions that were not asked here");
        add(
            self.unreadable,
            if self.unreadable == 1 {
                "line that is no result"
            } else {
                "lines that are no result"
            },
        );
        for (kind, count) in &self.failed {
            parts.push(format!("{count} failed ({})", kind.as_str()));
        }
        let mut lines = vec![parts.join(", ")];
        if let Some((_, first)) = &self.first {
            lines.push(format!("the first that failed: {first}"));
        }
        lines.extend(self.named.iter().cloned());
        let others = self.unreadable.saturating_sub(self.named.len() as u64);
        if others > 0 {
            lines.push(counted(others, "more line is no result", "more lines are no result"));
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
