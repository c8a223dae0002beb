//! Compares the correction that a header names with the one that yields the p-values below it.

use peirast_stats::Correction;

use super::proper;
use super::sample::{Partition, Sample};
use super::search::{Found, Outcome, Rule, score};
use crate::finding::{Findings, Place};
use crate::{Document, Verdict};

/// Number of printed p-values that a rule yields over families.
fn yields<'a>(
    sample: &Sample,
    rule: &Rule,
    families: impl Iterator<Item = &'a Vec<usize>>,
) -> usize {
    families.map(|family| score(rule, &sample.family(family)).yields).sum()
}

/// Prefers the correction that the headers name, if it yields as many p-values as the one that was
/// found.
pub fn prefer(sample: &Sample, outcome: &mut Outcome) {
    let Some((named, _)) = &sample.named else { return };
    for found in &mut outcome.found {
        if found.rule.correction == Correction::Unadjusted || named.contains(&found.rule.correction)
        {
            continue;
        }
        let groups = || found.families.iter().map(|(_, family, _)| family);
        let most = yields(sample, &found.rule, groups());
        let rules = named.iter().map(|correction| Rule { correction: *correction, ..found.rule });
        let Some(rule) = rules.into_iter().find(|rule| yields(sample, rule, groups()) == most)
        else {
            continue;
        };
        found.rule = rule;
        for (_, family, scored) in &mut found.families {
            *scored = score(&rule, &sample.family(family));
        }
    }
}

/// Reports p-values that do not follow the correction in their header for any grouping of the tests
/// into families.
pub fn check(document: &Document, sample: &Sample, found: &Found, findings: &mut Findings) {
    let Some((named, head)) = &sample.named else { return };
    if named.contains(&found.rule.correction) {
        return;
    }
    let groups = || found.families.iter().map(|(_, family, _)| family);
    let mut tests: Vec<usize> = groups().flatten().copied().collect();
    tests.sort_unstable();
    let most = yields(sample, &found.rule, groups());
    let within = |partition: &Partition| -> Vec<Vec<usize>> {
        let own = |group: &Vec<usize>| {
            group.iter().copied().filter(|at| tests.binary_search(at).is_ok()).collect()
        };
        partition.groups.iter().map(own).filter(|group: &Vec<usize>| !group.is_empty()).collect()
    };
    let named_yields = |correction: &Correction| {
        let rule = Rule { correction: *correction, ..found.rule };
        let over = |partition| yields(sample, &rule, within(&partition).iter());
        // A family of one test shows no correction.
        let is_family = |partition: &Partition| partition.groups.len() * 2 <= sample.tests.len();
        sample.partitions().into_iter().filter(is_family).map(over).max().unwrap_or_default()
    };
    let best = named.iter().map(|one| (named_yields(one), *one)).max_by_key(|(yields, _)| *yields);
    let Some((yields, correction)) = best.filter(|(yields, _)| *yields < most) else { return };
    let first = groups().flatten().next().map(|at| &document.tables[sample.tests[*at].table]);
    let place = first.map(Place::whole).unwrap_or_default();
    let place = Place { row: found.scope.clone(), ..place };
    let follows = match found.rule.correction {
        Correction::Unadjusted => "p not adjusted".to_owned(),
        other => format!("p adjusted by {}", proper(other)),
    };
    findings
        .add(
            "correction that the head names",
            Verdict::Mismatch,
            place,
            format!("`{head}`"),
            follows,
        )
        .remark =
        format!("{} yields {yields} of the p-values, this yields {most}", proper(correction));
}
