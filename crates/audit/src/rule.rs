//! Finds the rule behind printed p-values and decisions from the numbers alone.

mod decision;
mod form;
mod name;
mod sample;
mod search;
mod yields;

use peirast_stats::{Alternative, Correction};
use serde::Serialize;

use crate::finding::{Findings, Place, written};
use crate::{Document, Roles, Verdict};
use form::{Form, SIDES};
use sample::{Sample, Tested};
use search::{Found, Rule, identified, score};

pub use decision::{Decisions, Flip, Stated};

/// A rule that yields printed p-values, and its tests.
///
/// ```
/// use peirast_audit::{Document, audit};
/// let csv = "model,n12,n21,p\nA,2,10,0.0386\nB,5,9,0.4240\nC,0,7,0.0156\nD,8,8,1.0000\n";
/// let audit = audit(&Document::from_csv("x", csv)?, None)?;
/// let rule = &audit.rules[0];
/// assert_eq!((rule.yields, rule.printed), (4, 4));
/// assert!(rule.words.starts_with("exact binomial for every number of discordant pairs"));
/// # Ok::<(), peirast_audit::AuditError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct PublishedRule {
    /// The tests of the rule; empty for all.
    pub scope: String,
    /// The rule in words.
    pub words: String,
    /// The correction for multiple tests.
    pub correction: Correction,
    /// The columns whose values form a family; empty if all tests are one family.
    pub family: Vec<String>,
    /// The largest number of discordant pairs with the first form, as a range. `None` if there is
    /// only one form.
    pub largest_small: Option<(u64, u64)>,
    /// The decimal places of p-values before adjustment, if they were rounded.
    pub rounded: Option<u32>,
    /// Number of printed p-values that it yields.
    pub yields: usize,
    /// Number of printed p-values.
    pub printed: usize,
    /// The rule in each family.
    pub families: Vec<FamilyRule>,
}

/// A rule in one family.
///
/// ```
/// use peirast_audit::{Document, audit};
/// let csv = "model,n12,n21,p\nA,2,10,0.0193\nB,5,9,0.2120\nC,0,7,0.0078\nD,8,8,0.5982\n";
/// let audit = audit(&Document::from_csv("x", csv)?, None)?;
/// assert_eq!(audit.rules[0].families[0].alternative.as_str(), "n21 > n12");
/// # Ok::<(), peirast_audit::AuditError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct FamilyRule {
    /// The family, by its values.
    pub name: String,
    /// Number of tests.
    pub tests: usize,
    /// Number of their p-values that the rule yields.
    pub yields: usize,
    /// Number of their p-values that are printed.
    pub printed: usize,
    /// The direction: `n21 > n12`, `n12 > n21` or `two-sided`.
    pub alternative: String,
    /// Other directions that fit equally well.
    pub as_well: Vec<String>,
    /// The largest number of discordant pairs with the first form, from this family alone. `None`
    /// if the family does not show it.
    pub largest_small: Option<(u64, u64)>,
    /// Its decisions.
    pub decisions: Option<Decisions>,
}

/// A direction in terms of the counts.
pub(crate) const fn direction(side: Alternative) -> &'static str {
    match side {
        Alternative::Greater => "n21 > n12",
        Alternative::Less => "n12 > n21",
        Alternative::TwoSided => "two-sided",
    }
}

/// The most tests for a search, which takes about ten seconds.
const MOST_TESTS: usize = 5000;

/// Finds the rules of a document, and the rows that break them.
pub(crate) fn rules(
    document: &Document,
    roles: &[Roles],
    stated: Option<&Stated>,
    findings: &mut Findings,
) -> Vec<PublishedRule> {
    let sample = Sample::new(document, roles);
    if sample.tests.len() > MOST_TESTS {
        let place = Place { row: document.name.clone(), ..Place::default() };
        let tests = format!("{} tests", sample.tests.len());
        let most = format!("looked for among up to {MOST_TESTS}");
        findings.add("rule behind the p-values", Verdict::Note, place, tests, most);
        return Vec::new();
    }
    let Some(mut outcome) = search::search(&sample) else {
        if let Some(stated) = stated {
            decision::undecided(document, &sample, &[], stated, findings);
        }
        return Vec::new();
    };
    name::prefer(&sample, &mut outcome);
    let mut rules: Vec<PublishedRule> = Vec::new();
    for found in &outcome.found {
        let rule = published(&sample, found, &outcome.family_keys, stated);
        if rule.yields * 2 <= rule.printed {
            findings.add(
                "rule behind the p-values",
                Verdict::Note,
                Place { row: rule.scope.clone(), ..Place::default() },
                format!("{} p-values", rule.printed),
                format!("no rule yields more than half of them; the best yields {}", rule.yields),
            );
            continue;
        }
        name::check(document, &sample, found, findings);
        breaks(document, &sample, found, findings);
        decision::findings(document, &sample, found, &rule, findings);
        rules.push(rule);
    }
    let mut families = rules.iter().flat_map(|rule| &rule.families);
    if let (Some(stated), false) = (stated, families.any(|family| family.decisions.is_some())) {
        decision::undecided(document, &sample, &outcome.found, stated, findings);
    }
    rules
}

fn published(
    sample: &Sample,
    found: &Found,
    keys: &[String],
    stated: Option<&Stated>,
) -> PublishedRule {
    let alpha = decision::level(sample, found);
    let families: Vec<FamilyRule> = found
        .families
        .iter()
        .map(|(name, family, score)| {
            let tests = sample.family(family);
            let side = score.side(&tests);
            let as_well = (0..SIDES.len()).filter(|at| score.sides >> at & 1 == 1 && *at != side);
            FamilyRule {
                name: name.clone(),
                tests: tests.len(),
                yields: score.yields,
                printed: tests.iter().map(|test| test.printed()).sum(),
                alternative: direction(SIDES[side]).to_owned(),
                as_well: as_well.map(|at| direction(SIDES[at]).to_owned()).collect(),
                largest_small: match found.rule.cut {
                    0 => None,
                    _ => identified(&found.rule, &tests),
                },
                decisions: Decisions::new(sample, &found.rule, &tests, side, alpha, stated),
            }
        })
        .collect();
    PublishedRule {
        scope: found.scope.clone(),
        words: words(found, keys, &families, &other_corrections(sample, found)),
        correction: found.rule.correction,
        family: keys.to_vec(),
        largest_small: (found.rule.cut > 0).then(|| (found.cuts.0 - 1, found.cuts.1 - 1)),
        rounded: found.rule.rounding.map(|rounding| rounding.places),
        yields: families.iter().map(|family| family.yields).sum(),
        printed: families.iter().map(|family| family.printed).sum(),
        families,
    }
}

/// The rule in a sentence.
fn words(
    found: &Found,
    keys: &[String],
    families: &[FamilyRule],
    as_well: &[Correction],
) -> String {
    let rule = &found.rule;
    let all_two_sided = families.iter().all(|family| family.alternative == "two-sided");
    let form = |form: Form| Form { both_sides: form.both_sides && !all_two_sided, ..form }.words();
    let mut words = match rule.cut {
        0 => format!("{} for every number of discordant pairs n*", form(rule.above)),
        _ => {
            let (first, last) = found.cuts;
            let cut = if first == last { format!("{first}") } else { format!("{first} to {last}") };
            format!("n* < {cut}: {}; from there on: {}", form(rule.below), form(rule.above))
        }
    };
    if let Some(rounding) = rule.rounding {
        let which = if rounding.below_only { "p of the first kind" } else { "p" };
        words += &format!("; {which} rounded to {} decimals before adjustment", rounding.places);
    }
    let sizes: Vec<usize> = families.iter().map(|family| family.tests).collect();
    let (least, most) = (sizes.iter().min().unwrap_or(&0), sizes.iter().max().unwrap_or(&0));
    let of = if least == most { format!("{least}") } else { format!("{least} to {most}") };
    let by = if keys.is_empty() { "all".to_owned() } else { format!("by {}", keys.join(" and ")) };
    words
        + &match rule.correction {
            Correction::Unadjusted => "; p not adjusted".to_owned(),
            correction => {
                let or = match as_well {
                    [] => String::new(),
                    others => {
                        let names: Vec<&str> = others.iter().map(|one| proper(*one)).collect();
                        format!(" (or {}, which yield equally many)", names.join(", "))
                    }
                };
                format!("; {}{or} over families {by} ({of} tests)", proper(correction))
            }
        }
}

/// Other corrections that yield equally many printed p-values.
fn other_corrections(sample: &Sample, found: &Found) -> Vec<Correction> {
    if found.rule.correction == Correction::Unadjusted {
        return Vec::new();
    }
    let yields = |correction: Correction| {
        let rule = Rule { correction, ..found.rule };
        let families = found.families.iter();
        families.map(|(_, family, _)| score(&rule, &sample.family(family)).yields).sum::<usize>()
    };
    let most = yields(found.rule.correction);
    let others = Correction::ALL.iter().filter(|one| **one != found.rule.correction);
    others.copied().filter(|one| yields(*one) == most).collect()
}

/// The name of a correction in a sentence.
const fn proper(correction: Correction) -> &'static str {
    match correction {
        Correction::Unadjusted => "no correction",
        Correction::Bonferroni => "Bonferroni",
        Correction::Holm => "Holm",
        Correction::Hochberg => "Hochberg",
        Correction::BenjaminiHochberg => "Benjamini-Hochberg",
        Correction::BenjaminiYekutieli => "Benjamini-Yekutieli",
    }
}

/// The most tests, over all families of rows that break a rule, that are computed again to explain
/// these rows. Each row requires its whole family.
const MOST_EXPLAINED: usize = 100_000;

/// Reports the rows whose printed p-values the rule does not yield, each with a form that would.
fn breaks(document: &Document, sample: &Sample, found: &Found, findings: &mut Findings) {
    let mut explained = 0;
    for (_, family, score) in &found.families {
        let tests = sample.family(family);
        let side = score.side(&tests);
        let (raw, adjusted) = found.rule.both(&tests, side);
        for (at, test) in tests.iter().enumerate() {
            let pairs = [(test.raw, raw[at]), (test.adjusted, adjusted[at])];
            let broken = pairs.iter().find(|(p, value)| p.is_some_and(|p| !p.agrees(*value)));
            let Some((Some(printed), value)) = broken.copied() else { continue };
            let finer = crate::Printed { places: printed.places.max(4), ..printed };
            let place = Place::row(&document.tables[test.table], test.row);
            explained += tests.len();
            let explanation = match explained <= MOST_EXPLAINED {
                true => explanation(&found.rule, &tests, at, side),
                false => String::new(),
            };
            let remark = format!("counts {} and {}{explanation}", test.n12, test.n21);
            findings
                .add(
                    "p by the rule found",
                    Verdict::Mismatch,
                    place,
                    written(printed),
                    finer.like(value),
                )
                .remark = remark;
        }
    }
}

/// The form that yields a row which the rule does not yield, if there is one.
fn explanation(rule: &Rule, tests: &[&Tested], at: usize, side: usize) -> String {
    let (mut raw, _) = rule.both(tests, side);
    let test = tests[at];
    let candidates = Form::all().flat_map(|form| (0..SIDES.len()).map(move |side| (form, side)));
    let explains = |(form, side): &(Form, usize)| {
        raw[at] = test.p.get(*form, *side);
        let adjusted = rule.adjusted(&raw);
        let fits = |printed: Option<crate::Printed>, p: f64| printed.is_none_or(|q| q.agrees(p));
        fits(test.raw, raw[at]) && fits(test.adjusted, adjusted[at])
    };
    let mut plain = candidates.filter(|(form, _)| !form.both_sides);
    match plain.find(explains) {
        Some((form, found)) if found == side => format!("; yielded by the {}", form.words()),
        Some((form, found)) => {
            format!("; yielded by the {}, {}", form.words(), direction(SIDES[found]))
        }
        None => "; no form yields it".to_owned(),
    }
}
