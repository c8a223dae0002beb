//! The forty items of the benchmark.

use super::bank::First;
use super::{Draw, Syllogism, words};
use peirast_record::Problem;

/// Makes the versions of one item; `None` after the fortieth.
pub(super) fn make(draw: &Draw<'_>) -> Option<Vec<Problem>> {
    let item = words()?.items.get(draw.index as usize)?;
    let syllogism = Syllogism {
        form: item.form.parse().ok()?,
        major_first: item.first == First::Major,
        real: [&item.subject, &item.middle, &item.predicate],
        nonsense: item.nonsense.all().map(str::to_owned),
        believable: Some(item.believable),
        reason: item.reason.trim_end_matches('.').to_owned(),
    };
    Some(syllogism.versions(draw))
}
