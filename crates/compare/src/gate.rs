//! The gate for a change. It passes if every comparison shows that the second run is not worse.

use crate::sentence::size;
use crate::{CompareError, RunComparison, RunComparisons};
use peirast_report::counted;

/// The result of a gate.
#[derive(Clone, Debug, PartialEq)]
pub enum GateOutcome {
    /// Every second run is shown to be no worse than the margin allows.
    Passed,
    /// The comparisons that do not show it.
    Failed(Vec<String>),
}

/// Tests if every second run is worse than its first by less than the margin. The gate fails if the
/// second run has no score of a task, a metric or an item that the first run has.
///
/// Each comparison is tested one-sided at the level of the options. All of them have to pass, so no
/// correction is needed. Source: Berger (1982), *Technometrics* 24:295.
///
/// # Errors
/// If the options have no margin.
pub fn non_inferior(of: &RunComparisons<'_>) -> Result<GateOutcome, CompareError> {
    let Some(margin) = of.options.margin else {
        return Err(CompareError::Options(
            "a gate needs a margin: the largest loss that may pass, such as --margin 0.02"
                .to_owned(),
        ));
    };
    let is_shown =
        |row: &&RunComparison<'_>| row.p_inferiority.is_some_and(|p| p <= of.options.alpha);
    let open = of.rows.iter().filter(|row| !is_shown(row)).map(|row| {
        let (task, metric, margin) = (row.tasks.name(), &row.metric, size(row, margin));
        let (a, b) = (row.a, row.b);
        format!("{b} is not shown to be worse than {a} by less than {margin} on {task} ({metric})")
    });
    // A question that the second run did not answer may hide a loss.
    let lacking = of.left_out.iter().filter(|what| what.may_hide_a_loss()).map(ToString::to_string);
    let lost = of.rows.iter().filter(|row| !row.tasks.is_pooled()).filter_map(|row| {
        let lost = row.matching.only_a + row.unscored.1;
        let (task, metric, b) = (row.tasks.name(), &row.metric, row.b);
        let items = counted(lost, "item", "items");
        (lost > 0).then(|| format!("{b} has no score of {items} of {} on {task} ({metric})", row.a))
    });
    let open: Vec<String> = open.chain(lacking).chain(lost).collect();
    Ok(if open.is_empty() { GateOutcome::Passed } else { GateOutcome::Failed(open) })
}
