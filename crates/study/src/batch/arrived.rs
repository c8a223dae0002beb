//! What came of a batch, held against what its provider says of it.

use peirast_llm::batch::{BatchResult, Came, Job, JobState};
use peirast_record::{ErrorKind, Key};
use std::collections::BTreeSet;

/// The questions of a batch that had a result.
#[derive(Default)]
pub(crate) struct Arrived {
    /// Those with any result.
    results: BTreeSet<Key>,
    /// Those with the body of an answer, whether or not it can be read.
    bodies: BTreeSet<Key>,
    /// Lines that are no result.
    pub(crate) unreadable: u64,
}

impl Arrived {
    /// Notes a result to one of the batch's questions.
    pub(crate) fn note(&mut self, result: &BatchResult) {
        let Some(key) = &result.trial else { return };
        self.results.insert(key.clone());
        // A damaged answer came as well, and will not come otherwise.
        let is_body = match &result.came {
            Came::Body(_) => true,
            Came::Failed { kind, .. } => *kind == ErrorKind::Malformed,
        };
        if is_body {
            self.bodies.insert(key.clone());
        }
    }

    /// Those of a batch's questions that have no result.
    pub(crate) fn without<'k>(&self, asked: &'k [Key]) -> impl Iterator<Item = &'k Key> {
        asked.iter().filter(|key| !self.results.contains(*key))
    }

    /// Whether nothing came.
    pub(crate) fn is_empty(&self) -> bool {
        self.results.is_empty()
    }

    /// How many results are still to come, of a batch of so many questions: answers that the provider
    /// counted and did not give, and lines that cannot be read where questions have no other. That a
    /// question was left alone is no loss; that its answer was, is one: it is paid for.
    pub(crate) fn missing(&self, questions: u64, job: &Job) -> u64 {
        let (results, bodies) = (self.results.len() as u64, self.bodies.len() as u64);
        let without = questions.saturating_sub(results);
        let tally = job.tally;
        let counted = tally.answered.saturating_add(tally.failed);
        let promised = match counted == 0 && job.state == JobState::Ended {
            // A batch that was worked through, and a provider that does not count.
            true => without,
            // Some count what they refused among the answers.
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

    fn arrived(bodies: u64, failures: u64, unreadable: u64) -> Arrived {
        let mut arrived = Arrived { unreadable, ..Arrived::default() };
        for n in 0..bodies + failures {
            let came = match n < bodies {
                true => Came::Body(String::new()),
                false => Came::Failed {
                    kind: ErrorKind::Server,
                    status: None,
                    message: String::new(),
                    body: String::new(),
                },
            };
            arrived.note(&BatchResult { trial: Some(Key::from_stored(n.to_string())), came });
        }
        arrived
    }

    #[test]
    fn what_was_promised_and_did_not_come_is_missing() {
        use JobState::{Ended, Failed, Stopped};
        // Of six questions: bodies, failures and broken lines that came; state, answered and failed as
        // the provider says; what is missing.
        for (came, (state, answered, failed), missing) in [
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
            let arrived = arrived(came.0, came.1, came.2);
            assert_eq!(arrived.missing(6, &job), missing, "{came:?} {state:?} {answered} {failed}");
        }
    }
}
