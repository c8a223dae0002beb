//! The numbers of arguments of the names of a text.

use std::collections::BTreeMap;

/// The kind of a name; predicates and functions may share names.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum SymbolKind {
    Predicate,
    Function,
}

/// The arity with which each name was first used.
#[derive(Debug, Default)]
pub(super) struct Arities<'t> {
    known: BTreeMap<(SymbolKind, &'t str), usize>,
}

impl<'t> Arities<'t> {
    /// The other arity with which the name was used before, if there was one.
    pub(super) fn conflict(
        &mut self,
        sort: SymbolKind,
        name: &'t str,
        arity: usize,
    ) -> Option<usize> {
        let first = *self.known.entry((sort, name)).or_insert(arity);
        (first != arity).then_some(first)
    }
}
