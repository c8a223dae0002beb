//! Classes of conclusions: what was said, from nothing to what takes all premises.

use super::grouped::{Groups, only};
use super::rate::ceiling;
use super::{Concluded, Kind, Notion, Options, SoundnessClass};
use crate::Group;
use crate::accuracy::ratio;
use crate::table::{Record, table};
use peirast_table::Table;
use serde::Serialize;

/// What a group concluded on problems of one kind, premises in their own order and no question added.
/// `nothing` to `lost` add up to all answers; the rest counts some of them again.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Classes {
    /// Whose.
    pub group: Group,
    /// On problems of this kind.
    pub kind: Kind,
    /// All answers asked for.
    pub answers: u64,
    /// Of all answers, the share of those to problems on which a reasoner without a fault informs.
    pub ceiling: Option<f64>,
    /// "Nothing follows".
    pub nothing: u64,
    /// True whatever is given.
    pub tautology: u64,
    /// Follows from one premise, or says side by side what several say.
    pub restating: u64,
    /// Takes several premises together: informative.
    pub joint: u64,
    /// Does not follow, and is predicted.
    pub fallacies: u64,
    /// Does not follow, and is not predicted; or whether it is was not found out.
    pub other_errors: u64,
    /// Whether it follows was not found out.
    pub undecided: u64,
    /// Not judged.
    pub lost: u64,
    /// Of the incorrect ones, those that can never be true.
    pub contradictory: u64,
    /// Of the incorrect ones, those that cannot be true together with the premises.
    pub denies_premises: u64,
    /// Answers to premises that contradict each other, from which everything follows.
    pub vacuous: u64,
}

impl Classes {
    /// Answers that follow.
    pub const fn correct(&self) -> u64 {
        self.nothing + self.tautology + self.restating + self.joint
    }

    /// Of the judged answers, the share that follows: correctness as published.
    pub fn published(&self) -> Option<f64> {
        let incorrect = self.fallacies + self.other_errors;
        ratio(self.correct(), self.correct() + incorrect)
    }

    /// Of all answers, the share that follows and says something; `None` if none was judged.
    pub fn non_trivial(&self) -> Option<f64> {
        ratio(self.restating + self.joint, self.answers).filter(|_| self.lost < self.answers)
    }

    /// Of all answers, the share that follows from several premises together; `None` if none was judged.
    pub fn informative(&self) -> Option<f64> {
        ratio(self.joint, self.answers).filter(|_| self.lost < self.answers)
    }

    fn new(group: &Group, kind: Kind, answers: &[&Concluded], notion: Notion) -> Self {
        let count = |fits: &dyn Fn(&Concluded) -> bool| {
            answers.iter().filter(|answer| fits(answer)).count() as u64
        };
        let class = |wanted: SoundnessClass| {
            count(&|a| a.judged().is_some_and(|judged| judged.soundness == wanted))
        };
        let incorrect = class(SoundnessClass::Incorrect);
        let fallacies =
            count(&|a| a.is_correct() == Some(false) && a.is_fallacy(notion) == Some(true));
        let wrong = |fits: fn(&super::Judged) -> bool| {
            count(&|a| a.judged().is_some_and(|j| j.is_correct() == Some(false) && fits(j)))
        };
        Self {
            group: group.clone(),
            kind,
            answers: answers.len() as u64,
            ceiling: ceiling(answers),
            nothing: class(SoundnessClass::Nothing),
            tautology: class(SoundnessClass::Tautology),
            restating: class(SoundnessClass::Restating),
            joint: class(SoundnessClass::Joint),
            fallacies,
            other_errors: incorrect - fallacies,
            undecided: class(SoundnessClass::Undecided),
            lost: count(&|a| a.judged().is_none()),
            contradictory: wrong(|judged| judged.contradictory),
            denies_premises: wrong(|judged| judged.denies_premises),
            vacuous: count(&|a| a.judged().is_some_and(|judged| judged.vacuous)),
        }
    }
}

/// The classes of every group and kind of problem.
pub(crate) fn classes(groups: &Groups<'_>, options: &Options<'_>) -> Vec<Classes> {
    let mut rows = Vec::new();
    for (group, answers) in groups {
        for kind in Kind::ALL {
            let asked = only(answers, |answer| answer.is_plain() && answer.kind == kind);
            if !asked.is_empty() {
                rows.push(Classes::new(group, kind, &asked, options.notion));
            }
        }
    }
    rows
}

/// The table of classes.
pub(crate) fn class_table(rows: &[Classes]) -> Table<'static> {
    let record = |row: &Classes| {
        let share = |count: u64| ratio(count, row.answers);
        Record::for_group(&row.group)
            .cell("kind", row.kind.name())
            .count("answers", row.answers)
            .share("informative", row.informative())
            .share("informative_ceiling", row.ceiling)
            .share("non_trivial", row.non_trivial())
            .share("nothing", share(row.nothing))
            .share("tautology", share(row.tautology))
            .share("restating", share(row.restating))
            .share("fallacies", share(row.fallacies))
            .share("other_errors", share(row.other_errors))
            .share("undecided", share(row.undecided))
            .share("lost", share(row.lost))
            .share("+published", row.published())
            .count("+joint_count", row.joint)
            .count("+nothing_count", row.nothing)
            .count("+tautology_count", row.tautology)
            .count("+restating_count", row.restating)
            .count("+fallacies_count", row.fallacies)
            .count("+other_errors_count", row.other_errors)
            .count("+undecided_count", row.undecided)
            .count("+lost_count", row.lost)
            .count("+contradictory_count", row.contradictory)
            .count("+denying_count", row.denies_premises)
            .count("+vacuous_count", row.vacuous)
    };
    table(
        "conclusions",
        "What was concluded",
        "Shares of all answers, by what was said: that nothing follows; what is true anyway; what \
         premises say, one or several side by side; what takes several together (informative); what does \
         not follow and is predicted (fallacies); what does not follow and is not (other errors); \
         undecided; lost. These add up to all. The ceiling is what a reasoner without a fault \
         (sim:flawless) reaches of informative answers on the same problems: not all premises allow one. \
         Published: the share that follows among answers with a verdict, by which who always says that \
         nothing follows is never wrong. Non-trivial: the share of all that follows and says something. \
         Contradictory and denying answers are among those that do not follow.",
        rows.iter().map(record),
    )
}
