//! The values of the expressions of a script.

mod application;

use super::constant::Constant;
use super::definition::{self, Definition, Parameter};
use super::expression::{Expression, ExpressionKind};
use super::formula::{Formula, FormulaId, FormulaStore};
use super::sort::{Sort, Sorts};
use super::{LIFT, MOST_NESTING};
use crate::engine::Engine;
use crate::error::{Error, ParseError};
use crate::lexicon::{Arity, AtomBody, AtomId, PredicateId, TOO_LONG, TermId};
use crate::reading::Numbers;
use crate::relation::Quantifier;
use crate::text::scanner::misleads_as_object;
use smallvec::SmallVec;
use std::collections::BTreeMap;

/// An expression's meaning.
#[derive(Debug, Clone, Copy)]
pub(super) enum Value<'t> {
    Formula(FormulaId),
    Term(TermId, Sort<'t>),
    Constant(Constant),
}

type Values<'t> = SmallVec<[Value<'t>; 4]>;
type Terms = SmallVec<[TermId; 4]>;

/// The most expressions that definitions may add to those that a text spells out.
const MOST_EXPANSIONS: usize = 1_000_000;
const CONNECTIVES: &str = "formulas are made with `and`, `or`, `not`, `=>`, `=`, `distinct`, \
     `xor`, `forall`, `exists`, `let` and declared symbols";

/// A script's symbols and what has been made with them.
pub(super) struct Evaluation<'x, 't, 'e> {
    pub(super) engine: &'e mut Engine,
    pub(super) text: &'t str,
    pub(super) sorts: Sorts<'t>,
    pub(super) symbols: BTreeMap<&'t str, Definition<'x, 't>>,
    pub(super) formulas: FormulaStore<'t>,
    /// Variables in force, with what each stands for; the innermost last.
    variables: BTreeMap<&'t str, Vec<Value<'t>>>,
    /// The number of expressions evaluated so far, definitions spelled out.
    evaluated: usize,
    /// As SMT-LIB has it, where PySMT differs.
    pub(super) own_ways: bool,
}

impl<'x, 't, 'e> Evaluation<'x, 't, 'e> {
    pub(super) fn new(text: &'t str, engine: &'e mut Engine) -> Self {
        let own_ways = engine.reading().numbers == Numbers::Exact;
        Evaluation {
            engine,
            text,
            sorts: Sorts::default(),
            symbols: BTreeMap::new(),
            formulas: FormulaStore::new(text),
            variables: BTreeMap::new(),
            evaluated: 0,
            own_ways,
        }
    }

    pub(super) fn text(&self) -> &str {
        self.text
    }

    pub(super) fn error(&self, at: usize, expected: impl Into<String>) -> ParseError {
        ParseError::new(self.text, at, expected)
    }

    /// An expression that must be a formula.
    pub(super) fn formula(
        &mut self,
        expression: &'x Expression<'t>,
        depth: usize,
    ) -> Result<FormulaId, Error> {
        match self.value(expression, depth)? {
            Value::Formula(formula) => Ok(formula),
            Value::Term(_, Sort::Bool) => Err(self
                .error(expression.at, "a formula")
                .help("a variable of sort Bool can stand inside predicates only")
                .into()),
            _ => Err(self.error(expression.at, "a formula, of sort Bool").into()),
        }
    }

    fn value(&mut self, expression: &'x Expression<'t>, depth: usize) -> Result<Value<'t>, Error> {
        if depth > MOST_NESTING {
            let help = format!("expressions may nest {MOST_NESTING} deep, definitions included");
            return Err(self.error(expression.at, "no deeper nesting").help(help).into());
        }
        self.evaluated += 1;
        if self.evaluated > self.text.len() + MOST_EXPANSIONS {
            let help = format!("definitions may add {MOST_EXPANSIONS} expressions to a script");
            return Err(self.error(expression.at, "no more expansions").help(help).into());
        }
        match &expression.kind {
            ExpressionKind::Symbol(name) => self.symbol(name, false, expression.at, depth),
            ExpressionKind::Quoted(name) => self.symbol(name, true, expression.at, depth),
            ExpressionKind::Text => Err(self.error(expression.at, "a formula or a term").into()),
            ExpressionKind::List(items) => self.list(items, expression.at, depth),
        }
    }

    fn symbol(
        &mut self,
        name: &'t str,
        quoted: bool,
        at: usize,
        depth: usize,
    ) -> Result<Value<'t>, Error> {
        if let Some(value) = self.variables.get(name).and_then(|all| all.last()) {
            return Ok(*value);
        }
        match name {
            "true" => return Ok(Value::Formula(self.formulas.add(Formula::And(Vec::new()), at)?)),
            "false" => return Ok(Value::Formula(self.formulas.add(Formula::Or(Vec::new()), at)?)),
            _ => {}
        }
        if self.symbols.contains_key(name) {
            return self.applied(name, Values::new(), at, depth);
        }
        match Constant::read(name) {
            Some(constant) if !quoted => {
                let digits = name.trim_start_matches(['-', '+']).trim_matches('.');
                if self.engine.lexicon.read_number(digits).is_none() {
                    let (expected, help) = TOO_LONG;
                    return Err(self.error(at, expected).help(help).into());
                }
                Ok(Value::Constant(constant))
            }
            _ => {
                let help = format!("declare it before: `(declare-const {name} Bool)`");
                Err(self.error(at, "a declared symbol").help(help).into())
            }
        }
    }

    fn list(
        &mut self,
        items: &'x [Expression<'t>],
        at: usize,
        depth: usize,
    ) -> Result<Value<'t>, Error> {
        let Some((head, operands)) = items.split_first() else {
            return Err(self.error(at, "a formula or a term").help(CONNECTIVES).into());
        };
        match head.word() {
            Some("let") => return self.bound(operands, at, depth),
            Some("forall") => return self.quantified(Quantifier::Universal, operands, at, depth),
            Some("exists") => return self.quantified(Quantifier::Existential, operands, at, depth),
            Some("!") => {
                let Some(named) = operands.first() else {
                    return Err(self.error(at, "an annotated expression").into());
                };
                return self.value(named, depth + 1);
            }
            _ => {}
        }
        let mut values = Values::new();
        for operand in operands {
            values.push(self.value(operand, depth + 1)?);
        }
        match head.name() {
            Some(name) if operands.is_empty() && self.symbols.contains_key(name) => {
                let help = format!("without arguments it is written `{name}`");
                Err(self.error(at, "no brackets").help(help).into())
            }
            Some(name) if self.variables.contains_key(name) => {
                let help = format!("`{name}` is a variable here");
                Err(self.error(head.at, "a connective or a declared symbol").help(help).into())
            }
            Some(name) if self.symbols.contains_key(name) => {
                self.applied(name, values, head.at, depth)
            }
            Some(word) if head.word().is_some() => self.built_in(word, &values, operands, head.at),
            _ => Err(self
                .error(head.at, "a connective or a declared symbol")
                .help(CONNECTIVES)
                .into()),
        }
    }

    fn built_in(
        &mut self,
        word: &str,
        values: &[Value<'t>],
        operands: &[Expression<'t>],
        at: usize,
    ) -> Result<Value<'t>, Error> {
        let formula = match (word, values) {
            ("and", _) => Formula::And(self.all_formulas(values, operands)?),
            ("or", _) => Formula::Or(self.all_formulas(values, operands)?),
            ("not", [_]) => Formula::Not(self.all_formulas(values, operands)?[0]),
            ("=>", [_, _]) => {
                let both = self.all_formulas(values, operands)?;
                Formula::Implies(both[0], both[1])
            }
            ("=", [one, other]) => return self.equality(*one, *other, at).map(Value::Formula),
            ("xor", [one, other]) => Formula::Not(self.equality(*one, *other, at)?),
            ("distinct", _) => Formula::And(self.all_distinct(values, at)?),
            ("-", [Value::Constant(constant)]) => return Ok(Value::Constant(constant.negated())),
            ("/", [Value::Constant(one), Value::Constant(other)]) => {
                return match one.divided_by(*other) {
                    Some(quotient) => Ok(Value::Constant(quotient)),
                    None => Err(self.error(at, "a division by another number than 0").into()),
                };
            }
            ("to_real", [Value::Constant(constant)]) => {
                return Ok(Value::Constant(constant.real()));
            }
            ("not" | "=>" | "=" | "xor", _) => {
                let expected = if word == "not" { "one operand" } else { "two operands" };
                return Err(self.error(at, format!("{expected} of `{word}`")).into());
            }
            _ => {
                let error = self.error(at, "a connective or a declared symbol");
                return Err(error.help(CONNECTIVES).into());
            }
        };
        Ok(Value::Formula(self.formulas.add(formula, at)?))
    }

    fn all_formulas(
        &self,
        values: &[Value<'t>],
        operands: &[Expression<'t>],
    ) -> Result<Vec<FormulaId>, Error> {
        let formula = |(value, operand): (&Value<'t>, &Expression<'t>)| match value {
            Value::Formula(formula) => Ok(*formula),
            _ => Err(self.error(operand.at, "a formula, of sort Bool").into()),
        };
        values.iter().zip(operands).map(formula).collect()
    }

    fn all_distinct(&mut self, values: &[Value<'t>], at: usize) -> Result<Vec<FormulaId>, Error> {
        self.engine.limits.check_steps(values.len(), values.len())?;
        let mut all = Vec::new();
        for (place, one) in values.iter().enumerate() {
            for other in &values[place + 1..] {
                let equal = self.equality(*one, *other, at)?;
                all.push(self.formulas.add(Formula::Not(equal), at)?);
            }
        }
        Ok(all)
    }

    /// `==` of two terms, or of two formulas that are atoms.
    fn equality(
        &mut self,
        one: Value<'t>,
        other: Value<'t>,
        at: usize,
    ) -> Result<FormulaId, Error> {
        let (one, other) = match (one, other) {
            (Value::Constant(one), other) if is_real(other) => (Value::Constant(one.real()), other),
            (one, Value::Constant(other)) if is_real(one) => (one, Value::Constant(other.real())),
            both => both,
        };
        if is_truth(one) != is_truth(other) {
            let error = self.error(at, "two formulas or two terms to be equal");
            return Err(error.help("a formula equals formulas only").into());
        }
        let both = [self.term(one, at)?, self.term(other, at)?];
        let atom = self.engine.lexicon.intern_atom(PredicateId::IDENTITY, &both);
        Ok(self.formulas.add(Formula::Atom(atom), at)?)
    }

    /// A declared symbol with its arguments, or a definition spelled out.
    fn applied(
        &mut self,
        name: &'t str,
        values: Values<'t>,
        at: usize,
        depth: usize,
    ) -> Result<Value<'t>, Error> {
        match self.symbols.get(name).cloned() {
            Some(Definition::Declared { places, sort }) => {
                self.check_arguments(name, &values, places.into_iter(), at)?;
                self.application(name, &values, sort, at)
            }
            Some(Definition::Defined { parameters, body }) => {
                self.check_arguments(name, &values, parameters.iter().map(|one| one.sort), at)?;
                self.expansion(&parameters, &values, body, depth)
            }
            None => Err(self.error(at, "a declared symbol").into()),
        }
    }

    fn check_arguments(
        &self,
        name: &str,
        values: &[Value<'t>],
        sorts: impl ExactSizeIterator<Item = Sort<'t>>,
        at: usize,
    ) -> Result<(), Error> {
        if sorts.len() != values.len() {
            let expected = format!("`{name}` with arguments in the number declared");
            let help = format!("it is declared with {} and has {}", sorts.len(), values.len());
            return Err(self.error(at, expected).help(help).into());
        }
        for (number, (value, sort)) in values.iter().zip(sorts).enumerate() {
            if !self.fits(*value, sort) {
                let expected = format!("argument {} of `{name}` to be of sort {sort}", number + 1);
                let error = self.error(at, expected);
                return Err(match (value, sort) {
                    (Value::Constant(_), Sort::Real) => error.help("write `1.0` for a Real 1"),
                    _ => error,
                }
                .into());
            }
        }
        Ok(())
    }

    fn fits(&self, value: Value<'t>, sort: Sort<'t>) -> bool {
        match value {
            Value::Formula(_) => sort == Sort::Bool,
            Value::Term(_, own) => own == sort,
            // In SMT-LIB a numeral is Real if all numbers of the logic are.
            Value::Constant(constant) if constant.whole => {
                sort == Sort::Int || (self.own_ways && sort == Sort::Real)
            }
            Value::Constant(_) => sort == Sort::Real,
        }
    }

    /// A definition spelled out: its body with the parameters standing for the arguments, and no
    /// other variable in force.
    fn expansion(
        &mut self,
        parameters: &[Parameter<'t>],
        values: &[Value<'t>],
        body: &'x Expression<'t>,
        depth: usize,
    ) -> Result<Value<'t>, Error> {
        let outside = std::mem::take(&mut self.variables);
        for (parameter, value) in parameters.iter().zip(values) {
            self.variables.insert(parameter.name, vec![*value]);
        }
        let value = self.value(body, depth + 1);
        self.variables = outside;
        value
    }

    /// A value as a term: an atom stands for itself, as if its predicate were a function.
    fn term(&mut self, value: Value<'t>, at: usize) -> Result<TermId, Error> {
        match value {
            Value::Term(term, _) => Ok(term),
            Value::Constant(constant) => self.number(constant, at),
            Value::Formula(formula) => match self.formulas.get(formula) {
                Formula::Atom(atom) => self.atom_term(*atom),
                _ => Err(self
                    .error(at, "terms and atoms as arguments")
                    .help("formulas with connectives cannot be arguments of `=` or of symbols")
                    .into()),
            },
        }
    }

    fn atom_term(&mut self, atom: AtomId) -> Result<TermId, Error> {
        let lexicon = &mut self.engine.lexicon;
        let (name, terms) = match lexicon.atom_body(atom) {
            AtomBody::Of(predicate, terms) => {
                (lexicon.predicate_name(predicate).to_owned(), Terms::from_slice(terms))
            }
            AtomBody::Do(_) => (String::new(), Terms::new()),
        };
        let function = lexicon.intern_function(&name, Arity::Fixed(terms.len() as u32));
        lexicon.apply_function(function, &terms)
    }

    fn number(&mut self, constant: Constant, at: usize) -> Result<TermId, Error> {
        if constant.whole && !self.own_ways {
            let error = self.error(at, "numbers of sort Real");
            return Err(error.help("write `1.0` for a Real 1").into());
        }
        match constant.term(&mut self.engine.lexicon) {
            Some(term) => Ok(term),
            None => Err(self.error(at, "a smaller number").into()),
        }
    }

    /// `(let ((name value) ...) body)`.
    fn bound(
        &mut self,
        operands: &'x [Expression<'t>],
        at: usize,
        depth: usize,
    ) -> Result<Value<'t>, Error> {
        let expected = "bindings and a body: `(let ((x (f a))) (P x))`";
        let [bindings, body] = operands else { return Err(self.error(at, expected).into()) };
        let pairs = bindings.list().filter(|pairs| !pairs.is_empty());
        let Some(pairs) = pairs else { return Err(self.error(bindings.at, expected).into()) };
        let mut names = Vec::new();
        let mut waiting = Vec::new();
        for pair in pairs {
            let Some([name, value]) = pair.list() else {
                return Err(self.error(pair.at, expected).into());
            };
            let Some(name) = name.name() else { return Err(self.error(name.at, expected).into()) };
            let value = self.value(value, depth + 1)?;
            names.push(name);
            if self.own_ways {
                waiting.push(value);
            } else {
                // PySMT lets a binding see those before it.
                self.variables.entry(name).or_default().push(value);
            }
        }
        for (name, value) in names.iter().zip(waiting) {
            self.variables.entry(name).or_default().push(value);
        }
        let value = self.value(body, depth + 1);
        self.release(names);
        value
    }

    fn release(&mut self, names: impl IntoIterator<Item = &'t str>) {
        for name in names {
            if let Some(values) = self.variables.get_mut(name) {
                values.pop();
                // A name without a binding must not hide a declaration.
                if values.is_empty() {
                    self.variables.remove(name);
                }
            }
        }
    }

    fn quantified(
        &mut self,
        kind: Quantifier,
        operands: &'x [Expression<'t>],
        at: usize,
        depth: usize,
    ) -> Result<Value<'t>, Error> {
        let expected = "variables and a body: `(forall ((x U)) (P x))`";
        let [variables, body] = operands else { return Err(self.error(at, expected).into()) };
        let parameters = definition::parameters(variables, &self.sorts, self.text)?;
        if parameters.is_empty() {
            return Err(self.error(variables.at, expected).into());
        }
        for parameter in &parameters {
            if self.engine.reading().mends_texts() && misleads_as_object(parameter.name) {
                return Err(self.misnamed(parameter.name, variables.at));
            }
            let lexicon = &mut self.engine.lexicon;
            let object = lexicon.intern_object(parameter.name);
            let value = Value::Term(lexicon.object_term(object), parameter.sort);
            self.variables.entry(parameter.name).or_default().push(value);
        }
        let body = self.formula(body, depth + 1);
        let names: Vec<&'t str> = parameters.into_iter().map(|one| one.name).collect();
        self.release(names.iter().copied());
        let formula = Formula::Quantified(kind, names, body?);
        Ok(Value::Formula(self.formulas.add(formula, at)?))
    }
}

fn is_truth(value: Value<'_>) -> bool {
    matches!(value, Value::Formula(_) | Value::Term(_, Sort::Bool))
}

fn is_real(value: Value<'_>) -> bool {
    match value {
        Value::Term(_, sort) => sort == Sort::Real,
        Value::Constant(constant) => !constant.whole,
        Value::Formula(_) => false,
    }
}
