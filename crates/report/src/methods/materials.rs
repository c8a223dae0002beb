//! Materials: which problems were put, and in what their versions differ.

use super::Sentences;
use super::reference::Reference;
use crate::conduct::{Material, kind};
use crate::wording::{abridged, capitalised, counted, listed};
use crate::{Claim, Conduct, Report, RightAnswer};
use peirast_record::Task;

/// The most families, data sets or protocols that are named.
const MOST_NAMES: usize = 24;

pub(super) fn write(report: &Report, text: &mut Sentences) {
    let conduct = &report.conduct;
    if conduct.materials.is_empty() {
        return;
    }
    text.say(what(report));
    origins(report, text);
    if report.provenance.seed.is_some() {
        text.say("The right answer of every problem follows from its logical form.");
    }
    text.say(right_answers(conduct));
    if !conduct.protocols.is_empty() {
        text.say(questions(conduct));
    }
    if !report.rows.is_empty() {
        text.say(factors(report));
    }
}

/// The publications that the problems go back to.
fn origins(report: &Report, text: &mut Sentences) {
    let has = |names: &[&str]| {
        let is_of = |own: &&Material| names.contains(&own.family.as_str());
        report.conduct.materials.iter().find(is_of)
    };
    if has(&["conjunction"]).is_some() {
        let (tversky, jiang) = (text.cite(Reference::TverskyKahneman), text.cite(Reference::Jiang));
        text.say(format!(
            "Conjunction problems, of which a conjunction is never the likelier event ({tversky}), have the variants of \
             the study on token bias ({jiang})."
        ));
    }
    if has(&["syllogism", "horses"]).is_some() || is_of_token_bias(report) {
        let jiang = text.cite(Reference::Jiang);
        text.say(format!("Problems and hypotheses follow the study on token bias ({jiang})."));
    }
    if let Some(own) = has(&["categorical"]) {
        let evans = text.cite(Reference::Evans);
        text.say(format!("Validity and believability of conclusions are told apart ({evans})."));
        if own.variants.iter().any(|variant| variant.starts_with("benchmark")) {
            let poddar = text.cite(Reference::Poddar);
            text.say(format!(
                "Forms, labels, premise orders and strategies are those of the benchmark \"Logic in LLMs\" ({poddar})."
            ));
        }
    }
    if has(&["etr"]).is_some() {
        let (koralus, richardson) =
            (text.cite(Reference::Koralus), text.cite(Reference::Richardson));
        text.say(format!(
            "Which conclusions people are expected to draw follows from the Erotetic Theory of Reasoning ({koralus}); to \
             put such problems to language models goes back to {richardson}."
        ));
    }
}

/// Whether the answers are those that the study on token bias recorded.
fn is_of_token_bias(report: &Report) -> bool {
    report.provenance.seed.is_none() && report.provenance.grader.contains("2024")
}

/// How often each answer is right: what was really asked, and not what the study has.
fn right_answers(conduct: &Conduct) -> String {
    let mut kinds: Vec<(Task, Vec<&RightAnswer>)> = Vec::new();
    for own in &conduct.right {
        match kinds.iter_mut().find(|(task, _)| *task == own.task) {
            Some((_, answers)) => answers.push(own),
            None => kinds.push((own.task, vec![own])),
        }
    }
    let times =
        |own: &&RightAnswer| format!("{} {}", own.answer, counted(own.problems, "time", "times"));
    let one = |(task, answers): &(Task, Vec<&RightAnswer>)| match answers.as_slice() {
        [only] => format!("of those of {} it is always {}", kind(*task), only.answer),
        several => {
            let several: Vec<String> = several.iter().map(times).collect();
            format!("among those of {} it is {}", kind(*task), listed(&several))
        }
    };
    let told: Vec<String> = kinds.iter().map(one).collect();
    match told.is_empty() {
        true => String::new(),
        false => format!("The right answer to the problems put: {}.", told.join("; ")),
    }
}

/// How many questions the problems made.
fn questions(conduct: &Conduct) -> String {
    let names = abridged(&conduct.protocols, MOST_NAMES);
    let questions = counted(conduct.questions, "different question", "different questions");
    let warm = match conduct.temperatures.as_slice() {
        [] | [_] => String::new(),
        several => format!(" Temperatures were {}.", listed(several)),
    };
    match conduct.ways() {
        ways if ways.is_empty() => {
            format!(
                "Each problem was put under one protocol ({names}), which made {questions}.{warm}"
            )
        }
        ways => format!(
            "Put {ways}, they made {questions}. The {}: {names}.{warm}",
            if conduct.protocols.len() == 1 { "protocol" } else { "protocols" }
        ),
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
    let problems = counted(own.problems, "problem", "problems");
    let items = counted(own.items, "item", "items");
    match own.variants.as_slice() {
        [] => format!("{} ({problems})", own.family),
        [one] if *one == own.family => format!("{} ({items}, {problems})", own.family),
        [one] => format!("{} (variant {one}; {items}, {problems})", own.family),
        variants => {
            format!("{} (variants {}; {items}, {problems})", own.family, listed(variants))
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
