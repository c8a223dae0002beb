//! Families of p-values that are adjusted together.

use crate::comparison::Draft;
use crate::{CompareError, CompareOptions, DecidingP};
use std::collections::BTreeMap;

/// The p-values of a comparison after adjustment.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Adjusted {
    /// The adjusted p-value of "no difference".
    pub p: f64,
    /// The adjusted p-value of a difference as large as the margin or larger.
    pub p_equivalence: Option<f64>,
    /// Number of tests that were adjusted together.
    pub tests: u64,
}

/// The adjusted p-values of the comparisons, in their order.
///
/// The main metrics of all tasks and pairs of runs are one family, under all their names, because a
/// benchmark is searched for differences as a whole. Further metrics of the same answers are a
/// family of their own, and so are the rows over several tasks, which repeat the items of their
/// tasks.
pub(crate) fn adjusted(
    drafts: &[Draft<'_>],
    options: &CompareOptions,
) -> Result<Vec<Adjusted>, CompareError> {
    let mut families: BTreeMap<(bool, bool), Vec<usize>> = BTreeMap::new();
    for (at, draft) in drafts.iter().enumerate() {
        families.entry((draft.tasks.is_pooled(), draft.is_primary)).or_default().push(at);
    }
    let mut adjusted = vec![Adjusted { p: 1.0, p_equivalence: None, tests: 1 }; drafts.len()];
    for places in families.values() {
        let own: Vec<&Draft<'_>> = places.iter().filter_map(|at| drafts.get(*at)).collect();
        let adjust = |p: Vec<Option<f64>>| options.correction.adjust_present(&p);
        let p = adjust(own.iter().map(|draft| Some(deciding(draft, options))).collect())?;
        let both = |(below, above): (f64, f64)| below.max(above);
        let same = adjust(own.iter().map(|draft| draft.found.p_beyond.map(both)).collect())?;
        for ((at, p), p_equivalence) in places.iter().zip(p).zip(same) {
            if let Some(one) = adjusted.get_mut(*at) {
                *one = Adjusted { p: p.unwrap_or(1.0), p_equivalence, tests: own.len() as u64 };
            }
        }
    }
    Ok(adjusted)
}

/// The p-value that decides, before adjustment.
pub(crate) fn deciding(draft: &Draft<'_>, options: &CompareOptions) -> f64 {
    match (options.deciding, draft.found.p_mid) {
        (DecidingP::MidP, Some(p_mid)) => p_mid,
        _ => draft.found.p,
    }
}
