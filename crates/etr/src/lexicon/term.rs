//! Terms (Reason and Inquiry, definition 2): arbitrary objects, numbers, and functions of terms.

use super::symbol::Arity;
use super::table::hash_of;
use super::{FunctionId, Lexicon, Number};
use crate::bits::Bits;
use crate::error::Error;
use smallvec::SmallVec;

/// A term by its number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct TermId(pub(crate) u32);

impl TermId {
    /// The hole `?` of an open term; it has the same number in every lexicon.
    pub(crate) const HOLE: TermId = TermId(u32::MAX);
}

/// An arbitrary object by its number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct ObjectId(pub(crate) u32);

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum TermKind {
    Object(ObjectId),
    Number(u32),
    Application(FunctionId),
}

#[derive(Debug, Clone)]
pub(super) struct TermNode {
    kind: TermKind,
    start: u32,
    len: u32,
    objects: Bits,
    holed: bool,
    /// Nesting, at least 1.
    depth: u32,
    /// Symbols in the term written out.
    size: u64,
}

/// Terms may nest this deep, so that walking one never exhausts the stack.
pub(crate) const MOST_NESTING: u32 = 200;
/// A term written out may have this many symbols.
pub(crate) const LARGEST_TERM: u64 = 100_000;

static NOTHING: Bits = Bits::EMPTY;

impl Lexicon {
    /// The kind of a term. Not for the hole.
    #[inline]
    pub(crate) fn term_kind(&self, term: TermId) -> TermKind {
        self.terms[term.0 as usize].kind
    }

    #[inline]
    pub(crate) fn term_arguments(&self, term: TermId) -> &[TermId] {
        let node = &self.terms[term.0 as usize];
        &self.arguments[node.start as usize..(node.start + node.len) as usize]
    }

    /// The arbitrary objects that occur in a term.
    #[inline]
    pub(crate) fn term_objects(&self, term: TermId) -> &Bits {
        self.terms.get(term.0 as usize).map_or(&NOTHING, |node| &node.objects)
    }

    #[inline]
    pub(crate) fn is_holed(&self, term: TermId) -> bool {
        term == TermId::HOLE || self.terms[term.0 as usize].holed
    }

    #[inline]
    pub(crate) fn as_number(&self, term: TermId) -> Option<Number> {
        match self.terms.get(term.0 as usize)?.kind {
            TermKind::Number(at) => Some(self.numbers[at as usize]),
            _ => None,
        }
    }

    #[inline]
    pub(crate) fn as_object(&self, term: TermId) -> Option<ObjectId> {
        match self.terms.get(term.0 as usize)?.kind {
            TermKind::Object(object) => Some(object),
            _ => None,
        }
    }

    #[inline]
    pub(crate) fn object_name(&self, object: ObjectId) -> &str {
        self.name(self.objects[object.0 as usize])
    }

    #[inline]
    /// Is it a function of something, or a constant? An object may have the same name.
    pub(crate) fn is_application(&self, term: TermId) -> bool {
        let node = self.terms.get(term.0 as usize);
        node.is_some_and(|node| matches!(node.kind, TermKind::Application(_)))
    }

    pub(crate) fn find_object(&self, name: &str) -> Option<ObjectId> {
        let name = self.find_name(name)?;
        self.objects.find(&name).map(ObjectId)
    }

    #[inline]
    pub(crate) fn intern_object(&mut self, name: &str) -> ObjectId {
        let name = self.intern_name(name);
        ObjectId(self.objects.place(name))
    }

    #[inline]
    pub(crate) fn object_term(&mut self, object: ObjectId) -> TermId {
        let objects = Bits::from_iter([object.0]);
        self.intern_term(TermKind::Object(object), &[], objects)
    }

    #[inline]
    pub(crate) fn number_term(&mut self, number: Number) -> TermId {
        let at = self.numbers.place(self.settled(number));
        self.intern_term(TermKind::Number(at), &[], Bits::default())
    }

    /// A function applied to terms; computed at once if all of them are numbers and the function
    /// is a numeric one (the book keeps such terms as they are, PyETR computes them).
    pub(crate) fn apply_function(
        &mut self,
        function: FunctionId,
        arguments: &[TermId],
    ) -> Result<TermId, Error> {
        if let Some(number) = self.compute(function, arguments)? {
            return Ok(self.number_term(number));
        }
        let mut arguments: SmallVec<[TermId; 8]> = SmallVec::from_slice(arguments);
        if self.function_arity(function) == Arity::Multiset {
            arguments.sort_unstable();
        }
        self.check_size(&arguments)?;
        let mut objects = Bits::default();
        arguments.iter().for_each(|term| objects.unite(self.term_objects(*term)));
        Ok(self.intern_term(TermKind::Application(function), &arguments, objects))
    }

    fn check_size(&self, arguments: &[TermId]) -> Result<(), Error> {
        let (depth, size) = self.measure(arguments);
        if depth > MOST_NESTING || size > LARGEST_TERM {
            return Err(Error::TermTooLarge { depth: MOST_NESTING, symbols: LARGEST_TERM });
        }
        Ok(())
    }

    fn measure(&self, arguments: &[TermId]) -> (u32, u64) {
        arguments
            .iter()
            .filter_map(|term| self.terms.get(term.0 as usize))
            .fold((1, 1), |(depth, size), node| {
                (depth.max(node.depth + 1), size.saturating_add(node.size))
            })
    }

    fn intern_term(&mut self, kind: TermKind, arguments: &[TermId], objects: Bits) -> TermId {
        let hash = hash_of(&(kind, arguments));
        let known = self.term_table.find(hash, |at| {
            self.terms[at as usize].kind == kind && self.term_arguments(TermId(at)) == arguments
        });
        if let Some(known) = known {
            return TermId(known);
        }
        let number = self.terms.len() as u32;
        let (depth, size) = self.measure(arguments);
        let holed = arguments.iter().any(|term| self.is_holed(*term));
        let (start, len) = (self.arguments.len() as u32, arguments.len() as u32);
        self.arguments.extend_from_slice(arguments);
        self.terms.push(TermNode { kind, start, len, objects, holed, depth, size });
        self.term_table.insert(hash, number);
        TermId(number)
    }
}
