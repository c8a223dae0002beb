//! Finite structures, and truth in them.

mod evaluation;

use crate::formula::Formula;
use crate::signature::{FunctionId, PredicateId, Signature};
use evaluation::Evaluation;
use std::collections::{BTreeMap, BTreeSet};

/// A finite interpretation: a domain of individuals `0, 1, ...`, a value for every function, and
/// the extension of every predicate.
///
/// [`Structure::satisfies`] follows the definition of truth directly and shares no code with the
/// search for structures, so it can check them.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Structure {
    size: usize,
    functions: BTreeMap<FunctionId, BTreeMap<Vec<usize>, usize>>,
    predicates: BTreeMap<PredicateId, BTreeSet<Vec<usize>>>,
}

impl Structure {
    /// Creates a structure with this many individuals, in which no predicate holds of anything and
    /// every function has the value 0.
    ///
    /// A domain has at least one individual.
    pub fn new(size: usize) -> Structure {
        Structure { size: size.max(1), ..Structure::default() }
    }

    /// The number of individuals.
    pub fn size(&self) -> usize {
        self.size
    }

    /// Lets a predicate hold of these individuals.
    pub fn hold(&mut self, predicate: PredicateId, of: Vec<usize>) {
        self.predicates.entry(predicate).or_default().insert(of);
    }

    /// Gives a function a value.
    pub fn set(&mut self, function: FunctionId, of: Vec<usize>, value: usize) {
        self.functions.entry(function).or_default().insert(of, value);
    }

    /// The number of facts: tuples for which a predicate holds.
    pub(crate) fn facts(&self) -> usize {
        self.predicates.values().map(BTreeSet::len).sum()
    }

    /// Tests if the predicate holds of these individuals.
    pub fn holds(&self, predicate: PredicateId, of: &[usize]) -> bool {
        self.predicates.get(&predicate).is_some_and(|all| all.contains(of))
    }

    /// The value of a function.
    pub fn value(&self, function: FunctionId, of: &[usize]) -> usize {
        self.functions.get(&function).and_then(|all| all.get(of)).copied().unwrap_or(0)
    }

    /// Tests if a formula without free variables is true here.
    ///
    /// The time is at most the size of the formula times `size` to the power of its quantifier
    /// depth.
    ///
    /// ```
    /// use peirast_logic::{Signature, Structure, parse};
    ///
    /// let mut signature = Signature::default();
    /// let some_are = parse("∃x P(x) ∧ ∃x ¬P(x)", &mut signature)?;
    /// let p = signature.predicate("P", 1);
    /// let mut structure = Structure::new(2);
    /// structure.hold(p, vec![0]);
    /// assert!(structure.satisfies(&some_are));
    /// # Ok::<(), peirast_logic::ParseError>(())
    /// ```
    pub fn satisfies(&self, formula: &Formula) -> bool {
        // Without a limit there is always a result.
        self.satisfies_within(formula, u64::MAX).unwrap_or(false)
    }

    /// The same, or `None` if it takes more than this many steps.
    pub(crate) fn satisfies_within(&self, formula: &Formula, steps: u64) -> Option<bool> {
        Evaluation::new(self, steps).truth(formula)
    }

    /// The structure in words, with a line for each individual, for each predicate with no or
    /// several arguments, and for each value of a function with arguments. Individuals are numbered
    /// from 1. If no line is about individuals but formulas quantify over them, a line gives their
    /// number.
    ///
    /// ```
    /// use peirast_logic::{Signature, Structure};
    ///
    /// let mut signature = Signature::default();
    /// let (man, mortal) = (signature.predicate("Man", 1), signature.predicate("Mortal", 1));
    /// let zeus = signature.constant("zeus");
    /// let mut structure = Structure::new(1);
    /// structure.hold(mortal, vec![0]);
    /// structure.set(zeus, vec![], 0);
    /// assert_eq!(structure.in_words(&signature), "1 (zeus): Mortal, not Man\n");
    ///
    /// let mut signature = Signature::default();
    /// signature.variable("x");
    /// assert_eq!(Structure::new(2).in_words(&signature), "2 individuals: 1, 2\n");
    /// ```
    pub fn in_words(&self, signature: &Signature) -> String {
        let mut text = String::new();
        let speaks_of_them = signature.predicates().any(|(_, symbol)| symbol.arity == 1)
            || signature.functions().any(|(_, symbol)| symbol.arity == 0);
        let mentions_them = signature.predicates().any(|(_, symbol)| symbol.arity > 0)
            || signature.functions().next().is_some()
            || signature.quantifies();
        if speaks_of_them {
            for individual in 0..self.size {
                text.push_str(&self.individual(individual, signature));
                text.push('\n');
            }
        } else if mentions_them || self.size > 1 {
            let all: Vec<usize> = (0..self.size).collect();
            let individuals = if self.size == 1 { "individual" } else { "individuals" };
            text.push_str(&format!("{} {individuals}: {}\n", self.size, numbers(&all)));
        } else if signature.predicates().next().is_none() {
            text.push_str("anything\n");
        }
        for (predicate, symbol) in signature.predicates().filter(|(_, s)| s.arity != 1) {
            text.push_str(&self.extension(predicate, &symbol.name, symbol.arity));
        }
        for (function, symbol) in signature.functions().filter(|(_, s)| s.arity > 0) {
            for (of, value) in self.functions.get(&function).into_iter().flatten() {
                text.push_str(&format!("{}({}) = {}\n", symbol.name, numbers(of), value + 1));
            }
        }
        text
    }

    fn individual(&self, individual: usize, signature: &Signature) -> String {
        let constants: Vec<&str> = signature
            .functions()
            .filter(|(function, symbol)| {
                symbol.arity == 0 && self.value(*function, &[]) == individual
            })
            .map(|(_, symbol)| symbol.name.as_str())
            .collect();
        let names = match constants.as_slice() {
            [] => String::new(),
            names => format!(" ({})", names.join(", ")),
        };
        let mut said = Vec::new();
        for holding in [true, false] {
            let predicates = signature.predicates().filter(|(predicate, symbol)| {
                symbol.arity == 1 && self.holds(*predicate, &[individual]) == holding
            });
            let sign = if holding { "" } else { "not " };
            said.extend(predicates.map(|(_, symbol)| format!("{sign}{}", symbol.name)));
        }
        match said.as_slice() {
            [] => format!("{}{names}", individual + 1),
            said => format!("{}{names}: {}", individual + 1, said.join(", ")),
        }
    }

    fn extension(&self, predicate: PredicateId, name: &str, arity: u32) -> String {
        let tuples = self.predicates.get(&predicate);
        if arity == 0 {
            let holds = tuples.is_some_and(|all| !all.is_empty());
            return format!("{name} is {}\n", if holds { "true" } else { "false" });
        }
        let tuples: Vec<String> =
            tuples.into_iter().flatten().map(|of| format!("({})", numbers(of))).collect();
        match tuples.as_slice() {
            [] => format!("{name} holds of nothing\n"),
            tuples => format!("{name} holds of {}\n", tuples.join(", ")),
        }
    }
}

/// Readers see individuals numbered from one.
fn numbers(of: &[usize]) -> String {
    of.iter().map(|one| (one + 1).to_string()).collect::<Vec<_>>().join(", ")
}
