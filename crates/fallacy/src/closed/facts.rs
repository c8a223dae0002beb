//! Facts that premises state.

use crate::statement::{Literal, Statement};

/// The literals of premises that say how things are: without alternatives, conditions and
/// quantifiers.
#[derive(Debug, Clone, Default)]
pub(super) struct Facts(Vec<Literal>);

impl Facts {
    pub(super) fn of(premises: &[Statement]) -> Facts {
        let plain = premises.iter().filter(|one| one.prefix.is_empty() && !one.is_conditional());
        let states = plain.filter_map(|one| match one.stage.as_slice() {
            [state] => Some(state),
            _ => None,
        });
        Facts(states.flatten().cloned().collect())
    }

    /// Number of literals of a conclusion that are facts.
    pub(super) fn repeated(&self, conclusion: &Statement) -> usize {
        conclusion.literals().filter(|literal| self.0.contains(literal)).count()
    }

    /// Number of literals of a conclusion whose denial is a fact.
    pub(super) fn denied(&self, conclusion: &Statement) -> usize {
        conclusion.literals().filter(|literal| self.0.contains(&literal.flipped())).count()
    }
}
