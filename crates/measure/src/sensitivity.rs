//! Sensitivity and criterion: whether belief makes a subject tell worse or accept more.

use crate::{Group, Judgement};
use peirast_stats::detection::{Accepted, Detection};
use peirast_table::{Builder, Table, Value};
use serde::Serialize;

/// Signal detection for a group.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Sensitivity {
    /// Whose.
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
    /// The criterion on unbelievable conclusions less that on believable ones: how much more readily
    /// the believable are accepted.
    pub fn bias(&self) -> Option<f64> {
        Some(self.unbelievable?.criterion - self.believable?.criterion)
    }

    /// d' on unbelievable conclusions less that on believable ones: how much better the unbelievable
    /// are told apart.
    pub fn gain(&self) -> Option<f64> {
        Some(self.unbelievable?.d_prime - self.believable?.d_prime)
    }
}

/// Signal detection for each group.
pub fn sensitivities(groups: &[(Group, Vec<&Judgement>)]) -> Vec<Sensitivity> {
    let of = |(group, judgements): &(Group, Vec<&Judgement>)| {
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
    groups.iter().map(of).collect()
}

/// The table of sensitivities and criteria.
pub fn sensitivity_table(rows: &[Sensitivity]) -> Table<'static> {
    let mut table = Builder::new(
        "sensitivity",
        "Sensitivity and criterion",
        "d' says how well valid conclusions are told from invalid ones (0 is guessing), the \
         criterion c how readily anything is accepted (below 0 is readily), after the log-linear \
         correction. Belief bias proper is a criterion that moves: c on unbelievable (U) less c on \
         believable conclusions (B); whether it does is what the exact test in the table of belief bias \
         tests, with items as the unit.",
        &[
            "subject",
            "strategy",
            "temperature",
            "d",
            "c",
            "d_B",
            "c_B",
            "d_U",
            "c_U",
            "+d_X",
            "+c_X",
            "c_U-c_B",
            "d_U-d_B",
        ],
    );
    for row in rows {
        let both = |found: Option<Detection>| match found {
            Some(found) => [Value::Number(found.d_prime), Value::Number(found.criterion)],
            None => [Value::Missing, Value::Missing],
        };
        let mut cells: Vec<Value> = row.group.names().map(Value::from).into();
        for found in [row.overall, row.believable, row.unbelievable, row.nonsense] {
            cells.extend(both(found));
        }
        cells
            .extend([row.bias(), row.gain()].map(|found| Value::from_option(found, Value::Number)));
        table.row(!row.group.is_subject(), cells);
    }
    table.build()
}
