//! Hypotheses over several files of the user, whose originals have different names.

use peirast_record::{
    Answer, DataPlan, Factors, FamilyPlan, Hypothesis, Problem, Segment, Study, Task, Truth,
    Versions,
};
use peirast_task::{Plan, PlanError, built_in_study};

/// A yes/no problem of an own file.
fn problem(family: &str, item: u32, version: &str, levels: &Factors) -> Problem {
    let item = format!("{family}/yes-no/{item}");
    let answer = Answer::YesNo(true);
    Problem {
        id: format!("{item}/{version}").into(),
        family: family.into(),
        variant: "yes-no".into(),
        task: Task::YesNo,
        factors: levels.with("version", version),
        segments: vec![Segment {
            role: "question".into(),
            text: format!("Is {item} {version}?\n"),
        }],
        options: Vec::new(),
        labels: Default::default(),
        truth: Truth { answer, lure: answer, form: String::new(), why: "given".to_owned() },
        accepts: None,
        worded: None,
        item: item.into(),
    }
}

/// Six items of a family, each in these versions.
fn items(family: &str, versions: [&str; 2], levels: &Factors) -> Vec<Problem> {
    let each =
        (0..6).flat_map(|item| versions.map(|version| problem(family, item, version, levels)));
    each.collect()
}

/// A study of the families `one` and `two`, with one hypothesis.
fn study(change: impl FnOnce(&mut Hypothesis)) -> Study {
    let built_in = built_in_study("belief-bias").unwrap().unwrap();
    let family = |name: &str| FamilyPlan {
        name: name.to_owned(),
        variants: Vec::new(),
        n: 0,
        data: Some(DataPlan { file: format!("{name}.csv"), ..DataPlan::default() }),
        versions: Versions::default(),
    };
    let mut hypothesis = Hypothesis {
        id: "cot".to_owned(),
        over: vec!["one".to_owned(), "two".to_owned()],
        given: Factors::new(),
        cluster: None,
        factor: "cot".to_owned(),
        original: Factors::from_iter([("cot", "no")]),
        perturbed: Factors::from_iter([("cot", "yes")]),
        protocols: vec!["baseline".to_owned()],
        ..built_in.hypotheses[0].clone()
    };
    change(&mut hypothesis);
    let families = ["one", "two"].map(family).to_vec();
    Study { families, hypotheses: vec![hypothesis], strategies: Vec::new(), ..built_in }
}

fn plan(change: impl FnOnce(&mut Hypothesis)) -> Result<Plan, PlanError> {
    let plain = Factors::new();
    let named = Factors::from_iter([("original", "second")]);
    let mut problems = items("one", ["noop", "base"], &plain);
    problems.extend(items("two", ["first", "second"], &named));
    Plan::with_problems(&study(change), problems)
}

fn versions(plan: &Plan) -> Vec<Option<&str>> {
    plan.contrasts[0].units.iter().map(|unit| unit.original.get("version")).collect()
}

#[test]
fn every_file_is_asked_in_its_own_original() {
    let plan = plan(|_| ()).unwrap();
    assert_eq!(versions(&plan), [Some("base"), Some("second")]);
    let asked = |question: &peirast_task::Question| {
        plan.problems[question.problem].factors.get("version").unwrap()
    };
    assert_eq!(plan.questions.len(), 2 * 2 * 6);
    assert!(plan.questions.iter().all(|one| ["base", "second"].contains(&asked(one))));
}

#[test]
fn a_version_that_a_hypothesis_fixes_is_taken() {
    let noop = plan(|one| {
        one.over = vec!["one".to_owned()];
        one.given.set("version", "noop");
    });
    assert_eq!(versions(&noop.unwrap()), [Some("noop")]);
    let varied = plan(|one| {
        one.over = vec!["one".to_owned()];
        one.factor = "version".to_owned();
        one.original = Factors::from_iter([("version", "noop")]);
        one.perturbed = Factors::from_iter([("version", "base")]);
    });
    assert_eq!(versions(&varied.unwrap()), [Some("noop")]);
}

#[test]
fn a_protocol_as_factor_is_refused_with_the_factor_to_write() {
    let said = plan(|one| {
        one.factor = "protocol".to_owned();
        one.original = Factors::from_iter([("protocol", "baseline")]);
        one.perturbed = Factors::from_iter([("protocol", "zs-cot")]);
    });
    let said = said.unwrap_err().to_string();
    assert!(said.contains("hypothesis `cot`, factor"), "{said}");
    assert!(said.contains("factor = \"cot\", original = { cot = \"no\" }"), "{said}");
}
