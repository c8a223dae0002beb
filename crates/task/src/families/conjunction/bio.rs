//! Variant 1: a biography in the style of the Linda problem, an occupation, and a hobby that
//! belongs to the biography or to an unrelated topic.

use super::data::{OCCUPATIONS, Phrases, TOPICS, TRAITS, Topic};
use super::identity::{Identity, levels};
use super::pair::{Connectives, Operation, OptionPair, Person, person};
use crate::english::{Stems, article};
use crate::families::draw::{Draw, segment};
use peirast_random::Stream;
use peirast_record::{Factors, Problem};
use peirast_words::capitalised;

/// Share of items whose right option was (a) in the published set of this variant.
const PUBLISHED_SHARE_A: f64 = 0.77;

pub(super) fn make(draw: &Draw<'_>, operation: Operation) -> Option<Vec<Problem>> {
    let mut stream = draw.stream("bio");
    let identity = match draw.is_published_design() {
        true => Some(Identity::draw(None, &mut stream)?),
        false => None,
    };
    let person = match &identity {
        Some(identity) => identity.person(&mut stream)?,
        None => person(&mut stream, true)?,
    };
    let topics = TOPICS.drawn()?;
    let topic = stream.choose(topics)?;
    let told = |identity| format!("{} is {}. ", person.name, Identity::with_article(identity));
    let told = identity.as_ref().map(told).unwrap_or_default();
    let as_wanted = |phrase: &str| match draw.is_published_design() {
        true => phrase.to_owned(),
        false => with_articles(phrase),
    };
    let biography = told + &as_wanted(&biography(topic, person, &mut stream)?);
    let mut occupations = stream.sample(OCCUPATIONS.drawn()?, OCCUPATIONS_TRIED).into_iter();
    let occupation = occupations.find(|occupation| is_open(occupation, topic))?;
    let known = Stems::new(&[&biography, occupation]);

    let relevant = pick(&mut stream, topic.activities.without_words_of(&known))?;
    let others = topics.iter().filter(|other| other.is_unrelated_to(topic));
    // Published items are drawn from all topics that are not listed as near, so that they stay the
    // same.
    let others = others.filter(|other| draw.is_published_design() || !other.is_near_too(topic));
    let others: Vec<&Topic> = others.collect();
    let other = pick(&mut stream, others)?;
    let irrelevant = pick(&mut stream, other.activities.without_words_of(&known))?;

    let version = |level: &str, activity: &str| {
        let pair = OptionPair {
            opening: vec![
                segment("stem", format!("{biography} ")),
                segment("question", "Which is more probable?\n"),
            ],
            shared: format!("{} is {} {occupation}", person.name, article(occupation)),
            connectives: Connectives { and: " and ".to_owned(), or: " or ".to_owned() },
            added: as_wanted(activity),
            single_first: draw.right_first(PUBLISHED_SHARE_A),
            fixed: levels(identity.as_ref()),
        };
        pair.problem(operation, draw, &Factors::from_iter([("context", level)]))
    };
    Some(vec![version("relevant", relevant), version("irrelevant", irrelevant)])
}

/// The most occupations that are tried in one draw; most topics fit nearly all.
const OCCUPATIONS_TRIED: usize = 8;

/// Occupations that the biographies of a topic make likely, or implausible.
#[rustfmt::skip]
const TIED: [(&[&str], &[&str]); 12] = [
    (&["investing", "thrift", "startups"], &[
        "accountant", "auditor", "bookkeeper", "branch manager", "claims adjuster", "claims examiner",
        "cost estimator", "credit analyst", "credit manager", "escrow agent", "fraud examiner",
        "hotel auditor", "insurance agent", "insurance underwriter", "loan officer", "office manager",
        "payroll clerk", "purchasing agent", "retail supervisor", "store manager", "title examiner",
    ]),
    (&["marketing", "mathematics"], &[
        "accountant", "retail supervisor", "sales clerk", "sign maker", "survey interviewer",
    ]),
    (&["digital-privacy", "programming"], &[
        "alarm installer", "compliance officer", "detective", "fingerprint technician",
        "fraud examiner", "medical coder", "police officer", "polygraph examiner",
        "private investigator", "security guard", "store detective",
    ]),
    (&["robotics", "amateur-radio", "railways"], &[
        "air traffic controller", "aircraft mechanic", "appliance repairer", "cable installer",
        "construction manager", "diesel mechanic", "dispatcher", "electrical contractor",
        "electrician", "elevator mechanic", "engine assembler", "freight agent", "machinist",
        "switchboard operator", "telephone operator", "tool maker", "watch repairer",
    ]),
    (&["baking", "world-cooking", "wine", "vegetarian-food", "backpacking"], &[
        "banquet manager", "barista", "bartender", "bellhop", "concierge", "deli clerk",
        "dishwasher", "fast food worker", "grocery bagger", "hotel auditor", "hotel manager",
        "produce clerk", "reservation agent", "sugar refiner", "waiter",
    ]),
    (&["environment", "geology", "gardening", "birdwatching", "animal-welfare"], &[
        "bulldozer operator", "chemical plant operator", "dredge operator", "jeweler",
        "jewelry appraiser", "metal refiner", "miner", "power plant operator", "quarry worker",
        "well driller",
    ]),
    (&["racial-justice", "peace-movement", "womens-rights", "buddhism"], &[
        "armored truck guard", "bodyguard", "correctional officer", "police officer",
        "prison warden",
    ]),
    (&["housing-rights", "workers-rights"], &[
        "bailiff", "benefits administrator", "permit clerk", "personnel manager",
        "property appraiser", "property manager", "real estate agent", "town assessor",
    ]),
    (&["mental-health", "elder-care", "disability-support", "emergency-aid"], &[
        "dental assistant", "dental hygienist", "dispatcher", "fire inspector", "medical coder",
        "medical secretary", "parole officer", "personnel manager", "pharmacy clerk",
        "pharmacy technician", "phlebotomist", "police officer", "probation officer",
        "safety inspector", "ultrasound technician", "x-ray technician",
    ]),
    (&["creative-writing", "word-puzzles", "foreign-languages"], &[
        "stenographer", "typesetter", "typist",
    ]),
    (&["painting", "theatre", "photography"], &["sign maker", "tailor", "upholsterer"]),
    (&["genealogy", "archaeology"], &["crematory operator", "file clerk", "gravedigger"]),
];

/// Returns true if the topic gives no evidence for or against the occupation.
fn is_open(occupation: &str, topic: &Topic) -> bool {
    let is_tied = TIED.iter().any(|(topics, occupations)| {
        topics.contains(&topic.id.as_str()) && occupations.contains(&occupation)
    });
    let texts = [&topic.majors, &topic.concerns, &topic.deeds, &topic.activities];
    let known = Stems::new(&[occupation]);
    !is_tied && texts.into_iter().flat_map(Phrases::stems).all(|stems| stems.is_disjoint(&known))
}

/// A text with *a* and *an* as the words behind them want it. A few phrases of the lists have the wrong one,
/// which published items keep.
pub(super) fn with_articles(text: &str) -> String {
    let words: Vec<&str> = text.split(' ').collect();
    let mut fitted: Vec<&str> = Vec::with_capacity(words.len());
    for (at, word) in words.iter().enumerate() {
        fitted.push(match (*word, words.get(at + 1)) {
            ("a" | "an", Some(next)) => article(next),
            (other, _) => other,
        });
    }
    fitted.join(" ")
}

fn pick<T: Copy>(stream: &mut Stream, items: Vec<T>) -> Option<T> {
    stream.choose(&items).copied()
}

fn biography(topic: &Topic, person: Person<'_>, stream: &mut Stream) -> Option<String> {
    let name = person.name;
    let age = 25 + stream.below(26);
    let [first, second, third] = stream.sample(TRAITS.drawn()?, 3)[..] else { return None };
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
            "{name}, aged {age}, is {first} and {second}. {start} majored in {major} in college, \
             where {they} {concern}. {name} also {deed}."
        ),
        _ => format!(
            "At the age of {age}, {name} is described by friends as {first}, {second}, and {third}. \
             As a student of {major}, {name} {concern}. In those years, {name} {deed}."
        ),
    })
}
