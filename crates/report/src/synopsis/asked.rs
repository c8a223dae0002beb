//! The subjects and the questions put to them, and the limits of these.

use crate::conduct::kind;
use crate::group::once_each;
use crate::wording::{abridged, in_words, listed, part, share};
use crate::{Claim, Report, ReportBasis, ResultRow};
use peirast_decimals::{counted, fixed_decimals, grouped};
use peirast_record::{Event, Standing, Task, is_simulated};
use peirast_words::capitalised;

/// The most subjects that are named.
pub(super) const MOST_NAMES: usize = 6;
/// The most factors that are named.
const MOST_FACTORS: usize = 8;

pub(super) fn asked(report: &Report) -> Vec<String> {
    if report.basis == ReportBasis::Counts {
        return counted_only(report);
    }
    let all: Vec<&str> = report.subjects.iter().map(|subject| subject.model.as_str()).collect();
    let (simulated, models): (Vec<&str>, Vec<&str>) =
        all.iter().partition(|name| is_simulated(name));
    let group = |names: &[&str], one: &str, many: &str| {
        let count = in_words(names.len() as u64, one, many);
        (!names.is_empty()).then(|| format!("{count} ({})", abridged(names, MOST_NAMES)))
    };
    let groups = [
        group(&models, "language model", "language models"),
        group(&simulated, "simulated subject", "simulated subjects"),
    ];
    let groups: Vec<String> = groups.into_iter().flatten().collect();
    if groups.is_empty() {
        return vec!["There are no answers yet.".to_owned()];
    }
    let conduct = &report.conduct;
    let (ways, problems) =
        (conduct.ways_in_short(), counted(conduct.problems(), "problem", "problems"));
    let questions = match ways.is_empty() {
        true => problems,
        false => format!(
            "{}: {problems}, {ways}",
            counted(conduct.questions, "different question", "different questions")
        ),
    };
    let mut sentences = vec![format!(
        "{} gave {} to {questions}.",
        capitalised(&listed(&groups)),
        counted(answers(report), "answer", "answers"),
    )];
    sentences.extend(judging(report));
    sentences.extend(how_often(report));
    sentences.extend(hypotheses(report));
    sentences
}

/// The sentences for a report of counts only: its subjects and their pairs.
fn counted_only(report: &Report) -> Vec<String> {
    let subjects = once_each(report.rows.iter().map(|row| row.model.as_str()));
    let pairs: u64 = report.rows.iter().map(|row| row.n).sum();
    vec![
        format!(
            "A file of counts gave {} in {} of {} ({}). The question is whether one of the two versions is \
             answered better than the other.",
            counted(pairs, "matched pair", "matched pairs"),
            in_words(report.rows.len() as u64, "comparison", "comparisons"),
            in_words(subjects.len() as u64, "subject", "subjects"),
            abridged(&subjects, MOST_NAMES)
        ),
        "The file has no answers. This report cannot say what was asked, how answers were read, or \
         whether a subject always gives one answer."
            .to_owned(),
    ]
}

/// The task, if arguments were judged.
fn judging(report: &Report) -> Option<String> {
    let right = report.conduct.right.iter().filter(|one| one.task == Task::Validity);
    let judged: u64 = right.map(|one| one.problems).sum();
    let place = match judged {
        0 => return None,
        all if all == report.conduct.problems() => "The task was".to_owned(),
        some => format!("In {} the task was", counted(some, "problem", "problems")),
    };
    Some(format!(
        "{place} to judge an argument: correct, if its conclusion follows from its premises, or incorrect."
    ))
}

/// The number of times that each question was put, in numbers whose product is that of the answers.
fn how_often(report: &Report) -> Option<String> {
    let (subjects, conduct) = (report.subjects.len() as u64, &report.conduct);
    let controls: u64 = report.noise.iter().map(|own| own.controls).sum();
    let asked = subjects * conduct.questions;
    let own = answers(report);
    let each = if subjects == 1 { "" } else { " to each subject" };
    let times = match conduct.most_answers {
        _ if asked == 0 || own == 0 => return None,
        1 if own == asked => format!("Each question was put once{each}"),
        times if own == u64::from(times) * asked => {
            format!("Each question was put {times} times{each}")
        }
        1 if own < asked => {
            format!("{} of {} were answered", grouped(own), counted(asked, "question", "questions"))
        }
        1 => format!(
            "On average each question was answered {} times{}",
            fixed_decimals(own as f64 / asked as f64, 2),
            if subjects == 1 { "" } else { " by each subject" }
        ),
        most => format!(
            "Each question was put up to {}{each}, {} times on average",
            in_words(most.into(), "time", "times"),
            fixed_decimals(own as f64 / asked as f64, 2)
        ),
    };
    let controls = match controls {
        0 => String::new(),
        count => format!(
            ", and {} once more as A/A controls{}",
            grouped(count),
            if report.noise.len() == 1 { "" } else { ", all subjects together" }
        ),
    };
    Some(format!("{times}{controls}."))
}

/// All answers, without those to A/A controls: where votes were taken, every one.
fn answers(report: &Report) -> u64 {
    let stored: u64 = report.provenance.subjects.iter().map(|subject| subject.answers).sum();
    let counted: u64 = report.subjects.iter().map(|subject| subject.answers).sum();
    stored.max(counted)
}

/// The comparisons, if pairs are compared.
fn hypotheses(report: &Report) -> Option<String> {
    let own = |counts: fn(&ResultRow) -> bool| -> Vec<&Claim> {
        let has = |claim: &&Claim| {
            report.rows.iter().any(|row| row.hypothesis == claim.hypothesis && counts(row))
        };
        report.claims.iter().filter(has).collect()
    };
    let (planned, tested) = (own(|_| true), own(ResultRow::is_tested));
    if planned.is_empty() {
        return None;
    }
    let claims = if tested.is_empty() { &planned } else { &tested };
    let declared = claims.iter().filter(|claim| claim.standing == Standing::Confirmatory).count();
    let count = match declared {
        _ if tested.is_empty() => {
            in_words(claims.len() as u64, "comparison was planned", "comparisons were planned")
        }
        0 => in_words(claims.len() as u64, "comparison was made", "comparisons were made"),
        _ => in_words(declared as u64, "hypothesis was tested", "hypotheses were tested"),
    };
    // The factors of the hypotheses; those of controls only if there is no hypothesis.
    let counts = |claim: &&&Claim| declared == 0 || claim.standing == Standing::Confirmatory;
    let named = claims.iter().filter(counts).filter_map(|claim| claim.definition.factor_in_words());
    let factors = once_each(named);
    let thing = match factors.as_slice() {
        [] => "one factor".to_owned(),
        [only] => format!("one factor, {only}"),
        [one, other] => format!("one factor at a time ({one} or {other})"),
        several => format!("one factor at a time ({})", abridged(several, MOST_FACTORS)),
    };
    let is_of_fallacies = claims.iter().all(|claim| claim.definition.event == Event::NoFallacy);
    Some(format!(
        "{} on matched pairs of problems: {}, which differ in {thing}. Is one of the two {}?",
        capitalised(&count),
        match report.has_foreign_problems() {
            true => "versions of one item, as the file of problems says",
            false if is_of_fallacies => "two problems with the same logic",
            false => "two problems with the same logic and the same right answer",
        },
        match is_of_fallacies {
            true => "answered with fewer of the predicted fallacies",
            false => "answered better than the other",
        }
    ))
}

/// The missing answers, if they are many: 5 % of the answers or of the pairs.
fn missing(report: &Report) -> Option<String> {
    const MUCH: f64 = 0.05;
    let is_much = |count: u64, of: u64| of > 0 && count as f64 / of as f64 >= MUCH;
    let all: u64 = report.subjects.iter().map(|one| one.answers).sum();
    let without: u64 = report.subjects.iter().map(|one| one.without_verdict()).sum();
    let lost: u64 = report.rows.iter().map(|row| row.lost.total()).sum();
    let pairs: u64 = report.rows.iter().map(|row| row.n).sum::<u64>() + lost;
    let (answers_miss, pairs_miss) = (is_much(without, all), is_much(lost, pairs));
    let answers = || part(without, all, "answer", "answers");
    let pairs = || part(lost, pairs, "pair", "pairs");
    match (answers_miss, pairs_miss) {
        (_, true) if without > 0 => Some(format!(
            "{} without a verdict, so that tests have lost {}.",
            are(&answers(), without),
            pairs()
        )),
        (_, true) => Some(format!("Tests have lost {}, whose answers are missing.", pairs())),
        (true, false) => Some(format!("{} without a verdict.", are(&answers(), without))),
        (false, false) => None,
    }
}

fn are(words: &str, count: u64) -> String {
    format!("{words} {}", if count == 1 { "is" } else { "are" })
}

pub(super) fn caveats(report: &Report) -> Vec<String> {
    let mut caveats = Vec::new();
    let simulated = report.subjects.iter().filter(|one| is_simulated(&one.model)).count();
    if simulated > 0 {
        let who = match simulated == report.subjects.len() {
            true => "Simulated subjects are",
            false => "The simulated subjects among them are",
        };
        caveats.push(format!(
            "{who} programs with known behaviour. They check the method and say nothing about any language model."
        ));
    }
    caveats.extend(missing(report));
    for one in report.conduct.of_one_class() {
        caveats.push(format!(
            "The right answer to all problems of {} is {}, so accuracy does not show reasoning there.",
            kind(one.task),
            one.answer
        ));
    }
    for (one, of) in report.conduct.unbalanced() {
        caveats.push(format!(
            "A subject that always says {} is right in {} of the problems of {}.",
            one.answer,
            share(one.problems, of),
            kind(one.task)
        ));
    }
    if report.rows.iter().any(|row| row.is_tested() && !row.reject) {
        caveats.push(
            "Where no effect was found, there may be one that is too small for this number of pairs."
                .to_owned(),
        );
    }
    if !report.subjects.is_empty() {
        caveats.push(
            "All results hold for these problems, prompts and settings. See Limitations."
                .to_owned(),
        );
    }
    caveats
}
