//! Materials: the problems, and the differences between their versions.

use super::{Sentences, reference};
use crate::conduct::{Material, kind};
use crate::group::in_groups;
use crate::wording::{abridged, listed, plain_method};
use crate::{Claim, Conduct, Report, RightAnswer, SurfaceCheck, SurfaceCue};
use peirast_decimals::{counted, percent_decimals};
use peirast_record::{Event, Origin, Task};
use peirast_words::capitalised;

/// The most families, data sets or protocols that are named.
const MOST_NAMES: usize = 24;

pub(super) fn write(report: &Report, text: &mut Sentences) {
    let conduct = &report.conduct;
    if conduct.materials.is_empty() {
        return;
    }
    text.say(what(report));
    origins(report, text);
    text.say(whose_answers(report));
    text.say(made_versions(conduct));
    text.say(right_answers(conduct));
    surface(report, text);
    if !conduct.protocols.is_empty() {
        text.say(questions(conduct));
    }
    if !report.rows.is_empty() {
        text.say(factors(report));
    }
}

/// The source of the right answers: for Peirast's own problems they follow from the logical form,
/// for other people's problems these people gave them.
fn whose_answers(report: &Report) -> String {
    let own = |material: &&Material| {
        report.origins.iter().any(|origin| origin.family == Some(material.family.as_str()))
    };
    let (built_in, foreign): (Vec<&Material>, Vec<&Material>) =
        report.conduct.materials.iter().partition(own);
    if report.provenance.seed.is_none() {
        return String::new();
    }
    let names: Vec<String> = foreign.iter().map(|material| material.family.clone()).collect();
    let given = format!(
        "The right answers of {} are those of the file of problems; Peirast did not derive them again.",
        listed(&names)
    );
    match (built_in.is_empty(), foreign.is_empty()) {
        (_, true) if report.conduct.right.is_empty() => {
            "The logical form of a problem decides which answers are right.".to_owned()
        }
        (_, true) => "The right answer of every problem follows from its logical form.".to_owned(),
        (true, false) => given,
        (false, false) => {
            let names: Vec<String> =
                built_in.iter().map(|material| material.family.clone()).collect();
            format!(
                "The right answers of {} follow from the logical form of each problem. {given}",
                listed(&names)
            )
        }
    }
}

/// The versions of other people's items that Peirast made.
fn made_versions(conduct: &Conduct) -> String {
    let made = conduct.plan.iter().flat_map(|plan| &plan.made_versions);
    let one =
        |(family, versions): (&String, &Vec<String>)| format!("{} of {family}", listed(versions));
    let all: Vec<String> = made.map(one).collect();
    match all.is_empty() {
        true => String::new(),
        false => format!(
            "Peirast made the versions {} from the original of each item and certified them: it checked that each \
             changes only what it may change. Other versions come from the file; that they ask the same question is \
             not checked.",
            listed(&all)
        ),
    }
}

/// The origins of the problems: a sentence for each origin, even if several families share it.
fn origins(report: &Report, text: &mut Sentences) {
    let mut all: Vec<(&Origin, bool)> = Vec::new();
    for own in &report.origins {
        let put = match own.family {
            None => Some([].as_slice()),
            Some(family) => variants(report, family),
        };
        for origin in own.origins {
            let holds = put.is_some_and(|variants| origin.holds_for(variants));
            match all.iter_mut().find(|(known, _)| known.sentence == origin.sentence) {
                Some((_, known)) => *known |= holds,
                None => all.push((origin, holds)),
            }
        }
    }
    for (origin, _) in all.into_iter().filter(|(_, holds)| *holds) {
        text.say(origin.text());
        for publication in origin.cites {
            text.cite(*publication);
        }
    }
}

/// The variants of a family that were put; none if no problem of it was.
fn variants<'a>(report: &'a Report, family: &str) -> Option<&'a [String]> {
    let mut materials = report.conduct.materials.iter();
    materials.find(|own| own.family == family).map(|own| own.variants.as_slice())
}

/// The number of times that each answer is right, for the questions really asked.
fn right_answers(conduct: &Conduct) -> String {
    let kinds = in_groups(conduct.right.iter().map(|answer| (answer.task, answer)));
    let times =
        |own: &&RightAnswer| format!("{} {}", own.answer, counted(own.problems, "time", "times"));
    let one = |(task, answers): &(Task, Vec<&RightAnswer>)| match answers.as_slice() {
        [only] => format!("for {} it is always {}", kind(*task), only.answer),
        several => {
            let several: Vec<String> = several.iter().map(times).collect();
            format!("for {} it is {}", kind(*task), listed(&several))
        }
    };
    let told: Vec<String> = kinds.iter().map(one).collect();
    match told.is_empty() {
        true => String::new(),
        false => format!("The right answer to these problems: {}.", told.join("; ")),
    }
}

/// The accuracy of guessers that see one surface cue each, by family.
fn surface(report: &Report, text: &mut Sentences) {
    let checked: Vec<&SurfaceCheck> = report.surface.iter().filter(|own| own.cues > 0).collect();
    let Some(bound) = checked.first().map(|own| own.bound) else { return };
    let after = text.cite(reference::GURURANGAN);
    text.say(format!(
        "A check of surface cues fitted, for each cue (such as the length or the words of the options), a guesser that \
         sees this cue only, with cross-validation over items ({after}). A cue counts if its guesser is right more \
         than {} points above chance.",
        percent_decimals(bound, 0)
    ));
    for own in checked {
        text.say(of_family(own));
    }
    text.say(match report.shortcuts {
        Some(_) => {
            "These are single cues. Rules that combine cues are in the table \"Accuracy of shortcuts\"."
        }
        None => "These are single cues; rules that combine cues were not tried.",
    });
}

/// The surface cues of one family that help a guesser.
fn of_family(own: &SurfaceCheck) -> String {
    let percent = |share: f64| percent_decimals(share, 0) + " %";
    let family = format!("{} ({}; chance {})", own.family, kind(own.task), percent(own.chance));
    if own.chance >= 1.0 {
        return format!("In {family} one answer is always right, so a guess is never wrong.");
    }
    let cue = |cue: &SurfaceCue| {
        let why = cue.why.as_ref().map_or(String::new(), |why| format!("; {why}"));
        format!("{} ({}{why})", cue.cue, percent(cue.accuracy))
    };
    match own.over.iter().map(cue).collect::<Vec<_>>().as_slice() {
        [] => format!("In {family} none of {} cues counts.", own.cues),
        over => {
            format!("In {family} {} of {} cues count: {}.", over.len(), own.cues, over.join("; "))
        }
    }
}

/// The number of questions that the problems made.
fn questions(conduct: &Conduct) -> String {
    let names: Vec<String> = conduct.protocols.iter().map(|name| plain_method(name)).collect();
    let names = abridged(&names, MOST_NAMES);
    let questions = counted(conduct.questions, "different question", "different questions");
    let warm = match conduct.temperatures.as_slice() {
        [] | [_] => String::new(),
        several => format!(" Temperatures were {}.", listed(several)),
    };
    match conduct.ways() {
        ways if ways.is_empty() => {
            format!(
                "Each problem was asked under one protocol ({names}), which gives {questions}.{warm}"
            )
        }
        ways => format!(
            "Each problem was asked {ways}, which gives {questions}. The {}: {names}.{warm}",
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
            "The study {} (hash {}, seed {seed}, design {profile}) asked {problems}, versions of {items}: {families}.",
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
    let tested = |claim: &&Claim| report.rows.iter().any(|row| row.hypothesis == claim.hypothesis);
    let claims = report.claims.iter().filter(tested);
    let factors = in_groups(claims.map(|claim| (&claim.definition.factor, &claim.hypothesis)));
    let one = |(name, ids): &(&String, Vec<&String>)| format!("{name} ({})", listed(ids));
    let named: Vec<String> = factors.iter().filter(|(name, _)| !name.is_empty()).map(one).collect();
    // An open question can have several right answers.
    let is_open = |claim: &Claim| claim.definition.event == Event::NoFallacy;
    let is_open = report.claims.iter().filter(tested).any(is_open);
    let pairs = match report.has_foreign_problems() {
        true => {
            "the two members of a matched pair are versions of one item, and differ in one factor alone"
        }
        false if is_open => {
            "the two members of a matched pair have the same logic, and differ in one factor alone"
        }
        false => {
            "the two members of a matched pair have the same logic and the same right answer, and differ in one \
             factor alone"
        }
    };
    match named.is_empty() {
        true => format!("{}.", capitalised(pairs)),
        false => format!("{}: {}.", capitalised(pairs), listed(&named)),
    }
}
