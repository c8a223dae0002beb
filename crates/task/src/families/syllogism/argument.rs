//! One argument: its words, its sentences, and its validity.

use super::data::{CATEGORIES, Category};
use super::matched::MatchedWords;
use super::wording::{ArgumentWording, Quantifiers};
use crate::families::draw::segment;
use peirast_logic::categorical::{Categorical, CategoricalVerdict, Import, decide};
use peirast_random::Stream;
use peirast_record::{Answer, Segment, Truth};
use peirast_words::capitalised;

/// The terms of an argument, as the logic engine numbers them.
pub(super) const NARROW: usize = 0;
pub(super) const WIDE: usize = 1;
pub(super) const TRAIT: usize = 2;

/// The quantity of a statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Quantity {
    All,
    Some,
}

impl Quantity {
    fn statement(self, subject: usize, predicate: usize) -> Categorical {
        match self {
            Self::All => Categorical::all(subject, predicate),
            Self::Some => Categorical::some(subject, predicate),
        }
    }
}

/// A form of argument: all of a narrow class are in a wide one; all or some of one of the two have
/// a trait; therefore all or some of the other have it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Form {
    /// The quantity of the second premise and of the conclusion.
    pub(super) quantity: Quantity,
    /// The class of the second premise: [`NARROW`] or [`WIDE`].
    pub(super) second: usize,
}

impl Form {
    /// The class of the conclusion.
    pub(super) fn third(self) -> usize {
        if self.second == NARROW { WIDE } else { NARROW }
    }

    pub(super) fn premises(self) -> [Categorical; 2] {
        [Categorical::all(NARROW, WIDE), self.quantity.statement(self.second, TRAIT)]
    }

    pub(super) fn conclusion(self) -> Categorical {
        self.quantity.statement(self.third(), TRAIT)
    }
}

/// The words of one argument.
#[derive(Clone, Copy, Debug)]
pub(super) struct Argument<'a> {
    pub(super) form: Form,
    /// Plural nouns of the two classes.
    pub(super) narrow: &'a str,
    pub(super) wide: &'a str,
    /// A verb phrase in the plural.
    pub(super) trait_: &'a str,
}

impl Argument<'static> {
    /// Draws an argument about classes from the [matched words](super::matched): its conclusion is
    /// that of as many valid as invalid arguments.
    pub(super) fn drawn(form: Form, stream: &mut Stream) -> Option<Self> {
        let words = stream.choose(MatchedWords::all(form.quantity))?;
        let (narrow, wide) = words.classes(form);
        Some(Self { form, narrow, wide, trait_: words.trait_ })
    }

    /// Draws an argument about a category and some of its members.
    pub(super) fn of_category(form: Form, stream: &mut Stream) -> Option<Self> {
        let size = |category: &Category| category.members.len() * category.traits.len();
        let category = drawn(CATEGORIES.drawn()?, size, stream)?;
        let narrow = stream.choose(&category.members)?;
        let trait_ = stream.choose(&category.traits)?;
        Some(Self { form, narrow, wide: &category.plural, trait_ })
    }
}

/// Draws one of them, with probability proportional to its size.
fn drawn<'a, T>(all: &'a [T], size: impl Fn(&T) -> usize, stream: &mut Stream) -> Option<&'a T> {
    let mut at = stream.below(all.iter().map(&size).sum());
    all.iter().find(|one| {
        let here = at < size(one);
        at = at.saturating_sub(size(one));
        here
    })
}

impl Argument<'_> {
    fn word(&self, class: usize) -> &str {
        if class == NARROW { self.narrow } else { self.wide }
    }

    /// Renders its sentences, each after the words for its source, if there are any.
    pub(super) fn segments(
        &self,
        wording: ArgumentWording,
        quantifiers: Quantifiers,
        sources: &[String; 2],
    ) -> Vec<Segment> {
        let sentence = |source: &str, quantity, class| {
            let start = format!("{}{}", quantifiers.words(quantity), self.word(class));
            let begins = source.is_empty() || wording.source_is_apart();
            if begins { capitalised(&start) } else { start }
        };
        let [first, second] = sources;
        let Form { quantity, second: class } = self.form;
        let third = format!("{}{}", quantifiers.words(quantity), self.word(self.form.third()));
        vec![
            segment("question", format!("{}\n", wording.question())),
            segment("source-1", first.clone()),
            segment("quantified-1", sentence(first, Quantity::All, NARROW)),
            segment("predicate-1", format!(" are {}.\n", self.wide)),
            segment("source-2", second.clone()),
            segment("quantified-2", sentence(second, quantity, class)),
            segment("predicate-2", format!(" {}.\n", self.trait_)),
            segment("therefore", "Therefore, "),
            segment("quantified-3", third),
            segment("predicate-3", format!(" {}.", self.trait_)),
        ]
    }

    /// Returns the verdict of the logic engine, with its reason.
    pub(super) fn truth(&self) -> Option<Truth> {
        let (premises, conclusion) = (self.form.premises(), self.form.conclusion());
        let form = format!("{}; {} |- {}", premises[0], premises[1], conclusion);
        let that = format!("things that {}", self.trait_);
        let terms = [self.narrow, self.wide, that.as_str()];
        let lure = Answer::YesNo(true);
        Some(match decide(&premises, conclusion, Import::Modern).ok()? {
            CategoricalVerdict::Entailed(models) => {
                let because = match self.form.quantity {
                    Quantity::Some => {
                        format!("the {} that {} are {}", self.narrow, self.trait_, self.wide)
                    }
                    Quantity::All => {
                        format!(
                            "all {} are {}, all of which {}",
                            self.narrow, self.wide, self.trait_
                        )
                    }
                };
                let why = format!(
                    "the conclusion is true in each of the {models} models of the premises: {because}"
                );
                Truth { answer: Answer::YesNo(true), lure, form, why }
            }
            CategoricalVerdict::Refuted(model) => {
                let why = format!(
                    "the premises are true and the conclusion false if {}",
                    model.in_words(&terms)
                );
                Truth { answer: Answer::YesNo(false), lure, form, why }
            }
        })
    }
}
