//! Code that the tests share: a contrast and outcomes, made by hand.

use peirast_measure::Noise;
use peirast_record::{
    AdjustOver, Answer, Contrast, Direction, Factors, Grade, Key, Outcome, Scoring, Standing,
    Treatment, Unit, Version,
};
use peirast_report::{
    Claim, Conduct, ConductPlan, Definition, Letters, Outcomes, Provenance, Report, Settings,
    SubjectProvenance,
};
use peirast_stats::Rule;
use std::sync::Arc;

pub const SETTINGS: Settings = Settings {
    rule: Rule::Exact,
    alpha: 0.05,
    treatment: Treatment::Exclude,
    adjust_over: AdjustOver::OneSubject,
    sequential: None,
};

pub const SIDES: [&str; 2] = ["original", "perturbed"];

/// A hypothesis under one method: its pairs differ in `side`.
pub fn contrast(hypothesis: &str, method: &str) -> Contrast {
    let select = |side| {
        Factors::from_iter([("hypothesis", hypothesis), ("protocol", method), ("side", side)])
    };
    Contrast {
        hypothesis: hypothesis.to_owned(),
        test_family: hypothesis.to_owned(),
        method: method.to_owned(),
        factor: "side".to_owned(),
        direction: Direction::Either,
        rule: None,
        cluster: None,
        incomplete: false,
        event: peirast_record::Event::Correct,
        units: vec![Unit {
            original: select(SIDES[0]),
            perturbed: select(SIDES[1]),
            weight: 1,
            items_below: None,
        }],
    }
}

/// The answers to a pair; `truth` is the right answer.
pub fn pair(
    contrast: &Contrast,
    subject: &str,
    item: u32,
    truth: Answer,
    answers: [Answer; 2],
) -> Vec<Outcome> {
    let member = |(side, answer): (&str, Answer)| Outcome {
        trial: Key::from_stored(format!("{subject}{item}{side}")),
        item: format!("item/{item:05}").into(),
        version: Version::new(&format!("{item}/{side}"), &format!("item/{item:05}")),
        subject: subject.into(),
        repeat: 0,
        factors: Arc::new(Factors::from_iter([
            ("hypothesis", contrast.hypothesis.as_str()),
            ("protocol", contrast.method.as_str()),
            ("side", side),
        ])),
        answer,
        truth,
        grade: Grade::new(answer, truth),
        scoring: Scoring::Reader,
        evidence: None,
    };
    SIDES.into_iter().zip(answers).map(member).collect()
}

/// `n` pairs with the same answers.
pub fn pairs(
    contrast: &Contrast,
    subject: &str,
    n: u32,
    truth: Answer,
    answers: [Answer; 2],
) -> Vec<Outcome> {
    (0..n).flat_map(|item| pair(contrast, subject, item, truth, answers)).collect()
}

/// The claim of a hypothesis.
pub fn claim(hypothesis: &str) -> Claim {
    Claim {
        hypothesis: hypothesis.to_owned(),
        title: format!("Title of {hypothesis}"),
        published: String::new(),
        standing: Standing::Confirmatory,
        direction: Direction::Either,
        definition: Definition::default(),
    }
}

/// The report of these outcomes, with a claim for each hypothesis.
pub fn report(contrasts: &[Contrast], outcomes: &Outcomes) -> Report {
    let mut ids: Vec<&str> = contrasts.iter().map(|c| c.hypothesis.as_str()).collect();
    ids.dedup();
    let claims: Vec<Claim> = ids.into_iter().map(claim).collect();
    Report::new(&claims, contrasts, outcomes, &SETTINGS, Provenance::default()).unwrap()
}

/// Sixty pairs of a subject that is right as often as wrong, about alike in both members; the right
/// answers alternate.
pub fn modest(contrast: &Contrast, subject: &str) -> Vec<Outcome> {
    let letters = [Answer::Choice('a'), Answer::Choice('b')];
    let of = |item: u32| {
        let [right, wrong] =
            if item.is_multiple_of(2) { letters } else { [letters[1], letters[0]] };
        let answers = match item {
            0..20 => [right, right],
            20..30 => [right, wrong],
            30..42 => [wrong, right],
            _ => [wrong, wrong],
        };
        pair(contrast, subject, item, right, answers)
    };
    (0..60).flat_map(of).collect()
}

/// A report of one model against which nothing can be held.
pub fn sound() -> Report {
    let own = contrast("H1", "baseline");
    let outcomes = Outcomes::new(modest(&own, "m"));
    let mut plan = ConductPlan { repeats: 1, ..ConductPlan::default() };
    plan.sampling.temperature = Some(0.0);
    let conduct = Conduct::from_outcomes(&outcomes, Some(plan));
    let mut report = Report { conduct, ..report(&[own], &outcomes) };
    report.provenance.subjects = vec![SubjectProvenance {
        model: "m".to_owned(),
        endpoint: "https://models.test/v1".to_owned(),
        served_as: vec!["m-2024".to_owned()],
        answers: 120,
        attempts: 120,
        ..SubjectProvenance::default()
    }];
    report.shortcuts = Some(Vec::new());
    report.noise = vec![Noise {
        subject: "m".to_owned(),
        controls: 20,
        same_text: 20,
        scored: 20,
        ..Noise::default()
    }];
    report
}

/// The letters of a subject that always chooses (a); every other time (b) is right.
pub fn always_a(choices: u64) -> Letters {
    Letters::from_counts([('a', choices, choices - choices / 2), ('b', 0, choices / 2)])
}

/// Twelve pairs of which the perturbation breaks all, four that it leaves.
pub fn clear_of(contrast: &Contrast, subject: &str) -> Vec<Outcome> {
    let mut outcomes = pairs(
        contrast,
        subject,
        16,
        Answer::Choice('a'),
        [Answer::Choice('a'), Answer::Choice('b')],
    );
    let kept = outcomes.iter_mut().filter(|one| one.item.as_str() >= "item/00012");
    kept.for_each(|one| (one.answer, one.grade) = (Answer::Choice('a'), Grade::Correct));
    outcomes
}
