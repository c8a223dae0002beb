//! Tables of what answers cost, for reports and for `peirast cost`.

use super::unsure::Unsure;
use super::{Past, Prices, Used, VerdictCost};
use crate::error::Result;
use crate::run_dir;
use peirast_cost::{Announcement, Spending, Usd};
use peirast_store::Store;
use peirast_table::{Builder, Table, Value};
use std::collections::BTreeMap;

/// What a run directory cost, subject by subject.
pub struct Bill {
    /// What each subject cost.
    pub subjects: BTreeMap<String, Past>,
    /// What they were said to cost.
    pub told: Announcement,
    /// What may have been charged besides.
    pub unsure: BTreeMap<String, Unsure>,
}

impl Bill {
    /// The bill of a run directory, with what its answers teach.
    pub async fn of(store: &Store, prices: &Prices) -> Result<Self> {
        let used = Used::of(store, prices, BTreeMap::new(), &BTreeMap::new()).await?;
        Self::made(store, used.pasts, used.unsure).await
    }

    /// The same, where what each subject's answers cost is known.
    pub async fn with(
        store: &Store,
        prices: &Prices,
        subjects: BTreeMap<String, Past>,
    ) -> Result<Self> {
        let unsure = Used::unsure_of(store, prices, &subjects).await?;
        Self::made(store, subjects, unsure).await
    }

    async fn made(
        store: &Store,
        mut subjects: BTreeMap<String, Past>,
        unsure: BTreeMap<String, Unsure>,
    ) -> Result<Self> {
        // Of some there may be no answer.
        for subject in unsure.keys() {
            subjects.entry(subject.clone()).or_insert_with(|| Past::none(""));
        }
        Ok(Self { subjects, told: run_dir::announcement(store).await?, unsure })
    }

    /// Whether no subject reported tokens or costs anything.
    pub fn is_empty(&self) -> bool {
        let counts =
            |past: &Past| past.spent.answers > 0 || past.second.answers > 0 || past.taken_over > 0;
        self.unsure.is_empty() && !self.subjects.values().any(counts)
    }
}

/// The tables of a bill: what each subject cost beside what was announced, what each protocol took,
/// and what each verdict cost.
pub fn cost_tables(bill: &Bill, verdicts: &[VerdictCost]) -> Vec<Table<'static>> {
    let mut tables = vec![by_subject(bill), by_protocol(bill)];
    let is_priced = |one: &VerdictCost| {
        bill.subjects.get(&one.subject).is_some_and(|past| past.spent.cost.is_some())
    };
    if verdicts.iter().any(is_priced) {
        tables.push(by_verdict(verdicts, is_priced));
    }
    tables
}

/// What questions were said to cost, in words, if anything was said and a price of all is known.
pub fn announced(told: &Announcement) -> Option<String> {
    let costs: Vec<_> = told.costs().collect::<Option<_>>()?;
    if costs.is_empty() {
        return None;
    }
    let expected: Usd = costs.iter().map(|cost| cost.expected).sum();
    let most: Usd = costs.iter().map(|cost| cost.most).sum();
    let questions = peirast_report::counted(told.priced(), "question", "questions");
    Some(format!("announced for {questions}: {expected}, at most {most}"))
}

fn by_subject(bill: &Bill) -> Table<'static> {
    let mut table = Builder::new(
        "cost",
        "Cost",
        "What the answers cost by the tokens that the providers reported, at the prices of the days on which \
         they were asked for; beside it what was announced of so many questions (`announced_questions`) before they \
         were asked, expected and at most. \
         Tokens that a provider had in its cache and reported as such are cheaper. Answers whose tokens were \
         not reported are counted apart and are in no sum. Answers that came when there was one already \
         (`second`) were paid for as well, and are no part of `usd`. Attempts that broke off, that were in \
         exposure when a run was killed, or whose tokens were not reported may have been charged (`unsure`): \
         at most `unsure_usd`, which a budget counts too. Answers that were taken over from other directories \
         (`taken_over`) were paid for there and are in no sum.",
        &[
            "subject",
            "answers",
            "input_tokens",
            "output_tokens",
            "usd",
            "announced_questions",
            "announced_usd",
            "announced_most_usd",
            "unreported",
            "second",
            "second_usd",
            "unsure",
            "unsure_usd",
            "taken_over",
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
            Value::from_option(told, |told| counted(told.priced())),
            Value::from_option(cost, |cost| Value::Dollars(cost.expected.dollars())),
            Value::from_option(cost, |cost| Value::Dollars(cost.most.dollars())),
            counted(spent.unreported),
            counted(past.second.answers),
            Value::from_option(past.second.cost.filter(|_| past.second.answers > 0), dollars),
            counted(unsure.map_or(0, |unsure| unsure.attempts)),
            Value::from_option(unsure.and_then(Unsure::cost), dollars),
            counted(past.taken_over),
            Value::from_option(told, |told| told.input.expected.into()),
            Value::from_option(told, |told| told.output.expected.into()),
            Value::from_option(told, |told| told.kind.as_str().into()),
            Value::from_option(told, |told| told.day.as_str().into()),
            Value::from_option(told.and_then(|told| told.price.as_ref()), |price| {
                price.to_string().into()
            }),
        ]);
        table.row(false, cells);
    }
    table.build()
}

fn by_protocol(bill: &Bill) -> Table<'static> {
    let mut table = Builder::new(
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
            table.row(false, cells);
        }
    }
    table.build()
}

fn by_verdict(
    verdicts: &[VerdictCost],
    is_priced: impl Fn(&VerdictCost) -> bool,
) -> Table<'static> {
    let mut table = Builder::new(
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
        table.row(false, cells);
    }
    table.build()
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
        Value::from_option(spent.cost, |cost| Value::Dollars(cost.dollars())),
    ]
}
