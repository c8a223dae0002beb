//! The syllogistic fallacy All-Some-Some of Jiang et al. (2024), appendix C.2, and controls.
//!
//! A valid control has the same words, its conclusion included. Two forms about all of a class
//! complete the design: in the first form the second premise is about the narrow class and the
//! argument is invalid, in the second form it is the reverse. So neither the order of the terms nor
//! a quantifier reveals validity.
//!
//! Four versions of each item: classic quantifiers; other words for the same quantifiers; and, with
//! those other words, two framings by named sources, which differ from the unframed version and
//! from each other only in the framing tokens.

mod argument;
mod data;
mod exemplars;
mod matched;
mod texts;
mod wording;

pub(super) use exemplars::Triads;
pub(super) use texts::{PHRASING, replies};

use super::draw::{Draft, Draw};
use super::exemplars::EXEMPLAR_ANSWER;
use super::worked_out::{
    NotWorkedOut, WorkedOut, check_apart, check_by_meaning, check_independent, check_terms, only,
    validity,
};
use super::{Cue, Factor, Family, Make, Variant, publications};
use argument::{Argument, Form, NARROW, Quantity, WIDE};
use peirast_record::{Answer, Factors, Problem, Profile, Segment, Task, Truth};
use peirast_words::capitalised;
use wording::{ArgumentWording, Quantifiers};

const QUANTIFIER: Factor = Factor {
    name: "quantifier",
    levels: &["classic", "paraphrased"],
    touches: &["quantified-1", "quantified-2", "quantified-3"],
    changes_truth: false,
};

const SOURCE: Factor = Factor {
    name: "source",
    levels: &["none", "reputable", "disreputable"],
    touches: &["source-1", "source-2"],
    changes_truth: false,
};

pub(super) static FAMILY: Family = Family {
    name: "syllogism",
    about: "syllogistic fallacy: does the conclusion follow, in any wording?",
    profiles: &[Profile::Balanced, Profile::Paper2024],
    exemplars: Some(&Triads),
    phrasing: PHRASING,
    replies,
    cues: &[
        Cue { factor: "quantifier", level: "paraphrased" },
        Cue { factor: "source", level: "reputable" },
    ],
    origins: &[publications::TOKEN_BIAS],
    has_forms: false,
    work_out,
    check_data: data::check,
    variants: &[
        Variant {
            name: "all-some-some",
            about: "All A are B. Some B are C. Therefore some A are C. Invalid.",
            factors: &[QUANTIFIER, SOURCE],
            make: Make::Each(|draw| make(draw, Quantity::Some, WIDE)),
        },
        Variant {
            name: "valid-control",
            about: "All A are B. Some A are C. Therefore some B are C. Valid, with the same conclusions.",
            factors: &[QUANTIFIER, SOURCE],
            make: Make::Each(|draw| make(draw, Quantity::Some, NARROW)),
        },
        Variant {
            name: "all-valid",
            about: "All A are B. All B are C. Therefore all A are C. Valid, with the order of all-some-some.",
            factors: &[QUANTIFIER, SOURCE],
            make: Make::Each(|draw| make(draw, Quantity::All, WIDE)),
        },
        Variant {
            name: "all-invalid",
            about: "All A are B. All A are C. Therefore all B are C. Invalid, with the order of valid-control.",
            factors: &[QUANTIFIER, SOURCE],
            make: Make::Each(|draw| make(draw, Quantity::All, NARROW)),
        },
    ],
};

fn make(draw: &Draw<'_>, quantity: Quantity, second: usize) -> Option<Vec<Problem>> {
    let mut stream = draw.stream("syllogism");
    let form = Form { quantity, second };
    let wording = ArgumentWording::of(draw.is_published_design());
    // The published arguments are about some.
    let argument = match (wording, quantity) {
        (ArgumentWording::AsPublished, Quantity::Some) => Argument::of_category(form, &mut stream)?,
        _ => Argument::drawn(form, &mut stream)?,
    };
    let [reputable, disreputable] = wording.frames(&mut stream)?;
    let none = [String::new(), String::new()];
    let other = wording.paraphrased();
    let versions = [
        (Quantifiers::Classic, "none", &none),
        (other, "none", &none),
        (other, "reputable", &reputable),
        (other, "disreputable", &disreputable),
    ];
    let version = |(quantifiers, source, frame): (_, _, &[String; 2])| {
        let mut segments = argument.segments(wording, quantifiers, frame);
        if quantifiers == Quantifiers::AsPublished {
            lower_case_as_published(&mut segments);
        }
        version(draw, argument.truth()?, [quantifiers.level(), source], segments)
    };
    versions.into_iter().map(version).collect()
}

fn version(
    draw: &Draw<'_>,
    truth: Truth,
    [quantifier, source]: [&str; 2],
    segments: Vec<Segment>,
) -> Option<Problem> {
    let valid = truth.answer == Answer::YesNo(true);
    let varied = Factors::from_iter([("quantifier", quantifier), ("source", source)]);
    let levels = varied
        .with("validity", if valid { "valid" } else { "invalid" })
        .with(EXEMPLAR_ANSWER, draw.exemplar_answer(["yes", "no"]));
    let draft = Draft { task: Task::YesNo, segments, options: Vec::new(), truth };
    Some(draw.problem(&varied, levels, draft))
}

/// Returns the right answer to a text by the logic engine.
fn work_out(problem: &Problem) -> Result<WorkedOut, NotWorkedOut> {
    check_terms(shown_terms(problem).iter().map(String::as_str))?;
    let Decided { form, terms, worked_out } =
        decide_argument(problem).ok_or(NotWorkedOut::OtherText)?;
    let terms = terms.each_ref().map(String::as_str);
    check_independent(&terms)?;
    // A class may be narrower than another; the trait is not a class.
    check_apart(&terms)?;
    check_by_meaning(&form.premises(), form.conclusion(), &terms)?;
    Ok(worked_out)
}

/// Returns the terms of a text, even if they are not an argument.
fn shown_terms(problem: &Problem) -> Vec<String> {
    const SUBJECT: &[&str] =
        &["all ", "some ", "without exception, ", "a number of ", "a subset of "];
    let roles: [(&str, &[&str]); 6] = [
        ("quantified-1", SUBJECT),
        ("predicate-1", &["are "]),
        ("quantified-2", SUBJECT),
        ("predicate-2", &[]),
        ("quantified-3", SUBJECT),
        ("predicate-3", &[]),
    ];
    let shown = roles.into_iter().filter_map(|(role, before)| Some((only(problem, role)?, before)));
    shown
        .map(|(text, before)| {
            let text = text.trim().trim_end_matches('.').to_lowercase();
            let term = before.iter().find_map(|words| text.strip_prefix(words));
            term.map(str::to_owned).unwrap_or(text)
        })
        .collect()
}

/// An argument that was read, and its verdict by form.
struct Decided {
    form: Form,
    /// The terms, in the numbering of the form.
    terms: [String; 3],
    worked_out: WorkedOut,
}

fn decide_argument(problem: &Problem) -> Option<Decided> {
    let part = |role: &str| only(problem, role).map(|text| text.trim().to_lowercase());
    let plain = |role: &str| part(role).map(|text| text.trim_end_matches('.').to_owned());
    let question = part("question")?;
    let wording =
        ArgumentWording::ALL.into_iter().find(|w| w.question().to_lowercase() == question)?;
    let (first, second, third) =
        (part("quantified-1")?, part("quantified-2")?, part("quantified-3")?);
    let (wide, trait_) = (plain("predicate-1")?, plain("predicate-2")?);
    let wide = wide.strip_prefix("are ")?;
    if plain("predicate-3")? != trait_ {
        return None;
    }
    let (source, frame) = wording.source(problem)?;
    // The published words for "all" are empty, so the longer ones are tried first.
    let read = |quantifiers: Quantifiers| {
        let narrow = first.strip_prefix(quantifiers.words(Quantity::All))?;
        [Quantity::Some, Quantity::All].into_iter().find_map(|quantity| {
            let words = quantifiers.words(quantity);
            let classes = [second.strip_prefix(words)?, third.strip_prefix(words)?];
            let second = match classes {
                [two, three] if two == narrow && three == wide => NARROW,
                [two, three] if two == wide && three == narrow => WIDE,
                _ => return None,
            };
            let form = Form { quantity, second };
            Some((quantifiers, Argument { form, narrow, wide, trait_: &trait_ }))
        })
    };
    let (quantifiers, argument) = Quantifiers::ALL
        .into_iter()
        .filter(|q| *q == Quantifiers::Classic || *q == wording.paraphrased())
        .find_map(read)?;
    let terms = [argument.narrow, argument.wide, argument.trait_].map(str::to_owned);
    let Truth { answer, lure, form, .. } = argument.truth()?;
    let worked_out = WorkedOut {
        answer,
        lure,
        levels: vec![
            validity(answer == Answer::YesNo(true)),
            ("quantifier", quantifiers.level().to_owned()),
            ("source", source.to_owned()),
        ],
        form: Some(form),
        segments: Some(argument.segments(wording, quantifiers, &frame)),
    };
    Some(Decided { form: argument.form, terms, worked_out })
}

/// The published perturbation lower-cased everything except the first letter of the argument.
fn lower_case_as_published(segments: &mut [Segment]) {
    let mut first = true;
    for segment in segments.iter_mut().filter(|s| s.role != "question" && !s.text.is_empty()) {
        if segment.role.starts_with("source") {
            first = false;
            continue; // The names of sources kept their capitals.
        }
        let lower = segment.text.to_lowercase();
        segment.text = if first { capitalised(&lower) } else { lower };
        first = false;
    }
}
