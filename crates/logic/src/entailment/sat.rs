//! The wall in front of the SAT solver: the only file that names it.

use batsat::{BasicSolver, Lit, SolverInterface as _, Var, lbool};

/// A literal: the number of a variable, counted from 1, negative if it is denied.
pub(super) type Literal = i32;

/// A set of clauses under construction.
#[derive(Default)]
pub(super) struct Sat {
    solver: BasicSolver,
    clause: Vec<Lit>,
    variables: u32,
    contradiction: bool,
}

impl Sat {
    /// So many new variables; the number of the first.
    pub(super) fn variables(&mut self, count: u32) -> u32 {
        let first = self.variables + 1;
        for _ in 0..count {
            self.solver.new_var_default();
        }
        self.variables += count;
        first
    }

    /// A new variable, affirmed.
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

    /// Is there an assignment that meets all clauses and these literals?
    pub(super) fn solve(&mut self, assumed: &[Literal]) -> bool {
        let assumed: Vec<Lit> = assumed.iter().copied().map(lit).collect();
        !self.contradiction && self.solver.solve_limited(&assumed) == lbool::TRUE
    }

    /// The value of a variable in the assignment found.
    pub(super) fn value(&self, variable: u32) -> bool {
        self.solver.value_var(Var::unsafe_from_idx(variable - 1)) == lbool::TRUE
    }
}

fn lit(literal: Literal) -> Lit {
    Lit::new(Var::unsafe_from_idx(literal.unsigned_abs() - 1), literal > 0)
}
