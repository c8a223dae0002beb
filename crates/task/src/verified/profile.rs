//! Check that an argument belongs to its profile.

use super::difference;
use crate::families::Options;
use peirast_fallacy::{Difference, Kind};
use peirast_record::Argument;

/// Returns the differences of an argument from its profile.
pub(super) fn misprofiled(argument: &Argument) -> Vec<Difference> {
    let Some(profile) = Options::profile(&argument.profile) else {
        let found = "no profile of that name";
        return vec![difference("profile", &argument.profile, found)];
    };
    let mut differences = Vec::new();
    let mut wanted = |field: &'static str, holds: bool, recorded: String, found: String| {
        if !holds {
            differences.push(difference(field, &recorded, &found));
        }
    };
    let named = |what: String| format!("{what} under the profile `{}`", profile.name);
    let reading = profile.reading.name;
    wanted(
        "reading",
        argument.reading == reading,
        argument.reading.clone(),
        named(reading.to_owned()),
    );
    let (kind, premises) = (argument.kind, argument.premises.len());
    let is_control = argument.matched.is_some();
    wanted(
        "matched",
        profile.controls || !is_control,
        "there".to_owned(),
        named("never".to_owned()),
    );
    let (has, wants) =
        (argument.probe.is_some(), profile.probes && (!is_control || profile.for_people));
    let there = |is: bool| if is { "there" } else { "not there" }.to_owned();
    wanted("probe", has == wants, there(has), named(there(wants)));
    let is_plain = |text: &str| !text.contains(|c: char| c == '*' || c.is_whitespace());
    if let Some(probe) = &argument.probe {
        let found = "written without marks and spaces".to_owned();
        wanted("probe.conclusion", is_plain(&probe.conclusion), probe.conclusion.clone(), found);
    }
    // Controls are made of their matched problems, and blocked ones are always controls.
    wanted(
        "kind",
        is_control || kind != Kind::ControlBlocked,
        "a blocked control".to_owned(),
        "matched with no fallacy".to_owned(),
    );
    if is_control {
        return differences;
    }
    let (least, most) = (profile.fewest_premises, profile.most_premises);
    let counts = format!("{least} to {most}");
    wanted("premises", (least..=most).contains(&premises), premises.to_string(), named(counts));
    let sizes = format!("one of {:?}", profile.sizes);
    let fits = profile.sizes.contains(&argument.atoms);
    wanted("atoms", fits, argument.atoms.to_string(), named(sizes));
    let is_fallacy = kind == Kind::Fallacy;
    let (none, all) = (profile.fallacies <= 0.0, profile.fallacies >= 1.0);
    let fits = if is_fallacy { !none } else { !all };
    wanted("kind", fits, format!("{kind:?}"), named(format!("fallacies {}", profile.fallacies)));
    let single = argument.categorical || !profile.categorical;
    wanted("categorical", single, "false".to_owned(), named("true".to_owned()));
    differences
}
