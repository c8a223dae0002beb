//! Reading views: `Ax Ey {P(x*)Q(y), 0.5=* R(x)}^{S(a())}`.

mod atom;
mod term;

use super::mending;
use super::prefix::Prefix;
use super::scanner::{Scanner, letter, name_byte};
use crate::engine::Engine;
use crate::error::{Error, ParseError};
use crate::interned::{InternedView, Parts};
use crate::issue::{Issue, Issues};
use crate::lexicon::{Atoms, Lexicon};
use crate::reading::Numbers;
use crate::relation::Quantifier;
use crate::row;
use crate::stage::StageBuilder;
use crate::states::States;
use crate::weight::{Multiset, NULL, Weight};
use smallvec::SmallVec;

struct ViewReader<'t, 'e> {
    scanner: Scanner<'t>,
    engine: &'e mut Engine,
    prefix: Prefix<'t>,
    issues: SmallVec<[Issue; 8]>,
    /// Lenient where PyETR is strict or silently wrong.
    own_ways: bool,
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

impl<'t, 'e> ViewReader<'t, 'e> {
    fn new(text: &'t str, engine: &'e mut Engine) -> Self {
        let own_ways = engine.reading().numbers == Numbers::Exact;
        ViewReader {
            scanner: Scanner::new(text),
            engine,
            prefix: Prefix::default(),
            issues: SmallVec::new(),
            own_ways,
        }
    }
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
            let before = self.scanner.text()[..start].trim();
            if rest.is_empty() && matches!(before, "A" | "E") {
                let error = self.scanner.error_at(start, "a variable");
                return Err(error.help(mending::in_front(before)));
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

    /// The weight sign that ends the next part, if that is a weight and not yet the state.
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
            terms.push(self.term(0)?.term);
            if self.scanner.take(sign) {
                return Ok(terms);
            }
            // In PyETR terms side by side count as separate ones.
            if !self.scanner.take("|") && self.own_ways {
                let error = self.scanner.error(format!("`|` or `{sign}`"));
                return Err(error.help("the terms of a weight are separated by `|`").into());
            }
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

    fn assemble(
        &mut self,
        weighted: Vec<(Atoms, Weight)>,
        supposition: Option<Vec<Atoms>>,
    ) -> Result<InternedView, Error> {
        let width = self.lexicon().width();
        let mut stage = StageBuilder::new(width, &self.engine.limits);
        for (atoms, weight) in weighted {
            stage.add(&row::from_atoms(atoms, width), &weight)?;
        }
        let supposition = match supposition {
            None => States::verum(),
            Some(states) => {
                let mut given = StageBuilder::new(width, &self.engine.limits);
                for atoms in states {
                    given.add(&row::from_atoms(atoms, width), &NULL)?;
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
    /// [`Error::Parse`] if the text is no view, or quantifies a variable that does not occur in it,
    /// with the place and, if it can be guessed, the repair.
    pub fn read(&mut self, text: &str) -> Result<InternedView, Error> {
        ViewReader::new(text, self).view()
    }
}
