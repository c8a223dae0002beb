//! Sums in unary, as clauses: how many of some literals are true.

use super::super::sat::{Literal, Sat};
use crate::entailment::Gap;

/// A number in unary: the literal at `n` says that it is greater than `n`. Above its length it is
/// not told.
pub(in super::super) type Unary = Vec<Literal>;

/// Clauses are added while there are so many steps left.
pub(in super::super) struct Sums<'s> {
    pub(in super::super) sat: &'s mut Sat,
    /// The literals of clauses that may still be added.
    pub(in super::super) left: &'s mut u64,
    /// The limit that they come from.
    pub(in super::super) limit: u64,
}

impl Sums<'_> {
    fn add(&mut self, clause: &[Literal]) -> Result<(), Gap> {
        let spent = 1 + clause.len() as u64;
        *self.left = self.left.checked_sub(spent).ok_or(Gap::TooLarge { limit: self.limit })?;
        self.sat.add(clause);
        Ok(())
    }

    /// The sum of all, told up to `most`. Adds two and two, so that no clause is long (Bailleux and
    /// Boufkhad 2003).
    pub(in super::super) fn sum(&mut self, all: Vec<Unary>, most: usize) -> Result<Unary, Gap> {
        let mut level = all;
        for number in &mut level {
            number.truncate(most);
        }
        level.retain(|number| !number.is_empty());
        while level.len() > 1 {
            let mut next = Vec::with_capacity(level.len().div_ceil(2));
            let mut numbers = level.into_iter();
            while let Some(one) = numbers.next() {
                next.push(match numbers.next() {
                    Some(other) => self.add_two(&one, &other, most)?,
                    None => one,
                });
            }
            level = next;
        }
        Ok(level.pop().unwrap_or_default())
    }

    /// An operand that was cut off at `most` says nothing about what is beyond, and neither does the
    /// sum.
    fn add_two(&mut self, one: &[Literal], other: &[Literal], most: usize) -> Result<Unary, Gap> {
        let len = (one.len() + other.len()).min(most);
        let sum: Unary = (0..len).map(|_| self.sat.literal()).collect();
        for a in 0..=one.len() {
            for b in 0..=other.len() {
                let more =
                    [a.checked_sub(1).map(|at| -one[at]), b.checked_sub(1).map(|at| -other[at])];
                if let Some(at) = (a + b).min(len).checked_sub(1) {
                    // At least `a` and at least `b` are at least `a + b`.
                    let clause: Vec<Literal> =
                        more.into_iter().flatten().chain([sum[at]]).collect();
                    self.add(&clause)?;
                }
                if let Some(at) = sum.get(a + b) {
                    // At most `a` and at most `b` are at most `a + b`.
                    let fewer = [one.get(a).copied(), other.get(b).copied()];
                    let clause: Vec<Literal> = fewer.into_iter().flatten().chain([-at]).collect();
                    self.add(&clause)?;
                }
            }
        }
        Ok(sum)
    }
}
