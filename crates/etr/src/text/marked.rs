//! Terms as readers build them, with what is marked in them.

use crate::error::Error;
use crate::issue::Issue;
use crate::lexicon::{AtomId, FunctionId, Lexicon, TermId};
use smallvec::SmallVec;

/// A term just read, with what is marked in it: the marked term, and the whole with a hole there.
pub(super) struct Marked {
    pub(super) term: TermId,
    marks: SmallVec<[(TermId, TermId); 2]>,
}

impl Marked {
    pub(super) fn plain(term: TermId) -> Marked {
        Marked { term, marks: SmallVec::new() }
    }

    /// Marks the whole term.
    pub(super) fn star(&mut self) {
        self.marks.push((self.term, TermId::HOLE));
    }
}

/// Arguments as they were read.
pub(super) type List = SmallVec<[Marked; 4]>;

/// Marks times arguments, since each mark takes up an open term as long as the whole.
const MOST_MARKED: usize = 100_000;

fn check_marks(arguments: &[Marked]) -> Result<(), Error> {
    let marks: usize = arguments.iter().map(|argument| argument.marks.len()).sum();
    if marks.saturating_mul(arguments.len()) > MOST_MARKED {
        return Err(Error::TooManyMarks { limit: MOST_MARKED });
    }
    Ok(())
}

fn terms(arguments: &[Marked]) -> SmallVec<[TermId; 4]> {
    arguments.iter().map(|marked| marked.term).collect()
}

impl Lexicon {
    /// A function applied to what was read; marks inside move up with it, unless the whole is a
    /// number already.
    pub(super) fn apply_marked(
        &mut self,
        function: FunctionId,
        arguments: &[Marked],
    ) -> Result<Marked, Error> {
        check_marks(arguments)?;
        let terms = terms(arguments);
        let mut whole = Marked::plain(self.apply_function(function, &terms)?);
        if self.as_number(whole.term).is_some() {
            return Ok(whole);
        }
        for (at, argument) in arguments.iter().enumerate() {
            for (term, holed) in &argument.marks {
                let mut open = terms.clone();
                open[at] = *holed;
                whole.marks.push((*term, self.apply_function(function, &open)?));
            }
        }
        Ok(whole)
    }

    /// The atom of a predicate with these arguments; their marks go to `issues`.
    pub(super) fn marked_atom(
        &mut self,
        predicate: &str,
        arguments: &[Marked],
        negated: bool,
        issues: &mut impl Extend<Issue>,
    ) -> Result<AtomId, Error> {
        check_marks(arguments)?;
        let terms = terms(arguments);
        let predicate = self.intern_predicate(predicate, terms.len() as u32);
        let affirmed = self.intern_atom(predicate, &terms);
        let atom = if negated { affirmed.negated() } else { affirmed };
        for (at, argument) in arguments.iter().enumerate() {
            for (term, holed) in &argument.marks {
                let mut open = terms.clone();
                open[at] = *holed;
                let open = self.intern_open(predicate, &open).negated_if(negated);
                issues.extend([Issue { open, term: *term, atom }]);
            }
        }
        Ok(atom)
    }
}
