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

use super::complement::deny_each_other;
use super::draw::{Draft, Draw, segment};
use super::exemplars::EXEMPLAR_ANSWER;
use super::worked_out::{Terms, WorkedOut, only, validity};
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
    Some([publication(publisher), research(institution)])
}

fn publication(publisher: &str) -> String {
    format!("In a recent publication by {publisher}, it was noted that ")
}

fn research(institution: &str) -> String {
    format!("Research from {institution} supports the finding that ")
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
    let mut terms = Terms::default();
    let part = |role: &str| only(problem, role).map(|text| text.trim().to_lowercase());
    let is_classic = part("quantified-1")?.starts_with("all ");
    // The first premise has no quantifier where it speaks of all in other words.
    let (all, some) = if is_classic { ("all ", "some ") } else { ("", "a subset of ") };
    let members = part("quantified-1")?.strip_prefix(all)?.to_owned();
    let category = part("predicate-1")?.strip_prefix("are ")?.trim_end_matches('.').to_owned();
    for term in [&members, &category] {
        terms.number(term);
    }
    let trait_ = part("predicate-2")?.trim_end_matches('.').to_owned();
    if deny_each_other(&[&members, &category, &trait_]) {
        return None;
    }
    let mut number = |term: &str| terms.number(term);
    let [second, third] =
        ["quantified-2", "quantified-3"].map(|role| Some(number(part(role)?.strip_prefix(some)?)));
    let (second, third) = (second?, third?);
    let is_other_pair =
        [second, third] != [MEMBERS, CATEGORY] && [second, third] != [CATEGORY, MEMBERS];
    if is_other_pair || number(&trait_) != TRAIT {
        return None;
    }
    let argument =
        Argument { members: &members, category: &category, trait_: &trait_, second, third };
    let (source, frame) = source(problem)?;
    let Truth { answer, lure, form, .. } = argument.truth()?;
    let quantifier = if is_classic { "classic" } else { "paraphrased" };
    Some(WorkedOut {
        answer,
        lure,
        levels: vec![
            validity(answer == Answer::YesNo(true)),
            ("quantifier", quantifier.to_owned()),
            ("source", source.to_owned()),
        ],
        form: Some(form),
        segments: Some(argument.segments(is_classic, &frame)),
    })
}

/// The repute of the sources that a text names, and how it names them.
fn source(problem: &Problem) -> Option<(&'static str, [String; 2])> {
    let frame = ["source-1", "source-2"].map(|role| only(problem, role).map(str::to_owned));
    let [Some(first), Some(second)] = frame else { return None };
    if first.is_empty() && second.is_empty() {
        return Some(("none", [first, second]));
    }
    let sources = SOURCES.drawn()?;
    let names = |repute: &Repute| {
        repute.publishers.iter().any(|one| first == publication(one))
            && repute.institutions.iter().any(|one| second == research(one))
    };
    let levels = [("reputable", &sources.reputable), ("disreputable", &sources.disreputable)];
    let (level, _) = levels.into_iter().find(|(_, repute)| names(repute))?;
    Some((level, [first, second]))
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
