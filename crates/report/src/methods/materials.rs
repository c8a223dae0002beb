//! Materials: which problems were put, and in what their versions differ.

use super::Sentences;
use super::reference::Reference;
use crate::conduct::Material;
use crate::wording::{abridged, capitalised, counted, grouped, listed};
use crate::{Claim, Report};

/// The most families, data sets or protocols that are named.
const MOST_NAMES: usize = 24;

pub(super) fn write(report: &Report, text: &mut Sentences) {
    let conduct = &report.conduct;
    if conduct.materials.is_empty() {
        return;
    }
    text.say(what(report));
    if report.provenance.seed.is_some() {
        text.say("The right answer of every problem follows from its logical form.");
    }
    if conduct.materials.iter().any(|own| own.family == "etr") {
        let koralus = text.cite(Reference::Koralus);
        text.say(format!(
            "Which conclusions people are expected to draw follows from the Erotetic Theory of Reasoning ({koralus})."
        ));
    }
    if !conduct.protocols.is_empty() {
        let count = counted(conduct.protocols.len() as u64, "protocol", "protocols");
        text.say(format!(
            "Put under {count} ({}), they made {}.",
            abridged(&conduct.protocols, MOST_NAMES),
            counted(conduct.questions, "different question", "different questions")
        ));
    }
    if !report.rows.is_empty() {
        text.say(factors(report));
    }
}

/// Study and problems.
fn what(report: &Report) -> String {
    let (of, conduct) = (&report.provenance, &report.conduct);
    let problems = counted(conduct.problems(), "problem", "problems");
    let items = counted(conduct.items(), "item", "items");
    let families: Vec<String> = conduct.materials.iter().map(material).collect();
    let families = abridged(&families, MOST_NAMES);
    match (of.seed, &of.profile) {
        (Some(seed), Some(profile)) => format!(
            "The study {} (hash {}, seed {seed}, design {profile}) put {problems}, versions of {items}: {families}.",
            of.study, of.study_hash
        ),
        _ if of.study.is_empty() => format!("Put were {problems}: {families}."),
        _ => format!(
            "Answers recorded by others, to {problems}, were analysed as {} (hash {}). Their data sets: {families}.",
            of.study, of.study_hash
        ),
    }
}

fn material(own: &Material) -> String {
    let (items, problems) = (grouped(own.items), counted(own.problems, "problem", "problems"));
    match own.variants.as_slice() {
        [] => format!("{} ({problems})", own.family),
        [one] if *one == own.family => format!("{} ({items} items, {problems})", own.family),
        [one] => format!("{} (variant {one}; {items} items, {problems})", own.family),
        variants => {
            format!("{} (variants {}; {items} items, {problems})", own.family, listed(variants))
        }
    }
}

/// The factors that hypotheses vary.
fn factors(report: &Report) -> String {
    let mut factors: Vec<(&str, Vec<&str>)> = Vec::new();
    let tested = |claim: &&Claim| report.rows.iter().any(|row| row.hypothesis == claim.hypothesis);
    for claim in report.claims.iter().filter(tested) {
        match factors.iter_mut().find(|(name, _)| *name == claim.definition.factor) {
            Some((_, own)) => own.push(&claim.hypothesis),
            None => factors.push((&claim.definition.factor, vec![&claim.hypothesis])),
        }
    }
    let one = |(name, own): &(&str, Vec<&str>)| format!("{name} ({})", listed(own));
    let named: Vec<String> = factors.iter().filter(|(name, _)| !name.is_empty()).map(one).collect();
    let pairs = "the two members of a matched pair have the same logic and the same right answer, and differ in one \
                 factor alone";
    match named.is_empty() {
        true => format!("{}.", capitalised(pairs)),
        false => format!("{}: {}.", capitalised(pairs), listed(&named)),
    }
}
