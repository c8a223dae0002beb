//! Classes of conclusions, from "nothing follows" to conclusions that take several premises.

use super::grouped::{Groups, only};
use super::rate::ceiling;
use super::{Concluded, Kind, Notion, Options, SoundnessClass};
use crate::Group;
use crate::accuracy::ratio;
use crate::table::{Record, table};
use peirast_table::Table;
use serde::Serialize;

/// The conclusions of a group on problems of one kind, with premises in their own order and no
/// question added. `nothing` to `lost` add up to all answers; the other fields count some of them
/// again.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Classes {
    /// The group.
    pub group: Group,
    /// The kind of problem.
    pub kind: Kind,
    /// All answers asked for.
    pub answers: u64,
    /// The share of answers to problems on which a faultless reasoner gives an informative answer.
    pub ceiling: Option<f64>,
    /// "Nothing follows".
    pub nothing: u64,
    /// True in every case.
    pub tautology: u64,
    /// Follows from one premise, or lists what several premises say.
    pub restating: u64,
    /// Takes several premises together: informative.
    pub joint: u64,
    /// Does not follow, and is predicted.
    pub fallacies: u64,
    /// Does not follow, and is not predicted or has no known prediction.
    pub other_errors: u64,
    /// Nobody could decide whether it follows.
    pub undecided: u64,
    /// Not judged.
    pub lost: u64,
    /// Incorrect answers that can never be true.
    pub contradictory: u64,
    /// Incorrect answers that cannot be true together with the premises.
    pub denies_premises: u64,
    /// Answers to contradictory premises, from which everything follows.
    pub vacuous: u64,
}

impl Classes {
    /// Answers that follow.
    pub const fn correct(&self) -> u64 {
        self.nothing + self.tautology + self.restating + self.joint
    }

    /// Correctness as published: the share of judged answers that follow.
    pub fn published(&self) -> Option<f64> {
        let incorrect = self.fallacies + self.other_errors;
        ratio(self.correct(), self.correct() + incorrect)
    }

    /// The share of all answers that follow and say something; `None` if none was judged.
    pub fn non_trivial(&self) -> Option<f64> {
        ratio(self.restating + self.joint, self.answers).filter(|_| self.lost < self.answers)
    }

    /// The share of all answers that follow from several premises together; `None` if none was
    /// judged.
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
        "Shares of all answers, by class of conclusion: nothing follows; true in every case; one \
         premise or a list of several; several premises taken together (informative); incorrect \
         and predicted (fallacies); incorrect and not predicted (other errors); undecided; lost. \
         They add up to all answers. The ceiling is the share of informative answers that a \
         faultless reasoner (sim:flawless) reaches on the same problems, since not all premises \
         allow one. Published (in the files): the share of correct answers among those with a verdict; by this \
         measure, a subject that always says that nothing follows is never wrong. Non-trivial: \
         the share of all answers that follow and say something. Contradictory and denying \
         answers are among the incorrect ones.",
        rows.iter().map(record),
    )
}
