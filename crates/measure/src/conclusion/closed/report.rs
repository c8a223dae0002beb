//! The report on closed answers.

use super::super::Options;
use super::super::options::checked;
use super::acceptance::{acceptance_table, acceptances};
use super::accuracy::{accuracies, accuracy_table};
use super::levels::{difference_table, level_table, levels};
use super::lures::{lure_table, lures};
use super::steps::{step_table, steps};
use super::{Chosen, ClosedAcceptance, ClosedAccuracy, ClosedLevels, Lures, Steps};
use crate::groups;
use peirast_stats::Error;
use peirast_table::Table;
use serde::Serialize;

/// All measures of answers to closed questions about conclusions. The order of the answers does not
/// change the report.
///
/// ```
/// use peirast_measure::{Chosen, ClosedReport, Options};
/// use peirast_record::{Answer, Profile};
/// use peirast_task::{Design, Family};
/// // Whoever always says yes.
/// let design = Design { seed: 1, profile: Profile::Balanced };
/// let problems = Family::named("etr")?.make(&design, "yes-no", 20)?;
/// let mut answers = Vec::new();
/// for problem in &problems {
///     let yes = Some(Answer::YesNo(true));
///     answers.extend(Chosen::new(problem, "nodder", 0, &problem.factors, yes)?);
/// }
/// let report = ClosedReport::new(&answers, &Options::default())?;
/// let row = report.acceptance.iter().find(|row| row.group.is_subject()).unwrap();
/// assert_eq!(row.false_predicted.map(|share| share.value), Some(1.0));
/// // It accepts fallacies, and anything else as well.
/// assert_eq!(row.matched.map(|difference| difference.value), Some(0.0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ClosedReport {
    /// Accuracy of every group.
    pub accuracy: Vec<ClosedAccuracy>,
    /// Acceptance of single conclusions by every group.
    pub acceptance: Vec<ClosedAcceptance>,
    /// Wrong options chosen by every group.
    pub lures: Vec<Lures>,
    /// Accuracy and lures by theme, size, premises and form.
    pub levels: Vec<ClosedLevels>,
    /// The effect of thinking step by step.
    pub steps: Vec<Steps>,
}

fn place(answer: &Chosen) -> ([&str; 4], u32) {
    let Chosen { subject, strategy, temperature, problem, repeat, .. } = answer;
    ([subject, strategy, temperature, problem], *repeat)
}

impl ClosedReport {
    /// Computes all measures.
    ///
    /// # Errors
    /// [`Error::OutOfRange`] unless the level of the options lies strictly between 0 and 1.
    pub fn new(answers: &[Chosen], options: &Options<'_>) -> Result<Self, Error> {
        checked(options.level)?;
        // Sorted, so that no sum depends on the order of the answers.
        let mut answers: Vec<Chosen> = answers.to_vec();
        answers.sort_by(|a, b| place(a).cmp(&place(b)));
        let groups = groups(&answers);
        Ok(Self {
            accuracy: accuracies(&groups, options),
            acceptance: acceptances(&groups, options),
            lures: lures(&groups, options),
            levels: levels(&groups, options),
            steps: steps(&groups, options),
        })
    }

    /// The tables, in reading order; tables without rows are left out.
    pub fn tables(&self) -> Vec<Table<'static>> {
        let mut tables = vec![
            accuracy_table(&self.accuracy),
            acceptance_table(&self.acceptance),
            lure_table(&self.lures),
            step_table(&self.steps),
            level_table(&self.levels),
            difference_table(&self.levels),
        ];
        tables.retain(|table| !table.rows.is_empty());
        tables
    }
}
