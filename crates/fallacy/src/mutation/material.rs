//! What new literals are made of.

use crate::draft::{Draft, DraftLiteral, DraftTerm};
use smallvec::SmallVec;

/// Letters, few of them.
pub(crate) type Letters = SmallVec<[u8; 16]>;

/// The predicates and terms of a draft, and the next ones that it has not used.
#[derive(Debug)]
pub(crate) struct Material {
    /// Sorted.
    pub(crate) predicates: Letters,
    /// Sorted.
    pub(crate) constants: Letters,
    /// As they are quantified.
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

    /// The predicates, and a new one if there is a letter left.
    pub(crate) fn predicates_and_new(&self) -> Letters {
        let new = Some(self.new_predicate()).filter(|letter| *letter < 26);
        self.predicates.iter().copied().chain(new).collect()
    }

    /// An object that is not quantified yet: x, y, z, then w down to a.
    pub(crate) fn new_object(&self) -> Option<u8> {
        (23..26).chain((0..23).rev()).find(|letter| !self.objects.contains(letter))
    }

    /// All literals of old and new predicates of old terms and a new constant, with either sign.
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

/// The literal, and the same with its term at issue if `marks` are wanted.
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
