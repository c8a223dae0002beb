//! Views in the words of the sentences that were read.

use super::dictionary::{Dictionary, Frame};
use super::nouns::with_article;
use crate::claim::{Claim, Literal, Term};
use crate::english::IDENTICAL;
use peirast_etr::{Quantifier, View};
use std::cmp::Ordering;

impl Dictionary {
    /// A view as a clause in the words of these sentences, without a full stop. A name that no
    /// sentence has is said as it is. `None` where there are no words: for weights, things to do, and
    /// quantifiers that do not go with *every*, *some* or *no*.
    ///
    /// An alternative that says nothing makes the others possible: `{0,King(mary())}` is *perhaps Mary
    /// has a king*.
    ///
    /// ```
    /// use peirast_words::Dictionary;
    ///
    /// let dictionary = Dictionary::default();
    /// for (view, said) in [
    ///     ("{King()Ace(), ~Queen()}", "either Ace and King, or not Queen"),
    ///     ("{Tall(mary())Kind(mary())}", "mary is Kind and Tall"),
    ///     ("Ax {Mortal(x)Man(x)}^{Man(x)}", "everything that is Man is Mortal"),
    ///     ("{0,King()}", "perhaps King"),
    ///     ("Ax {0,Mortal(x)}", "everything perhaps is Mortal"),
    /// ] {
    ///     assert_eq!(dictionary.say(&view.parse()?).as_deref(), Some(said));
    /// }
    /// assert_eq!(dictionary.say(&"{0.3=* A(), B()}".parse()?), None);
    /// # Ok::<(), peirast_etr::Error>(())
    /// ```
    pub fn say(&self, view: &View) -> Option<String> {
        let claim = Claim::new(view).ok()?;
        if claim.stage.is_empty() || claim.supposition.is_empty() {
            return None;
        }
        let (claim, is_book) = without_condition(claim);
        match claim.prefix.as_slice() {
            [] => {
                let said = self.states(&claim.stage)?;
                if !claim.is_conditional() {
                    return Some(said);
                }
                let word = if is_book { "if" } else { "supposing" };
                Some(format!("{word} {}, then {said}", self.states(&claim.supposition)?))
            }
            [kind] => self.quantified(*kind, &claim),
            _ => None,
        }
    }

    /// Alternatives, with *perhaps* if one says nothing.
    fn states(&self, states: &[Vec<Literal>]) -> Option<String> {
        let full: Vec<&Vec<Literal>> = states.iter().filter(|state| !state.is_empty()).collect();
        if full.is_empty() {
            return Some("nothing in particular".to_owned());
        }
        let said: Option<Vec<String>> = full.iter().map(|state| self.state(state)).collect();
        let joined = either(&said?);
        Some(if full.len() < states.len() { format!("perhaps {joined}") } else { joined })
    }

    /// What goes together, what is said of one subject side by side: *Mary has an ace and a king*.
    fn state(&self, state: &[Literal]) -> Option<String> {
        let mut literals: Vec<&Literal> = state.iter().collect();
        literals.sort_by(|one, other| {
            let by_subject = one.arguments.first().cmp(&other.arguments.first());
            by_subject.then_with(|| self.in_order(one, other))
        });
        let mut parts: Vec<String> = Vec::new();
        let mut before: Option<&Literal> = None;
        for literal in literals {
            let goes_on = before.is_some_and(|it| {
                !literal.negated
                    && !it.negated
                    && it.arguments.first() == literal.arguments.first()
                    && it.arguments.len() == 1
                    && literal.arguments.len() == 1
                    && self.frame(it) == self.frame(literal)
                    && matches!(self.frame(literal), Frame::Has | Frame::Is)
            });
            let said = self.said(&literal.predicate, literal.arguments.len());
            parts.push(match goes_on {
                true => with_article(&said.words, said.counts),
                false => self.clause(literal)?,
            });
            before = Some(literal);
        }
        Some(parts.join(" and "))
    }

    /// What is affirmed comes first, each verb by itself, in the order of names.
    fn in_order(&self, one: &Literal, other: &Literal) -> Ordering {
        let rank = |literal: &Literal| (literal.negated, self.frame(literal));
        rank(one).cmp(&rank(other)).then_with(|| one.predicate.cmp(&other.predicate))
    }

    fn frame(&self, literal: &Literal) -> Frame {
        self.said(&literal.predicate, literal.arguments.len()).frame
    }

    fn clause(&self, literal: &Literal) -> Option<String> {
        let Some(subject) = literal.arguments.first() else {
            return Some(self.said(&literal.predicate, 0).clause(literal.negated));
        };
        Some(format!("{} {}", self.term(subject)?, self.verb_phrase(literal)?))
    }

    fn verb_phrase(&self, literal: &Literal) -> Option<String> {
        let object = match literal.arguments.get(1) {
            Some(object) => Some(self.term(object)?),
            None => None,
        };
        if literal.is_identity() {
            let not = if literal.negated { "not " } else { "" };
            return object.map(|object| format!("is {not}{IDENTICAL} {object}"));
        }
        let said = self.said(&literal.predicate, literal.arguments.len());
        Some(said.verb_phrase(literal.negated, object.as_deref()))
    }

    fn term(&self, term: &Term) -> Option<String> {
        match term {
            Term::Constant(name) => Some(self.called(name)),
            Term::Object(_) => None,
        }
    }

    /// *Every man is mortal*, *some man is tall*, *no man is a stone*.
    fn quantified(&self, kind: Quantifier, claim: &Claim) -> Option<String> {
        let of_it = |literal: &Literal| {
            literal.arguments.first() == Some(&Term::Object(0))
                && !literal.arguments.iter().skip(1).any(|it| matches!(it, Term::Object(_)))
        };
        if !claim.literals().all(of_it) {
            return None;
        }
        // An alternative that says nothing makes the others possible.
        let is_open = claim.stage.iter().any(Vec::is_empty);
        let mut claim = claim.clone();
        claim.stage.retain(|state| !state.is_empty());
        if claim.stage.is_empty() {
            return None;
        }
        if kind == Quantifier::Existential {
            let said = self.some(&claim)?;
            return Some(if is_open { format!("perhaps {said}") } else { said });
        }
        let [among] = claim.supposition.as_slice() else { return None };
        let denied = match claim.stage.as_slice() {
            [state] if !is_open => state.len() == 1 && state.iter().all(|one| one.negated),
            _ => false,
        };
        let subject = match among.as_slice() {
            [] if denied => "nothing".to_owned(),
            [] => "everything".to_owned(),
            [noun] if !noun.negated && self.is_noun(noun) => {
                let determiner = if denied { "no" } else { "every" };
                format!("{determiner} {}", self.said(&noun.predicate, 1).words)
            }
            more => {
                let whole = if denied { "nothing" } else { "everything" };
                let [only] = more else { return None };
                format!("{whole} that {}", self.verb_phrase(only)?)
            }
        };
        let claims = claim.stage.iter().map(|state| self.verb_phrases(state, denied));
        let claims: Option<Vec<String>> = claims.collect();
        let perhaps = if is_open { "perhaps " } else { "" };
        Some(format!("{subject} {perhaps}{}", claims?.join(" or ")))
    }

    fn some(&self, claim: &Claim) -> Option<String> {
        let [state] = claim.stage.as_slice() else { return None };
        if claim.is_conditional() {
            return None;
        }
        let noun = state.iter().position(|it| !it.negated && self.is_noun(it));
        let rest = state.iter().enumerate().filter(|(at, _)| Some(*at) != noun);
        let rest: Vec<Literal> = rest.map(|(_, literal)| literal.clone()).collect();
        match noun.and_then(|at| state.get(at)) {
            Some(noun) if rest.is_empty() => Some(format!("something {}", self.verb_phrase(noun)?)),
            Some(noun) => {
                let words = self.said(&noun.predicate, 1).words;
                Some(format!("some {words} {}", self.verb_phrases(&rest, false)?))
            }
            None => Some(format!("something {}", self.verb_phrases(state, false)?)),
        }
    }

    fn is_noun(&self, literal: &Literal) -> bool {
        let said = self.said(&literal.predicate, literal.arguments.len());
        said.frame == Frame::Is && said.counts
    }

    /// What is said of one subject; without its denial if the subject has it.
    fn verb_phrases(&self, state: &[Literal], denied: bool) -> Option<String> {
        let mut state: Vec<&Literal> = state.iter().collect();
        state.sort_by(|one, other| self.in_order(one, other));
        let phrases = state.into_iter().map(|literal| {
            let literal = if denied { literal.denied() } else { literal.clone() };
            self.verb_phrase(&literal)
        });
        Some(phrases.collect::<Option<Vec<String>>>()?.join(" and "))
    }
}

fn either(said: &[String]) -> String {
    match said {
        [one] => one.clone(),
        all => format!("either {}", all.join(", or ")),
    }
}

/// The claim without the condition that the book has in mind with each consequence, and whether it is
/// so made.
fn without_condition(mut claim: Claim) -> (Claim, bool) {
    let [condition] = claim.supposition.as_slice() else { return (claim, false) };
    if condition.is_empty() || !claim.stage.iter().all(|state| holds(state, condition)) {
        return (claim, false);
    }
    let rest = |state: &Vec<Literal>| -> Vec<Literal> {
        state.iter().filter(|literal| !condition.contains(literal)).cloned().collect()
    };
    let stage: Vec<Vec<Literal>> = claim.stage.iter().map(rest).collect();
    // A consequence that is the condition again has no words of its own.
    if stage.iter().any(Vec::is_empty) {
        return (claim, false);
    }
    claim.stage = stage;
    (claim, true)
}

fn holds(state: &[Literal], condition: &[Literal]) -> bool {
    condition.iter().all(|literal| state.contains(literal))
}
