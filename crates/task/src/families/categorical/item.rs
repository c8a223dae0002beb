//! The forty items of the benchmark.

use super::bank::First;
use super::{Draw, Syllogism, words};
use crate::Data;
use peirast_record::Problem;

/// The versions of one item; none beyond the fortieth.
pub(super) fn make(data: &Data, draw: &Draw<'_>) -> Option<Vec<Problem>> {
    let item = words(data)?.items.get(draw.index as usize)?;
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
