//! Division of the text of a conjunction into segments. Their roles say what may vary within a
//! pair, so they are derived from the text.

use super::data::{FAME, PEOPLE};
use super::pair::Joined;
use super::{CELEBRITY, CONTEXT, FAMILY};
use crate::families::draw::segment;
use crate::families::worked_out::only;
use peirast_record::{Problem, Segment};

/// The two options of a text, in the parts that the roles of segments distinguish.
pub(super) struct OptionParts<'p> {
    /// The options with their letters, as the text shows them.
    pub(super) options: &'p [(char, String)],
    /// The letter of the longer option.
    pub(super) long: char,
    /// The event that both options share, without a full stop.
    pub(super) shared: &'p str,
    /// The way in which it joins another event.
    pub(super) joined: Joined<'p>,
}

/// The roles that belong to a factor, or to the form of the options.
const ROLES: [&str; 5] =
    ["option-mark", "shared-event", "connective", "connective-end", "option-end"];

/// Divides the text as the family does: the text before the question, the question, and the
/// options. `None` for a text that was written in one piece, of which no part may vary.
pub(super) fn cut(
    problem: &Problem,
    opening: &str,
    question: &str,
    parts: &OptionParts<'_>,
) -> Option<Vec<Segment>> {
    let varied = [CONTEXT, CELEBRITY].into_iter().flat_map(|factor| factor.touches);
    let roles: Vec<&str> = varied.copied().chain(ROLES).collect();
    if !problem.segments.iter().any(|one| roles.contains(&&*one.role)) {
        return None;
    }
    let mut all = match FAMILY.variants.iter().find(|variant| problem.variant == variant.name) {
        Some(variant) if variant.factors.contains(&CELEBRITY) => named(problem, opening),
        Some(_) => vec![segment("stem", opening)],
        None => own(problem, opening, &roles),
    };
    all.push(segment("question", question));
    // White space after the text does not matter.
    let last = problem.segments.last().map_or("", |one| one.text.as_str());
    let end = last.strip_prefix(last.trim_end()).unwrap_or_default();
    for (at, (letter, option)) in parts.options.iter().enumerate() {
        let more = option.get(parts.shared.len()..).unwrap_or_default();
        let stop = if more.ends_with('.') { "." } else { "" };
        let end = if at + 1 < parts.options.len() { "\n" } else { end };
        all.push(segment("option-mark", format!("({letter}) ")));
        all.push(segment("shared-event", parts.shared));
        if *letter == parts.long {
            let Joined { connective, end, .. } = parts.joined;
            let added = more.strip_prefix(connective).unwrap_or_default();
            let added = added.strip_suffix('.').unwrap_or(added);
            all.push(segment("connective", connective));
            all.push(segment("added-event", added.strip_suffix(end).unwrap_or(added)));
            if !end.is_empty() {
                all.push(segment("connective-end", end));
            }
        }
        all.push(segment("option-end", format!("{stop}{end}")));
    }
    Some(all)
}

/// Returns the text before the question of a problem about a person, with the name as a separate
/// segment.
fn named(problem: &Problem, opening: &str) -> Vec<Segment> {
    const BEFORE: &str = "Suppose ";
    let known = opening.strip_prefix(BEFORE).and_then(known_name);
    let name = known.or_else(|| only(problem, "name").filter(|name| !name.is_empty()));
    match name.and_then(|name| Some((opening.split_once(name)?, name))) {
        Some(((before, behind), name)) => {
            vec![segment("stem", before), segment("name", name), segment("stem", behind)]
        }
        None => vec![segment("stem", opening)],
    }
}

/// Returns the name with which a text begins, if the family knows it.
fn known_name(text: &str) -> Option<&str> {
    let (fame, people) = (FAME.drawn()?, PEOPLE.drawn()?);
    let given = people.female.iter().chain(&people.male).chain(&people.neutral);
    let names = fame.celebrity.iter().map(|one| &one.name).chain(given);
    let begins = |text: &str, name: &str| {
        let behind = text.strip_prefix(name);
        behind.is_some_and(|behind| !behind.starts_with(char::is_alphanumeric))
    };
    let longest = names.filter(|name| begins(text, name)).max_by_key(|name| name.len())?;
    let behind = text.get(longest.len()..).and_then(|behind| behind.strip_prefix(' '));
    let surname = behind.and_then(|behind| people.surnames.iter().find(|one| begins(behind, one)));
    text.get(..longest.len() + surname.map_or(0, |surname| surname.len() + 1))
}

/// Returns the text before the question of a user's variant: in the user's segments, unless one has
/// the role of a part of an option.
fn own(problem: &Problem, opening: &str, roles: &[&str]) -> Vec<Segment> {
    let mut length = 0;
    let before = problem.segments.iter().take_while(|one| {
        length += one.text.len();
        length <= opening.len()
    });
    let own: Vec<Segment> = before.cloned().collect();
    let is_whole = own.iter().map(|one| one.text.as_str()).collect::<String>() == opening;
    let is_of_option = |one: &Segment| one.role != "name" && roles.contains(&&*one.role);
    match is_whole && !own.iter().any(is_of_option) {
        true => own,
        false => vec![segment("stem", opening)],
    }
}
