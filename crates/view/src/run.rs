//! A run, read and graded, for its pages.

use crate::drawing::{Drawn, drawn};
use crate::index::QuestionSet;
use crate::leaderboard::verdicts_with_belief;
use crate::pairs::Comparison;
use crate::{ComparisonId, ForeignKey, Index};
use peirast_record::{Contrast, Event, Treatment};
use peirast_report::{Outcomes, PairError, Report, ResultRow, row_pairs};
use std::collections::BTreeMap;
use thiserror::Error;

/// A run as stored when its answers were read.
#[derive(Debug)]
pub struct Run {
    /// The findings.
    pub(crate) report: Report,
    /// Every question.
    pub(crate) index: Index,
    /// The comparisons of the study, in the order of the report's rows.
    pub(crate) comparisons: Vec<Comparison>,
    /// The contrasts.
    pub(crate) contrasts: Vec<Contrast>,
    /// Its figures.
    pub(crate) figures: Vec<Drawn>,
    /// The questions of each subject.
    pub(crate) questions: BTreeMap<String, QuestionSet>,
    /// Verdicts on believable and unbelievable conclusions, by subject.
    pub(crate) with_belief: BTreeMap<String, u64>,
    /// The time at which its answers were read.
    pub(crate) read: Moment,
}

/// The state of a run when it was read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Moment {
    /// The time, in UTC.
    pub at: String,
    /// Number of stored responses of every kind at that time.
    pub responses: u64,
}

/// The reason why a run cannot be shown.
#[derive(Debug, Error)]
pub enum RunError {
    /// A trial's key is not a Peirast key.
    #[error(transparent)]
    Key(#[from] ForeignKey),
    /// Its answers cannot be paired.
    #[error(transparent)]
    Pair(#[from] PairError),
}

impl Run {
    /// Creates a run from its report and the sources of the report: the single answers (`single`),
    /// and the outcomes that count after voting (`counted`; the same outcomes without voting).
    ///
    /// # Errors
    /// A key that is not a Peirast key; answers that cannot be paired.
    pub fn new(
        report: Report,
        contrasts: Vec<Contrast>,
        single: &Outcomes,
        counted: &Outcomes,
        read: Moment,
    ) -> Result<Self, RunError> {
        let index = Index::new(single)?;
        let treatment = report.settings.treatment;
        let stops = report.settings.sequential.is_some();
        let rows = report
            .rows
            .iter()
            .map(|row| (row.hypothesis.as_str(), row.method.as_str(), row.model.as_str()));
        let comparison = |name| comparison(name, &contrasts, counted, (treatment, stops), &index);
        let comparisons = rows.map(comparison).collect::<Result<Vec<_>, PairError>>()?;
        let figures = drawn(&report);
        let questions = index.question_sets();
        let with_belief = verdicts_with_belief(counted);
        Ok(Self { report, index, comparisons, contrasts, figures, questions, with_belief, read })
    }

    /// Returns every question of the run.
    pub fn index(&self) -> &Index {
        &self.index
    }

    /// Returns the number of stored responses when the run was read.
    pub fn responses(&self) -> u64 {
        self.read.responses
    }

    /// Returns the event by which the pairs of a comparison are compared.
    pub(crate) fn event(&self, own: &Comparison) -> Event {
        self.contrasts.get(own.contrast).map(|contrast| contrast.event).unwrap_or_default()
    }

    /// Returns a comparison with its row of the report.
    pub(crate) fn comparison(&self, id: &ComparisonId) -> Option<(&ResultRow, &Comparison)> {
        let ComparisonId { hypothesis, subject, method } = id;
        let is_it = |(row, _): &(&ResultRow, &Comparison)| {
            row.hypothesis == *hypothesis && row.model == *subject && row.method == *method
        };
        self.report.rows.iter().zip(&self.comparisons).find(is_it)
    }
}

/// Returns the pairs of one row of the report.
fn comparison(
    (hypothesis, method, subject): (&str, &str, &str),
    contrasts: &[Contrast],
    outcomes: &Outcomes,
    (treatment, stops): (Treatment, bool),
    index: &Index,
) -> Result<Comparison, PairError> {
    let is_it = |one: &Contrast| one.hypothesis == hypothesis && one.method == method;
    let Some(at) = contrasts.iter().position(is_it) else { return Ok(Comparison::default()) };
    let Some(contrast) = contrasts.get(at) else { return Ok(Comparison::default()) };
    let pairs = row_pairs(contrast, outcomes, subject, treatment, stops)?;
    Ok(Comparison::new(at, &pairs, index))
}
