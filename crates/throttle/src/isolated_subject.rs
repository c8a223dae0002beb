//! Detection of a subject that fails although its server answers the others at the same account.
//!
//! Thirty models may share one gateway. One of them may have a limit of its own, hang or be
//! missing. Its rejections are no evidence about the account, and others need the slots that it
//! occupies.

use std::collections::BTreeMap;
use std::sync::Arc;

/// The number of consecutive rejections of a subject that is unlikely by chance.
const MIN_REJECTIONS: u32 = 6;
/// The minimum number of answers to others since the first of those rejections.
const MIN_ANSWERS: u32 = 6;
/// The minimum number of answers to others for each rejection of others. If all subjects are
/// rejected from time to time, the account is the cause.
const ANSWERS_PER_REJECTION: u32 = 4;
/// The minimum logarithm of the likelihood ratio of a limit of the subject to one of the account.
const MIN_EVIDENCE: f64 = 13.0;

/// The number of streaks that show that a subject is rejected repeatedly.
const MIN_STREAKS: u32 = 10;
/// The minimum rejection rate of such a subject ...
const MIN_RATE: f64 = 1.0 / 6.0;
/// ... which is at least this many times the rate of others ...
const RATE_FACTOR: f64 = 6.0;
/// ... who have this many answers ...
const MIN_ANSWERS_IN_HISTORY: u32 = 60;
/// ... and at least this share of all requests of others.
const MIN_SHARE_OF_OTHERS: f64 = 0.25;
/// The number of requests of a subject after which all its counts are halved, so that old outcomes
/// lose weight.
const MEMORY: u32 = 400;

/// The rejections of each subject of an account.
#[derive(Debug, Default)]
pub(crate) struct RejectionMonitor {
    /// Consecutive rejections, by subject.
    streaks: BTreeMap<Arc<str>, RejectionStreak>,
    /// Outcomes since the first rejection, by subject.
    histories: BTreeMap<Arc<str>, RejectionHistory>,
}

/// The outcomes of a subject since its first rejection.
#[derive(Debug, Default)]
struct RejectionHistory {
    tally: Tally,
    /// The number of streaks, and whether the last one continues.
    streaks: u32,
    in_streak: bool,
    /// The number of the first request after the first rejection.
    since: u64,
    /// Outcomes of others meanwhile.
    others: BTreeMap<Arc<str>, Tally>,
}

/// The rejections of a subject since its last answer.
#[derive(Debug, Default)]
struct RejectionStreak {
    rejected: u32,
    /// The number of the first request after the first rejection.
    since: u64,
    /// Outcomes of others meanwhile.
    others: BTreeMap<Arc<str>, Tally>,
}

/// Counts of answers and rejections.
#[derive(Clone, Copy, Debug, Default)]
struct Tally {
    answered: u32,
    rejected: u32,
}

impl RejectionMonitor {
    /// Records the answer to the request of a subject with this number.
    pub(crate) fn record_answer(&mut self, subject: &Arc<str>, number: u64) {
        self.streaks.remove(subject);
        for streak in self.streaks.values_mut().filter(|streak| number >= streak.since) {
            tally_of(&mut streak.others, subject).answered += 1;
        }
        let later = self.histories.iter_mut().filter(|(_, history)| number >= history.since);
        for (name, history) in later {
            history.tally_of(name, subject).answered += 1;
            if name == subject {
                history.in_streak = false;
                history.fade();
            }
        }
    }

    /// Returns true if others seem to be answered while this subject is rejected. A wait that the
    /// server asks for then concerns only this subject.
    pub(crate) fn is_suspect(&self, subject: &Arc<str>) -> bool {
        self.streaks.get(subject).is_some_and(RejectionStreak::others_are_answered)
            || self.histories.get(subject).is_some_and(RejectionHistory::is_isolated)
    }

    /// Returns the number of subjects in a streak of rejections, including this one.
    pub(crate) fn rejected_subjects(&self, subject: &Arc<str>) -> usize {
        self.streaks.len() + usize::from(!self.streaks.contains_key(subject))
    }

    /// Forgets a subject.
    pub(crate) fn forget(&mut self, subject: &Arc<str>) {
        self.streaks.remove(subject);
        self.histories.remove(subject);
    }

    /// Records a rejection of a subject; the next request has number `next`. Returns true if the
    /// evidence shows that only this subject is rejected, and then forgets it.
    pub(crate) fn record_rejection(&mut self, subject: &Arc<str>, next: u64) -> bool {
        for (_, streak) in self.streaks.iter_mut().filter(|(name, _)| *name != subject) {
            tally_of(&mut streak.others, subject).rejected += 1;
        }
        for (_, history) in self.histories.iter_mut().filter(|(name, _)| *name != subject) {
            tally_of(&mut history.others, subject).rejected += 1;
        }
        let new = RejectionStreak { since: next, ..RejectionStreak::default() };
        let streak = self.streaks.entry(Arc::clone(subject)).or_insert(new);
        streak.rejected = streak.rejected.saturating_add(1);
        let new = RejectionHistory { since: next, ..RejectionHistory::default() };
        let history = self.histories.entry(Arc::clone(subject)).or_insert(new);
        history.tally.rejected += 1;
        history.streaks += u32::from(!std::mem::replace(&mut history.in_streak, true));
        let is_isolated = streak.is_isolated() || history.is_isolated();
        history.fade();
        if is_isolated {
            self.forget(subject);
        }
        is_isolated
    }
}

fn tally_of<'o>(others: &'o mut BTreeMap<Arc<str>, Tally>, subject: &Arc<str>) -> &'o mut Tally {
    others.entry(Arc::clone(subject)).or_default()
}

impl Tally {
    fn requests(self) -> f64 {
        f64::from(self.answered) + f64::from(self.rejected)
    }

    /// Returns the rejection rate.
    fn rate(self) -> f64 {
        f64::from(self.rejected) / self.requests().max(1.0)
    }

    /// Returns the rejection rate with one more rejection, which may be due to chance.
    fn upper_rate(self) -> f64 {
        (f64::from(self.rejected) + 1.0) / (self.requests() + 1.0)
    }

    /// Returns the logarithm of the maximum likelihood of these counts.
    fn log_likelihood(self) -> f64 {
        let rate = self.rate();
        let term =
            |count: u32, rate: f64| if count == 0 { 0.0 } else { f64::from(count) * rate.ln() };
        term(self.rejected, rate) + term(self.answered, 1.0 - rate)
    }

    fn plus(self, other: Self) -> Self {
        Self {
            answered: self.answered.saturating_add(other.answered),
            rejected: self.rejected.saturating_add(other.rejected),
        }
    }
}

impl RejectionHistory {
    fn tally_of(&mut self, name: &Arc<str>, subject: &Arc<str>) -> &mut Tally {
        if name == subject { &mut self.tally } else { tally_of(&mut self.others, subject) }
    }

    /// Returns true if the subject is rejected far more often than others who send enough requests.
    fn is_isolated(&self) -> bool {
        let rate = self.tally.rate();
        if self.streaks < MIN_STREAKS || rate < MIN_RATE {
            return false;
        }
        let sum = |all: &mut dyn Iterator<Item = Tally>| all.fold(Tally::default(), Tally::plus);
        let is_well = |other: &Tally| other.rate() * RATE_FACTOR <= rate;
        let well = sum(&mut self.others.values().copied().filter(is_well));
        let all = sum(&mut self.others.values().copied());
        well.answered >= MIN_ANSWERS_IN_HISTORY
            && well.upper_rate() * RATE_FACTOR <= rate
            && well.requests() >= MIN_SHARE_OF_OTHERS * all.requests()
    }

    /// Halves all counts when they are large, so that old outcomes lose weight.
    fn fade(&mut self) {
        if self.tally.requests() < f64::from(MEMORY) {
            return;
        }
        let halve = |tally: &mut Tally| {
            (tally.answered, tally.rejected) = (tally.answered / 2, tally.rejected / 2);
        };
        halve(&mut self.tally);
        self.others.values_mut().for_each(halve);
        self.streaks /= 2;
    }
}

impl RejectionStreak {
    fn is_isolated(&self) -> bool {
        self.rejected >= MIN_REJECTIONS
            && self.others_are_answered()
            && self.evidence() >= MIN_EVIDENCE
    }

    /// Returns the logarithm of the likelihood ratio of two models: the subject is always rejected
    /// and the others with some probability, or all with the same probability.
    fn evidence(&self) -> f64 {
        let (subject, others) = (Tally { rejected: self.rejected, answered: 0 }, self.others());
        others.log_likelihood() - subject.plus(others).log_likelihood()
    }

    fn others_are_answered(&self) -> bool {
        let sum = self.others();
        let enough = sum.rejected.saturating_mul(ANSWERS_PER_REJECTION) <= sum.answered;
        sum.answered >= MIN_ANSWERS && enough
    }

    /// Returns the outcomes of others that had an answer. For the rest, the cause of rejections is
    /// unknown.
    fn others(&self) -> Tally {
        let others = self.others.values().filter(|other| other.answered > 0);
        others.copied().fold(Tally::default(), Tally::plus)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names() -> [Arc<str>; 4] {
        ["a", "b", "c", "d"].map(Arc::from)
    }

    /// Returns the subject that is isolated, and the round of the isolation. Each round uses
    /// `signs`: the subject, and whether it was answered.
    fn rounds(signs: &[(usize, bool)]) -> Option<(usize, usize)> {
        let (mut monitor, names) = (RejectionMonitor::default(), names());
        for round in 1..=200 {
            for (who, is_answered) in signs {
                match is_answered {
                    true => monitor.record_answer(&names[*who], 1),
                    false if monitor.record_rejection(&names[*who], 1) => {
                        return Some((*who, round));
                    }
                    false => {}
                }
            }
        }
        None
    }

    #[test]
    fn a_subject_rejected_while_others_are_answered_is_isolated() {
        assert_eq!(rounds(&[(0, true), (1, true), (2, false)]), Some((2, 8)));
        assert_eq!(rounds(&[(0, true), (2, false), (2, false)]), Some((2, 8)), "answers are few");
        // Each of two subjects is isolated.
        let two = [(0, true), (1, false), (1, false), (2, false), (2, false)];
        assert_eq!(rounds(&two), Some((1, 8)));
    }

    #[test]
    fn no_subject_is_isolated_where_all_are_rejected() {
        assert_eq!(rounds(&[(0, false), (1, false), (2, false)]), None);
        // A third of the requests of others is rejected as well.
        let others = [(0, true), (1, true), (0, false), (1, true), (0, true), (1, false)];
        let signs: Vec<_> = others.into_iter().chain([(2, false)]).collect();
        assert_eq!(rounds(&signs), None);
    }

    #[test]
    fn a_subject_with_rare_answers_is_isolated_in_the_long_run() {
        let mut signs = vec![(2, false); 5];
        signs.extend([(0, true), (1, true), (0, true), (2, true)]);
        let (who, round) = rounds(&signs).expect("it is alone");
        assert_eq!(who, 2, "{who} after {round}");
        assert!((10..=40).contains(&round), "{who} after {round}");
        // Two such subjects are isolated; their rejections are no evidence about the others.
        let mut signs: Vec<_> = [1, 2].into_iter().flat_map(|who| [(who, false); 2]).collect();
        signs.extend([(0, true), (0, true), (1, true), (2, true), (0, true), (0, true)]);
        assert!(rounds(&signs).is_some_and(|(who, round)| who > 0 && round < 60));
        assert_eq!(rounds(&[(2, false)]), None, "there is nobody else");
        assert_eq!(rounds(&[(2, false), (2, true)]), None, "there is nobody else");
    }

    #[test]
    fn subjects_rejected_at_the_same_rate_are_not_isolated() {
        // Random requests of thirty subjects, some more frequent than others.
        let names: Vec<Arc<str>> = (0..30).map(|at| Arc::from(format!("m{at:02}"))).collect();
        for share in [0.05, 0.15, 0.3, 0.5, 0.8] {
            let (mut monitor, mut state, mut parted) = (RejectionMonitor::default(), 11_u64, 0);
            let mut draw = || {
                state = state
                    .wrapping_mul(6_364_136_223_846_793_005)
                    .wrapping_add(1_442_695_040_888_963_407);
                (state >> 11) as f64 / (1_u64 << 53) as f64
            };
            for number in 0..200_000_u64 {
                let who = (30.0 * draw() * draw()) as usize;
                match draw() < share {
                    true => parted += u32::from(monitor.record_rejection(&names[who], number + 1)),
                    false => monitor.record_answer(&names[who], number),
                }
            }
            assert!(parted <= 1, "{share}: {parted} in 200,000 requests");
        }
    }

    #[test]
    fn answers_to_earlier_requests_are_no_evidence() {
        let (mut monitor, names) = (RejectionMonitor::default(), names());
        for number in 0..50 {
            assert!(!monitor.record_rejection(&names[2], 100));
            monitor.record_answer(&names[0], number);
        }
        assert!(!monitor.is_suspect(&names[2]));
        (100..106).for_each(|number| monitor.record_answer(&names[0], number));
        assert!(monitor.is_suspect(&names[2]) && monitor.record_rejection(&names[2], 200));
    }
}
