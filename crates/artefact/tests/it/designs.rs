//! The built-in designs: each stays within the bound, or has a recorded exception with its reason.
//!
//! With `PEIRAST_WRITE_REFERENCE=1` the table in `docs/artefacts.md` is written instead.

use peirast_artefact::{Design, examine, exceptions, table};
use peirast_record::{Problem, Profile};
use peirast_task::{Design as Making, FAMILIES, Family};
use std::path::Path;

/// Items of each family and profile.
const ITEMS: u32 = 2000;

/// A seed that no study has.
const SEED: u64 = 81;

/// A variant that is made on demand: no built-in study uses it, and its documentation describes its
/// cues.
const ON_DEMAND: &str = "any-form";

/// Makes problems of every variant that has the requested number of items. A published list of few
/// items is used completely by its own study and left out here.
fn problems(family: &Family, profile: Profile) -> Vec<Problem> {
    let each = ITEMS / family.variants.len() as u32;
    let making = Making { seed: SEED, profile };
    family
        .variants
        .iter()
        .filter(|v| v.name != ON_DEMAND)
        .filter_map(|v| family.make(&making, v.name, each).ok())
        .flatten()
        .collect()
}

fn designs() -> Vec<(Profile, Design)> {
    let mut all = Vec::new();
    for family in FAMILIES {
        for profile in family.profiles {
            let found = examine(&problems(family, *profile), *profile);
            all.extend(found.into_iter().map(|design| (*profile, design)));
        }
    }
    all
}

#[test]
fn every_design_keeps_within_the_bound_or_says_why_not() {
    let designs = designs();
    let mut unexplained = Vec::new();
    for (profile, design) in &designs {
        for score in design.scores.iter().filter(|score| score.is_unexplained()) {
            unexplained.push(format!(
                "{} {} {}: {:.3}",
                profile.as_str(),
                design.family,
                score.cue.name(),
                score.accuracy
            ));
        }
    }
    assert_eq!(unexplained, [] as [String; 0]);
    for exception in exceptions() {
        let scores = designs.iter().filter(|(profile, _)| *profile == exception.profile);
        let over: Vec<&str> = scores
            .flat_map(|(_, design)| &design.scores)
            .filter(|score| score.is_over() && score.exception == Some(exception))
            .map(|score| score.cue.name())
            .collect();
        assert_eq!(over, exception.cues, "{exception:?}");
    }
    let balanced: Vec<Design> = designs
        .into_iter()
        .filter(|(profile, _)| *profile == Profile::Balanced)
        .map(|(_, design)| design)
        .collect();
    holds("artefacts.md", &table(&balanced).markdown());
}

/// Compares the table in the page with the computed one.
fn holds(page: &str, made: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs").join(page);
    let text = std::fs::read_to_string(&path).expect("the page can be read");
    let (begin, end) = ("<!-- table -->\n", "<!-- end of table -->");
    let (before, rest) = text.split_once(begin).expect("the table begins");
    let (stands, after) = rest.split_once(end).expect("the table ends");
    if std::env::var_os("PEIRAST_WRITE_REFERENCE").is_some() {
        let text = format!("{before}{begin}{made}{end}{after}");
        std::fs::write(&path, text).expect("the page can be written");
        return;
    }
    assert_eq!(stands, made, "PEIRAST_WRITE_REFERENCE=1 cargo test -p peirast-artefact writes it");
}
