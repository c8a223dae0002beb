//! The plan of a study as a stream of chunks.

use super::problem_file::{Truths, drawn, leaves_none_out, narrowed, note_given, read_problems};
use super::rest::{PlanRest, is_large};
use super::{PromptRenderer, QuestionSet};
use crate::data::{data_problems, has_data};
use crate::error::{Context as _, Result, bail};
use crate::event::{EventSink, NoticeCode, SharedSink};
use crate::grade::Grader;
use crate::options::PlanOptions;
use crate::subjects::remarks;
use crate::votes::{self, most_repeats};
use futures::stream::{self, BoxStream, StreamExt as _};
use peirast_record::{Catalogue, Study, is_simulated};
use peirast_run::{PlanChunk, PlanStreamError};
use peirast_task::Plan;
use std::sync::Arc;

/// Items of each variant in the first chunk: enough to keep a server busy while more are made.
const FIRST: u32 = 64;

/// The most questions of one run directory, which a workstation can keep in memory.
const MOST_QUESTIONS: u64 = 20_000_000;

/// The questions of a study to its subjects, made in chunks.
///
/// The first chunk is made when the stream begins; a study of many items gets the others while
/// those are asked. Item 17 is the same in every chunk. A small study, one whose next questions
/// depend on answers, and one with simulated subjects come as one chunk.
pub struct PlanStream {
    /// The study, without hypotheses for which there are no problems.
    pub(crate) study: Study,
    /// The plan of the first chunk.
    pub(crate) plan: Plan,
    pub(crate) questions: QuestionSet,
    /// Generator of the other chunks.
    pub(crate) rest: Option<PlanRest>,
}

/// Plans a study. Nothing is asked or stored.
///
/// # Errors
/// A study that cannot be planned, a subject that cannot be reached as asked, a setting that cannot
/// be sent.
///
/// ```
/// use futures::TryStreamExt as _;
/// use peirast_study::{NoEvents, PlanOptions, load_study, plan};
/// use std::sync::Arc;
///
/// # tokio::runtime::Runtime::new()?.block_on(async {
/// let mut study = load_study("token-bias")?;
/// study.families.iter_mut().for_each(|family| family.n = 2);
/// let planned = plan(&study, &PlanOptions::default(), Arc::new(NoEvents))?;
/// let chunks: Vec<_> = planned.chunks()?.try_collect().await?;
/// assert_eq!(chunks.len(), 1, "a small study is one chunk");
/// # Ok(()) })
/// # as Result<(), Box<dyn std::error::Error + Send + Sync>>
/// # ; Ok::<(), Box<dyn std::error::Error + Send + Sync>>(())
/// ```
pub fn plan(study: &Study, options: &PlanOptions, events: SharedSink) -> Result<PlanStream> {
    begin(study, options, Chunking::Auto, &events)
}

/// The number of chunks in which a plan may be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Chunking {
    /// Several chunks, if the study is large and its first questions depend on no others.
    Auto,
    Whole,
}

/// Begins the plan of a study.
pub(crate) fn begin(
    study: &Study,
    options: &PlanOptions,
    chunking: Chunking,
    events: &SharedSink,
) -> Result<PlanStream> {
    if chunking == Chunking::Auto
        && is_streamable(study, options)
        && let Some((plan, growth)) = Plan::begun(study, FIRST)
        && leaves_none_out(study, &plan.problems)
    {
        check_size(study, &plan, growth.factor())?;
        let problems = Catalogue::new(Arc::clone(&plan.problems));
        let renderer = PromptRenderer::new(study, &plan, &problems, options, events)?;
        let mut questions = QuestionSet::new(study, &plan, problems, &renderer)?;
        questions.most = (questions.most as f64 * growth.factor()).ceil() as u64;
        let rest = PlanRest::new(&questions, study, growth, renderer);
        return Ok(PlanStream { study: study.clone(), plan, questions, rest: Some(rest) });
    }
    whole(study, options, events)
}

/// Returns true if questions of this study can be asked before all of them are known: no question
/// depends on other answers or on the whole list, no simulated subject has to know all problems,
/// and no reader that fits only some problems is declared.
fn is_streamable(study: &Study, options: &PlanOptions) -> bool {
    let by_answers = study.sequential.is_some() || study.voting.is_some();
    options.problems.is_none()
        && !has_data(study)
        && !by_answers
        && study.reader.is_none()
        && is_large(study)
        && !study.subjects.iter().any(|name| is_simulated(name))
}

/// Makes the whole plan as one chunk, without the hypotheses for which it has no problems.
fn whole(study: &Study, options: &PlanOptions, events: &SharedSink) -> Result<PlanStream> {
    let (study, plan) = made_plan(study, options, events.as_ref())?;
    check_size(&study, &plan, 1.0)?;
    for remark in study.subjects.iter().flat_map(|name| remarks(name, &plan.problems)) {
        events.notice(NoticeCode::Simulated, &remark);
    }
    let problems = Catalogue::new(Arc::clone(&plan.problems));
    let renderer = PromptRenderer::new(&study, &plan, &problems, options, events)?;
    let questions = QuestionSet::new(&study, &plan, problems, &renderer)?;
    Ok(PlanStream { study, plan, questions, rest: None })
}

/// Makes all problems, questions and comparisons of a study; returns them with the study without
/// the hypotheses for which there are no problems.
///
/// # Errors
/// A study that cannot be planned.
pub(crate) fn made_plan(
    study: &Study,
    options: &PlanOptions,
    events: &dyn EventSink,
) -> Result<(Study, Plan)> {
    let (study, problems) = match &options.problems {
        Some(file) => {
            let problems = read_problems(file, options.truths)?;
            if options.truths == Truths::Given {
                note_given(&problems, file, events);
            }
            (narrowed(study, &problems, file, events)?, problems)
        }
        None => {
            let mut made = Plan::problems(study).with_context(|| planning(study))?;
            made.extend(data_problems(study, events)?);
            (drawn(study, &made, events), made)
        }
    };
    let plan = match options.problems.is_none() && !has_data(&study) {
        true => Plan::of_made(&study, problems),
        false => Plan::with_problems(&study, problems),
    };
    let plan = plan.with_context(|| planning(&study))?;
    votes::check(&study, &plan.problems)?;
    Grader::check(&study, &plan.problems)?;
    Ok((study, plan))
}

fn planning(study: &Study) -> String {
    format!("planning study `{}`", study.id)
}

impl PlanStream {
    /// Estimates the number of questions of the whole plan, of all subjects; votes may ask more.
    pub fn questions(&self) -> u64 {
        match &self.rest {
            Some(rest) => {
                let each = |(_, trials): &super::SubjectTrials| rest.in_all(trials.len()) as u64;
                self.questions.subjects.iter().map(each).sum()
            }
            None => self.questions.len(),
        }
    }

    /// Returns all chunks, the first included. Later chunks are made on their own thread, no sooner
    /// than they are needed.
    ///
    /// # Errors
    /// A thread that cannot be started.
    pub fn chunks(self) -> Result<BoxStream<'static, Result<PlanChunk, PlanStreamError>>> {
        let trials = self.questions.trials();
        let first = PlanChunk {
            problems: self.questions.problems.clone(),
            prompts: std::collections::BTreeMap::clone(&self.questions.prompts),
            trials,
        };
        let rest = match self.rest {
            Some(rest) => rest.chunks(None, &self.questions, None)?.boxed(),
            None => stream::empty().boxed(),
        };
        Ok(stream::once(async { Ok(first) }).chain(rest).boxed())
    }

    /// Returns the study of the first chunk alone.
    pub(crate) fn beginning(&self) -> Study {
        let mut begun = self.study.clone();
        if self.rest.is_some() {
            begun.families.iter_mut().for_each(|family| family.n = family.n.min(FIRST));
        }
        begun
    }
}

/// Checks that a plan of `growth` times the first chunk fits in memory.
fn check_size(study: &Study, plan: &Plan, growth: f64) -> Result<()> {
    let each = (plan.questions.len() as f64 * growth) as u64;
    let repeats = most_repeats(study)?;
    let subjects = study.subjects.len() as u64;
    let total = each.saturating_mul(repeats).saturating_mul(subjects);
    if total > MOST_QUESTIONS {
        bail!(
            Plan,
            "study `{}` asks {each} questions {repeats} times of {subjects} subjects, {total} in \
             all, and a run holds at most {MOST_QUESTIONS}: lower n or repeats, or run the \
             subjects into directories of their own",
            study.id
        );
    }
    Ok(())
}
