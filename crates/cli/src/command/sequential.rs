//! `peirast run --sequential`: ask step by step, and no more once a verdict is safe.

mod upcoming;

pub(super) use upcoming::Upcoming;

use super::asking::{Besides, ask_round};
use super::questions::Questions;
use super::report::write;
use crate::args::RunArgs;
use crate::costs::{Prices, past};
use crate::grading::{self, Loading};
use crate::voice;
use anyhow::{Context as _, Result, bail};
use peirast_cost::{Counted, Counter, Experience, Tokens, is_simulated};
use peirast_record::{Contrast, Factors, Key, Sequential, Study, Trial};
use peirast_report::{Course, Evidence, Outcomes, escape_line, follow, step_of};
use peirast_run::{Cancel, Summary};
use peirast_store::Store;
use peirast_task::Plan;
use serde::Serialize;
use serde_json::json;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;

/// Looks at a study of many items: further apart, so that looking takes no time worth mentioning.
const MOST_LOOKS: u32 = 40;

/// The step that suits a study: ten items, or a fortieth of them.
pub fn suited(study: &Study) -> Sequential {
    let items = study.families.iter().map(|family| family.n).max().unwrap_or(0);
    Sequential { block: Sequential::default().block.max(items.div_ceil(MOST_LOOKS)) }
}

/// What is asked in which step, and for which comparisons.
pub struct Schedule {
    block: u32,
    contrasts: Vec<Contrast>,
    /// Of each comparison, the pairs of each step.
    planned: Vec<BTreeMap<u64, u64>>,
    /// Of each trial of a subject, in order: its step, and the comparisons that it is for.
    trials: Vec<(u64, Vec<usize>)>,
    last: u64,
}

impl Schedule {
    /// The schedule of a study. Questions that no hypothesis compares are in no step.
    pub(super) fn new(
        block: u32,
        study: &Study,
        plan: &Plan,
        questions: &Questions,
    ) -> Result<Self> {
        let none: &[Trial] = &[];
        let trials = questions.subjects.first().map_or(none, |(_, trials)| trials.as_slice());
        let mut by_levels: BTreeMap<Factors, Vec<usize>> = BTreeMap::new();
        let mut steps = Vec::with_capacity(trials.len());
        let mut items: Vec<&str> = Vec::with_capacity(trials.len());
        for (at, trial) in trials.iter().enumerate() {
            let problem = questions.problems.get(&trial.problem).context("a trial of a problem")?;
            let by_temperature = !study.temperatures.is_empty();
            let levels = grading::levels(&plan.protocols, problem, trial, by_temperature)?;
            let Some(step) = step_of(&problem.item, block) else {
                bail!(
                    "--sequential asks items in the order of their numbers, and item `{}` has none",
                    problem.item
                );
            };
            by_levels.entry(levels).or_default().push(at);
            steps.push((step, Vec::new()));
            items.push(&problem.item);
        }
        let mut own = Self {
            block,
            contrasts: plan.contrasts.clone(),
            planned: Vec::new(),
            last: steps.iter().map(|(step, _)| *step).max().unwrap_or(0),
            trials: steps,
        };
        for (number, contrast) in plan.contrasts.iter().enumerate() {
            let planned = own.place(number, contrast, &by_levels, &items);
            own.planned.push(planned);
        }
        Ok(own)
    }

    /// Notes which trials a comparison needs; gives its pairs by step.
    fn place(
        &mut self,
        number: usize,
        contrast: &Contrast,
        by_levels: &BTreeMap<Factors, Vec<usize>>,
        items: &[&str],
    ) -> BTreeMap<u64, u64> {
        let mut planned = BTreeMap::new();
        for unit in &contrast.units {
            let of = |wanted: &Factors| -> Vec<usize> {
                let levels = by_levels.iter().filter(|(levels, _)| levels.matches(wanted));
                levels.flat_map(|(_, trials)| trials.iter().copied()).collect()
            };
            let (original, perturbed) = (of(&unit.original), of(&unit.perturbed));
            let named = |trials: &[usize]| -> BTreeSet<&str> {
                trials.iter().map(|at| items[*at]).collect()
            };
            for item in named(&original).intersection(&named(&perturbed)) {
                let step = step_of(item, self.block).unwrap_or(0);
                *planned.entry(step).or_default() += 1;
            }
            for at in original.into_iter().chain(perturbed) {
                let needed = &mut self.trials[at].1;
                if needed.last() != Some(&number) {
                    needed.push(number);
                }
            }
        }
        planned
    }

    /// The trials of a step that comparisons still open need.
    fn step(&self, step: u64, open: &BTreeSet<usize>, trials: &[Trial]) -> Vec<Trial> {
        let wanted = |(own, needed): &(u64, Vec<usize>)| {
            *own == step && needed.iter().any(|contrast| open.contains(contrast))
        };
        let placed = self.trials.iter().zip(trials).filter(|(place, _)| wanted(place));
        placed.map(|(_, trial)| trial.clone()).collect()
    }

    /// Every comparison.
    fn all(&self) -> BTreeSet<usize> {
        (0..self.contrasts.len()).collect()
    }

    /// How many questions the hypotheses need in all.
    fn size(&self) -> u64 {
        self.trials.iter().filter(|(_, needed)| !needed.is_empty()).count() as u64
    }

    /// Where each comparison of a subject stands after a step.
    fn evidence(
        &self,
        study: &Study,
        outcomes: &Outcomes,
        subject: &str,
        step: u64,
    ) -> Result<Vec<Evidence>> {
        let mut families: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
        for (at, contrast) in self.contrasts.iter().enumerate() {
            families.entry(contrast.test_family.as_str()).or_default().push(at);
        }
        let mut found: BTreeMap<usize, Evidence> = BTreeMap::new();
        for members in families.values() {
            let course = |at: &usize| -> Result<Course> {
                let contrast = &self.contrasts[*at];
                let course = Course::of(contrast, outcomes, subject, study.treatment, self.block)?;
                Ok(Course { planned: self.planned[*at].clone(), ..course })
            };
            let courses: Vec<Course> = members.iter().map(course).collect::<Result<_>>()?;
            found.extend(members.iter().copied().zip(follow(&courses, study.alpha, step)?));
        }
        Ok(found.into_values().collect())
    }
}

/// What a sequential run came to, for one subject.
#[derive(Debug, Serialize)]
pub struct Ended {
    subject: String,
    /// Questions that the hypotheses need in all.
    planned: u64,
    /// Questions of the steps that were begun.
    asked: u64,
    /// Those of them that have an answer.
    answered: u64,
    /// Whether every comparison came to its end.
    finished: bool,
    /// Characters of the questions that were not.
    characters_saved: u64,
    /// Their input tokens, as they are counted for this subject; none where it is simulated.
    #[serde(skip_serializing_if = "Option::is_none")]
    input_tokens_saved: Option<u64>,
    #[serde(skip)]
    endpoint: String,
    rows: Vec<Decided>,
}

/// Where a comparison ended.
#[derive(Debug, Serialize)]
struct Decided {
    hypothesis: String,
    method: String,
    /// The e-value, at the decision if there is one.
    e: f64,
    rejected: bool,
    /// Why it is asked no more: `rejected`, `futile` if no pair still planned could change that it
    /// is not, or `end` of its pairs; `open` in a run that is not finished.
    stopped: &'static str,
    /// After how many items of each variant it was decided.
    items_per_variant: Option<u64>,
}

/// The comparisons that are not decided.
fn still_open(evidence: &[Evidence]) -> BTreeSet<usize> {
    let stands = |(at, own): (usize, &Evidence)| own.decided.is_none().then_some(at);
    evidence.iter().enumerate().filter_map(stands).collect()
}

/// Asks step by step; of each subject only what comparisons still open need.
pub(super) async fn ask(
    store: &Store,
    study: &Study,
    schedule: &Schedule,
    questions: &Questions,
    args: &RunArgs,
    cancel: &Cancel,
) -> Result<(Summary, Vec<Ended>)> {
    let mut open = vec![schedule.all(); questions.subjects.len()];
    let mut evidence: Vec<Vec<Evidence>> = vec![Vec::new(); questions.subjects.len()];
    let mut asked: Vec<BTreeSet<Key>> = vec![BTreeSet::new(); questions.subjects.len()];
    let mut summary = Summary::default();
    for step in 0..=schedule.last {
        let mut round = Vec::new();
        for (at, (subject, trials)) in questions.subjects.iter().enumerate() {
            let next = schedule.step(step, &open[at], trials);
            asked[at].extend(next.iter().map(|trial| trial.key.clone()));
            round.push((Arc::clone(subject), Arc::new(next)));
        }
        if round.iter().all(|(_, trials)| trials.is_empty()) {
            continue;
        }
        summary.add(ask_round(store, questions, &round, Besides::default(), args, cancel).await?);
        let loading =
            Loading { problems: Some(questions.problems.clone()), ..Loading::of(Some(study)) };
        let (_, outcomes) = loading.load(store, |_, _, _| ()).await?;
        for (at, (subject, _)) in questions.subjects.iter().enumerate() {
            evidence[at] = schedule.evidence(study, &outcomes, subject.name(), step)?;
            open[at] = still_open(&evidence[at]);
            if summary.stopped.iter().any(|stopped| stopped.subject == subject.name()) {
                open[at].clear();
            }
        }
        if summary.cancelled || summary.spent.is_some() {
            break;
        }
        let left: usize = open.iter().map(BTreeSet::len).sum();
        let all = schedule.contrasts.len() * open.len();
        voice::note(&format!(
            "after {} items of each variant, {} of {all} comparisons are decided{}",
            (step + 1) * u64::from(schedule.block),
            all - left,
            if step == schedule.last && left > 0 {
                ", and the others came to their end"
            } else {
                ""
            }
        ));
    }
    let keys: BTreeSet<&Key> = asked.iter().flatten().collect();
    let answered = store.answered_keys().await?;
    let unanswered = keys.iter().filter(|key| !answered.contains(**key)).count() as u64;
    summary.trials = keys.len() as u64;
    let came = summary.answered + summary.elsewhere;
    summary.already = summary.trials.saturating_sub(unanswered + came);
    let ended = (0..questions.subjects.len())
        .map(|at| {
            let subject = questions.subjects[at].0.name();
            let stopped = summary.stopped.iter().any(|stopped| stopped.subject == subject);
            let finished = !summary.cancelled && summary.spent.is_none() && !stopped;
            schedule.ended(questions, at, &asked[at], &answered, &evidence[at], finished)
        })
        .collect();
    Ok((summary, ended))
}

impl Schedule {
    fn ended(
        &self,
        questions: &Questions,
        at: usize,
        asked: &BTreeSet<Key>,
        answered: &BTreeSet<Key>,
        evidence: &[Evidence],
        finished: bool,
    ) -> Ended {
        let (subject, trials) = &questions.subjects[at];
        let needed = || {
            let placed = self.trials.iter().zip(&**trials);
            placed.filter(|((_, needed), _)| !needed.is_empty()).map(|(_, trial)| trial)
        };
        let size = |trial: &Trial| {
            questions.prompts.get(&trial.prompt).map_or(0, |p| p.characters() as u64)
        };
        let saved = || needed().filter(|trial| !asked.contains(&trial.key));
        let counter = Counter::of(subject.name());
        let counted = |trial: &Trial| {
            let prompt = questions.prompts.get(&trial.prompt);
            prompt.map_or(Counted::default(), |prompt| counter.count(&prompt.messages))
        };
        let input = || counter.tokens(saved().map(counted).fold(Counted::default(), Counted::plus));
        let row = |(contrast, own): (&Contrast, &Evidence)| Decided {
            hypothesis: contrast.hypothesis.clone(),
            method: contrast.method.clone(),
            e: own.process.e(),
            rejected: own.rejected,
            stopped: match own.decided {
                Some(_) if own.rejected => "rejected",
                Some(_) => "futile",
                None if finished => "end",
                None => "open",
            },
            items_per_variant: own.decided.map(|step| (step + 1) * u64::from(self.block)),
        };
        Ended {
            subject: subject.name().to_owned(),
            planned: self.size(),
            asked: asked.len() as u64,
            answered: asked.intersection(answered).count() as u64,
            finished,
            characters_saved: saved().map(size).sum(),
            input_tokens_saved: (!is_simulated(subject.name())).then(input),
            endpoint: subject.endpoint().to_owned(),
            rows: self.contrasts.iter().zip(evidence).map(row).collect(),
        }
    }
}

/// Says what stopping early saved, and writes it down beside the settings that made it.
pub(super) async fn tell(
    dir: &Path,
    store: &Store,
    study: &Study,
    ended: &[Ended],
    prices: &Prices,
) -> Result<()> {
    let pasts = past(store, prices, &|_, _| None).await?;
    for own in ended {
        if !own.finished {
            voice::note(&format!(
                "{}: {} of the {} questions planned so far are answered, of {} in all; what stopping early \
                 saves is known at the end: run the same command again to go on",
                escape_line(&own.subject),
                own.answered,
                own.asked,
                own.planned
            ));
            continue;
        }
        let saved = own.planned.saturating_sub(own.asked);
        let rejected = own.rows.iter().filter(|row| row.rejected).count();
        let unknown = Experience::default();
        let known = pasts.get(&own.subject).map_or(&unknown, |past| &past.experience);
        // As long as its answers were on average, whatever they were asked under.
        let each = known.length("", saved, study.sampling.max_tokens).expected.mean;
        let output = (saved as f64 * each).round() as u64;
        let tokens = Tokens::new(own.input_tokens_saved.unwrap_or(0), output);
        let tariff = prices.tariff(&own.subject, &own.endpoint);
        let cost = tariff.of(tokens).filter(|cost| !cost.is_zero());
        let money = cost.map_or(String::new(), |cost| format!(", about {cost}"));
        voice::note(&format!(
            "{}: {} of {} questions asked, {saved} saved by stopping early{money}; {rejected} of {} \
             comparisons rejected",
            escape_line(&own.subject),
            own.asked,
            own.planned,
            own.rows.len()
        ));
    }
    let artifact = json!({
        "version": peirast_record::VERSION, "study": study.id, "study_hash": study.hash().to_string(),
        "seed": study.seed, "alpha": study.alpha, "sequential": study.sequential, "subjects": ended,
    });
    write(&dir.join("sequential.json"), &(serde_json::to_string_pretty(&artifact)? + "\n"))
}
