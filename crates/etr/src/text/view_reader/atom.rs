//! Atoms and do-atoms with their arguments.

use super::super::marked::List;
use super::super::mending;
use super::super::scanner::{letter, name_byte};
use super::{Atoms, ViewReader, helped};
use crate::error::{Error, ParseError};
use crate::lexicon::AtomId;

/// The separator of the arguments of a list.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Between {
    /// A comma.
    Commas,
    /// A comma or nothing, as PyETR 1.0.0 has it for predicates, but not for functions.
    CommasOrNothing,
}

impl<'t> ViewReader<'t, '_> {
    /// An atom or do-atom, perhaps negated.
    pub(super) fn item(&mut self) -> Result<AtomId, Error> {
        let negated = self.scanner.take("~");
        self.scanner.skip_space();
        let start = self.scanner.offset();
        let name = self.predicate_name()?;
        if name != "do" && name != "DO" {
            return self.atom(name, negated);
        }
        self.expect("(")?;
        let mut inner = Atoms::new();
        while !self.scanner.take(")") {
            let negated = self.scanner.take("~");
            let name = self.predicate_name()?;
            if name == "do" || name == "DO" {
                let error = self.scanner.error_at(start, "do-atoms that hold ordinary atoms only");
                return Err(error.help("`do` cannot stand inside `do`").into());
            }
            inner.push(self.atom(name, negated)?);
        }
        let atom = self.lexicon().intern_do(&inner);
        Ok(if negated { atom.negated() } else { atom })
    }

    fn predicate_name(&mut self) -> Result<&'t str, ParseError> {
        if self.scanner.take("==") {
            return Ok("==");
        }
        self.scanner.skip_space();
        if !self.scanner.rest().as_bytes().first().is_some_and(|byte| letter(*byte)) {
            let error = self.scanner.error("a predicate");
            let help = match self.scanner.rest().chars().next() {
                Some('~') => Some("two negations cancel out: leave out both"),
                Some('(' | '0') => Some("what can be negated are atoms: `~A()`"),
                _ => mending::among_states(self.scanner.rest()),
            };
            return Err(helped(error, help));
        }
        Ok(self.scanner.take_while(name_byte))
    }

    /// The rest of an atom whose predicate has been read.
    fn atom(&mut self, name: &str, negated: bool) -> Result<AtomId, Error> {
        let between = if self.own_ways { Between::Commas } else { Between::CommasOrNothing };
        let arguments = self.arguments(0, between)?;
        let lexicon = &mut self.engine.lexicon;
        lexicon.marked_atom(name, &arguments, negated, &mut self.issues)
    }

    /// The error after an argument that neither a comma nor a bracket follows.
    fn unseparated(&mut self) -> ParseError {
        let another = self.starts_term();
        let error = self.scanner.error("`,` or `)`");
        let help = match self.scanner.rest().chars().next() {
            None | Some('}') => Some("every opening bracket needs its `)`"),
            Some('[' | '{') => Some("arguments stand in round brackets: `f(a())`"),
            Some('+') => Some("a sum is written in front: `++(a(),b())`"),
            _ if another => Some("arguments are separated by commas: `P(a(),b())`"),
            _ => None,
        };
        helped(error, help)
    }

    /// `( term, term ... )`.
    pub(super) fn arguments(&mut self, depth: usize, between: Between) -> Result<List, Error> {
        self.expect("(")?;
        let mut list = List::new();
        if self.scanner.take(")") {
            return Ok(list);
        }
        loop {
            list.push(self.term(depth + 1)?);
            if self.scanner.take(")") {
                return Ok(list);
            }
            let goes_on = between == Between::CommasOrNothing && self.starts_term();
            if !self.scanner.take(",") && !goes_on {
                return Err(self.unseparated().into());
            }
        }
    }
}
