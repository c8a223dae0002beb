//! Problems on which the Erotetic Theory of Reasoning predicts a fallacy, in words, with controls.
//!
//! After "Theory-Grounded Evaluation of Human-Like Fallacy Patterns in LLM Reasoning" (2025).
//! `peirast_fallacy` makes the views, `peirast_words` the sentences; this module makes texts of
//! them.

mod closed;
mod conclude;
mod exemplars;
mod maker;
mod options;
mod published;
mod read_off;
mod rebuilt;
mod scene;
mod texts;
mod versions;
mod wording;

pub(crate) use conclude::{By, concluded};

pub(crate) use maker::word_seed;
pub use maker::{Erotetic, Making};
pub use options::Options;
pub(crate) use published::PUBLISHED;
pub(crate) use read_off::read_off;
pub(crate) use rebuilt::rebuilt;
pub(crate) use wording::{ASKING, BULLET, CONCLUSION, PREAMBLE, PREMISES};

use super::{Factor, Family, Make, MakeItems, Variant};
use peirast_record::Profile;

const KIND: Factor = Factor {
    name: "kind",
    levels: &["fallacy", "control-valid", "control-blocked"],
    touches: &[wording::FIRST, wording::REST, wording::INQUIRY, wording::NOTE, wording::ASKED],
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
    touches: &[wording::INQUIRY, wording::NOTE],
    changes_truth: false,
};

/// Does not vary within an item, but some themes can be selected.
const THEME: Factor = Factor { name: "theme", levels: &[], touches: &[], changes_truth: false };

pub(super) static FAMILY: Family = Family {
    name: Erotetic::FAMILY,
    about: "premises from which people are predicted to conclude what does not follow",
    profiles: &[Profile::Balanced, Profile::Paper2025],
    exemplars: Some(&exemplars::Inferences),
    phrasing: texts::PHRASING,
    replies: texts::replies,
    cues: &[],
    origins: texts::ORIGINS,
    has_forms: false,
    work_out: rebuilt::work_out,
    check_data: published::check_data,
    variants: &[
        Variant {
            name: "open",
            about: "what, if anything, follows?",
            factors: &[KIND, ORDER, INQUIRY, THEME],
            make: Make::Together(QuestionKind::Open.maker()),
        },
        Variant {
            name: "yes-no",
            about: "does this conclusion follow?",
            factors: &[KIND, ORDER, INQUIRY, THEME],
            make: Make::Together(QuestionKind::YesNo.maker()),
        },
        Variant {
            name: "choice",
            about: "which of three conclusions follows, if one does?",
            factors: &[KIND, ORDER, INQUIRY, THEME],
            make: Make::Together(QuestionKind::Choice.maker()),
        },
        Variant {
            name: PUBLISHED,
            about: "the 399 different problems of the study of 2025, as published: what, if anything, follows?",
            factors: &[KIND, ORDER],
            make: Make::Together(published::make),
        },
    ],
};

/// The kind of question about the premises.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum QuestionKind {
    /// The question what follows, if anything.
    Open,
    /// The question if this conclusion follows.
    YesNo,
    /// The choice between conclusions.
    Choice,
}

impl QuestionKind {
    /// Returns the question of a variant.
    fn named(variant: &str) -> Option<Self> {
        [Self::Open, Self::YesNo, Self::Choice].into_iter().find(|own| own.name() == variant)
    }

    /// Returns the function that makes the problems of its variant.
    const fn maker(self) -> MakeItems {
        match self {
            Self::Open => |design, n, versions| maker::make(Self::Open, design, n, versions),
            Self::YesNo => |design, n, versions| maker::make(Self::YesNo, design, n, versions),
            Self::Choice => |design, n, versions| maker::make(Self::Choice, design, n, versions),
        }
    }

    /// Returns the name of the variant.
    fn name(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::YesNo => "yes-no",
            Self::Choice => "choice",
        }
    }
}
