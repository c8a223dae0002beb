//! Voting rules: the questions to ask again, and the counting of votes.

mod tally;

pub(crate) use tally::VoteTally;

use crate::error::{Result, bail};
use crate::grade::Loading;
use crate::sampling::samplings;
use peirast_logic::categorical::Import;
use peirast_logic::syllogism::Reading;
use peirast_measure::{Ballot, ballots};
use peirast_record::{Factors, Problem, Sampling, Study, Task, Trial, Voting};
use peirast_report::{ConductPlan, Outcomes, escape_line};
use peirast_stats::voting::{PUBLISHED_2025, Stopping};
use peirast_store::Store;
use peirast_task::TEMPERATURE;

/// Returns the voting rule that a study declares.
pub(crate) fn stopping(voting: &Voting) -> Result<Stopping> {
    let Voting { rule, first, most, odds } = voting;
    let (default_first, default_most) = match PUBLISHED_2025 {
        Stopping::Adaptive { first, most } => (first, most),
        _ => (1, 1),
    };
    let most = most.unwrap_or(default_most);
    let foreign =
        |name: &str| bail!(Study, "voting: `{name}` is not a setting of the rule `{rule}`");
    let rule = match rule.as_str() {
        "published-2025" if odds.is_some() => return foreign("odds"),
        "published-2025" => Stopping::Adaptive { first: first.unwrap_or(default_first), most },
        "sequential" if first.is_some() => return foreign("first"),
        "sequential" => Stopping::Sequential { odds: odds.unwrap_or(19.0), most },
        "single" => Stopping::Single,
        other => bail!(
            Study,
            "voting: there is no rule `{other}`: there are published-2025, sequential, single"
        ),
    };
    match rule.check() {
        Ok(()) => Ok(rule),
        Err(error) => bail!(Study, "voting: {error}"),
    }
}

/// Returns the study with another rule for counting its votes.
pub(crate) fn recounted(study: &Study, rule: Option<&str>) -> Result<Study> {
    let mut study = study.clone();
    if let Some(rule) = rule {
        let voting = Voting { rule: rule.to_owned(), first: None, most: None, odds: None };
        stopping(&voting)?;
        if study.voting.is_none() {
            bail!(Study, "the study `{}` does not vote: --voting has nothing to count", study.id);
        }
        study.voting = Some(voting);
    }
    Ok(study)
}

/// The number of times that a subject gets a question.
#[derive(Clone, Copy, Debug)]
pub enum Repetition {
    /// A fixed number of times.
    Repeats(u32),
    /// The number of times that the votes call for.
    Votes(Stopping),
}

impl Repetition {
    /// Returns the repetition of a study.
    ///
    /// # Errors
    /// A voting rule that is unknown or has invalid settings.
    pub fn for_study(study: &Study) -> Result<Self> {
        Ok(match &study.voting {
            None => Self::Repeats(study.repeats),
            Some(voting) => Self::Votes(stopping(voting)?),
        })
    }

    /// Returns the voting rule at a temperature: at 0 one answer is enough.
    fn rule(self, temperature: Option<f64>) -> Option<Stopping> {
        match self {
            Self::Repeats(_) => None,
            Self::Votes(_) if temperature == Some(0.0) => Some(Stopping::Single),
            Self::Votes(rule) => Some(rule),
        }
    }

    /// Returns the fewest and the most answers to one question at a temperature.
    pub fn bounds(self, temperature: Option<f64>) -> (u32, u32) {
        match (self, self.rule(temperature)) {
            (Self::Repeats(repeats), _) => (repeats, repeats),
            (_, Some(rule)) => rule.bounds(),
            (_, None) => (1, 1),
        }
    }
}

/// Returns the fewest and the most questions, with all temperatures and repetitions.
pub(crate) fn questions_each(study: &Study, each: u64) -> Result<(u64, u64)> {
    let asking = Repetition::for_study(study)?;
    let single = [study.sampling.temperature];
    let several: Vec<Option<f64>> = study.temperatures.iter().map(|t| Some(*t)).collect();
    let temperatures = if several.is_empty() { single.as_slice() } else { several.as_slice() };
    let bounds = || temperatures.iter().map(|temperature| asking.bounds(*temperature));
    let least: u64 = bounds().map(|(least, _)| u64::from(least)).sum();
    let most: u64 = bounds().map(|(_, most)| u64::from(most)).sum();
    Ok((each * least, each * most))
}

/// Returns the most answers of one subject to one question, at all temperatures.
pub(crate) fn most_repeats(study: &Study) -> Result<u64> {
    let repetition = Repetition::for_study(study)?;
    let most = |sampling: &Sampling| u64::from(repetition.bounds(sampling.temperature).1);
    Ok(samplings(study).iter().map(most).sum())
}

/// Returns the planned conduct of a study, for its report.
pub(crate) fn plan(study: &Study) -> Result<ConductPlan> {
    let voting = study.voting.as_ref().map(stopping).transpose()?;
    Ok(ConductPlan::from_study(study, voting))
}

/// Describes the examples of strategies whose answers contradict logic, by intention or by mistake.
pub fn doubtful_examples(study: &Study) -> Vec<String> {
    let mut doubts = Vec::new();
    for strategy in &study.strategies {
        for example in &strategy.examples {
            let part = |label: &str| {
                let line = example.problem.lines().find_map(|line| line.trim().strip_prefix(label));
                line.unwrap_or_default().to_owned()
            };
            let read = Reading::new(&part("Premise 1:"), &part("Premise 2:"), &part("Conclusion:"));
            let said = match example.answer.trim().to_lowercase().as_str() {
                "correct" | "valid" => true,
                "incorrect" | "invalid" => false,
                _ => continue,
            };
            let Ok(read) = read else { continue };
            if read.form.is_valid(Import::Modern) != said {
                doubts.push(format!(
                    "strategy `{}` shows \"{}\" as {}, and {} is not: leave it if that is meant",
                    strategy.name,
                    escape_line(part("Conclusion:").trim()),
                    escape_line(&example.answer),
                    read.form
                ));
            }
        }
    }
    doubts
}

/// Checks that the problems of a study with votes have two sides.
///
/// # Errors
/// A problem with another kind of answer.
pub fn check(study: &Study, problems: &[Problem]) -> Result<()> {
    let sided = |problem: &Problem| matches!(problem.task, Task::YesNo | Task::Validity);
    match problems.iter().find(|problem| !sided(problem)) {
        Some(problem) if study.voting.is_some() => bail!(
            Study,
            "[voting] needs problems that are answered by one of two words, yes or no, correct or \
             incorrect; {} is not",
            problem.id
        ),
        _ => Ok(()),
    }
}

/// Returns the voted outcomes of a study with their ballots; `None` if there is no voting.
pub(crate) fn voted(study: &Study, single: &Outcomes) -> Result<Option<(Outcomes, Vec<Ballot>)>> {
    let asking = Repetition::for_study(study)?;
    let default = study.sampling.temperature;
    let rule = |levels: &Factors| {
        let temperature = levels.get(TEMPERATURE).and_then(|level| level.parse().ok()).or(default);
        asking.rule(temperature).unwrap_or(Stopping::Single)
    };
    if let Repetition::Repeats(_) = asking {
        return Ok(None);
    }
    let counted = ballots(single.rows(), rule);
    let outcomes = counted.iter().map(Ballot::outcome).collect();
    let open = single.open().iter().filter(|question| question.repeat == 0).cloned();
    Ok(Some((Outcomes::new(outcomes).with_unanswered(open), counted)))
}

/// Returns the ballot that an answer was part of; `None` without voting, or where one answer was
/// asked for.
///
/// # Errors
/// A store that cannot be read.
pub async fn ballot(store: &Store, study: &Study, trial: &Trial) -> Result<Option<Ballot>> {
    if study.voting.is_none() {
        return Ok(None);
    }
    let (_, single) = Loading::new(Some(study)).load(store, |_, _, _| ()).await?;
    let of_it = |row: &&peirast_record::Outcome| {
        row.subject == trial.subject && row.problem() == trial.problem.as_str()
    };
    let outcomes: Vec<_> = single.rows().iter().filter(of_it).cloned().collect();
    let Some(levels) =
        outcomes.iter().find(|row| row.trial == trial.key).map(|row| row.factors.clone())
    else {
        return Ok(None);
    };
    let ballots = voted(study, &Outcomes::new(outcomes))?.map(|(_, ballots)| ballots);
    Ok(ballots.into_iter().flatten().find(|ballot| ballot.factors == levels && ballot.most > 1))
}
