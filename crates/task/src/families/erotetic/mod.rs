//! Problems on which the Erotetic Theory of Reasoning predicts a fallacy, in words, with controls.
//!
//! After "Theory-Grounded Evaluation of Human-Like Fallacy Patterns in LLM Reasoning" (2025). The
//! views are made by `peirast_fallacy`, the sentences by `peirast_words`; here they become texts.

mod closed;
mod maker;
mod options;
mod rebuilt;
mod scene;
mod versions;
mod wording;

pub(crate) use maker::word_seed;
pub use maker::{Erotetic, Making};
pub use options::Options;
pub(crate) use rebuilt::rebuilt;
pub(crate) use wording::{ASKING, BULLET, CONCLUSION, PREAMBLE, PREMISES};

use super::{Factor, Family, Make, Variant};

const KIND: Factor = Factor {
    name: "kind",
    levels: &["fallacy", "control-valid", "control-blocked"],
    touches: &[wording::FIRST, wording::REST, wording::INQUIRY, wording::ASKED],
    changes_truth: true,
};

const ORDER: Factor = Factor {
    name: "order",
    levels: &["original", "reversed"],
    touches: &[wording::FIRST, wording::REST],
    changes_truth: false,
};

const INQUIRY: Factor = Factor {
    name: "inquiry",
    levels: &["none", "curing", "idle"],
    touches: &[wording::INQUIRY],
    changes_truth: false,
};

/// Does not vary within an item; some themes can be selected all the same.
const THEME: Factor = Factor { name: "theme", levels: &[], touches: &[], changes_truth: false };

pub(super) const FAMILY: Family = Family {
    name: "etr",
    about: "premises from which people are predicted to conclude what does not follow",
    variants: &[
        Variant {
            name: "open",
            about: "what, if anything, follows?",
            factors: &[KIND, ORDER, INQUIRY, THEME],
            make: Make::Erotetic(Question::Open),
        },
        Variant {
            name: "yes-no",
            about: "does this conclusion follow?",
            factors: &[KIND, ORDER, INQUIRY, THEME],
            make: Make::Erotetic(Question::YesNo),
        },
        Variant {
            name: "choice",
            about: "which of three conclusions follows, if one does?",
            factors: &[KIND, ORDER, INQUIRY, THEME],
            make: Make::Erotetic(Question::Choice),
        },
    ],
};

/// What is asked about the premises.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Question {
    /// What, if anything, follows?
    Open,
    /// Does this conclusion follow?
    YesNo,
    /// Which of these follows?
    Choice,
}

impl Question {
    /// The name of the variant.
    fn name(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::YesNo => "yes-no",
            Self::Choice => "choice",
        }
    }
}
