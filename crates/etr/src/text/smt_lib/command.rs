//! The commands of a script: declarations and assertions.

use super::definition::{self, Definition};
use super::evaluation::Evaluation;
use super::expression::Expression;
use super::formula::FormulaId;
use crate::engine::Engine;
use crate::error::{Error, ParseError};

/// Commands that ask a solver something or set it up, with the least and the greatest number of
/// operands; to what is asserted they make no difference.
const WITHOUT_EFFECT: [(&str, usize, usize); 16] = [
    ("set-logic", 1, 1),
    ("set-info", 1, 2),
    ("set-option", 1, 2),
    ("check-sat", 0, 0),
    ("check-sat-assuming", 1, 1),
    ("get-assertions", 0, 0),
    ("get-assignment", 0, 0),
    ("get-info", 1, 1),
    ("get-model", 0, 0),
    ("get-option", 1, 1),
    ("get-proof", 0, 0),
    ("get-unsat-assumptions", 0, 0),
    ("get-unsat-core", 0, 0),
    ("get-value", 1, 1),
    ("echo", 1, 1),
    ("exit", 0, 0),
];

fn is_without_effect(word: &str, operands: usize) -> bool {
    let fits = |&(name, least, most): &(&str, usize, usize)| {
        name == word && (least..=most).contains(&operands)
    };
    WITHOUT_EFFECT.iter().any(fits)
}

/// A script being carried out.
pub(super) struct Script<'x, 't, 'e> {
    pub(super) evaluation: Evaluation<'x, 't, 'e>,
    pub(super) assertions: Vec<FormulaId>,
    /// The number of assertions at each `push`.
    pushed: Vec<usize>,
}

impl<'x, 't, 'e> Script<'x, 't, 'e> {
    /// Carries out all commands of a script.
    pub(super) fn run(
        commands: &'x [Expression<'t>],
        text: &'t str,
        engine: &'e mut Engine,
    ) -> Result<Self, Error> {
        let mut script = Script {
            evaluation: Evaluation::new(text, engine),
            assertions: Vec::new(),
            pushed: Vec::new(),
        };
        for command in commands {
            script.command(command)?;
        }
        Ok(script)
    }

    fn error(&self, at: usize, expected: impl Into<String>) -> ParseError {
        self.evaluation.error(at, expected)
    }

    fn command(&mut self, command: &'x Expression<'t>) -> Result<(), Error> {
        let parts = command.list().and_then(<[_]>::split_first);
        let Some((head, operands)) = parts else {
            return Err(self.error(command.at, "a command in brackets").into());
        };
        match (head.word(), operands) {
            (Some("assert"), [formula]) => {
                let formula = self.evaluation.formula(formula, 1)?;
                self.assertions.push(formula);
                Ok(())
            }
            (Some("declare-sort"), [name, parameters]) => self.declare_sort(name, parameters),
            (Some("define-sort"), [name, parameters, sort]) => {
                self.define_sort(name, parameters, sort)
            }
            (Some("declare-const"), [name, sort]) => self.declare(name, &[], sort),
            (Some("declare-fun"), [name, places, sort]) => match places.list() {
                Some(places) => self.declare(name, places, sort),
                None => Err(self.error(places.at, "the sorts of the arguments: `(U U)`").into()),
            },
            (Some("define-fun"), [name, parameters, sort, body]) => {
                self.define(name, parameters, sort, body)
            }
            (Some("push"), levels) => self.push(levels, head.at),
            (Some("pop"), levels) => self.pop(levels, head.at),
            (Some("reset-assertions"), []) => {
                self.assertions.clear();
                self.pushed.clear();
                Ok(())
            }
            (Some("reset"), []) => {
                self.reset();
                Ok(())
            }
            (Some(word), operands) if is_without_effect(word, operands.len()) => Ok(()),
            (Some(word), _) => Err(self.unknown(word, head.at).into()),
            (None, _) => Err(self.error(head.at, "the name of a command").into()),
        }
    }

    fn unknown(&self, word: &str, at: usize) -> ParseError {
        let form = match word {
            "assert" => "`(assert formula)`",
            "declare-sort" => "`(declare-sort U 0)`",
            "define-sort" => "`(define-sort V () U)`",
            "declare-const" => "`(declare-const a U)`",
            "declare-fun" => "`(declare-fun P (U) Bool)`",
            "define-fun" => "`(define-fun f ((x U)) Bool (P x))`",
            "reset" | "reset-assertions" => "nothing after this command's name",
            _ if WITHOUT_EFFECT.iter().any(|known| known.0 == word) => {
                "this command with as many operands as SMT-LIB gives it"
            }
            _ => {
                return self.error(at, "a command").help(
                    "views come from declare-sort, declare-const, declare-fun, define-fun, \
                     define-sort, assert, push and pop",
                );
            }
        };
        self.error(at, form)
    }

    fn name(&self, expression: &Expression<'t>) -> Result<&'t str, Error> {
        match expression.name() {
            Some(name) => Ok(name),
            None => Err(self.error(expression.at, "a name").into()),
        }
    }

    fn declare_sort(
        &mut self,
        name: &Expression<'t>,
        parameters: &Expression<'t>,
    ) -> Result<(), Error> {
        let name = self.name(name)?;
        match parameters.word().map(str::parse::<u32>) {
            // A sort with parameters is not declared, because no term can use it.
            Some(Ok(0)) => self.evaluation.sorts.declare(name),
            Some(Ok(_)) => {}
            _ => return Err(self.error(parameters.at, "a number of parameters: `0`").into()),
        }
        Ok(())
    }

    fn define_sort(
        &mut self,
        name: &Expression<'t>,
        parameters: &Expression<'t>,
        sort: &Expression<'t>,
    ) -> Result<(), Error> {
        let name = self.name(name)?;
        if !parameters.list().is_some_and(<[_]>::is_empty) {
            return Err(self.error(parameters.at, "`()`: sorts without parameters only").into());
        }
        let sort = self.evaluation.sorts.read(sort, self.evaluation.text)?;
        self.evaluation.sorts.define(name, sort);
        Ok(())
    }

    fn declare(
        &mut self,
        name: &Expression<'t>,
        places: &[Expression<'t>],
        sort: &Expression<'t>,
    ) -> Result<(), Error> {
        let (sorts, text) = (&self.evaluation.sorts, self.evaluation.text);
        let places: Result<_, _> = places.iter().map(|place| sorts.read(place, text)).collect();
        let declared = Definition::Declared { places: places?, sort: sorts.read(sort, text)? };
        self.introduce(name, declared)
    }

    fn define(
        &mut self,
        name: &Expression<'t>,
        parameters: &Expression<'t>,
        sort: &Expression<'t>,
        body: &'x Expression<'t>,
    ) -> Result<(), Error> {
        let (sorts, text) = (&self.evaluation.sorts, self.evaluation.text);
        let parameters = definition::parameters(parameters, sorts, text)?;
        sorts.read(sort, text)?;
        self.introduce(name, Definition::Defined { parameters, body })
    }

    fn introduce(
        &mut self,
        expression: &Expression<'t>,
        definition: Definition<'x, 't>,
    ) -> Result<(), Error> {
        let name = self.name(expression)?;
        match self.evaluation.symbols.get(name) {
            Some(known) if *known != definition => Err(self
                .error(expression.at, "a name that is not in use yet")
                .help(format!("`{name}` is declared before with other sorts"))
                .into()),
            _ => {
                self.evaluation.symbols.insert(name, definition);
                Ok(())
            }
        }
    }

    /// The number of levels of `push` or `pop`; one if none is given.
    fn levels(&self, operands: &[Expression<'t>], at: usize) -> Result<usize, Error> {
        match operands {
            [] => Ok(1),
            [levels] => match levels.word().map(str::parse::<u16>) {
                Some(Ok(levels)) => Ok(usize::from(levels)),
                _ => Err(self.error(levels.at, "a number of levels").into()),
            },
            _ => Err(self.error(at, "one number of levels").into()),
        }
    }

    fn push(&mut self, operands: &[Expression<'t>], at: usize) -> Result<(), Error> {
        let levels = self.levels(operands, at)?;
        let assertions = self.assertions.len();
        self.pushed.extend(std::iter::repeat_n(assertions, levels));
        Ok(())
    }

    fn pop(&mut self, operands: &[Expression<'t>], at: usize) -> Result<(), Error> {
        for _ in 0..self.levels(operands, at)? {
            let Some(before) = self.pushed.pop() else {
                let error = self.error(at, "a `push` for every `pop`");
                return Err(error.help("nothing has been pushed here").into());
            };
            self.assertions.truncate(before);
        }
        Ok(())
    }

    fn reset(&mut self) {
        // PySMT resets nothing.
        if self.evaluation.own_ways {
            self.assertions.clear();
            self.pushed.clear();
            self.evaluation.sorts = Default::default();
            self.evaluation.symbols.clear();
        }
    }
}
