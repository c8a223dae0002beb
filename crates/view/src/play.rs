//! Playgrounds: arguments that nobody put to a model, and what is to be said of them.
//!
//! Every request computes everything here anew, from its address. The work is bounded: by the
//! length of the text, by the engine's limits, and by the amount shown.

mod case;
mod classical;
mod english;
mod form;
mod premises;
mod read;
mod situation;
mod spoken;
mod square;
mod theory;

pub(crate) use case::{EXAMPLES, inferences};
pub(crate) use classical::{Classical, Entailment};
pub(crate) use english::SPOKEN_EXAMPLES;
pub(crate) use form::Erotetic;
pub(crate) use premises::{PlayAnswer, PlayConclusion, PlayInput, SPOKEN};
pub(crate) use read::{Fault, InputLine, Notation};
pub(crate) use situation::Situation;
pub(crate) use square::{FormFilter, Validity, Who};
pub(crate) use theory::{Acceptance, Cures, Prediction};

/// The most characters of a view that a page shows.
const MOST_SHOWN: usize = 1200;

/// A view or formula as far as a page has room for it.
fn short(text: String) -> String {
    match text.char_indices().nth(MOST_SHOWN) {
        None => text,
        Some((end, _)) => {
            let left = text.get(end..).map_or(0, |rest| rest.chars().count());
            format!("{} … {left} characters more", text.get(..end).unwrap_or_default())
        }
    }
}
