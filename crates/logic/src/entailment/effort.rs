//! Limits on the work of a decision.

/// Limits on the work of a decision. Beyond them the verdict is
/// [`Unknown`](super::Verdict::Unknown).
///
/// ```
/// use peirast_logic::{Argument, Effort, Signature, Verdict, examine_within, parse};
///
/// let mut signature = Signature::default();
/// let premises = vec![parse("∀x ∀y (R(x,y) → R(y,x))", &mut signature)?];
/// let conclusion = parse("R(a,b) → R(b,a)", &mut signature)?;
/// let argument = Argument { signature, premises, conclusion };
/// let none = Effort { literals: 0, ..Effort::default() };
/// assert!(matches!(examine_within(&argument, &none).verdict, Verdict::Unknown(_)));
/// assert_eq!(examine_within(&argument, &Effort::default()).verdict, Verdict::Entailed);
/// # Ok::<(), peirast_logic::ParseError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// The most literals of clauses and ground atoms. The default is ten million, which take some
    /// seconds and some hundred megabytes.
    pub literals: u64,
    /// The most nodes of the decision diagrams for the separation of quantifiers. The default is
    /// two million.
    pub diagrams: usize,
    /// Number of conflicts after which the SAT solver stops. The default is 300 000, which take
    /// some ten seconds.
    pub conflicts: u64,
    /// The most steps of checking a countermodel for each formula. The default is a hundred
    /// million.
    pub steps: u64,
}

impl Default for Effort {
    fn default() -> Self {
        Self { literals: 10_000_000, diagrams: 2_000_000, conflicts: 300_000, steps: 100_000_000 }
    }
}
