//! Claims about all, none or some of the things, without letters for them.

use super::writer::{Writer, alternative};
use crate::claim::{Claim, Literal, Term};
use crate::error::WordsError;
use crate::role::Role;
use peirast_etr::Quantifier;

impl Writer<'_> {
    /// Writes the claim with *every*, *no* or *some*, if possible.
    ///
    /// *Every card is not red* would be ambiguous, so denials under *every* use the longer form.
    pub(super) fn short(&mut self, claim: &Claim) -> Result<bool, WordsError> {
        let kind = self.vocabulary.kind();
        let one = &kind.one;
        let Some(determiner) = determiner(claim).filter(|_| !one.is_empty()) else {
            return Ok(false);
        };
        self.text.push_str(&format!("{determiner} {one} "));
        if claim.is_conditional() {
            self.text.push_str(kind.relative());
            self.text.push(' ');
            self.verbs(&claim.supposition[0], true)?;
            self.text.push(' ');
        }
        for (at, state) in claim.stage.iter().enumerate() {
            self.text.push_str(alternative(at, claim.stage.len()));
            self.verbs(state, determiner != NO)?;
        }
        Ok(true)
    }

    fn verbs(&mut self, state: &[Literal], denials: bool) -> Result<(), WordsError> {
        for (at, literal) in state.iter().enumerate() {
            if at > 0 {
                self.text.push_str(" and ");
            }
            let not = literal.negated && denials;
            self.text.push_str(if not { "is not " } else { "is " });
            let words = self.vocabulary.entry(Role::Predicate, &literal.predicate)?;
            self.text.push_str(&words.said);
        }
        Ok(())
    }
}

const EVERY: &str = "every";
const NO: &str = "no";
const SOME: &str = "some";

/// Returns the word for the quantifier, if the claim has such a form.
fn determiner(claim: &Claim) -> Option<&'static str> {
    let [kind] = claim.prefix[..] else { return None };
    let speaks_of_it = |literal: &Literal| literal.arguments == [Term::Object(0)];
    let full = |states: &[Vec<Literal>]| states.iter().all(|state| !state.is_empty());
    if !claim.literals().all(speaks_of_it) || !full(&claim.stage) || claim.stage.is_empty() {
        return None;
    }
    let restricted = claim.is_conditional();
    if restricted && !(claim.supposition.len() == 1 && full(&claim.supposition)) {
        return None;
    }
    let denied = claim.stage.iter().flatten().any(|literal| literal.negated);
    let alone = claim.stage.len() == 1 && claim.stage[0].len() == 1;
    match kind {
        Quantifier::Existential => (!restricted).then_some(SOME),
        Quantifier::Universal if !denied => Some(EVERY),
        Quantifier::Universal => alone.then_some(NO),
    }
}

#[cfg(test)]
mod tests {
    use crate::role::Role;
    use crate::vocabulary::{Kind, Vocabulary};

    #[test]
    fn people_are_who_and_things_that() {
        for (one, many, sentence) in [
            ("colleague", "colleagues", "Every colleague who is married is punctual."),
            ("card", "cards", "Every card that is married is punctual."),
        ] {
            let kind = Kind { one: one.to_owned(), many: many.to_owned() };
            let vocabulary = Vocabulary::new(kind)
                .with(Role::Predicate, "P", "punctual")
                .and_then(|words| words.with(Role::Predicate, "M", "married"))
                .expect("words");
            let view = "Ax {P(x)}^{M(x)}".parse().expect("a view");
            assert_eq!(vocabulary.write(&view).as_deref(), Ok(sentence));
        }
    }
}
