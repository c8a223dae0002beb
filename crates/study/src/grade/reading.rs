//! Reading: answers are read and graded in chunks, and their texts are dropped.

use super::controls::{AnswerTranslations, ControlAnswer, Controls};
use super::loading::{Loading, Texts};
use super::problem_cache::ProblemCache;
use super::{Answers, GradedAnswer, Levels, Order, each};
use crate::error::Result;
use peirast_measure::{Conclusions, Given};
use peirast_record::{Catalogue, Outcome, Task, Trial};
use peirast_report::{Outcomes, Unanswered};
use peirast_store::{AnsweredTrial, Store, StoreCounts};
use peirast_task::translation;

/// Bytes of texts after which a chunk of answers is complete: one answer may have megabytes.
const MOST_WAITING: usize = 16 << 20;

/// Answers and outcomes while a store is read.
pub(super) struct Reading<'s> {
    loading: Loading<'s>,
    answers: Answers,
    cache: ProblemCache,
    levels: Levels,
    /// Outcomes in the order in which they were read.
    outcomes: Vec<Outcome>,
    controls: Controls,
    /// Answers that are not read yet.
    stretch: Vec<AnsweredTrial>,
    /// Bytes of their texts.
    waiting: usize,
    /// Number of all answers so far.
    taken: u64,
    /// Number of answers so far that have an outcome.
    places: usize,
}

impl<'s> Reading<'s> {
    /// Creates the state without answers yet.
    pub(crate) fn new(
        loading: Loading<'s>,
        answers: Answers,
        cache: ProblemCache,
        controls: Controls,
        outcomes: Vec<Outcome>,
    ) -> Self {
        let (levels, stretch) = (answers.levels(), Vec::with_capacity(loading.stretch));
        let (waiting, taken, places) = (0, 0, 0);
        Self {
            loading,
            answers,
            cache,
            levels,
            outcomes,
            controls,
            stretch,
            waiting,
            taken,
            places,
        }
    }

    /// Returns true if all problems are in memory.
    pub(crate) fn has_all_problems(&self) -> bool {
        self.cache.is_full()
    }

    /// Returns the index that the next outcome gets if the next answer is to this trial; none if such an
    /// answer has no outcome.
    pub fn place(&self, trial: &Trial) -> Option<usize> {
        takes_part(trial).then_some(self.places)
    }

    /// Adds an answer. It is read and graded when a chunk is complete.
    pub async fn take(&mut self, store: &Store, answered: AnsweredTrial) -> Result<()> {
        self.taken += 1;
        self.places += usize::from(takes_part(&answered.trial));
        match translation::is_one(&answered.trial) {
            true => self.controls.translations.push(answered),
            false => {
                self.waiting += answered.text.len();
                self.stretch.push(answered);
            }
        }
        if self.stretch.len() >= self.loading.stretch || self.waiting >= MOST_WAITING {
            self.waiting = 0;
            self.grade(store).await?;
        }
        Ok(())
    }

    /// Returns the answers and their outcomes, when all answers of the store were added.
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
        let Self { loading, answers, cache, levels, outcomes, controls, stretch, .. } = self;
        let grader = loading.grader;
        cache.fetch(store, stretch.iter().map(|answered| &answered.trial.problem)).await?;
        let graded = |answered: &AnsweredTrial| -> Result<Option<GradedAnswer>> {
            let problem = cache.problem(&answered.trial.problem)?;
            let is_open = problem.task == Task::Conclusion;
            Ok((!is_open).then(|| answers.graded(problem, answered, grader)))
        };
        let graded = each(stretch, graded)?;
        for (answered, graded) in stretch.drain(..).zip(graded) {
            let trial = &answered.trial;
            if trial.is_control() {
                controls.controls.push(ControlAnswer { answered, graded });
                continue;
            }
            let problem = cache.problem(&trial.problem)?;
            outcomes.push(answers.outcome(
                problem,
                trial,
                graded.unwrap_or(GradedAnswer::UNREAD),
                levels,
            )?);
            if controls.is_first(trial) {
                controls.firsts.push(ControlAnswer { answered: answered.clone(), graded });
            }
            if graded.is_none() || loading.texts == Texts::All {
                answers.kept.push(answered);
            }
        }
        Ok(())
    }

    /// Returns the questions without an answer, in order of their trials' keys.
    async fn unanswered(&mut self, store: &Store) -> Result<Vec<Unanswered>> {
        let Self { loading, answers, cache, levels, .. } = self;
        let mut trials = store.load_unanswered().await?;
        trials.retain(takes_part);
        trials.sort_by(|one, next| one.problem.cmp(&next.problem));
        let mut open = Vec::with_capacity(trials.len());
        for some in trials.chunks(loading.stretch) {
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

    /// Judges open answers with their translations, and sorts the outcomes by trial.
    fn judge(self) -> Result<(Answers, Vec<Outcome>)> {
        let Self { loading, mut answers, cache, mut outcomes, mut controls, .. } = self;
        answers.problems = cache.into_catalogue();
        answers.order = Order::new(&outcomes);
        answers.order.arrange(&mut outcomes);
        answers.kept.sort_unstable_by(|one, next| one.trial.key.cmp(&next.trial.key));
        controls.sort();
        let translations = controls.translations(loading.views_alone());
        let open: Vec<Given<'_>> = {
            let given = |answered| given(answered, &answers.problems, &translations);
            let controls = controls.controls.iter().map(|again| &again.answered);
            answers.kept.iter().chain(controls).filter_map(given).collect()
        };
        answers.conclusions = Conclusions::read(&open, loading.notion)?;
        for answered in &answers.kept {
            let problem = answers.problem(&answered.trial.problem)?;
            let place = outcomes.binary_search_by(|outcome| outcome.trial.cmp(&answered.trial.key));
            if let (Task::Conclusion, Ok(place)) = (problem.task, place)
                && let Some(outcome) = outcomes.get_mut(place)
            {
                let graded = answers.graded(problem, answered, loading.grader);
                (outcome.answer, outcome.grade) = (graded.answer, graded.grade);
                (outcome.scoring, outcome.evidence) = (graded.scoring, graded.evidence);
            }
        }
        answers.controls = controls.controls(&answers, loading.grader)?;
        Ok((answers, outcomes))
    }
}

/// Returns an answer with its translations, if its question was open.
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

/// Returns true if a trial asks a question of the study and is no control.
fn takes_part(trial: &Trial) -> bool {
    !translation::is_one(trial) && !trial.is_control()
}
