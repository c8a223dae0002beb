//! The make-up of random views.

use super::dice::Dice;
use super::draft::{Atom, Draft, Item, State, Term, Weight};

/// The source of a view's objects.
#[derive(Clone, Copy, Debug)]
pub enum Objects {
    None,
    /// Of its own: every name ends in this.
    Own(&'static str),
    /// From those that all views share, each always of the same kind.
    Shared,
    /// From those that all views share, of either kind.
    Any,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Weights {
    None,
    /// One number to each state, to be multiplied.
    Multiplied,
    /// Lists of numbers, or none, of both sorts.
    Numbers,
    /// Lists of any terms, or none.
    Terms,
}

#[derive(Clone, Copy, Debug)]
pub struct Profile {
    pub objects: Objects,
    pub weights: Weights,
    pub supposition: bool,
    pub marks: bool,
    pub dos: bool,
    pub identity: bool,
    pub numbers: bool,
    /// Sums and products of terms.
    pub arithmetic: bool,
    pub states: usize,
    pub atoms: usize,
    /// Are there states without atoms, and stages without states?
    pub empty: bool,
}

/// Atoms without arguments, a few for all.
pub const PROPOSITIONAL: Profile = Profile {
    objects: Objects::None,
    weights: Weights::None,
    supposition: false,
    marks: false,
    dos: false,
    identity: false,
    numbers: false,
    arithmetic: false,
    states: 3,
    atoms: 3,
    empty: true,
};

/// Constants at issue, numbers, identities, do-atoms.
pub const CONSTANTS: Profile = Profile {
    marks: true,
    dos: true,
    identity: true,
    numbers: true,
    arithmetic: true,
    ..PROPOSITIONAL
};

/// Quantified, with marks.
pub const QUANTIFIED: Profile = Profile { objects: Objects::Shared, marks: true, ..PROPOSITIONAL };

/// Everything at once.
pub const EVERYTHING: Profile = Profile {
    objects: Objects::Any,
    weights: Weights::Numbers,
    supposition: true,
    states: 3,
    atoms: 2,
    ..CONSTANTS
};

const BASES: [&str; 4] = ["x", "y", "z", "w"];
const NUMBERS: [&str; 8] = ["0", "1", "2", "0.5", "-1", "10", "9.0", "0.10"];
const LONG: [&str; 2] = ["123456789012345678901234567890", "0.12345678901234567890123"];

impl Profile {
    pub fn draw(&self, dice: &mut Dice) -> Draft {
        let states = self.count(self.states, dice);
        let stage = (0..states).map(|_| (self.weight(dice), self.state(dice))).collect();
        let supposition = (self.supposition && dice.chance(1, 3)).then(|| {
            let states = self.count(2, dice);
            (0..states).map(|_| self.state(dice)).collect()
        });
        let draft = Draft { prefix: self.prefix(dice), stage, supposition };
        draft.tidied()
    }

    /// A number up to `most`; now and then 0.
    fn count(&self, most: usize, dice: &mut Dice) -> usize {
        if self.empty && dice.chance(1, 12) { 0 } else { 1 + dice.below(most) }
    }

    fn prefix(&self, dice: &mut Dice) -> Vec<(char, String)> {
        if matches!(self.objects, Objects::None) {
            return Vec::new();
        }
        let mut prefix: Vec<(char, String)> = BASES
            .iter()
            .enumerate()
            .map(|(at, base)| {
                let universal = match self.objects {
                    Objects::Shared => at % 2 == 0,
                    _ => dice.chance(1, 2),
                };
                (if universal { '∀' } else { '∃' }, self.name(base))
            })
            .collect();
        dice.shuffle(&mut prefix);
        prefix
    }

    fn name(&self, base: &str) -> String {
        match self.objects {
            Objects::Own(suffix) => format!("{base}{suffix}"),
            _ => base.to_owned(),
        }
    }

    fn state(&self, dice: &mut Dice) -> State {
        let atoms = self.count(self.atoms, dice);
        (0..atoms).map(|_| self.item(dice)).collect()
    }

    fn item(&self, dice: &mut Dice) -> Item {
        if self.dos && dice.chance(1, 10) {
            let atoms = dice.below(3);
            return Item::Do(dice.chance(1, 2), (0..atoms).map(|_| self.atom(dice)).collect());
        }
        Item::Atom(self.atom(dice))
    }

    fn has_terms(&self) -> bool {
        self.marks || self.numbers || !matches!(self.objects, Objects::None)
    }

    fn atom(&self, dice: &mut Dice) -> Atom {
        let negated = dice.chance(1, 3);
        let (predicate, arity) = match dice.below(if self.has_terms() { 10 } else { 4 }) {
            0 => ("A", 0),
            1 => ("B", 0),
            2 => ("C", 0),
            3 => ("D_1", 0),
            4..=6 => ("P", 1),
            7 | 8 => ("Q", 1),
            _ if self.identity && dice.chance(1, 2) => ("==", 2),
            _ => ("R", 2),
        };
        Atom { negated, predicate, terms: (0..arity).map(|_| self.term(2, dice)).collect() }
    }

    fn term(&self, depth: usize, dice: &mut Dice) -> Term {
        let term = self.plain_term(depth, dice);
        if self.marks && dice.chance(1, 3) { Term::Marked(Box::new(term)) } else { term }
    }

    fn plain_term(&self, depth: usize, dice: &mut Dice) -> Term {
        if !matches!(self.objects, Objects::None) && dice.chance(1, 2) {
            return Term::Object(self.name(dice.pick(BASES)));
        }
        if self.numbers && dice.chance(1, 5) {
            return Term::Number(dice.pick(NUMBERS));
        }
        if depth > 0 && dice.chance(1, 5) {
            return self.compound(depth - 1, dice);
        }
        // `x()` is a constant, even if `x` is an object.
        Term::Apply(dice.pick(["a", "b", "c", "x"]), Vec::new())
    }

    fn compound(&self, depth: usize, dice: &mut Dice) -> Term {
        match dice.below(if self.arithmetic { 5 } else { 3 }) {
            0 | 1 => Term::Apply("f", vec![self.term(depth, dice)]),
            2 => Term::Apply("g", vec![self.term(depth, dice), self.term(depth, dice)]),
            3 => Term::Sum((0..dice.below(3)).map(|_| self.term(depth, dice)).collect()),
            _ => {
                let (left, right) = (self.term(depth, dice), self.term(depth, dice));
                Term::Times(Box::new(left), Box::new(right))
            }
        }
    }

    fn weight(&self, dice: &mut Dice) -> Weight {
        match self.weights {
            Weights::None => Weight::default(),
            Weights::Multiplied => {
                let number = Term::Number(dice.pick(NUMBERS));
                Weight { multiplicative: vec![number], additive: Vec::new() }
            }
            Weights::Numbers | Weights::Terms => Weight {
                multiplicative: self.weight_terms(dice),
                additive: self.weight_terms(dice),
            },
        }
    }

    fn weight_terms(&self, dice: &mut Dice) -> Vec<Term> {
        let terms = [0, 0, 0, 1, 1, 2][dice.below(6)];
        (0..terms)
            .map(|_| match self.weights {
                Weights::Terms if dice.chance(1, 2) => self.plain_term(1, dice),
                _ if dice.chance(1, 12) => Term::Number(dice.pick(LONG)),
                _ => Term::Number(dice.pick(NUMBERS)),
            })
            .collect()
    }
}
