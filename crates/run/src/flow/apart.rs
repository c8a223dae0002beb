//! Apart: which subject a server refuses while it answers the others that are asked at the same account.
//!
//! Behind one gateway may be thirty models, one of which has a limit of its own or is not there. Its refusals say
//! nothing of what the account bears.

use std::collections::BTreeMap;
use std::sync::Arc;

/// Refusals of a subject in a row that are more than chance.
const REFUSALS: u32 = 10;
/// Answers of others meanwhile, at least.
const ANSWERS: u32 = 20;
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
    /// What became of others meanwhile.
    others: BTreeMap<Arc<str>, Other>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Other {
    answered: u32,
    refused: u32,
}

impl Rows {
    /// A subject was answered.
    pub(super) fn answered(&mut self, subject: &Arc<str>) {
        if self.0.is_empty() {
            return;
        }
        self.0.remove(subject);
        for row in self.0.values_mut() {
            let other = row.others.entry(Arc::clone(subject)).or_default();
            other.answered = other.answered.saturating_add(1);
        }
    }

    /// A subject was refused; tells whether it is the only one, as far as one can know. Then its row is over.
    pub(super) fn refused(&mut self, subject: &Arc<str>) -> bool {
        for (_, row) in self.0.iter_mut().filter(|(name, _)| *name != subject) {
            let other = row.others.entry(Arc::clone(subject)).or_default();
            other.refused = other.refused.saturating_add(1);
        }
        let own = self.0.entry(Arc::clone(subject)).or_default();
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
        // Of those that were not answered either, it is not known who refuses them.
        let others = self.others.values().filter(|other| other.answered > 0);
        let sum = others.fold(Other::default(), |sum, other| Other {
            answered: sum.answered.saturating_add(other.answered),
            refused: sum.refused.saturating_add(other.refused),
        });
        self.refused >= REFUSALS
            && sum.answered >= ANSWERS
            && sum.refused.saturating_mul(ANSWERS_A_REFUSAL) <= sum.answered
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
                    true => rows.answered(&names[*who]),
                    false if rows.refused(&names[*who]) => return Some((*who, round)),
                    false => {}
                }
            }
        }
        None
    }

    #[test]
    fn one_that_is_refused_while_others_are_answered_is_alone() {
        assert_eq!(rounds(&[(0, true), (1, true), (2, false)]), Some((2, 11)));
        assert_eq!(rounds(&[(0, true), (2, false)]), Some((2, 21)), "answers of others are few");
        // So is each of two.
        let two = [(0, true), (1, false), (1, false), (2, false), (2, false)];
        assert_eq!(rounds(&two), Some((1, 21)));
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
        let mut signs = vec![(2, false); 9];
        signs.extend([(0, true), (1, true), (0, true), (2, true)]);
        assert_eq!(rounds(&signs), None);
        assert_eq!(rounds(&[(2, false)]), None, "there is nobody else");
    }
}
