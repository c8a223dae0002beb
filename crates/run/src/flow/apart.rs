//! Apart: which subject a server refuses, or leaves without an answer, while it answers the others that are asked at
//! the same account.
//!
//! Behind one gateway may be thirty models, one of which has a limit of its own, hangs or is not there. Its refusals
//! say nothing of what the account bears, and while it is waited for in vain the others want its slots.

use std::collections::BTreeMap;
use std::sync::Arc;

/// Refusals of a subject in a row that are more than chance.
const REFUSALS: u32 = 6;
/// Answers of others to what was sent since the first of them, at least.
const ANSWERS: u32 = 6;
/// Of those others there may be one refusal for so many answers: where all are refused now and then, it is the
/// account that is.
const ANSWERS_A_REFUSAL: u32 = 4;

/// Refusals in a row, by subject.
#[derive(Debug, Default)]
pub(super) struct Rows(BTreeMap<Arc<str>, Row>);

/// The refusals of a subject since it was last answered.
#[derive(Debug, Default)]
struct Row {
    refused: u32,
    /// The number of the first attempt after the first refusal.
    since: u64,
    /// What became of others meanwhile.
    others: BTreeMap<Arc<str>, Other>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Other {
    answered: u32,
    refused: u32,
}

impl Rows {
    /// The attempt of a subject with this number was answered.
    pub(super) fn answered(&mut self, subject: &Arc<str>, number: u64) {
        if self.0.is_empty() {
            return;
        }
        self.0.remove(subject);
        for row in self.0.values_mut().filter(|row| number >= row.since) {
            let other = row.others.entry(Arc::clone(subject)).or_default();
            other.answered = other.answered.saturating_add(1);
        }
    }

    /// Whether others seem to be answered while a subject is refused: then its server's wish to be left alone is
    /// about this subject.
    pub(super) fn is_suspect(&self, subject: &Arc<str>) -> bool {
        self.0.get(subject).is_some_and(Row::others_are_well)
    }

    /// How many subjects are refused when this one is.
    pub(super) fn count_with(&self, subject: &Arc<str>) -> usize {
        self.0.len() + usize::from(!self.0.contains_key(subject))
    }

    /// A subject is asked no more.
    pub(super) fn forget(&mut self, subject: &Arc<str>) {
        self.0.remove(subject);
    }

    /// A subject was refused, and the next attempt has this number; tells whether it is the only one, as far as one
    /// can know. Then its row is over.
    pub(super) fn refused(&mut self, subject: &Arc<str>, next: u64) -> bool {
        for (_, row) in self.0.iter_mut().filter(|(name, _)| *name != subject) {
            let other = row.others.entry(Arc::clone(subject)).or_default();
            other.refused = other.refused.saturating_add(1);
        }
        let new = Row { since: next, ..Row::default() };
        let own = self.0.entry(Arc::clone(subject)).or_insert(new);
        own.refused = own.refused.saturating_add(1);
        let is_alone = own.is_alone();
        if is_alone {
            self.0.remove(subject);
        }
        is_alone
    }
}

impl Row {
    fn is_alone(&self) -> bool {
        self.refused >= REFUSALS && self.others_are_well()
    }

    fn others_are_well(&self) -> bool {
        // Of those that were not answered either, it is not known who refuses them.
        let others = self.others.values().filter(|other| other.answered > 0);
        let sum = others.fold(Other::default(), |sum, other| Other {
            answered: sum.answered.saturating_add(other.answered),
            refused: sum.refused.saturating_add(other.refused),
        });
        sum.answered >= ANSWERS && sum.refused.saturating_mul(ANSWERS_A_REFUSAL) <= sum.answered
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names() -> [Arc<str>; 4] {
        ["a", "b", "c", "d"].map(Arc::from)
    }

    /// Tells after how many rounds a subject is found to be alone, each of which goes through `signs`: who, and
    /// whether it was answered.
    fn rounds(signs: &[(usize, bool)]) -> Option<(usize, usize)> {
        let (mut rows, names) = (Rows::default(), names());
        for round in 1..=200 {
            for (who, is_answered) in signs {
                match is_answered {
                    true => rows.answered(&names[*who], 1),
                    false if rows.refused(&names[*who], 1) => return Some((*who, round)),
                    false => {}
                }
            }
        }
        None
    }

    #[test]
    fn one_that_is_refused_while_others_are_answered_is_alone() {
        assert_eq!(rounds(&[(0, true), (1, true), (2, false)]), Some((2, 6)));
        assert_eq!(rounds(&[(0, true), (2, false), (2, false)]), Some((2, 7)), "answers are few");
        // So is each of two.
        let two = [(0, true), (1, false), (1, false), (2, false), (2, false)];
        assert_eq!(rounds(&two), Some((1, 7)));
    }

    #[test]
    fn where_all_are_refused_nobody_is_alone() {
        assert_eq!(rounds(&[(0, false), (1, false), (2, false)]), None);
        // One in three of others' requests is refused as well.
        let others = [(0, true), (1, true), (0, false), (1, true), (0, true), (1, false)];
        let signs: Vec<_> = others.into_iter().chain([(2, false)]).collect();
        assert_eq!(rounds(&signs), None);
    }

    #[test]
    fn one_that_is_answered_now_and_then_is_not_alone() {
        let mut signs = vec![(2, false); 5];
        signs.extend([(0, true), (1, true), (0, true), (2, true)]);
        assert_eq!(rounds(&signs), None);
        assert_eq!(rounds(&[(2, false)]), None, "there is nobody else");
    }

    #[test]
    fn answers_to_what_was_sent_before_say_nothing() {
        let (mut rows, names) = (Rows::default(), names());
        for number in 0..50 {
            assert!(!rows.refused(&names[2], 100));
            rows.answered(&names[0], number);
        }
        assert!(!rows.is_suspect(&names[2]));
        (100..106).for_each(|number| rows.answered(&names[0], number));
        assert!(rows.is_suspect(&names[2]) && rows.refused(&names[2], 200));
    }
}
