//! Shared parts of all measures of conclusions: groups of answers, and families of tests.

use super::Concluded;
use crate::Group;
use peirast_stats::Correction;

/// The answers of every group.
pub(crate) type Groups<'a, T = Concluded> = [(Group, Vec<&'a T>)];

/// The answers of a group that satisfy `fits`.
pub(crate) fn only<'a, T>(answers: &[&'a T], fits: impl Fn(&T) -> bool) -> Vec<&'a T> {
    answers.iter().filter(|answer| fits(answer)).copied().collect()
}

/// Adjusts the p-values of subjects for their number (Benjamini & Hochberg). Other groups are made
/// of the same answers and are outside the family. `test` returns the group of a row, its p-value
/// and the place of the adjusted one, if the row has a test.
pub(crate) fn adjust<T>(
    rows: &mut [T],
    test: impl Fn(&mut T) -> Option<(&Group, f64, &mut Option<f64>)>,
) {
    adjust_all(rows.iter_mut().filter_map(|row| {
        let (group, p, adjusted) = test(row)?;
        group.is_subject().then_some((p, adjusted))
    }));
}

/// Adjusts the p-values of one family of tests.
pub(crate) fn adjust_all<'a>(tests: impl Iterator<Item = (f64, &'a mut Option<f64>)>) {
    let (raw, places): (Vec<f64>, Vec<&mut Option<f64>>) = tests.unzip();
    // P-values of our own tests lie between 0 and 1, so the adjustment cannot fail.
    if let Ok(adjusted) = Correction::BenjaminiHochberg.adjust(&raw) {
        places.into_iter().zip(adjusted).for_each(|(place, adjusted)| *place = Some(adjusted));
    }
}
