//! From stored answers to outcomes: read, grade, attach the factors.

mod controls;
mod grader;
mod levels;
mod loading;
mod order;
mod problem_cache;
mod reading;
mod subjects;
mod translations;

pub use grader::Grader;
pub use levels::levels;
pub use loading::{Loading, Texts};
pub use order::Order;
pub use problem_cache::missing;
pub use reading::Reading;
pub use subjects::SubjectCounts;
pub use translations::AnswerTranslations;

use crate::error::Result;
use grader::{is_silence, published_grade};
use levels::Levels;
use peirast_fallacy::Notion;
use peirast_measure::{
    Asked, Chosen, Concluded, Conclusions, Control, Opened, is_translatable, posed,
};
use peirast_record::{
    Answer, Catalogue, Factors, Grade, Key, Outcome, Problem, Recorded, Scoring, Study, Task, Trial,
};
use peirast_report::{Outcomes, Unanswered};
use peirast_store::{AnsweredTrial, Store};
use peirast_task::Protocols;
use rayon::prelude::*;
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Stored answers, read and judged, with what they are about.
pub struct Answers {
    /// Those that are kept with their texts, in order of their trials' keys.
    kept: Vec<AnsweredTrial>,
    /// Every A/A control beside the first answer to the same question, where there is one.
    controls: Vec<Control>,
    /// Open questions that have no answer, in order of their trials' keys.
    unanswered: Vec<Trial>,
    /// All problems of the store if all texts are kept, else at least those about conclusions.
    problems: Catalogue,
    /// Where outcomes stood while answers were read.
    order: Order,
    recorded: BTreeMap<Key, Recorded>,
    protocols: Arc<Protocols>,
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
        let loading = Loading { notion, texts: Texts::All, ..Loading::of(study) };
        Ok(loading.load(store, |_, _, _| ()).await?.0)
    }

    /// Open answers with everything that they are measured by; none where no question was open.
    pub fn concluded(&self) -> Result<Vec<Concluded>> {
        if !self.problems.all().iter().any(|problem| problem.task == Task::Conclusion) {
            return Ok(Vec::new());
        }
        let mut levels = self.levels();
        let trials = self.kept.iter().map(|a| &a.trial).chain(&self.unanswered);
        let mut open = Vec::new();
        for trial in trials {
            let problem = self.problem(&trial.problem)?;
            if problem.task == Task::Conclusion {
                let levels = levels.of(problem, trial, self.is_recorded(&trial.key))?;
                open.push((problem, trial, levels));
            }
        }
        let asked = open.iter().map(|(problem, trial, levels)| Asked {
            problem,
            subject: &trial.subject,
            repeat: trial.repeat,
            levels,
            opened: self.conclusions.get(&trial.key),
        });
        Ok(Asked::concluded(&asked.collect::<Vec<_>>())?)
    }

    /// Answers to closed questions about conclusions, as these outcomes have them; none where there was
    /// no such question.
    pub fn chosen(&self, outcomes: &Outcomes) -> Result<Vec<Chosen>> {
        let is_one = |problem: &Problem| problem.worded.is_some();
        if !self.problems.all().iter().any(is_one) {
            return Ok(Vec::new());
        }
        type Row<'a> = (Cow<'a, str>, &'a str, u32, &'a Factors, Option<Answer>);
        let given = outcomes.rows().iter().map(|row| -> Row<'_> {
            (row.problem(), &row.subject, row.repeat, &row.factors, Some(row.answer))
        });
        let lacking = outcomes.open().iter().map(|one| -> Row<'_> {
            (one.problem(), &one.subject, one.repeat, &one.factors, None)
        });
        let rows: Vec<Row<'_>> = given.chain(lacking).collect();
        let chosen = |(problem, subject, repeat, levels, answer): &Row<'_>| {
            // What is not here any more is not about conclusions.
            let Some(problem) = self.problems.get(problem) else { return Ok(None) };
            Ok(Chosen::of(problem, subject, *repeat, levels, *answer)?)
        };
        rows.par_iter().filter_map(|row| chosen(row).transpose()).collect()
    }

    /// What became of the answer to a trial, if that was an open question.
    pub fn opened(&self, trial: &Key) -> Option<&Opened> {
        self.conclusions.get(trial)
    }

    /// Open answers that count as what others made of them.
    pub fn translated(&self) -> BTreeMap<Key, Opened> {
        let all = self.kept.iter().filter_map(|one| {
            let opened = self.conclusions.get(&one.trial.key)?;
            Some((one.trial.key.clone(), opened.clone()))
        });
        all.filter(|(_, opened)| opened.translated).collect()
    }

    /// Open answers that no rule could read and no translation has made readable, and that are worth
    /// translating.
    pub fn untranslated(&self) -> Result<Vec<(&AnsweredTrial, &Problem)>> {
        let mut open = Vec::new();
        for answered in &self.kept {
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

    /// Every answer that is kept with its text, in order of the trials' keys.
    pub fn answered(&self) -> &[AnsweredTrial] {
        &self.kept
    }

    /// Every A/A control beside the first answer to the same question, where there is one.
    pub fn controls(&self) -> &[Control] {
        &self.controls
    }

    /// The problem of this id; where not all texts are kept, it is sure to be there only if it is about
    /// conclusions.
    pub fn problem(&self, id: &str) -> Result<&Problem> {
        self.problems.get(id).ok_or_else(|| missing(id))
    }

    /// Where outcomes stood while answers were read.
    pub fn order(&self) -> &Order {
        &self.order
    }

    /// The levels of questions, each combination once.
    fn levels(&self) -> Levels {
        Levels::of_trials(&self.protocols, self.by_temperature)
    }

    /// Whether the protocol of a trial is what a publication called its mode.
    fn is_recorded(&self, trial: &Key) -> bool {
        !self.has_study && self.recorded.contains_key(trial)
    }

    /// A question that has no answer.
    fn open(&self, problem: &Problem, trial: &Trial, levels: &mut Levels) -> Result<Unanswered> {
        Ok(Unanswered {
            trial: trial.key.clone(),
            item: problem.item.clone(),
            version: levels.version(problem),
            truth: problem.truth.answer,
            subject: trial.subject.clone(),
            repeat: trial.repeat,
            factors: levels.of(problem, trial, self.is_recorded(&trial.key))?,
        })
    }

    /// The outcome of an answer to a trial of which is known what is read in it.
    fn outcome(
        &self,
        problem: &Problem,
        trial: &Trial,
        (answer, grade, scoring): Graded,
        levels: &mut Levels,
    ) -> Result<Outcome> {
        Ok(Outcome {
            trial: trial.key.clone(),
            item: problem.item.clone(),
            version: levels.version(problem),
            subject: trial.subject.clone(),
            repeat: trial.repeat,
            factors: levels.of(problem, trial, self.is_recorded(&trial.key))?,
            answer,
            truth: problem.truth.answer,
            grade,
            scoring,
        })
    }

    /// An answer as read, its grade, and which rule made it.
    fn graded(&self, problem: &Problem, answered: &AnsweredTrial, grader: Grader) -> Graded {
        let trial = &answered.trial;
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
        (answer, grade, scoring)
    }
}

/// What is as soon done on one core as shared out.
pub const FEW: usize = 64;

/// What is made of each of some things: on all cores, unless there are few.
fn each<T: Sync, R: Send>(
    all: &[T],
    make: impl Fn(&T) -> Result<R> + Send + Sync,
) -> Result<Vec<R>> {
    if all.len() <= FEW {
        all.iter().map(make).collect()
    } else {
        all.par_iter().map(make).collect()
    }
}

/// An answer as read, its grade, and which rule made it.
type Graded = (Answer, Grade, Scoring);
