//! Sharing: common parts of many problems are stored once.

use crate::{Factors, Names, Problem};
use std::collections::BTreeSet;

/// The common parts of the problems seen so far: combinations of levels, and the names of items,
/// families and variants.
///
/// ```
/// use peirast_record::{Problem, Sharing};
/// fn shared(mut problems: Vec<Problem>) -> Vec<Problem> {
///     let mut seen = Sharing::default();
///     problems.iter_mut().for_each(|problem| seen.share(problem));
///     problems
/// }
/// ```
#[derive(Clone, Debug, Default)]
pub struct Sharing {
    combinations: BTreeSet<Factors>,
    names: Names,
}

impl Sharing {
    /// Makes `problem` share its parts with earlier ones; it stays equal. Also frees the spare
    /// capacity of its lists, which matters for a hundred thousand problems.
    pub fn share(&mut self, problem: &mut Problem) {
        match self.combinations.get(&problem.factors) {
            Some(known) => problem.factors.clone_from(known),
            None => {
                self.combinations.insert(problem.factors.clone());
            }
        }
        for name in [&mut problem.item, &mut problem.family, &mut problem.variant] {
            *name = self.names.shared(name);
        }
        problem.segments.shrink_to_fit();
        problem.options.shrink_to_fit();
    }
}
