//! The gate for a change. It passes if every comparison shows that the second run is not worse.

use crate::numbers::size;
use crate::{CompareError, RunComparison, RunComparisons};

/// The result of a gate.
#[derive(Clone, Debug, PartialEq)]
pub enum GateOutcome {
    /// Every second run is shown to be no worse than the margin allows.
    Passed,
    /// The comparisons that do not show it.
    Failed(Vec<String>),
}

/// Tests whether every second run is worse than its first by less than the margin. A task, a metric or
/// an item that the first run has and the second has no score of does not pass; nor do scores that seem to be
/// on two scales, or a run that may not be one finished run ([`ScoredRun::doubts`](crate::ScoredRun::doubts)).
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
        format!("{b} may be worse than {a} by {margin} or more on {task} ({metric})")
    });
    // A question that the second run did not answer may hide a loss.
    let lacking = of.left_out.iter().filter(|what| what.may_hide_a_loss()).map(ToString::to_string);
    let lost = of.rows.iter().filter(|row| !row.tasks.is_pooled()).filter_map(|row| {
        let lost = row.matching.only_a + row.unscored.1;
        let (task, metric, b) = (row.tasks.name(), &row.metric, row.b);
        let items = row.unit.counted(lost);
        (lost > 0).then(|| format!("{b} has no score of {items} of {} on {task} ({metric})", row.a))
    });
    let scales = of.rows.iter().filter(|row| !row.tasks.is_pooled()).filter_map(|row| {
        let (task, metric, doubt) = (row.tasks.name(), &row.metric, row.scale_doubt.as_ref()?);
        Some(format!(
            "{task} ({metric}): {doubt} Bring both to one, or leave the metric out with --metric"
        ))
    });
    let doubts = of
        .runs
        .iter()
        .flat_map(|run| run.doubts.iter().map(|doubt| format!("{}: {doubt}", run.name)));
    let open: Vec<String> = open.chain(lacking).chain(lost).chain(scales).chain(doubts).collect();
    Ok(if open.is_empty() { GateOutcome::Passed } else { GateOutcome::Failed(open) })
}
