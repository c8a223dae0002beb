//! The named fallacies of propositional logic.

use crate::argument::Argument;
use crate::formula::Formula;
use std::fmt;

/// A form of argument that looks valid but is not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PropositionalFallacy {
    /// If p then q; q; so p.
    AffirmingTheConsequent,
    /// If p then q; not p; so not q.
    DenyingTheAntecedent,
    /// p or q; p; so not q.
    AffirmingADisjunct,
    /// Not both p and q; not p; so q.
    DenyingAConjunct,
    /// If p then q; so if q then p.
    ConvertingAConditional,
    /// If p then q; so if not p then not q.
    ImproperTransposition,
}

impl PropositionalFallacy {
    /// The usual name.
    pub fn name(self) -> &'static str {
        match self {
            PropositionalFallacy::AffirmingTheConsequent => "affirming the consequent",
            PropositionalFallacy::DenyingTheAntecedent => "denying the antecedent",
            PropositionalFallacy::AffirmingADisjunct => "affirming a disjunct",
            PropositionalFallacy::DenyingAConjunct => "denying a conjunct",
            PropositionalFallacy::ConvertingAConditional => "converting a conditional",
            PropositionalFallacy::ImproperTransposition => "improper transposition",
        }
    }
}

impl fmt::Display for PropositionalFallacy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Returns the fallacy whose form an argument of one or two premises has. Double negations and the
/// order of premises make no difference. The argument may still be valid, which
/// [`entails`](crate::entails) decides: *if p then p; p; so p* has such a form too.
///
/// ```
/// use peirast_logic::{Argument, Signature, parse};
/// use peirast_logic::propositional::{PropositionalFallacy, fallacy};
///
/// let mut signature = Signature::default();
/// let premises = vec![parse("Rain → Wet", &mut signature)?, parse("Wet", &mut signature)?];
/// let conclusion = parse("Rain", &mut signature)?;
/// let argument = Argument { signature, premises, conclusion };
/// assert_eq!(fallacy(&argument), Some(PropositionalFallacy::AffirmingTheConsequent));
/// # Ok::<(), peirast_logic::ParseError>(())
/// ```
pub fn fallacy(argument: &Argument) -> Option<PropositionalFallacy> {
    let conclusion = plain(&argument.conclusion);
    match argument.premises.as_slice() {
        [one] => of_one(&plain(one), &conclusion),
        [one, two] => {
            let (one, two) = (plain(one), plain(two));
            of_two(&one, &two, &conclusion).or_else(|| of_two(&two, &one, &conclusion))
        }
        _ => None,
    }
}

fn of_one(premise: &Formula, conclusion: &Formula) -> Option<PropositionalFallacy> {
    let (Formula::Implies(p, q), Formula::Implies(r, s)) = (premise, conclusion) else {
        return None;
    };
    if r == q && s == p {
        return Some(PropositionalFallacy::ConvertingAConditional);
    }
    (denies(r, p) && denies(s, q)).then_some(PropositionalFallacy::ImproperTransposition)
}

fn of_two(rule: &Formula, case: &Formula, conclusion: &Formula) -> Option<PropositionalFallacy> {
    match rule {
        Formula::Implies(p, q) if case == &**q && conclusion == &**p => {
            Some(PropositionalFallacy::AffirmingTheConsequent)
        }
        Formula::Implies(p, q) if denies(case, p) && denies(conclusion, q) => {
            Some(PropositionalFallacy::DenyingTheAntecedent)
        }
        Formula::Or(parts) => {
            let [p, q] = parts.as_slice() else { return None };
            let affirms = |p, q| case == p && denies(conclusion, q);
            (affirms(p, q) || affirms(q, p)).then_some(PropositionalFallacy::AffirmingADisjunct)
        }
        Formula::Not(inner) => {
            let Formula::And(parts) = &**inner else { return None };
            let [p, q] = parts.as_slice() else { return None };
            let denied = |p, q| denies(case, p) && conclusion == q;
            (denied(p, q) || denied(q, p)).then_some(PropositionalFallacy::DenyingAConjunct)
        }
        _ => None,
    }
}

/// Tests if one formula is the negation of the other.
fn denies(one: &Formula, other: &Formula) -> bool {
    one.clone().negated() == *other || other.clone().negated() == *one
}

/// The formula without double negations.
fn plain(formula: &Formula) -> Formula {
    let all = |parts: &[Formula]| parts.iter().map(plain).collect();
    match formula {
        Formula::Not(inner) => plain(inner).negated(),
        Formula::And(parts) => Formula::And(all(parts)),
        Formula::Or(parts) => Formula::Or(all(parts)),
        Formula::Implies(one, two) => plain(one).implies(plain(two)),
        Formula::Iff(one, two) => plain(one).iff(plain(two)),
        Formula::Quantified(quantifier, variable, body) => {
            Formula::Quantified(*quantifier, *variable, Box::new(plain(body)))
        }
        other => other.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Signature, Verdict, entails, parse};

    fn named(premises: &[&str], conclusion: &str) -> Option<PropositionalFallacy> {
        let mut signature = Signature::default();
        let premises = premises.iter().map(|text| parse(text, &mut signature).unwrap()).collect();
        let conclusion = parse(conclusion, &mut signature).unwrap();
        let argument = Argument { signature, premises, conclusion };
        let named = fallacy(&argument);
        assert!(named.is_none() || matches!(entails(&argument), Verdict::Refuted(_)));
        named
    }

    #[test]
    fn fallacies_by_name() {
        for (premises, conclusion, fallacy) in [
            (&["p → q", "q"][..], "p", PropositionalFallacy::AffirmingTheConsequent),
            (&["q", "p → q"], "p", PropositionalFallacy::AffirmingTheConsequent),
            (&["p → ¬q", "¬q"], "p", PropositionalFallacy::AffirmingTheConsequent),
            (&["p → q", "¬p"], "¬q", PropositionalFallacy::DenyingTheAntecedent),
            (&["¬p → q", "p"], "¬q", PropositionalFallacy::DenyingTheAntecedent),
            (&["p ∨ q", "q"], "¬p", PropositionalFallacy::AffirmingADisjunct),
            (&["¬(p ∧ q)", "¬q"], "p", PropositionalFallacy::DenyingAConjunct),
            (&["p → q"], "q → p", PropositionalFallacy::ConvertingAConditional),
            (&["p → q"], "¬p → ¬q", PropositionalFallacy::ImproperTransposition),
            (&["¬¬p → q"], "¬p → ¬¬¬q", PropositionalFallacy::ImproperTransposition),
        ] {
            assert_eq!(named(premises, conclusion), Some(fallacy), "{premises:?} {conclusion}");
        }
        for (premises, conclusion) in
            [(&["p → q", "p"][..], "q"), (&["p → q", "¬q"], "¬p"), (&["p ∨ q", "¬p"], "q")]
        {
            assert_eq!(named(premises, conclusion), None);
        }
    }
}
