//! Variant 1: a biography in the manner of the Linda problem, an occupation, and a hobby that
//! belongs to the biography or to an unrelated topic.

use super::{Conjunction, Draw, Person, person, segment};
use crate::english::{article, capitalised, content_stems};
use crate::{Data, Stream, Topic};
use peirast_record::{Factors, Problem};

/// Share of items whose right option was (a) in the published set of this variant.
const PUBLISHED_SHARE_A: f64 = 0.77;

pub(super) fn make(data: &Data, draw: &Draw<'_>) -> Option<Vec<Problem>> {
    let mut stream = draw.stream("bio");
    let person = person(data, &mut stream, true)?;
    let topic = stream.choose(&data.topics)?;
    let biography = biography(data, topic, person, &mut stream)?;
    let occupation = stream.choose(&data.occupations)?;
    let known = content_stems(&format!("{biography} {occupation}"));
    let is_new = |activity: &&String| content_stems(activity).is_disjoint(&known);

    let relevant = pick(&mut stream, topic.activities.iter().filter(is_new).collect())?;
    let others: Vec<&Topic> =
        data.topics.iter().filter(|other| other.is_unrelated_to(topic)).collect();
    let other = pick(&mut stream, others)?;
    let irrelevant = pick(&mut stream, other.activities.iter().filter(is_new).collect())?;

    let version = |level: &str, activity: &str| {
        let text = Conjunction {
            opening: vec![
                segment("stem", format!("{biography} ")),
                segment("question", "Which is more probable?\n"),
            ],
            shared: format!("{} is {} {occupation}", person.name, article(occupation)),
            connective: " and ".to_owned(),
            added: activity.to_owned(),
            right_first: draw.right_first(PUBLISHED_SHARE_A),
        };
        draw.conjunction(&Factors::from_iter([("context", level)]), &text)
    };
    Some(vec![version("relevant", relevant), version("irrelevant", irrelevant)])
}

fn pick<T: Copy>(stream: &mut Stream, items: Vec<T>) -> Option<T> {
    stream.choose(&items).copied()
}

fn biography(
    data: &Data,
    topic: &Topic,
    person: Person<'_>,
    stream: &mut Stream,
) -> Option<String> {
    let name = person.name;
    let age = 25 + stream.below(26);
    let [first, second, third] = stream.sample(&data.traits, 3)[..] else { return None };
    let major = stream.choose(&topic.majors)?;
    let concern = stream.choose(&topic.concerns)?;
    let deed = stream.choose(&topic.deeds)?;
    let they = person.pronouns.subject;
    let start = capitalised(they);
    Some(match stream.below(3) {
        0 => format!(
            "{name} is {age} years old, {first}, {second}, and {third}. {start} majored in {major}. \
             As a student, {they} {concern}, and also {deed}."
        ),
        1 => format!(
            "{name}, aged {age}, is {first} and {second}. {start} studied {major} at university, \
             where {they} {concern}. {start} also {deed}."
        ),
        _ => format!(
            "At the age of {age}, {name} is described by friends as {first}, {second}, and {third}. \
             During a degree in {major}, {name} {concern}. In those years, {they} {deed}."
        ),
    })
}
