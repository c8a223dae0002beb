//! Variants 2-4: an everyday story, its next event, and the event with a completion after a
//! connective; the completion belongs to the story, to no story, or to a story of an unrelated
//! domain.

use super::data::{ASIDES, Asides, Phrases, Story, TALES};
use super::pair::{Connectives, Operation, OptionPair, Person, person};
use crate::english::Stems;
use crate::families::draw::{Draw, segment};
use peirast_random::Stream;
use peirast_record::{Factors, Problem};

/// The relation of a completion to the event.
#[derive(Clone, Copy, Debug)]
pub(super) enum Told {
    /// Its purpose.
    To,
    /// Its cause.
    Because,
    /// Its consequence.
    SoThat,
}

impl Told {
    fn connective(self) -> &'static str {
        match self {
            Self::To => "to",
            Self::Because => "because",
            Self::SoThat => "so that",
        }
    }

    fn of_story(self, story: &Story) -> &Phrases {
        match self {
            Self::To => &story.to,
            Self::Because => &story.because,
            Self::SoThat => &story.sothat,
        }
    }

    fn of_none(self, asides: &Asides) -> &Phrases {
        match self {
            Self::To => &asides.to,
            Self::Because => &asides.because,
            Self::SoThat => &asides.sothat,
        }
    }

    /// Returns the connectives between the event and the completion, or between the event and
    /// another one.
    fn connectives(self) -> Connectives {
        Connectives { and: format!(" {} ", self.connective()), or: ", or ".to_owned() }
    }

    /// Returns a completion as an independent clause, so that a disjunction makes the same claim
    /// about the story as a conjunction. Completions still have their placeholders.
    pub(super) fn alone(self, completion: &str) -> String {
        match self {
            Self::To => format!("{{he}} wanted to {completion}"),
            Self::Because if is_of_person(completion) => completion.to_owned(),
            Self::Because => format!("{{he}} realized that {completion}"),
            Self::SoThat => format!("{{he}} hoped that {completion}"),
        }
    }

    /// True if two completions, each a clause of its own, go with the same words before them.
    fn tells_alike(self, one: &str, other: &str) -> bool {
        !matches!(self, Self::Because) || is_of_person(one) == is_of_person(other)
    }
}

/// True if a cause is about an act of the protagonist or of nobody: nobody realizes his own wish or
/// fear.
fn is_of_person(completion: &str) -> bool {
    ["{he} ", "nobody ", "nothing "].iter().any(|it| completion.starts_with(it))
}

/// True if a completion speaks of something that only its own story has named: "exchange them for
/// bills".
fn points_back(completion: &str) -> bool {
    completion.split(' ').any(|word| ["there", "them"].contains(&word))
        && !completion.starts_with("there ")
}

/// The source of an irrelevant completion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Irrelevant {
    /// No story: it may happen to anybody.
    Plausible,
    /// A story of an unrelated domain, so that it makes no sense in this one: as published.
    Incoherent,
}

/// Makes the versions of an item with this relation.
pub(super) fn make(
    draw: &Draw<'_>,
    told: Told,
    irrelevant: Irrelevant,
    operation: Operation,
) -> Option<Vec<Problem>> {
    let mut stream = draw.stream("story");
    let person = person(&mut stream, false)?;
    let tales = TALES.drawn()?;
    let at = stream.below(tales.stories.len());
    let story = tales.stories.get(at)?;
    let (stem, event) = tell(story, person, &mut stream)?;
    let relevant = stream.choose(told.of_story(story))?;
    let known = Stems::new(&[&stem, &event]);
    // The two versions of a disjunction differ in their completion, not in the words before it.
    let fits = |phrase: &str| {
        operation == Operation::Conjunction || told.tells_alike(phrase, relevant.as_str())
    };
    let irrelevant = if irrelevant == Irrelevant::Incoherent || draw.is_published_design() {
        foreign(draw, told, at, &known, &fits, &mut stream)?
    } else {
        let mut strange = told.of_none(ASIDES.drawn()?).without_words_of(&known);
        let is_reason =
            |phrase: &str| story.reasons.iter().any(|words| phrase.contains(words.as_str()));
        strange.retain(|phrase| fits(phrase.as_str()) && !is_reason(phrase.as_str()));
        stream.choose(&strange)?.as_str()
    };

    // In the published stories the single event was always option (a).
    let single_first = draw.right_first(1.0);
    let version = |level: &str, completion: &str| {
        let added = match operation {
            Operation::Conjunction => completion.to_owned(),
            Operation::Disjunction => told.alone(completion),
        };
        let pair = OptionPair {
            opening: vec![
                segment("stem", format!("{stem} ")),
                segment("question", "Which is more likely?\n"),
            ],
            shared: event.clone(),
            connectives: told.connectives(),
            added: person.pronouns.fill(&added),
            single_first,
            fixed: Factors::new(),
        };
        pair.problem(operation, draw, &Factors::from_iter([("context", level)]))
    };
    Some(vec![version("relevant", relevant), version("irrelevant", irrelevant)])
}

/// Draws a completion of an unrelated story that shares no word with this one.
fn foreign(
    draw: &Draw<'_>,
    told: Told,
    at: usize,
    known: &Stems,
    fits: &dyn Fn(&str) -> bool,
    stream: &mut Stream,
) -> Option<&'static str> {
    let tales = TALES.drawn()?;
    // Published items are drawn from all stories of other domains, so that they stay the same.
    let unrelated = match draw.is_published_design() {
        true => tales.of_other_domains(at),
        false => tales.unrelated_to(at),
    };
    let other = tales.stories.get(*stream.choose(unrelated)?)?;
    let mut strange = told.of_story(other).without_words_of(known);
    if !draw.is_published_design() {
        strange.retain(|phrase| fits(phrase.as_str()) && !points_back(phrase.as_str()));
    }
    stream.choose(&strange).map(|phrase| phrase.as_str())
}

/// Fills all placeholders of the stem and the event.
fn tell(story: &Story, person: Person<'_>, stream: &mut Stream) -> Option<(String, String)> {
    let mut values = vec![("Name", person.name)];
    for (slot, choices) in &story.slots {
        values.push((slot, stream.choose(choices)?));
    }
    let fill = |template: &str| person.pronouns.fill_with(template, &values);
    Some((fill(&story.stem), fill(&story.event)))
}
