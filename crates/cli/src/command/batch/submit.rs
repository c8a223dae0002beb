//! `peirast batch submit`: open questions, handed in to their provider.

use super::lane::{Lane, lane, opened, planned, reach, sender};
use crate::args::{BatchSubmitArgs, LiveArgs};
use crate::command::runtime;
use crate::costs::{
    Asked as AskedSubject, Asking, Counts, Outlook, Prices, Seen, past, purser, unpriced,
};
use crate::hints::{label, unheard_of};
use crate::{column, voice};
use anyhow::{Context as _, Result, bail};
use peirast_cost::{Budget, Forecast, Span, Usd};
use peirast_llm::batch::{Asked, Desk};
use peirast_record::{BatchTally, Key};
use peirast_report::{escape_json, escape_line};
use peirast_store::{Store, Submission, SubmissionStage};
use serde_json::json;
use std::collections::BTreeMap;
use std::ops::Range;
use std::process::ExitCode;
use std::time::{SystemTime, UNIX_EPOCH};

/// What is handed in for one subject.
struct Handful {
    desk: Desk,
    lane: Lane,
    /// Each is a batch: places among the lane's questions.
    batches: Vec<Range<usize>>,
    forecast: Forecast,
}

impl Handful {
    fn questions(&self) -> usize {
        self.batches.iter().map(ExactSizeIterator::len).sum()
    }

    /// What it costs in batches; at full price, where no other is known.
    fn cost(&self) -> Option<Span<Usd>> {
        self.forecast.batch.or(self.forecast.cost)
    }
}

/// Hands the open questions in.
pub(super) fn submit(args: &BatchSubmitArgs) -> Result<ExitCode> {
    runtime()?.block_on(async {
        let store = opened(&args.of.dir, !args.dry_run).await?;
        let done = submit_all(&store, args).await;
        store.close().await;
        done
    })?;
    Ok(ExitCode::SUCCESS)
}

async fn submit_all(store: &Store, args: &BatchSubmitArgs) -> Result<()> {
    check_settled(store, &args.of.live).await?;
    check_alone(store).await?;
    let mut prices = Prices::load(&args.prices)?.knowing(store).await?;
    let handfuls = gathered(store, args, &prices).await?;
    if let Some(budget) = args.budget.and_then(Usd::new) {
        check_budget(store, &handfuls, &prices, budget).await?;
    }
    voice::result(&told(&handfuls, args)?)?;
    if args.dry_run {
        voice::note("nothing was handed in");
        return Ok(());
    }
    let asked = handfuls.iter().filter(|handful| handful.questions() > 0);
    let asked = asked.map(|one| (one.lane.subject.as_str(), one.lane.endpoint.as_str()));
    prices.keep(store, asked).await?;
    for handful in &handfuls {
        for places in &handful.batches {
            hand_in(store, handful, &handful.lane.asked_at(places.clone())?).await?;
        }
    }
    if handfuls.iter().any(|handful| !handful.batches.is_empty()) {
        let dir = args.of.dir.display();
        let live = args.of.live.repeated();
        voice::note(&format!("pick the answers up with: peirast batch collect {dir} --wait{live}"));
    }
    Ok(())
}

/// Refuses to hand in more while it is not known what became of a batch.
async fn check_settled(store: &Store, live: &LiveArgs) -> Result<()> {
    let lost =
        store.submissions().await?.into_iter().find(|one| one.stage == SubmissionStage::HandingIn);
    lost.map_or(Ok(()), |lost| bail!("{}", unheard_of(store, &lost, live)))
}

/// Refuses while workers ask the same questions.
async fn check_alone(store: &Store) -> Result<()> {
    match store.workers().await?.iter().filter(|worker| worker.expires_in_us > 0).count() {
        0 => Ok(()),
        n => {
            bail!("{n} workers are asking these questions: wait until they are done, or stop them")
        }
    }
}

async fn gathered(store: &Store, args: &BatchSubmitArgs, prices: &Prices) -> Result<Vec<Handful>> {
    let reach = reach(&args.of.live, !args.dry_run)?;
    let mut left = args.most.unwrap_or(usize::MAX);
    let mut handfuls = Vec::new();
    let mut refused = Vec::new();
    for one in planned(store, &args.of.models).await? {
        let hosted = sender(&one.subject, &one.endpoint, &reach)?;
        let Some(desk) = Desk::of(&hosted) else {
            refused.push(one.subject);
            continue;
        };
        let lane = lane(store, &one, hosted).await?;
        let batches = divided(&lane, left, &desk)?;
        let count = batches.last().map_or(0, |last| last.end);
        left -= count;
        let forecast = forecast(store, &lane, count, prices).await?;
        handfuls.push(Handful { desk, lane, batches, forecast });
    }
    match (refused.as_slice(), handfuls.is_empty()) {
        ([], true) => bail!("nothing is planned for a live subject in {}", args.of.dir.display()),
        ([first, ..], true) => bail!(
            "the provider of {} takes no batches: ask it with `peirast run`, or with `peirast batch \
             export`, if an engine of your own executes the file",
            escape_line(first)
        ),
        (some, false) => some.iter().for_each(|subject| {
            voice::note(&format!("{subject}: its provider takes no batches; left out"));
        }),
    }
    Ok(handfuls)
}

/// The first questions of a lane in batches that the provider takes.
fn divided(lane: &Lane, most: usize, desk: &Desk) -> Result<Vec<Range<usize>>> {
    let form = desk.form();
    // What surrounds a body in the largest of the forms.
    let size = |one: &Asked| one.body.len() + one.trial.text().len() + 160;
    let mut batches: Vec<Range<usize>> = Vec::new();
    let mut bytes = 0;
    for (place, one) in lane.asked(most).enumerate() {
        let one = one?;
        let more = size(&one);
        if more > form.most_bytes() {
            bail!(
                "question {} to {} is larger than a whole batch may be",
                one.trial,
                escape_line(&lane.subject)
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

async fn forecast(store: &Store, lane: &Lane, n: usize, prices: &Prices) -> Result<Forecast> {
    let names = std::iter::once(lane.subject.as_str());
    let counts = tokio::task::block_in_place(|| Counts::of(&lane.prompts, names));
    let pasts = past(store, prices, &|counter, trial| counts.get(counter, &trial.prompt)).await?;
    let trials = &lane.trials[..n.min(lane.trials.len())];
    let seen = Seen::new(&lane.subject, &lane.endpoint, trials);
    let outlook = Outlook::new(&seen, &|_| false, pasts.get(&lane.subject), &counts, prices);
    Ok(outlook.forecast)
}

/// Refuses what could cost more than the budget leaves.
async fn check_budget(
    store: &Store,
    handfuls: &[Handful],
    prices: &Prices,
    budget: Usd,
) -> Result<()> {
    let mut most = Usd::ZERO;
    for handful in handfuls.iter().filter(|handful| handful.questions() > 0) {
        let cost = handful.cost().with_context(|| {
            let Lane { subject, endpoint, .. } = &handful.lane;
            format!("--budget needs prices, and there is {}", unpriced(subject, endpoint))
        })?;
        most = [most, cost.most].into_iter().sum();
    }
    let lanes = || handfuls.iter().map(|handful| &handful.lane);
    let prompts: BTreeMap<_, _> = lanes()
        .flat_map(|lane| lane.prompts.iter())
        .map(|(key, p)| (key.clone(), p.clone()))
        .collect();
    let asking = Asking {
        prompts: &prompts,
        subjects: lanes()
            .map(|lane| AskedSubject {
                name: &lane.subject,
                endpoint: &lane.endpoint,
                account: &lane.endpoint,
                width: None,
                tariff: prices.tariff(&lane.subject, &lane.endpoint),
                open: lane.trials.len() as u64,
            })
            .collect(),
        max_tokens: None,
        concurrency: 0,
    };
    let limit = Budget { usd: Some(budget), tokens: None };
    let balance = purser(Some(store), &asking, limit, prices).await?.0.balance();
    let all: Usd = [balance.spent().usd, most].into_iter().sum();
    if all > budget {
        let besides = match balance.uncertain.usd {
            none if none.is_zero() => String::new(),
            some => format!(
                " and up to {some} that batches under way cost and other attempts may have been charged"
            ),
        };
        bail!(
            "the batches could cost up to {most} beside the {} that this directory has cost{besides}, more \
             than the budget of {budget}: raise it, hand in fewer questions with --most, or plan with a \
             lower --max-tokens",
            balance.settled.usd
        );
    }
    Ok(())
}

fn told(handfuls: &[Handful], args: &BatchSubmitArgs) -> Result<String> {
    let names: Vec<_> = handfuls.iter().map(|one| escape_line(&one.lane.subject)).collect();
    let width = column::width(&names);
    let mut text = match args.json {
        true => String::new(),
        false => format!(
            "{:<width$} {:>9} {:>8} {:>14} {:>20}  cost in batches\n",
            "subject", "questions", "batches", "input tokens", "output tokens"
        ),
    };
    for (name, one) in names.iter().zip(handfuls) {
        let (forecast, cost) = (&one.forecast, one.cost());
        if args.json {
            let line = json!({
                "subject": one.lane.subject, "endpoint": one.lane.endpoint,
                "form": one.desk.form(), "questions": one.questions(),
                "batches": one.batches.len(), "cost": cost, "forecast": forecast,
            });
            text.push_str(&format!("{}\n", escape_json(&serde_json::to_string(&line)?)));
            continue;
        }
        let cost = match (cost, &forecast.free) {
            (_, Some(why)) => format!("free ({why})"),
            (Some(Span { expected, most }), None) => format!("{expected}, at most {most}"),
            (None, None) => "no price known".to_owned(),
        };
        let output = format!("{} to {}", forecast.output.expected, forecast.output.most);
        text.push_str(&format!(
            "{name:<width$} {:>9} {:>8} {:>14} {output:>20}  {cost}\n",
            one.questions(),
            one.batches.len(),
            forecast.input.tokens,
        ));
    }
    Ok(text)
}

async fn hand_in(store: &Store, handful: &Handful, asked: &[Asked]) -> Result<()> {
    let keys: Vec<Key> = asked.iter().map(|one| one.trial.clone()).collect();
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    let new = Submission {
        number: 0,
        subject: handful.lane.subject.clone(),
        endpoint: handful.lane.endpoint.clone(),
        job: None,
        stage: SubmissionStage::HandingIn,
        questions: keys.len() as u64,
        tally: BatchTally::default(),
        handed_in_us: i64::try_from(now.as_micros()).unwrap_or(i64::MAX),
        trouble: None,
    };
    let mut submission = store.submit(new, &keys).await?;
    let number = submission.number;
    match handful.desk.hand_in(&label(&submission), asked).await {
        Ok(job) => {
            voice::note(&format!(
                "batch {number}: {} questions to {}, taken on as {}",
                asked.len(),
                submission.subject,
                job.id
            ));
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
            let unsure = if not_taken.may_be_there {
                format!(
                    "; whether it arrived is not known: look for `{}` among the provider's batches",
                    label(&submission)
                )
            } else {
                String::new()
            };
            bail!("batch {number} was not taken on: {}{unsure}", not_taken.failure.message)
        }
    }
}
