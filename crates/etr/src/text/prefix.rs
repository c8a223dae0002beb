//! The quantifiers in front of a text, and the objects they bind.

use crate::bits::Bits;
use crate::error::{Error, ParseError};
use crate::interned::Parts;
use crate::lexicon::{Lexicon, ObjectId};
use crate::relation::{Quantifier, Relation};
use smallvec::SmallVec;
use std::collections::BTreeMap;

/// The most objects that a text may quantify.
const MOST: usize = 10_000;

/// The quantifiers read so far, outermost first.
#[derive(Default)]
pub(super) struct Prefix<'t> {
    bound: SmallVec<[(&'t str, ObjectId); 8]>,
    /// The same by name.
    table: BTreeMap<&'t str, ObjectId>,
    relation: Relation,
}

impl<'t> Prefix<'t> {
    /// True if nothing is quantified.
    pub(super) fn is_empty(&self) -> bool {
        self.bound.is_empty()
    }

    pub(super) fn find(&self, name: &str) -> Option<ObjectId> {
        self.table.get(name).copied()
    }

    /// Binds a name inside all that is bound already.
    pub(super) fn bind(
        &mut self,
        kind: Quantifier,
        name: &'t str,
        lexicon: &mut Lexicon,
    ) -> Result<(), Error> {
        if self.bound.len() >= MOST {
            return Err(Error::TooManyObjects { limit: MOST });
        }
        let object = lexicon.intern_object(name);
        self.bound.push((name, object));
        self.table.insert(name, object);
        self.relation.append(kind, &Bits::from_iter([object.0]));
        Ok(())
    }

    /// The dependency relation that the quantifiers amount to.
    pub(super) fn take_relation(&mut self) -> Relation {
        std::mem::take(&mut self.relation)
    }

    /// Checks that the view, weights included, speaks of every object that is quantified in its text.
    pub(super) fn check_used(
        &self,
        view: &Parts,
        lexicon: &Lexicon,
        text: &str,
    ) -> Result<(), ParseError> {
        if self.bound.is_empty() {
            return Ok(());
        }
        let mut used = view.objects(lexicon);
        for weight in view.stage.weights() {
            weight.terms().for_each(|term| used.unite(lexicon.term_objects(term)));
        }
        match self.bound.iter().find(|(_, object)| !used.contains(object.0)) {
            None => Ok(()),
            Some((name, _)) => Err(unused(name, text)),
        }
    }
}

/// The error at the name after its quantifier.
fn unused(name: &str, text: &str) -> ParseError {
    // Names are parts of the text; a name from elsewhere would be shown at its beginning.
    let offset = (name.as_ptr() as usize).checked_sub(text.as_ptr() as usize);
    let offset = offset.filter(|at| text.get(*at..).is_some_and(|rest| rest.starts_with(name)));
    ParseError::new(text, offset.unwrap_or(0), "a variable that the view speaks of")
        .help(format!("drop the quantifier of what occurs nowhere in the view: {name}"))
}
