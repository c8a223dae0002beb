//! Figures of a run that the runner does not count.

use crate::error::Result;
use crate::plan::{QuestionSet, SubjectTrials};
use peirast_record::{Key, Study};
use peirast_report::escape_line;
use peirast_run::Summary;
use peirast_store::Store;
use peirast_throttle::AccountStatistics;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

/// Returns the number of each subject's earlier votes: answers not to its first questions.
pub(super) async fn voted_before(
    store: &Store,
    questions: &QuestionSet,
    answered: &BTreeSet<Key>,
) -> Result<BTreeMap<String, u64>> {
    let counts = store.counts_by_subject().await?;
    let other = |(subject, trials): &SubjectTrials| {
        let first = trials.iter().filter(|trial| answered.contains(&trial.key)).count() as u64;
        let all = counts.get(subject.name()).map_or(0, |counts| counts.responses);
        (subject.name().to_owned(), all.saturating_sub(first))
    };
    Ok(questions.subjects.iter().map(other).collect())
}

/// Adds the votes of earlier runs to the summary.
pub(super) async fn count_earlier_votes(
    store: &Store,
    questions: &QuestionSet,
    summary: &mut Summary,
) -> Result<()> {
    let counts = store.counts_by_subject().await?;
    let asked = questions.subjects.iter().filter_map(|(s, _)| counts.get(s.name()));
    let stored: u64 = asked.map(|counts| counts.responses).sum();
    let before = stored.saturating_sub(summary.answered + summary.elsewhere);
    summary.trials += before.saturating_sub(summary.already);
    summary.already = summary.already.max(before);
    Ok(())
}

/// Returns the figures that each account achieved in a run, as the store and events hold them:
/// counts of requests, attempts in flight, and seconds of pauses.
pub fn accounts_achieved(summary: &Summary) -> Value {
    let account = |(name, achieved): (&String, &AccountStatistics)| {
        let members = json!({
            "sent": achieved.sent,
            "refused": achieved.refused,
            "mean_in_flight": tenth(achieved.mean_in_flight),
            "most_in_flight": achieved.most_in_flight,
            "limit": achieved.limit,
            "cuts": achieved.cuts,
            "outages": achieved.outages,
            "paused_s": tenth(achieved.paused.as_secs_f64()),
        });
        (name.clone(), members)
    };
    summary.accounts.iter().map(account).collect::<serde_json::Map<_, _>>().into()
}

fn tenth(number: f64) -> f64 {
    (number * 10.0).round() / 10.0
}

/// Describes the content of a directory from earlier runs that this run did not ask for; `None` if
/// there is none.
pub fn more_than_asked(asked: &Study, held: &Study) -> Option<String> {
    // A family may have several entries, each with variants of its own: it is named once.
    let mut families: BTreeMap<&str, BTreeSet<u32>> = BTreeMap::new();
    for family in &held.families {
        let same = |other: &&peirast_record::FamilyPlan| {
            (&other.name, &other.variants) == (&family.name, &family.variants)
        };
        let before = asked.families.iter().find(same);
        if before.is_none_or(|before| before.n < family.n) {
            families.entry(&family.name).or_default().insert(family.n);
        }
    }
    let number = |(name, counts): (&str, BTreeSet<u32>)| {
        let counts: Vec<String> = counts.iter().map(u32::to_string).collect();
        format!("{name} with n = {}", counts.join(" and "))
    };
    let mut more: Vec<String> = families.into_iter().map(number).collect();
    if held.repeats > asked.repeats {
        more.push(format!("{} repeats", held.repeats));
    }
    let new = |t: &&f64| !asked.temperatures.contains(t);
    let temperatures: Vec<String> =
        held.temperatures.iter().filter(new).map(ToString::to_string).collect();
    if !temperatures.is_empty() {
        more.push(format!("temperatures {}", temperatures.join(", ")));
    }
    let strategies: Vec<&str> = held
        .strategies
        .iter()
        .filter(|one| !asked.strategies.iter().any(|other| other.name == one.name))
        .map(|one| one.name.as_str())
        .collect();
    if !strategies.is_empty() {
        more.push(format!("strategies {}", strategies.join(", ")));
    }
    if let Some(share) = held.aa.filter(|held| asked.aa.is_none_or(|share| share < *held)) {
        more.push(format!("controls of a share of {share}"));
    }
    let others = held.subjects.iter().filter(|subject| !asked.subjects.contains(subject));
    more.extend(others.map(|subject| format!("answers of {}", escape_line(subject))));
    (!more.is_empty()).then(|| more.join(", "))
}

#[cfg(test)]
mod tests {
    use super::more_than_asked;
    use peirast_task::built_in_study;

    #[test]
    fn a_family_with_several_entries_is_named_once() {
        let mut held = built_in_study("token-bias").expect("a study").expect("it parses");
        let mut asked = held.clone();
        asked.families.iter_mut().for_each(|family| family.n = 2);
        held.families.iter_mut().for_each(|family| family.n = 3);
        let more = more_than_asked(&asked, &held).expect("more");
        assert_eq!(more, "conjunction with n = 3, syllogism with n = 3");
        held.families[1].n = 5;
        let more = more_than_asked(&asked, &held).expect("more");
        assert_eq!(more, "conjunction with n = 3 and 5, syllogism with n = 3");
    }
}
