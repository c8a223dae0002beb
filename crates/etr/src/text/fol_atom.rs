//! Reading the atoms and terms of first-order logic.

use super::arities::SymbolKind;
use super::fol_reader::FolReader;
use super::marked::{List, Marked};
use super::scanner::{letter, name_byte};
use crate::error::{Error, ParseError};
use crate::lexicon::{Arity, AtomId, FunctionId, Number, TOO_LONG};

impl<'t> FolReader<'t, '_> {
    /// The name that comes next, if there is one.
    pub(super) fn name(&mut self) -> Option<&'t str> {
        let starts = self.scanner.peek().is_some_and(letter);
        starts.then(|| self.scanner.take_while(name_byte))
    }

    /// A name or `==`, which names the identity of its arguments.
    fn symbol(&mut self) -> Option<&'t str> {
        if self.scanner.take("==") { Some("==") } else { self.name() }
    }

    /// An affirmed atom.
    pub(super) fn atom(&mut self, depth: usize) -> Result<AtomId, Error> {
        self.scanner.skip_space();
        let start = self.scanner.offset();
        let Some(name) = self.symbol() else { return self.numeral() };
        if self.own_ways && (name == "do" || name == "DO") {
            let error = self.scanner.error_at(start, "a predicate other than `do`");
            return Err(error.help("first-order logic cannot say what is to be done").into());
        }
        let Some(arguments) = self.applied_to(depth)? else {
            return Err(self.bare(name, start).into());
        };
        self.check_arity(SymbolKind::Predicate, name, arguments.len(), start)?;
        let lexicon = &mut self.engine.lexicon;
        lexicon.marked_atom(name, &arguments, false, &mut self.issues)
    }

    /// A number in place of a formula is, as in PyETR, a proposition of that name.
    fn numeral(&mut self) -> Result<AtomId, Error> {
        let number = !self.own_ways && self.starts_number();
        if !number {
            return Err(self.unexpected("a formula").into());
        }
        let name = self.number()?.to_string();
        self.engine.lexicon.marked_atom(&name, &[], false, &mut self.issues)
    }

    fn bare(&self, name: &str, start: usize) -> ParseError {
        let error = self.scanner.error_at(start, "a formula");
        match self.prefix.find(name) {
            Some(_) => error.help(format!("`{name}` is a variable; formulas need a predicate")),
            None => error.help(format!("write `{name}()` for a proposition")),
        }
    }

    fn check_arity(
        &mut self,
        sort: SymbolKind,
        name: &'t str,
        arity: usize,
        start: usize,
    ) -> Result<(), ParseError> {
        let Some(first) = self.arities.conflict(sort, name, arity) else { return Ok(()) };
        let plural = if first == 1 { "" } else { "s" };
        Err(self
            .scanner
            .error_at(start, format!("`{name}` with {first} argument{plural}"))
            .help(format!("here it has {arity}; a name takes as many arguments everywhere")))
    }

    /// The arguments of the name just read: in brackets, or one without any.
    fn applied_to(&mut self, depth: usize) -> Result<Option<List>, Error> {
        if self.scanner.take("(") {
            return self.arguments(depth).map(Some);
        }
        if !self.starts_operand() {
            return Ok(None);
        }
        let mut list = List::new();
        list.push(self.operand(depth + 1)?);
        Ok(Some(list))
    }

    fn starts_number(&mut self) -> bool {
        match self.scanner.peek() {
            Some(b'-') => !self.scanner.rest().starts_with("->"),
            next => next.is_some_and(|byte| byte.is_ascii_digit()),
        }
    }

    fn starts_operand(&mut self) -> bool {
        let named = self.scanner.peek().is_some_and(letter);
        named || self.starts_number() || self.scanner.rest().starts_with("==")
    }

    /// The rest of `(term, term ...)`.
    fn arguments(&mut self, depth: usize) -> Result<List, Error> {
        let mut list = List::new();
        if self.scanner.take(")") {
            return Ok(list);
        }
        loop {
            list.push(self.term(depth + 1)?);
            if !self.scanner.take(",") {
                self.close("`,` or `)`")?;
                return Ok(list);
            }
        }
    }

    /// A term, perhaps marked.
    fn term(&mut self, depth: usize) -> Result<Marked, Error> {
        let mut term = self.operand(depth)?;
        while self.scanner.take("*") {
            term.star();
        }
        Ok(term)
    }

    fn operand(&mut self, depth: usize) -> Result<Marked, Error> {
        self.check_depth(depth)?;
        if self.scanner.take("(") {
            let term = self.term(depth + 1)?;
            self.close("`)`")?;
            return Ok(term);
        }
        if self.starts_number() {
            let number = self.number()?;
            return Ok(Marked::plain(self.engine.lexicon.number_term(number)));
        }
        if self.own_ways && self.scanner.take("σ") {
            return self.built_in(FunctionId::SUM, depth);
        }
        if self.own_ways && self.scanner.take("x̄") {
            return self.built_in(FunctionId::PRODUCT, depth);
        }
        self.named(depth)
    }

    /// A sum or product as [`Engine::show_fol`](crate::Engine::show_fol) writes them; PyETR
    /// writes them too, and does not read them back.
    fn built_in(&mut self, function: FunctionId, depth: usize) -> Result<Marked, Error> {
        let start = self.scanner.offset();
        if !self.scanner.take("(") {
            return Err(self.scanner.error("`(`").into());
        }
        let arguments = self.arguments(depth)?;
        if function == FunctionId::PRODUCT && arguments.len() != 2 {
            return Err(self.scanner.error_at(start, "two factors").into());
        }
        self.engine.lexicon.apply_marked(function, &arguments)
    }

    fn number(&mut self) -> Result<Number, Error> {
        let start = self.scanner.offset();
        let text = self.scanner.take_number()?;
        let number = self.engine.lexicon.read_number(&text);
        let (expected, help) = TOO_LONG;
        number.ok_or_else(|| self.scanner.error_at(start, expected).help(help).into())
    }

    /// A function of terms, or a variable.
    fn named(&mut self, depth: usize) -> Result<Marked, Error> {
        self.scanner.skip_space();
        let start = self.scanner.offset();
        let name = if self.own_ways { self.name() } else { self.symbol() };
        let Some(name) = name else { return Err(self.unexpected("a term").into()) };
        let Some(arguments) = self.applied_to(depth)? else {
            return self.variable(name, start).map_err(Error::from);
        };
        self.check_arity(SymbolKind::Function, name, arguments.len(), start)?;
        let lexicon = &mut self.engine.lexicon;
        let function = lexicon.intern_function(name, Arity::Fixed(arguments.len() as u32));
        lexicon.apply_marked(function, &arguments)
    }

    fn variable(&mut self, name: &str, start: usize) -> Result<Marked, ParseError> {
        match self.prefix.find(name) {
            Some(object) => Ok(Marked::plain(self.engine.lexicon.object_term(object))),
            None => Err(self
                .scanner
                .error_at(start, format!("a quantifier for `{name}`"))
                .help(format!("write `{name}()` for a constant, or `∀{name}` in front of all"))),
        }
    }
}
