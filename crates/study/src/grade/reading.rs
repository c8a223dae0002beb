//! Reading: answers are read and graded in chunks, and their texts are dropped.

use super::controls::{ControlAnswer, Controls};
use super::loading::Texts;
use super::problem_cache::ProblemCache;
use super::{AnswerTranslations, Answers, GradedAnswer, Grader, Levels, Order, each};
use crate::error::Result;
use peirast_fallacy::Notion;
use peirast_measure::{Conclusions, Given};
use peirast_record::{Answer, Catalogue, Grade, Outcome, Scoring, Task, Trial};
use peirast_report::{Outcomes, Unanswered};
use peirast_store::{AnsweredTrial, Store, StoreCounts};
use peirast_task::translation;

/// Rules by which answers are read and judged.
pub(crate) struct Rule {
    pub(crate) notion: Notion,
    pub(crate) grader: Grader,
    pub(crate) texts: Texts,
    /// Whether answers count only by recorded views.
    pub(crate) views_alone: bool,
}

/// Answers and outcomes while a store is read.
pub struct Reading {
    by: Rule,
    answers: Answers,
    cache: ProblemCache,
    levels: Levels,
    /// Outcomes in the order in which they were read.
    outcomes: Vec<Outcome>,
    controls: Controls,
    /// Answers that are not read yet.
    stretch: Vec<AnsweredTrial>,
    /// Number of answers that are read in parallel.
    most: usize,
    /// Number of all answers so far.
    taken: u64,
    /// Number of answers so far that have an outcome.
    places: usize,
}

impl Reading {
    /// Creates the state without answers yet.
    pub(crate) fn new(
        by: Rule,
        answers: Answers,
        cache: ProblemCache,
        controls: Controls,
        outcomes: Vec<Outcome>,
        most: usize,
    ) -> Self {
        let levels = Levels::of_trials(&answers.protocols, answers.by_temperature);
        let stretch = Vec::with_capacity(most);
        Self { by, answers, cache, levels, outcomes, controls, stretch, most, taken: 0, places: 0 }
    }

    /// Whether all problems are in memory.
    pub(crate) fn has_all_problems(&self) -> bool {
        self.cache.is_full()
    }

    /// Returns the number of outcomes before that of the next answer, if it is to this trial;
    /// `None` if it has no outcome.
    pub fn place(&self, trial: &Trial) -> Option<usize> {
        takes_part(trial).then_some(self.places)
    }

    /// Adds an answer. It is read and graded when a chunk is complete.
    ///
    /// # Errors
    /// A store that cannot be read.
    pub async fn take(&mut self, store: &Store, answered: AnsweredTrial) -> Result<()> {
        self.taken += 1;
        self.places += usize::from(takes_part(&answered.trial));
        match translation::is_one(&answered.trial) {
            true => self.controls.translations.push(answered),
            false => self.stretch.push(answered),
        }
        if self.stretch.len() >= self.most {
            self.grade(store).await?;
        }
        Ok(())
    }

    /// Returns the answers and their outcomes, when all answers of a store with these counts were
    /// added.
    ///
    /// # Errors
    /// A store that cannot be read.
    pub async fn end(mut self, store: &Store, counts: &StoreCounts) -> Result<(Answers, Outcomes)> {
        self.grade(store).await?;
        let open = match counts.trials == self.taken {
            true => Vec::new(),
            false => self.unanswered(store).await?,
        };
        let (answers, outcomes) = self.judge()?;
        Ok((answers, Outcomes::new(outcomes).with_unanswered(open)))
    }

    /// Reads and grades a chunk of answers; open answers are graded at the end.
    async fn grade(&mut self, store: &Store) -> Result<()> {
        let Self { by, answers, cache, levels, outcomes, controls, stretch, .. } = self;
        cache.fetch(store, stretch.iter().map(|answered| &answered.trial.problem)).await?;
        let graded = |answered: &AnsweredTrial| -> Result<Option<GradedAnswer>> {
            let problem = cache.problem(&answered.trial.problem)?;
            let is_open = problem.task == Task::Conclusion;
            Ok((!is_open).then(|| answers.graded(problem, answered, by.grader)))
        };
        let graded = each(stretch, graded)?;
        for (answered, graded) in stretch.drain(..).zip(graded) {
            let trial = &answered.trial;
            if trial.is_control() {
                controls.controls.push(ControlAnswer { answered, graded });
                continue;
            }
            let problem = cache.problem(&trial.problem)?;
            outcomes.push(answers.outcome(problem, trial, graded.unwrap_or(UNREAD), levels)?);
            if controls.is_first(trial) {
                controls.firsts.push(ControlAnswer { answered: answered.clone(), graded });
            }
            if graded.is_none() || by.texts == Texts::All {
                answers.kept.push(answered);
            }
        }
        Ok(())
    }

    /// Returns the questions without an answer, in order of their trials' keys.
    async fn unanswered(&mut self, store: &Store) -> Result<Vec<Unanswered>> {
        let Self { answers, cache, levels, most, .. } = self;
        let mut trials = store.load_unanswered().await?;
        trials.retain(takes_part);
        trials.sort_by(|one, next| one.problem.cmp(&next.problem));
        let mut open = Vec::with_capacity(trials.len());
        for some in trials.chunks(*most) {
            cache.fetch(store, some.iter().map(|trial| &trial.problem)).await?;
            for trial in some {
                let problem = cache.problem(&trial.problem)?;
                open.push(answers.open(problem, trial, levels)?);
                if problem.task == Task::Conclusion {
                    answers.unanswered.push(trial.clone());
                }
            }
        }
        open.sort_unstable_by(|one, next| one.trial.cmp(&next.trial));
        answers.unanswered.sort_unstable_by(|one, next| one.key.cmp(&next.key));
        Ok(open)
    }

    /// Judges open answers with their translations; returns the outcomes in order of their trials'
    /// keys.
    fn judge(self) -> Result<(Answers, Vec<Outcome>)> {
        let Self { by, mut answers, cache, mut outcomes, mut controls, .. } = self;
        answers.problems = cache.into_catalogue();
        answers.order = Order::new(&outcomes);
        answers.order.arrange(&mut outcomes);
        answers.kept.sort_unstable_by(|one, next| one.trial.key.cmp(&next.trial.key));
        controls.sort();
        let translations = controls.translations(by.views_alone);
        let open: Vec<Given<'_>> = {
            let given = |answered| given(answered, &answers.problems, &translations);
            let controls = controls.controls.iter().map(|again| &again.answered);
            answers.kept.iter().chain(controls).filter_map(given).collect()
        };
        answers.conclusions = Conclusions::read(&open, by.notion)?;
        for answered in &answers.kept {
            let problem = answers.problem(&answered.trial.problem)?;
            let place = outcomes.binary_search_by(|outcome| outcome.trial.cmp(&answered.trial.key));
            if let (Task::Conclusion, Ok(place)) = (problem.task, place)
                && let Some(outcome) = outcomes.get_mut(place)
            {
                (outcome.answer, outcome.grade, outcome.scoring) =
                    answers.graded(problem, answered, by.grader);
            }
        }
        answers.controls = controls.controls(&answers, by.grader)?;
        Ok((answers, outcomes))
    }
}

/// Grade of an open answer before it is judged.
const UNREAD: GradedAnswer = (Answer::Unread, Grade::Unscored, Scoring::Reader);

/// Returns an answer to an open question with its translations; `None` if the question was not
/// open.
fn given<'a>(
    answered: &'a AnsweredTrial,
    problems: &'a Catalogue,
    translations: &'a AnswerTranslations,
) -> Option<Given<'a>> {
    let problem = problems.get(&answered.trial.problem)?;
    (problem.task == Task::Conclusion).then(|| Given {
        trial: &answered.trial.key,
        problem,
        text: &answered.text,
        finish: answered.finish,
        translated: translations.get(problem, answered),
    })
}

/// Whether a trial asks a question of the study and is no control.
fn takes_part(trial: &Trial) -> bool {
    !translation::is_one(trial) && !trial.is_control()
}
