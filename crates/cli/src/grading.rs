//! From stored answers to outcomes: read, grade, attach the factors.

use crate::ballot_box;
use crate::grader::{Grader, is_silence, published_grade};
use crate::translations::Translations;
use anyhow::{Context as _, Result, anyhow};
use peirast_fallacy::Notion;
use peirast_measure::{
    Asked, Chosen, Concluded, Conclusions, Control, Given, Opened, is_translatable, posed,
};
use peirast_record::{
    Answer, Factors, Grade, Key, Name, Outcome, Problem, Recorded, Scoring, Study, Task, Trial,
};
use peirast_report::{Outcomes, SubjectProvenance, Unanswered};
use peirast_run::{Answered, Store};
use peirast_task::{Protocols, TEMPERATURE, temperature_level, translation};
use rayon::prelude::*;
use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Every level that tests select a trial by: its problem's, its protocol's, and its temperature
/// where that is a factor.
pub fn levels(
    protocols: &Protocols,
    problem: &Problem,
    trial: &Trial,
    by_temperature: bool,
) -> Result<Factors> {
    let (_, protocol) = protocols.named(&trial.protocol)?;
    let mut levels = protocol.trial_factors(problem);
    if let Some(temperature) = trial.sampling.temperature.filter(|_| by_temperature) {
        levels.set(TEMPERATURE, temperature_level(temperature));
    }
    Ok(levels)
}

/// What outcomes are made from.
pub struct Answers {
    answered: Vec<Answered>,
    /// A/A controls, which take part in nothing else.
    controls: Vec<Answered>,
    unanswered: Vec<Trial>,
    problems: BTreeMap<Name, Problem>,
    recorded: BTreeMap<Key, Recorded>,
    protocols: Protocols,
    /// Whether the temperature is a factor.
    by_temperature: bool,
    /// Whether the protocols are those of a study; else their names are what a publication called
    /// them.
    has_study: bool,
    /// Open answers, judged.
    conclusions: Conclusions,
}

impl Answers {
    /// Loads every answer of a store with its problem and, for imports, its recorded grade. Open
    /// answers count as predicted regardless of marks.
    pub async fn load(store: &Store, study: Option<&Study>) -> Result<Self> {
        Self::load_by(store, study, Notion::RegardlessOfIssues).await
    }

    /// The same, with open answers that count as predicted in another sense.
    pub async fn load_by(store: &Store, study: Option<&Study>, notion: Notion) -> Result<Self> {
        let recorded = store.load_recorded().await?;
        let answered = store.load_answered().await?;
        let mut unanswered = unanswered(store, &answered).await?;
        unanswered.retain(|trial| !translation::is_one(trial) && !trial.is_control());
        let (translated, answered): (Vec<Answered>, Vec<Answered>) =
            answered.into_iter().partition(|one| translation::is_one(&one.trial));
        let grader = study.map_or(Grader::Default, ballot_box::grader);
        let translations = translations(translated, grader == Grader::RecordedViews);
        let problems = store.load_problems().await?;
        let open = open(&answered, &problems, &translations);
        let conclusions = Conclusions::of(&open, notion)?;
        let (controls, answered) = answered.into_iter().partition(|one| one.trial.is_control());
        Ok(Self {
            conclusions,
            controls,
            unanswered,
            answered,
            problems,
            recorded: recorded.into_iter().map(|r| (r.trial.clone(), r)).collect(),
            protocols: study.map_or_else(Protocols::built_in, Protocols::of),
            by_temperature: study.is_some_and(|study| !study.temperatures.is_empty()),
            has_study: study.is_some(),
        })
    }

    /// Reads and grades every answer, on all cores; the result does not depend on their number.
    pub fn outcomes(&self, grader: Grader) -> Result<Outcomes> {
        let factors = self.factors()?;
        let rows: Result<Vec<Outcome>> = self
            .answered
            .par_iter()
            .map(|answered| self.outcome(answered, &factors, grader))
            .collect();
        Ok(Outcomes::new(rows?).with_unanswered(self.unanswered(&factors)?))
    }

    /// Every A/A control beside the first answer to the same question, where there is one.
    pub fn controls(&self, grader: Grader) -> Result<Vec<Control>> {
        fn question(trial: &Trial) -> (&str, &Key, Option<u64>) {
            (&trial.subject, &trial.prompt, trial.sampling.temperature.map(f64::to_bits))
        }
        if self.controls.is_empty() {
            return Ok(Vec::new());
        }
        let first: BTreeMap<_, &Answered> = self
            .answered
            .iter()
            .filter(|one| one.trial.repeat == 0)
            .map(|one| (question(&one.trial), one))
            .collect();
        let pairs = self.controls.iter().filter_map(|again| {
            let first = first.get(&question(&again.trial))?;
            Some((*first, again))
        });
        pairs
            .map(|(first, again)| {
                let (before, after) = (self.graded(first, grader)?, self.graded(again, grader)?);
                Ok(Control {
                    subject: again.trial.subject.to_string(),
                    first: (before.0, before.1),
                    again: (after.0, after.1),
                    same_text: first.text == again.text,
                })
            })
            .collect()
    }

    /// Open answers with everything that they are measured by; none where no question was open.
    pub fn concluded(&self) -> Result<Vec<Concluded>> {
        if !self.problems.values().any(|problem| problem.task == Task::Conclusion) {
            return Ok(Vec::new());
        }
        let levels = self.factors()?;
        let trials = self.answered.iter().map(|a| &a.trial).chain(&self.unanswered);
        let mut rows = Vec::new();
        for trial in trials {
            let problem = self.problem(&trial.problem)?;
            if problem.task == Task::Conclusion {
                let levels = levels.get(&self.question(trial)).context("levels of a question")?;
                rows.push(Asked {
                    problem,
                    subject: &trial.subject,
                    repeat: trial.repeat,
                    levels,
                    opened: self.conclusions.get(&trial.key),
                });
            }
        }
        Ok(Asked::concluded(&rows)?)
    }

    /// Answers to closed questions about conclusions, as these outcomes have them; none where there was
    /// no such question.
    pub fn chosen(&self, outcomes: &Outcomes) -> Result<Vec<Chosen>> {
        type Row<'a> = (&'a str, &'a str, u32, &'a Factors, Option<Answer>);
        let given = outcomes.rows().iter().map(|row| -> Row<'_> {
            (&row.problem, &row.subject, row.repeat, &row.factors, Some(row.answer))
        });
        let lacking = outcomes
            .open()
            .iter()
            .map(|one| -> Row<'_> { (&one.problem, &one.subject, one.repeat, &one.factors, None) });
        let rows: Vec<Row<'_>> = given.chain(lacking).collect();
        let chosen = |(problem, subject, repeat, levels, answer): &Row<'_>| {
            Ok(Chosen::of(self.problem(problem)?, subject, *repeat, levels, *answer)?)
        };
        let chosen: Vec<Option<Chosen>> = rows.par_iter().map(chosen).collect::<Result<_>>()?;
        Ok(chosen.into_iter().flatten().collect())
    }

    /// What became of the answer to a trial, if that was an open question.
    pub fn opened(&self, trial: &Key) -> Option<&Opened> {
        self.conclusions.get(trial)
    }

    /// Open answers that count as what others made of them.
    pub fn translated(&self) -> BTreeMap<Key, Opened> {
        let all = self.answered.iter().filter_map(|one| {
            let opened = self.conclusions.get(&one.trial.key)?;
            Some((one.trial.key.clone(), opened.clone()))
        });
        all.filter(|(_, opened)| opened.translated).collect()
    }

    /// Open answers that no rule could read and no translation has made readable, and that are worth
    /// translating.
    pub fn untranslated(&self) -> Result<Vec<(&Answered, &Problem)>> {
        let mut open = Vec::new();
        for answered in &self.answered {
            let lost = self.conclusions.get(&answered.trial.key).filter(|one| one.read.is_none());
            if lost.is_some() {
                let problem = self.problem(&answered.trial.problem)?;
                let read = posed(problem)?.read(&answered.text);
                if read.is_err_and(|unread| is_translatable(&unread)) {
                    open.push((answered, problem));
                }
            }
        }
        Ok(open)
    }

    /// Every answer that outcomes are made from, in order of the trials' keys.
    pub fn answered(&self) -> &[Answered] {
        &self.answered
    }

    /// The answered trial of this key.
    pub fn trial(&self, key: &Key) -> Result<&Trial> {
        let found = self.answered.binary_search_by(|answered| answered.trial.key.cmp(key)).ok();
        let answered = found.and_then(|at| self.answered.get(at));
        answered.map(|a| &a.trial).with_context(|| format!("no answer to trial {key}"))
    }

    /// The problem of this id.
    pub fn problem(&self, id: &str) -> Result<&Problem> {
        self.problems.get(id).ok_or_else(|| anyhow!("the store holds no problem `{id}`"))
    }

    /// Where the answers of each subject come from.
    pub fn subjects(&self, endpoints: &BTreeMap<String, String>) -> Vec<SubjectProvenance> {
        let mut subjects: BTreeMap<&str, (SubjectProvenance, i64, i64)> = BTreeMap::new();
        for answered in self.answered.iter().chain(&self.controls) {
            let model = answered.trial.subject.as_str();
            let (subject, first, last) = subjects
                .entry(model)
                .or_insert_with(|| (SubjectProvenance::default(), i64::MAX, 0));
            match answered.trial.is_control() {
                true => subject.controls += 1,
                false => subject.answers += 1,
            }
            subject.attempts += u64::from(answered.attempts);
            subject.input_tokens += answered.usage.input_tokens.unwrap_or(0);
            subject.output_tokens += answered.usage.output_tokens.unwrap_or(0);
            if let Some(served) = &answered.model
                && !subject.served_as.iter().any(|known| served == known)
            {
                subject.served_as.push(served.to_string());
            }
            if answered.sent_us > 0 {
                *first = (*first).min(answered.sent_us);
                *last = (*last).max(answered.sent_us);
            }
        }
        let finished = subjects.into_iter().map(|(model, (mut subject, first, last))| {
            model.clone_into(&mut subject.model);
            subject.endpoint = endpoints.get(model).cloned().unwrap_or_default();
            subject.served_as.sort();
            subject.first_asked = utc(first).filter(|_| last > 0);
            subject.last_asked = utc(last).filter(|_| last > 0);
            subject
        });
        finished.collect()
    }

    /// The levels of every question asked, shared between all that have the same.
    fn factors(&self) -> Result<Levels<'_>> {
        let (mut levels, mut known) = (Levels::new(), BTreeMap::new());
        for trial in self.answered.iter().map(|a| &a.trial).chain(&self.unanswered) {
            let question = self.question(trial);
            if let Entry::Vacant(place) = levels.entry(question) {
                let problem = self.problem(&trial.problem)?;
                let named = (&*problem.family, &*problem.variant, &*trial.protocol);
                let of = (named, question.2, self.is_recorded(trial), &problem.factors);
                let same = match known.entry(of) {
                    Entry::Occupied(same) => same.into_mut(),
                    Entry::Vacant(new) => new.insert(Arc::new(self.levels(trial)?)),
                };
                place.insert(Arc::clone(same));
            }
        }
        Ok(levels)
    }

    fn levels(&self, trial: &Trial) -> Result<Factors> {
        let problem = self.problem(&trial.problem)?;
        if self.is_recorded(trial) {
            return Ok(problem.factors.with("mode", &trial.protocol));
        }
        levels(&self.protocols, problem, trial, self.by_temperature)
    }

    /// Whether its protocol is what a publication called its mode.
    fn is_recorded(&self, trial: &Trial) -> bool {
        !self.has_study && self.recorded.contains_key(&trial.key)
    }

    /// What decides the levels of a trial.
    fn question<'a>(&self, trial: &'a Trial) -> Question<'a> {
        let temperature = self.temperature(trial).map(f64::to_bits);
        (trial.problem.as_str(), trial.protocol.as_str(), temperature)
    }

    fn temperature(&self, trial: &Trial) -> Option<f64> {
        trial.sampling.temperature.filter(|_| self.by_temperature)
    }

    /// The questions that have no answer.
    fn unanswered(&self, factors: &Levels<'_>) -> Result<Vec<Unanswered>> {
        let question = |trial: &Trial| {
            let question = self.question(trial);
            let problem = self.problem(&trial.problem)?;
            Ok(Unanswered {
                trial: trial.key.clone(),
                problem: problem.id.clone(),
                truth: problem.truth.answer,
                subject: trial.subject.clone(),
                item: problem.item.clone(),
                repeat: trial.repeat,
                factors: factors.get(&question).cloned().context("levels of a question")?,
            })
        };
        self.unanswered.iter().map(question).collect()
    }

    fn outcome(
        &self,
        answered: &Answered,
        factors: &Levels<'_>,
        grader: Grader,
    ) -> Result<Outcome> {
        let trial = &answered.trial;
        let problem = self.problem(&trial.problem)?;
        let (answer, grade, scoring) = self.graded(answered, grader)?;
        let question = self.question(trial);
        Ok(Outcome {
            trial: trial.key.clone(),
            problem: problem.id.clone(),
            item: problem.item.clone(),
            subject: trial.subject.clone(),
            repeat: trial.repeat,
            factors: factors.get(&question).cloned().context("levels of a question")?,
            answer,
            truth: problem.truth.answer,
            grade,
            scoring,
        })
    }

    /// An answer as read, its grade, and which rule made it.
    fn graded(&self, answered: &Answered, grader: Grader) -> Result<(Answer, Grade, Scoring)> {
        let trial = &answered.trial;
        let problem = self.problem(&trial.problem)?;
        let opened = self.conclusions.get(&trial.key);
        let translated = opened.is_some_and(|opened| opened.translated);
        let answer = match opened {
            Some(opened) => opened.answer,
            None => grader.read(problem, &answered.text, answered.finish),
        };
        let truth = problem.truth.answer;
        let recorded = self.recorded.get(&trial.key).map(|r| r.grade == 1);
        let (grade, scoring) = match grader {
            Grader::Default | Grader::RecordedViews => (
                Grade::of(answer, truth),
                if translated { Scoring::Translation } else { Scoring::Reader },
            ),
            Grader::Published2025 => (Grade::of(answer, truth), Scoring::PublishedRule),
            Grader::Published2024 => published_grade(problem, &answered.text, recorded)
                .filter(|(grade, _)| !is_silence(answer, *grade))
                .unwrap_or((Grade::of(answer, truth), Scoring::Reader)),
        };
        Ok((answer, grade, scoring))
    }
}

/// The answers to open questions, with what others made of them.
fn open<'a>(
    answered: &'a [Answered],
    problems: &'a BTreeMap<Name, Problem>,
    translations: &'a Translations,
) -> Vec<Given<'a>> {
    let given = |answered: &'a Answered| {
        let problem = problems.get(answered.trial.problem.as_str())?;
        (problem.task == Task::Conclusion).then(|| Given {
            trial: &answered.trial.key,
            problem,
            text: &answered.text,
            finish: answered.finish,
            translated: translations.of(problem, answered),
        })
    };
    answered.iter().filter_map(given).collect()
}

/// What others made of answers, of the answers to the trials that stand for that.
fn translations(translated: Vec<Answered>, views_alone: bool) -> Translations {
    let mut translations = Translations { views_alone, ..Translations::default() };
    for one in translated {
        match translation::viewed(&one.trial) {
            Some(key) => {
                translations.views.insert(key, one.text);
            }
            None => translations.words.entry(one.trial.prompt).or_default().push(one.text),
        }
    }
    translations
}

/// The trials of a store that have no answer.
async fn unanswered(store: &Store, answered: &[Answered]) -> Result<Vec<Trial>> {
    if store.counts().await?.trials == answered.len() as u64 {
        return Ok(Vec::new());
    }
    let done: BTreeSet<&Key> = answered.iter().map(|a| &a.trial.key).collect();
    let mut trials = store.load_trials().await?;
    trials.retain(|trial| !done.contains(&trial.key));
    Ok(trials)
}

/// A time in microseconds since 1970 as text, to the second.
fn utc(microseconds: i64) -> Option<String> {
    let seconds = jiff::Timestamp::from_second(microseconds / 1_000_000).ok()?;
    Some(seconds.to_string())
}

/// Problem, protocol and the bits of the temperature.
type Question<'a> = (&'a str, &'a str, Option<u64>);

type Levels<'a> = BTreeMap<Question<'a>, Arc<Factors>>;
