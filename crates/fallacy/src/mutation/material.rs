//! The symbols of new literals.

use crate::draft::{Draft, DraftLiteral, DraftTerm};
use smallvec::SmallVec;

/// A short list of letters.
pub(crate) type Letters = SmallVec<[u8; 16]>;

/// The predicates and terms of a draft, and the next unused ones.
#[derive(Debug)]
pub(crate) struct Material {
    /// Sorted.
    pub(crate) predicates: Letters,
    /// Sorted.
    pub(crate) constants: Letters,
    /// In the order of the quantifiers.
    pub(crate) objects: Letters,
}

impl Material {
    pub(crate) fn new<'d>(
        draft: &Draft,
        literals: impl Iterator<Item = &'d DraftLiteral>,
    ) -> Material {
        let (mut predicates, mut constants) = (Letters::new(), Letters::new());
        for literal in literals {
            predicates.push(literal.predicate);
            if let DraftTerm::Constant(letter) = literal.term {
                constants.push(letter);
            }
        }
        for letters in [&mut predicates, &mut constants] {
            letters.sort_unstable();
            letters.dedup();
        }
        let objects = draft.prefix.iter().map(|(_, object)| *object).collect();
        Material { predicates, constants, objects }
    }

    /// The successor of the last predicate.
    pub(crate) fn new_predicate(&self) -> u8 {
        self.predicates.last().map_or(0, |last| last + 1)
    }

    /// The successor of the last constant.
    pub(crate) fn new_constant(&self) -> u8 {
        self.constants.last().map_or(0, |last| last + 1)
    }

    /// The predicates, with a new one if there is an unused letter.
    pub(crate) fn predicates_and_new(&self) -> Letters {
        let new = Some(self.new_predicate()).filter(|letter| *letter < 26);
        self.predicates.iter().copied().chain(new).collect()
    }

    /// An object that is not yet quantified: x, y, z, then w down to a.
    pub(crate) fn new_object(&self) -> Option<u8> {
        (23..26).chain((0..23).rev()).find(|letter| !self.objects.contains(letter))
    }

    /// All literals of old and new predicates with old terms and a new constant, with either sign.
    pub(crate) fn literals(&self) -> Vec<DraftLiteral> {
        let new = Some(self.new_constant()).filter(|letter| *letter < 26);
        let constants = self.constants.iter().copied().chain(new).map(DraftTerm::Constant);
        let terms: Vec<DraftTerm> =
            constants.chain(self.objects.iter().copied().map(DraftTerm::Object)).collect();
        let mut all = Vec::new();
        for predicate in self.predicates_and_new() {
            for term in &terms {
                let literal =
                    DraftLiteral { predicate, term: *term, negated: false, marked: false };
                all.extend([literal, literal.flipped()]);
            }
        }
        all
    }
}

/// The literal, and if `marks` is set, the same with its term at issue.
pub(crate) fn marked_and_not(
    literal: DraftLiteral,
    marks: bool,
) -> impl Iterator<Item = DraftLiteral> {
    let marked = DraftLiteral { marked: true, ..literal };
    [literal.unmarked()].into_iter().chain(marks.then_some(marked))
}

/// Every literal that can be added to a draft.
pub(super) fn addable(draft: &Draft, marks: bool) -> impl Iterator<Item = DraftLiteral> {
    let material = Material::new(draft, draft.literals());
    material.literals().into_iter().flat_map(move |literal| marked_and_not(literal, marks))
}
