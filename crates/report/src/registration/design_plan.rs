//! Hypotheses, and how the study is designed.

use super::Registration;
use super::document::{RegistrationPart, or_none};
use crate::STANDINGS;
use crate::wording::{counted_range, listed};
use peirast_decimals::counted;
use peirast_record::{Ask, Direction, Event, FamilyPlan, Hypothesis, Profile, Standing};
use std::collections::BTreeSet;

/// The hypotheses and the controls; exploratory ones are part of the analysis plan.
pub(super) fn hypotheses(own: &Registration) -> RegistrationPart {
    let study = &own.study;
    let of =
        |standing: Standing| study.hypotheses.iter().filter(move |one| one.standing == standing);
    let entries: Vec<String> = STANDINGS
        .iter()
        .filter(|(standing, _)| *standing != Standing::Exploratory)
        .flat_map(|(standing, _)| of(*standing).map(|one| entry(own, one)))
        .collect();
    let introduction = match study.hypotheses.is_empty() {
        true => "The study tests no hypothesis. It estimates rates of right answers.".to_owned(),
        false => "Each hypothesis is about matched pairs: two versions of one item that differ in one factor. The null \
                  hypothesis of each test is that both versions are answered equally well. A reasoner without the \
                  bias shows no effect."
            .to_owned(),
    };
    let part = RegistrationPart::new("Hypotheses", [introduction]).with_entries(entries);
    let gap = "the theory behind the predictions, and the smallest effect of interest.";
    if study.hypotheses.is_empty() { part } else { part.with_gap(gap) }
}

/// A hypothesis with its prediction.
pub(super) fn entry(own: &Registration, one: &Hypothesis) -> String {
    // A control qualifies the findings; an exploratory comparison predicts nothing.
    let (standing, expected) = match one.standing {
        Standing::Confirmatory => ("confirmatory", "Prediction"),
        Standing::Control => ("control", "Prediction: no effect. Tested effect"),
        Standing::Exploratory => ("exploratory", "Tested effect"),
    };
    let (sides, better, worse) = match one.direction {
        Direction::PerturbedBetter => ("directional", "the perturbed member", "the original"),
        Direction::OriginalBetter => ("directional", "the original member", "the perturbed one"),
        Direction::Either => ("not directional", "one member", "the other"),
    };
    let given = match one.given.is_empty() {
        true => String::new(),
        false => format!(" All pairs have {}.", one.given),
    };
    let methods: Vec<String> = own
        .tests
        .iter()
        .filter(|test| test.hypothesis == one.id)
        .map(|test| test.method.clone())
        .collect();
    let claim = match one.claim.split_whitespace().collect::<Vec<_>>().join(" ") {
        claim if claim.is_empty() => String::new(),
        claim => format!(" Claim of the source: {claim}"),
    };
    format!(
        "{id} ({standing}, {sides}): {title}. Factor: {factor} (original: {original}; perturbed: {perturbed}). \
         {expected}: subjects answer {better} {good} more often than {worse}. Pairs: {over}.{given} Tested \
         under: {methods}.{claim}",
        id = one.id,
        title = one.title.trim_end_matches('.'),
        factor = one.factor,
        original = one.original.get(&one.factor).unwrap_or("none"),
        perturbed = one.perturbed.get(&one.factor).unwrap_or("none"),
        good = good(one.event),
        over = listed(&one.over),
        methods = or_none(&methods),
    )
}

/// The name of a good answer.
pub(super) fn good(event: Event) -> &'static str {
    match event {
        Event::Correct => "correctly",
        Event::NoFallacy => "without the predicted fallacy",
    }
}

/// The section on the design.
pub(super) fn parts(own: &Registration) -> Vec<RegistrationPart> {
    vec![
        RegistrationPart::new(
            "Study type",
            ["Experiment. The factors are set by the design, and each subject answers all of their levels.".to_owned()],
        ),
        RegistrationPart::new(
            "Blinding",
            [
                "Each question is asked in a conversation of its own. A subject sees neither the other member of a \
                 pair nor a hypothesis."
                    .to_owned(),
                format!(
                    "A program reads and grades all answers by fixed rules ({}). The rules do not use the name of the \
                     model.",
                    own.reader
                ),
            ],
        ),
        RegistrationPart::new(
            "Is there any additional blinding in this study?",
            ["No test needs a person's judgement of an answer.".to_owned()],
        )
        .with_gap("blinding of the people who interpret the results, if there is any."),
        study_design(own),
        RegistrationPart::new(
            "Randomization",
            [format!(
                "No subject is assigned to a group: each gets all questions. The seed {} determines all random choices of \
                 the problems. The same seed and version give the same problems (hash {}).",
                own.study.seed, own.items_hash
            )],
        ),
    ]
}

fn study_design(own: &Registration) -> RegistrationPart {
    let study = &own.study;
    let factors: BTreeSet<&str> = study.hypotheses.iter().map(|one| one.factor.as_str()).collect();
    let factors: Vec<String> = factors.into_iter().map(str::to_owned).collect();
    let paired = match factors.is_empty() {
        true => "Within-subject design: each subject answers the same problems.".to_owned(),
        false => format!(
            "Within-subject (paired) design. Matched pairs differ in one factor alone: {}.",
            listed(&factors)
        ),
    };
    let stimuli = match study.profile {
        Profile::Balanced if study.families.iter().any(|one| one.data.is_some()) => {
            "Own problems are asked as they are in their file; positions of options, letters and right answers of \
             other families are balanced, as far as the family of problems does so."
        }
        Profile::Balanced => {
            "Positions of options, letters and right answers are balanced, as far as the family of problems does so."
        }
        Profile::Paper2024 => {
            "The stimuli have the design of Jiang et al. (2024), with its confounds."
        }
        Profile::Paper2025 => "The stimuli have the design published in 2025.",
    };
    let asked = match study.ask {
        Ask::Needed => "Questions that no hypothesis compares are not asked.",
        Ask::All => "Every problem is asked under every protocol.",
    };
    let strategies: Vec<String> = study.strategies.iter().map(|one| one.name.clone()).collect();
    let strategies = match strategies.is_empty() {
        true => String::new(),
        false => {
            format!("The study writes out these prompts (strategies): {}.", listed(&strategies))
        }
    };
    let items = counted(own.items, "item", "items");
    let problems = counted(own.problems, "problem", "problems");
    RegistrationPart::new(
        "Study design",
        [
            paired,
            format!(
                "{problems} (versions of {items}) give {} to each subject. {asked} {stimuli}",
                counted_range([own.questions.0, own.questions.1], "question", "questions")
            ),
            strategies,
            "Problems:".to_owned(),
        ],
    )
    .with_entries(study.families.iter().map(family).collect())
}

/// A family of problems, with its size.
fn family(plan: &FamilyPlan) -> String {
    let variants = match plan.variants.as_slice() {
        [] => "all variants".to_owned(),
        [one] => format!("variant {one}"),
        several => format!("variants {}", listed(several)),
    };
    let n = match plan.n {
        0 => "all items".to_owned(),
        n => format!("{} per variant", counted(n.into(), "item", "items")),
    };
    let Some(data) = &plan.data else {
        let versions = if plan.versions.is_empty() { "" } else { "; a selection of versions" };
        return format!("{}: {variants}, {n}{versions}", plan.name);
    };
    let content = data.content.as_deref().unwrap_or("unknown");
    let made = match data.transformations.is_empty() {
        true => String::new(),
        false => format!("; versions made by Peirast: {}", listed(&data.transformations)),
    };
    format!(
        "{}: the file {} (hash {content}), {variants}, {n}{made}. Its right answers are taken as given",
        plan.name, data.file
    )
}
