//! Variant 5: a diagnosis, one of its symptoms, and that symptom with another one, which belongs to
//! the disease or to an unrelated one.

use super::data::{Disease, GivenNames, MEDICINE, PEOPLE};
use super::identity::{Identity, levels};
use super::pair::{Connectives, Operation, OptionPair, as_long_as};
use crate::families::draw::{Draw, segment};
use peirast_random::Stream;
use peirast_record::{Factors, Problem};

/// Share of items whose right option was (a) in the published set of this variant.
const PUBLISHED_SHARE_A: f64 = 0.12;

pub(super) fn make(draw: &Draw<'_>, operation: Operation) -> Option<Vec<Problem>> {
    let mut stream = draw.stream("disease");
    let medicine = MEDICINE.drawn()?;
    let disease = stream.choose(&medicine.disease)?;
    let identity = match draw.is_published_design() {
        true => Some(Identity::draw(disease.only_gender(), &mut stream)?),
        false => None,
    };
    let (noun, name) = match &identity {
        Some(identity) => (identity.words(), identity.person(&mut stream)?.name),
        None => {
            let (noun, names) = patient(PEOPLE.drawn()?, disease, &mut stream);
            (noun.to_owned(), stream.choose(names)?.as_str())
        }
    };
    // Old enough for each of the diseases.
    let age = 50 + stream.below(20);
    let context = stream.choose(&medicine.contexts)?;
    let [first, second] = stream.sample(&disease.symptoms, 2)[..] else { return None };
    let unrelated = medicine.unrelated_signs(disease);
    let irrelevant = if draw.is_published_design() {
        *stream.choose(&unrelated)?
    } else {
        as_long_as(second, unrelated, &mut stream)?
    };
    let stem = format!(
        "A {age}-year-old {noun} named {name} was diagnosed with {} {context}. ",
        disease.name
    );
    let version = |level: &str, added: &str| {
        let pair = OptionPair {
            opening: vec![
                segment("stem", stem.clone()),
                segment("question", "Which one is more likely?\n"),
            ],
            shared: format!("{name} has {first}"),
            connectives: Connectives { and: " and ".to_owned(), or: " or ".to_owned() },
            added: added.to_owned(),
            single_first: draw.right_first(PUBLISHED_SHARE_A),
            fixed: levels(identity.as_ref()),
        };
        pair.problem(operation, draw, &Factors::from_iter([("context", level)]))
    };
    Some(vec![version("relevant", second), version("irrelevant", irrelevant)])
}

fn patient<'a>(
    people: &'a GivenNames,
    disease: &Disease,
    stream: &mut Stream,
) -> (&'static str, &'a Vec<String>) {
    let female = match disease.only_gender() {
        Some(gender) => gender == "female",
        None => stream.coin(),
    };
    if female { ("woman", &people.female) } else { ("man", &people.male) }
}
