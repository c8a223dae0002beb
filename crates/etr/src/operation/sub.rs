//! Replacing objects by terms throughout a stage.

use crate::engine::Engine;
use crate::error::Error;
use crate::lexicon::{AtomId, Lexicon, Substitution};
use crate::reading::DoPolarity;
use crate::row::{self, StateRow};
use crate::stage::{Stage, StageBuilder};
use crate::states::{Gathering, States};
use smallvec::SmallVec;

/// Replacements of atoms by others.
type Moves = SmallVec<[(AtomId, AtomId); 8]>;

impl Engine {
    /// Does even replacing nothing by nothing change views? It drops negations of do-atoms under
    /// PyETR's reading.
    pub(crate) fn replacement_always_matters(&self) -> bool {
        self.reading().do_polarity == DoPolarity::Lost && self.lexicon.has_do_atoms()
    }

    /// The stage with objects replaced; the weights of states that come to coincide add.
    pub(crate) fn substituted_stage(
        &mut self,
        stage: &Stage,
        by: &Substitution,
    ) -> Result<Stage, Error> {
        let moves = self.moves(stage.states(), by)?;
        if moves.is_empty() && !stage.is_weighted() {
            return Ok(stage.clone());
        }
        let width = self.lexicon.width();
        let mut built = StageBuilder::new(width, &self.limits);
        for (state, weight) in stage.iter() {
            let weight = weight.try_map(|term| self.lexicon.substitute_term(term, by).map(Some))?;
            built.add(&moved(state, &moves, width), &weight)?;
        }
        Ok(built.finish())
    }

    pub(crate) fn substituted_states(
        &mut self,
        states: &States,
        by: &Substitution,
    ) -> Result<States, Error> {
        let moves = self.moves(states, by)?;
        if moves.is_empty() {
            return Ok(states.clone());
        }
        let width = self.lexicon.width();
        let mut built = Gathering::new(width);
        for state in states.iter() {
            built.place(&moved(state, &moves, width));
        }
        Ok(built.states)
    }

    /// One state with objects replaced.
    pub(crate) fn substituted_row(
        &mut self,
        state: &[u64],
        by: &Substitution,
    ) -> Result<StateRow, Error> {
        let moves = self.moves(&States::single(state), by)?;
        Ok(moved(state, &moves, self.lexicon.width().max(state.len())))
    }

    fn moves(&mut self, states: &States, by: &Substitution) -> Result<Moves, Error> {
        let drops = self.replacement_always_matters();
        if by.is_empty() && !drops {
            return Ok(Moves::new());
        }
        let mut moves = Moves::new();
        for atom in row::atoms(&states.all_atoms()) {
            let mut to = self.lexicon.substitute_atom(atom, by)?;
            if drops && self.lexicon.is_do(to) {
                to = to.affirmed();
            }
            if to != atom {
                moves.push((atom, to));
            }
        }
        Ok(moves)
    }
}

impl Lexicon {
    /// A state as any replacement leaves it, even one that replaces nothing: under PyETR's reading
    /// negated do-atoms lose their sign.
    pub(crate) fn after_replacement(&self, state: &[u64]) -> StateRow {
        let mut row = StateRow::from_slice(state);
        if self.reading().do_polarity == DoPolarity::Lost && self.has_do_atoms() {
            for atom in row::atoms(state).filter(|atom| atom.is_negated() && self.is_do(*atom)) {
                row[atom.word()] &= !atom.mask();
                row[atom.word()] |= atom.negated().mask();
            }
        }
        row
    }
}

pub(crate) fn moved(state: &[u64], moves: &[(AtomId, AtomId)], width: usize) -> StateRow {
    let mut row = StateRow::from_slice(state);
    row.resize(width, 0);
    for (from, _) in moves {
        row[from.word()] &= !from.mask();
    }
    for (from, to) in moves {
        if row::contains(state, *from) {
            row[to.word()] |= to.mask();
        }
    }
    row
}
