//! Matched controls: do errors depend on the fallacy that the theory predicts?

use super::arms::{Version, arm_table, arms, comparison_table, comparisons};
use super::grouped::Groups;
use super::{Arm, Comparison, Concluded, Event, Kind, Options};
use peirast_table::Table;
use serde::Serialize;

/// Fallacy problems compared with their matched controls.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Controls {
    /// The answers to each kind of problem.
    pub kinds: Vec<Arm>,
    /// The changes from a fallacy problem to its controls.
    pub changes: Vec<Comparison>,
}

const FALLACY: Version = Version { name: Kind::Fallacy.name(), fits: Concluded::is_headline };
const VALID: Version = Version {
    name: Kind::ControlValid.name(),
    fits: |answer| answer.kind == Kind::ControlValid && answer.is_plain(),
};
const BLOCKED: Version = Version {
    name: Kind::ControlBlocked.name(),
    fits: |answer| answer.kind == Kind::ControlBlocked && answer.is_plain(),
};

/// The controls of every group.
pub(crate) fn controls(groups: &Groups<'_>, options: &Options<'_>) -> Controls {
    let compared = [(FALLACY, VALID), (FALLACY, BLOCKED)];
    Controls {
        kinds: arms(groups, &[FALLACY, VALID, BLOCKED], options),
        changes: comparisons(groups, &compared, &[Event::Incorrect, Event::Fallacy], options),
    }
}

/// The tables of controls.
pub(crate) fn control_tables(found: &Controls) -> [Table<'static>; 2] {
    let kinds = arm_table(
        &found.kinds,
        "controls",
        "Fallacy problems and their controls",
        "Answers to problems on which the theory predicts a fallacy, to matched ones whose \
         predicted conclusion is valid, and to matched ones that block the fallacy. Fallacies: \
         predicted for the problem and incorrect, among answers that could be judged. \
         Incorrect: all that do not follow, among answers with a verdict. A subject that errs as \
         the theory says errs less on both controls.",
        "kind",
    );
    let changes = comparison_table(
        &found.changes,
        "controls-compared",
        "From fallacy problems to their controls",
        "Pairs of answers to a fallacy problem and to its control, by the same subject in the same \
         setting. The p-values flip the signs of whole items; with one pair per item this is \
         McNemar's exact test. They are adjusted over subjects within each comparison \
         (Benjamini-Hochberg).",
    );
    [kinds, changes]
}
