//! Reads and writes drafts as view strings.

use crate::draft::{Draft, DraftLiteral, DraftState, DraftTerm};
use crate::error::Error;
use peirast_etr::Quantifier;
use std::fmt::{self, Write};
use std::iter::Peekable;
use std::str::{Chars, FromStr};

impl fmt::Display for Draft {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (quantifier, object) in &self.prefix {
            let sign = if *quantifier == Quantifier::Universal { '∀' } else { '∃' };
            write!(f, "{sign}{} ", small(*object))?;
        }
        write_states(&self.stage, f)?;
        if !self.supposition.is_empty() {
            f.write_char('^')?;
            write_states(&self.supposition, f)?;
        }
        Ok(())
    }
}

fn write_states(states: &[DraftState], f: &mut fmt::Formatter<'_>) -> fmt::Result {
    f.write_char('{')?;
    for (at, state) in states.iter().enumerate() {
        if at > 0 {
            f.write_char(',')?;
        }
        if state.is_empty() {
            f.write_char('0')?;
        }
        state.iter().try_for_each(|literal| write!(f, "{literal}"))?;
    }
    f.write_char('}')
}

impl fmt::Display for DraftLiteral {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.negated {
            f.write_char('~')?;
        }
        f.write_char(char::from(b'A' + self.predicate))?;
        f.write_char('(')?;
        match self.term {
            DraftTerm::Constant(letter) => {
                f.write_char(small(letter))?;
                f.write_str("()")?;
            }
            DraftTerm::Object(letter) => f.write_char(small(letter))?,
        }
        f.write_str(if self.marked { "*)" } else { ")" })
    }
}

fn small(letter: u8) -> char {
    char::from(b'a' + letter)
}

impl FromStr for Draft {
    type Err = Error;

    fn from_str(text: &str) -> Result<Draft, Error> {
        let refused = |reason| Error::Structure { view: text.to_owned(), reason };
        let draft = Reader { text: text.chars().peekable() }.draft().map_err(refused)?.tidied();
        if !draft.is_well_formed() {
            return Err(refused("it says nothing, or an object is not quantified just once"));
        }
        Ok(draft)
    }
}

struct Reader<'t> {
    text: Peekable<Chars<'t>>,
}

type Read<T> = Result<T, &'static str>;

impl Reader<'_> {
    fn draft(&mut self) -> Read<Draft> {
        let mut draft = Draft::default();
        loop {
            let quantifier = match self.next() {
                Some('A' | '∀') => Quantifier::Universal,
                Some('E' | '∃') => Quantifier::Existential,
                Some('{') => break,
                _ => return Err("a quantifier or `{` was expected"),
            };
            draft.prefix.push((quantifier, self.letter('a')?));
        }
        draft.stage = self.states()?;
        match self.next() {
            None => return Ok(draft),
            Some('^') if self.next() == Some('{') => draft.supposition = self.states()?,
            _ => return Err("`^{` or the end was expected"),
        }
        match self.next() {
            None => Ok(draft),
            Some(_) => Err("the end was expected"),
        }
    }

    /// The next character that is not a space.
    fn next(&mut self) -> Option<char> {
        self.text.by_ref().find(|one| !one.is_whitespace())
    }

    fn peek(&mut self) -> Option<char> {
        while self.text.next_if(|one| one.is_whitespace()).is_some() {}
        self.text.peek().copied()
    }

    fn letter(&mut self, first: char) -> Read<u8> {
        let letter = self.next().and_then(|one| u8::try_from(one).ok());
        let number = letter.and_then(|letter| letter.checked_sub(first as u8));
        number.filter(|number| *number < 26).ok_or("names are single letters")
    }

    /// Reads states up to the closing brace.
    fn states(&mut self) -> Read<Vec<DraftState>> {
        let mut states = Vec::new();
        loop {
            states.push(self.state()?);
            match self.next() {
                Some(',') => {}
                Some('}') => return Ok(states),
                _ => return Err("`,` or `}` was expected"),
            }
        }
    }

    fn state(&mut self) -> Read<DraftState> {
        let mut state = DraftState::new();
        while let Some(one) = self.peek().filter(|one| !matches!(one, ',' | '}')) {
            if one == '0' && state.is_empty() {
                self.next();
                return Ok(state);
            }
            state.push(self.literal()?);
        }
        Ok(state)
    }

    fn literal(&mut self) -> Read<DraftLiteral> {
        let negated = self.peek() == Some('~') && self.next().is_some();
        let predicate = self.letter('A')?;
        if self.next() != Some('(') {
            return Err("a predicate takes one term in brackets");
        }
        let letter = self.letter('a')?;
        let mut term = DraftTerm::Object(letter);
        if self.peek() == Some('(') {
            self.next();
            if self.next() != Some(')') {
                return Err("a constant takes no arguments");
            }
            term = DraftTerm::Constant(letter);
        }
        let marked = self.peek() == Some('*') && self.next().is_some();
        if self.next() != Some(')') {
            return Err("a predicate takes one term in brackets");
        }
        Ok(DraftLiteral { predicate, term, negated, marked })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_reads_the_same() {
        for text in
            ["{A(a())}", "∀x ∃y {A(x*)~B(y),C(a()*)}^{~B(y),C(a()*)D(x)}", "∃x {0,A(x)}^{B(x())}"]
        {
            let draft = Reader { text: text.chars().peekable() }.draft().expect("a draft");
            assert_eq!(draft.to_string(), text);
        }
    }

    #[test]
    fn what_cannot_be_mutated_is_refused() {
        for text in
            ["", "{}", "{A()}", "{A(x)}", "Ax Ex {A(x)}", "{A(f(a()))}", "{A(a())} {", "{Ab(a())}"]
        {
            let error = text.parse::<Draft>().expect_err(text).to_string();
            assert!(error.contains("cannot be mutated"), "{error}");
        }
    }
}
