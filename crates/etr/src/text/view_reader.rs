//! Reading views: `Ax Ey {P(x*)Q(y), 0.5=* R(x)}^{S(a())}`.

use super::marked::{List, Marked};
use super::mending;
use super::prefix::Prefix;
use super::scanner::{Scanner, letter, name_byte};
use crate::engine::Engine;
use crate::error::{Error, ParseError};
use crate::interned::{InternedView, Parts};
use crate::issue::{Issue, Issues};
use crate::lexicon::{Arity, AtomId, FunctionId, Lexicon, TermId};
use crate::reading::Numbers;
use crate::relation::Quantifier;
use crate::row;
use crate::stage::StageBuilder;
use crate::states::States;
use crate::weight::{Multiset, NULL, Weight};
use smallvec::SmallVec;

/// Function and do-atom arguments may nest this deep in a text.
const MOST_NESTING: usize = 150;

type Atoms = SmallVec<[AtomId; 8]>;

struct ViewReader<'t, 'e> {
    scanner: Scanner<'t>,
    engine: &'e mut Engine,
    prefix: Prefix<'t>,
    issues: SmallVec<[Issue; 8]>,
    /// Lenient where PyETR is strict or silently wrong.
    own_ways: bool,
}

pub(crate) fn read_view(text: &str, engine: &mut Engine) -> Result<InternedView, Error> {
    let own_ways = engine.reading().numbers == Numbers::Exact;
    let mut reader = ViewReader {
        scanner: Scanner::new(text),
        engine,
        prefix: Prefix::default(),
        issues: SmallVec::new(),
        own_ways,
    };
    reader.view()
}

fn helped(error: ParseError, help: Option<&str>) -> ParseError {
    match help {
        Some(help) => error.help(help),
        None => error,
    }
}

/// Letters of variables: any but the two that quantify.
pub(super) fn variable_byte(byte: u8) -> bool {
    name_byte(byte) && byte != b'A' && byte != b'E'
}

impl<'t> ViewReader<'t, '_> {
    fn lexicon(&mut self) -> &mut Lexicon {
        &mut self.engine.lexicon
    }

    fn expect(&mut self, token: &str) -> Result<(), ParseError> {
        if self.scanner.take(token) {
            return Ok(());
        }
        let error = self.scanner.error(format!("`{token}`"));
        Err(match token {
            "}" | ")" => error.help(format!("every opening bracket needs its `{token}`")),
            "{" => error.help("what is supposed stands in braces, too: `{A()}^{B()}`"),
            "(" => error.help("predicates and constants are written with brackets: `P()`, `a()`"),
            _ => error,
        })
    }

    fn view(&mut self) -> Result<InternedView, Error> {
        self.quantifiers()?;
        if !self.scanner.take("{") {
            let error = self.scanner.error("a quantifier or `{`");
            return Err(error.help(mending::in_front(self.scanner.rest())).into());
        }
        let weighted = self.weighted_states()?;
        let supposition = if self.scanner.take("^") { Some(self.supposition()?) } else { None };
        if !self.scanner.is_done() {
            let what = if supposition.is_some() { "the end" } else { "`^` or the end" };
            let error = self.scanner.error(what);
            return Err(helped(error, mending::behind(self.scanner.rest())).into());
        }
        self.assemble(weighted, supposition)
    }

    fn quantifiers(&mut self) -> Result<(), Error> {
        loop {
            let kind = if self.scanner.take("∀") || self.scanner.take("A") {
                Quantifier::Universal
            } else if self.scanner.take("∃") || self.scanner.take("E") {
                Quantifier::Existential
            } else {
                return Ok(());
            };
            self.scanner.skip_space();
            let start = self.scanner.offset();
            let name = self.variable()?;
            if self.prefix.find(name).is_some() {
                return Err(self
                    .scanner
                    .error_at(start, "a variable that is not quantified yet")
                    .help(format!("`{name}` is quantified twice"))
                    .into());
            }
            self.prefix.bind(kind, name, &mut self.engine.lexicon)?;
        }
    }

    fn variable(&mut self) -> Result<&'t str, ParseError> {
        let start = self.scanner.offset();
        let name = self.scanner.take_while(variable_byte);
        if name.starts_with(|first: char| first.is_ascii_digit()) || name.is_empty() {
            let rest = self.scanner.rest();
            if name.is_empty() && rest.starts_with('(') {
                let error = self.scanner.error_at(start, "a variable");
                return Err(error.help("a view has braces around it: `{A()}`"));
            }
            return Err(self
                .scanner
                .error_at(start, "a variable")
                .help("variables are letters without `A` and `E`, which quantify: `Ax Ey {...}`"));
        }
        Ok(name)
    }

    fn weighted_states(&mut self) -> Result<Vec<(Atoms, Weight)>, Error> {
        let mut states = Vec::new();
        let closes = if self.own_ways { self.scanner.take("}") } else { self.closes_at_once() };
        if closes {
            return Ok(states);
        }
        loop {
            let weight = self.weight()?;
            states.push((self.state()?, weight));
            if !self.scanner.take(",") {
                break;
            }
        }
        self.close_states()?;
        Ok(states)
    }

    /// `{}` without a space between, as PyETR wants it.
    fn closes_at_once(&mut self) -> bool {
        let closes = self.scanner.rest().starts_with('}');
        closes && self.scanner.take("}")
    }

    fn close_states(&mut self) -> Result<(), Error> {
        if self.scanner.take("}") {
            return Ok(());
        }
        let error = self.scanner.error("an atom, `,` or `}`");
        let help = match self.scanner.rest() {
            "" => Some("every opening brace needs its `}`"),
            rest => mending::among_states(rest),
        };
        Err(helped(error, help).into())
    }

    fn supposition(&mut self) -> Result<Vec<Atoms>, Error> {
        self.expect("{")?;
        let mut states = Vec::new();
        if self.scanner.take("}") {
            return Ok(states);
        }
        loop {
            states.push(self.state()?);
            if !self.scanner.take(",") {
                break;
            }
        }
        self.close_states()?;
        Ok(states)
    }

    fn weight(&mut self) -> Result<Weight, Error> {
        let mut multiplicative = Multiset::new();
        let mut additive = Multiset::new();
        let mut sign = self.weight_sign();
        if sign == Some("=*") {
            multiplicative = self.multiset("=*")?;
            sign = self.weight_sign();
        }
        if sign == Some("=+") {
            additive = self.multiset("=+")?;
        }
        Ok(Weight::new(multiplicative, additive))
    }

    /// Which weight sign ends what comes next, if it is a weight and not yet the state.
    fn weight_sign(&mut self) -> Option<&'static str> {
        let bytes = self.scanner.rest().as_bytes();
        let (mut depth, mut at) = (0usize, 0);
        while let Some(byte) = bytes.get(at) {
            match (byte, bytes.get(at + 1)) {
                (b'(', _) => depth += 1,
                (b')', _) => depth = depth.checked_sub(1)?,
                (b',' | b'}' | b'{' | b'^', _) if depth == 0 => return None,
                (b'=', Some(b'=')) => at += 1,
                (b'=', Some(b'*')) if depth == 0 => return Some("=*"),
                (b'=', Some(b'+')) if depth == 0 => return Some("=+"),
                _ => {}
            }
            at += 1;
        }
        None
    }

    fn multiset(&mut self, sign: &str) -> Result<Multiset, Error> {
        let mut terms = Multiset::new();
        if self.own_ways && self.scanner.take(sign) {
            return Ok(terms);
        }
        loop {
            // Terms side by side count as separate ones.
            terms.push(self.term(0)?.term);
            if self.scanner.take(sign) {
                return Ok(terms);
            }
            self.scanner.take("|");
        }
    }

    fn state(&mut self) -> Result<Atoms, Error> {
        let mut atoms = Atoms::new();
        if self.scanner.take("0") {
            return Ok(atoms);
        }
        while let Some(next) = self.scanner.peek() {
            if next != b'~' && next != b'=' && !letter(next) {
                break;
            }
            let atom = self.item()?;
            atoms.push(atom);
        }
        if atoms.is_empty() {
            let error = self.scanner.error("a state: atoms, or `0` for the empty one");
            return Err(helped(error, mending::among_states(self.scanner.rest())).into());
        }
        Ok(atoms)
    }

    /// An atom or do-atom, perhaps negated.
    fn item(&mut self) -> Result<AtomId, Error> {
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
        let arguments = self.arguments(0)?;
        let lexicon = &mut self.engine.lexicon;
        lexicon.marked_atom(name, &arguments, negated, &mut self.issues)
    }

    /// `( term, term ... )`; terms side by side count as separate ones.
    fn arguments(&mut self, depth: usize) -> Result<List, Error> {
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
            if !self.scanner.take(",") && !self.starts_term() {
                let error = self.scanner.error("`,` or `)`");
                let help = match self.scanner.rest().chars().next() {
                    None | Some('}') => Some("every opening bracket needs its `)`"),
                    Some('[' | '{') => Some("arguments stand in round brackets: `f(a())`"),
                    _ => None,
                };
                return Err(helped(error, help).into());
            }
        }
    }

    fn starts_term(&mut self) -> bool {
        match self.scanner.peek() {
            Some(byte) if byte.is_ascii() => {
                name_byte(byte) || matches!(byte, b'(' | b'-' | b'+' | b'*')
            }
            Some(_) => self.scanner.rest().starts_with('σ'),
            None => false,
        }
    }

    fn term(&mut self, depth: usize) -> Result<Marked, Error> {
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
            let arguments = self.arguments(depth)?;
            return self.apply(FunctionId::SUM, arguments);
        }
        if self.scanner.take("**") || self.scanner.take("x̄") {
            return self.prefixed_product(depth);
        }
        match self.scanner.peek() {
            Some(b'(') => self.parenthesized(depth),
            Some(byte) if byte == b'-' || byte.is_ascii_digit() => self.number(),
            Some(byte) if letter(byte) => self.named(depth),
            _ => Err(self.scanner.error("a term").into()),
        }
    }

    fn prefixed_product(&mut self, depth: usize) -> Result<Marked, Error> {
        let start = self.scanner.offset();
        let mut arguments = self.arguments(depth)?;
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
                let error = self.scanner.error_at(start, "a number below 1.8 * 10^308");
                Err(error.help("it has too many digits before the point").into())
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
            let arguments = self.arguments(depth)?;
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

    fn assemble(
        &mut self,
        weighted: Vec<(Atoms, Weight)>,
        supposition: Option<Vec<Atoms>>,
    ) -> Result<InternedView, Error> {
        let width = self.lexicon().width();
        let mut stage = StageBuilder::new(width, &self.engine.limits);
        for (atoms, weight) in weighted {
            stage.add(&row::of(atoms, width), &weight)?;
        }
        let supposition = match supposition {
            None => States::verum(),
            Some(states) => {
                let mut given = StageBuilder::new(width, &self.engine.limits);
                for atoms in states {
                    given.add(&row::of(atoms, width), &NULL)?;
                }
                given.finish().into_states()
            }
        };
        let view = Parts {
            stage: stage.finish(),
            supposition,
            relation: self.prefix.take_relation(),
            issues: Issues::from_pairs(self.issues.iter().copied()),
        };
        self.prefix.check_used(&view, &self.engine.lexicon, self.scanner.text())?;
        Ok(view.into())
    }
}

impl Engine {
    /// Reads a view.
    ///
    /// ```
    /// use peirast_etr::{Engine, Error};
    ///
    /// let mut engine = Engine::default();
    /// let view = engine.read("Ex {King(x*), Ace()}")?;
    /// assert_eq!(engine.show(&view), "∃x {Ace(),King(x*)}");
    ///
    /// let Err(Error::Parse(error)) = engine.read("{Ace(), King}") else { panic!() };
    /// assert_eq!(
    ///     error.to_string(),
    ///     "column 13: expected `(`, found '}'; predicates and constants are written with \
    ///      brackets: `P()`, `a()`"
    /// );
    /// # Ok::<(), Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`Error::Parse`] if the text is no view, or quantifies what occurs nowhere in it, with the
    /// place and, where it can be guessed, how to mend it.
    pub fn read(&mut self, text: &str) -> Result<InternedView, Error> {
        read_view(text, self)
    }
}

impl Engine {
    /// Reads a term that may speak of these arbitrary objects.
    pub(crate) fn read_term(&mut self, text: &str, objects: &[String]) -> Result<TermId, Error> {
        let own_ways = self.reading().numbers == Numbers::Exact;
        let mut reader = ViewReader {
            scanner: Scanner::new(text),
            engine: self,
            prefix: Prefix::default(),
            issues: SmallVec::new(),
            own_ways,
        };
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
