//! Sort keys and texts of atoms, computed once for each.

use super::{AtomId, Atoms, Lexicon};
use crate::row;
use crate::states::States;
use std::cmp::Ordering;

/// The texts of an affirmed atom.
#[derive(Debug, Clone)]
pub(super) struct AtomTexts {
    /// The first letters of the key, for comparing most atoms at once.
    start: u64,
    /// The sort key: constants without brackets, nothing marked.
    key: Box<str>,
    /// The atom as views show it where nothing in it is marked.
    plain: Box<str>,
}

impl Lexicon {
    fn atom_text(&self, atom: AtomId) -> &AtomTexts {
        let affirmed = atom.affirmed();
        self.atoms[atom.pair()].text.get_or_init(|| {
            let mut key = String::new();
            self.write_atom_key(affirmed, &mut key);
            let mut start = [0; 8];
            let len = key.len().min(8);
            start[..len].copy_from_slice(&key.as_bytes()[..len]);
            AtomTexts {
                start: u64::from_be_bytes(start),
                key: key.into(),
                plain: self.show_atom(affirmed).into(),
            }
        })
    }

    /// The atom as views show it where nothing in it is marked, its negation aside.
    pub(crate) fn plain_atom(&self, atom: AtomId) -> &str {
        &self.atom_text(atom).plain
    }

    /// The text by which an affirmed atom is sorted.
    pub(crate) fn affirmed_key(&self, atom: AtomId) -> &str {
        &self.atom_text(atom).key
    }

    /// Printing order: by text, negated atoms last.
    pub(crate) fn compare_atoms(&self, one: AtomId, two: AtomId) -> Ordering {
        if one == two {
            return Ordering::Equal;
        }
        let (ours, theirs) = (self.atom_text(one), self.atom_text(two));
        one.is_negated()
            .cmp(&two.is_negated())
            .then_with(|| ours.start.cmp(&theirs.start))
            .then_with(|| ours.key.cmp(&theirs.key))
            .then_with(|| ours.plain.cmp(&theirs.plain))
    }

    /// The atoms of a state in printing order.
    pub(crate) fn sorted_state(&self, state: &[u64]) -> Atoms {
        let mut atoms: Atoms = row::atoms(state).collect();
        if atoms.len() > 1 {
            atoms.sort_by(|a, b| self.compare_atoms(*a, *b));
        }
        atoms
    }

    /// Printing order of states. No atom's text begins another's, so that comparing states by
    /// their atoms comes to the same as comparing them by their text.
    pub(crate) fn compare_states(&self, one: &[AtomId], two: &[AtomId]) -> Ordering {
        one.iter()
            .zip(two)
            .map(|(a, b)| self.compare_atoms(*a, *b))
            .find(|order| order.is_ne())
            .unwrap_or_else(|| one.len().cmp(&two.len()))
    }

    /// The places of states in printing order.
    pub(crate) fn printing_order(&self, states: &States) -> Vec<usize> {
        let sorted: Vec<_> = states.iter().map(|state| self.sorted_state(state)).collect();
        let mut order: Vec<usize> = (0..sorted.len()).collect();
        order.sort_by(|a, b| self.compare_states(&sorted[*a], &sorted[*b]));
        order
    }

    /// The text by which a state is sorted.
    pub(crate) fn state_key(&self, atoms: &[AtomId]) -> String {
        if atoms.is_empty() {
            return "0".to_owned();
        }
        let mut key = String::new();
        for atom in atoms {
            if atom.is_negated() {
                key.push('~');
            }
            key.push_str(self.affirmed_key(*atom));
        }
        key
    }
}
