//! Tables of costs, for reports and for `peirast cost`.

use super::uncertain::{UncertainCharges, has_uncertain_charges};
use super::{DirectoryUsage, Prices, SubjectHistory, VerdictCost};
use crate::error::Result;
use crate::run_dir;
use peirast_cost::{Announcement, Spending, Usd};
use peirast_record::is_simulated;
use peirast_store::{Store, SubjectPlan};
use peirast_table::{Builder, Table, Value};
use std::collections::{BTreeMap, BTreeSet};

/// The cost of a run directory by subject.
pub struct Bill {
    /// Answers and their cost, by subject.
    pub subjects: BTreeMap<String, SubjectHistory>,
    /// Announced cost.
    pub announcement: Announcement,
    /// Attempts that may have been charged although no answer counts for them.
    pub uncertain_charges: BTreeMap<String, UncertainCharges>,
}

impl Bill {
    /// Reads the bill of a run directory.
    pub(crate) async fn read(store: &Store, prices: &Prices) -> Result<Self> {
        let used = DirectoryUsage::read_all(store, prices).await?;
        Self::with_charges(store, used.histories, used.uncertain_charges).await
    }

    /// Reads the rest of a bill, where the histories of `subjects` are known. Answers are read again
    /// only if there is any uncertain charge.
    pub(crate) async fn for_subjects(
        store: &Store,
        prices: &Prices,
        subjects: BTreeMap<String, SubjectHistory>,
    ) -> Result<Self> {
        let uncertain_charges = match has_uncertain_charges(store, &subjects).await? {
            true => DirectoryUsage::read_all(store, prices).await?.uncertain_charges,
            false => BTreeMap::new(),
        };
        Self::with_charges(store, subjects, uncertain_charges).await
    }

    async fn with_charges(
        store: &Store,
        mut subjects: BTreeMap<String, SubjectHistory>,
        uncertain_charges: BTreeMap<String, UncertainCharges>,
    ) -> Result<Self> {
        // A subject with uncertain charges may have no answer.
        for subject in uncertain_charges.keys() {
            subjects.entry(subject.clone()).or_insert_with(|| SubjectHistory::new(""));
        }
        Ok(Self { subjects, announcement: run_dir::announcement(store).await?, uncertain_charges })
    }

    /// Adds the planned subjects that have no cost: a row of zeros says that they cost nothing, and
    /// no row would leave that open. The answers of simulated subjects are free; the cost of
    /// answers from elsewhere is unknown.
    pub(crate) fn add_planned(&mut self, plans: &[SubjectPlan]) {
        let billed: BTreeSet<String> = self.subjects.keys().cloned().collect();
        for plan in plans.iter().filter(|plan| !billed.contains(&plan.subject)) {
            let new = || SubjectHistory::new(&plan.endpoint);
            let history = self.subjects.entry(plan.subject.clone()).or_insert_with(new);
            history.spent.answers += plan.answered;
            if plan.answered > 0 && !is_simulated(&plan.subject) {
                history.spent.unreported += plan.answered;
                history.spent.cost = None;
            }
        }
    }

    /// Returns true if there is neither an answer nor an uncertain charge.
    pub fn is_empty(&self) -> bool {
        let counts = |history: &SubjectHistory| {
            history.spent.answers > 0 || history.second.answers > 0 || history.taken_over > 0
        };
        self.uncertain_charges.is_empty() && !self.subjects.values().any(counts)
    }
}

/// Returns the tables of a bill: cost by subject with the announced cost, tokens by protocol, and
/// cost by verdict where a price is known.
pub fn cost_tables(bill: &Bill, verdicts: &[VerdictCost]) -> Vec<Table<'static>> {
    let mut tables = vec![by_subject(bill)];
    if bill.subjects.values().any(|history| !history.by_protocol.is_empty()) {
        tables.push(by_protocol(bill));
    }
    let is_priced = |one: &VerdictCost| {
        bill.subjects.get(&one.subject).is_some_and(|history| history.spent.cost.is_some())
    };
    if verdicts.iter().any(is_priced) {
        tables.push(by_verdict(verdicts, is_priced));
    }
    tables
}

/// Renders the announced cost of all questions; `None` if nothing was announced or a price is
/// unknown.
pub fn announced_line(announced: &Announcement) -> Option<String> {
    let costs: Vec<_> = announced.costs().collect::<Option<_>>()?;
    if costs.is_empty() {
        return None;
    }
    let expected: Usd = costs.iter().map(|cost| cost.expected).sum();
    let most: Usd = costs.iter().map(|cost| cost.most).sum();
    let questions = peirast_decimals::counted(announced.priced(), "question", "questions");
    Some(format!("announced for {questions}: {expected}, at most {most}"))
}

fn by_subject(bill: &Bill) -> Table<'static> {
    let mut table = Builder::new(
        "cost",
        "Cost",
        "Cost of the answers, from the tokens that the providers reported and the prices of the \
         days on which they were requested. The announced cost (expected, and at most) was \
         computed before the questions were asked; `announced_questions` is their number. Tokens \
         that a provider reports as cached are cheaper. Answers whose tokens were not reported are \
         counted separately and are in no sum. Second answers to an answered question (`second`) \
         were also paid for, and are not part of `usd`. Attempts that broke off, that were in \
         flight when a run was killed, or whose tokens were not reported may have been charged \
         (`unsure`): at most `unsure_usd`, which a budget also counts. Answers reused from other \
         directories (`taken_over`) were paid for there and are in no sum.",
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
    for (subject, history) in &bill.subjects {
        let (spent, announced) = (&history.spent, bill.announcement.get(subject));
        let cost = announced.and_then(|announced| announced.cost);
        let charges = bill.uncertain_charges.get(subject);
        let mut cells: Vec<Value> = vec![subject.as_str().into()];
        cells.extend(spending(spent));
        cells.extend([
            Value::from_option(announced, |announced| counted(announced.priced())),
            Value::from_option(cost, |cost| dollars(cost.expected)),
            Value::from_option(cost, |cost| dollars(cost.most)),
            counted(spent.unreported),
            counted(history.second.answers),
            Value::from_option(history.second.cost.filter(|_| history.second.answers > 0), dollars),
            counted(charges.map_or(0, |charges| charges.attempts)),
            Value::from_option(charges.and_then(|charges| charges.cost), dollars),
            counted(history.taken_over),
            Value::from_option(announced, |announced| announced.input.expected.into()),
            Value::from_option(announced, |announced| announced.output.expected.into()),
            Value::from_option(announced, |announced| announced.kind.as_str().into()),
            Value::from_option(announced, |announced| announced.day.as_str().into()),
            Value::from_option(announced.and_then(|announced| announced.price.as_ref()), |price| {
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
        "Tokens and cost of the answers by protocol, in total and on average.",
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
    for (subject, history) in &bill.subjects {
        for (protocol, spent) in &history.by_protocol {
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
        "Cost of the answers that each row of results used: the answers to its pairs with both \
         members answered, with or without a verdict. `alone` counts all of them; `share` divides \
         an answer evenly among the rows that used it, so the shares add up to the cost of all \
         these answers.",
        &["hypothesis", "subject", "method", "answers", "tokens", "usd_alone", "usd_share"],
    );
    for one in verdicts.iter().filter(|one| is_priced(one)) {
        let cells = vec![
            one.hypothesis.as_str().into(),
            one.subject.as_str().into(),
            one.method.as_str().into(),
            one.used.answers.into(),
            one.used.tokens.into(),
            dollars(one.used.alone),
            dollars(one.used.share),
        ];
        table.row(false, cells);
    }
    table.build()
}

/// Cell of a count; empty for 0.
fn counted(count: u64) -> Value {
    if count > 0 { count.into() } else { Value::Missing }
}

fn dollars(usd: Usd) -> Value {
    Value::Dollars(usd.dollars())
}

/// Cells of answers, input tokens, output tokens and cost.
fn spending(spent: &Spending) -> [Value; 4] {
    [
        spent.answers.into(),
        spent.tokens.input.into(),
        spent.tokens.output.into(),
        Value::from_option(spent.cost, dollars),
    ]
}
