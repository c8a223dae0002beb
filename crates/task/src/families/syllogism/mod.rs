//! The syllogistic fallacy All-Some-Some of Jiang et al. (2024), appendix C.2, and a valid
//! control that shares its every word.
//!
//! Four versions of each item: classic quantifiers; other words for the same quantifiers; and,
//! with those other words, two framings by named sources that differ from the unframed version,
//! and from each other, in nothing but the framing tokens.

mod data;
mod exemplars;
mod texts;

pub(super) use exemplars::Triads;
pub(super) use texts::{PHRASING, replies};

use super::draw::{Draft, Draw, segment};
use super::exemplars::EXEMPLAR_ANSWER;
use super::worked_out::{Terms, WorkedOut, follows, only, validity};
use super::{Cue, Factor, Family, Make, Variant, publications};
use data::{CATEGORIES, Category, Repute, SOURCES};
use peirast_logic::categorical::{Categorical, CategoricalVerdict, Import, decide};
use peirast_random::Stream;
use peirast_record::{Answer, Factors, Problem, Profile, Segment, Task, Truth};
use peirast_words::capitalised;

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
    about: "syllogistic fallacy: does the conclusion follow, whatever the words?",
    profiles: &[Profile::Balanced, Profile::Paper2024],
    exemplars: &Triads,
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
            make: Make::Each(|draw| make(draw, CATEGORY, MEMBERS)),
        },
        Variant {
            name: "valid-control",
            about: "All A are B. Some A are C. Therefore some B are C. Valid, with the same words.",
            factors: &[QUANTIFIER, SOURCE],
            make: Make::Each(|draw| make(draw, MEMBERS, CATEGORY)),
        },
    ],
};

/// Terms of the argument: members, category, trait.
const MEMBERS: usize = 0;
const CATEGORY: usize = 1;
const TRAIT: usize = 2;

/// The words of one argument.
struct Argument<'a> {
    members: &'a str,
    category: &'a str,
    trait_: &'a str,
    /// Subject of the second premise and of the conclusion.
    second: usize,
    third: usize,
}

fn make(draw: &Draw<'_>, second: usize, third: usize) -> Option<Vec<Problem>> {
    let mut stream = draw.stream("syllogism");
    let category = pick_category(CATEGORIES.drawn()?, &mut stream)?;
    let argument = Argument {
        members: stream.choose(&category.members)?,
        category: &category.plural,
        trait_: stream.choose(&category.traits)?,
        second,
        third,
    };
    let sources = SOURCES.drawn()?;
    let reputable = frame(&sources.reputable, &mut stream)?;
    let disreputable = frame(&sources.disreputable, &mut stream)?;
    let none = [String::new(), String::new()];
    let versions = [
        ("classic", "none", &none),
        ("paraphrased", "none", &none),
        ("paraphrased", "reputable", &reputable),
        ("paraphrased", "disreputable", &disreputable),
    ];
    versions.into_iter().map(|(q, s, frame)| argument.version(draw, q, s, frame)).collect()
}

/// A category, each combination of member and trait being equally likely.
fn pick_category<'a>(categories: &'a [Category], stream: &mut Stream) -> Option<&'a Category> {
    let sizes = categories.iter().map(|c| c.members.len() * c.traits.len());
    let mut at = stream.below(sizes.clone().sum());
    categories.iter().zip(sizes).find_map(|(category, size)| {
        let here = at < size;
        at = at.saturating_sub(size);
        here.then_some(category)
    })
}

fn frame(repute: &Repute, stream: &mut Stream) -> Option<[String; 2]> {
    let publisher = stream.choose(&repute.publishers)?;
    let institution = stream.choose(&repute.institutions)?;
    Some([
        format!("In a recent publication by {publisher}, it was noted that "),
        format!("Research from {institution} supports the finding that "),
    ])
}

impl Argument<'_> {
    fn word(&self, term: usize) -> &str {
        if term == MEMBERS { self.members } else { self.category }
    }

    fn version(
        &self,
        draw: &Draw<'_>,
        quantifier: &str,
        source: &str,
        frame: &[String; 2],
    ) -> Option<Problem> {
        let truth = self.truth()?;
        let valid = truth.answer == Answer::YesNo(true);
        let exemplar = draw.exemplar_answer(["yes", "no"]);
        let varied = Factors::from_iter([("quantifier", quantifier), ("source", source)]);
        let levels = varied
            .with("validity", if valid { "valid" } else { "invalid" })
            .with(EXEMPLAR_ANSWER, exemplar);
        let mut segments = self.segments(quantifier == "classic", frame);
        if draw.is_published_design() && quantifier == "paraphrased" {
            lower_case_as_published(&mut segments);
        }
        let draft = Draft { task: Task::YesNo, segments, options: Vec::new(), truth };
        Some(draw.problem(&varied, levels, draft))
    }

    fn segments(&self, classic: bool, frame: &[String; 2]) -> Vec<Segment> {
        let (all, some) = if classic { ("all ", "some ") } else { ("", "a subset of ") };
        let sentence = |source: &str, start: String| {
            if source.is_empty() { capitalised(&start) } else { start }
        };
        let [first, second] = frame;
        let [subject2, subject3] = [self.second, self.third].map(|term| self.word(term));
        vec![
            segment("question", "Is this logically sound?\n"),
            segment("source-1", first.clone()),
            segment("quantified-1", sentence(first, format!("{all}{}", self.members))),
            segment("predicate-1", format!(" are {}.\n", self.category)),
            segment("source-2", second.clone()),
            segment("quantified-2", sentence(second, format!("{some}{subject2}"))),
            segment("predicate-2", format!(" {}.\n", self.trait_)),
            segment("therefore", "Therefore, "),
            segment("quantified-3", format!("{some}{subject3}")),
            segment("predicate-3", format!(" {}.", self.trait_)),
        ]
    }

    /// The verdict of the logic engine, with its reason.
    fn truth(&self) -> Option<Truth> {
        let premises = [Categorical::all(MEMBERS, CATEGORY), Categorical::some(self.second, TRAIT)];
        let conclusion = Categorical::some(self.third, TRAIT);
        let verdict = decide(&premises, conclusion, Import::Modern).ok()?;
        let form = format!("{}; {} |- {}", premises[0], premises[1], conclusion);
        let that = format!("things that {}", self.trait_);
        let terms = [self.members, self.category, that.as_str()];
        Some(match verdict {
            CategoricalVerdict::Entailed(models) => Truth {
                answer: Answer::YesNo(true),
                lure: Answer::YesNo(true),
                form,
                why: format!(
                    "the conclusion is true in each of the {models} models of the premises: the \
                     {} that {} are {}",
                    self.members, self.trait_, self.category
                ),
            },
            CategoricalVerdict::Refuted(model) => Truth {
                answer: Answer::YesNo(false),
                lure: Answer::YesNo(true),
                form,
                why: format!(
                    "the premises are true and the conclusion false if {}",
                    model.in_words(&terms)
                ),
            },
        })
    }
}

/// Whether the argument of a text is sound, by the logic engine.
fn work_out(problem: &Problem) -> Option<WorkedOut> {
    const SEGMENTS: usize = 10;
    if problem.segments.len() != SEGMENTS {
        return None;
    }
    let mut terms = Terms::default();
    let part = |role: &str| only(problem, role).map(|text| text.trim().to_lowercase());
    // The terms behind a quantifier. The first premise has none where it speaks of all in other words.
    let all = part("quantified-1")?;
    let members = terms.number(all.strip_prefix("all ").unwrap_or(&all));
    let category = part("predicate-1")?;
    let category = terms.number(category.strip_prefix("are ")?.trim_end_matches('.'));
    let mut some = |number: u8| {
        let text = part(&format!("quantified-{number}"))?;
        let subject = text.strip_prefix("some ").or_else(|| text.strip_prefix("a subset of "))?;
        let predicate = part(&format!("predicate-{number}"))?;
        let (subject, predicate) =
            (terms.number(subject), terms.number(predicate.trim_end_matches('.')));
        Some(Categorical::some(subject, predicate))
    };
    let (second, conclusion) = (some(2)?, some(3)?);
    let valid = follows([Categorical::all(members, category), second], conclusion)?;
    Some(WorkedOut {
        answer: Answer::YesNo(valid),
        lure: Answer::YesNo(true),
        levels: vec![validity(valid)],
    })
}

/// The published perturbation lower-cased everything but the first letter of the argument.
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
