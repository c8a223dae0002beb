//! Sums of literals in unary, as clauses, and solutions in which they are small.

use super::sat::{Literal, Sat};
use crate::entailment::Gap;

/// A number in unary: the literal at `n` means that it is greater than `n`. Beyond its length
/// nothing is known.
pub(super) type Unary = Vec<Literal>;

/// Adds clauses until the steps are used up.
pub(super) struct Sums<'s> {
    pub(super) sat: &'s mut Sat,
    /// The number of literals of clauses that may still be added.
    pub(super) left: &'s mut u64,
    /// The original limit.
    pub(super) limit: u64,
}

impl Sums<'_> {
    fn add(&mut self, clause: &[Literal]) -> Result<(), Gap> {
        let spent = 1 + clause.len() as u64;
        *self.left = self.left.checked_sub(spent).ok_or(Gap::TooLarge { limit: self.limit })?;
        self.sat.add(clause);
        Ok(())
    }

    /// The sum of all, exact up to `most`. Sums are added in pairs, so that no clause is long
    /// (Bailleux and Boufkhad 2003).
    pub(super) fn sum(&mut self, all: Vec<Unary>, most: usize) -> Result<Unary, Gap> {
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

    /// If an operand was cut off at `most`, nothing is known beyond it, so the sum is cut off too.
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

/// The most literals of a sum that is minimised.
const MOST_TO_SHRINK: usize = 400;

/// The best solution so far, and the demands on better ones.
#[derive(Default)]
pub(super) struct BestSolution {
    demands: Vec<Literal>,
    found: Vec<bool>,
}

impl BestSolution {
    /// Tests if there is a solution that meets the demands. If so, it becomes the best one.
    pub(super) fn solve(&mut self, sat: &mut Sat) -> Result<bool, Gap> {
        let solved = sat.solve(&self.demands)?;
        if solved {
            self.found = sat.values();
        }
        Ok(solved)
    }

    /// The value of a literal in the best solution. A literal made later counts as false.
    pub(super) fn is_true(&self, literal: Literal) -> bool {
        let known = self.found.get(literal.unsigned_abs() as usize - 1);
        known.copied().unwrap_or(false) == (literal > 0)
    }

    /// Minimises a sum, but not below `least`, and keeps it at that value. Returns false if the sum
    /// is too long.
    pub(super) fn shrink(
        &mut self,
        sums: &mut Sums<'_>,
        all: Vec<Unary>,
        least: usize,
    ) -> Result<bool, Gap> {
        let literals: Unary = all.iter().flatten().copied().collect();
        let count = |best: &BestSolution| literals.iter().filter(|one| best.is_true(**one)).count();
        let mut now = count(self);
        if now > MOST_TO_SHRINK {
            return Ok(false);
        }
        let sum = sums.sum(all, now + 1)?;
        while now > least {
            self.demands.push(-sum[now - 1]);
            if !self.solve(sums.sat)? {
                self.demands.pop();
                break;
            }
            now = count(self);
        }
        if let Some(beyond) = sum.get(now) {
            self.demands.push(-beyond);
        }
        Ok(true)
    }
}
