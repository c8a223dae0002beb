//! Terms: variables, functions, numbers, sums and products.

use super::super::marked::{List, Marked};
use super::super::mending;
use super::super::scanner::{letter, name_byte};
use super::ViewReader;
use super::atom::Between;
use super::helped;
use crate::engine::Engine;
use crate::error::Error;
use crate::lexicon::{Arity, FunctionId, TOO_LONG, TermId};
use crate::relation::Quantifier;
use smallvec::SmallVec;

/// Arguments may nest this deep in a text.
const MOST_NESTING: usize = 150;

impl ViewReader<'_, '_> {
    pub(super) fn term(&mut self, depth: usize) -> Result<Marked, Error> {
        if depth > MOST_NESTING {
            let help = format!("terms may nest {MOST_NESTING} deep");
            return Err(self.scanner.error("no deeper nesting").help(help).into());
        }
        let mut term = self.factor(depth)?;
        let mut factors = 1;
        loop {
            let before = self.scanner.offset();
            let starred = self.scanner.take("***");
            let times = starred || self.scanner.take("**") || self.takes_sign("x̄");
            if !times {
                break;
            }
            if !self.starts_factor() {
                // `x()**` is read like `x()*`.
                self.scanner.go_to(before);
                self.scanner.take("**");
                term.star();
                return Ok(term);
            }
            if starred {
                term.star();
            }
            let right = self.factor(depth)?;
            factors += 1;
            if factors <= 2 || self.own_ways {
                term = self.apply(FunctionId::PRODUCT, SmallVec::from_vec(vec![term, right]))?;
            }
        }
        if self.scanner.take("*") {
            term.star();
        }
        Ok(term)
    }

    fn takes_sign(&mut self, sign: &str) -> bool {
        let before = self.scanner.offset();
        if self.scanner.take(sign) && self.scanner.peek() != Some(b'(') {
            return true;
        }
        self.scanner.go_to(before);
        false
    }

    fn starts_factor(&mut self) -> bool {
        match self.scanner.peek() {
            Some(b'*') => self.scanner.rest().starts_with("**("),
            Some(_) => self.starts_term(),
            None => false,
        }
    }

    fn factor(&mut self, depth: usize) -> Result<Marked, Error> {
        if self.scanner.take("++") || self.scanner.take("σ") {
            let arguments = self.arguments(depth, Between::Commas)?;
            return self.apply(FunctionId::SUM, arguments);
        }
        if self.scanner.take("**") || self.scanner.take("x̄") {
            return self.prefixed_product(depth);
        }
        match self.scanner.peek() {
            Some(b'(') => self.parenthesized(depth),
            Some(byte) if byte == b'-' || byte.is_ascii_digit() => self.number(),
            Some(byte) if letter(byte) => self.named(depth),
            _ => {
                let error = self.scanner.error("a term");
                Err(helped(error, mending::among_terms(self.scanner.rest())).into())
            }
        }
    }

    fn prefixed_product(&mut self, depth: usize) -> Result<Marked, Error> {
        let start = self.scanner.offset();
        let mut arguments = self.arguments(depth, Between::Commas)?;
        if arguments.len() > 2 && !self.own_ways {
            arguments.truncate(2);
        }
        if arguments.len() != 2 {
            return Err(self.scanner.error_at(start, "two factors").into());
        }
        self.apply(FunctionId::PRODUCT, arguments)
    }

    fn parenthesized(&mut self, depth: usize) -> Result<Marked, Error> {
        self.expect("(")?;
        let term = self.term(depth + 1)?;
        self.expect(")")?;
        Ok(term)
    }

    fn number(&mut self) -> Result<Marked, Error> {
        let start = self.scanner.offset();
        let text = self.scanner.take_number()?;
        let number = self.lexicon().read_number(&text);
        match number {
            Some(number) => Ok(Marked::plain(self.lexicon().number_term(number))),
            None => {
                let (expected, help) = TOO_LONG;
                Err(self.scanner.error_at(start, expected).help(help).into())
            }
        }
    }

    /// A function application, or a variable.
    fn named(&mut self, depth: usize) -> Result<Marked, Error> {
        let start = self.scanner.offset();
        let name = self.scanner.take_while(name_byte);
        // A combining macron right after a bare `x` is the product sign.
        if self.scanner.rest().starts_with('\u{304}') {
            return Err(self.scanner.error_at(start, "a term").into());
        }
        if self.scanner.peek() == Some(b'(') {
            let arguments = self.arguments(depth, Between::Commas)?;
            let arity = Arity::Fixed(arguments.len() as u32);
            let function = self.lexicon().intern_function(name, arity);
            return self.apply(function, arguments);
        }
        if name.contains(['A', 'E']) {
            let error = self.scanner.error(format!("`(` after `{name}`"));
            let help = "constants have brackets, `ace()`, and variables no capital `A` or `E`";
            return Err(error.help(help).into());
        }
        self.scanner.go_to(start);
        let name = self.variable()?;
        match self.prefix.find(name) {
            Some(object) => Ok(Marked::plain(self.lexicon().object_term(object))),
            None => Err(self
                .scanner
                .error_at(start, format!("a quantifier for `{name}`"))
                .help(format!("write `{name}()` for a constant, or `A{name}` in front of the view"))
                .into()),
        }
    }

    fn apply(&mut self, function: FunctionId, arguments: List) -> Result<Marked, Error> {
        self.lexicon().apply_marked(function, &arguments)
    }

    pub(super) fn starts_term(&mut self) -> bool {
        match self.scanner.peek() {
            Some(byte) if byte.is_ascii() => {
                name_byte(byte) || matches!(byte, b'(' | b'-' | b'+' | b'*')
            }
            Some(_) => self.scanner.rest().starts_with('σ'),
            None => false,
        }
    }
}

impl Engine {
    /// Reads a term that may speak of these arbitrary objects.
    pub(crate) fn read_term(&mut self, text: &str, objects: &[String]) -> Result<TermId, Error> {
        let mut reader = ViewReader::new(text, self);
        for name in objects {
            reader.prefix.bind(Quantifier::Existential, name, &mut reader.engine.lexicon)?;
        }
        let term = reader.term(0)?.term;
        if !reader.scanner.is_done() {
            return Err(reader.scanner.error("the end").into());
        }
        Ok(term)
    }
}
