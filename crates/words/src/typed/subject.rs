//! The subjects of clauses.

use super::dictionary::Frame;
use super::fault::Fault;
use super::items::{Connective, is_name};
use super::mistakes::addressed;
use super::sentence::SentenceReader;
use super::token::TypedToken;
use super::vocabulary::{
    CONCLUDING, DEFINITE, EVERYBODY, EXAMPLE, NO_CONCLUSION, NOBODY, PRONOUNS, SOMEBODY,
    is_function_word,
};
use crate::answer::{FIRST_QUANTIFIER, Formula};
use crate::claim::Term;
use peirast_etr::Quantifier;

/// The subject of a clause.
#[derive(Clone, Debug)]
pub(super) enum ClauseSubject {
    /// One or more, with what joins them.
    Named(Vec<Term>, Connective),
    /// *Every man*, *some man*; `object` is the number of the quantifier.
    Quantified { kind: Quantifier, object: usize, among: Option<Formula> },
    /// *No man*.
    None { object: usize, among: Option<Formula> },
    /// *Not every man*.
    NotAll { object: usize, among: Option<Formula> },
    /// *Only men*: everything that the rest is true of is a man.
    Only { object: usize, among: Formula },
}

impl ClauseSubject {
    /// The formula in which the body is true of this subject.
    pub(super) fn saying(self, body: Formula) -> Formula {
        let quantified = |kind, object, body: Formula| {
            Formula::Quantified(kind, object, Box::new(body.filled(&Term::Object(object))))
        };
        let given = |body: Formula, among: Option<Formula>| match among {
            Some(among) => body.given(among),
            None => body,
        };
        match self {
            ClauseSubject::Named(things, joint) => {
                let all: Vec<Formula> = things.iter().map(|it| body.filled(it)).collect();
                if joint == Connective::Or { Formula::or(all) } else { Formula::and(all) }
            }
            ClauseSubject::Quantified { kind: Quantifier::Universal, object, among } => {
                quantified(Quantifier::Universal, object, given(body, among))
            }
            ClauseSubject::Quantified { kind, object, among } => {
                let all = among.into_iter().chain([body]).collect();
                quantified(kind, object, Formula::and(all))
            }
            ClauseSubject::None { object, among } => {
                quantified(Quantifier::Universal, object, given(body.not(), among))
            }
            ClauseSubject::NotAll { object, among } => {
                quantified(Quantifier::Universal, object, given(body, among)).not()
            }
            ClauseSubject::Only { object, among } => {
                quantified(Quantifier::Universal, object, among.given(body))
            }
        }
    }
}

impl SentenceReader<'_> {
    /// The number of the subject that these words name.
    pub(super) fn subject(&mut self, tokens: &[TypedToken<'_>]) -> Result<usize, Fault> {
        if let [one] = tokens
            && PRONOUNS.contains(&one.low.as_str())
        {
            return self
                .context
                .last
                .ok_or_else(|| Fault::new(one.at, "a name", format!("say who *{}* is", one.low)));
        }
        let low: Vec<&str> = tokens.iter().map(|token| token.low.as_str()).collect();
        let (skip, kind) = match low.as_slice() {
            ["not", "every" | "all" | "each", ..] => (2, "not all"),
            ["all" | "each" | "any", "of", "the", ..] => (3, "every"),
            ["all", "the", ..] => (2, "every"),
            ["every" | "each" | "all" | "any", ..] => (1, "every"),
            ["some", "of", "the", ..] => (3, "some"),
            ["some", ..] => (1, "some"),
            ["none", "of", "the", ..] => (3, "no"),
            ["no", "one", ..] => return self.one(&tokens[2..], "no", tokens),
            ["no", ..] => (1, "no"),
            ["only", ..] => (1, "only"),
            [all, ..] if EVERYBODY.contains(all) => return self.one(&tokens[1..], "every", tokens),
            [some, ..] if SOMEBODY.contains(some) => return self.one(&tokens[1..], "some", tokens),
            [none, ..] if NOBODY.contains(none) => return self.one(&tokens[1..], "no", tokens),
            _ => return self.named(tokens),
        };
        let rest = &tokens[skip..];
        let that = rest.iter().position(|it| matches!(it.low.as_str(), "that" | "who" | "which"));
        let noun = self.noun(&rest[..that.unwrap_or(rest.len())], tokens, true)?;
        let among = self.hole(Frame::Is, &noun.words, noun.counts);
        let among = match that {
            Some(that) => Formula::and(vec![among, self.verb_phrase(&rest[that + 1..])?]),
            None => among,
        };
        self.quantified(kind, Some(among), tokens)
    }

    /// *Everyone*, *something that is red*.
    fn one(
        &mut self,
        rest: &[TypedToken<'_>],
        kind: &str,
        tokens: &[TypedToken<'_>],
    ) -> Result<usize, Fault> {
        let word = tokens.first().map_or("", |token| token.low.as_str());
        self.dictionary.quantifies(!word.ends_with("thing"));
        let among = match rest {
            [] => None,
            [that, rest @ ..] if matches!(that.low.as_str(), "that" | "who" | "which") => {
                Some(self.verb_phrase(rest)?)
            }
            [other, ..] => {
                let help = "write *everything that is red*, *someone who has an ace*";
                return Err(Fault::new(other.at, "*that*, *who* or a verb", help));
            }
        };
        self.quantified(kind, among, tokens)
    }

    fn quantified(
        &mut self,
        kind: &str,
        among: Option<Formula>,
        tokens: &[TypedToken<'_>],
    ) -> Result<usize, Fault> {
        let object = self.fresh(tokens)?;
        let subject = match (kind, among) {
            ("no", among) => ClauseSubject::None { object, among },
            ("not all", among) => ClauseSubject::NotAll { object, among },
            ("only", Some(among)) => ClauseSubject::Only { object, among },
            ("some", among) => {
                ClauseSubject::Quantified { kind: Quantifier::Existential, object, among }
            }
            (_, among) => ClauseSubject::Quantified { kind: Quantifier::Universal, object, among },
        };
        Ok(self.context.add(subject))
    }

    fn named(&mut self, tokens: &[TypedToken<'_>]) -> Result<usize, Fault> {
        let [first, rest @ ..] = tokens else {
            return Err(Fault::new(0, "somebody or something", EXAMPLE));
        };
        if matches!(first.low.as_str(), "a" | "an") {
            let help = "write *every*, *some* or *the* for *a*: *a dog is red* may be said of one \
                        or of all";
            return Err(Fault::new(first.at, "*every*, *some* or *the*", help));
        }
        if CONCLUDING.contains(&first.low.as_str()) {
            let help =
                if rest.is_empty() { "say it in full: *Ben is tall*" } else { NO_CONCLUSION };
            return Err(Fault::new(first.at, "a name", help));
        }
        if let Some(fault) = addressed(tokens) {
            return Err(fault);
        }
        let plain = rest.is_empty() && !is_function_word(&first.low);
        if !is_name(tokens) && !plain {
            let odd = tokens.iter().find(|it| is_function_word(&it.low)).unwrap_or(first);
            let help =
                format!("a subject is a name, or has *the*, *every*, *some* or *no*; {EXAMPLE}");
            return Err(Fault::new(odd.at, "a name", help));
        }
        let term = self.name(tokens);
        Ok(self.context.add(ClauseSubject::Named(vec![term], Connective::And)))
    }

    pub(super) fn name(&mut self, tokens: &[TypedToken<'_>]) -> Term {
        let is_definite = tokens.len() > 1 && !tokens[0].source.is_empty() && {
            let low = tokens[0].low.as_str();
            DEFINITE.contains(&low)
        };
        let words: Vec<&str> = tokens
            .iter()
            .enumerate()
            .map(
                |(at, token)| {
                    if at == 0 && is_definite { token.low.as_str() } else { token.source }
                },
            )
            .collect();
        self.dictionary.thing(&words.join(" "))
    }

    /// The number of another quantifier.
    pub(super) fn fresh(&mut self, tokens: &[TypedToken<'_>]) -> Result<usize, Fault> {
        const MOST: usize = 12;
        self.context.quantifiers += 1;
        if self.context.quantifiers > MOST {
            let at = tokens.first().map_or(0, |token| token.at);
            let help = format!("{MOST} at most are read in a sentence; write several sentences");
            return Err(Fault::new(at, "no more quantifiers", help));
        }
        Ok(FIRST_QUANTIFIER + self.context.quantifiers)
    }
}
