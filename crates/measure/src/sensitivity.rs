//! Sensitivity and criterion: does belief impair discrimination or raise acceptance?

use crate::table::{Record, table};
use crate::{Group, Judgement};
use peirast_stats::detection::{Accepted, Detection};
use peirast_table::Table;
use serde::Serialize;

/// Signal detection for a group.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Sensitivity {
    /// The group.
    pub group: Group,
    /// Over all words.
    pub overall: Option<Detection>,
    /// On believable conclusions.
    pub believable: Option<Detection>,
    /// On unbelievable ones.
    pub unbelievable: Option<Detection>,
    /// On made-up words.
    pub nonsense: Option<Detection>,
}

impl Sensitivity {
    /// The criterion on unbelievable conclusions less that on believable ones: the readiness to
    /// accept believable conclusions.
    pub fn bias(&self) -> Option<f64> {
        Some(self.unbelievable?.criterion - self.believable?.criterion)
    }

    /// d' on unbelievable conclusions less that on believable ones: the better discrimination of
    /// unbelievable conclusions.
    pub fn gain(&self) -> Option<f64> {
        Some(self.unbelievable?.d_prime - self.believable?.d_prime)
    }
}

/// Signal detection for each group.
pub fn sensitivities(groups: &[(Group, Vec<&Judgement>)]) -> Vec<Sensitivity> {
    let measure = |(group, judgements): &(Group, Vec<&Judgement>)| {
        let detect = |fits: &dyn Fn(&Judgement) -> bool| {
            let mut counts = Accepted::default();
            for judgement in judgements.iter().filter(|j| fits(j)) {
                let Some(accepted) = judgement.accepted else { continue };
                let (count, of) = match judgement.valid {
                    true => (&mut counts.hits, &mut counts.signals),
                    false => (&mut counts.false_alarms, &mut counts.noise),
                };
                *count += u64::from(accepted);
                *of += 1;
            }
            counts.detection().ok()
        };
        Sensitivity {
            group: group.clone(),
            overall: detect(&|_| true),
            believable: detect(&|j| j.variant.is_real() && j.believable == Some(true)),
            unbelievable: detect(&|j| j.variant.is_real() && j.believable == Some(false)),
            nonsense: detect(&|j| !j.variant.is_real()),
        }
    };
    groups.iter().map(measure).collect()
}

/// The table of sensitivities and criteria.
pub fn sensitivity_table(rows: &[Sensitivity]) -> Table<'static> {
    let d = |found: Option<Detection>| found.map(|found| found.d_prime);
    let c = |found: Option<Detection>| found.map(|found| found.criterion);
    let record = |row: &Sensitivity| {
        Record::for_group(&row.group)
            .number("d", d(row.overall))
            .number("c", c(row.overall))
            .number("d_B", d(row.believable))
            .number("c_B", c(row.believable))
            .number("d_U", d(row.unbelievable))
            .number("c_U", c(row.unbelievable))
            .number("+d_X", d(row.nonsense))
            .number("+c_X", c(row.nonsense))
            .number("c_U-c_B", row.bias())
            .number("d_U-d_B", row.gain())
    };
    table(
        "sensitivity",
        "Sensitivity and criterion",
        "d' measures how well a subject distinguishes valid conclusions from invalid ones (0 is \
         guessing). The criterion c measures how readily it accepts (below 0 is readily). Both \
         use the log-linear correction. Belief bias in the strict sense is a change of criterion: \
         c on unbelievable (U) minus c on believable conclusions (B). This change is tested by \
         the exact test in the table Belief bias, with items as the unit.",
        rows.iter().map(record),
    )
}
