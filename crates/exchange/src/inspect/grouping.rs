//! Grouping of answers into logs: by subject, and by the hypothesis whose pairs contain them.

use super::exported::{AnswerLookup, ExportedAnswer, ExportedRun};
use super::written::date;
use super::{
    Cell, Log, PairPlace, Sample, SampleAnswer, SampleNames, Status, TestSummary, model_name,
    task_id, task_name,
};
use crate::ExchangeError;
use peirast_read::{Context, read};
use peirast_record::{Contrast, Factors, Message, Name, Outcome, Problem, Scoring, Trial, Version};
use peirast_report::{PairMembers, pair_members};
use peirast_task::TEMPERATURE;
use serde_json::{Map, Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// A question: the version of an item, and the level of every factor.
type Question<'a> = (&'a Name, &'a Version, &'a Factors);
/// The pairs that contain the answers to each question.
type Places<'a> = BTreeMap<Question<'a>, Vec<PairPlace>>;

fn question(outcome: &Outcome) -> Question<'_> {
    (&outcome.item, &outcome.version, &outcome.factors)
}

/// The questions that belong to a log.
struct LogFilter<'w, 'a> {
    /// Selects answered questions.
    answered: &'w dyn Fn(&Question<'a>) -> bool,
    /// Selects questions without an answer, by their levels.
    open: &'w dyn Fn(&Factors) -> bool,
}

/// The grouping of one subject's answers.
struct Grouping<'g, A> {
    run: &'g ExportedRun<A>,
    subject: &'g str,
    names: SampleNames,
}

impl<A: AnswerLookup> ExportedRun<A> {
    /// The logs, by subject and then by hypothesis; answers in no pair come last.
    ///
    /// # Errors
    /// Outcomes that do not pair up, or whose answer or problem is missing.
    pub fn logs(&self) -> Result<Vec<Log<'_>>, ExchangeError> {
        let mut logs = Vec::new();
        for subject in self.single.subjects() {
            let mut grouping = Grouping { run: self, subject, names: SampleNames::default() };
            let mut placed: BTreeSet<Question<'_>> = BTreeSet::new();
            for hypothesis in self.hypotheses() {
                let places = grouping.places(hypothesis)?;
                placed.extend(places.keys().copied());
                let wanted = LogFilter {
                    answered: &|own| places.contains_key(own),
                    open: &|levels| self.concerns(Some(hypothesis), levels),
                };
                logs.extend(grouping.log(Some(hypothesis), &wanted, &places)?);
            }
            let rest = LogFilter {
                answered: &|own| !placed.contains(own),
                open: &|levels| !self.concerns(None, levels),
            };
            logs.extend(grouping.log(None, &rest, &Places::new())?);
        }
        date(&mut logs);
        Ok(logs)
    }

    /// Tests if a hypothesis, or any hypothesis, compares questions with these levels.
    fn concerns(&self, hypothesis: Option<&str>, levels: &Factors) -> bool {
        let fits = |contrast: &&Contrast| hypothesis.is_none_or(|id| contrast.hypothesis == id);
        let mut units = self.contrasts.iter().filter(fits).flat_map(|contrast| &contrast.units);
        units.any(|unit| levels.matches(&unit.original) || levels.matches(&unit.perturbed))
    }

    /// The hypotheses that have comparisons, in their order.
    fn hypotheses(&self) -> Vec<&str> {
        let mut names: Vec<&str> = Vec::new();
        for contrast in &self.contrasts {
            if !names.contains(&contrast.hypothesis.as_str()) {
                names.push(&contrast.hypothesis);
            }
        }
        names
    }
}

impl<'g, A: AnswerLookup> Grouping<'g, A> {
    /// The pairs of a hypothesis that contain each answer.
    fn places(&mut self, hypothesis: &str) -> Result<Places<'g>, ExchangeError> {
        let mut places = Places::new();
        let fits = |contrast: &&Contrast| contrast.hypothesis == hypothesis;
        for contrast in self.run.contrasts.iter().filter(fits) {
            let ExportedRun { counted, treatment, .. } = self.run;
            for pair in pair_members(contrast, counted, self.subject, *treatment)? {
                for perturbed in [false, true] {
                    self.place(contrast, &pair, perturbed, &mut places);
                }
            }
        }
        Ok(places)
    }

    fn place(
        &mut self,
        contrast: &Contrast,
        pair: &PairMembers<'g>,
        perturbed: bool,
        places: &mut Places<'g>,
    ) {
        let sides = [&pair.original, &pair.perturbed];
        let (own, other) = if perturbed { (sides[1], sides[0]) } else { (sides[0], sides[1]) };
        let Some(first) = own.first() else { return };
        let other = other.first().map(|outcome| self.id(outcome));
        places.entry(question(first)).or_default().push(PairPlace {
            method: contrast.method.clone(),
            item: pair.item.to_owned(),
            perturbed,
            cell: cell(pair.verdicts),
            cause: pair.verdicts.err().map(str::to_owned),
            other,
        });
    }

    /// The id of the sample of an outcome.
    fn id(&mut self, outcome: &Outcome) -> String {
        self.named(&outcome.problem(), &outcome.factors)
    }

    fn named(&mut self, problem: &str, factors: &Factors) -> String {
        let protocol = factors.get("protocol").or(factors.get("mode")).unwrap_or_default();
        let temperature = factors.get(TEMPERATURE).and_then(|level| level.parse().ok());
        self.names.id(problem, protocol, temperature)
    }

    /// The log of the selected questions; `None` if none was answered or failed.
    fn log(
        &mut self,
        hypothesis: Option<&str>,
        wanted: &LogFilter<'_, 'g>,
        places: &Places<'g>,
    ) -> Result<Option<Log<'g>>, ExchangeError> {
        let (run, subject) = (self.run, self.subject);
        let mut samples = Vec::new();
        let rows = run.single.rows().iter().filter(|row| row.subject == subject);
        for row in rows.filter(|row| (wanted.answered)(&question(row))) {
            samples.push(self.sample(row, places)?);
        }
        let open = run.single.open().iter().filter(|one| one.subject == subject);
        let open: Vec<_> = open.filter(|one| (wanted.open)(&one.factors)).collect();
        for question in &open {
            if let Some((trial, why)) = run.failed.get(&question.trial) {
                samples.push(self.failure(trial, why, &question.factors)?);
            }
        }
        if samples.is_empty() {
            return Ok(None);
        }
        samples.sort_by(|a, b| (&a.id, a.trial.repeat).cmp(&(&b.id, b.trial.repeat)));
        let answered = samples.iter().filter(|sample| sample.answered.is_ok()).count();
        let planned = (answered + open.len()) as u64;
        let unasked = planned > samples.len() as u64;
        Ok(Some(self.around(samples, hypothesis, planned, unasked)))
    }

    /// A log with these samples.
    fn around(
        &self,
        samples: Vec<Sample<'g>>,
        hypothesis: Option<&str>,
        planned: u64,
        unasked: bool,
    ) -> Log<'g> {
        let run = self.run;
        let provenance = &run.report.provenance;
        let task = task_name(&provenance.study, hypothesis);
        let repeats = samples.iter().map(|sample| sample.trial.repeat).max().unwrap_or(0);
        Log {
            task_id: task_id(&provenance.study_hash, self.subject, &task),
            task,
            study: &provenance.study,
            study_hash: &provenance.study_hash,
            subject: self.subject,
            model: model_name(self.subject),
            endpoint: run.endpoints.get(self.subject).map(String::as_str),
            times: span_of(&samples),
            status: match (unasked, run.is_under_way) {
                (false, _) => Status::Success,
                (true, true) => Status::Started,
                (true, false) => Status::Cancelled,
            },
            sampling: run.sampling.clone(),
            epochs: repeats.saturating_add(1),
            planned,
            tested: self.tested(hypothesis),
            about: self.about(hypothesis),
            carried: &run.carried,
            samples,
        }
    }

    /// The results of the tests of a hypothesis.
    fn tested(&self, hypothesis: Option<&str>) -> Vec<TestSummary> {
        let rows = self.run.report.rows.iter();
        let rows = rows.filter(|row| Some(row.hypothesis.as_str()) == hypothesis);
        rows.filter(|row| row.model == self.subject)
            .map(|row| TestSummary {
                method: row.method.clone(),
                b: row.n12,
                c: row.n21,
                n: row.n,
                p: row.p,
                p_adjusted: row.p_adjusted,
                rejected: row.reject,
            })
            .collect()
    }

    /// The table of the hypothesis and the provenance, for the metadata page of `inspect view`.
    fn about(&self, hypothesis: Option<&str>) -> Map<String, Value> {
        let report = &self.run.report;
        let rows: Vec<Value> = report
            .rows
            .iter()
            .filter(|row| Some(row.hypothesis.as_str()) == hypothesis && row.model == self.subject)
            .filter_map(|row| serde_json::to_value(row).ok())
            .collect();
        let mut about = Map::new();
        about.insert("title".to_owned(), json!(report.title));
        about.insert("subject".to_owned(), json!(self.subject));
        if let Some(hypothesis) = hypothesis {
            about.insert("hypothesis".to_owned(), json!(hypothesis));
            let study = self.run.study();
            let found =
                study.and_then(|study| study.hypotheses.iter().find(|h| h.id == hypothesis));
            if let Some(found) = found {
                about.insert("claim".to_owned(), json!(found.title));
            }
        }
        about.insert("hypotheses".to_owned(), json!(rows));
        let mut provenance = serde_json::to_value(&report.provenance).unwrap_or_default();
        if let Some(subjects) = provenance["subjects"].as_array_mut() {
            subjects.retain(|one| one["model"] == self.subject);
        }
        about.insert("provenance".to_owned(), provenance);
        about
    }

    fn sample(
        &mut self,
        row: &'g Outcome,
        places: &Places<'g>,
    ) -> Result<Sample<'g>, ExchangeError> {
        let run = self.run;
        let missing = || ExchangeError::Layout(format!("the answer to {} is missing", row.trial));
        let stored = run.answers.answer(&row.trial).ok_or_else(missing)?;
        let problem = self.problem(&row.problem())?;
        let (span, rule) = self.read(row, problem, &stored);
        let live = stored.sent_us > 0;
        let done = stored.sent_us.saturating_add(stored.elapsed_us);
        let answered = SampleAnswer {
            text: stored.text.to_owned(),
            finish: stored.finish,
            usage: stored.usage,
            served_as: stored.model.map(str::to_owned),
            times: time(stored.sent_us).zip(time(done)).filter(|_| live),
            seconds: live.then_some(stored.elapsed_us as f64 / 1e6),
            answer: row.answer,
            span,
            rule,
            grade: row.grade,
        };
        let endpoint = run.endpoints.get(self.subject).map(String::as_str);
        Ok(Sample {
            id: self.id(row),
            problem,
            trial: stored.trial,
            endpoint,
            messages: self.messages(stored.trial),
            factors: Arc::clone(&row.factors),
            answered: Ok(answered),
            places: places.get(&question(row)).cloned().unwrap_or_default(),
        })
    }

    /// The words of an answer's reading, and the rule of the reading.
    fn read(
        &self,
        row: &Outcome,
        problem: &Problem,
        stored: &ExportedAnswer<'_>,
    ) -> (Option<String>, String) {
        if let Some(reading) = self.run.answers.open_reading(&row.trial) {
            return reading;
        }
        match row.scoring {
            Scoring::PublishedRule => return (None, "published-rule".to_owned()),
            Scoring::Recorded => return (None, "recorded-grade".to_owned()),
            Scoring::Reader | Scoring::Translation => {}
        }
        let reading = read(problem.task, stored.text, &Context::of_problem(problem, stored.finish));
        let span = reading.span.and_then(|span| stored.text.get(span.start..span.end));
        (span.map(str::to_owned), reading.rule.to_owned())
    }

    fn problem(&self, id: &str) -> Result<&'g Problem, ExchangeError> {
        let missing = || ExchangeError::Layout(format!("the problem `{id}` is missing"));
        self.run.answers.problem(id).ok_or_else(missing)
    }

    fn failure(
        &mut self,
        trial: &'g Trial,
        why: &str,
        factors: &Arc<Factors>,
    ) -> Result<Sample<'g>, ExchangeError> {
        Ok(Sample {
            id: self.named(&trial.problem, factors),
            problem: self.problem(&trial.problem)?,
            trial,
            endpoint: self.run.endpoints.get(self.subject).map(String::as_str),
            messages: self.messages(trial),
            factors: Arc::clone(factors),
            answered: Err(why.to_owned()),
            places: Vec::new(),
        })
    }

    fn messages(&self, trial: &Trial) -> Arc<Vec<Message>> {
        self.run.prompts.get(&trial.prompt).cloned().unwrap_or_default()
    }
}

fn cell(verdicts: Result<(bool, bool), &'static str>) -> Cell {
    match verdicts {
        Ok((true, true)) => Cell::Both,
        Ok((true, false)) => Cell::OnlyOriginal,
        Ok((false, true)) => Cell::OnlyPerturbed,
        Ok((false, false)) => Cell::Neither,
        Err(_) => Cell::Dropped,
    }
}

/// A time in microseconds since 1970 as Inspect writes it.
fn time(microseconds: i64) -> Option<String> {
    let time = jiff::Timestamp::from_microsecond(microseconds).ok()?;
    Some(time.strftime("%Y-%m-%dT%H:%M:%S%.6f+00:00").to_string())
}

/// The first and the last time of a log.
fn span_of(samples: &[Sample<'_>]) -> Option<(String, String)> {
    let times = || samples.iter().filter_map(|one| one.answered.as_ref().ok()?.times.as_ref());
    let first = times().map(|(started, _)| started).min()?;
    let last = times().map(|(_, completed)| completed).max()?;
    Some((first.clone(), last.clone()))
}
