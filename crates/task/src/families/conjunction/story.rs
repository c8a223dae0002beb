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
    let drawn = match operation == Operation::Conjunction && !draw.is_published_design() {
        true => DrawnStory::like_a_disjunction(told, person, &mut stream)?,
        false => DrawnStory::drawn(told, person, &mut stream)?,
    };
    let DrawnStory { at, story, stem, event, relevant } = drawn;
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

/// The percentage of conjunctions that are drawn anew if their completion has a larger share of
/// words of the story than the event. Disjunctions rarely have such a completion, because *he
/// wanted* and *or both* are words of no story.
const DRAWN_ANEW: usize = 70;
/// Number of draws among which another one is searched.
const DRAWS: usize = 40;

/// A story, its next event, and a completion of this event.
struct DrawnStory {
    /// The number of the story.
    at: usize,
    story: &'static Story,
    stem: String,
    event: String,
    relevant: &'static String,
}

impl DrawnStory {
    fn drawn(told: Told, person: Person<'_>, stream: &mut Stream) -> Option<DrawnStory> {
        let tales = TALES.drawn()?;
        let at = stream.below(tales.stories.len());
        let story = tales.stories.get(at)?;
        let (stem, event) = tell(story, person, stream)?;
        let relevant = stream.choose(told.of_story(story))?;
        Some(DrawnStory { at, story, stem, event, relevant })
    }

    /// The story of a conjunction. Its completion has words of the story as often, and as large a
    /// share of them, as that of a disjunction, so that the words that an option shares with the
    /// story do not tell if the longer one is right.
    fn like_a_disjunction(
        told: Told,
        person: Person<'_>,
        stream: &mut Stream,
    ) -> Option<DrawnStory> {
        let first = DrawnStory::drawn(told, person, stream)?;
        if first.retold() == Retold::Denser && stream.below(100) < DRAWN_ANEW {
            let mut drawn = (0..DRAWS).filter_map(|_| DrawnStory::drawn(told, person, stream));
            if let Some(other) = drawn.find(|one| one.retold() == Retold::Thinner) {
                return Some(other);
            }
        }
        Some(first)
    }

    fn retold(&self) -> Retold {
        let story: Vec<&str> = words(&self.stem).collect();
        let told = |text: &str| words(text).filter(|word| story.contains(word)).count();
        let (event, completion) = (told(&self.event), told(self.relevant));
        let count = |text: &str| text.split(' ').count();
        if completion == 0 {
            Retold::Nothing
        } else if completion * count(&self.event) >= event * count(self.relevant) {
            Retold::Denser
        } else {
            Retold::Thinner
        }
    }
}

/// The words of a story in a completion, compared with the event before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Retold {
    /// It has none.
    Nothing,
    /// Its share of them is at least as large.
    Denser,
    /// Its share of them is smaller.
    Thinner,
}

/// The words of a text that are not everywhere.
fn words(text: &str) -> impl Iterator<Item = &str> {
    const EVERYWHERE: [&str; 8] = ["a", "an", "and", "of", "or", "so", "the", "to"];
    let words = text.split(|c: char| !c.is_alphanumeric() && c != '\'');
    words.filter(|word| !word.is_empty() && !EVERYWHERE.contains(word))
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
