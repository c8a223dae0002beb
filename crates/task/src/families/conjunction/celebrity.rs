//! Variant 6: a celebrity, an unlikely outcome, and that outcome with a likely one; the perturbed
//! version names an unknown person, and changes nothing else.

use super::data::{Celebrity, FAME, PEOPLE, Scenario};
use super::pair::{Connectives, Operation, OptionPair};
use crate::families::draw::{Draw, segment};
use crate::{HE, SHE};
use peirast_record::{Factors, Problem};
use std::borrow::Cow;
use std::collections::BTreeSet;

pub(super) fn make(draw: &Draw<'_>, operation: Operation) -> Option<Vec<Problem>> {
    let mut stream = draw.stream("celebrity");
    let (fame, people) = (FAME.drawn()?, PEOPLE.drawn()?);
    let is_drawn = |one: &&Celebrity| draw.is_published_design() || !one.old;
    let celebrities: Vec<&Celebrity> = fame.celebrity.iter().filter(is_drawn).collect();
    let celebrity = *stream.choose(&celebrities)?;
    let (pronouns, names) =
        if celebrity.gender == "female" { (SHE, &people.female) } else { (HE, &people.male) };
    let scenarios: Vec<&Scenario> =
        fame.scenario.iter().filter(|s| s.field == celebrity.field).collect();
    let scenario = *stream.choose(&scenarios)?;
    let unlikely = stream.choose(&scenario.unlikely)?;
    let likely = stream.choose(&scenario.likely)?;
    // Early enough that the celebrity may still do the supposed act.
    let year = (2027 + stream.below(3)).to_string();
    // The name of a celebrity would not be generic.
    let borne: BTreeSet<&str> = fame.celebrity.iter().flat_map(|c| c.name.split(' ')).collect();
    let strangers: Vec<&String> = names.iter().filter(|n| !borne.contains(n.as_str())).collect();
    let given = *stream.choose(&strangers)?;
    // With as many names as the celebrity, except in the published items.
    let stranger = match celebrity.name.contains(' ') && !draw.is_published_design() {
        true => format!("{given} {}", stream.choose(&people.surnames)?),
        false => given.clone(),
    };
    let fill = |template: &str| pronouns.fill(&template.replace("{year}", &year));

    let version = |level: &str, name: &str| {
        let pair = OptionPair {
            opening: vec![
                segment("stem", "Suppose "),
                segment("name", name),
                segment("stem", format!(" {}. ", fill(&scenario.event))),
                segment("question", "Which is more likely?\n"),
            ],
            shared: fill(unlikely),
            connectives: Connectives { and: ", but ".to_owned(), or: ", or ".to_owned() },
            added: fill(&after(unlikely, likely)),
            // In the published set the single event was always option (a).
            single_first: draw.right_first(1.0),
            fixed: Factors::new(),
        };
        pair.problem(operation, draw, &Factors::from_iter([("celebrity", level)]))
    };
    Some(vec![version("celebrity", &celebrity.name), version("generic", &stranger)])
}

/// Returns the second outcome as it follows the first: a shared subject becomes a pronoun.
fn after<'a>(first: &str, second: &'a str) -> Cow<'a, str> {
    let subject = |outcome: &str| outcome.split_once(" will ").map(|(s, _)| s.to_lowercase());
    match second.split_once(" will ") {
        Some((said, rest))
            if !said.starts_with('{') && subject(first) == Some(said.to_lowercase()) =>
        {
            format!("it will {rest}").into()
        }
        _ => second.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_subject_is_named_once() {
        let likely = "the book will sell over 10,000 copies";
        assert_eq!(after("The book will be late", likely), "it will sell over 10,000 copies");
        assert_eq!(after("The party will be late", likely), likely);
        let he = "{he} will win";
        assert_eq!(after("{He} will be late", he), he);
    }
}
