//! Arguments: premises and a conclusion.

use crate::formula::Formula;
use crate::signature::Signature;

/// Premises, a conclusion, and their symbols.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Argument {
    /// The symbols.
    pub signature: Signature,
    /// The premises.
    pub premises: Vec<Formula>,
    /// The conclusion.
    pub conclusion: Formula,
}
