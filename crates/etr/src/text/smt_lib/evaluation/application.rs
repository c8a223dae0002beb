//! Symbols that a script declares, applied to their arguments.

use super::{Evaluation, LIFT, Terms, Value};
use crate::error::Error;
use crate::lexicon::{Arity, FunctionId};
use crate::text::scanner::{MISLEADING, misleads};
use crate::text::smt_lib::formula::Formula;
use crate::text::smt_lib::name;
use crate::text::smt_lib::sort::Sort;
use std::borrow::Cow;

impl<'t> Evaluation<'_, 't, '_> {
    /// The atom or term of a symbol that is only declared.
    pub(super) fn application(
        &mut self,
        name: &str,
        values: &[Value<'t>],
        sort: Sort<'t>,
        at: usize,
    ) -> Result<Value<'t>, Error> {
        let mut terms = Terms::new();
        for value in values {
            terms.push(self.term(*value, at)?);
        }
        let arity = terms.len() as u32;
        if self.engine.reading().mends_texts() && !self.is_readable(name, arity, sort) {
            return Err(self.misnamed(name, at));
        }
        let quoted = !self.own_ways && arity > 0 && name != LIFT;
        let name = if quoted { name::from_pysmt(name) } else { Cow::Borrowed(name) };
        let name = name.as_ref();
        let lexicon = &mut self.engine.lexicon;
        if sort == Sort::Bool {
            let predicate = lexicon.intern_predicate(name, arity);
            let atom = lexicon.intern_atom(predicate, &terms);
            return Ok(Value::Formula(self.formulas.add(Formula::Atom(atom), at)?));
        }
        let function = match (name, &terms[..]) {
            (LIFT, [number]) => return Ok(Value::Term(*number, sort)),
            (sum, _) if sum == lexicon.function_name(FunctionId::SUM) => FunctionId::SUM,
            _ => lexicon.intern_function(name, Arity::Fixed(arity)),
        };
        Ok(Value::Term(lexicon.apply_function(function, &terms)?, sort))
    }

    /// Does a view that prints this symbol read back with it? Product and sum are symbols of views,
    /// and no other symbol can have their names.
    fn is_readable(&self, name: &str, arity: u32, sort: Sort<'t>) -> bool {
        let lexicon = &self.engine.lexicon;
        let function = sort != Sort::Bool;
        if function && name == lexicon.function_name(FunctionId::PRODUCT) {
            return arity == 2;
        }
        if function && name == lexicon.function_name(FunctionId::SUM) {
            return arity > 0;
        }
        name == LIFT || !misleads(name)
    }

    pub(super) fn misnamed(&self, name: &str, at: usize) -> Error {
        self.error(at, "another name").help(format!("`{name}`: {MISLEADING}")).into()
    }
}
