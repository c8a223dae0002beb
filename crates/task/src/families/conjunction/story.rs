//! Variants 2-4: an everyday story, its next event, and the event with a completion after a
//! connective; the completion belongs to the story or to one of an unrelated domain.

use super::{Conjunction, Draw, Person, person, segment};
use crate::data::Completions;
use crate::english::Stems;
use crate::{Data, Story, Stream};
use peirast_record::{Factors, Problem};

pub(super) fn make_to(data: &Data, draw: &Draw<'_>) -> Option<Vec<Problem>> {
    make(data, draw, " to ", |story| &story.to)
}

pub(super) fn make_because(data: &Data, draw: &Draw<'_>) -> Option<Vec<Problem>> {
    make(data, draw, " because ", |story| &story.because)
}

pub(super) fn make_so_that(data: &Data, draw: &Draw<'_>) -> Option<Vec<Problem>> {
    make(data, draw, " so that ", |story| &story.sothat)
}

fn make(
    data: &Data,
    draw: &Draw<'_>,
    connective: &str,
    completions: fn(&Story) -> &Completions,
) -> Option<Vec<Problem>> {
    let mut stream = draw.stream("story");
    let person = person(data, &mut stream, false)?;
    let at = stream.below(data.stories.len());
    let story = data.stories.get(at)?;
    let (stem, event) = tell(story, person, &mut stream)?;
    let relevant = stream.choose(completions(story))?;
    let other = *stream.choose(data.unrelated_to_story(at))?;
    let told = Stems::of(&[&stem, &event]);
    let other = completions(data.stories.get(other)?);
    let strange: Vec<&String> = other
        .iter()
        .zip(other.stems())
        .filter(|(_, stems)| stems.is_disjoint(&told))
        .map(|(completion, _)| completion)
        .collect();
    let irrelevant = *stream.choose(&strange)?;

    let version = |level: &str, completion: &str| {
        let text = Conjunction {
            opening: vec![
                segment("stem", format!("{stem} ")),
                segment("question", "Which is more likely?\n"),
            ],
            shared: event.clone(),
            connective: connective.to_owned(),
            added: person.pronouns.fill(completion),
            // In the published stories the single event was always option (a).
            right_first: draw.right_first(1.0),
        };
        draw.conjunction(&Factors::from_iter([("context", level)]), &text)
    };
    Some(vec![version("relevant", relevant), version("irrelevant", irrelevant)])
}

/// The stem and the event, with all placeholders filled.
fn tell(story: &Story, person: Person<'_>, stream: &mut Stream) -> Option<(String, String)> {
    let (mut stem, mut event) = (story.stem.clone(), story.event.clone());
    for (slot, values) in &story.slots {
        let value = stream.choose(values)?;
        let mark = format!("{{{slot}}}");
        stem = stem.replace(&mark, value);
        event = event.replace(&mark, value);
    }
    let fill = |text: &str| person.pronouns.fill(&text.replace("{Name}", person.name));
    Some((fill(&stem), fill(&event)))
}
