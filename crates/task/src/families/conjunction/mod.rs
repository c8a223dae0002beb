//! The conjunction fallacy (Tversky & Kahneman, 1983), variants 1-6 of Jiang et al. (2024),
//! appendix C.1: which is more likely, an event or that event together with another?

mod bio;
mod celebrity;
mod data;
mod denied;
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
use peirast_record::Profile;
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
            make: Make::Each(bio::make),
        },
        Variant {
            name: "2",
            about: "a story; an event, alone or with a purpose (\"to\")",
            factors: &[CONTEXT],
            make: Make::Each(|draw| story::make(draw, " to ", |story| &story.to)),
        },
        Variant {
            name: "3",
            about: "a story; an event, alone or with a cause (\"because\")",
            factors: &[CONTEXT],
            make: Make::Each(|draw| story::make(draw, " because ", |story| &story.because)),
        },
        Variant {
            name: "4",
            about: "a story; an event, alone or with an aim (\"so that\")",
            factors: &[CONTEXT],
            make: Make::Each(|draw| story::make(draw, " so that ", |story| &story.sothat)),
        },
        Variant {
            name: "5",
            about: "a diagnosis; a symptom, alone or with another",
            factors: &[CONTEXT],
            make: Make::Each(disease::make),
        },
        Variant {
            name: "6",
            about: "a celebrity; an unlikely outcome, alone or with a likely one",
            factors: &[CELEBRITY],
            make: Make::Each(celebrity::make),
        },
    ],
};
