//! Whether a change may pass: no comparison shows, or leaves open, that the second run is worse.

use crate::{CompareError, RunComparison, RunComparisons};

/// What a gate says.
#[derive(Clone, Debug, PartialEq)]
pub enum GateOutcome {
    /// Every second run is shown to be no worse than the margin allows.
    Passed,
    /// These are not shown to be.
    Failed(Vec<String>),
}

/// Tests whether every second run is worse than its first by less than the margin.
///
/// Each comparison is tested at the level of the options, one-sided: all have to pass, so that no
/// correction is needed. Source: Berger (1982), *Technometrics* 24:295.
///
/// # Errors
/// No margin.
pub fn non_inferior(of: &RunComparisons<'_>) -> Result<GateOutcome, CompareError> {
    let Some(margin) = of.options.margin else {
        return Err(CompareError::Options(
            "a gate needs a margin: the largest loss that may pass, such as --margin 0.02"
                .to_owned(),
        ));
    };
    let is_shown =
        |row: &&RunComparison<'_>| row.p_inferiority.is_some_and(|p| p <= of.options.alpha);
    let open: Vec<String> = of
        .rows
        .iter()
        .filter(|row| !is_shown(row))
        .map(|row| {
            let (task, metric) = (row.tasks.name(), &row.metric);
            format!(
                "{} is not shown to be within {margin} of {} on {task} ({metric})",
                row.b, row.a
            )
        })
        .collect();
    Ok(if open.is_empty() { GateOutcome::Passed } else { GateOutcome::Failed(open) })
}
