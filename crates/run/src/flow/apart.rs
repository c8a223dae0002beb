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

/// How many times as likely (its logarithm) a row is by a limit of the subject's own as by one of all, at least.
const EVIDENCE: f64 = 13.0;
/// Rows of refusals that show a habit: of one that is answered now and then.
const ROWS: u32 = 10;
/// The least share of its requests that such a subject is refused.
const SHARE: f64 = 1.0 / 6.0;
/// So many times as large as the share of others that is...
const TIMES: f64 = 6.0;
/// ... who have so many answers, and at least this share of what all others asked.
const WELL: u32 = 60;
const OF_OTHERS: f64 = 0.25;
/// Requests of a subject after which all counts are halved: what was long ago counts less.
const MEMORY: u32 = 400;

/// What is known of the refusals of subjects.
#[derive(Debug, Default)]
pub(super) struct Rows {
    /// Refusals in a row, by subject.
    rows: BTreeMap<Arc<str>, Row>,
    /// How often each subject is refused that ever was.
    habits: BTreeMap<Arc<str>, Habit>,
}

/// How often a subject is refused, since it was the first time.
#[derive(Debug, Default)]
struct Habit {
    own: Other,
    /// Rows of its refusals, and whether one goes on.
    rows: u32,
    is_refused: bool,
    /// The number of the first attempt after the first refusal.
    since: u64,
    /// What became of others meanwhile.
    others: BTreeMap<Arc<str>, Other>,
}

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
        self.rows.remove(subject);
        for row in self.rows.values_mut().filter(|row| number >= row.since) {
            count(&mut row.others, subject).answered += 1;
        }
        for (name, habit) in self.habits.iter_mut().filter(|(_, habit)| number >= habit.since) {
            habit.of(name, subject).answered += 1;
            if name == subject {
                habit.is_refused = false;
                habit.forget();
            }
        }
    }

    /// Whether others seem to be answered while a subject is refused: then its server's wish to be left alone is
    /// about this subject.
    pub(super) fn is_suspect(&self, subject: &Arc<str>) -> bool {
        self.rows.get(subject).is_some_and(Row::others_are_well)
            || self.habits.get(subject).is_some_and(Habit::is_alone)
    }

    /// How many subjects are refused when this one is.
    pub(super) fn count_with(&self, subject: &Arc<str>) -> usize {
        self.rows.len() + usize::from(!self.rows.contains_key(subject))
    }

    /// A subject is asked no more.
    pub(super) fn forget(&mut self, subject: &Arc<str>) {
        self.rows.remove(subject);
        self.habits.remove(subject);
    }

    /// A subject was refused, and the next attempt has this number; tells whether it is the only one, as far as one
    /// can know. Then that is forgotten.
    pub(super) fn refused(&mut self, subject: &Arc<str>, next: u64) -> bool {
        for (_, row) in self.rows.iter_mut().filter(|(name, _)| *name != subject) {
            count(&mut row.others, subject).refused += 1;
        }
        for (_, habit) in self.habits.iter_mut().filter(|(name, _)| *name != subject) {
            count(&mut habit.others, subject).refused += 1;
        }
        let new = Row { since: next, ..Row::default() };
        let row = self.rows.entry(Arc::clone(subject)).or_insert(new);
        row.refused = row.refused.saturating_add(1);
        let new = Habit { since: next, ..Habit::default() };
        let habit = self.habits.entry(Arc::clone(subject)).or_insert(new);
        habit.own.refused += 1;
        habit.rows += u32::from(!std::mem::replace(&mut habit.is_refused, true));
        let is_alone = row.is_alone() || habit.is_alone();
        habit.forget();
        if is_alone {
            self.forget(subject);
        }
        is_alone
    }
}

fn count<'o>(others: &'o mut BTreeMap<Arc<str>, Other>, subject: &Arc<str>) -> &'o mut Other {
    others.entry(Arc::clone(subject)).or_default()
}

impl Other {
    fn attempts(self) -> f64 {
        f64::from(self.answered) + f64::from(self.refused)
    }

    /// The share that was refused, and with one refusal more, which may be by chance.
    fn share(self) -> f64 {
        f64::from(self.refused) / self.attempts().max(1.0)
    }

    fn share_at_most(self) -> f64 {
        (f64::from(self.refused) + 1.0) / (self.attempts() + 1.0)
    }

    /// The logarithm of the largest likelihood of such counts.
    fn likelihood(self) -> f64 {
        let share = self.share();
        let of =
            |count: u32, share: f64| if count == 0 { 0.0 } else { f64::from(count) * share.ln() };
        of(self.refused, share) + of(self.answered, 1.0 - share)
    }

    fn plus(self, other: Self) -> Self {
        Self {
            answered: self.answered.saturating_add(other.answered),
            refused: self.refused.saturating_add(other.refused),
        }
    }
}

impl Habit {
    fn of(&mut self, own: &Arc<str>, subject: &Arc<str>) -> &mut Other {
        if own == subject { &mut self.own } else { count(&mut self.others, subject) }
    }

    /// Whether it is refused far more often than others who ask enough.
    fn is_alone(&self) -> bool {
        let share = self.own.share();
        if self.rows < ROWS || share < SHARE {
            return false;
        }
        let sum = |all: &mut dyn Iterator<Item = Other>| all.fold(Other::default(), Other::plus);
        let is_well = |other: &Other| other.share() * TIMES <= share;
        let well = sum(&mut self.others.values().copied().filter(is_well));
        let all = sum(&mut self.others.values().copied());
        well.answered >= WELL
            && well.share_at_most() * TIMES <= share
            && well.attempts() >= OF_OTHERS * all.attempts()
    }

    /// Lets what was long ago count less.
    fn forget(&mut self) {
        if self.own.attempts() < f64::from(MEMORY) {
            return;
        }
        let halve = |other: &mut Other| {
            (other.answered, other.refused) = (other.answered / 2, other.refused / 2);
        };
        halve(&mut self.own);
        self.others.values_mut().for_each(halve);
        self.rows /= 2;
    }
}

impl Row {
    fn is_alone(&self) -> bool {
        self.refused >= REFUSALS && self.others_are_well() && self.evidence() >= EVIDENCE
    }

    /// By the ratio of likelihoods: all are refused with one probability, or the subject always and the others with
    /// another.
    fn evidence(&self) -> f64 {
        let (own, others) = (Other { refused: self.refused, answered: 0 }, self.others());
        others.likelihood() - own.plus(others).likelihood()
    }

    fn others_are_well(&self) -> bool {
        let sum = self.others();
        sum.answered >= ANSWERS && sum.refused.saturating_mul(ANSWERS_A_REFUSAL) <= sum.answered
    }

    /// What became of others. Of those that were not answered either, it is not known who refuses them.
    fn others(&self) -> Other {
        let others = self.others.values().filter(|other| other.answered > 0);
        others.copied().fold(Other::default(), Other::plus)
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
        assert_eq!(rounds(&[(0, true), (1, true), (2, false)]), Some((2, 8)));
        assert_eq!(rounds(&[(0, true), (2, false), (2, false)]), Some((2, 8)), "answers are few");
        // So is each of two.
        let two = [(0, true), (1, false), (1, false), (2, false), (2, false)];
        assert_eq!(rounds(&two), Some((1, 8)));
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
    fn one_that_is_answered_now_and_then_is_alone_in_the_long_run() {
        let mut signs = vec![(2, false); 5];
        signs.extend([(0, true), (1, true), (0, true), (2, true)]);
        let (who, round) = rounds(&signs).expect("it is alone");
        assert_eq!(who, 2, "{who} after {round}");
        assert!((10..=40).contains(&round), "{who} after {round}");
        // So are two of them, whose refusals say nothing of the others.
        let mut signs: Vec<_> = [1, 2].into_iter().flat_map(|who| [(who, false); 2]).collect();
        signs.extend([(0, true), (0, true), (1, true), (2, true), (0, true), (0, true)]);
        assert!(rounds(&signs).is_some_and(|(who, round)| who > 0 && round < 60));
        assert_eq!(rounds(&[(2, false)]), None, "there is nobody else");
        assert_eq!(rounds(&[(2, false), (2, true)]), None, "there is nobody else");
    }

    #[test]
    fn subjects_that_are_refused_alike_by_chance_stay_together() {
        // Drawn by lot: thirty subjects, of whom each is asked more or less often.
        let names: Vec<Arc<str>> = (0..30).map(|at| Arc::from(format!("m{at:02}"))).collect();
        for share in [0.05, 0.15, 0.3, 0.5, 0.8] {
            let (mut rows, mut state, mut parted) = (Rows::default(), 11_u64, 0);
            let mut draw = || {
                state = state
                    .wrapping_mul(6_364_136_223_846_793_005)
                    .wrapping_add(1_442_695_040_888_963_407);
                (state >> 11) as f64 / (1_u64 << 53) as f64
            };
            for number in 0..200_000_u64 {
                let who = (30.0 * draw() * draw()) as usize;
                match draw() < share {
                    true => parted += u32::from(rows.refused(&names[who], number + 1)),
                    false => rows.answered(&names[who], number),
                }
            }
            assert!(parted <= 1, "{share}: {parted} in 200,000 requests");
        }
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
