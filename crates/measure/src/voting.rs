//! Voting: how many queries the votes took, and what other rules would take.

use crate::Judgement;
use peirast_stats::voting::{PUBLISHED_2025, Prior, Stopping, Votes};
use peirast_table::{Builder, Table, Value};
use serde::Serialize;
use std::collections::BTreeMap;

/// The votes of one subject under one strategy at one temperature.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Queries {
    /// The subject.
    pub subject: String,
    /// The strategy.
    pub strategy: String,
    /// The temperature.
    pub temperature: String,
    /// Questions.
    pub questions: u64,
    /// Answers to them.
    pub answers: u64,
    /// Questions on which all answers were for one side.
    pub unanimous: u64,
    /// Questions with as many votes for either side.
    pub tied: u64,
    /// Answers for neither side.
    pub neither: u64,
    /// Answers to a question that the published rule is expected to take.
    pub published: f64,
    /// The same for the sequential rule.
    pub sequential: f64,
}

/// The sequential rule that others are compared with.
pub const SEQUENTIAL: Stopping = Stopping::Sequential { odds: 19.0, most: 10 };

/// What the votes took, where questions were asked more than once.
pub fn queries(judgements: &[Judgement], sequential: Stopping) -> Vec<Queries> {
    let mut places: BTreeMap<(&str, &str, &str), Vec<Votes>> = BTreeMap::new();
    for j in judgements {
        if let Some(votes) = j.votes.filter(|_| j.is_voted) {
            let place = (j.subject.as_str(), j.strategy.as_str(), j.temperature.as_str());
            places.entry(place).or_default().push(votes);
        }
    }
    let of =
        |((subject, strategy, temperature), votes): ((&str, &str, &str), Vec<Votes>)| Queries {
            subject: subject.to_owned(),
            strategy: strategy.to_owned(),
            temperature: temperature.to_owned(),
            ..counted(&votes, sequential)
        };
    places.into_iter().map(of).collect()
}

fn counted(votes: &[Votes], sequential: Stopping) -> Queries {
    let prior = Prior::fitted(votes);
    let mut known: BTreeMap<Votes, (f64, f64)> = BTreeMap::new();
    let mut row = Queries::default();
    for votes in votes {
        let (published, one_by_one) = *known.entry(*votes).or_insert_with(|| {
            (PUBLISHED_2025.foreseen(*votes, prior), sequential.foreseen(*votes, prior))
        });
        row.questions += 1;
        row.answers += u64::from(votes.total());
        row.unanimous += u64::from(votes.ayes.max(votes.noes) == votes.total());
        row.tied += u64::from(votes.ayes == votes.noes && votes.ayes > 0);
        row.neither += u64::from(votes.neither);
        row.published += published;
        row.sequential += one_by_one;
    }
    row.published /= row.questions as f64;
    row.sequential /= row.questions as f64;
    row
}

/// The table of queries.
pub fn queries_table(rows: &[Queries]) -> Table<'static> {
    let mut table = Builder::new(
        "voting",
        "What the voting took",
        "Answers per question that the rule of the study counted, how many questions were answered alike \
         every time, how many ended in a tie, and how many answers were for neither side. The last two \
         columns are what the published rule (five answers, ten if they differ) and the sequential one \
         (that of the study, otherwise until the posterior odds of the majority are 19 to 1, at most \
         ten) are expected to take if these questions were asked anew: how divided the subject is was \
         fitted to all questions of the row.",
        &[
            "subject",
            "strategy",
            "temperature",
            "questions",
            "answers_each",
            "unanimous",
            "tied",
            "neither",
            "published_rule",
            "sequential_rule",
        ],
    );
    for row in rows {
        let per = |count: u64| count as f64 / row.questions as f64;
        table.row(
            false,
            vec![
                row.subject.as_str().into(),
                row.strategy.as_str().into(),
                row.temperature.as_str().into(),
                row.questions.into(),
                Value::Number(per(row.answers)),
                Value::Share(per(row.unanimous)),
                Value::Share(per(row.tied)),
                row.neither.into(),
                Value::Number(row.published),
                Value::Number(row.sequential),
            ],
        );
    }
    table.build()
}

/// What the rules do with a question whose answer is correct with a given probability each time.
pub fn rules_table(sequential: Stopping) -> Table<'static> {
    let mut table = Builder::new(
        "voting-rules",
        "Voting rules compared",
        "Expected answers to a question that a subject answers one way with this probability, each \
         time anew, and the probability that the majority is not that answer: for the published rule, \
         and for the sequential one of the study, or with odds of 19 to 1 and at most ten answers. \
         Exact.",
        &[
            "probability",
            "published_queries",
            "published_error",
            "sequential_queries",
            "sequential_error",
        ],
    );
    for hundredths in [50, 55, 60, 70, 80, 90, 95, 99, 100] {
        let p = f64::from(hundredths) / 100.0;
        let (Ok(published), Ok(sequential)) = (PUBLISHED_2025.expected(p), sequential.expected(p))
        else {
            continue;
        };
        // At one half neither answer is the more frequent one.
        let error =
            |error: f64| if hundredths == 50 { Value::Missing } else { Value::Share(error) };
        table.row(
            false,
            vec![
                Value::Number(p),
                Value::Number(published.queries),
                error(published.error),
                Value::Number(sequential.queries),
                error(sequential.error),
            ],
        );
    }
    table.build()
}
