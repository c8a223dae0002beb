//! The events of the data files, for any person.

use super::super::bio::with_articles;
use super::super::data::{ASIDES, FAME, MEDICINE, OCCUPATIONS, Phrases, Story, TALES, TOPICS};
use super::super::pair::Link;
use super::super::story::Told;
use super::refused::is_name;
use crate::english::article;
use crate::{HE, Pronouns, SHE, THEY};
use std::collections::BTreeSet;
use std::sync::LazyLock;

/// The source of an event of both options in the data files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Known {
    Occupation,
    Story,
    Symptom,
    Outcome,
}

const EVERYBODY: [Pronouns; 3] = [SHE, HE, THEY];

/// The texts of the data files, for any person.
struct KnownTexts {
    /// Occupations of a person, as predicates: "is a baker".
    occupations: BTreeSet<String>,
    /// Activities as listed, and with corrected articles.
    activities: BTreeSet<String>,
    /// The first verbs of activities: "plays".
    verbs: BTreeSet<&'static str>,
    purposes: BTreeSet<String>,
    causes: BTreeSet<String>,
    /// Purposes and causes as independent clauses.
    alone: BTreeSet<String>,
    symptoms: BTreeSet<&'static str>,
    unlikely: BTreeSet<String>,
    /// Likely outcomes, without their subjects, which may have become pronouns.
    likely: BTreeSet<String>,
}

static KNOWN: LazyLock<KnownTexts> = LazyLock::new(|| {
    let tales = || TALES.drawn().into_iter().flat_map(|tales| &tales.stories);
    let asides = || ASIDES.drawn().into_iter();
    let outcomes = || FAME.drawn().into_iter().flat_map(|fame| &fame.scenario);
    let diseases = MEDICINE.drawn().into_iter().flat_map(|all| &all.disease);
    let causes_of =
        |because: &'static Phrases, so_that: &'static Phrases| because.iter().chain(so_that.iter());
    let topics = || TOPICS.drawn().into_iter().flatten();
    let activities = || topics().flat_map(|topic| topic.activities.iter()).map(String::as_str);
    let occupation = |one: &String| format!("is {} {one}", article(one));
    KnownTexts {
        occupations: OCCUPATIONS.drawn().into_iter().flatten().map(occupation).collect(),
        activities: activities().flat_map(|one| [one.to_owned(), with_articles(one)]).collect(),
        verbs: activities().filter_map(|activity| activity.split(' ').next()).collect(),
        purposes: {
            let of_tales = tales().flat_map(|tale| tale.to.iter());
            told(of_tales.chain(asides().flat_map(|aside| aside.to.iter())))
        },
        causes: {
            let of_tales = tales().flat_map(|tale| causes_of(&tale.because, &tale.sothat));
            let of_asides = asides().flat_map(|aside| causes_of(&aside.because, &aside.sothat));
            told(of_tales.chain(of_asides))
        },
        alone: {
            let phrases = |all: [&'static Phrases; 3]| {
                let [to, because, so_that] = all.map(|one| one.iter());
                let to = to.map(|one| Told::To.alone(one));
                to.chain(because.map(|one| Told::Because.alone(one)))
                    .chain(so_that.map(|one| Told::SoThat.alone(one)))
            };
            let of_tales = tales().flat_map(|one| phrases([&one.to, &one.because, &one.sothat]));
            let of_asides = asides().flat_map(|one| phrases([&one.to, &one.because, &one.sothat]));
            let all: Vec<String> = of_tales.chain(of_asides).collect();
            told(all.iter())
        },
        symptoms: {
            let signs = diseases.flat_map(|one| one.symptoms.iter().chain(&one.possible));
            signs.map(String::as_str).collect()
        },
        unlikely: told(outcomes().flat_map(|scenario| &scenario.unlikely)),
        likely: {
            let likely = told(outcomes().flat_map(|scenario| &scenario.likely));
            likely.iter().filter_map(|text| without_subject(text)).map(str::to_owned).collect()
        },
    }
});

/// Returns texts with their pronouns filled in for every person.
fn told<'t>(texts: impl Iterator<Item = &'t String>) -> BTreeSet<String> {
    texts.flat_map(|text| EVERYBODY.map(|who| who.fill(text))).collect()
}

/// Returns an outcome without its subject; `None` if the text is not an outcome.
fn without_subject(outcome: &str) -> Option<&str> {
    outcome.split_once(" will ").map(|(_, told)| told)
}

/// Returns the source of an event of both options; `None` if it is not in the data files.
pub(super) fn known(event: &str) -> Option<Known> {
    let of_name = |(at, _): (usize, &str)| {
        let (name, told) = event.split_at(at);
        is_name(name).then(|| of_person(told.trim_start()))?
    };
    let of_names = event.match_indices(' ').find_map(of_name);
    of_names.or_else(|| KNOWN.unlikely.contains(event).then_some(Known::Outcome))
}

/// Returns the source of an event about a person.
fn of_person(told: &str) -> Option<Known> {
    let is_symptom = || told.strip_prefix("has ").is_some_and(|one| KNOWN.symptoms.contains(one));
    let is_of = |story: &Story| {
        let template = story.event.strip_prefix("{Name} ");
        template.is_some_and(|template| is_filled(template, told, story))
    };
    let mut stories = TALES.drawn().into_iter().flat_map(|tales| &tales.stories);
    if KNOWN.occupations.contains(told) {
        Some(Known::Occupation)
    } else if is_symptom() {
        Some(Known::Symptom)
    } else {
        stories.any(is_of).then_some(Known::Story)
    }
}

/// Returns true if a text is a template of a story with all slots filled.
fn is_filled(template: &str, text: &str, story: &Story) -> bool {
    let Some((before, behind)) = template.split_once('{') else { return template == text };
    let Some((slot, behind)) = behind.split_once('}') else { return false };
    let Some(text) = text.strip_prefix(before) else { return false };
    let fits =
        |value: &str| text.strip_prefix(value).is_some_and(|text| is_filled(behind, text, story));
    match story.slots.get(slot) {
        Some(values) => values.iter().any(|value| fits(value)),
        None => EVERYBODY.iter().any(|who| fits(&who.fill(&format!("{{{slot}}}")))),
    }
}

/// Returns true for a verb with which an activity of the data files begins.
pub(super) fn is_verb_of_activity(word: &str) -> bool {
    KNOWN.verbs.contains(word)
}

/// Returns true if an added event is in the data files and fits its place.
pub(super) fn is_known_added(added: &str, shared: Option<Known>, link: Link) -> bool {
    match link {
        Link::Purpose => KNOWN.purposes.contains(added),
        Link::Cause => KNOWN.causes.contains(added),
        Link::Further | Link::Alternative => {
            let is_likely =
                || without_subject(added).is_some_and(|told| KNOWN.likely.contains(told));
            KNOWN.activities.contains(added)
                || (shared == Some(Known::Story) && KNOWN.alone.contains(added))
                || (shared == Some(Known::Symptom) && KNOWN.symptoms.contains(added))
                || is_likely()
        }
    }
}
