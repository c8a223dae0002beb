//! Loading: each stored answer is read and graded as it comes, and its text is dropped.

use super::controls::Controls;
use super::problem_cache::ProblemCache;
use super::reading::Reading;
use super::{Answers, Grader, Order};
use crate::error::Result;
use futures::TryStreamExt as _;
use peirast_fallacy::Notion;
use peirast_measure::Conclusions;
use peirast_record::{Catalogue, Name, Study};
use peirast_report::Outcomes;
use peirast_store::{AnsweredTrial, Store, StoreCounts};
use peirast_task::Protocols;
use std::sync::Arc;

/// Answers that are read in parallel.
const STRETCH: usize = 512;
/// Problems in memory while answers are read, in addition to those of one chunk.
const ROOM: usize = 2048;

/// The answers that are kept with their texts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Texts {
    /// All that take part in tests, with all problems.
    All,
    /// Answers to open questions, which are judged together, with their problems.
    Open,
}

/// Options of loading answers.
pub struct Loading<'s> {
    /// Study of the answers; `None` if they were recorded elsewhere.
    pub study: Option<&'s Study>,
    /// Sense in which an open answer counts as predicted.
    pub notion: Notion,
    pub grader: Grader,
    /// Answers that are kept with their texts.
    pub texts: Texts,
    /// Problems of the store, if they are in memory.
    pub problems: Option<Catalogue>,
    /// Number of answers that are read in parallel.
    pub stretch: usize,
    /// Number of problems in memory in addition to those of one chunk.
    pub room: usize,
}

impl<'s> Loading<'s> {
    /// Creates options with the study's grader, which keep the texts of open answers.
    pub fn new(study: Option<&'s Study>) -> Self {
        Self {
            study,
            notion: Notion::RegardlessOfIssues,
            grader: study.map_or(Grader::Default, Grader::for_study),
            texts: Texts::Open,
            problems: None,
            stretch: STRETCH,
            room: ROOM,
        }
    }

    /// Reads and grades every answer, on all cores; the result does not depend on their number.
    /// `observe` is called for each answer, translations and controls included, with the mark of
    /// its server and the number of outcomes before its own if it has one. [`Answers::order`] maps
    /// such places to the final order of outcomes, which is that of the trials' keys.
    ///
    /// At most one chunk of answers and some thousand problems are in memory, in addition to
    /// answers whose texts are kept.
    pub async fn load(
        self,
        store: &Store,
        mut observe: impl FnMut(&AnsweredTrial, Option<&Name>, Option<usize>),
    ) -> Result<(Answers, Outcomes)> {
        let counts = store.counts().await?;
        let mut reading = self.begun(store, &counts).await?;
        let mut stored = match reading.has_all_problems() {
            true => store.answered_by(),
            false => store.answered_by_problem(),
        };
        while let Some((answered, mark)) = stored.try_next().await? {
            let place = reading.place(&answered.trial);
            observe(&answered, mark.as_ref(), place);
            reading.take(store, answered).await?;
        }
        drop(stored);
        reading.end(store, &counts).await
    }

    async fn begun(self, store: &Store, counts: &StoreCounts) -> Result<Reading<'s>> {
        let cache = self.cache(store, counts.problems).await?;
        let answers = self.none_yet(store).await?;
        let controls = Controls::new(store.load_controls().await?);
        let outcomes = Vec::with_capacity(usize::try_from(counts.responses).unwrap_or(0));
        Ok(Reading::new(self, answers, cache, controls, outcomes))
    }

    /// Returns true if answers count only by recorded views.
    pub(super) fn views_alone(&self) -> bool {
        self.study.map(Grader::for_study) == Some(Grader::RecordedViews)
    }

    /// Returns the context of the answers, without any answer.
    async fn none_yet(&self, store: &Store) -> Result<Answers> {
        let recorded = store.load_recorded().await?;
        Ok(Answers {
            kept: Vec::new(),
            controls: Vec::new(),
            unanswered: Vec::new(),
            problems: Catalogue::new(Arc::default()),
            order: Order::default(),
            recorded: recorded.into_iter().map(|r| (r.trial.clone(), r)).collect(),
            protocols: Arc::new(self.study.map_or_else(Protocols::built_in, Protocols::new)),
            by_temperature: self.study.is_some_and(|study| !study.temperatures.is_empty()),
            has_study: self.study.is_some(),
            conclusions: Conclusions::default(),
        })
    }

    /// Returns the cache of the problems by which answers are graded.
    async fn cache(&self, store: &Store, problems: u64) -> Result<ProblemCache> {
        // The problems in memory are stored, but may not be all.
        let at_hand = self.problems.clone().filter(|known| known.all().len() as u64 == problems);
        let are_few = problems <= self.room as u64;
        Ok(match at_hand {
            Some(problems) => ProblemCache::full(problems),
            None if are_few || self.texts == Texts::All => {
                let stored = store.load_problems().await?.into_values();
                ProblemCache::full(Catalogue::new(Arc::new(stored.collect())))
            }
            None => ProblemCache::empty(self.room),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use peirast_measure::{Chosen, Concluded, Control};
    use peirast_record::{FinishReason, Key, Outcome, Response, Sampling, Trial, Usage};
    use peirast_report::Unanswered;
    use peirast_store::Batch;
    use peirast_task::{Plan, built_in_study};
    use std::path::Path;

    const TEXTS: [&str; 7] =
        ["(a)", "(b)", "Yes.", "No.", "Nothing follows.", "", "Correct, since it follows."];
    const SUBJECTS: [&str; 2] = ["sim:one", "sim:two"];

    /// A store with a few items of a study. Every third question is asked again as a control, and
    /// every fifth trial has no answer.
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

    /// All results of loading.
    #[derive(Debug, PartialEq)]
    struct LoadedAnswers {
        outcomes: Vec<Outcome>,
        open: Vec<Unanswered>,
        controls: Vec<Control>,
        concluded: Vec<Concluded>,
        chosen: Vec<Chosen>,
    }

    async fn made(loading: Loading<'_>, store: &Store) -> LoadedAnswers {
        let mut places: Vec<Key> = Vec::new();
        let observe = |answered: &AnsweredTrial, _: Option<&Name>, place: Option<usize>| {
            if let Some(place) = place {
                assert_eq!(place, places.len());
                places.push(answered.trial.key.clone());
            }
        };
        let (answers, outcomes) = loading.load(store, observe).await.expect("loads");
        answers.order().arrange(&mut places);
        assert!(
            places.is_sorted() && places.iter().eq(outcomes.rows().iter().map(|one| &one.trial))
        );
        assert!(answers.answered().is_sorted_by(|one, next| one.trial.key < next.trial.key));
        loaded_answers(&answers, &outcomes)
    }

    fn loaded_answers(answers: &Answers, outcomes: &Outcomes) -> LoadedAnswers {
        LoadedAnswers {
            open: outcomes.open().to_vec(),
            controls: answers.controls().to_vec(),
            concluded: answers.concluded().expect("concluded"),
            chosen: answers.chosen(outcomes).expect("chosen"),
            outcomes: outcomes.rows().to_vec(),
        }
    }

    #[tokio::test]
    async fn outcomes_are_the_same_however_few_problems_are_held() {
        let mut open = 0;
        for id in ["token-bias", "etr", "etr-questions"] {
            let mut study = built_in_study(id).expect("built in").expect("a study");
            study.families.iter_mut().for_each(|family| family.n = 5);
            let place = tempfile::tempdir().expect("a directory");
            let store = stored(&place.path().join("run"), &study).await;
            let loading = || Loading::new(Some(&study));
            let whole = made(Loading { texts: Texts::All, ..loading() }, &store).await;
            assert!(whole.outcomes.len() > 20 && !whole.open.is_empty(), "{id}");
            assert!(!whole.controls.is_empty(), "{id}");
            open += whole.concluded.len().min(whole.chosen.len());
            let problems = store.load_problems().await.expect("problems").into_values().collect();
            let problems = Some(Catalogue::new(Arc::new(problems)));
            assert_eq!(
                made(Loading { problems, ..loading() }, &store).await,
                whole,
                "{id} at hand"
            );
            for (stretch, room) in [(1, 0), (7, 4), (64, 0), (STRETCH, ROOM)] {
                let made = made(Loading { stretch, room, ..loading() }, &store).await;
                assert_eq!(made, whole, "{id}, {stretch} answers at once, room for {room}");
            }
        }
        assert!(open > 0, "some questions were about conclusions");
    }
}
