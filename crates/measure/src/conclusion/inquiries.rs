//! Added questions: whether asking about what the theory says is overlooked cures the fallacy.

use super::arms::{Version, arm_table, arms, comparison_table, comparisons};
use super::concluded::{NO_INQUIRY, ORIGINAL};
use super::grouped::Groups;
use super::{Arm, Comparison, Concluded, Event, Kind, Options};
use peirast_table::Table;
use serde::Serialize;

/// Fallacy problems with and without an added question.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Inquiries {
    /// What is answered with each question.
    pub questions: Vec<Arm>,
    /// What changes from one to another.
    pub changes: Vec<Comparison>,
}

fn asks(answer: &Concluded, inquiry: &str) -> bool {
    answer.kind == Kind::Fallacy && answer.order() == ORIGINAL && answer.inquiry == inquiry
}

const NONE: Version = Version { name: NO_INQUIRY, fits: |answer| asks(answer, NO_INQUIRY) };
const CURING: Version = Version { name: "curing", fits: |answer| asks(answer, "curing") };
const IDLE: Version = Version { name: "idle", fits: |answer| asks(answer, "idle") };

/// The questions of every group.
pub(crate) fn inquiries(groups: &Groups<'_>, options: &Options<'_>) -> Inquiries {
    let compared = [(NONE, CURING), (NONE, IDLE), (IDLE, CURING)];
    let events = [Event::Fallacy, Event::Incorrect];
    Inquiries {
        questions: arms(groups, &[NONE, CURING, IDLE], options),
        changes: comparisons(groups, &compared, &events, options),
    }
}

/// The tables of questions.
pub(crate) fn inquiry_tables(found: &Inquiries) -> [Table<'static>; 2] {
    let questions = arm_table(
        &found.questions,
        "inquiries",
        "Added questions",
        "Answers to fallacy problems as they stand, with an added question by which the theory says the \
         fallacy is cured, and with one that it says changes nothing. What both do \
         is the asking. What the curing one does beyond the idle one is the theory's as far as the two are \
         alike on the surface, which they are in part of the problems (idle-differs).",
        "inquiry",
    );
    let changes = comparison_table(
        &found.changes,
        "inquiries-compared",
        "What added questions change",
        "Pairs of answers to one problem with two questions, by the same subject in the same setting. \
         The p-values flip the signs of whole items, which with one pair per item is the exact test of \
         McNemar; they are two-sided, and adjusted over subjects within each comparison \
         (Benjamini-Hochberg): they describe. Where the study states a hypothesis about a question (E2 of \
         the study etr: one-sided, since the theory says that it cures, and adjusted for each subject by \
         itself; E4, the same beside an idle question that is alike on the surface), that test is the \
         primary one and decides.",
    );
    [questions, changes]
}
