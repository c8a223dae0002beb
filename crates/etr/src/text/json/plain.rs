//! A view's JSON as it is written here and by PyETR, without spaces and with its fields in order, read
//! straight through.
//!
//! A general reader of JSON asks at every sign what may stand there; here one thing may. Whatever is
//! written in another way, and every text with a fault in it, is left to the general reader: this one says
//! `None` and nothing else.

use super::document::{
    ArityText, AtomText, DependencyText, Digits, Document, FunctionText, Name, ObjectText,
    PredicateText, RelationText, StateText, TermText, WeightText, WeightedText,
};
use std::borrow::Cow;

/// How deep terms and do-atoms nest here; deeper ones are the general reader's to refuse.
const DEPTH: usize = 24;

/// The document, if it is written plainly.
pub(super) fn read(text: &str) -> Option<Document<'_>> {
    let mut plain = Plain { rest: text, depth: 0 };
    let document = plain.document()?;
    plain.rest.is_empty().then_some(document)
}

struct Plain<'t> {
    rest: &'t str,
    depth: usize,
}

impl<'t> Plain<'t> {
    fn document(&mut self) -> Option<Document<'t>> {
        self.eat("{\"stage\":")?;
        let (mut stage, mut written) = (Vec::new(), Vec::new());
        self.each(|plain| {
            let from = plain.rest;
            stage.push(plain.state()?);
            written.push(from.get(..from.len() - plain.rest.len())?);
            Some(())
        })?;
        self.eat(",\"supposition\":")?;
        let supposition = self.list(Self::state)?;
        self.eat(",\"weights\":")?;
        let mut listed = written.into_iter();
        let weights = self.list(|plain| plain.weighted(listed.next()))?;
        self.eat(",\"issues\":")?;
        let issues = self.list(Self::issue)?;
        self.eat(",\"dependency_relation\":")?;
        let dependency_relation = self.relation()?;
        self.eat("}")?;
        Some(Document { stage, supposition, weights, issues, dependency_relation })
    }

    fn state(&mut self) -> Option<StateText<'t>> {
        self.list(Self::atom)
    }

    fn atom(&mut self) -> Option<AtomText<'t>> {
        if self.take("{\"predicate\":{\"name\":") {
            let name = Cow::Borrowed(self.name()?);
            self.eat(",\"arity\":")?;
            let arity = self.count()?;
            self.eat(",\"verifier\":")?;
            let verifier = self.truth()?;
            self.eat("},\"terms\":")?;
            let terms = Some(self.terms()?);
            self.eat("}")?;
            let predicate = Some(PredicateText { name, arity, verifier });
            return Some(AtomText { predicate, terms, atoms: None, polarity: None });
        }
        self.eat("{\"atoms\":")?;
        let atoms = Some(self.deeper(|plain| plain.list(Self::atom))?);
        self.eat(",\"polarity\":")?;
        let polarity = Some(self.truth()?);
        self.eat("}")?;
        Some(AtomText { predicate: None, terms: None, atoms, polarity })
    }

    fn terms(&mut self) -> Option<Vec<TermText<'t>>> {
        self.deeper(|plain| plain.list(Self::term))
    }

    fn term(&mut self) -> Option<TermText<'t>> {
        if self.take("{\"name\":") {
            let name = Some(Name(Cow::Borrowed(self.name()?)));
            self.eat("}")?;
            return Some(TermText { name, function: None, terms: None });
        }
        if self.take("{}") {
            return Some(TermText { name: None, function: None, terms: None });
        }
        self.eat("{\"function\":")?;
        let function = Some(self.function()?);
        self.eat(",\"terms\":")?;
        let terms = Some(self.terms()?);
        self.eat("}")?;
        Some(TermText { name: None, function, terms })
    }

    fn function(&mut self) -> Option<FunctionText<'t>> {
        if self.take("{\"num\":") {
            let end = self.rest.find('}')?;
            let (digits, rest) = self.rest.split_at(end);
            let num = Some(Digits(serde_json::from_str(digits).ok()?));
            self.rest = rest;
            self.eat("}")?;
            let arity = ArityText::Missing;
            return Some(FunctionText { name: None, arity, func_caller: None, num });
        }
        self.eat("{\"name\":")?;
        let name = Some(Name(Cow::Borrowed(self.name()?)));
        self.eat(",\"arity\":")?;
        let arity = match self.take("null") {
            true => ArityText::Null,
            false => ArityText::Fixed(self.count()?),
        };
        self.eat(",\"func_caller\":null}")?;
        Some(FunctionText { name, arity, func_caller: None, num: None })
    }

    /// A weight with its state, which as a rule is the one that stands there in the stage.
    fn weighted(&mut self, listed: Option<&str>) -> Option<WeightedText<'t>> {
        self.eat("{\"state\":")?;
        let is_listed = listed.is_some_and(|state| self.take(state));
        let state = if is_listed { None } else { Some(self.state()?) };
        self.eat(",\"weight\":{\"multiplicative\":")?;
        let multiplicative = self.terms()?;
        self.eat(",\"additive\":")?;
        let additive = self.terms()?;
        self.eat("}}")?;
        Some(WeightedText { state, weight: WeightText { multiplicative, additive } })
    }

    fn issue(&mut self) -> Option<(TermText<'t>, AtomText<'t>)> {
        self.eat("[")?;
        let term = self.term()?;
        self.eat(",")?;
        let open = self.atom()?;
        self.eat("]")?;
        Some((term, open))
    }

    fn relation(&mut self) -> Option<RelationText<'t>> {
        self.eat("{\"universals\":")?;
        let universals = self.list(Self::object)?;
        self.eat(",\"existentials\":")?;
        let existentials = self.list(Self::object)?;
        self.eat(",\"dependencies\":")?;
        let dependencies = self.list(Self::dependency)?;
        self.eat("}")?;
        Some(RelationText { universals, existentials, dependencies })
    }

    fn dependency(&mut self) -> Option<DependencyText<'t>> {
        self.eat("{\"existential\":")?;
        let existential = self.object()?;
        self.eat(",\"universal\":")?;
        let universal = self.object()?;
        self.eat("}")?;
        Some(DependencyText { existential, universal })
    }

    fn object(&mut self) -> Option<ObjectText<'t>> {
        self.eat("{\"name\":")?;
        let name = Cow::Borrowed(self.name()?);
        self.eat("}")?;
        Some(ObjectText { name })
    }

    fn list<T>(&mut self, mut item: impl FnMut(&mut Self) -> Option<T>) -> Option<Vec<T>> {
        let mut items = Vec::new();
        self.each(|plain| {
            items.push(item(plain)?);
            Some(())
        })?;
        Some(items)
    }

    fn each(&mut self, mut item: impl FnMut(&mut Self) -> Option<()>) -> Option<()> {
        self.eat("[")?;
        if self.take("]") {
            return Some(());
        }
        loop {
            item(self)?;
            if !self.take(",") {
                return self.eat("]");
            }
        }
    }

    /// What stands one level further in.
    fn deeper<T>(&mut self, inner: impl FnOnce(&mut Self) -> Option<T>) -> Option<T> {
        if self.depth == DEPTH {
            return None;
        }
        self.depth += 1;
        let found = inner(self);
        self.depth -= 1;
        found
    }

    /// A string without escapes.
    fn name(&mut self) -> Option<&'t str> {
        self.eat("\"")?;
        let end =
            self.rest.bytes().position(|byte| byte == b'"' || byte == b'\\' || byte < b' ')?;
        let (name, rest) = (self.rest.get(..end)?, self.rest.get(end..)?);
        self.rest = rest.strip_prefix('"')?;
        Some(name)
    }

    fn truth(&mut self) -> Option<bool> {
        if self.take("true") {
            return Some(true);
        }
        self.eat("false").map(|()| false)
    }

    /// A number of terms; without a leading zero, which JSON does not have.
    fn count(&mut self) -> Option<u32> {
        let end = self.rest.bytes().take_while(u8::is_ascii_digit).count();
        let (digits, rest) = self.rest.split_at(end);
        self.rest = rest;
        let is_padded = digits.len() > 1 && digits.starts_with('0');
        digits.parse().ok().filter(|_| !is_padded)
    }

    fn take(&mut self, literal: &str) -> bool {
        self.eat(literal).is_some()
    }

    #[inline]
    fn eat(&mut self, literal: &str) -> Option<()> {
        self.rest = self.rest.strip_prefix(literal)?;
        Some(())
    }
}

#[cfg(test)]
mod tests;
