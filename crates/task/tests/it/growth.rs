//! A plan and its growth are together the plan of the whole study.

use peirast_record::{Ask, FamilyPlan, Problem, Profile, Strategy, Study, Versions};
use peirast_task::{FAMILIES, MakeError, Plan, PlanError, STUDIES, Stretch, built_in_study};
use std::collections::{BTreeMap, BTreeSet};

/// The questions, by the ids of problems and the names of protocols.
type Asked = BTreeSet<(String, String)>;

fn asked(plan: &Plan, stretch: &Stretch) -> Asked {
    let protocol = |at: usize| plan.protocols.all()[at].name.to_string();
    let one = |q: &peirast_task::Question| {
        (stretch.problems[q.problem].id.to_string(), protocol(q.protocol))
    };
    stretch.questions.iter().map(one).collect()
}

fn taken_apart(plan: &Plan, stretch: &Stretch) -> (BTreeMap<String, Problem>, Asked) {
    let problems = stretch.problems.iter().map(|p| (p.id.to_string(), p.clone())).collect();
    (problems, asked(plan, stretch))
}

/// Returns true if a plan of the study's first items exists; checks that it then grows into the
/// whole plan.
fn grows(study: &Study, first: u32) -> bool {
    let whole = Plan::new(study).expect("a plan");
    let Some((plan, growth)) = Plan::begun(study, first) else { return false };
    let begun = Stretch { problems: plan.problems.clone(), questions: plan.questions.clone() };
    let (mut problems, mut questions) = taken_apart(&plan, &begun);
    assert!(growth.factor() > 1.0);
    assert!((1.0..=growth.factor()).contains(&growth.factor_on_average()));
    let mut add = |stretch: Stretch| -> Result<(), PlanError> {
        let (more, asked) = taken_apart(&plan, &stretch);
        for (id, problem) in more {
            assert!(problems.insert(id, problem).is_none(), "made twice");
        }
        questions.extend(asked);
        Ok(())
    };
    growth.each(&mut add).expect("the rest");
    let all = Stretch { problems: whole.problems.clone(), questions: whole.questions.clone() };
    let (all, all_questions) = taken_apart(&whole, &all);
    assert_eq!(problems, all, "{}: problems", study.id);
    assert_eq!(questions, all_questions, "{}: questions", study.id);
    assert_eq!(plan.contrasts, whole.contrasts, "{}: comparisons", study.id);
    true
}

#[test]
fn built_in_studies_grow_into_their_whole_plans() {
    let mut grown = BTreeSet::new();
    for (id, _) in STUDIES {
        let mut study = built_in_study(id).expect("a study").expect("that is right");
        // There are no further benchmark items.
        study.families.iter_mut().for_each(|family| family.n = 40);
        for (first, ask) in [(1, study.ask), (13, Ask::All), (32, study.ask)] {
            study.ask = ask;
            if grows(&study, first) {
                grown.insert(*id);
            }
        }
        assert!(Plan::begun(&study, 40).is_none(), "{id}: nothing is left to make");
    }
    assert!(grown.len() >= 3, "{grown:?}");
}

/// Returns a strategy that asks any problem unchanged.
fn bare() -> Strategy {
    let text = "name = \"bare\"\nuser = \"{problem}\"";
    toml::from_str(text).expect("a strategy")
}

#[test]
fn all_items_of_a_variant_have_the_factors_of_the_first_ones() {
    // The first items determine the factors that `where` can use: no other item may have a further
    // factor.
    for profile in [Profile::Balanced, Profile::Paper2024, Profile::Paper2025] {
        for family in FAMILIES.iter().filter(|f| f.name != "etr" && f.has(profile)) {
            for variant in family.variants {
                same_factors(profile, family.name, variant.name);
            }
        }
    }
}

fn same_factors(profile: Profile, family: &str, variant: &str) {
    let mut study = built_in_study("token-bias").expect("a study").expect("it is right");
    (study.profile, study.hypotheses, study.strategies) = (profile, Vec::new(), vec![bare()]);
    let (name, variants) = (family.to_owned(), vec![variant.to_owned()]);
    study.families =
        vec![FamilyPlan { name, variants, n: 600, data: None, versions: Versions::default() }];
    let names = |problem: &Problem| -> Vec<String> {
        problem.factors.iter().map(|(name, _)| name.to_owned()).collect()
    };
    // The smallest number with which a run begins; some variants have no more items.
    let Some((plan, growth)) = Plan::begun(&study, 32) else {
        let why = Plan::new(&study).map(drop);
        return assert!(is_exhausted(&why), "{family}/{variant} in {profile:?}: {why:?}");
    };
    let known: BTreeSet<_> = plan.problems.iter().map(names).collect();
    let why = growth.each(|stretch: Stretch| -> Result<(), PlanError> {
        for problem in stretch.problems.iter() {
            assert!(known.contains(&names(problem)), "{}: {}", problem.id, problem.factors);
        }
        Ok(())
    });
    assert!(why.is_ok() || is_exhausted(&why), "{family}/{variant} in {profile:?}: {why:?}");
}

fn is_exhausted(why: &Result<(), PlanError>) -> bool {
    matches!(why, Err(PlanError::Make(MakeError::Exhausted { .. })))
}

#[test]
fn what_the_first_items_do_not_settle_does_not_grow() {
    let mut study = built_in_study("token-bias").expect("a study").expect("it is right");
    study.families.iter_mut().for_each(|family| family.n = 90);
    assert!(Plan::begun(&study, 10).is_some());
    let mut misspelt = study.clone();
    misspelt.hypotheses[0].given.set("no-such-factor", "level");
    assert!(Plan::begun(&misspelt, 10).is_none());
    let mut none = study;
    none.families[0].name = "no-such-family".to_owned();
    assert!(Plan::begun(&none, 10).is_none());
}

/// An interrupted run has whole pairs of every family and variant.
#[test]
fn the_first_items_of_every_variant_are_asked_first() {
    let mut study = built_in_study("token-bias").expect("a study").expect("that is right");
    study.families.iter_mut().for_each(|family| family.n = 3);
    let plan = Plan::new(&study).expect("a plan");
    let mut items: BTreeMap<(&str, &str), Vec<&str>> = BTreeMap::new();
    for problem in plan.problems.iter() {
        let own = items.entry((&problem.family, &problem.variant)).or_default();
        if !own.contains(&&*problem.item) {
            own.push(&problem.item);
        }
    }
    assert!(items.len() > 1, "several variants");
    let place = |question: &peirast_task::Question| {
        let problem = &plan.problems[question.problem];
        let own = &items[&(&*problem.family, &*problem.variant)];
        own.iter().position(|item| **item == *problem.item)
    };
    let places: Vec<_> = plan.questions.iter().map(place).collect();
    assert!(places.is_sorted(), "{places:?}");
    let begun: BTreeSet<&str> = plan.questions[..plan.questions.len() / 3]
        .iter()
        .map(|question| &*plan.problems[question.problem].variant)
        .collect();
    let all: BTreeSet<&str> = plan.problems.iter().map(|problem| &*problem.variant).collect();
    assert_eq!(begun, all);
}
