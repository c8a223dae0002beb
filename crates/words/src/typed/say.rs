//! Views in the words of the sentences that were read.

use super::dictionary::{Dictionary, Frame};
use super::nouns::{base, with_article};
use crate::claim::{Claim, Literal, Term};
use crate::english::IDENTICAL;
use peirast_etr::{Quantifier, View};
use std::cmp::Ordering;

impl Dictionary {
    /// A view as a clause in the words of these sentences, without a full stop. A name that no
    /// sentence has is said as it is. `None` if there are no words: for weights, things to do, and
    /// quantifiers that do not go with *every*, *some* or *no*.
    ///
    /// An alternative without atoms makes the others possible: `{0,King(mary())}` is *perhaps Mary
    /// has a king*.
    ///
    /// ```
    /// use peirast_words::Dictionary;
    ///
    /// let dictionary = Dictionary::default();
    /// for (view, said) in [
    ///     ("{King()Ace(), ~Queen()}", "either Ace and King, or not Queen"),
    ///     ("{Tall(mary())Kind(mary())}", "mary is Kind and mary is Tall"),
    ///     ("Ax {Mortal(x)Man(x)}^{Man(x)}", "everything that is Man is Mortal"),
    ///     ("{0,King()}", "perhaps King"),
    ///     ("Ax {0,Mortal(x)}", "perhaps everything is Mortal"),
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

    /// Alternatives, with *perhaps* if one has no atoms.
    fn states(&self, states: &[Vec<Literal>]) -> Option<String> {
        let full: Vec<&Vec<Literal>> = states.iter().filter(|state| !state.is_empty()).collect();
        if full.is_empty() {
            return Some("nothing in particular".to_owned());
        }
        let said: Option<Vec<String>> = full.iter().map(|state| self.state(state)).collect();
        let joined = either(&said?);
        Some(if full.len() < states.len() { format!("perhaps {joined}") } else { joined })
    }

    /// One alternative, the predicates of one subject side by side: *Mary has an ace and a king*.
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
            // A capital by itself would be the subject of the next verb.
            let is_subject = !said.counts && said.words.starts_with(char::is_uppercase);
            parts.push(match goes_on && !is_subject {
                true => with_article(&said.words, said.counts),
                false => self.clause(literal)?,
            });
            before = Some(literal);
        }
        Some(parts.join(" and "))
    }

    /// The order of literals: facts first, then affirmed ones, each verb by itself, in the order of names.
    fn in_order(&self, one: &Literal, other: &Literal) -> Ordering {
        // A fact behind a verb would be read as another complement of it.
        let rank = |literal: &Literal| {
            let frame = self.frame(literal);
            (frame != Frame::Fact, literal.negated, frame)
        };
        rank(one).cmp(&rank(other)).then_with(|| one.predicate.cmp(&other.predicate))
    }

    fn frame(&self, literal: &Literal) -> Frame {
        self.said(&literal.predicate, literal.arguments.len()).frame
    }

    fn clause(&self, literal: &Literal) -> Option<String> {
        let Some(subject) = literal.arguments.first() else {
            return Some(self.said(&literal.predicate, 0).clause(literal.negated));
        };
        let (subject, phrase) = (self.term(subject)?, self.verb_phrase(literal)?);
        let phrase = if subject == "I" { in_first_person(&phrase) } else { phrase };
        Some(format!("{subject} {phrase}"))
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

    /// A claim about all or some things, with *perhaps* if one alternative has no atoms.
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
        let said = match kind {
            Quantifier::Existential => self.some(&claim)?,
            Quantifier::Universal => self.all(&claim)?,
        };
        Some(if is_open { format!("perhaps {said}") } else { said })
    }

    /// *Every man is mortal*, *no man is a stone*, *everything is red*.
    fn all(&self, claim: &Claim) -> Option<String> {
        let [among] = claim.supposition.as_slice() else { return None };
        let denied =
            claim.stage.len() == 1 && claim.stage[0].len() == 1 && claim.stage[0][0].negated;
        let (every, none, that) = match self.is_of_people() {
            true => ("everyone", "nobody", "who"),
            false => ("everything", "nothing", "that"),
        };
        let whole = if denied { none } else { every };
        let subject = match among.as_slice() {
            [] => whole.to_owned(),
            [noun] if !noun.negated && self.is_noun(noun) => {
                let determiner = if denied { "no" } else { "every" };
                format!("{determiner} {}", self.said(&noun.predicate, 1).words)
            }
            more => {
                let [only] = more else { return None };
                format!("{whole} {that} {}", self.verb_phrase(only)?)
            }
        };
        let claims = claim.stage.iter().map(|state| self.verb_phrases(state, denied));
        let claims: Option<Vec<String>> = claims.collect();
        Some(format!("{subject} {}", claims?.join(" or ")))
    }

    fn some(&self, claim: &Claim) -> Option<String> {
        let [state] = claim.stage.as_slice() else { return None };
        if claim.is_conditional() {
            return None;
        }
        let some = if self.is_of_people() { "someone" } else { "something" };
        let noun = state.iter().position(|it| !it.negated && self.is_noun(it));
        let rest = state.iter().enumerate().filter(|(at, _)| Some(*at) != noun);
        let rest: Vec<Literal> = rest.map(|(_, literal)| literal.clone()).collect();
        match noun.and_then(|at| state.get(at)) {
            Some(noun) if rest.is_empty() => Some(format!("{some} {}", self.verb_phrase(noun)?)),
            Some(noun) => {
                let words = self.said(&noun.predicate, 1).words;
                Some(format!("some {words} {}", self.verb_phrases(&rest, false)?))
            }
            None => Some(format!("{some} {}", self.verb_phrases(state, false)?)),
        }
    }

    fn is_noun(&self, literal: &Literal) -> bool {
        let said = self.said(&literal.predicate, literal.arguments.len());
        said.frame == Frame::Is && said.counts
    }

    /// The verb phrases of one subject; with `denied`, each denied once more, for a denial in the
    /// subject.
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

/// A verb phrase of the speaker: *have an ace*, *am tall*, *do not smoke*.
fn in_first_person(phrase: &str) -> String {
    let (verb, rest) = phrase.split_once(' ').unwrap_or((phrase, ""));
    let verb = match verb {
        "is" => "am".to_owned(),
        "does" => "do".to_owned(),
        verb => base(verb),
    };
    format!("{verb} {rest}").trim_end().to_owned()
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
    // A single consequence that repeats the condition has no words of its own. Next to others, it
    // makes them possible.
    if stage.iter().all(Vec::is_empty) {
        return (claim, false);
    }
    claim.stage = stage;
    (claim, true)
}

fn holds(state: &[Literal], condition: &[Literal]) -> bool {
    condition.iter().all(|literal| state.contains(literal))
}
