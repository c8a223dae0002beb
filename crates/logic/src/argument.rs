//! Arguments: premises and a conclusion.

use crate::formula::Formula;
use crate::signature::Signature;

/// Premises, a conclusion, and the symbols that they are made of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Argument {
    /// The symbols.
    pub signature: Signature,
    /// What is given.
    pub premises: Vec<Formula>,
    /// What is said to follow.
    pub conclusion: Formula,
}
