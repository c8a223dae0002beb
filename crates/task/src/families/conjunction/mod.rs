//! The conjunction fallacy (Tversky & Kahneman, 1983), variants 1-6 of Jiang et al. (2024),
//! appendix C.1: which is more likely, an event or that event together with another?
//!
//! Each variant has a control that joins the events by *or*, so that the longer option is right.

mod bio;
mod celebrity;
mod data;
mod disease;
mod exemplars;
mod pair;
mod story;
mod texts;
mod writer;

pub(super) use exemplars::Vignettes;
pub(super) use texts::replies;
pub use writer::{Editor, Rejection, WRITING, writing_prompt};

use super::{Cue, Factor, Family, Make, Variant};
use pair::Operation::{Conjunction, Disjunction};
use peirast_record::Profile;
use story::Told;
use texts::{ORIGINS, PHRASING};

const CONTEXT: Factor = Factor {
    name: "context",
    levels: &["relevant", "irrelevant"],
    touches: &["added-event"],
    changes_truth: false,
};

/// Of stories, an irrelevant event is one that anybody might bring about, and an incoherent one
/// belongs to another story. The published program drew incoherent ones and called them irrelevant.
const STORY_CONTEXT: Factor =
    Factor { levels: &["relevant", "irrelevant", "incoherent"], ..CONTEXT };

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
            factors: &[STORY_CONTEXT],
            make: Make::Each(|draw| story::make(draw, Told::To, Conjunction)),
        },
        Variant {
            name: "3",
            about: "a story; an event, alone or with a cause (\"because\")",
            factors: &[STORY_CONTEXT],
            make: Make::Each(|draw| story::make(draw, Told::Because, Conjunction)),
        },
        Variant {
            name: "4",
            about: "a story; an event, alone or with an aim (\"so that\")",
            factors: &[STORY_CONTEXT],
            make: Make::Each(|draw| story::make(draw, Told::SoThat, Conjunction)),
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
            factors: &[STORY_CONTEXT],
            make: Make::Each(|draw| story::make(draw, Told::To, Disjunction)),
        },
        Variant {
            name: "3-or",
            about: "a story; an event, or that or something else with a cause",
            factors: &[STORY_CONTEXT],
            make: Make::Each(|draw| story::make(draw, Told::Because, Disjunction)),
        },
        Variant {
            name: "4-or",
            about: "a story; an event, or that or something else with an aim",
            factors: &[STORY_CONTEXT],
            make: Make::Each(|draw| story::make(draw, Told::SoThat, Disjunction)),
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
    ],
};
