//! Counts: what became of the results of a batch.

use crate::voice;
use peirast_record::ErrorKind;
use peirast_report::counted;
use std::collections::BTreeMap;

/// Lines that are no result of which each is named.
const NAMED: usize = 10;

/// What became of results.
#[derive(Clone, Debug, Default)]
pub(super) struct Counts {
    /// Answers that were stored.
    pub(super) answers: u64,
    /// Results to questions that had an answer.
    pub(super) before: u64,
    /// Other answers to questions that had one, kept apart.
    pub(super) second: u64,
    /// Results to questions that nobody asked.
    pub(super) unknown: u64,
    /// Lines that are no result.
    pub(super) unreadable: u64,
    /// What is wrong with the first of them.
    named: Vec<String>,
    /// Questions that were left without an answer, by kind.
    failed: BTreeMap<ErrorKind, u64>,
    /// The first of them in the order of the results.
    first: Option<(u64, String)>,
}

impl Counts {
    /// Adds another count.
    pub(super) fn add(&mut self, more: Self) {
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
    pub(super) fn cannot_read(&mut self, what: String) {
        self.unreadable += 1;
        if self.named.len() < NAMED {
            self.named.push(what);
        }
    }

    /// A question was left without an answer by the result in a place.
    pub(super) fn fail(&mut self, kind: ErrorKind, place: u64, what: &str) {
        *self.failed.entry(kind).or_default() += 1;
        if self.first.as_ref().is_none_or(|(first, _)| place < *first) {
            self.first = Some((place, what.to_owned()));
        }
    }

    /// Whether every line brought an answer.
    pub(super) fn is_whole(&self) -> bool {
        self.failed.is_empty() && self.unreadable + self.unknown == 0
    }

    /// Says what there is to say.
    pub(super) fn tell(&self) {
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
        voice::note(&parts.join(", "));
        if let Some((_, first)) = &self.first {
            voice::note(&format!("the first that failed: {first}"));
        }
        self.named.iter().for_each(|line| voice::note(line));
        let others = self.unreadable.saturating_sub(self.named.len() as u64);
        if others > 0 {
            let others = counted(others, "more line is no result", "more lines are no result");
            voice::note(&others);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_failure_is_the_first_by_place_and_of_the_first_file() {
        let mut one = Counts::default();
        one.fail(ErrorKind::Server, 7, "seven");
        one.fail(ErrorKind::BadRequest, 4, "four");
        let mut other = Counts::default();
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
        let mut counts = Counts::default();
        (1..=25).for_each(|line| counts.cannot_read(format!("line {line}")));
        counts.add(counts.clone());
        assert_eq!((counts.unreadable, counts.named.len()), (50, NAMED));
        assert!(!counts.is_whole());
    }
}
