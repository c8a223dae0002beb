//! The published problems of the theory.

use peirast_record::{Problem, Profile, Versions};
use peirast_task::{Design, Family, MakeError, verified};
use std::collections::{BTreeMap, BTreeSet};

fn published(seed: u64, n: u32) -> Result<Vec<Problem>, MakeError> {
    let design = Design { seed, profile: Profile::Paper2025 };
    let versions = Versions::from_iter([("order", "original"), ("order", "reversed")]);
    Family::named("etr")?.make_versions(&design, "published", n, &versions)
}

#[test]
fn all_published_problems_are_asked_in_both_orders() {
    let problems = published(1, 399).unwrap();
    assert_eq!(problems.len(), 797);
    let mut kinds: BTreeMap<&str, u32> = BTreeMap::new();
    let mut atoms: BTreeMap<&str, u32> = BTreeMap::new();
    for problem in &problems {
        assert_eq!(verified(problem).unwrap(), [], "{}", problem.id);
        *kinds.entry(problem.factors.get("kind").unwrap()).or_default() += 1;
        *atoms.entry(problem.factors.get("atoms").unwrap()).or_default() += 1;
    }
    // The conclusions of 17 follow, as the study says of its final counts over 383. One problem of
    // four atoms is a repetition, and one has the same premise twice.
    assert_eq!(kinds, BTreeMap::from([("control-valid", 34), ("fallacy", 763)]));
    assert_eq!(atoms.len(), 8);
    assert!(atoms.values().all(|count| (97..=100).contains(count)), "{atoms:?}");
    let texts: BTreeSet<String> = problems.iter().map(Problem::text).collect();
    assert_eq!(texts.len(), 797);
}

#[test]
fn fewer_problems_are_a_sample_of_all_sizes() {
    let (all, some) = (published(3, 399).unwrap(), published(3, 40).unwrap());
    assert_eq!(some, all[..80]);
    assert_ne!(some, published(4, 40).unwrap());
    let sizes: BTreeSet<&str> = some.iter().map(|one| one.factors.get("atoms").unwrap()).collect();
    assert_eq!(sizes.len(), 8, "{sizes:?}");
}

#[test]
fn there_are_no_more_than_were_published() {
    let error = published(1, 400).unwrap_err();
    assert!(matches!(error, MakeError::Exhausted { made: 399, n: 400, .. }), "{error}");
}

#[test]
fn a_changed_problem_is_noticed() {
    let mut problem = published(1, 1).unwrap().remove(0);
    let segment = problem.segments.iter_mut().find(|one| one.role == "first-premise").unwrap();
    segment.text = segment.text.replacen("is", "was", 1);
    let differences = verified(&problem).unwrap();
    assert!(differences.iter().any(|one| one.field == "segments"), "{differences:?}");
}
