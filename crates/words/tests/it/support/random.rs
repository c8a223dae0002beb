//! Random claims.

use peirast_etr::{IDENTITY, Quantifier};
use peirast_words::{Claim, Literal, Term};

/// The content of a random claim.
#[derive(Clone, Copy)]
pub struct Shape {
    relations: bool,
}

impl Shape {
    /// Predicates of one thing.
    pub const MONADIC: Shape = Shape { relations: false };
    /// Also facts, relations and identity.
    pub const ANY: Shape = Shape { relations: true };
}

/// A stream of random numbers (splitmix64).
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Random {
        Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ 0xD1B5_4A32_D192_ED03)
    }

    pub fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut word = self.0;
        word = (word ^ (word >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        word = (word ^ (word >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        usize::try_from((word ^ (word >> 31)) % bound as u64).expect("small")
    }

    fn one_in(&mut self, odds: usize) -> bool {
        self.below(odds) == 0
    }

    /// Returns a claim with up to four states of up to four literals, a supposition in a third of
    /// cases, up to three nested quantifiers, four constants.
    pub fn claim(&mut self, shape: Shape) -> Claim {
        let objects = if self.one_in(2) { 0 } else { 1 + self.below(3) };
        let plain = self.one_in(3);
        let constants = if objects > 0 && plain { 0 } else { 1 + self.below(4) };
        let mut prefix: Vec<Quantifier> = Vec::new();
        for _ in 0..objects {
            prefix.push([Quantifier::Existential, Quantifier::Universal][self.below(2)]);
        }
        let mut maker = Maker { random: self, shape, objects, constants };
        let supposition = if maker.random.one_in(3) { maker.states() } else { vec![Vec::new()] };
        let stage = maker.states();
        used_only(Claim { prefix, supposition, stage })
    }
}

struct Maker<'r> {
    random: &'r mut Random,
    shape: Shape,
    objects: usize,
    constants: usize,
}

impl Maker<'_> {
    fn states(&mut self) -> Vec<Vec<Literal>> {
        // A claim without states and a state without literals are rare.
        let count = if self.random.one_in(20) { 0 } else { 1 + self.random.below(4) };
        (0..count).map(|_| self.state()).collect()
    }

    fn state(&mut self) -> Vec<Literal> {
        let count = if self.random.one_in(15) { 0 } else { 1 + self.random.below(4) };
        (0..count).map(|_| self.literal()).collect()
    }

    fn literal(&mut self) -> Literal {
        let arity = if self.shape.relations { self.random.below(3) } else { 1 };
        let names: &[&str] = match arity {
            0 => &["F", "G"],
            1 => &["P", "Q", "R", "S"],
            _ => &["L", "M", IDENTITY],
        };
        let predicate = names[self.random.below(names.len())].to_owned();
        let negated = self.random.one_in(3);
        let arguments = (0..arity).map(|_| self.term()).collect();
        Literal { negated, predicate, arguments }
    }

    fn term(&mut self) -> Term {
        let at = self.random.below(self.objects + self.constants);
        match at.checked_sub(self.objects) {
            None => Term::Object(at),
            Some(constant) => Term::Constant(["a", "b", "c", "d"][constant].to_owned()),
        }
    }
}

/// Returns the claim without the quantifiers that bind nothing.
fn used_only(mut claim: Claim) -> Claim {
    let states = || claim.supposition.iter().chain(&claim.stage).flatten();
    let occurs =
        |object: &usize| states().any(|literal| literal.arguments.contains(&Term::Object(*object)));
    let kept: Vec<usize> = (0..claim.prefix.len()).filter(occurs).collect();
    claim.prefix = kept.iter().map(|object| claim.prefix[*object]).collect();
    for literal in claim.supposition.iter_mut().chain(&mut claim.stage).flatten() {
        for term in &mut literal.arguments {
            if let Term::Object(object) = term {
                *object = kept.iter().position(|kept| kept == object).expect("kept");
            }
        }
    }
    claim
}
