//! Handing in open questions to their provider as batches.

use super::open_questions::{OpenQuestions, factory, open_questions, planned, sender};
use super::part::QuestionPart;
use crate::error::{Context as _, Result, bail};
use crate::event::{NoticeCode, SharedSink};
use crate::hints::{label, unheard_of};
use crate::money::{
    ForecastInputs, Prices, PromptTokens, QuestionStatus, TokenCensus, ledger, subject_histories,
    unpriced,
};
use crate::options::{ModelAccess, PriceOptions};
use peirast_cost::{Budget, Forecast, Span, Usd};
use peirast_decimals::counted;
use peirast_llm::batch::{BatchRequest, Desk};
use peirast_record::{BatchTally, Key};
use peirast_report::escape_line;
use peirast_store::{Store, Submission, SubmissionStage};
use std::collections::BTreeMap;
use std::ops::Range;
use std::time::{SystemTime, UNIX_EPOCH};

/// Options of handing in.
#[derive(Clone, Debug, Default)]
pub struct SubmitOptions {
    /// The subjects whose questions are handed in; empty for all live ones.
    pub subjects: Vec<String>,
    /// Access to live models.
    pub access: ModelAccess,
    /// Most questions.
    pub most: Option<usize>,
    /// Most that all answers of the run directory may cost, in US dollars.
    pub budget: Option<Usd>,
    /// Prices that the built-in table does not have.
    pub prices: PriceOptions,
    /// True if nothing will be handed in; then no key is needed.
    pub dry_run: bool,
}

/// The batches of one subject.
pub struct SubjectBatches {
    desk: Desk,
    open: OpenQuestions,
    /// Batches, each as places among the subject's open questions.
    pub batches: Vec<Range<usize>>,
    /// Forecast of the batches.
    pub forecast: Forecast,
}

impl SubjectBatches {
    /// Returns the name of the subject.
    pub fn subject(&self) -> &str {
        &self.open.subject
    }

    /// Returns the endpoint of the subject.
    pub fn endpoint(&self) -> &str {
        &self.open.endpoint
    }

    /// Returns the form of batches that its provider takes.
    pub fn form(&self) -> peirast_llm::batch::Form {
        self.desk.form()
    }

    /// Returns the number of questions.
    pub fn questions(&self) -> usize {
        self.batches.iter().map(ExactSizeIterator::len).sum()
    }

    /// Returns the cost at the batch price; at full price where the provider has no other.
    pub fn cost(&self) -> Option<Span<Usd>> {
        self.forecast.batch.or(self.forecast.cost)
    }
}

/// Open questions divided into batches, ready to be handed in.
pub struct Submissions {
    /// The batches of each subject.
    pub subjects: Vec<SubjectBatches>,
    prices: Prices,
}

/// Divides the open questions into batches. Nothing is handed in.
///
/// # Errors
/// A batch whose hand-in broke off, workers that ask the same questions, providers that take no
/// batches, a budget that the batches could exceed.
pub async fn prepare(
    store: &Store,
    options: &SubmitOptions,
    events: &SharedSink,
) -> Result<Submissions> {
    check_settled(store, &options.access).await?;
    check_alone(store).await?;
    let prices = Prices::load(&options.prices)?.knowing(store).await?;
    let subjects = gather(store, options, &prices, events).await?;
    for one in &subjects {
        let tariff = prices.tariff(one.subject(), one.endpoint());
        let priced = std::iter::once((one.subject(), one.endpoint(), &tariff));
        prices.warn_of_dates(priced, events.as_ref());
    }
    if let Some(budget) = options.budget {
        check_budget(store, &subjects, &prices, budget).await?;
    }
    Ok(Submissions { subjects, prices })
}

impl Submissions {
    /// Hands the batches in. Each is stored with its questions before it is sent.
    ///
    /// # Errors
    /// A batch that the provider does not take; those before it are handed in.
    pub async fn submit(&mut self, store: &Store, events: &SharedSink) -> Result<()> {
        let asked = self.subjects.iter().filter(|one| one.questions() > 0);
        let asked = asked.map(|one| (one.open.subject.as_str(), one.open.endpoint.as_str()));
        self.prices.keep(store, asked).await?;
        for subject in &self.subjects {
            for places in &subject.batches {
                let asked = subject.open.asked_at(places.clone())?;
                hand_in(store, subject, &asked, events).await?;
            }
        }
        Ok(())
    }

    /// Returns true if there is no batch to hand in.
    pub fn is_empty(&self) -> bool {
        self.subjects.iter().all(|one| one.batches.is_empty())
    }
}

/// Checks that no hand-in broke off.
async fn check_settled(store: &Store, live: &ModelAccess) -> Result<()> {
    let lost =
        store.submissions().await?.into_iter().find(|one| one.stage == SubmissionStage::HandingIn);
    lost.map_or(Ok(()), |lost| bail!(Batch, "{}", unheard_of(store, &lost, live)))
}

/// Checks that no worker asks the same questions.
async fn check_alone(store: &Store) -> Result<()> {
    match store.workers().await?.iter().filter(|worker| worker.expires_in_us > 0).count() {
        0 => Ok(()),
        n => bail!(
            Batch,
            "{n} workers are asking these questions: wait until they are done, or stop them"
        ),
    }
}

async fn gather(
    store: &Store,
    options: &SubmitOptions,
    prices: &Prices,
    events: &SharedSink,
) -> Result<Vec<SubjectBatches>> {
    let factory = factory(&options.access, !options.dry_run, events)?;
    let mut left = options.most.unwrap_or(usize::MAX);
    let mut subjects = Vec::new();
    let mut refused = Vec::new();
    for one in planned(store, &options.subjects).await? {
        let hosted = sender(&one.subject, &one.endpoint, &factory)?;
        let Some(desk) = Desk::new(&hosted) else {
            refused.push(one.subject);
            continue;
        };
        let questions = open_questions(store, &one, hosted).await?;
        let batches = divide(&questions, left, &desk)?;
        let count = batches.last().map_or(0, |last| last.end);
        left -= count;
        let forecast = forecast(store, &questions, count, prices).await?;
        subjects.push(SubjectBatches { desk, open: questions, batches, forecast });
    }
    match (refused.as_slice(), subjects.is_empty()) {
        ([], true) => {
            bail!(Batch, "nothing is planned for a live subject in {}", store.dir().display())
        }
        ([first, ..], true) => bail!(
            Batch,
            "the provider of {} takes no batches: ask it with `peirast run`, or with `peirast batch \
             export`, if an engine of your own executes the file",
            escape_line(first)
        ),
        (some, false) => some.iter().for_each(|subject| {
            let message = format!("{subject}: its provider takes no batches; left out");
            events.notice(NoticeCode::Batch, &message);
        }),
    }
    Ok(subjects)
}

/// Divides the first questions of a subject into batches that the provider takes.
fn divide(questions: &OpenQuestions, most: usize, desk: &Desk) -> Result<Vec<Range<usize>>> {
    let form = desk.form();
    // Bytes around a body in the largest of the forms.
    let size = |one: &BatchRequest| one.body.len() + one.trial.text().len() + 160;
    let mut batches: Vec<Range<usize>> = Vec::new();
    let mut bytes = 0;
    for (place, one) in questions.asked(QuestionPart::WHOLE, most).enumerate() {
        let one = one?;
        let more = size(&one);
        if more > form.most_bytes() {
            bail!(
                Batch,
                "question {} to {} is larger than a whole batch may be",
                one.trial,
                escape_line(&questions.subject)
            );
        }
        match batches.last_mut() {
            Some(last)
                if last.len() < form.most_requests() && bytes + more <= form.most_bytes() =>
            {
                last.end = place + 1;
                bytes += more;
            }
            _ => {
                batches.push(place..place + 1);
                bytes = more;
            }
        }
    }
    Ok(batches)
}

async fn forecast(
    store: &Store,
    questions: &OpenQuestions,
    n: usize,
    prices: &Prices,
) -> Result<Forecast> {
    let names = std::iter::once(questions.subject.as_str());
    let counts = tokio::task::block_in_place(|| PromptTokens::count(&questions.prompts, names));
    let histories =
        subject_histories(store, prices, &|counter, trial| counts.get(counter, &trial.prompt))
            .await?;
    let census = TokenCensus::new(&questions.subject, &questions.endpoint);
    let trials = questions.trials.iter().take(n);
    let history = histories.get(&questions.subject);
    let inputs = ForecastInputs { history, ..ForecastInputs::default() };
    let census = census.with(trials, |_| QuestionStatus::Open, &counts);
    Ok(census.into_forecast(inputs, prices).forecast)
}

/// Checks that the batches cannot exceed the budget.
async fn check_budget(
    store: &Store,
    subjects: &[SubjectBatches],
    prices: &Prices,
    budget: Usd,
) -> Result<()> {
    let limit = Budget { usd: Some(budget), tokens: None };
    let mut most = Usd::ZERO;
    for subject in subjects.iter().filter(|subject| subject.questions() > 0) {
        let (name, endpoint) = (subject.subject(), subject.endpoint());
        let tariff = prices.tariff(name, endpoint);
        prices.check_budget(limit, std::iter::once((name, endpoint, &tariff)))?;
        let cost = subject.cost().with_context(|| {
            let OpenQuestions { subject, endpoint, .. } = &subject.open;
            format!("--budget needs prices, and there is {}", unpriced(subject, endpoint))
        })?;
        most += cost.most;
    }
    let prompts: BTreeMap<_, _> = subjects
        .iter()
        .flat_map(|subject| subject.open.prompts.iter())
        .map(|(key, prompt)| (key.clone(), prompt.clone()))
        .collect();
    let terms = subjects
        .iter()
        .map(|one| (one.subject().to_owned(), prices.terms(one.subject(), one.endpoint())));
    let (ledger, _) = ledger(Some(store), terms.collect(), &prompts, limit, prices).await?;
    let balance = ledger.balance();
    if balance.spent().usd + most > budget {
        let besides = match balance.uncertain.usd {
            none if none.is_zero() => String::new(),
            some => format!(
                " and up to {some} that batches under way cost and other attempts may have been charged"
            ),
        };
        bail!(
            Batch,
            "the batches could cost up to {most} in addition to the {} that this directory has \
             cost{besides}, more than the budget of {budget}: raise it, hand in fewer questions \
             with --most, or plan with a lower --max-tokens",
            balance.settled.usd
        );
    }
    Ok(())
}

async fn hand_in(
    store: &Store,
    subject: &SubjectBatches,
    asked: &[BatchRequest],
    events: &SharedSink,
) -> Result<()> {
    let keys: Vec<Key> = asked.iter().map(|one| one.trial.clone()).collect();
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    let new = Submission {
        number: 0,
        subject: subject.open.subject.clone(),
        endpoint: subject.open.endpoint.clone(),
        job: None,
        stage: SubmissionStage::HandingIn,
        questions: keys.len() as u64,
        tally: BatchTally::default(),
        handed_in_us: i64::try_from(now.as_micros()).unwrap_or(i64::MAX),
        trouble: None,
    };
    let mut submission = store.submit(new, &keys).await?;
    let number = submission.number;
    match subject.desk.hand_in(&label(&submission), asked).await {
        Ok(job) => {
            let questions = counted(asked.len() as u64, "question", "questions");
            let subject = &submission.subject;
            let message =
                format!("batch {number}: {questions} to {subject}, accepted as {}", job.id);
            events.notice(NoticeCode::Batch, &message);
            submission.stage = SubmissionStage::UnderWay;
            submission.tally = job.tally;
            submission.job = Some(job.id);
            Ok(store.update(&submission).await?)
        }
        Err(not_taken) => {
            submission.trouble = Some(not_taken.failure.message.clone());
            if !not_taken.may_be_there {
                submission.stage = SubmissionStage::Failed;
            }
            store.update(&submission).await?;
            let doubt = match not_taken.may_be_there {
                true => format!(
                    "; it is unknown whether it arrived: look for `{}` among the provider's batches",
                    label(&submission)
                ),
                false => String::new(),
            };
            bail!(Batch, "batch {number} was not accepted: {}{doubt}", not_taken.failure.message)
        }
    }
}
