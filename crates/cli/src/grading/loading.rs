//! Loading: every stored answer is read and graded as it comes, and let go.

use super::{Answers, Graded, Levels};
use crate::ballot_box;
use crate::grader::Grader;
use crate::translations::Translations;
use anyhow::Result;
use futures::TryStreamExt as _;
use peirast_fallacy::Notion;
use peirast_measure::{Conclusions, Control, Given};
use peirast_record::{Answer, Catalogue, Grade, Key, Name, Outcome, Scoring, Study, Task, Trial};
use peirast_report::Outcomes;
use peirast_run::{Answered, Store};
use peirast_task::{Protocols, translation};
use rayon::prelude::*;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Answers that are read at once, on all cores.
const STRETCH: usize = 512;

/// Which answers are kept with their texts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Texts {
    /// All that take part in tests.
    All,
    /// Those to open questions, which are judged together.
    Open,
}

/// How answers are loaded.
pub struct Loading<'s> {
    /// The study that they are to; none if they were recorded by others.
    pub study: Option<&'s Study>,
    /// When an open answer counts as predicted.
    pub notion: Notion,
    /// Which rule decides what an answer is worth.
    pub grader: Grader,
    /// Which are kept with their texts.
    pub texts: Texts,
    /// The problems of the store, if they are at hand.
    pub problems: Option<Catalogue>,
}

impl<'s> Loading<'s> {
    /// By the study's own grader, with the texts of open answers; these count as predicted regardless of
    /// marks.
    pub fn of(study: Option<&'s Study>) -> Self {
        Self {
            study,
            notion: Notion::RegardlessOfIssues,
            grader: study.map_or(Grader::Default, ballot_box::grader),
            texts: Texts::Open,
            problems: None,
        }
    }

    /// Reads and grades every answer, on all cores; the result does not depend on their number. `hear` is
    /// told of each, translations and controls among them, with the mark of its server and with its place
    /// among the outcomes if it has one there; outcomes are in order of the trials' keys.
    ///
    /// No more than a stretch of answers is held at a time, besides those whose texts are kept: what is
    /// left of the others is their outcome.
    pub async fn load(
        self,
        store: &Store,
        mut hear: impl FnMut(&Answered, Option<&Name>, Option<usize>),
    ) -> Result<(Answers, Outcomes)> {
        let counts = store.counts().await?;
        let mut answers = self.none_yet(store, counts.problems).await?;
        let protocols = answers.protocols.clone();
        let mut levels = Levels::of_trials(&protocols, answers.by_temperature);
        let mut rows = Vec::with_capacity(usize::try_from(counts.responses).unwrap_or(0));
        let mut aside = Aside::of(store.load_controls().await?);
        let (mut stretch, mut all) = (Vec::with_capacity(STRETCH), 0);
        let mut stored = store.answered_by();
        while let Some((answered, mark)) = stored.try_next().await? {
            all += 1;
            let place = takes_part(&answered.trial).then(|| rows.len() + stretch.len());
            hear(&answered, mark.as_ref(), place);
            match place {
                Some(_) => stretch.push(answered),
                None => aside.take(answered),
            }
            if stretch.len() == STRETCH {
                self.grade(&mut answers, &mut stretch, &mut levels, &mut aside, &mut rows)?;
            }
        }
        self.grade(&mut answers, &mut stretch, &mut levels, &mut aside, &mut rows)?;
        self.judge(&mut answers, &mut aside, &mut rows)?;
        answers.controls = aside.controls(&answers, self.grader)?;
        if counts.trials != all {
            answers.unanswered = store.load_unanswered().await?;
            answers.unanswered.retain(takes_part);
        }
        let outcomes = Outcomes::new(rows).with_unanswered(answers.unanswered(&mut levels)?);
        Ok((answers, outcomes))
    }

    /// What the answers are about.
    async fn none_yet(&self, store: &Store, problems: u64) -> Result<Answers> {
        let recorded = store.load_recorded().await?;
        // What is at hand is stored, but may not be all.
        let at_hand = self.problems.clone().filter(|own| own.all().len() as u64 == problems);
        let problems = match at_hand {
            Some(problems) => problems,
            None => {
                let stored = store.load_problems().await?.into_values();
                Catalogue::of(Arc::new(stored.collect()))
            }
        };
        Ok(Answers {
            kept: Vec::new(),
            controls: Vec::new(),
            unanswered: Vec::new(),
            problems,
            recorded: recorded.into_iter().map(|r| (r.trial.clone(), r)).collect(),
            protocols: self.study.map_or_else(Protocols::built_in, Protocols::of),
            by_temperature: self.study.is_some_and(|study| !study.temperatures.is_empty()),
            has_study: self.study.is_some(),
            conclusions: Conclusions::default(),
        })
    }

    /// Reads and grades a stretch of answers; open ones only later.
    fn grade(
        &self,
        answers: &mut Answers,
        stretch: &mut Vec<Answered>,
        levels: &mut Levels<'_>,
        aside: &mut Aside,
        rows: &mut Vec<Outcome>,
    ) -> Result<()> {
        let graded = |answered: &Answered| -> Result<(bool, Graded)> {
            match answers.problem(&answered.trial.problem)?.task {
                Task::Conclusion => Ok((true, (Answer::Unread, Grade::Unscored, Scoring::Reader))),
                _ => Ok((false, answers.graded(answered, self.grader)?)),
            }
        };
        let graded: Vec<(bool, Graded)> = stretch.par_iter().map(graded).collect::<Result<_>>()?;
        for (answered, (is_open, graded)) in stretch.drain(..).zip(graded) {
            rows.push(answers.outcome(&answered, graded, levels)?);
            if aside.is_first(&answered.trial) {
                aside.firsts.push(answered.clone());
            }
            if is_open {
                aside.open.push((rows.len() - 1, answers.kept.len()));
            }
            if is_open || self.texts == Texts::All {
                answers.kept.push(answered);
            }
        }
        Ok(())
    }

    /// Judges the answers to open questions, with what others made of them.
    fn judge(&self, answers: &mut Answers, aside: &mut Aside, rows: &mut [Outcome]) -> Result<()> {
        let views_alone = self.study.map_or(Grader::Default, ballot_box::grader);
        aside.translations.views_alone = views_alone == Grader::RecordedViews;
        let open: Vec<Given<'_>> = {
            let given = |answered| given(answered, &answers.problems, &aside.translations);
            let open = aside.open.iter().filter_map(|(_, at)| answers.kept.get(*at));
            open.chain(&aside.controls).filter_map(given).collect()
        };
        answers.conclusions = Conclusions::of(&open, self.notion)?;
        for (row, at) in &aside.open {
            if let (Some(row), Some(answered)) = (rows.get_mut(*row), answers.kept.get(*at)) {
                (row.answer, row.grade, row.scoring) = answers.graded(answered, self.grader)?;
            }
        }
        Ok(())
    }
}

/// An answer to an open question, with what others made of it; none if the question was not open.
fn given<'a>(
    answered: &'a Answered,
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

/// What stands beside the outcomes until all answers are there.
#[derive(Default)]
struct Aside {
    /// What others made of answers.
    translations: Translations,
    /// The questions that were put once more as controls.
    put_again: BTreeSet<Question>,
    /// Their first answers.
    firsts: Vec<Answered>,
    /// The answers to controls.
    controls: Vec<Answered>,
    /// Answers to open questions: their places among the outcomes and among those kept.
    open: Vec<(usize, usize)>,
}

/// What a question and its control have in common: subject, prompt, and the bits of the temperature.
type Question = (Name, Key, Option<u64>);

fn question(trial: &Trial) -> Question {
    let temperature = trial.sampling.temperature.map(f64::to_bits);
    (trial.subject.clone(), trial.prompt.clone(), temperature)
}

impl Aside {
    /// Nothing yet, of a store that has these controls.
    fn of(controls: Vec<Trial>) -> Self {
        Self { put_again: controls.iter().map(question).collect(), ..Self::default() }
    }

    /// Takes a translation or the answer to a control.
    fn take(&mut self, answered: Answered) {
        if !translation::is_one(&answered.trial) {
            return self.controls.push(answered);
        }
        match translation::viewed(&answered.trial) {
            Some(key) => {
                self.translations.views.insert(key, answered.text);
            }
            None => {
                let same = self.translations.words.entry(answered.trial.prompt);
                same.or_default().push(answered.text);
            }
        }
    }

    /// Whether an answer to this trial is the first to a question that was put once more.
    fn is_first(&self, trial: &Trial) -> bool {
        !self.put_again.is_empty() && trial.repeat == 0 && self.put_again.contains(&question(trial))
    }

    /// Every control beside the first answer to the same question, where there is one.
    fn controls(&self, answers: &Answers, grader: Grader) -> Result<Vec<Control>> {
        let firsts: BTreeMap<Question, &Answered> =
            self.firsts.iter().map(|first| (question(&first.trial), first)).collect();
        let pairs = self.controls.iter().filter_map(|again| {
            let first = firsts.get(&question(&again.trial))?;
            Some((*first, again))
        });
        pairs
            .map(|(first, again)| {
                let before = answers.graded(first, grader)?;
                let after = answers.graded(again, grader)?;
                Ok(Control {
                    subject: again.trial.subject.to_string(),
                    first: (before.0, before.1),
                    again: (after.0, after.1),
                    same_text: first.text == again.text,
                })
            })
            .collect()
    }
}
