//! The symbols of a language: predicates, functions, and names for variables.

/// A predicate by its number in a [`Signature`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PredicateId(pub(crate) u32);

/// A function by its number in a [`Signature`]; a constant is a function without arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FunctionId(pub(crate) u32);

/// A bound variable by its number in a [`Signature`]. Each quantifier has its own variable, with
/// any name, so no variable is ever captured.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct VariableId(pub(crate) u32);

/// A name and its number of arguments.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Symbol {
    /// The name.
    pub name: String,
    /// The number of arguments.
    pub arity: u32,
}

/// The symbols of formulas, each with a number.
///
/// Predicates, functions and variables may share names, and a name may have several arities. These
/// are different symbols.
///
/// ```
/// use peirast_logic::Signature;
///
/// let mut signature = Signature::default();
/// let man = signature.predicate("Man", 1);
/// assert_eq!(signature.predicate("Man", 1), man);
/// assert_ne!(signature.predicate("Man", 2), man);
/// assert_eq!(signature.predicate_symbol(man).name, "Man");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Signature {
    predicates: Vec<Symbol>,
    functions: Vec<Symbol>,
    variables: Vec<String>,
}

/// The number of a symbol, which is added if it is new. Signatures are short, so a linear search is
/// faster than hashing.
fn find_or_add(symbols: &mut Vec<Symbol>, name: &str, arity: u32) -> u32 {
    let known = symbols.iter().position(|known| known.arity == arity && known.name == name);
    let at = known.unwrap_or_else(|| {
        symbols.push(Symbol { name: name.to_owned(), arity });
        symbols.len() - 1
    });
    u32::try_from(at).unwrap_or(u32::MAX)
}

impl Signature {
    /// The predicate of this name and arity.
    pub fn predicate(&mut self, name: &str, arity: u32) -> PredicateId {
        PredicateId(find_or_add(&mut self.predicates, name, arity))
    }

    /// The function of this name and arity.
    pub fn function(&mut self, name: &str, arity: u32) -> FunctionId {
        FunctionId(find_or_add(&mut self.functions, name, arity))
    }

    /// The constant of this name.
    pub fn constant(&mut self, name: &str) -> FunctionId {
        self.function(name, 0)
    }

    /// A new variable of this name.
    pub fn variable(&mut self, name: &str) -> VariableId {
        self.variables.push(name.to_owned());
        VariableId(u32::try_from(self.variables.len() - 1).unwrap_or(u32::MAX))
    }

    /// Name and arity of a predicate.
    ///
    /// # Panics
    /// If the predicate belongs to another signature. This also holds for the two functions below.
    pub fn predicate_symbol(&self, predicate: PredicateId) -> &Symbol {
        &self.predicates[predicate.0 as usize]
    }

    /// Name and arity of a function.
    pub fn function_symbol(&self, function: FunctionId) -> &Symbol {
        &self.functions[function.0 as usize]
    }

    /// The name of a variable.
    pub fn variable_name(&self, variable: VariableId) -> &str {
        &self.variables[variable.0 as usize]
    }

    /// All predicates.
    pub fn predicates(&self) -> impl Iterator<Item = (PredicateId, &Symbol)> {
        (0..).map(PredicateId).zip(&self.predicates)
    }

    /// All functions.
    pub fn functions(&self) -> impl Iterator<Item = (FunctionId, &Symbol)> {
        (0..).map(FunctionId).zip(&self.functions)
    }

    /// True if there are variables, so that formulas may be about all individuals.
    pub(crate) fn quantifies(&self) -> bool {
        !self.variables.is_empty()
    }

    pub(crate) fn count_of_predicates(&self) -> usize {
        self.predicates.len()
    }
}
