//! Tables of what answers cost, for reports and for `peirast cost`.

use super::unsure::{Dealings, Unsure, unsure};
use super::{Past, Prices, Tariffs, past};
use crate::grading::Answers;
use crate::run_dir;
use anyhow::Result;
use peirast_cost::{Announcement, Spending, Taken, Tokens, Usd, Used, is_simulated, used};
use peirast_measure::{Column, Row, Table, Value};
use peirast_record::{Contrast, Key, Trial};
use peirast_report::{Outcomes, ResultRow, used_answers};
use peirast_run::{Batched, Store};
use serde::Serialize;
use std::collections::BTreeMap;

/// What a run directory cost, subject by subject.
pub struct Bill {
    /// What each subject cost.
    pub subjects: BTreeMap<String, Past>,
    /// What they were said to cost.
    pub told: Announcement,
    /// What may have been charged besides.
    pub unsure: BTreeMap<String, Unsure>,
    /// Answers that came in batches.
    batched: Batched,
}

/// What the verdict of one row cost.
#[derive(Debug, Serialize)]
pub struct VerdictCost {
    /// The hypothesis.
    pub hypothesis: String,
    /// The subject.
    pub subject: String,
    /// The method.
    pub method: String,
    /// What it used.
    #[serde(flatten)]
    pub used: Used,
}

impl Bill {
    /// The bill of a run directory.
    pub async fn of(store: &Store, prices: &Prices) -> Result<Self> {
        let mut subjects = past(store, prices, &|_, _| None).await?;
        let mut dealings = Dealings::of(store, prices, BTreeMap::new()).await?;
        for (subject, past) in &subjects {
            dealings.learn(subject, past);
        }
        let unsure = unsure(store, &BTreeMap::new(), &subjects, &dealings).await?;
        // Of some there may be no answer.
        for subject in unsure.keys() {
            subjects.entry(subject.clone()).or_insert_with(|| Past::none(""));
        }
        let batched = store.batched().await?;
        Ok(Self { subjects, told: run_dir::announcement(store).await?, unsure, batched })
    }

    /// Whether no subject reported tokens or costs anything.
    pub fn is_empty(&self) -> bool {
        let counts = |past: &Past| past.spent.answers > 0 || past.second.answers > 0;
        self.unsure.is_empty() && !self.subjects.values().any(counts)
    }

    /// What each row of results cost, in their order. Rows of simulated subjects are left out.
    pub fn verdicts(
        &self,
        answers: &Answers,
        contrasts: &[Contrast],
        outcomes: &Outcomes,
        rows: &[ResultRow],
        prices: &Prices,
    ) -> Result<Vec<VerdictCost>> {
        let taken = self.taken(answers, prices);
        // What is counted as one answer may be several: votes, or repeats.
        let mut asked: BTreeMap<_, Vec<&Key>> = BTreeMap::new();
        for answered in answers.answered() {
            asked.entry(question(&answered.trial)).or_default().push(&answered.trial.key);
        }
        let live = |row: &&ResultRow| !is_simulated(&row.model);
        let rows: Vec<&ResultRow> = rows.iter().filter(live).collect();
        let mut keys: Vec<Vec<Key>> = Vec::with_capacity(rows.len());
        for row in &rows {
            let is_its =
                |one: &&Contrast| (&one.hypothesis, &one.method) == (&row.hypothesis, &row.method);
            let mut own = Vec::new();
            for contrast in contrasts.iter().filter(is_its) {
                for outcome in used_answers(contrast, outcomes, &row.model)? {
                    let trial = answers.trial(&outcome.trial)?;
                    let same = asked.get(&question(trial));
                    own.extend(same.into_iter().flatten().map(|key| (*key).clone()));
                }
            }
            keys.push(own);
        }
        let costs = used(&keys, &taken);
        let costs = rows.into_iter().zip(costs).map(|(row, used)| VerdictCost {
            hypothesis: row.hypothesis.clone(),
            subject: row.model.clone(),
            method: row.method.clone(),
            used,
        });
        Ok(costs.collect())
    }

    /// What each answer took.
    fn taken(&self, answers: &Answers, prices: &Prices) -> BTreeMap<Key, Taken> {
        let mut tariffs: BTreeMap<&str, Tariffs> = BTreeMap::new();
        let mut taken = BTreeMap::new();
        for answered in answers.answered() {
            let subject = answered.trial.subject.as_str();
            let Some(past) = self.subjects.get(subject) else { continue };
            let tariffs = tariffs.entry(subject).or_insert_with(|| {
                let cited = self.told.of(subject).and_then(|told| told.price.as_ref());
                Tariffs::of(prices, subject, &past.endpoint, cited)
            });
            let sent_us = answered.sent_us;
            let in_batch = self.batched.contains(&answered.trial.key, sent_us);
            let tariff = tariffs.at(prices, subject, &past.endpoint, sent_us, in_batch);
            let tokens = Tokens::reported(answered.usage).unwrap_or_default();
            let cost = tariff.of(tokens).unwrap_or_default();
            taken.insert(answered.trial.key.clone(), Taken { tokens, cost });
        }
        taken
    }
}

/// What makes several answers those to one question; first what mostly tells two apart.
fn question(trial: &Trial) -> (&Key, &str, &str, Option<u64>) {
    let temperature = trial.sampling.temperature.map(f64::to_bits);
    (&trial.prompt, &trial.subject, &trial.problem, temperature)
}

/// The tables of a bill: what each subject cost beside what was announced, what each protocol took,
/// and what each verdict cost.
pub fn cost_tables(bill: &Bill, verdicts: &[VerdictCost]) -> Vec<Table> {
    let mut tables = vec![by_subject(bill), by_protocol(bill)];
    let is_priced = |one: &VerdictCost| {
        bill.subjects.get(&one.subject).is_some_and(|past| past.spent.cost.is_some())
    };
    if verdicts.iter().any(is_priced) {
        tables.push(by_verdict(verdicts, is_priced));
    }
    tables
}

fn by_subject(bill: &Bill) -> Table {
    let mut table = table(
        "cost",
        "Cost",
        "What the answers cost by the tokens that the providers reported, at the prices of the days on which \
         they were asked for; beside it what was announced before the first of them, expected and at most. \
         Tokens that a provider had in its cache and reported as such are cheaper. Answers whose tokens were \
         not reported are counted apart and are in no sum. Answers that came when there was one already \
         (`second`) were paid for as well, and are no part of `usd`. Attempts that broke off, that were in \
         flight when a run was killed, or whose tokens were not reported may have been charged (`unsure`): \
         at most `unsure_usd`, which a budget counts too.",
        &[
            "subject",
            "answers",
            "input_tokens",
            "output_tokens",
            "usd",
            "announced_usd",
            "announced_most_usd",
            "unreported",
            "second",
            "second_usd",
            "unsure",
            "unsure_usd",
            "+announced_input_tokens",
            "+announced_output_tokens",
            "+announced_kind",
            "+announced_on",
            "+price",
        ],
    );
    for (subject, past) in &bill.subjects {
        let (spent, told) = (&past.spent, bill.told.of(subject));
        let cost = told.and_then(|told| told.cost);
        let unsure = bill.unsure.get(subject);
        let mut cells: Vec<Value> = vec![subject.as_str().into()];
        cells.extend(spending(spent));
        cells.extend([
            Value::of(cost, |cost| Value::Dollars(cost.expected.dollars())),
            Value::of(cost, |cost| Value::Dollars(cost.most.dollars())),
            counted(spent.unreported),
            counted(past.second.answers),
            Value::of(past.second.cost.filter(|_| past.second.answers > 0), dollars),
            counted(unsure.map_or(0, |unsure| unsure.attempts)),
            Value::of(unsure.and_then(Unsure::cost), dollars),
            Value::of(told, |told| told.input.expected.into()),
            Value::of(told, |told| told.output.expected.into()),
            Value::of(told, |told| told.kind.as_str().into()),
            Value::of(told, |told| told.day.as_str().into()),
            Value::of(told.and_then(|told| told.price.as_ref()), |price| price.to_string().into()),
        ]);
        table.rows.push(Row { cells, is_detail: false });
    }
    table
}

fn by_protocol(bill: &Bill) -> Table {
    let mut table = table(
        "tokens",
        "Tokens by protocol",
        "What the answers to each protocol took, in all and on average.",
        &[
            "subject",
            "protocol",
            "answers",
            "input_tokens",
            "output_tokens",
            "usd",
            "input_each",
            "output_each",
        ],
    );
    for (subject, past) in &bill.subjects {
        for (protocol, spent) in &past.by_protocol {
            let reported = spent.answers - spent.unreported.min(spent.answers);
            let each = |tokens: u64| match reported {
                0 => Value::Missing,
                n => Value::Number((tokens as f64 / n as f64 * 10.0).round() / 10.0),
            };
            let mut cells: Vec<Value> = vec![subject.as_str().into(), protocol.as_str().into()];
            cells.extend(spending(spent));
            cells.extend([each(spent.tokens.input), each(spent.tokens.output)]);
            table.rows.push(Row { cells, is_detail: false });
        }
    }
    table
}

fn by_verdict(verdicts: &[VerdictCost], is_priced: impl Fn(&VerdictCost) -> bool) -> Table {
    let mut table = table(
        "cost_by_verdict",
        "Cost of verdicts",
        "What the answers cost that each row of results used: those to its pairs of which both members were \
         answered, with or without a verdict. `alone` counts all of them; `share` divides an answer evenly \
         among the rows that used it, so that the shares add up to the cost of all these answers.",
        &["hypothesis", "subject", "method", "answers", "tokens", "usd_alone", "usd_share"],
    );
    for one in verdicts.iter().filter(|one| is_priced(one)) {
        let cells = vec![
            one.hypothesis.as_str().into(),
            one.subject.as_str().into(),
            one.method.as_str().into(),
            one.used.answers.into(),
            one.used.tokens.into(),
            Value::Dollars(one.used.alone.dollars()),
            Value::Dollars(one.used.share.dollars()),
        ];
        table.rows.push(Row { cells, is_detail: false });
    }
    table
}

/// A count, where there is anything to count.
fn counted(count: u64) -> Value {
    if count > 0 { count.into() } else { Value::Missing }
}

fn dollars(usd: Usd) -> Value {
    Value::Dollars(usd.dollars())
}

/// Answers, tokens and cost, as cells.
fn spending(spent: &Spending) -> [Value; 4] {
    [
        spent.answers.into(),
        spent.tokens.input.into(),
        spent.tokens.output.into(),
        Value::of(spent.cost, |cost| Value::Dollars(cost.dollars())),
    ]
}

/// A table without rows. Columns whose name begins with `+` stand only in files.
fn table(name: &'static str, title: &'static str, note: &str, columns: &[&str]) -> Table {
    let column = |name: &&str| Column {
        name: name.trim_start_matches('+').to_owned(),
        is_detail: name.starts_with('+'),
    };
    let columns = columns.iter().map(column).collect();
    Table { name, title, note: note.to_owned(), columns, rows: Vec::new() }
}
