//! Procedure: subjects, asking, reading, and the way to make it all again.

use super::Sentences;
use super::reference;
use crate::conduct::ConductPlan;
use crate::measured::{hollow_text, is_of_costs};
use crate::wording::{abridged, in_words, listed, share};
use crate::{Report, ReportBasis, SubjectProvenance, SubjectSummary};
use peirast_decimals::{counted, grouped};
use peirast_measure::Noise;
use peirast_record::{Sampling, Treatment, is_simulated, publication};
use peirast_stats::voting::Stopping;
use peirast_table::Table;
use peirast_words::capitalised;

/// The most subjects that are described one by one.
const MOST_SUBJECTS: usize = 12;

pub(super) fn write(report: &Report, text: &mut Sentences) {
    let (simulated, models): (Vec<&SubjectProvenance>, Vec<&SubjectProvenance>) =
        report.provenance.subjects.iter().partition(|one| is_simulated(&one.model));
    if !simulated.is_empty() {
        let names: Vec<&str> = simulated.iter().map(|one| one.model.as_str()).collect();
        let count = in_words(names.len() as u64, "subject is a program", "subjects are programs");
        text.say(format!(
            "{} with known behaviour, not {} ({}).",
            capitalised(&count),
            if names.len() == 1 { "a language model" } else { "language models" },
            abridged(&names, MOST_SUBJECTS)
        ));
    }
    if !models.is_empty() {
        let shown: Vec<String> = models.iter().map(|one| subject(one)).collect();
        let count = in_words(models.len() as u64, "language model", "language models");
        text.say(format!("{} answered: {}.", capitalised(&count), abridged(&shown, MOST_SUBJECTS)));
    }
    if let Some(plan) = &report.conduct.plan {
        if !models.is_empty() {
            text.say(settings(plan));
        }
        for one in models.iter().filter(|one| !one.not_sent.is_empty()) {
            let names = listed(&one.not_sent);
            text.say(format!("{} was not sent {names}, which it does not take.", one.model));
        }
        let often = how_often(report, plan, text);
        text.say(often);
    }
    if !report.noise.is_empty() {
        let controls: u64 = report.noise.iter().map(|own: &Noise| own.controls).sum();
        let wilson = text.cite(reference::WILSON);
        text.say(format!(
            "As A/A controls, {} put once more, to the letter, and answered both times{}; they take part in no \
             test, and the share of grades that flip has an interval by Wilson's method ({wilson}).",
            counted(controls, "question was", "questions were"),
            if report.noise.len() == 1 { "" } else { ", all subjects together" }
        ));
    }
}

/// One model, where it answered and when.
fn subject(one: &SubjectProvenance) -> String {
    let mut facts = vec![counted(one.answers, "answer", "answers")];
    if !one.served_as.is_empty() {
        facts.push(format!("served as {}", listed(&one.served_as)));
    }
    if !one.endpoint.is_empty() {
        facts.push(format!("at {}", one.endpoint));
    }
    if let (Some(first), Some(last)) = (&one.first_asked, &one.last_asked) {
        facts.push(format!("from {first} to {last}"));
    }
    format!("{} ({})", one.model, facts.join(", "))
}

/// The settings that were sent.
fn settings(plan: &ConductPlan) -> String {
    let sent = sent(&plan.sampling, &plan.temperatures);
    match sent.is_empty() {
        true => "No setting of sampling was sent: the providers' defaults held.".to_owned(),
        false => format!(
            "Subjects were sent {}. All other settings had the providers' defaults.",
            listed(&sent)
        ),
    }
}

fn sent(sampling: &Sampling, temperatures: &[f64]) -> Vec<String> {
    let numbers: Vec<String> = temperatures.iter().map(f64::to_string).collect();
    let temperatures = match temperatures.len() {
        0 => sampling.temperature.map(|one| format!("temperature {one}")),
        1 => Some(format!("temperature {}", listed(&numbers))),
        _ => Some(format!("temperatures {}", listed(&numbers))),
    };
    let settings = [
        temperatures,
        sampling.top_p.map(|p| format!("top-p {p}")),
        sampling.seed.map(|seed| format!("seed {seed}")),
        sampling
            .max_tokens
            .map(|most| format!("a limit of {} tokens an answer", grouped(most.into()))),
        sampling.reasoning_effort.map(|effort| format!("reasoning effort {}", effort.as_str())),
        sampling
            .thinking_budget
            .map(|budget| format!("a budget of {} tokens for thinking", grouped(budget.into()))),
        sampling.logprobs.map(|_| "a wish for log-probabilities".to_owned()),
    ];
    settings.into_iter().flatten().collect()
}

/// The number of times that questions were put, and the use of several answers.
fn how_often(report: &Report, plan: &ConductPlan, text: &mut Sentences) -> String {
    if report.conduct.most_answers == 0 {
        return "No question was answered.".to_owned();
    }
    if let Some(rule) = plan.voting {
        let poddar = match rule {
            Stopping::Adaptive { .. } => text.cite(publication::PODDAR),
            _ => "",
        };
        // No vote happened at a temperature of 0, nor over single answers.
        let warm = match plan.temperatures.is_empty() {
            true => plan.sampling.temperature.is_none_or(|one| one > 0.0),
            false => plan.temperatures.iter().any(|one| *one > 0.0),
        };
        if !warm || report.conduct.most_answers <= 1 {
            return "Each subject answered each question once, in a conversation of its own; there was no vote.".to_owned();
        }
        return format!(
            "Answers to a question were voted on. {}",
            voting(rule, plan.temperatures.contains(&0.0), poddar)
        );
    }
    match report.conduct.most_answers {
        1 => "Each subject answered each question once, in a conversation of its own.".to_owned(),
        most => format!(
            "Each subject answered each question up to {most} times, each time in a conversation of its own. A member of a \
             pair counts as the majority of its answers with a verdict. If these are split evenly, the member is lost."
        ),
    }
}

fn voting(rule: Stopping, is_cold: bool, source: &str) -> String {
    let several = match rule {
        Stopping::Single => return "At every temperature one answer decided.".to_owned(),
        Stopping::Adaptive { first, most } => format!(
            "{first} answers decided if they agreed, otherwise the majority of {most}; a tie counted as \"incorrect\" or \
             \"No\" ({source})."
        ),
        Stopping::Sequential { odds, most } => format!(
            "asking stopped as soon as the posterior odds that the majority is the more frequent answer reached \
             {odds}, at the latest after {most} answers."
        ),
    };
    match is_cold {
        true => format!("At temperature 0 one answer decided; above, {several}"),
        false => capitalised(&several),
    }
}

pub(super) fn reading(report: &Report, text: &mut Sentences) {
    let sum = |count: fn(&SubjectSummary) -> u64| report.subjects.iter().map(count).sum::<u64>();
    let all = sum(|s| s.answers);
    if all == 0 {
        return;
    }
    if !report.provenance.grader.is_empty() {
        text.say(format!("Answers were read by {}.", report.provenance.grader));
    }
    let kinds = [
        ("refused", sum(|s| s.refused)),
        ("empty", sum(|s| s.empty)),
        ("cut off", sum(|s| s.truncated)),
        ("not readable", sum(|s| s.unread)),
        ("tied", sum(|s| s.tied)),
    ];
    let kinds = kinds.iter().filter(|(_, count)| *count > 0);
    let kinds: Vec<String> =
        kinds.map(|(name, count)| format!("{} {name}", grouped(*count))).collect();
    let verdicts = sum(|s| s.correct + s.wrong + s.concluded);
    let noun = if report.ballots.is_empty() || report.conduct.most_answers <= 1 {
        ("answer", "answers")
    } else {
        ("voted question", "voted questions")
    };
    text.say(match kinds.is_empty() {
        true => format!("All {} had a verdict.", counted(all, noun.0, noun.1)),
        false => format!(
            "Of {}, {} ({}) had a verdict; {}.",
            counted(all, noun.0, noun.1),
            grouped(verdicts),
            share(verdicts, all),
            listed(&kinds)
        ),
    });
    let translated = report.conduct.translated;
    if translated > 0 {
        text.say(format!(
            "{} read from a translation, or as their source read them.",
            capitalised(&in_words(translated, "answer was", "answers were"))
        ));
    }
    if report.rows.is_empty() {
        return;
    }
    text.say(match report.settings.treatment {
        Treatment::Exclude => "A pair counts if both of its members have a verdict.",
        Treatment::AsWrong => "An answer without a verdict counts as wrong.",
    });
}

pub(super) fn measures(report: &Report, text: &mut Sentences) {
    // A/A controls have a sentence of their own.
    let is_measure = |table: &&Table<'_>| !is_of_costs(table) && table.name != "aa";
    let measured = report.measured.iter().filter(is_measure);
    let titles: Vec<String> = measured.map(|table| format!("\"{}\"", table.title)).collect();
    if !titles.is_empty() {
        let tables = counted(titles.len() as u64, "table shows", "tables show");
        text.say(format!(
            "{} further measures: {}. The note of each table defines its columns.",
            capitalised(&tables),
            listed(&titles)
        ));
    }
    if !report.hollow.is_empty() {
        text.say(hollow_text(&report.hollow));
    }
}

pub(super) fn reproduction(report: &Report, text: &mut Sentences) {
    let of = &report.provenance;
    if !of.version.is_empty() {
        let again = match of.seed {
            Some(_) => "the same study and seed give the same problems and prompts, byte for byte",
            None if report.basis == ReportBasis::Counts => {
                "the same counts give the same report, byte for byte"
            }
            None => "the same answers give the same report, byte for byte",
        };
        let from = match of.command.ends_with("study.toml") {
            true => " (the file is in the directory of the run)",
            false => "",
        };
        text.say(format!(
            "Made with Peirast {}. It can be made again with `{}`{from}: {again}.",
            of.version, of.command
        ));
    }
}
