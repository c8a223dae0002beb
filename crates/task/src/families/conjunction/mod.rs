//! The conjunction fallacy (Tversky & Kahneman, 1983), variants 1-6 of Jiang et al. (2024),
//! appendix C.1: which is more likely, an event or that event together with another?
//!
//! Each variant has a control that joins the events by *or*, so that the longer option is right.
//! The irrelevant events of the published stories make no sense in them. Here anybody may do so; variants
//! of their own have the published kind.

mod bio;
mod celebrity;
mod cut;
mod data;
mod disease;
mod exemplars;
mod pair;
mod plain;
mod story;
mod texts;
mod writer;

pub(super) use exemplars::Vignettes;
pub(super) use texts::replies;
pub use writer::{Editor, Rejection, WRITING, writing_prompt};

use super::{Cue, Factor, Family, Make, Variant};
use pair::Operation::{Conjunction, Disjunction};
use peirast_record::Profile;
use story::Irrelevant::{Incoherent, Plausible};
use story::Told;
use texts::{ORIGINS, PHRASING};

const CONTEXT: Factor = Factor {
    name: "context",
    levels: &["relevant", "irrelevant"],
    touches: &["added-event"],
    changes_truth: false,
};

const CELEBRITY: Factor = Factor {
    name: "celebrity",
    levels: &["celebrity", "generic"],
    touches: &["name"],
    changes_truth: false,
};

pub(super) static FAMILY: Family = Family {
    name: "conjunction",
    about: "conjunction fallacy: an event, or the event together with another?",
    profiles: &[Profile::Balanced, Profile::Paper2024],
    exemplars: &Vignettes,
    phrasing: PHRASING,
    replies,
    cues: &[
        Cue { factor: "context", level: "relevant" },
        Cue { factor: "celebrity", level: "celebrity" },
    ],
    origins: ORIGINS,
    has_forms: false,
    work_out: pair::work_out,
    check_data: data::check,
    variants: &[
        Variant {
            name: "1",
            about: "a biography; an occupation, alone or with a hobby",
            factors: &[CONTEXT],
            make: Make::Each(|draw| bio::make(draw, Conjunction)),
        },
        Variant {
            name: "2",
            about: "a story; an event, alone or with a purpose (\"to\")",
            factors: &[CONTEXT],
            make: Make::Each(|draw| story::make(draw, Told::To, Plausible, Conjunction)),
        },
        Variant {
            name: "3",
            about: "a story; an event, alone or with a cause (\"because\")",
            factors: &[CONTEXT],
            make: Make::Each(|draw| story::make(draw, Told::Because, Plausible, Conjunction)),
        },
        Variant {
            name: "4",
            about: "a story; an event, alone or with an aim (\"so that\")",
            factors: &[CONTEXT],
            make: Make::Each(|draw| story::make(draw, Told::SoThat, Plausible, Conjunction)),
        },
        Variant {
            name: "5",
            about: "a diagnosis; a symptom, alone or with another",
            factors: &[CONTEXT],
            make: Make::Each(|draw| disease::make(draw, Conjunction)),
        },
        Variant {
            name: "6",
            about: "a celebrity; an unlikely outcome, alone or with a likely one",
            factors: &[CELEBRITY],
            make: Make::Each(|draw| celebrity::make(draw, Conjunction)),
        },
        Variant {
            name: "1-or",
            about: "a biography; an occupation, or that or a hobby: the longer option is right",
            factors: &[CONTEXT],
            make: Make::Each(|draw| bio::make(draw, Disjunction)),
        },
        Variant {
            name: "2-or",
            about: "a story; an event, or that or something else for a purpose",
            factors: &[CONTEXT],
            make: Make::Each(|draw| story::make(draw, Told::To, Plausible, Disjunction)),
        },
        Variant {
            name: "3-or",
            about: "a story; an event, or that or something else with a cause",
            factors: &[CONTEXT],
            make: Make::Each(|draw| story::make(draw, Told::Because, Plausible, Disjunction)),
        },
        Variant {
            name: "4-or",
            about: "a story; an event, or that or something else with an aim",
            factors: &[CONTEXT],
            make: Make::Each(|draw| story::make(draw, Told::SoThat, Plausible, Disjunction)),
        },
        Variant {
            name: "5-or",
            about: "a diagnosis; a symptom, or that or another",
            factors: &[CONTEXT],
            make: Make::Each(|draw| disease::make(draw, Disjunction)),
        },
        Variant {
            name: "6-or",
            about: "a celebrity; an unlikely outcome, or that or a likely one",
            factors: &[CELEBRITY],
            make: Make::Each(|draw| celebrity::make(draw, Disjunction)),
        },
        Variant {
            name: "2-incoherent",
            about: "variant 2, with a purpose that makes no sense in the story, as published",
            factors: &[CONTEXT],
            make: Make::Each(|draw| story::make(draw, Told::To, Incoherent, Conjunction)),
        },
        Variant {
            name: "3-incoherent",
            about: "variant 3, with a cause that makes no sense in the story, as published",
            factors: &[CONTEXT],
            make: Make::Each(|draw| story::make(draw, Told::Because, Incoherent, Conjunction)),
        },
        Variant {
            name: "4-incoherent",
            about: "variant 4, with an aim that makes no sense in the story, as published",
            factors: &[CONTEXT],
            make: Make::Each(|draw| story::make(draw, Told::SoThat, Incoherent, Conjunction)),
        },
        Variant {
            name: "2-incoherent-or",
            about: "variant 2-or, with a purpose that makes no sense in the story",
            factors: &[CONTEXT],
            make: Make::Each(|draw| story::make(draw, Told::To, Incoherent, Disjunction)),
        },
        Variant {
            name: "3-incoherent-or",
            about: "variant 3-or, with a cause that makes no sense in the story",
            factors: &[CONTEXT],
            make: Make::Each(|draw| story::make(draw, Told::Because, Incoherent, Disjunction)),
        },
        Variant {
            name: "4-incoherent-or",
            about: "variant 4-or, with an aim that makes no sense in the story",
            factors: &[CONTEXT],
            make: Make::Each(|draw| story::make(draw, Told::SoThat, Incoherent, Disjunction)),
        },
    ],
};
