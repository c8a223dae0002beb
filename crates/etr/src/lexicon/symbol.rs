//! Function and predicate symbols: a name with an arity.

use super::{Lexicon, NameId};

/// The number of arguments of a function.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Arity {
    Fixed(u32),
    /// Any number, in no order.
    Multiset,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct FunctionSymbol {
    pub(super) name: NameId,
    pub(super) arity: Arity,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct PredicateSymbol {
    pub(super) name: NameId,
    pub(super) arity: u32,
}

/// A function symbol by its number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct FunctionId(pub(super) u32);

/// A predicate symbol by its number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct PredicateId(pub(super) u32);

impl FunctionId {
    /// The product of two numbers, `**`.
    pub(crate) const PRODUCT: FunctionId = FunctionId(0);
    /// The sum of a multiset of numbers, `++`.
    pub(crate) const SUM: FunctionId = FunctionId(1);
}

impl PredicateId {
    /// Identity, `==` with two arguments.
    pub(crate) const IDENTITY: PredicateId = PredicateId(0);
}

pub(crate) const PRODUCT_NAME: &str = "x̄";
pub(crate) const SUM_NAME: &str = "σ";
pub(crate) const IDENTITY_NAME: &str = "==";

impl Lexicon {
    #[inline]
    pub(super) fn register_built_in(&mut self) {
        self.intern_function(PRODUCT_NAME, Arity::Fixed(2));
        self.intern_function(SUM_NAME, Arity::Multiset);
        self.intern_predicate(IDENTITY_NAME, 2);
    }

    #[inline]
    pub(crate) fn intern_function(&mut self, name: &str, arity: Arity) -> FunctionId {
        let symbol = FunctionSymbol { name: self.intern_name(name), arity };
        FunctionId(self.functions.place(symbol))
    }

    #[inline]
    pub(crate) fn intern_predicate(&mut self, name: &str, arity: u32) -> PredicateId {
        let symbol = PredicateSymbol { name: self.intern_name(name), arity };
        PredicateId(self.predicates.place(symbol))
    }

    #[inline]
    pub(crate) fn function_name(&self, function: FunctionId) -> &str {
        self.name(self.functions[function.0 as usize].name)
    }

    #[inline]
    pub(crate) fn function_arity(&self, function: FunctionId) -> Arity {
        self.functions[function.0 as usize].arity
    }

    /// Are the function's arguments in no order?
    #[inline]
    pub(crate) fn is_unordered(&self, function: FunctionId) -> bool {
        self.function_arity(function) == Arity::Multiset
    }

    #[inline]
    pub(crate) fn predicate_name(&self, predicate: PredicateId) -> &str {
        self.name(self.predicates[predicate.0 as usize].name)
    }

    #[inline]
    pub(crate) fn predicate_arity(&self, predicate: PredicateId) -> u32 {
        self.predicates[predicate.0 as usize].arity
    }

    /// Has identity, `==` of two terms, been used at all?
    #[inline]
    pub(crate) fn has_identity(&self) -> bool {
        self.identities > 0
    }
}
