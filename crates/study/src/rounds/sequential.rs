//! A sequential test: it asks step by step, and stops when a verdict is safe.

use super::schedule::{Schedule, still_open};
use super::{Round, RoundPolicy, RoundState};
use crate::artifact::write;
use crate::error::Result;
use crate::event::NoticeCode;
use crate::grade::Loading;
use crate::money::subject_histories;
use crate::plan::QuestionSet;
use futures::future::BoxFuture;
use peirast_cost::{Counter, Experience, TokenCount, Tokens};
use peirast_decimals::counted;
use peirast_record::{Contrast, Key, Sequential, Study, Trial, is_simulated};
use peirast_report::{Evidence, escape_line};
use serde::Serialize;
use serde_json::json;
use std::collections::BTreeSet;
use std::sync::Arc;

/// Most looks at a study of many items; more would take time and gain nothing.
const MOST_LOOKS: u32 = 40;

/// Returns the default step of a study: ten items, or a fortieth of them if that is more.
pub(crate) fn suited(study: &Study) -> Sequential {
    let items = study.families.iter().map(|family| family.n).max().unwrap_or(0);
    Sequential { block: Sequential::default().block.max(items.div_ceil(MOST_LOOKS)) }
}

/// Policy that asks step by step, of each subject only the trials that undecided comparisons need.
pub(crate) struct SequentialTest {
    schedule: Schedule,
    /// Undecided comparisons of each subject.
    open: Vec<BTreeSet<usize>>,
    evidence: Vec<Vec<Evidence>>,
    /// Trials of the steps begun so far, of each subject.
    asked: Vec<BTreeSet<Key>>,
    /// First step that was not begun.
    next: u64,
    /// Step whose answers are to be evaluated next.
    under_way: Option<u64>,
}

impl SequentialTest {
    pub(crate) fn new(schedule: Schedule, questions: &QuestionSet) -> Self {
        let subjects = questions.subjects.len();
        Self {
            open: vec![schedule.all(); subjects],
            evidence: vec![Vec::new(); subjects],
            asked: vec![BTreeSet::new(); subjects],
            next: 0,
            under_way: None,
            schedule,
        }
    }

    /// Evaluates the answers of a step.
    async fn look(&mut self, state: &RoundState<'_>, step: u64) -> Result<()> {
        let RoundState { store, study, questions, summary, .. } = state;
        let problems = Some(questions.problems.clone());
        let loading = Loading { problems, ..Loading::new(Some(study)) };
        let (_, outcomes) = loading.load(store, |_, _, _| ()).await?;
        for (at, (subject, _)) in questions.subjects.iter().enumerate() {
            let evidence = self.schedule.evidence(study, &outcomes, subject.name(), step)?;
            self.open[at] = still_open(&evidence);
            self.evidence[at] = evidence;
            if summary.stopped.iter().any(|stopped| stopped.subject == subject.name()) {
                self.open[at].clear();
            }
        }
        Ok(())
    }

    fn note_progress(&self, state: &RoundState<'_>, step: u64) {
        let left: usize = self.open.iter().map(BTreeSet::len).sum();
        let all = self.schedule.contrasts.len() * self.open.len();
        let message = format!(
            "after {} of each variant, {} of {all} comparisons are decided{}",
            counted((step + 1) * u64::from(self.schedule.block), "item", "items"),
            all - left,
            if step == self.schedule.last && left > 0 {
                ", and the others have no pairs left"
            } else {
                ""
            }
        );
        state.events.notice(NoticeCode::Sequential, &message);
    }
}

impl RoundPolicy for SequentialTest {
    fn next<'a>(&'a mut self, state: &'a RoundState<'a>) -> BoxFuture<'a, Result<Round>> {
        Box::pin(async {
            if let Some(step) = self.under_way.take() {
                self.look(state, step).await?;
                self.note_progress(state, step);
            }
            while self.next <= self.schedule.last {
                let step = self.next;
                self.next += 1;
                let mut round = Vec::new();
                for (at, (subject, trials)) in state.questions.subjects.iter().enumerate() {
                    let next = self.schedule.step(step, &self.open[at], trials);
                    self.asked[at].extend(next.iter().map(|trial| trial.key.clone()));
                    round.push((Arc::clone(subject), Arc::new(next)));
                }
                if round.iter().any(|(_, trials)| !trials.is_empty()) {
                    self.under_way = Some(step);
                    return Ok(Round::Trials(round));
                }
            }
            Ok(Round::Done)
        })
    }

    fn steps(&self) -> bool {
        true
    }

    fn interrupted<'a>(&'a mut self, state: &'a RoundState<'a>) -> BoxFuture<'a, Result<()>> {
        Box::pin(async {
            match self.under_way.take() {
                Some(step) => self.look(state, step).await,
                None => Ok(()),
            }
        })
    }

    fn close<'a>(&'a self, state: &'a RoundState<'a>) -> BoxFuture<'a, Result<()>> {
        Box::pin(async {
            let answered = state.store.answered_keys().await?;
            let subjects = 0..state.questions.subjects.len();
            let ended: Vec<_> = subjects.map(|at| self.ended(state, at, &answered)).collect();
            report(state, &ended).await
        })
    }
}

/// The result of a sequential run, for one subject.
#[derive(Debug, Serialize)]
struct SequentialOutcome {
    subject: String,
    /// Questions that the hypotheses need in all.
    planned: u64,
    /// Questions of the steps that were begun.
    asked: u64,
    /// Answered questions of these steps.
    answered: u64,
    /// True if every comparison ended.
    finished: bool,
    /// Characters of the questions that were not asked.
    characters_saved: u64,
    /// Input tokens of these questions by the subject's counter; `None` if it is simulated.
    #[serde(skip_serializing_if = "Option::is_none")]
    input_tokens_saved: Option<u64>,
    #[serde(skip)]
    endpoint: String,
    rows: Vec<ComparisonOutcome>,
}

/// The result of one comparison.
#[derive(Debug, Serialize)]
struct ComparisonOutcome {
    hypothesis: String,
    method: String,
    /// E-value, at the decision if there is one.
    e: f64,
    rejected: bool,
    /// Reason for stopping: `rejected`; `futile` if no planned pair could lead to rejection; `end`
    /// of its pairs; `open` in a run that is not finished.
    stopped: &'static str,
    /// Number of items of each variant at the decision.
    items_per_variant: Option<u64>,
}

impl SequentialTest {
    /// Returns the result of the subject in a place.
    fn ended(
        &self,
        state: &RoundState<'_>,
        at: usize,
        answered: &BTreeSet<Key>,
    ) -> SequentialOutcome {
        let RoundState { questions, summary, .. } = state;
        let Self { schedule, asked, evidence, .. } = self;
        let (subject, trials) = &questions.subjects[at];
        let (asked, evidence) = (&asked[at], &evidence[at]);
        let stopped = summary.stopped.iter().any(|one| one.subject == subject.name());
        let finished = !summary.cancelled && summary.spent.is_none() && !stopped;
        let needed = || {
            let placed = schedule.trials.iter().zip(&**trials);
            placed.filter(|((_, needed), _)| !needed.is_empty()).map(|(_, trial)| trial)
        };
        let size = |trial: &Trial| {
            questions.prompts.get(&trial.prompt).map_or(0, |p| p.characters() as u64)
        };
        let saved = || needed().filter(|trial| !asked.contains(&trial.key));
        let counter = Counter::for_subject(subject.name());
        let counted = |trial: &Trial| {
            let prompt = questions.prompts.get(&trial.prompt);
            prompt.map_or(TokenCount::default(), |prompt| counter.count(&prompt.messages))
        };
        let input =
            || counter.tokens(saved().map(counted).fold(TokenCount::default(), TokenCount::plus));
        let row = |(contrast, evidence): (&Contrast, &Evidence)| ComparisonOutcome {
            hypothesis: contrast.hypothesis.clone(),
            method: contrast.method.clone(),
            e: evidence.process.e(),
            rejected: evidence.rejected,
            stopped: match evidence.decided {
                Some(_) if evidence.rejected => "rejected",
                Some(_) => "futile",
                None if finished => "end",
                None => "open",
            },
            items_per_variant: evidence.decided.map(|step| (step + 1) * u64::from(schedule.block)),
        };
        SequentialOutcome {
            subject: subject.name().to_owned(),
            planned: schedule.size(),
            asked: asked.len() as u64,
            answered: asked.intersection(answered).count() as u64,
            finished,
            characters_saved: saved().map(size).sum(),
            input_tokens_saved: (!is_simulated(subject.name())).then(input),
            endpoint: subject.endpoint().to_owned(),
            rows: schedule.contrasts.iter().zip(evidence).map(row).collect(),
        }
    }
}

/// Reports the savings of stopping early, and writes them to `sequential.json`.
async fn report(state: &RoundState<'_>, ended: &[SequentialOutcome]) -> Result<()> {
    let RoundState { dir, store, study, prices, events, .. } = state;
    let histories = subject_histories(store, prices, &|_, _| None).await?;
    for outcome in ended {
        if !outcome.finished {
            events.notice(NoticeCode::Sequential, &format!(
                "{}: {} of the {} questions planned so far are answered, of {} in all; the savings \
                 of stopping early are known at the end: run the same command again to continue",
                escape_line(&outcome.subject),
                outcome.answered,
                outcome.asked,
                outcome.planned
            ));
            continue;
        }
        let saved = outcome.planned.saturating_sub(outcome.asked);
        let rejected = outcome.rows.iter().filter(|row| row.rejected).count();
        let unknown = Experience::default();
        let known = histories.get(&outcome.subject).map_or(&unknown, |history| &history.experience);
        // The mean length of all its answers, under any protocol.
        let each = known.length("", saved, study.sampling.max_tokens).expected.mean;
        let output = (saved as f64 * each).round() as u64;
        let tokens = Tokens::new(outcome.input_tokens_saved.unwrap_or(0), output);
        let tariff = prices.tariff(&outcome.subject, &outcome.endpoint);
        let cost = tariff.cost(tokens).filter(|cost| !cost.is_zero());
        let money = cost.map_or(String::new(), |cost| format!(", about {cost}"));
        events.notice(NoticeCode::Sequential, &format!(
            "{}: {} of {} questions asked, {saved} saved by stopping early{money}; {rejected} of {} \
             comparisons rejected",
            escape_line(&outcome.subject),
            outcome.asked,
            outcome.planned,
            outcome.rows.len()
        ));
    }
    let artifact = json!({
        "version": peirast_record::VERSION, "study": study.id, "study_hash": study.hash()?.to_string(),
        "seed": study.seed, "alpha": study.alpha, "sequential": study.sequential, "subjects": ended,
    });
    write(&dir.join("sequential.json"), &(serde_json::to_string_pretty(&artifact)? + "\n"))
}
