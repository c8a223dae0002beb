//! Walks over a formula with the sign that the surrounding negations give it.

use super::MOST_NODES;
use super::normal::Node;
use crate::formula::{Formula, Quantifier, Term};
use crate::signature::{PredicateId, VariableId};

/// Makes a normal form in which only atoms are negated. Normal forms differ in their treatment of
/// atoms and quantifiers. Connectives distribute over signs in the same way for all.
pub(super) trait Polarity {
    type Atom;

    fn atom(&mut self, predicate: PredicateId, terms: &[Term], affirmed: bool) -> Node<Self::Atom>;

    fn equal(&mut self, one: &Term, two: &Term, affirmed: bool) -> Node<Self::Atom>;

    /// A quantified formula, with the quantifier after the sign is applied.
    fn quantified(
        &mut self,
        quantifier: Quantifier,
        variable: VariableId,
        body: &Formula,
        affirmed: bool,
    ) -> Node<Self::Atom>;

    /// Number of parts made so far. A result with more than [`MOST_NODES`] parts must not be used.
    fn size(&mut self) -> &mut u64;

    /// A side of an equivalence, which is needed both asserted and denied.
    fn side(&mut self, formula: &Formula, affirmed: bool) -> Node<Self::Atom> {
        self.node(formula, affirmed)
    }

    fn node(&mut self, formula: &Formula, affirmed: bool) -> Node<Self::Atom> {
        *self.size() += 1;
        if *self.size() > MOST_NODES {
            return Node::Both(Vec::new());
        }
        match formula {
            Formula::Truth(value) if *value == affirmed => Node::Both(Vec::new()),
            Formula::Truth(_) => Node::Either(Vec::new()),
            Formula::Atom(predicate, terms) => self.atom(*predicate, terms, affirmed),
            Formula::Equal(one, two) => self.equal(one, two, affirmed),
            Formula::Not(inner) => self.node(inner, !affirmed),
            Formula::And(all) => {
                let parts = all.iter().map(|one| self.node(one, affirmed)).collect();
                if affirmed { Node::Both(parts) } else { Node::Either(parts) }
            }
            Formula::Or(all) => {
                let parts = all.iter().map(|one| self.node(one, affirmed)).collect();
                if affirmed { Node::Either(parts) } else { Node::Both(parts) }
            }
            Formula::Implies(one, two) => {
                let parts = vec![self.node(one, !affirmed), self.node(two, affirmed)];
                if affirmed { Node::Either(parts) } else { Node::Both(parts) }
            }
            Formula::Iff(one, two) => {
                let there = vec![self.side(one, !affirmed), self.side(two, true)];
                let back = vec![self.side(one, affirmed), self.side(two, false)];
                Node::Both(vec![Node::Either(there), Node::Either(back)])
            }
            Formula::Quantified(quantifier, variable, body) => {
                let quantifier = if affirmed { *quantifier } else { quantifier.dual() };
                self.quantified(quantifier, *variable, body, affirmed)
            }
        }
    }
}
