//! Atoms in English as PyETR 1.0.0 words them, slips included.

use super::english_writer::{EnglishWriter, FORMAT};
use crate::error::Error;
use crate::lexicon::{AtomBody, AtomId, TermId, TermKind};

const UNWRITABLE: Error = Error::Unwritable {
    format: FORMAT,
    reason: "PyETR has words for at most two arguments, and for `==` of exactly two",
};

impl EnglishWriter<'_> {
    pub(super) fn pyetr_clause(&mut self, atom: AtomId) -> Result<(), Error> {
        let start = self.text.len();
        let AtomBody::Of(predicate, terms) = self.lexicon.atom_body(atom) else { return Ok(()) };
        let name = self.lexicon.predicate_name(predicate);
        if name == "==" && terms.len() != 2 {
            return Err(UNWRITABLE);
        }
        let marks = self.marking.marks_in(atom);
        let arguments: Vec<_> = terms
            .iter()
            .enumerate()
            .map(|(at, t)| (*t, self.lexicon.holes_at(marks, at)))
            .collect();
        self.pyetr_phrase(name, &arguments)?;
        if atom.is_negated() && self.text[start..].contains(" is ") {
            let denied = self.text[start..].replace(" is ", " is not ");
            self.text.truncate(start);
            self.text.push_str(&denied);
        }
        Ok(())
    }

    /// A predicate or function of its arguments: PyETR makes no difference.
    fn pyetr_phrase(
        &mut self,
        name: &str,
        arguments: &[(TermId, impl AsRef<[TermId]>)],
    ) -> Result<(), Error> {
        let called = self.called(name);
        match arguments {
            [] => self.text.push_str(called),
            [(only, holes)] => {
                self.pyetr_term(*only, holes.as_ref())?;
                self.text.push_str(" is ");
                self.text.push_str(called);
            }
            [(first, first_holes), (second, second_holes)] => {
                self.pyetr_term(*first, first_holes.as_ref())?;
                self.text.push(' ');
                self.text.push_str(if name == "==" { "if and only if" } else { name });
                self.text.push(' ');
                self.pyetr_term(*second, second_holes.as_ref())?;
            }
            _ => return Err(UNWRITABLE),
        }
        Ok(())
    }

    fn pyetr_term(&mut self, term: TermId, holes: &[TermId]) -> Result<(), Error> {
        match self.lexicon.term_kind(term) {
            TermKind::Number(_) => self.lexicon.write_number(term, false, &mut self.text),
            TermKind::Object(object) => {
                let name = self.called(self.lexicon.object_name(object));
                self.text.push_str(name);
            }
            TermKind::Application(function) => {
                let arguments = self.lexicon.written_arguments(term, holes);
                self.pyetr_phrase(self.lexicon.function_name(function), &arguments)?;
            }
        }
        if holes.contains(&TermId::HOLE) {
            self.text.push_str(" (at emphasis)");
        }
        Ok(())
    }
}
