//! Comparison of the factors of a problem with those of its variant.

use super::difference;
use crate::{Design, FAMILIES};
use peirast_fallacy::Difference;
use peirast_record::Problem;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

/// Factors that problems of earlier versions do not have, with their families. The family defines
/// the meaning of the missing factor: a conjunction problem without an `operation` joins its events
/// by "and", which is checked in its text.
const LATER: [(&str, &str); 1] = [("conjunction", "operation")];

/// The names of the factors of a variant.
#[derive(Default)]
struct FactorNames {
    /// Factors of every problem.
    always: BTreeSet<String>,
    /// Factors of some problem.
    known: BTreeSet<String>,
}

/// The factors of each variant whose problems have no views, by family and variant: the factors of
/// a sample of made problems.
static FACTORS: LazyLock<BTreeMap<(&str, &str), FactorNames>> = LazyLock::new(|| {
    let mut all = BTreeMap::new();
    for family in FAMILIES {
        for variant in family.variants {
            let made = family.profiles.iter().flat_map(|profile| {
                let design = Design { seed: 1, profile: *profile };
                family.make(&design, variant.name, 1).unwrap_or_default()
            });
            if let Some(names) = factor_names(made) {
                all.insert((family.name, variant.name), names);
            }
        }
    }
    all
});

/// Returns the names of the factors of some problems; `None` for problems with views, which are
/// made again as a whole, and without problems.
fn factor_names(problems: impl Iterator<Item = Problem>) -> Option<FactorNames> {
    problems.filter(|problem| problem.worded.is_none()).fold(None, |names, problem| {
        let own: BTreeSet<String> =
            problem.factors.iter().map(|(factor, _)| factor.to_owned()).collect();
        Some(match names {
            None => FactorNames { always: own.clone(), known: own },
            Some(FactorNames { always, known }) => FactorNames {
                always: always.intersection(&own).cloned().collect(),
                known: known.union(&own).cloned().collect(),
            },
        })
    })
}

/// Returns the missing factors of a problem, and those that no problem of its variant has.
pub(super) fn misfactored(problem: &Problem) -> Vec<Difference> {
    let Some(names) = FACTORS.get(&(&*problem.family, &*problem.variant)) else {
        return Vec::new();
    };
    let variant = format!("{}/{}", problem.family, problem.variant);
    let is_later = |name: &str| LATER.contains(&(&*problem.family, name));
    let lacks = names.always.iter().filter(|name| problem.factors.get(name).is_none());
    let lacks = lacks.filter(|name| !is_later(name)).map(|name| {
        let found = format!("a level of it, which every problem of {variant} has");
        difference("factors", &format!("without `{name}`"), &found)
    });
    let own = problem.factors.iter().filter(|(name, _)| !names.known.contains(*name));
    let unknown = own.map(|(name, level)| {
        let found = format!("without `{name}`, as every problem of {variant} is");
        difference("factors", &format!("{name}={level}"), &found)
    });
    lacks.chain(unknown).collect()
}

#[cfg(test)]
mod tests {
    use super::misfactored;
    use crate::{Design, FAMILIES, TruthCheck, check_truth, verified};
    use peirast_record::Factors;

    #[test]
    fn a_factor_that_is_missing_or_unknown_is_named() {
        let mut tried = 0;
        for family in FAMILIES.iter().filter(|family| family.name != "etr") {
            for profile in family.profiles {
                let design = Design { seed: 3, profile: *profile };
                for variant in family.variants {
                    for made in family.make(&design, variant.name, 8).expect("problems") {
                        assert_eq!(misfactored(&made), [], "{}", made.id);
                        for (gone, _) in made.factors.iter() {
                            let mut edited = made.clone();
                            edited.factors = Factors::from_iter(
                                made.factors.iter().filter(|(name, _)| *name != gone),
                            );
                            if gone == "operation" && family.name == "conjunction" {
                                // Earlier versions made no alternatives.
                                let is_and = !variant.name.ends_with("or");
                                let found = verified(&edited).expect("a record");
                                assert_eq!(found.is_empty(), is_and, "{}: {found:?}", made.id);
                                let taken = check_truth(&edited) == TruthCheck::Agrees;
                                assert_eq!(taken, is_and, "{}", made.id);
                                continue;
                            }
                            if ["gender", "race"].contains(&gone) {
                                // Only of the published design; the text shows it.
                                assert_eq!(misfactored(&edited), [], "{}", made.id);
                                assert_ne!(verified(&edited).expect("a record"), [], "{gone}");
                                continue;
                            }
                            let found = misfactored(&edited);
                            assert_eq!(found.len(), 1, "{} {gone}", made.id);
                            assert!(found[0].recorded.contains(&format!("`{gone}`")));
                            assert_ne!(verified(&edited).expect("a record"), [], "{gone}");
                            tried += 1;
                        }
                        let mut edited = made.clone();
                        edited.factors.set("mood", "good");
                        let found = verified(&edited).expect("a record");
                        assert_eq!(found.len(), 1, "{}", made.id);
                        assert_eq!(found[0].recorded, "mood=good");
                    }
                }
            }
        }
        assert!(tried > 100, "{tried}");
    }
}
