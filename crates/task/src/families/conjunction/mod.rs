//! The conjunction fallacy (Tversky & Kahneman, 1983), variants 1-6 of Jiang et al. (2024),
//! appendix C.1: the subject chooses the more probable of an event and that event together with
//! another.
//!
//! Each variant has a control that joins the events by *or*, so that the longer option is right.
//! The irrelevant events of the published stories make no sense in them. Here they are events that
//! may happen to anybody; the published kind has its own variants. In the published design the
//! people of variants 1 and 5 have a gender and a race, which are factors of the item.

mod bio;
mod celebrity;
mod cut;
mod data;
mod disease;
mod exemplars;
mod identity;
mod pair;
mod plain;
mod story;
mod texts;
mod writer;

pub(super) use exemplars::Vignettes;
pub(super) use plain::other_question;
pub(super) use texts::replies;
pub use writer::{Editor, Rejection, WRITING, writing_prompt};

use super::{Cue, Factor, Family, Make, MakeItem, Variant};
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
    exemplars: Some(&Vignettes),
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
    variants: &VARIANTS,
};

/// A row for each variant: its name, the factor that its versions vary, the function that makes its
/// items, and its description.
#[rustfmt::skip]
static VARIANTS: [Variant; 18] = [
    variant("1", &[CONTEXT], |draw| bio::make(draw, Conjunction),
        "a biography; an occupation, alone or with a hobby"),
    variant("2", &[CONTEXT], |draw| story::make(draw, Told::To, Plausible, Conjunction),
        "a story; an event, alone or with a purpose (\"to\")"),
    variant("3", &[CONTEXT], |draw| story::make(draw, Told::Because, Plausible, Conjunction),
        "a story; an event, alone or with a cause (\"because\")"),
    variant("4", &[CONTEXT], |draw| story::make(draw, Told::SoThat, Plausible, Conjunction),
        "a story; an event, alone or with an aim (\"so that\")"),
    variant("5", &[CONTEXT], |draw| disease::make(draw, Conjunction),
        "a diagnosis; a symptom, alone or with another"),
    variant("6", &[CELEBRITY], |draw| celebrity::make(draw, Conjunction),
        "a celebrity; an unlikely outcome, alone or with a likely one"),
    variant("1-or", &[CONTEXT], |draw| bio::make(draw, Disjunction),
        "a biography; an occupation, or that or a hobby: the longer option is right"),
    variant("2-or", &[CONTEXT], |draw| story::make(draw, Told::To, Plausible, Disjunction),
        "a story; an event, or that or a purpose (\"he wanted to\")"),
    variant("3-or", &[CONTEXT], |draw| story::make(draw, Told::Because, Plausible, Disjunction),
        "a story; an event, or that or a cause (\"he realized that\")"),
    variant("4-or", &[CONTEXT], |draw| story::make(draw, Told::SoThat, Plausible, Disjunction),
        "a story; an event, or that or an aim (\"he hoped that\")"),
    variant("5-or", &[CONTEXT], |draw| disease::make(draw, Disjunction),
        "a diagnosis; a symptom, or that or another"),
    variant("6-or", &[CELEBRITY], |draw| celebrity::make(draw, Disjunction),
        "a celebrity; an unlikely outcome, or that or a likely one"),
    variant("2-incoherent", &[CONTEXT], |draw| story::make(draw, Told::To, Incoherent, Conjunction),
        "variant 2, with a purpose that makes no sense in the story, as published"),
    variant("3-incoherent", &[CONTEXT], |draw| story::make(draw, Told::Because, Incoherent, Conjunction),
        "variant 3, with a cause that makes no sense in the story, as published"),
    variant("4-incoherent", &[CONTEXT], |draw| story::make(draw, Told::SoThat, Incoherent, Conjunction),
        "variant 4, with an aim that makes no sense in the story, as published"),
    variant("2-incoherent-or", &[CONTEXT], |draw| story::make(draw, Told::To, Incoherent, Disjunction),
        "variant 2-or, with a purpose that makes no sense in the story"),
    variant("3-incoherent-or", &[CONTEXT], |draw| story::make(draw, Told::Because, Incoherent, Disjunction),
        "variant 3-or, with a cause that makes no sense in the story"),
    variant("4-incoherent-or", &[CONTEXT], |draw| story::make(draw, Told::SoThat, Incoherent, Disjunction),
        "variant 4-or, with an aim that makes no sense in the story"),
];

const fn variant(
    name: &'static str,
    factors: &'static [Factor],
    make: MakeItem,
    about: &'static str,
) -> Variant {
    Variant { name, about, factors, make: Make::Each(make) }
}
