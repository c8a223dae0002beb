//! Grading: stored answers are read, graded and given the levels of their trials.

mod controls;
mod grader;
mod levels;
mod loading;
mod order;
mod problem_cache;
mod reading;
mod subjects;

pub(crate) use controls::{QuestionKey, question};
pub use grader::Grader;
pub(crate) use levels::levels;
pub(crate) use loading::{Loading, Texts};
pub(crate) use order::Order;
pub(crate) use problem_cache::missing;
pub(crate) use subjects::SubjectCounts;

use crate::error::Result;
use grader::{is_silence, published_grade};
use levels::Levels;
use peirast_fallacy::Notion;
use peirast_measure::{
    Asked, Chosen, Concluded, Conclusions, Control, Opened, VersionAnswer, is_translatable, posed,
};
use peirast_pairs::VERSION;
use peirast_record::{
    Answer, Catalogue, Evidence, Factors, FinishReason, Grade, Key, Outcome, Problem, Recorded,
    Scoring, Study, Task, Treatment, Trial, cluster_of,
};
use peirast_report::{Outcomes, Unanswered};
use peirast_store::{AnsweredTrial, Store};
use peirast_task::{Family, Protocols};
use rayon::prelude::*;
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Stored answers, read and judged, with their problems.
pub struct Answers {
    /// Answers that are kept with their texts, in order of their trials' keys.
    kept: Vec<AnsweredTrial>,
    /// A/A controls, each paired with the first answer to the same question.
    controls: Vec<Control>,
    /// Open questions that have no answer, in order of their trials' keys.
    unanswered: Vec<Trial>,
    /// All problems of the store if all texts are kept, else at least those about conclusions.
    problems: Catalogue,
    /// Order in which outcomes were read.
    order: Order,
    recorded: BTreeMap<Key, Recorded>,
    protocols: Arc<Protocols>,
    /// True if the temperature is a factor.
    by_temperature: bool,
    /// True if the protocols are those of a study; otherwise their names are a publication's.
    has_study: bool,
    conclusions: Conclusions,
}

/// Returns true if a family is one of Peirast's own.
fn is_built_in(family: &str) -> bool {
    Family::named(family).is_ok()
}

/// The comparable content of an answer: for an option its text; for short texts only whether they
/// are right. Several right options count as one answer, whose texts are in alphabetical order.
fn said(problem: &Problem, answer: Answer) -> Option<String> {
    let text = |letter: char| problem.options.iter().find(|(own, _)| *own == letter);
    match answer {
        right if right == problem.truth.answer && problem.right_options().count() > 1 => {
            let right = problem.right_options().filter_map(text).map(|(_, text)| text.as_str());
            let sorted: BTreeSet<&str> = right.collect();
            Some(sorted.into_iter().collect::<Vec<_>>().join(" | "))
        }
        Answer::Choice(letter) => text(letter).map(|(_, text)| text.clone()),
        answer => answer.is_verdict().then(|| answer.to_string()),
    }
}

impl Answers {
    /// Loads every answer of a store with its problem and, for imports, its recorded grade. Open
    /// answers count as predicted in the sense of `notion`.
    ///
    /// # Errors
    /// A store that cannot be read.
    pub async fn load(store: &Store, study: Option<&Study>, notion: Notion) -> Result<Self> {
        let loading = Loading { notion, texts: Texts::All, ..Loading::new(study) };
        Ok(loading.load(store, |_, _, _| ()).await?.0)
    }

    /// Returns open answers with everything that measures need; none if no question was open.
    pub(crate) fn concluded(&self) -> Result<Vec<Concluded>> {
        if !self.problems.all().iter().any(|problem| problem.task == Task::Conclusion) {
            return Ok(Vec::new());
        }
        let mut levels = self.levels();
        let trials = self.kept.iter().map(|a| &a.trial).chain(&self.unanswered);
        let mut open = Vec::new();
        for trial in trials {
            let problem = self.problem(&trial.problem)?;
            if problem.task == Task::Conclusion {
                let levels = levels.get(problem, trial, self.is_recorded(&trial.key))?;
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

    /// Returns the answers to closed questions about conclusions, as these outcomes have them.
    pub(crate) fn chosen(&self, outcomes: &Outcomes) -> Result<Vec<Chosen>> {
        let is_one = |problem: &Problem| problem.worded.is_some();
        if !self.problems.all().iter().any(is_one) {
            return Ok(Vec::new());
        }
        type QuestionRow<'a> = (Cow<'a, str>, &'a str, u32, &'a Factors, Option<Answer>);
        let given = outcomes.rows().iter().map(|row| -> QuestionRow<'_> {
            (row.problem(), &row.subject, row.repeat, &row.factors, Some(row.answer))
        });
        let lacking = outcomes.open().iter().map(|one| -> QuestionRow<'_> {
            (one.problem(), &one.subject, one.repeat, &one.factors, None)
        });
        let rows: Vec<QuestionRow<'_>> = given.chain(lacking).collect();
        let chosen = |(problem, subject, repeat, levels, answer): &QuestionRow<'_>| {
            // Problems that were dropped are not about conclusions.
            let Some(problem) = self.problems.get(problem) else { return Ok(None) };
            Ok(Chosen::new(problem, subject, *repeat, levels, *answer)?)
        };
        rows.par_iter().filter_map(|row| chosen(row).transpose()).collect()
    }

    /// Returns the first answer to every version of the user's own items, as these outcomes have
    /// them.
    pub(crate) fn of_versions(&self, outcomes: &Outcomes) -> Vec<VersionAnswer> {
        let of_version = |row: &Outcome| {
            let version = row.factors.get(VERSION)?;
            let problem = self.problems.get(&row.problem())?;
            let is_first = row.repeat == 0 && !row.factors.get("family").is_some_and(is_built_in);
            is_first.then(|| VersionAnswer {
                subject: row.subject.to_string(),
                method: row.factors.get("protocol").unwrap_or_default().to_owned(),
                item: row.item.to_string(),
                cluster: cluster_of(&row.item, &row.factors).to_owned(),
                version: version.to_owned(),
                said: said(problem, row.answer),
                right: row.grade.scored(Treatment::Exclude),
            })
        };
        let mut answers: Vec<VersionAnswer> =
            outcomes.rows().iter().filter_map(of_version).collect();
        // The order of versions in the file is the order of the problems of the first item.
        let mut order: Vec<&str> = Vec::new();
        for problem in self.problems.all().iter() {
            if let Some(version) =
                problem.factors.get(VERSION).filter(|version| !order.contains(version))
            {
                order.push(version);
            }
        }
        answers.sort_by_key(|answer| order.iter().position(|version| *version == answer.version));
        answers
    }

    /// Returns the judged answer to a trial; `None` if the question was not open.
    pub fn opened(&self, trial: &Key) -> Option<&Opened> {
        self.conclusions.get(trial)
    }

    /// Returns the open answers that count by their translations.
    pub(crate) fn translated(&self) -> BTreeMap<Key, Opened> {
        let all = self.kept.iter().filter_map(|one| {
            let opened = self.conclusions.get(&one.trial.key)?;
            Some((one.trial.key.clone(), opened.clone()))
        });
        all.filter(|(_, opened)| opened.translated).collect()
    }

    /// Returns the open answers that are not readable, with or without translation, and may be.
    pub(crate) fn untranslated(&self) -> Result<Vec<(&AnsweredTrial, &Problem)>> {
        let mut open = Vec::new();
        for answered in &self.kept {
            let lost = self.conclusions.get(&answered.trial.key).filter(|one| one.read.is_none());
            if lost.is_some() {
                let problem = self.problem(&answered.trial.problem)?;
                let posed = posed(problem)?;
                let cut_off = answered.finish == FinishReason::Length;
                if cut_off && !posed.announces(&answered.text) {
                    continue;
                }
                let read = posed.read(&answered.text);
                if read.is_err_and(|unread| is_translatable(&unread)) {
                    open.push((answered, problem));
                }
            }
        }
        Ok(open)
    }

    /// Returns the answers that are kept with their texts, in order of the trials' keys.
    pub(crate) fn answered(&self) -> &[AnsweredTrial] {
        &self.kept
    }

    /// Returns the A/A controls, each paired with the first answer to the same question.
    pub(crate) fn controls(&self) -> &[Control] {
        &self.controls
    }

    /// Returns the problem with this id. Unless all texts are kept, others may be missing.
    pub(crate) fn problem(&self, id: &str) -> Result<&Problem> {
        self.problems.get(id).ok_or_else(|| missing(id))
    }

    /// Returns the order in which outcomes were read.
    pub(crate) fn order(&self) -> &Order {
        &self.order
    }

    fn levels(&self) -> Levels {
        Levels::of_trials(&self.protocols, self.by_temperature)
    }

    /// Returns true if the protocol of a trial is a publication's mode.
    fn is_recorded(&self, trial: &Key) -> bool {
        !self.has_study && self.recorded.contains_key(trial)
    }

    /// Returns the record of a question without an answer.
    fn open(&self, problem: &Problem, trial: &Trial, levels: &mut Levels) -> Result<Unanswered> {
        Ok(Unanswered {
            trial: trial.key.clone(),
            item: problem.item.clone(),
            version: levels.version(problem),
            truth: problem.truth.answer,
            subject: trial.subject.clone(),
            repeat: trial.repeat,
            factors: levels.get(problem, trial, self.is_recorded(&trial.key))?,
        })
    }

    /// Returns the outcome of an answer that was read and graded.
    fn outcome(
        &self,
        problem: &Problem,
        trial: &Trial,
        graded: GradedAnswer,
        levels: &mut Levels,
    ) -> Result<Outcome> {
        let GradedAnswer { answer, grade, scoring, evidence } = graded;
        Ok(Outcome {
            trial: trial.key.clone(),
            item: problem.item.clone(),
            version: levels.version(problem),
            subject: trial.subject.clone(),
            repeat: trial.repeat,
            factors: levels.get(problem, trial, self.is_recorded(&trial.key))?,
            answer,
            truth: problem.truth.answer,
            grade,
            scoring,
            evidence,
        })
    }

    /// Reads and grades an answer.
    fn graded(&self, problem: &Problem, answered: &AnsweredTrial, grader: Grader) -> GradedAnswer {
        let trial = &answered.trial;
        let opened = self.conclusions.get(&trial.key);
        let translated = opened.is_some_and(|opened| opened.translated);
        let (answer, evidence) = match opened {
            Some(opened) => (opened.answer, None),
            None => {
                let reading = grader.read(problem, &answered.text, answered.finish);
                (reading.answer, Some(Evidence::from(&reading)))
            }
        };
        let truth = problem.truth.answer;
        let recorded = self.recorded.get(&trial.key).map(|r| r.grade == 1);
        let (grade, scoring) = match grader {
            Grader::Default | Grader::RecordedViews => (
                Grade::new(answer, truth),
                if translated { Scoring::Translation } else { Scoring::Reader },
            ),
            Grader::Published2025 => (Grade::new(answer, truth), Scoring::PublishedRule),
            Grader::Published2024 => published_grade(problem, &answered.text, recorded)
                .filter(|(grade, _)| !is_silence(answer, *grade))
                .unwrap_or((Grade::new(answer, truth), Scoring::Reader)),
        };
        GradedAnswer { answer, grade, scoring, evidence }
    }
}

/// Number of items up to which one core is as fast as all.
const FEW: usize = 64;

/// Maps items on all cores, unless there are few.
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

/// An answer as read, with its grade, the rule of the grade, and the words that decided.
#[derive(Clone, Copy)]
struct GradedAnswer {
    answer: Answer,
    grade: Grade,
    scoring: Scoring,
    evidence: Option<Evidence>,
}

impl GradedAnswer {
    /// The grade of an open answer before it is judged.
    const UNREAD: Self = Self {
        answer: Answer::Unread,
        grade: Grade::Unscored,
        scoring: Scoring::Reader,
        evidence: None,
    };
}
