//! Variants 2-4: an everyday story, its next event, and the event with a completion after a
//! connective; the completion belongs to the story or to one of an unrelated domain.

use super::data::{Phrases, Story, TALES};
use super::pair::{Conjunction, Person, person};
use crate::english::Stems;
use crate::families::draw::{Draw, segment};
use peirast_random::Stream;
use peirast_record::{Factors, Problem};

/// The versions of an item whose completions come after this connective.
pub(super) fn make(
    draw: &Draw<'_>,
    connective: &str,
    completions: fn(&Story) -> &Phrases,
) -> Option<Vec<Problem>> {
    let mut stream = draw.stream("story");
    let person = person(&mut stream, false)?;
    let tales = TALES.drawn()?;
    let at = stream.below(tales.stories.len());
    let story = tales.stories.get(at)?;
    let (stem, event) = tell(story, person, &mut stream)?;
    let relevant = stream.choose(completions(story))?;
    let other = *stream.choose(tales.unrelated_to(at))?;
    let told = Stems::new(&[&stem, &event]);
    let other = completions(tales.stories.get(other)?);
    let irrelevant = *stream.choose(&other.without_words_of(&told))?;

    // In the published stories the single event was always option (a).
    let right_first = draw.right_first(1.0);
    let version = |level: &str, completion: &str| {
        let text = Conjunction {
            opening: vec![
                segment("stem", format!("{stem} ")),
                segment("question", "Which is more likely?\n"),
            ],
            shared: event.clone(),
            connective: connective.to_owned(),
            added: person.pronouns.fill(completion),
            right_first,
        };
        text.problem(draw, &Factors::from_iter([("context", level)]))
    };
    Some(vec![version("relevant", relevant), version("irrelevant", irrelevant)])
}

/// The stem and the event, with all placeholders filled.
fn tell(story: &Story, person: Person<'_>, stream: &mut Stream) -> Option<(String, String)> {
    let mut values = vec![("Name", person.name)];
    for (slot, choices) in &story.slots {
        values.push((slot, stream.choose(choices)?));
    }
    let fill = |template: &str| person.pronouns.fill_with(template, &values);
    Some((fill(&story.stem), fill(&story.event)))
}
