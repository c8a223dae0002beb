//! Sharing: what very many problems have in common is held once.

use crate::{Factors, Names, Problem};
use std::collections::BTreeSet;

/// What the problems seen so far have in common: combinations of levels, and the names of items,
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
    /// Lets `problem`, which stays equal to itself, share with those before, and gives back what room
    /// its lists have left: that of a hundred thousand problems counts.
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
