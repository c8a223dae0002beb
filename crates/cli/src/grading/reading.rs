//! Reading: answers are read and graded a stretch at a time, and let go.

use super::aside::{Again, Aside};
use super::loading::Texts;
use super::shelf::Shelf;
use super::{Answers, Graded, Levels, Order, each};
use crate::grader::Grader;
use crate::translations::Translations;
use anyhow::Result;
use peirast_fallacy::Notion;
use peirast_measure::{Conclusions, Given};
use peirast_record::{Answer, Catalogue, Grade, Outcome, Scoring, Task, Trial};
use peirast_report::{Outcomes, Unanswered};
use peirast_store::{AnsweredTrial, Store, StoreCounts};
use peirast_task::translation;

/// How answers are read and judged.
pub(super) struct Rule {
    pub(super) notion: Notion,
    pub(super) grader: Grader,
    pub(super) texts: Texts,
    /// Whether views that were recorded with answers count alone.
    pub(super) views_alone: bool,
}

/// What has become of the answers so far.
pub struct Reading {
    by: Rule,
    answers: Answers,
    shelf: Shelf,
    levels: Levels,
    /// In the order in which they were read.
    outcomes: Vec<Outcome>,
    aside: Aside,
    /// Answers that are still to be read.
    stretch: Vec<AnsweredTrial>,
    /// How many are read at once.
    most: usize,
    /// All answers that were taken.
    taken: u64,
    /// Those of them that have an outcome.
    places: usize,
}

impl Reading {
    /// Of no answers yet.
    pub(super) fn new(
        by: Rule,
        answers: Answers,
        shelf: Shelf,
        aside: Aside,
        outcomes: Vec<Outcome>,
        most: usize,
    ) -> Self {
        let levels = Levels::of_trials(&answers.protocols, answers.by_temperature);
        let stretch = Vec::with_capacity(most);
        Self { by, answers, shelf, levels, outcomes, aside, stretch, most, taken: 0, places: 0 }
    }

    /// Whether no problem has to be fetched.
    pub(super) fn has_all_problems(&self) -> bool {
        self.shelf.is_full()
    }

    /// So many questions about these problems are going to be answered: they need not be fetched then.
    pub fn hold(&mut self, problems: Catalogue, questions: usize) {
        self.shelf.hold(problems, questions);
    }

    /// How many answers were taken.
    pub fn taken(&self) -> u64 {
        self.taken
    }

    /// The number of outcomes before that of an answer to this trial, were it taken now; none if it has none.
    pub fn place(&self, trial: &Trial) -> Option<usize> {
        takes_part(trial).then_some(self.places)
    }

    /// Takes an answer. It is read and graded when there are enough of them.
    pub async fn take(&mut self, store: &Store, answered: AnsweredTrial) -> Result<()> {
        self.taken += 1;
        self.places += usize::from(takes_part(&answered.trial));
        match translation::is_one(&answered.trial) {
            true => self.aside.translations.push(answered),
            false => self.stretch.push(answered),
        }
        if self.stretch.len() >= self.most {
            self.grade(store).await?;
        }
        Ok(())
    }

    /// The answers and their outcomes, when all of a store that holds so much were taken.
    pub async fn end(mut self, store: &Store, counts: &StoreCounts) -> Result<(Answers, Outcomes)> {
        self.grade(store).await?;
        let open = match counts.trials == self.taken {
            true => Vec::new(),
            false => self.unanswered(store).await?,
        };
        let (answers, outcomes) = self.judge()?;
        Ok((answers, Outcomes::new(outcomes).with_unanswered(open)))
    }

    /// Reads and grades a stretch of answers; open ones only later.
    async fn grade(&mut self, store: &Store) -> Result<()> {
        let Self { by, answers, shelf, levels, outcomes, aside, stretch, .. } = self;
        shelf.fetch(store, stretch.iter().map(|answered| &answered.trial.problem)).await?;
        let graded = |answered: &AnsweredTrial| -> Result<Option<Graded>> {
            let problem = shelf.problem(&answered.trial.problem)?;
            let is_open = problem.task == Task::Conclusion;
            Ok((!is_open).then(|| answers.graded(problem, answered, by.grader)))
        };
        let graded = each(stretch, graded)?;
        for (answered, graded) in stretch.drain(..).zip(graded) {
            let trial = &answered.trial;
            if trial.is_control() {
                aside.controls.push(Again { answered, graded });
                continue;
            }
            let problem = shelf.problem(&trial.problem)?;
            outcomes.push(answers.outcome(problem, trial, graded.unwrap_or(UNREAD), levels)?);
            shelf.let_go(&trial.problem);
            if aside.is_first(trial) {
                aside.firsts.push(Again { answered: answered.clone(), graded });
            }
            if graded.is_none() || by.texts == Texts::All {
                answers.kept.push(answered);
            }
        }
        Ok(())
    }

    /// The questions that have no answer, in order of their trials' keys.
    async fn unanswered(&mut self, store: &Store) -> Result<Vec<Unanswered>> {
        let Self { answers, shelf, levels, most, .. } = self;
        let mut trials = store.load_unanswered().await?;
        trials.retain(takes_part);
        trials.sort_by(|one, next| one.problem.cmp(&next.problem));
        let mut open = Vec::with_capacity(trials.len());
        for some in trials.chunks(*most) {
            shelf.fetch(store, some.iter().map(|trial| &trial.problem)).await?;
            for trial in some {
                let problem = shelf.problem(&trial.problem)?;
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

    /// The outcomes in the order of their trials' keys, when open answers were judged with what others made
    /// of them.
    fn judge(self) -> Result<(Answers, Vec<Outcome>)> {
        let Self { by, mut answers, shelf, mut outcomes, mut aside, .. } = self;
        answers.problems = shelf.into_catalogue();
        answers.order = Order::of(&outcomes);
        answers.order.arrange(&mut outcomes);
        answers.kept.sort_unstable_by(|one, next| one.trial.key.cmp(&next.trial.key));
        aside.sort();
        let translations = aside.translations(by.views_alone);
        let open: Vec<Given<'_>> = {
            let given = |answered| given(answered, &answers.problems, &translations);
            let controls = aside.controls.iter().map(|again| &again.answered);
            answers.kept.iter().chain(controls).filter_map(given).collect()
        };
        answers.conclusions = Conclusions::of(&open, by.notion)?;
        for answered in &answers.kept {
            let problem = answers.problem(&answered.trial.problem)?;
            let place = outcomes.binary_search_by(|own| own.trial.cmp(&answered.trial.key));
            if let (Task::Conclusion, Ok(place)) = (problem.task, place)
                && let Some(own) = outcomes.get_mut(place)
            {
                (own.answer, own.grade, own.scoring) = answers.graded(problem, answered, by.grader);
            }
        }
        answers.controls = aside.controls(&answers, by.grader)?;
        Ok((answers, outcomes))
    }
}

/// What is known of an open answer before it is judged.
const UNREAD: Graded = (Answer::Unread, Grade::Unscored, Scoring::Reader);

/// An answer to an open question, with what others made of it; none if the question was not open.
fn given<'a>(
    answered: &'a AnsweredTrial,
    problems: &'a Catalogue,
    translations: &'a Translations,
) -> Option<Given<'a>> {
    let problem = problems.get(&answered.trial.problem)?;
    (problem.task == Task::Conclusion).then(|| Given {
        trial: &answered.trial.key,
        problem,
        text: &answered.text,
        finish: answered.finish,
        translated: translations.of(problem, answered),
    })
}

/// Whether the answer to a trial is one to a question of the study, and no control.
fn takes_part(trial: &Trial) -> bool {
    !translation::is_one(trial) && !trial.is_control()
}
