//! Sentences of the written language as claims.

use super::tokens::{PlainToken, tokens};
use super::{ABSURDITY, IDENTICAL, Lexis, TAUTOLOGY, letter};
use crate::claim::{Claim, Literal, Term};
use crate::error::WordsError;
use crate::role::Role;
use crate::vocabulary::Vocabulary;
use peirast_etr::{IDENTITY, Quantifier, View};

impl Vocabulary {
    /// Returns the view of a sentence of the written language: the one for which
    /// [`write`](Vocabulary::write) made it, without issues.
    ///
    /// This accepts only the written language, word for word except for capitals.
    /// [`read_answer`](Vocabulary::read_answer) reads texts of people and models.
    ///
    /// ```
    /// use peirast_words::{Role, Vocabulary};
    ///
    /// let vocabulary = Vocabulary::default().with(Role::Predicate, "P", "red")?;
    /// let view = vocabulary.read("For every thing X, there is some thing Y such that if X is red, \
    ///                             then Y is not red.")?;
    /// assert!(view.equivalent(&"Ax Ey {~P(y)}^{P(x)}".parse()?)?);
    /// let error = vocabulary.read("Every thing is blue.").expect_err("no such word");
    /// assert_eq!(error.to_string(), "at byte 15: expected a predicate, found \"blue\"");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`WordsError::Sentence`] with the position of the first violation; [`WordsError::View`] if a
    /// letter is introduced and never used.
    pub fn read(&self, text: &str) -> Result<View, WordsError> {
        let tokens = tokens(text);
        let lexis = Lexis::new(self);
        let one = self.kind().one.as_str();
        let mut reader = Reader { one, lexis, tokens, at: 0, end: text.len(), bound: Vec::new() };
        let claim = reader.sentence()?;
        reader.expect(".", "a full stop")?;
        if reader.at < reader.tokens.len() {
            return Err(reader.fault("the end"));
        }
        claim.view()
    }
}

struct Reader<'v, 't> {
    one: &'v str,
    lexis: Lexis<'v>,
    tokens: Vec<PlainToken<'t>>,
    at: usize,
    end: usize,
    bound: Vec<String>,
}

type Read<T> = Result<T, WordsError>;
type States = Vec<Vec<Literal>>;

impl Reader<'_, '_> {
    fn sentence(&mut self) -> Read<Claim> {
        if self.take("every") {
            return self.every();
        }
        if self.take("some") {
            return self.some();
        }
        if self.take("no") {
            return self.none();
        }
        self.framed()
    }

    fn every(&mut self) -> Read<Claim> {
        let supposition = self.restriction()?;
        let stage = self.either(Self::verbs)?;
        Ok(Claim { prefix: vec![Quantifier::Universal], supposition, stage })
    }

    /// Without a restriction: *some card that is red is square* supposes nothing.
    fn some(&mut self) -> Read<Claim> {
        self.kind()?;
        let stage = self.either(Self::verbs)?;
        Ok(Claim { prefix: vec![Quantifier::Existential], supposition: vec![Vec::new()], stage })
    }

    fn none(&mut self) -> Read<Claim> {
        let supposition = self.restriction()?;
        let stage = vec![vec![self.verb()?.denied()]];
        Ok(Claim { prefix: vec![Quantifier::Universal], supposition, stage })
    }

    /// *card that is red and is not square*
    fn restriction(&mut self) -> Read<States> {
        self.kind()?;
        let restricted = self.take("that") || self.take("who");
        Ok(vec![if restricted { self.verbs()? } else { Vec::new() }])
    }

    fn verbs(&mut self) -> Read<Vec<Literal>> {
        let mut verbs = vec![self.verb()?];
        while self.take("and") {
            verbs.push(self.verb()?);
        }
        Ok(verbs)
    }

    fn verb(&mut self) -> Read<Literal> {
        self.expect("is", "`is`")?;
        let negated = self.take("not");
        let predicate = self.name(Role::Predicate).ok_or_else(|| self.fault("a predicate"))?;
        Ok(Literal { negated, predicate, arguments: vec![Term::Object(0)] })
    }

    fn framed(&mut self) -> Read<Claim> {
        let mut prefix = Vec::new();
        loop {
            if self.take(if self.one.is_empty() { "for all" } else { "for every" }) {
                self.letter()?;
                self.expect(",", "a comma")?;
                prefix.push(Quantifier::Universal);
            } else if self.take("there is some") {
                self.letter()?;
                self.expect("such that", "`such that`")?;
                prefix.push(Quantifier::Existential);
            } else {
                break;
            }
        }
        let mut supposition = vec![Vec::new()];
        if self.take("if") {
            supposition = self.states()?;
            self.expect(", then", "`, then`")?;
        }
        Ok(Claim { prefix, supposition, stage: self.states()? })
    }

    /// A kind and the letter for one of it.
    fn letter(&mut self) -> Read<()> {
        self.kind()?;
        let letter = letter(self.bound.len());
        self.expect(&letter, "the next letter of X, Y, Z, W, V, U")?;
        self.bound.push(letter);
        Ok(())
    }

    fn states(&mut self) -> Read<States> {
        if self.take(ABSURDITY) {
            return Ok(Vec::new());
        }
        self.either(Self::state)
    }

    fn either(&mut self, part: fn(&mut Self) -> Read<Vec<Literal>>) -> Read<States> {
        if !self.take("either") {
            return Ok(vec![part(self)?]);
        }
        let mut states = vec![part(self)?];
        self.expect(", or", "`, or`")?;
        states.push(part(self)?);
        while self.take(", or") {
            states.push(part(self)?);
        }
        Ok(states)
    }

    fn state(&mut self) -> Read<Vec<Literal>> {
        if self.take(TAUTOLOGY) {
            return Ok(Vec::new());
        }
        let both = self.take("both");
        let mut state = vec![self.clause()?];
        if both && !self.is_next("and") {
            return Err(self.fault("`and`"));
        }
        while self.take("and") {
            let before = state.last().and_then(|literal| literal.arguments.first()).cloned();
            state.push(match before {
                Some(subject) if self.is_next("is") => self.said_of(subject)?,
                _ => self.clause()?,
            });
        }
        Ok(state)
    }

    fn clause(&mut self) -> Read<Literal> {
        if let Some((entry, words)) = self.lexis.find(Role::Fact, self.words()) {
            let (negated, predicate) = (entry.denial, entry.name.to_owned());
            self.at += words;
            return Ok(Literal { negated, predicate, arguments: Vec::new() });
        }
        let subject = self.term()?;
        self.said_of(subject)
    }

    /// Parses the predicate of a named subject.
    fn said_of(&mut self, subject: Term) -> Read<Literal> {
        self.expect("is", "`is`")?;
        let negated = self.take("not");
        if self.take(IDENTICAL) {
            let arguments = vec![subject, self.term()?];
            return Ok(Literal { negated, predicate: IDENTITY.to_owned(), arguments });
        }
        if let Some(predicate) = self.name(Role::Relation) {
            return Ok(Literal { negated, predicate, arguments: vec![subject, self.term()?] });
        }
        let predicate = self.name(Role::Predicate).ok_or_else(|| self.fault("a predicate"))?;
        Ok(Literal { negated, predicate, arguments: vec![subject] })
    }

    fn term(&mut self) -> Read<Term> {
        let next = self.tokens.get(self.at).map(|token| token.text);
        if let Some(object) = self.bound.iter().position(|letter| Some(letter.as_str()) == next) {
            self.at += 1;
            return Ok(Term::Object(object));
        }
        let name = self.name(Role::Object).ok_or_else(|| self.fault("a clause"))?;
        Ok(Term::Constant(name))
    }

    fn name(&mut self, role: Role) -> Option<String> {
        let (entry, words) = self.lexis.find(role, self.words())?;
        let name = entry.name.to_owned();
        self.at += words;
        Some(name)
    }

    fn kind(&mut self) -> Read<()> {
        let one = self.one;
        self.expect(one, "what the things are")
    }

    fn words(&self) -> impl Iterator<Item = &str> + Clone {
        self.tokens[self.at..].iter().map(|token| token.text)
    }

    /// Returns the number of tokens of `text`, if it is next.
    fn ahead(&self, text: &str) -> Option<usize> {
        let mut words = self.words();
        let mut count = 0;
        for wanted in tokens(text) {
            let found = words.next()?;
            // Letters are distinguished from words by their case.
            let same = match wanted.text.len() {
                1..=2 => wanted.text == found || wanted.text == found.to_lowercase(),
                _ => wanted.text.to_lowercase() == found.to_lowercase(),
            };
            if !same {
                return None;
            }
            count += 1;
        }
        Some(count)
    }

    fn is_next(&self, text: &str) -> bool {
        self.ahead(text).is_some()
    }

    fn take(&mut self, text: &str) -> bool {
        let ahead = self.ahead(text);
        self.at += ahead.unwrap_or(0);
        ahead.is_some()
    }

    fn expect(&mut self, text: &str, what: &'static str) -> Read<()> {
        if self.take(text) { Ok(()) } else { Err(self.fault(what)) }
    }

    fn fault(&self, expected: &'static str) -> WordsError {
        let next = self.tokens.get(self.at);
        let at = next.map_or(self.end, |token| token.at);
        let clip = |text: &str| text.chars().take(40).collect::<String>();
        let found = next.map_or("the end".to_owned(), |next| format!("{:?}", clip(next.text)));
        WordsError::Sentence { at, expected, found }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_before_clauses_is_read_and_not_written() {
        let vocabulary = Vocabulary::default()
            .with(Role::Object, "a", "the ace")
            .and_then(|it| it.with(Role::Object, "k", "the king"))
            .and_then(|it| it.with(Role::Predicate, "P", "red"))
            .and_then(|it| it.with(Role::Predicate, "Q", "square"))
            .expect("words");
        for (view, old, new) in [
            (
                "{P(a())P(k()),~P(k())}",
                "Either both the ace is red and the king is red, or the king is not red.",
                "Either the ace is red and the king is red, or the king is not red.",
            ),
            (
                "{~P(a())P(k())}^{P(a())~P(k())}",
                "If both the ace is red and the king is not red, then both the ace is not red and \
                 the king is red.",
                "If the ace is red and the king is not red, then the ace is not red and the king is \
                 red.",
            ),
            (
                "{P(a())~Q(a())P(k())}",
                "The ace is red and the ace is not square and the king is red.",
                "The ace is red and is not square and the king is red.",
            ),
        ] {
            let view: View = view.parse().expect("a view");
            assert_eq!(vocabulary.write(&view).expect("a sentence"), new);
            for text in [old, new] {
                let read = vocabulary.read(text).expect("a view");
                assert!(read.equivalent(&view).expect("views"), "{text}");
            }
        }
    }

    #[test]
    fn faults_say_where_and_what() {
        let vocabulary = Vocabulary::default()
            .with(Role::Object, "a", "the ace")
            .and_then(|it| it.with(Role::Predicate, "P", "red"))
            .expect("words");
        for (text, fault) in [
            ("", "at byte 0: expected a clause, found the end"),
            ("The ace is red", "at byte 14: expected a full stop, found the end"),
            ("The ace is red. So", "at byte 16: expected the end, found \"So\""),
            ("Either the ace is red.", "at byte 21: expected `, or`, found \".\""),
            ("Both the ace is red.", "at byte 19: expected `and`, found \".\""),
            ("Every card is red.", "at byte 6: expected what the things are, found \"card\""),
            ("For every thing Y, Y is red.", "at byte 16: expected the next letter"),
            ("If the ace is red then the ace is red.", "at byte 18: expected `, then`"),
            ("X is red.", "at byte 0: expected a clause, found \"X\""),
        ] {
            let error = vocabulary.read(text).expect_err("not in the language").to_string();
            assert!(error.starts_with(fault), "{text}: {error}");
        }
    }
}
