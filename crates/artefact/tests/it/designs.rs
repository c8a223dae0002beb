//! The built-in designs: each stays within the bound, or has a recorded exception with its reason.
//!
//! With `PEIRAST_WRITE_REFERENCE=1` the table in `docs/artefacts.md` is written instead.

use peirast_artefact::{Design, examine, exceptions, table};
use peirast_record::{Problem, Profile, Versions};
use peirast_task::{Design as Making, Erotetic, FAMILIES, Family, MakeError, Making as Count};
use std::path::Path;

/// Items of each family and profile.
const ITEMS: u32 = 2000;

/// A seed that no study has.
const SEED: u64 = 81;

/// Variants that are not examined: `any-form` is made on demand, no built-in study uses it, and its
/// documentation describes its cues; `published` quotes open questions.
const LEFT_OUT: [&str; 2] = ["any-form", "published"];

/// Makes problems of every variant, the same number of each; of a variant with fewer items, all,
/// and more of the others.
fn problems(family: &Family, profile: Profile, seed: u64) -> Vec<Problem> {
    let making = Making { seed, profile };
    let variants =
        || family.variants.iter().map(|variant| variant.name).filter(|v| !LEFT_OUT.contains(v));
    let each = ITEMS / variants().count() as u32;
    if family.name == Erotetic::FAMILY {
        return closed_questions(&making, each);
    }
    let made: Vec<_> = variants().map(|variant| most(family, &making, variant, each)).collect();
    let of_short: u32 = made.iter().map(|(n, _)| *n).filter(|n| *n < each).sum();
    let longer = made.iter().filter(|(n, _)| *n == each).count() as u32;
    let more = (ITEMS - of_short).checked_div(longer).unwrap_or(each);
    let complete = variants().zip(made).map(|(variant, (n, own))| match n == each && more > each {
        true => most(family, &making, variant, more).1,
        false => own,
    });
    complete.flatten().collect()
}

/// Makes this number of arguments once and asks both kinds of closed question about them. Making
/// arguments takes nearly all of the time, and open questions have no cues.
fn closed_questions(making: &Making, n: u32) -> Vec<Problem> {
    let maker = |variant| Erotetic::named(variant, making, &Versions::default());
    let makers = ["choice", "yes-no"].map(|variant| maker(variant).expect("a variant"));
    let corpus = makers[0].corpus(&Count::new(n)).expect("arguments");
    let asked = makers.iter().map(|maker| maker.put(&corpus.problems).expect("questions"));
    asked.flatten().collect()
}

/// Makes this number of items of a variant, or all if it has fewer.
fn most(family: &Family, making: &Making, variant: &str, n: u32) -> (u32, Vec<Problem>) {
    match family.make(making, variant, n) {
        Err(MakeError::Exhausted { made, .. }) => most(family, making, variant, made),
        made => (n, made.expect("the items are made")),
    }
}

fn designs(seed: u64, is_wanted: fn(Profile) -> bool) -> Vec<(Profile, Design)> {
    let mut all = Vec::new();
    for family in FAMILIES {
        for profile in family.profiles.iter().filter(|profile| is_wanted(**profile)) {
            let found = examine(&problems(family, *profile, seed), *profile);
            all.extend(found.into_iter().map(|design| (*profile, design)));
        }
    }
    all
}

/// Returns the cues above the bound without a recorded reason.
fn unexplained(designs: &[(Profile, Design)]) -> Vec<String> {
    let scores = designs.iter().flat_map(|(profile, design)| {
        design.scores.iter().map(move |score| (profile, design, score))
    });
    scores
        .filter(|(_, _, score)| score.is_unexplained())
        .map(|(profile, design, score)| {
            let (profile, cue) = (profile.as_str(), score.cue.name());
            format!("{profile} {} {cue}: {:.3}", design.family, score.accuracy)
        })
        .collect()
}

/// Seeds that no study has. The shares of options that repeat facts were chosen with the first two and with
/// [`SEED`], so that only the last one is new to them.
const OTHER_SEEDS: [u64; 3] = [778_899, 5, 424_242];

/// Seeds that nothing was chosen with.
const NEW_SEEDS: [u64; 5] = [11, 12, 13, 14, 15];

/// Examines balanced items of a family, made from several seeds. Items that every seed has keep their names, and
/// so are on one side of a fit.
fn together(family: &Family, seeds: &[u64]) -> Vec<(Profile, Design)> {
    let of_seed = |seed: &u64| problems(family, Profile::Balanced, *seed);
    let made: Vec<Problem> = seeds.iter().flat_map(of_seed).collect();
    let found = examine(&made, Profile::Balanced);
    found.into_iter().map(|design| (Profile::Balanced, design)).collect()
}

fn balanced_families() -> impl Iterator<Item = &'static Family> {
    FAMILIES.iter().copied().filter(|family| family.has(Profile::Balanced))
}

/// The strictest of these tests: without any information in a cue, its guesser is above the bound with some seeds.
#[test]
#[ignore = "takes minutes: other seeds, after a change to a family's lists"]
fn balanced_items_of_other_seeds_keep_within_the_bound_too() {
    for seed in OTHER_SEEDS {
        for family in balanced_families() {
            assert_eq!(unexplained(&together(family, &[seed])), [] as [String; 0], "seed {seed}");
        }
    }
}

/// 6,000 and 10,000 items of each family, so that chance differences between seeds are small beside the bound.
#[test]
#[ignore = "takes minutes: other seeds, after a change to a family's lists"]
fn balanced_items_of_other_seeds_together_keep_within_the_bound_too() {
    for seeds in [&OTHER_SEEDS[..], &NEW_SEEDS[..]] {
        for family in balanced_families() {
            assert_eq!(unexplained(&together(family, seeds)), [] as [String; 0], "{seeds:?}");
        }
    }
}

#[test]
fn every_design_keeps_within_the_bound_or_says_why_not() {
    let designs = designs(SEED, |_| true);
    assert_eq!(unexplained(&designs), [] as [String; 0]);
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
