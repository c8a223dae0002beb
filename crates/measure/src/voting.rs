//! Voting: the number of queries that the votes took, and that other rules would take.

use crate::table::{Record, table};
use crate::{Judgement, Placed};
use peirast_stats::voting::{PUBLISHED_2025, Prior, Stopping, Votes};
use peirast_table::Table;
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
    /// Number of questions.
    pub questions: u64,
    /// Number of answers to them.
    pub answers: u64,
    /// Number of questions with all answers for one side.
    pub unanimous: u64,
    /// Number of questions with equal votes for both sides.
    pub tied: u64,
    /// Number of answers for neither side.
    pub neither: u64,
    /// Expected number of answers per question under the published rule.
    pub published: f64,
    /// Expected number of answers per question under the sequential rule.
    pub sequential: f64,
}

/// The sequential rule that others are compared with.
pub const SEQUENTIAL: Stopping = Stopping::Sequential { odds: 19.0, most: 10 };

/// The numbers of queries, for questions that were asked more than once.
pub fn queries(judgements: &[Judgement], sequential: Stopping) -> Vec<Queries> {
    let mut places: BTreeMap<[&str; 3], Vec<Votes>> = BTreeMap::new();
    for j in judgements {
        if let Some(votes) = j.votes.filter(|_| j.is_voted) {
            let [subject, strategy, temperature, _] = j.place();
            places.entry([subject, strategy, temperature]).or_default().push(votes);
        }
    }
    let count = |([subject, strategy, temperature], votes): ([&str; 3], Vec<Votes>)| Queries {
        subject: subject.to_owned(),
        strategy: strategy.to_owned(),
        temperature: temperature.to_owned(),
        ..counted(&votes, sequential)
    };
    places.into_iter().map(count).collect()
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
    let record = |row: &Queries| {
        let per = |count: u64| count as f64 / row.questions as f64;
        Record::new(false)
            .cell("subject", row.subject.as_str())
            .cell("strategy", row.strategy.as_str())
            .cell("temperature", row.temperature.as_str())
            .count("questions", row.questions)
            .number("answers_each", per(row.answers))
            .share("unanimous", per(row.unanimous))
            .share("tied", per(row.tied))
            .count("neither", row.neither)
            .number("published_rule", row.published)
            .number("sequential_rule", row.sequential)
    };
    table(
        "voting",
        "Votes and queries",
        "Answers per question that the rule of the study counted, the shares of questions with the \
         same answer every time and with a tie, and the number of answers for neither side. The \
         last two columns are the expected numbers of answers if these questions were asked \
         again: under the published rule (five answers, ten if they differ), and under the \
         sequential one (that of the study, otherwise until the posterior odds of the majority \
         are 19 to 1, at most ten answers). The division of the subject's votes was fitted to all \
         questions of the row.",
        rows.iter().map(record),
    )
}

/// The table of how the rules treat a question whose answer is correct with a given probability.
pub fn rules_table(sequential: Stopping) -> Table<'static> {
    let record = |hundredths: i32| {
        let p = f64::from(hundredths) / 100.0;
        let published = PUBLISHED_2025.expected(p).ok()?;
        let sequential = sequential.expected(p).ok()?;
        // At one half neither answer is the more frequent one.
        let error = |error: f64| (hundredths != 50).then_some(error);
        let record = Record::new(false)
            .number("probability", p)
            .number("published_queries", published.queries)
            .share("published_error", error(published.error))
            .number("sequential_queries", sequential.queries)
            .share("sequential_error", error(sequential.error));
        Some(record)
    };
    table(
        "voting-rules",
        "Voting rules compared",
        "For a question that a subject answers one way with this probability, independently each \
         time: the expected number of answers, and the probability that the majority is another \
         answer. Both for the published rule, and for the sequential one of the study (or with \
         odds of 19 to 1 and at most ten answers). Exact.",
        [50, 55, 60, 70, 80, 90, 95, 99, 100].into_iter().filter_map(record),
    )
}
