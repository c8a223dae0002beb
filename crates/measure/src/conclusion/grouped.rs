//! What all tables of conclusions share: groups of answers, their names in cells, families of tests.

use super::Concluded;
use crate::Group;
use peirast_stats::Correction;
use peirast_table::Value;

/// The answers of every group.
pub(crate) type Groups<'a, T = Concluded> = [(Group, Vec<&'a T>)];

/// The first columns of every table by group.
pub(crate) const WHO: [&str; 3] = ["subject", "strategy", "temperature"];

/// The names of columns: who, and what follows.
pub(crate) fn columns<'a>(others: &[&'a str]) -> Vec<&'a str> {
    WHO.iter().chain(others).copied().collect()
}

/// The cells of who.
pub(crate) fn cells(group: &Group) -> Vec<Value> {
    group.names().map(Value::from).into()
}

/// The answers of a group that fit.
pub(crate) fn only<'a, T>(answers: &[&'a T], fits: impl Fn(&T) -> bool) -> Vec<&'a T> {
    answers.iter().filter(|answer| fits(answer)).copied().collect()
}

/// Adjusts the p-values of subjects for there being several of them (Benjamini & Hochberg). Those of
/// other groups are made of the same answers, and stay outside the family.
pub(crate) fn adjust<T>(
    rows: &mut [T],
    group: impl Fn(&T) -> &Group,
    p: impl Fn(&T) -> Option<f64>,
    set: impl Fn(&mut T, Option<f64>),
) {
    let raw: Vec<Option<f64>> =
        rows.iter().map(|row| p(row).filter(|_| group(row).is_subject())).collect();
    // P-values of our own tests lie from 0 to 1, so that nothing is refused.
    if let Ok(adjusted) = Correction::BenjaminiHochberg.adjust_present(&raw) {
        rows.iter_mut().zip(adjusted).for_each(|(row, adjusted)| set(row, adjusted));
    }
}
