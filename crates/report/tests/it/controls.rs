//! The controls of the whole method: simulated subjects of known behaviour are asked, read,
//! graded, paired and tested, a thousand studies over. Where nothing is to be found, as little is
//! found as promised; where something is, it is found as often as planned.

use peirast_read::{Context, read};
use peirast_record::{AdjustOver, Answer, Grade, Key, Outcome, Scoring, Study, Treatment, Version};
use peirast_report::{Outcomes, ResultRow, Settings, test_rows};
use peirast_stats::{Alternative, Design, Discordance, Interval, Rule, proportion};
use peirast_task::{Act, Occasion, PROTOCOLS, Plan, Simulated, built_in_study};
use rayon::prelude::*;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

const ALPHA: f64 = 0.05;

const SETTINGS: Settings = Settings {
    rule: Rule::Exact,
    alpha: ALPHA,
    treatment: Treatment::Exclude,
    adjust_over: AdjustOver::OneSubject,
    sequential: None,
};

/// The built-in study with these hypotheses, each under one or two protocols, and `n` items per
/// variant.
fn plan(hypotheses: &[(&str, &[&str])], n: u32) -> Plan {
    let mut study: Study = built_in_study("token-bias").unwrap().unwrap();
    study.families.iter_mut().for_each(|family| family.n = n);
    study.hypotheses.retain(|h| hypotheses.iter().any(|(id, _)| h.id == *id));
    for hypothesis in &mut study.hypotheses {
        let (_, protocols) = hypotheses.iter().find(|(id, _)| hypothesis.id == *id).unwrap();
        hypothesis.protocols = protocols.iter().map(|name| (*name).to_owned()).collect();
    }
    assert_eq!(study.hypotheses.len(), hypotheses.len());
    Plan::new(&study).unwrap()
}

/// Asks, reads and grades. Texts that were read once are remembered: a subject has only a few ways
/// to word an answer to a question, and a reader reads the same text the same way.
struct Laboratory<'a> {
    plan: &'a Plan,
    blank: Vec<Outcome>,
    read: Vec<BTreeMap<String, Answer>>,
}

impl<'a> Laboratory<'a> {
    fn new(plan: &'a Plan) -> Self {
        let blank = plan.questions.iter().map(|question| {
            let problem = &plan.problems[question.problem];
            Outcome {
                trial: Key::from_stored(""),
                item: problem.item.clone(),
                version: Version::new(&problem.id, &problem.item),
                subject: String::new().into(),
                repeat: 0,
                factors: Arc::new(PROTOCOLS[question.protocol].trial_factors(problem)),
                answer: Answer::Unread,
                truth: problem.truth.answer,
                grade: Grade::Unscored,
                scoring: Scoring::Reader,
                evidence: None,
            }
        });
        Self { plan, blank: blank.collect(), read: vec![BTreeMap::new(); plan.questions.len()] }
    }

    /// One study of these subjects, each an independent draw by the seed.
    fn study(&mut self, subjects: &[Simulated], seed: u64) -> Vec<ResultRow> {
        let mut outcomes = Vec::new();
        let occasion = Occasion { seed, ..Occasion::default() };
        for subject in subjects {
            for (index, question) in self.plan.questions.iter().enumerate() {
                let problem = &self.plan.problems[question.problem];
                let act = subject.act(problem, &PROTOCOLS[question.protocol], occasion);
                let Act::Answer { text, finish, .. } = act else { panic!("never overloaded") };
                let answer = *self.read[index].entry(text).or_insert_with_key(|text| {
                    read(problem.task, text, &Context::of_problem(problem, finish)).answer
                });
                let grade = Grade::new(answer, problem.truth.answer);
                let subject = subject.name().into();
                outcomes.push(Outcome { subject, answer, grade, ..self.blank[index].clone() });
            }
        }
        let outcomes = Outcomes::new(outcomes);
        test_rows(&self.plan.contrasts, &outcomes, &SETTINGS, SETTINGS.treatment).unwrap()
    }
}

/// The rows of many studies, which differ in the luck of the subjects.
fn studies(plan: &Plan, subjects: &[&str], count: u64) -> Vec<Vec<ResultRow>> {
    let subjects: Vec<Simulated> =
        subjects.iter().map(|name| Simulated::named(name).unwrap()).collect();
    let seeds: Vec<u64> = (0..count).collect();
    let chunks = seeds.par_chunks(count as usize / 8);
    let studies = chunks.flat_map_iter(|seeds| {
        let mut laboratory = Laboratory::new(plan);
        seeds.iter().map(|seed| laboratory.study(&subjects, *seed)).collect::<Vec<_>>()
    });
    studies.collect()
}

/// Says what was counted, and returns its Clopper-Pearson interval.
fn counted(what: &str, rejected: u64, n: u64, confidence: f64) -> Interval {
    let interval = proportion::clopper_pearson(rejected, n, confidence).unwrap();
    let (share, percent) = (rejected as f64 / n as f64, confidence * 100.0);
    let Interval { low, high } = interval;
    println!(
        "{what}: {rejected} of {n} = {share:.4}, {percent:.2} % interval {low:.4} to {high:.4}"
    );
    interval
}

#[test]
fn where_there_is_nothing_to_find_as_little_is_found_as_promised() {
    const STUDIES: u64 = 1000;
    let plan = plan(
        &[
            ("H1", &["baseline", "zs-cot"]),
            ("H2", &["os"]),
            ("H3", &["baseline", "zs-cot"]),
            ("H4", &["baseline", "zs-cot"]),
            ("H5a", &["baseline", "zs-cot"]),
            ("H5b", &["baseline", "zs-cot"]),
            ("H6-weak", &["zs-cot"]),
            ("H6-strong", &["zs-cot"]),
        ],
        24,
    );
    let studies = studies(&plan, &["sim:flawless", "sim:guesser"], STUDIES);
    assert!(studies.iter().all(|rows| rows.len() == 2 * plan.contrasts.len()));
    println!("{} questions, {} tests per study", plan.questions.len(), studies[0].len());

    // Each test by itself: a thousand independent trials of one true null hypothesis. All must
    // pass, so that each is held to a hundredth of the usual error.
    let mut raw: BTreeMap<(&str, &str, &str), (u64, &ResultRow)> = BTreeMap::new();
    for row in studies.iter().flatten() {
        assert_eq!(row.lost.total(), 0, "every answer is read");
        let test = (row.model.as_str(), row.hypothesis.as_str(), row.method.as_str());
        raw.entry(test).or_insert((0, row)).0 += u64::from(row.p.is_some_and(|p| p <= ALPHA));
    }
    let by_chance = Discordance::new(0.25, 0.25).unwrap();
    for ((model, hypothesis, method), (rejected, row)) in &raw {
        let what = format!("{model} {hypothesis} {method}, raw");
        let interval = counted(&what, *rejected, STUDIES, 0.9995);
        assert!(interval.low <= ALPHA, "{what}");
        // A flawless subject has no discordant pairs, and one that guesses has half of them.
        let size = match *model {
            "sim:flawless" => 0.0,
            _ => Design::new(Rule::Exact, row.alternative, ALPHA).unwrap().power(row.n, &by_chance),
        };
        assert!(interval.contains(size), "{what}: the exact size is {size}");
    }
    for model in ["sim:flawless", "sim:guesser"] {
        let counts = || raw.iter().filter(|(test, _)| test.0 == model).map(|(_, (k, _))| *k);
        let n = counts().count() as u64 * STUDIES;
        let interval = counted(&format!("{model}, all tests, raw"), counts().sum(), n, 0.95);
        assert!(interval.low <= ALPHA);
    }

    // After Benjamini-Hochberg: all null hypotheses are true, so that every rejection is false,
    // and the promise is that at most a share alpha of the families holds any.
    let mut families: BTreeMap<&str, u64> = BTreeMap::new();
    for rows in &studies {
        let every: BTreeSet<&str> = rows.iter().map(|r| r.test_family.as_str()).collect();
        for family in every {
            let is_hit = rows.iter().any(|r| r.reject && r.test_family == family);
            *families.entry(family).or_default() += u64::from(is_hit);
        }
    }
    for (family, hits) in &families {
        let what = format!("family {family}, any rejection after correction");
        assert!(counted(&what, *hits, STUDIES, 0.999).low <= ALPHA, "{what}");
    }
    let rejected = studies.iter().flatten().filter(|row| row.reject).count() as u64;
    let n = STUDIES * studies[0].len() as u64;
    assert!(counted("all tests, after correction", rejected, n, 0.95).low <= ALPHA);
}

#[test]
fn a_bias_is_found_as_often_as_planned() {
    const STUDIES: u64 = 2000;
    let design = Design::new(Rule::Exact, Alternative::Greater, ALPHA).unwrap();
    // A bias that shows only in one member of a pair makes no pair worse: p12 = 0, p21 = bias.
    // Errors of their own make the members err independently.
    let clean = Discordance::new(0.0, 0.2).unwrap();
    let (relevant, irrelevant) = (1.0 - (1.0 - 0.2) * (1.0 - 0.1), 0.1);
    let noisy =
        Discordance::new((1.0 - relevant) * irrelevant, relevant * (1.0 - irrelevant)).unwrap();
    for (subject, supposed, items) in [
        ("sim:biased:context=0.2", clean, 4),
        ("sim:biased:context=0.2", clean, 6),
        ("sim:biased:context=0.2", clean, 10),
        ("sim:biased:context=0.2,error=0.1", noisy, 6),
        ("sim:biased:context=0.2,error=0.1", noisy, 12),
        ("sim:biased:context=0.2,error=0.1", noisy, 24),
    ] {
        let plan = plan(&[("H1", &["baseline"])], items);
        let rows = studies(&plan, &[subject], STUDIES);
        let pairs = rows[0][0].n;
        assert_eq!(pairs, u64::from(items) * 4, "four variants");
        let found = rows.iter().filter(|rows| rows[0].reject).count() as u64;
        let power = design.power(pairs, &supposed);
        let what = format!("{subject}, {pairs} pairs, power {power:.4}");
        let interval = counted(&what, found, STUDIES, 0.999);
        assert!(interval.contains(power), "{what}");
    }
}
