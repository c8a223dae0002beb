//! Selection of items by the levels of their versions.

use crate::{Design, Family, MakeError};
use peirast_record::{Factors, Problem};
use std::collections::BTreeSet;
use thiserror::Error;

/// Number of items searched for each requested one: enough for the rarest form.
const SEARCHED: u32 = 2000;
/// Number of problems whose levels an error lists, and number of levels that it lists.
const SAMPLE: usize = 10_000;
const MAX_LEVELS: usize = 12;

/// The reason why items cannot be selected.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum SelectionError {
    /// The family cannot make its items.
    #[error(transparent)]
    Make(#[from] MakeError),
    /// Too few items have the levels.
    #[error(
        "`{family}/{variant}`: {found} of {made} items have {levels}, and {wanted} are wanted; {known}"
    )]
    TooFew {
        /// The family.
        family: String,
        /// The variant.
        variant: String,
        /// Number of items with the levels.
        found: usize,
        /// Number of items searched.
        made: u32,
        /// The levels.
        levels: Factors,
        /// Requested number of items.
        wanted: u32,
        /// The existing levels.
        known: String,
    },
}

impl Family {
    /// Makes the first `n` items that have a version with these levels; only those versions.
    ///
    /// # Errors
    /// Too few items with the levels.
    pub fn make_with(
        &self,
        design: &Design,
        variant: &str,
        n: u32,
        levels: &Factors,
    ) -> Result<Vec<Problem>, SelectionError> {
        let mut most = n.saturating_mul(SEARCHED);
        let mut made = n;
        loop {
            made = made.saturating_mul(8).min(most);
            let all = match self.make(design, variant, made) {
                Err(MakeError::Exhausted { made: there_are, .. }) => {
                    (made, most) = (there_are, there_are);
                    self.make(design, variant, there_are)?
                }
                made => made?,
            };
            let mut fitting: Vec<Problem> =
                all.iter().filter(|p| p.factors.matches(levels)).cloned().collect();
            let mut items: Vec<&str> = fitting.iter().map(|p| p.item.as_str()).collect();
            items.dedup();
            let last = (n as usize).checked_sub(1).and_then(|at| items.get(at));
            if let Some(last) = last.map(|item| (*item).to_owned()) {
                let end = fitting.iter().rposition(|p| p.item == last).map_or(0, |at| at + 1);
                fitting.truncate(end);
                return Ok(fitting);
            }
            if made == most {
                return Err(SelectionError::TooFew {
                    family: self.name.to_string(),
                    variant: variant.to_owned(),
                    found: items.len(),
                    made,
                    levels: levels.clone(),
                    wanted: n,
                    known: known(&all, levels),
                });
            }
        }
    }
}

/// Returns the existing levels of the requested factors.
fn known(problems: &[Problem], given: &Factors) -> String {
    let of = |factor: &str| {
        let levels: BTreeSet<&str> =
            problems.iter().filter_map(|p| p.factors.get(factor)).take(SAMPLE).collect();
        let some: Vec<&str> = levels.iter().copied().take(MAX_LEVELS).collect();
        match some.as_slice() {
            [] => format!("it has no factor `{factor}`"),
            some => format!(
                "{factor} is one of {}{}",
                some.join(", "),
                if levels.len() > MAX_LEVELS { ", ..." } else { "" }
            ),
        }
    };
    given.iter().map(|(factor, _)| of(factor)).collect::<Vec<_>>().join("; ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use peirast_record::Profile;

    #[test]
    fn items_are_selected_by_a_level_and_lacking_ones_are_named() {
        let design = Design { seed: 1, profile: Profile::Balanced };
        let family = Family::named("syllogism").unwrap();
        let variant = family.variants[0].name;
        let some = family.make(&design, variant, 1).unwrap();
        let (factor, level) = some[0].factors.iter().next().unwrap();
        let levels: Factors = [(factor.to_owned(), level.to_owned())].into_iter().collect();
        let found = family.make_with(&design, variant, 2, &levels).unwrap();
        assert!(found.iter().all(|problem| problem.factors.matches(&levels)));
        let none: Factors = [("no-such".to_owned(), "x".to_owned())].into_iter().collect();
        let error = family.make_with(&design, variant, 1, &none).unwrap_err().to_string();
        assert!(error.contains("it has no factor `no-such`"), "{error}");
    }
}
