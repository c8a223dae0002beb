//! Unique names of symbols for other programs.

use crate::signature::{FunctionId, PredicateId, Signature};
use std::collections::BTreeSet;

/// A name for each predicate and function of a signature, for formats with one name space.
pub(super) struct Names {
    predicates: Vec<String>,
    functions: Vec<String>,
    taken: BTreeSet<String>,
}

impl Names {
    /// Makes names that differ from the `reserved` ones.
    pub(super) fn new(signature: &Signature, reserved: &[&str]) -> Names {
        let taken = reserved.iter().map(|name| (*name).to_owned()).collect();
        let mut names = Names { predicates: Vec::new(), functions: Vec::new(), taken };
        for (_, symbol) in signature.predicates() {
            let name = names.free(&symbol.name);
            names.predicates.push(name);
        }
        for (_, symbol) in signature.functions() {
            let name = names.free(&symbol.name);
            names.functions.push(name);
        }
        names
    }

    /// The name, with a number if it is taken.
    fn free(&mut self, name: &str) -> String {
        let numbered = (2u32..).map(|number| format!("{name}_{number}"));
        let mut options = std::iter::once(name.to_owned()).chain(numbered);
        let free = options.find(|option| !self.taken.contains(option)).unwrap_or_default();
        self.taken.insert(free.clone());
        free
    }

    pub(super) fn predicate(&self, predicate: PredicateId) -> &str {
        self.predicates.get(predicate.0 as usize).map_or("", String::as_str)
    }

    pub(super) fn function(&self, function: FunctionId) -> &str {
        self.functions.get(function.0 as usize).map_or("", String::as_str)
    }
}
