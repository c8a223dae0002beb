//! Results that arrived from a batch, compared with the provider's counts.

use peirast_llm::batch::{BatchOutcome, BatchResult, Job, JobState};
use peirast_record::{ErrorKind, Key};
use std::collections::BTreeSet;

/// The questions of a batch whose results arrived.
#[derive(Default)]
pub(crate) struct ArrivedResults {
    /// Questions with any result.
    results: BTreeSet<Key>,
    /// Questions with the body of an answer, whether or not it can be read.
    bodies: BTreeSet<Key>,
    /// Number of lines that are no result.
    pub(crate) unreadable: u64,
}

impl ArrivedResults {
    pub(crate) fn note(&mut self, result: &BatchResult) {
        let Some(key) = &result.trial else { return };
        self.results.insert(key.clone());
        // A damaged answer counts as arrived: it will not arrive in another form.
        let is_body = match &result.outcome {
            BatchOutcome::Body(_) => true,
            BatchOutcome::Failed { kind, .. } => *kind == ErrorKind::Malformed,
        };
        if is_body {
            self.bodies.insert(key.clone());
        }
    }

    /// Returns the questions of a batch that have no result.
    pub(crate) fn without<'k>(&self, asked: &'k [Key]) -> impl Iterator<Item = &'k Key> {
        asked.iter().filter(|key| !self.results.contains(*key))
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.results.is_empty()
    }

    /// Returns the number of missing results of a batch: answers that the provider counted and did
    /// not deliver, and unreadable lines where questions have no other result. A question that was
    /// never processed is no loss; an answer that was lost is one, since it is paid for.
    pub(crate) fn missing(&self, questions: u64, job: &Job) -> u64 {
        let (results, bodies) = (self.results.len() as u64, self.bodies.len() as u64);
        let without = questions.saturating_sub(results);
        let tally = job.tally;
        let counted = tally.answered.saturating_add(tally.failed);
        let promised = match counted == 0 && job.state == JobState::Ended {
            // The batch was processed, and the provider does not count.
            true => without,
            // Some providers count refusals among the answers.
            false => {
                let (answers, all) = (tally.answered.min(questions), counted.min(questions));
                answers.saturating_sub(bodies).min(all.saturating_sub(results))
            }
        };
        promised.max(self.unreadable.min(without))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use peirast_record::BatchTally;

    fn arrived(bodies: u64, failures: u64, unreadable: u64) -> ArrivedResults {
        let mut arrived = ArrivedResults { unreadable, ..ArrivedResults::default() };
        for n in 0..bodies + failures {
            let outcome = match n < bodies {
                true => BatchOutcome::Body(String::new()),
                false => BatchOutcome::Failed {
                    kind: ErrorKind::Server,
                    status: None,
                    message: String::new(),
                    body: String::new(),
                },
            };
            arrived.note(&BatchResult { trial: Some(Key::from_stored(n.to_string())), outcome });
        }
        arrived
    }

    #[test]
    fn what_was_promised_and_did_not_come_is_missing() {
        use JobState::{Ended, Failed, Stopped};
        // Six questions, each with the bodies, failures and broken lines that arrived; the state
        // and the counts of answers and failures that the provider reports; and the expected number
        // of missing results.
        for (counts, (state, answered, failed), missing) in [
            ((6, 0, 0), (Ended, 6, 0), 0),
            ((0, 0, 0), (Ended, 6, 0), 6),
            ((3, 0, 0), (Ended, 6, 0), 3),
            ((5, 0, 1), (Ended, 6, 0), 1),
            ((4, 2, 0), (Ended, 4, 2), 0),
            ((2, 2, 0), (Ended, 4, 2), 2),
            ((4, 0, 0), (Ended, 4, 2), 0),
            ((4, 2, 0), (Ended, 6, 0), 0),
            ((6, 0, 3), (Ended, 6, 0), 0),
            ((6, 0, 0), (Ended, 0, 0), 0),
            ((5, 0, 0), (Ended, 0, 0), 1),
            ((0, 0, 0), (Stopped, 0, 0), 0),
            ((2, 0, 0), (Stopped, 2, 0), 0),
            ((1, 0, 0), (Stopped, 2, 4), 1),
            ((0, 0, 0), (Failed, 0, 6), 0),
            ((3, 0, 0), (Ended, 3_000, 0), 3),
        ] {
            let tally = BatchTally { total: None, answered, failed };
            let job = Job { id: "b".to_owned(), state, tally, results: Vec::new(), trouble: None };
            let arrived = arrived(counts.0, counts.1, counts.2);
            assert_eq!(
                arrived.missing(6, &job),
                missing,
                "{counts:?} {state:?} {answered} {failed}"
            );
        }
    }
}
