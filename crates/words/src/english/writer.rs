//! Claims as English sentences.

use super::{ABSURDITY, IDENTICAL, TAUTOLOGY, capitalised, letter};
use crate::claim::{Claim, Literal, Term};
use crate::error::WordsError;
use crate::role::Role;
use crate::vocabulary::Vocabulary;
use peirast_etr::{Quantifier, View};

impl Vocabulary {
    /// Returns the view as an English sentence, with a capital and a full stop.
    ///
    /// Within an alternative, predicates of one subject are combined: *the ace is red and is
    /// square*. Otherwise alternatives and their parts have the order of the view. Issues are not
    /// shown. `every`, `no` and `some` are used if they express exactly the content of the view;
    /// other quantified views begin with *for every card X, there is some card Y such that*.
    /// Without a noun for the things, all of them begin with *for all X* or *there is some X*.
    ///
    /// ```
    /// use peirast_words::{Role, Vocabulary};
    ///
    /// let vocabulary = Vocabulary::default()
    ///     .with(Role::Object, "a", "the ace")?
    ///     .with(Role::Object, "k", "the king")?
    ///     .with(Role::Predicate, "P", "red")?
    ///     .with(Role::Predicate, "Q", "square")?;
    /// for (view, sentence) in [
    ///     ("{P(a())}^{~Q(k())}", "If the king is not square, then the ace is red."),
    ///     (
    ///         "{P(a())Q(k()),~P(k())}",
    ///         "Either the ace is red and the king is square, or the king is not red.",
    ///     ),
    ///     ("{P(k())~Q(k())}", "The king is red and is not square."),
    ///     (
    ///         "{P(a())P(k())Q(a())}",
    ///         "The ace is red and is square and the king is red.",
    ///     ),
    ///     ("Ax {P(x)}^{Q(x)}", "Every thing that is square is red."),
    ///     ("Ax {~P(x)}", "No thing is red."),
    ///     ("Ex {P(x),Q(a())}", "There is some thing X such that either X is red, or the ace is \
    ///                           square."),
    ///     ("{0}", "Things are as they are."),
    /// ] {
    ///     assert_eq!(vocabulary.write(&view.parse()?)?, sentence);
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`WordsError::Unnamed`] if a name has no words, otherwise as [`Claim::new`].
    pub fn write(&self, view: &View) -> Result<String, WordsError> {
        let claim = &Claim::new(view)?;
        let mut writer = Writer { vocabulary: self, text: String::new() };
        if !writer.short(claim)? {
            writer.framed(claim)?;
        }
        writer.text.push('.');
        Ok(capitalised(&writer.text))
    }
}

pub(super) struct Writer<'v> {
    pub(super) vocabulary: &'v Vocabulary,
    pub(super) text: String,
}

impl Writer<'_> {
    fn framed(&mut self, claim: &Claim) -> Result<(), WordsError> {
        let one = &self.vocabulary.kind().one;
        for (object, kind) in claim.prefix.iter().enumerate() {
            let letter = letter(object);
            self.text.push_str(&match kind {
                Quantifier::Universal if one.is_empty() => format!("for all {letter}, "),
                Quantifier::Existential if one.is_empty() => {
                    format!("there is some {letter} such that ")
                }
                Quantifier::Universal => format!("for every {one} {letter}, "),
                Quantifier::Existential => format!("there is some {one} {letter} such that "),
            });
        }
        if claim.is_conditional() {
            self.text.push_str("if ");
            self.states(&claim.supposition)?;
            self.text.push_str(", then ");
        }
        self.states(&claim.stage)
    }

    fn states(&mut self, states: &[Vec<Literal>]) -> Result<(), WordsError> {
        if states.is_empty() {
            self.text.push_str(ABSURDITY);
        }
        for (at, state) in states.iter().enumerate() {
            self.text.push_str(alternative(at, states.len()));
            self.state(state)?;
        }
        Ok(())
    }

    fn state(&mut self, state: &[Literal]) -> Result<(), WordsError> {
        if state.is_empty() {
            self.text.push_str(TAUTOLOGY);
        }
        let state = if self.gathers() { by_subject(state) } else { state.iter().collect() };
        let mut before = None;
        for (at, literal) in state.into_iter().enumerate() {
            self.text.push_str(if at > 0 { " and " } else { "" });
            let subject = literal.arguments.first();
            self.clause(literal, subject.is_some() && subject == before && self.gathers())?;
            before = subject;
        }
        Ok(())
    }

    /// Returns true if predicates of one subject are combined: *the ace is red and is square*. The
    /// published wording, which has no noun for the things, keeps the order and repeats the
    /// subject.
    fn gathers(&self) -> bool {
        !self.vocabulary.kind().one.is_empty()
    }

    fn clause(&mut self, literal: &Literal, without_subject: bool) -> Result<(), WordsError> {
        let role = Role::of_arity(literal.arguments.len());
        let (said, denied) = if literal.is_identity() {
            (IDENTICAL, None)
        } else {
            let words = self.vocabulary.entry(role, &literal.predicate)?;
            (words.said.as_str(), words.denied.as_deref())
        };
        let mut terms = literal.arguments.iter();
        let Some(subject) = terms.next() else {
            let denied = denied.filter(|_| literal.negated);
            self.text.push_str(denied.unwrap_or(said));
            return Ok(());
        };
        if !without_subject {
            self.term(subject)?;
            self.text.push(' ');
        }
        self.text.push_str(if literal.negated { "is not " } else { "is " });
        self.text.push_str(said);
        for other in terms {
            self.text.push(' ');
            self.term(other)?;
        }
        Ok(())
    }

    fn term(&mut self, term: &Term) -> Result<(), WordsError> {
        match term {
            Term::Object(object) => self.text.push_str(&letter(*object)),
            Term::Constant(name) => {
                self.text.push_str(&self.vocabulary.entry(Role::Object, name)?.said);
            }
        }
        Ok(())
    }
}

/// Returns literals grouped by subject, or in their order.
fn by_subject(state: &[Literal]) -> Vec<&Literal> {
    let mut all: Vec<&Literal> = Vec::with_capacity(state.len());
    for literal in state {
        let subject = literal.arguments.first();
        let last = all.iter().rposition(|other| other.arguments.first() == subject);
        let at = last.filter(|_| subject.is_some()).map_or(all.len(), |last| last + 1);
        all.insert(at, literal);
    }
    all
}

/// Returns the words before one of several alternatives.
pub(super) fn alternative(at: usize, of: usize) -> &'static str {
    match at {
        0 if of > 1 => "either ",
        0 => "",
        _ => ", or ",
    }
}
