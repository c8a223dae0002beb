//! Variant 6: a celebrity, an unlikely outcome, and that outcome with a likely one; the
//! perturbed version names a person that nobody knows, and changes nothing else.

use super::data::{FAME, PEOPLE, Scenario};
use super::pair::Conjunction;
use crate::families::draw::{Draw, segment};
use crate::{HE, SHE};
use peirast_record::{Factors, Problem};
use std::collections::BTreeSet;

pub(super) fn make(draw: &Draw<'_>) -> Option<Vec<Problem>> {
    let mut stream = draw.stream("celebrity");
    let (fame, people) = (FAME.drawn()?, PEOPLE.drawn()?);
    let celebrity = stream.choose(&fame.celebrity)?;
    let (pronouns, names) =
        if celebrity.gender == "female" { (SHE, &people.female) } else { (HE, &people.male) };
    let scenarios: Vec<&Scenario> =
        fame.scenario.iter().filter(|s| s.field == celebrity.field).collect();
    let scenario = *stream.choose(&scenarios)?;
    let unlikely = stream.choose(&scenario.unlikely)?;
    let likely = stream.choose(&scenario.likely)?;
    // Soon enough that the celebrity may still do what is supposed.
    let year = (2027 + stream.below(3)).to_string();
    // A name that a celebrity of the field bears would not be generic.
    let colleagues = fame.celebrity.iter().filter(|c| c.field == celebrity.field);
    let borne: BTreeSet<&str> = colleagues.flat_map(|c| c.name.split(' ')).collect();
    let strangers: Vec<&String> = names.iter().filter(|n| !borne.contains(n.as_str())).collect();
    let stranger = *stream.choose(&strangers)?;
    let fill = |template: &str| pronouns.fill(&template.replace("{year}", &year));

    let version = |level: &str, name: &str| {
        let text = Conjunction {
            opening: vec![
                segment("stem", "Suppose "),
                segment("name", name),
                segment("stem", format!(" {}. ", fill(&scenario.event))),
                segment("question", "Which is more likely?\n"),
            ],
            shared: fill(unlikely),
            connective: " but ".to_owned(),
            added: fill(likely),
            // In the published set the single event was always option (a).
            right_first: draw.right_first(1.0),
        };
        text.problem(draw, &Factors::from_iter([("celebrity", level)]))
    };
    Some(vec![version("celebrity", &celebrity.name), version("generic", stranger)])
}
