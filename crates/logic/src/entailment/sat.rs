//! The interface to the SAT solver. No other file uses the solver.

use crate::entailment::{Effort, Gap};
use batsat::{Callbacks, Lit, Solver, SolverInterface as _, SolverOpts, Var, lbool};
use std::cell::Cell;

/// A literal: the number of a variable, counted from 1, negative if it is denied.
pub(super) type Literal = i32;

/// Counts conflicts, and stops the solver after too many.
struct Patience {
    conflicts: Cell<u64>,
    most: u64,
}

impl Callbacks for Patience {
    fn on_new_clause(&mut self, _: &[Lit], _: batsat::clause::Kind) {
        self.conflicts.set(self.conflicts.get() + 1);
    }

    fn stop(&self) -> bool {
        self.conflicts.get() > self.most
    }
}

/// A set of clauses under construction.
pub(super) struct Sat {
    solver: Solver<Patience>,
    clause: Vec<Lit>,
    variables: u32,
    contradiction: bool,
}

impl Sat {
    /// Creates an empty set of clauses.
    pub(super) fn within(effort: &Effort) -> Sat {
        let patience = Patience { conflicts: Cell::default(), most: effort.conflicts };
        Sat {
            solver: Solver::new(SolverOpts::default(), patience),
            clause: Vec::new(),
            variables: 0,
            contradiction: false,
        }
    }

    /// Stops after this many conflicts, if the limit was higher.
    pub(super) fn limit_conflicts(&mut self, most: u64) {
        let patience = self.solver.cb_mut();
        patience.most = patience.most.min(most);
    }

    /// Adds this many new variables. Returns the number of the first.
    pub(super) fn variables(&mut self, count: u32) -> u32 {
        let first = self.variables + 1;
        for _ in 0..count {
            self.solver.new_var_default();
        }
        self.variables += count;
        first
    }

    /// A new variable, asserted.
    pub(super) fn literal(&mut self) -> Literal {
        self.variables(1) as Literal
    }

    /// Adds the clause that one of these literals is true.
    pub(super) fn add(&mut self, literals: &[Literal]) {
        if self.contradiction {
            return;
        }
        let mut clause = std::mem::take(&mut self.clause);
        clause.clear();
        clause.extend(literals.iter().copied().map(lit));
        self.contradiction = !self.solver.add_clause_reuse(&mut clause);
        self.clause = clause;
    }

    /// Tests if there is an assignment that satisfies all clauses and these literals.
    ///
    /// # Errors
    /// [`Gap::TooHard`].
    pub(super) fn solve(&mut self, assumed: &[Literal]) -> Result<bool, Gap> {
        if self.contradiction {
            return Ok(false);
        }
        // The callback also counts given clauses; only learnt ones are conflicts.
        self.solver.cb_mut().conflicts.set(0);
        let assumed: Vec<Lit> = assumed.iter().copied().map(lit).collect();
        match self.solver.solve_limited(&assumed) {
            found if found == lbool::TRUE => Ok(true),
            found if found == lbool::FALSE => Ok(false),
            _ => Err(Gap::TooHard { conflicts: self.solver.cb().most }),
        }
    }

    /// The values of all variables in the assignment, from variable 1.
    pub(super) fn values(&self) -> Vec<bool> {
        (1..=self.variables).map(|variable| self.value(variable)).collect()
    }

    /// The value of a variable in the assignment.
    pub(super) fn value(&self, variable: u32) -> bool {
        self.solver.value_var(Var::unsafe_from_idx(variable - 1)) == lbool::TRUE
    }
}

fn lit(literal: Literal) -> Lit {
    Lit::new(Var::unsafe_from_idx(literal.unsigned_abs() - 1), literal > 0)
}
