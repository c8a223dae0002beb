//! Added questions: does asking about what the theory says is overlooked cure the fallacy?

use super::arms::{Version, arm_table, arms, comparison_table, comparisons};
use super::concluded::{NO_INQUIRY, ORIGINAL};
use super::grouped::Groups;
use super::{Arm, Comparison, Concluded, Event, Kind, Options};
use peirast_table::Table;
use serde::Serialize;

/// Fallacy problems with and without an added question.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Inquiries {
    /// The answers with each question.
    pub questions: Vec<Arm>,
    /// The changes from one question to another.
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
        "Answers to fallacy problems without an added question, with a question that cures the \
         fallacy according to the theory (curing), and with one that changes nothing according to \
         the theory (idle). Effects of both questions come from asking. An effect of the curing \
         question beyond the idle one is evidence for the theory where the two questions look \
         alike. They do so in some problems only (factor `idle-differs` = `nothing`).",
        "inquiry",
    );
    let changes = comparison_table(
        &found.changes,
        "inquiries-compared",
        "Effects of added questions",
        "Pairs of answers to one problem with two questions, by the same subject in the same \
         setting. The p-values flip the signs of whole items; with one pair per item this is \
         McNemar's exact test. They are two-sided and adjusted over subjects within each \
         comparison (Benjamini-Hochberg); they are descriptive. If the study states a hypothesis \
         about a question, that test is the primary one and decides: E2 of the study etr \
         (one-sided, since the theory says that the question cures, and adjusted for each subject \
         separately), and E4 (the same, compared with an idle question that is alike on the \
         surface).",
    );
    [questions, changes]
}
