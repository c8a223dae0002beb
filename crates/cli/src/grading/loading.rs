//! Loading: every stored answer is read and graded as it comes, and let go.

use super::aside::{Again, Aside};
use super::shelf::Shelf;
use super::{Answers, Graded, Levels, Order};
use crate::ballot_box;
use crate::grader::Grader;
use crate::translations::Translations;
use anyhow::Result;
use futures::TryStreamExt as _;
use peirast_fallacy::Notion;
use peirast_measure::{Conclusions, Given};
use peirast_record::{Answer, Catalogue, Grade, Name, Outcome, Scoring, Study, Task, Trial};
use peirast_report::{Outcomes, Unanswered};
use peirast_run::{Answered, Store};
use peirast_task::{Protocols, translation};
use rayon::prelude::*;
use std::sync::Arc;

/// Answers that are read at once, on all cores.
const STRETCH: usize = 512;
/// Problems that are held while answers are read, besides those of one stretch.
const ROOM: usize = 2048;

/// Which answers are kept with their texts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Texts {
    /// All that take part in tests, with all problems.
    All,
    /// Those to open questions, which are judged together, with at least the problems about conclusions.
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
    /// Answers that are read at once.
    pub stretch: usize,
    /// Problems that are held besides those of such a stretch; if there are no more, all are held.
    pub room: usize,
}

/// What has become of the answers so far.
struct Read<'p> {
    shelf: Shelf,
    levels: Levels<'p>,
    /// In the order in which they were read.
    outcomes: Vec<Outcome>,
    aside: Aside,
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
            stretch: STRETCH,
            room: ROOM,
        }
    }

    /// Reads and grades every answer, on all cores; the result does not depend on their number. `hear` is
    /// told of each, translations and controls among them, with the mark of its server and with the number
    /// of outcomes before its own if it has one; [`Answers::order`] brings such places into the order in
    /// which outcomes then stand, that of the trials' keys.
    ///
    /// No more than a stretch of answers and some thousand problems are held at a time, besides those whose
    /// texts are kept: what is left of the others is their outcome.
    pub async fn load(
        self,
        store: &Store,
        mut hear: impl FnMut(&Answered, Option<&Name>, Option<usize>),
    ) -> Result<(Answers, Outcomes)> {
        let counts = store.counts().await?;
        let mut answers = self.none_yet(store).await?;
        let protocols = answers.protocols.clone();
        let mut read = Read {
            shelf: self.shelf(store, counts.problems).await?,
            levels: Levels::of_trials(&protocols, answers.by_temperature),
            outcomes: Vec::with_capacity(usize::try_from(counts.responses).unwrap_or(0)),
            aside: Aside::of(store.load_controls().await?),
        };
        let (mut stretch, mut all, mut places) = (Vec::with_capacity(self.stretch), 0, 0..);
        let mut stored = match read.shelf.is_full() {
            true => store.answered_by(),
            false => store.answered_by_problem(),
        };
        while let Some((answered, mark)) = stored.try_next().await? {
            all += 1;
            let place = takes_part(&answered.trial).then(|| places.next()).flatten();
            hear(&answered, mark.as_ref(), place);
            match translation::is_one(&answered.trial) {
                true => read.aside.translations.push(answered),
                false => stretch.push(answered),
            }
            if stretch.len() >= self.stretch {
                self.grade(store, &mut answers, &mut stretch, &mut read).await?;
            }
        }
        self.grade(store, &mut answers, &mut stretch, &mut read).await?;
        let open = match counts.trials == all {
            true => Vec::new(),
            false => self.unanswered(store, &mut answers, &mut read).await?,
        };
        let outcomes = self.judge(&mut answers, read)?;
        Ok((answers, Outcomes::new(outcomes).with_unanswered(open)))
    }

    /// What the answers are about.
    async fn none_yet(&self, store: &Store) -> Result<Answers> {
        let recorded = store.load_recorded().await?;
        Ok(Answers {
            kept: Vec::new(),
            controls: Vec::new(),
            unanswered: Vec::new(),
            problems: Catalogue::of(Arc::default()),
            order: Order::default(),
            recorded: recorded.into_iter().map(|r| (r.trial.clone(), r)).collect(),
            protocols: self.study.map_or_else(Protocols::built_in, Protocols::of),
            by_temperature: self.study.is_some_and(|study| !study.temperatures.is_empty()),
            has_study: self.study.is_some(),
            conclusions: Conclusions::default(),
        })
    }

    /// The problems that answers are graded by, of a store with so many.
    async fn shelf(&self, store: &Store, problems: u64) -> Result<Shelf> {
        // What is at hand is stored, but may not be all.
        let at_hand = self.problems.clone().filter(|own| own.all().len() as u64 == problems);
        let are_few = problems <= self.room as u64;
        Ok(match at_hand {
            Some(problems) => Shelf::full(problems),
            None if are_few || self.texts == Texts::All => {
                let stored = store.load_problems().await?.into_values();
                Shelf::full(Catalogue::of(Arc::new(stored.collect())))
            }
            None => Shelf::empty(self.room),
        })
    }

    /// Reads and grades a stretch of answers; open ones only later.
    async fn grade(
        &self,
        store: &Store,
        answers: &mut Answers,
        stretch: &mut Vec<Answered>,
        Read { shelf, levels, outcomes, aside }: &mut Read<'_>,
    ) -> Result<()> {
        shelf.fetch(store, stretch.iter().map(|answered| &answered.trial.problem)).await?;
        let graded = |answered: &Answered| -> Result<Option<Graded>> {
            let problem = shelf.problem(&answered.trial.problem)?;
            let is_open = problem.task == Task::Conclusion;
            Ok((!is_open).then(|| answers.graded(problem, answered, self.grader)))
        };
        let graded: Vec<Option<Graded>> = stretch.par_iter().map(graded).collect::<Result<_>>()?;
        for (answered, graded) in stretch.drain(..).zip(graded) {
            let trial = &answered.trial;
            if trial.is_control() {
                aside.controls.push(Again { answered, graded });
                continue;
            }
            let problem = shelf.problem(&trial.problem)?;
            outcomes.push(answers.outcome(problem, trial, graded.unwrap_or(UNREAD), levels)?);
            if aside.is_first(trial) {
                aside.firsts.push(Again { answered: answered.clone(), graded });
            }
            if graded.is_none() || self.texts == Texts::All {
                answers.kept.push(answered);
            }
        }
        Ok(())
    }

    /// The questions that have no answer, in order of their trials' keys.
    async fn unanswered(
        &self,
        store: &Store,
        answers: &mut Answers,
        Read { shelf, levels, .. }: &mut Read<'_>,
    ) -> Result<Vec<Unanswered>> {
        let mut trials = store.load_unanswered().await?;
        trials.retain(takes_part);
        trials.sort_by(|one, next| one.problem.cmp(&next.problem));
        let mut open = Vec::with_capacity(trials.len());
        for some in trials.chunks(self.stretch) {
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
    fn judge(&self, answers: &mut Answers, read: Read<'_>) -> Result<Vec<Outcome>> {
        let Read { shelf, mut outcomes, mut aside, .. } = read;
        answers.problems = shelf.into_catalogue();
        answers.order = Order::of(&outcomes);
        answers.order.arrange(&mut outcomes);
        answers.kept.sort_unstable_by(|one, next| one.trial.key.cmp(&next.trial.key));
        aside.sort();
        let views_alone = self.study.map_or(Grader::Default, ballot_box::grader);
        let translations = aside.translations(views_alone == Grader::RecordedViews);
        let open: Vec<Given<'_>> = {
            let given = |answered| given(answered, &answers.problems, &translations);
            let controls = aside.controls.iter().map(|again| &again.answered);
            answers.kept.iter().chain(controls).filter_map(given).collect()
        };
        answers.conclusions = Conclusions::of(&open, self.notion)?;
        for answered in &answers.kept {
            let problem = answers.problem(&answered.trial.problem)?;
            let place = outcomes.binary_search_by(|own| own.trial.cmp(&answered.trial.key));
            if let (Task::Conclusion, Ok(place)) = (problem.task, place)
                && let Some(own) = outcomes.get_mut(place)
            {
                (own.answer, own.grade, own.scoring) =
                    answers.graded(problem, answered, self.grader);
            }
        }
        answers.controls = aside.controls(answers, self.grader)?;
        Ok(outcomes)
    }
}

/// What is known of an open answer before it is judged.
const UNREAD: Graded = (Answer::Unread, Grade::Unscored, Scoring::Reader);

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

#[cfg(test)]
mod tests {
    use super::*;
    use peirast_measure::{Chosen, Concluded, Control};
    use peirast_record::{FinishReason, Key, Response, Sampling, Usage};
    use peirast_run::Batch;
    use peirast_task::{Plan, built_in_study};
    use std::path::Path;

    const TEXTS: [&str; 7] =
        ["(a)", "(b)", "Yes.", "No.", "Nothing follows.", "", "Correct, since it follows."];
    const SUBJECTS: [&str; 2] = ["sim:one", "sim:two"];

    /// A store with a few items of a study. Every third question is put again as a control, and every fifth
    /// trial has no answer.
    async fn stored(dir: &Path, study: &Study) -> Store {
        let store = Store::create(dir).await.expect("a store");
        let plan = Plan::new(study).expect("a plan");
        let protocols = plan.protocols.all();
        let asked = plan.questions.iter().map(|question| {
            plan.asker.ask(&plan.problems[question.problem], &protocols[question.protocol])
        });
        let prompts: Vec<_> = asked.map(Arc::new).collect();
        store.insert_problems(&plan.problems).await.expect("problems");
        for (round, subject) in SUBJECTS.iter().enumerate() {
            // A transaction of a few questions at a time, as a run writes them down.
            for (at, some) in prompts.chunks(10).enumerate() {
                let put = |prompt| Trial::new(prompt, subject, "here", &Sampling::default(), 0);
                let mut trials: Vec<Trial> = some.iter().map(|prompt| put(prompt)).collect();
                let again = some.iter().zip(&trials).step_by(3);
                let again: Vec<_> =
                    again.map(|(prompt, one)| one.control(prompt, "here")).collect();
                trials.extend(again);
                let answers = trials.iter().enumerate().filter(|(at, _)| at % 5 != 4);
                let answers = answers.map(|(n, trial)| response(trial, n * 3 + at + round));
                let responses: Vec<Response> = answers.collect();
                let trials = [("here", trials.as_slice())];
                let (trials, responses) = (&trials[..], responses.as_slice());
                let batch = Batch { prompts: some, trials, responses, ..Batch::default() };
                store.write(&batch).await.expect("answers");
            }
        }
        store
    }

    fn response(trial: &Trial, number: usize) -> Response {
        Response {
            trial: trial.key.clone(),
            attempts: 1,
            request: String::new(),
            body: String::new(),
            text: TEXTS[number % TEXTS.len()].to_owned(),
            finish: FinishReason::Stop,
            usage: Usage::default(),
            model: None,
            sent_us: 0,
            elapsed_us: 0,
        }
    }

    /// Everything that loading makes of answers.
    #[derive(Debug, PartialEq)]
    struct Made {
        outcomes: Vec<Outcome>,
        open: Vec<Unanswered>,
        controls: Vec<Control>,
        concluded: Vec<Concluded>,
        chosen: Vec<Chosen>,
    }

    async fn made(loading: Loading<'_>, store: &Store) -> Made {
        let mut heard: Vec<Key> = Vec::new();
        let hear = |answered: &Answered, _: Option<&Name>, place: Option<usize>| {
            if let Some(place) = place {
                assert_eq!(place, heard.len());
                heard.push(answered.trial.key.clone());
            }
        };
        let (answers, outcomes) = loading.load(store, hear).await.expect("loads");
        answers.order().arrange(&mut heard);
        assert!(heard.is_sorted() && heard.iter().eq(outcomes.rows().iter().map(|one| &one.trial)));
        assert!(answers.answered().is_sorted_by(|one, next| one.trial.key < next.trial.key));
        Made {
            open: outcomes.open().to_vec(),
            controls: answers.controls().to_vec(),
            concluded: answers.concluded().expect("concluded"),
            chosen: answers.chosen(&outcomes).expect("chosen"),
            outcomes: outcomes.rows().to_vec(),
        }
    }

    #[tokio::test]
    async fn outcomes_are_the_same_however_few_problems_are_held() {
        let mut open = 0;
        for id in ["token-bias", "etr", "etr-questions"] {
            let mut study = built_in_study(id).expect("built in").expect("a study");
            study.families.iter_mut().for_each(|family| family.n = 3);
            let place = tempfile::tempdir().expect("a directory");
            let store = stored(&place.path().join("run"), &study).await;
            let of = || Loading::of(Some(&study));
            let whole = made(Loading { texts: Texts::All, ..of() }, &store).await;
            assert!(whole.outcomes.len() > 20 && !whole.open.is_empty(), "{id}");
            assert!(!whole.controls.is_empty(), "{id}");
            open += whole.concluded.len().min(whole.chosen.len());
            let problems = store.load_problems().await.expect("problems").into_values().collect();
            let problems = Some(Catalogue::of(Arc::new(problems)));
            assert_eq!(made(Loading { problems, ..of() }, &store).await, whole, "{id} at hand");
            for (stretch, room) in [(1, 0), (7, 4), (64, 0), (STRETCH, ROOM)] {
                let made = made(Loading { stretch, room, ..of() }, &store).await;
                assert_eq!(made, whole, "{id}, {stretch} answers at once, room for {room}");
            }
        }
        assert!(open > 0, "some questions were about conclusions");
    }
}
