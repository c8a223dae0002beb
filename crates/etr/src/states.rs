//! Sets of states (definition 4): a disjunction of conjunctions.

use crate::lexicon::AtomId;
use crate::row::{self, StateRow};
use hashbrown::HashTable;
use hashbrown::hash_table::Entry;
use smallvec::SmallVec;

/// A set of states, each a row of `width` words, in the order in which they came.
#[derive(Debug)]
pub(crate) struct States {
    width: usize,
    rows: SmallVec<[u64; FEW]>,
}

impl Clone for States {
    fn clone(&self) -> States {
        // A few words are copied one by one, because a call to copy memory costs more.
        let rows = if self.rows.len() <= FEW {
            let mut words = [0; FEW];
            for (word, known) in words.iter_mut().zip(&self.rows) {
                *word = *known;
            }
            SmallVec::from_buf_and_len(words, self.rows.len())
        } else {
            SmallVec::from_slice(&self.rows)
        };
        States { width: self.width, rows }
    }
}

/// The number of words held without allocation.
const FEW: usize = 4;

/// The states of a set, one after another.
#[derive(Debug, Clone)]
pub(crate) struct Rows<'a> {
    rest: &'a [u64],
    width: usize,
}

impl<'a> Iterator for Rows<'a> {
    type Item = &'a [u64];

    #[inline]
    fn next(&mut self) -> Option<&'a [u64]> {
        // Not `chunks_exact`, which begins with a division: most sets have one or two states.
        let (row, rest) = self.rest.split_at_checked(self.width)?;
        self.rest = rest;
        Some(row)
    }
}

/// The most states for which room is made before they are there.
const MOST_SURE: usize = 4096;

/// Above this many states, looking one up goes by hash.
pub(crate) const SMALL: usize = 16;

impl States {
    /// No state at all: falsum.
    #[inline]
    pub(crate) fn none() -> States {
        States { width: 1, rows: SmallVec::new() }
    }

    /// The state 0, the empty one: verum.
    #[inline]
    pub(crate) fn verum() -> States {
        States { width: 1, rows: SmallVec::from_slice(&[0]) }
    }

    #[inline]
    pub(crate) fn with_width(width: usize) -> States {
        States { width, rows: SmallVec::new() }
    }

    /// An empty set with room for `states` states, but at most for `MOST_SURE`.
    #[inline]
    pub(crate) fn with_room(width: usize, states: usize) -> States {
        let mut set = States::with_width(width);
        set.rows.reserve(states.min(MOST_SURE) * width);
        set
    }

    #[inline]
    pub(crate) fn width(&self) -> usize {
        self.width
    }

    #[inline]
    pub(crate) fn len(&self) -> usize {
        if self.width == 1 { self.rows.len() } else { self.rows.len() / self.width }
    }

    #[inline]
    pub(crate) fn is_none(&self) -> bool {
        self.rows.is_empty()
    }

    #[inline]
    pub(crate) fn is_verum(&self) -> bool {
        self.rows.len() == self.width && row::is_empty(&self.rows)
    }

    #[inline]
    pub(crate) fn iter(&self) -> Rows<'_> {
        Rows { rest: &self.rows, width: self.width }
    }

    #[inline]
    pub(crate) fn get(&self, at: usize) -> &[u64] {
        &self.rows[at * self.width..(at + 1) * self.width]
    }

    /// Every atom that occurs in some state.
    #[inline]
    pub(crate) fn all_atoms(&self) -> StateRow {
        if self.width == 1 {
            let all = self.rows.iter().fold(0, |all, word| all | word);
            return StateRow::from_slice(&[all]);
        }
        let mut all = StateRow::from_elem(0, self.width);
        self.iter().for_each(|state| row::unite(&mut all, state));
        all
    }

    #[inline]
    pub(crate) fn find(&self, state: &[u64]) -> Option<usize> {
        if self.width == 1 && state.len() == 1 {
            return self.rows.iter().position(|known| *known == state[0]);
        }
        self.iter().position(|known| row::equal(known, state))
    }

    /// The first of the states before `at` that equals the one there.
    fn before(&self, at: usize) -> Option<usize> {
        if self.width == 1 {
            let word = self.rows[at];
            return self.rows[..at].iter().position(|known| *known == word);
        }
        let state = self.get(at);
        self.rows[..at * self.width].chunks_exact(self.width).position(|known| known == state)
    }

    /// The state, if there is one only and it takes up one word.
    #[inline]
    pub(crate) fn only_word(&self) -> Option<u64> {
        match (self.width, self.rows.as_slice()) {
            (1, [word]) => Some(*word),
            _ => None,
        }
    }

    /// A set of one state.
    #[inline]
    pub(crate) fn single(state: &[u64]) -> States {
        if let [word] = state {
            let rows = SmallVec::from_buf_and_len([*word, 0, 0, 0], 1);
            return States { width: 1, rows };
        }
        States { width: state.len(), rows: SmallVec::from_slice(state) }
    }

    /// The set of the first `states` states.
    #[inline]
    pub(crate) fn first(&self, states: usize) -> States {
        States { width: self.width, rows: SmallVec::from_slice(&self.rows[..states * self.width]) }
    }

    /// Adds a state that is not in the set yet and is no wider than the set.
    #[inline]
    pub(crate) fn push(&mut self, state: &[u64]) {
        if let ([word], 1) = (state, self.width) {
            self.rows.push(*word);
            return;
        }
        self.rows.extend_from_slice(state);
        let missing = self.width - state.len();
        if missing > 0 {
            self.rows.extend(std::iter::repeat_n(0, missing));
        }
    }

    /// Adds the union of two states, one of which is as wide as the set, if it is not in there yet.
    #[inline]
    pub(crate) fn push_union(&mut self, one: &[u64], two: &[u64]) {
        if let ([one], [two], 1) = (one, two, self.width) {
            self.rows.push(one | two);
            return;
        }
        let at = self.rows.len();
        self.push(one);
        row::unite(&mut self.rows[at..], two);
    }

    /// Adds a state with one atom more, if it is not in there yet.
    #[inline]
    pub(crate) fn push_with(&mut self, state: &[u64], atom: AtomId) {
        let at = self.rows.len();
        self.push(state);
        self.rows[at + atom.word()] |= atom.mask();
    }

    /// Is there an atom that occurs here and there?
    #[inline]
    pub(crate) fn shares_atoms(&self, other: &States) -> bool {
        row::intersects(&self.all_atoms(), &other.all_atoms())
    }

    #[inline]
    pub(crate) fn same_set(&self, other: &States) -> bool {
        if self.len() != other.len() {
            return false;
        }
        if self.len() <= SMALL {
            return self.iter().all(|state| other.find(state).is_some());
        }
        let index = Index::new(other);
        self.iter().all(|state| index.find(other, state).is_some())
    }

    /// Is some state of this set part of `whole`?
    #[inline]
    pub(crate) fn any_within(&self, whole: &[u64]) -> bool {
        if self.width == 1 && whole.len() == 1 {
            return self.rows.iter().any(|word| word & !whole[0] == 0);
        }
        self.iter().any(|state| row::is_subset(state, whole))
    }
}

/// The places of the states of a set.
#[derive(Debug, Clone, Default)]
pub(crate) struct Index {
    table: HashTable<u32>,
}

impl Index {
    #[inline]
    pub(crate) fn new(states: &States) -> Index {
        let mut index = Index { table: HashTable::with_capacity(states.len() * 2) };
        for at in 0..states.len() {
            index.find_or_insert(states, at);
        }
        index
    }

    #[inline]
    pub(crate) fn find(&self, states: &States, state: &[u64]) -> Option<usize> {
        self.table
            .find(hash(state), |at| row::equal(states.get(*at as usize), state))
            .map(|at| *at as usize)
    }

    /// The place of the state at `at` if an equal one came before; otherwise it is noted.
    fn find_or_insert(&mut self, states: &States, at: usize) -> Option<usize> {
        let state = states.get(at);
        let entry = self.table.entry(
            hash(state),
            |other| states.get(*other as usize) == state,
            |other| hash(states.get(*other as usize)),
        );
        match entry {
            Entry::Occupied(known) => Some(*known.get() as usize),
            Entry::Vacant(place) => {
                place.insert(at as u32);
                None
            }
        }
    }
}

/// Equal states of different width have equal hashes.
fn hash(state: &[u64]) -> u64 {
    const FACTOR: u64 = 0x9E37_79B9_7F4A_7C15;
    let used = state.len() - state.iter().rev().take_while(|word| **word == 0).count();
    let mixed = state[..used]
        .iter()
        .fold(0u64, |hash, word| (hash.rotate_left(23) ^ word).wrapping_mul(FACTOR));
    mixed ^ mixed >> 32
}

/// A set of states under construction, in which coinciding states are found fast.
#[derive(Debug, Clone)]
pub(crate) struct Gathering {
    pub(crate) states: States,
    index: Option<Index>,
}

impl Gathering {
    #[inline]
    pub(crate) fn new(width: usize) -> Gathering {
        Gathering { states: States::with_width(width), index: None }
    }

    /// An empty gathering with room for `states` states, but at most for `MOST_SURE`.
    #[inline]
    pub(crate) fn with_room(width: usize, states: usize) -> Gathering {
        let table = || Index { table: HashTable::with_capacity(states.min(MOST_SURE)) };
        Gathering { states: States::with_room(width, states), index: (states > SMALL).then(table) }
    }

    /// The place of a state, and whether it is new.
    #[inline]
    pub(crate) fn place(&mut self, state: &[u64]) -> (usize, bool) {
        let at = self.states.len();
        self.states.push(state);
        self.settle(at)
    }

    /// The place of the union of two states, and whether it is new.
    pub(crate) fn place_union(&mut self, one: &[u64], two: &[u64]) -> (usize, bool) {
        let at = self.states.len();
        self.states.push_union(one, two);
        self.settle(at)
    }

    /// The place of a state with one atom more, and whether it is new.
    #[inline]
    pub(crate) fn place_with(&mut self, state: &[u64], atom: AtomId) -> (usize, bool) {
        let at = self.states.len();
        self.states.push_with(state, atom);
        self.settle(at)
    }

    /// Keeps the state just pushed if it is new.
    fn settle(&mut self, at: usize) -> (usize, bool) {
        let known = match &mut self.index {
            Some(index) => index.find_or_insert(&self.states, at),
            None => self.states.before(at),
        };
        match known {
            Some(known) => {
                self.states.rows.truncate(at * self.states.width);
                (known, false)
            }
            None => {
                if self.index.is_none() && at >= SMALL {
                    self.index = Some(Index::new(&self.states));
                }
                (at, true)
            }
        }
    }
}
