//! The report on open answers.

use super::breakdown::{breakdowns, difference_table, level_tables};
use super::capability::{capabilities, capability_scores_table, capability_table};
use super::classes::{class_table, classes};
use super::composition::{error_table, errors};
use super::controls::{control_tables, controls};
use super::fit::{exponential_fits, fit_table};
use super::inquiries::{inquiries, inquiry_tables};
use super::mixture::{etr_share_table, etr_shares};
use super::options::checked;
use super::orders::{order_table, orders, variation_table};
use super::quarters::{distribution_table, distributions, quarter_table, quarters};
use super::rate::{fallacy_rate_table, fallacy_rates};
use super::reading::{reading_table, readings};
use super::reversal::{expected_table, reversal_table, reversals};
use super::{
    Breakdown, Capability, Classes, Concluded, Controls, Distribution, ErrorShare, EtrShare,
    ExponentialFit, FallacyRate, Inquiries, Notion, Options, Orders, Quarter, Readings, Reversal,
};
use crate::groups;
use peirast_stats::Error;
use peirast_table::Table;
use serde::Serialize;

/// All measures of open answers to problems on which the Erotetic Theory of Reasoning predicts a
/// fallacy.
///
/// The order of the answers does not change the report, and nothing in it is random.
///
/// ```
/// use peirast_measure::{Concluded, ConclusionReport, Judged, Kind, Options, SoundnessClass};
/// // A subject that always says that nothing follows.
/// let answer = |item: u32| Concluded {
///     subject: "nobody".to_owned(),
///     strategy: "plain".to_owned(),
///     temperature: "-".to_owned(),
///     item: item.to_string(),
///     problem: item.to_string(),
///     kind: Kind::Fallacy,
///     order: "original".to_owned(),
///     inquiry: "none".to_owned(),
///     repeat: 0,
///     theme: "cards".to_owned(),
///     atoms: 4,
///     premises: 2,
///     form: "plain".to_owned(),
///     predicts_fallacy: Some(true),
///     is_reachable: Some(true),
///     answer: Ok(Judged::new(SoundnessClass::Nothing)),
///     translated: false,
/// };
/// let report = ConclusionReport::new(&(0..50).map(answer).collect::<Vec<_>>(), &Options::default())?;
/// let row = report.fallacies.iter().find(|row| row.group.is_subject()).unwrap();
/// // It is never wrong, as published; it has no fallacy rate, and it informs nobody.
/// assert_eq!(row.correct.map(|share| share.value), Some(1.0));
/// assert_eq!(row.rate, None);
/// assert_eq!(row.informative.map(|share| share.value), Some(0.0));
/// # Ok::<(), peirast_stats::Error>(())
/// ```
///
/// # Coverage of intervals
///
/// Nominally 95 %. Simulated subjects, 2000 (rates) or 1000 (shares) of each kind, one answer per
/// item. By chance, 0 to 3 of 8 incorrect answers are predicted, and these can be read off. For
/// seven items in eight, 4 of the 8 can be read off; for the eighth, none can. The null of chance
/// is compared with subjects that answer at random, that of matching with those that read off.
///
/// | interval | setting | chance, 100 items | 380 items | matching, 100 items | 380 items |
/// |---|---|---|---|---|---|
/// | rate over the null | half of the answers wrong | 97.5 % | 97.4 % | 99.7 % | 99.4 % |
/// | share that follows the theory | 2 % | 97.9 % | 93.8 % | 98.8 % | 93.2 % |
/// | | 10 % | 95.4 % | 95.3 % | 95.7 % | 94.8 % |
/// | | 30 % | 94.9 % | 96.0 % | 93.2 % | 95.0 % |
/// | | 70 % | 94.3 % | 95.7 % | 95.1 % | 93.9 % |
/// | | 95 % | 94.3 % | 94.9 % | 93.0 % | 94.4 % |
///
/// At a level of 5 %, the test that a rate exceeds its null rejects 3.6 % and 3.9 % of subjects
/// that answer at random (for chance), and 3.7 % and 3.9 % of those that read off (for matching).
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ConclusionReport {
    /// The sense in which an answer counted as predicted.
    pub notion: Notion,
    /// Fallacy rates of every group.
    pub fallacies: Vec<FallacyRate>,
    /// Conclusions of every group by class.
    pub classes: Vec<Classes>,
    /// Shares of answers that follow the theory.
    pub etr_shares: Vec<EtrShare>,
    /// Fallacies by theme, size, premises and form.
    pub breakdowns: Vec<Breakdown>,
    /// Fallacy problems compared with their controls.
    pub controls: Controls,
    /// The effect of reversing the premises.
    pub reversals: Vec<Reversal>,
    /// The effect of other orders.
    pub orders: Vec<Orders>,
    /// The effect of added questions.
    pub inquiries: Inquiries,
    /// Correlations of fallacies with capability.
    pub capabilities: Vec<Capability>,
    /// Exponential curves through the same subjects.
    pub fits: Vec<ExponentialFit>,
    /// Measures of subjects by quarters of capability.
    pub quarters: Vec<Quarter>,
    /// Distributions of measures over subjects.
    pub distributions: Vec<Distribution>,
    /// Errors by kind.
    pub errors: Vec<ErrorShare>,
    /// The reading of answers.
    pub readings: Vec<Readings>,
}

impl ConclusionReport {
    /// Computes all measures.
    ///
    /// # Errors
    /// [`Error::OutOfRange`] unless the level of the options lies strictly between 0 and 1.
    pub fn new(answers: &[Concluded], options: &Options<'_>) -> Result<Self, Error> {
        checked(options.level)?;
        let groups = groups(answers);
        let fallacies = fallacy_rates(&groups, options);
        let capabilities = capabilities(&fallacies, options);
        Ok(Self {
            notion: options.notion,
            classes: classes(&groups, options),
            etr_shares: etr_shares(&groups, options),
            breakdowns: breakdowns(&groups, options),
            controls: controls(&groups, options),
            reversals: reversals(&groups, options),
            orders: orders(&groups, options),
            inquiries: inquiries(&groups, options),
            fits: exponential_fits(&capabilities, options.level),
            quarters: quarters(&capabilities),
            distributions: distributions(&fallacies, options),
            capabilities,
            errors: errors(&groups, options),
            readings: readings(&groups),
            fallacies,
        })
    }

    /// The tables, in reading order; tables without rows are left out.
    pub fn tables(&self) -> Vec<Table<'static>> {
        let mut tables = vec![
            fallacy_rate_table(&self.fallacies, self.notion),
            class_table(&self.classes),
            etr_share_table(&self.etr_shares, self.notion),
        ];
        tables.extend(level_tables(&self.breakdowns, self.notion));
        tables.push(difference_table(&self.breakdowns));
        tables.extend(control_tables(&self.controls));
        tables.push(reversal_table(&self.reversals, self.notion));
        tables.push(expected_table(&self.reversals));
        tables.push(order_table(&self.orders));
        tables.push(variation_table(&self.orders));
        tables.extend(inquiry_tables(&self.inquiries));
        tables.push(capability_table(&self.capabilities));
        tables.push(capability_scores_table(&self.capabilities));
        tables.push(fit_table(&self.fits));
        tables.push(quarter_table(&self.quarters));
        tables.push(distribution_table(&self.distributions));
        tables.push(error_table(&self.errors));
        tables.push(reading_table(&self.readings));
        tables.retain(|table| !table.rows.is_empty());
        tables
    }
}
