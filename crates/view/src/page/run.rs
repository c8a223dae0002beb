//! Common parts of the pages of one run.

use super::{
    answer, answers, board, comparison, figures, hypothesis, measures, missing, pair, pairs,
    progress, raw, regrade,
};
use crate::frame::Frame;
use crate::query::Query;
use crate::route::{ComparisonId, RunRoute};
use crate::{LoadState, Need, PageData, Reply, Response, Route, Run, RunEntry, StoredTrial};
use maud::html;
use peirast_decimals::{counted, grouped};

/// A page of a run, with its inputs.
pub(crate) struct At<'a> {
    pub(crate) entry: &'a RunEntry,
    pub(crate) run: &'a Run,
    pub(crate) query: &'a Query,
    pub(crate) data: &'a PageData,
}

/// Renders the page of a run, or returns the data that it needs.
pub(crate) fn run_page(entry: &RunEntry, page: &RunRoute, query: &Query, data: &PageData) -> Reply {
    match page {
        RunRoute::Progress => return Reply::Page(progress::progress(entry, query)),
        RunRoute::ProgressJson => return Reply::Page(progress::json(entry)),
        _ => {}
    }
    let run = match read(entry) {
        Ok(run) => run,
        Err(reply) => return *reply,
    };
    let at = At { entry, run, query, data };
    match page {
        RunRoute::Answers => answers::answers(&at),
        RunRoute::Answer(key) => answer::answer(&at, key),
        RunRoute::Regrade => regrade::regrade(&at),
        RunRoute::Raw(key, text) => raw::raw(&at, key, *text),
        RunRoute::Pairs(compared) => pairs::pairs(&at, compared),
        RunRoute::Pair(compared, item) => pair::pair(&at, compared, item),
        RunRoute::Figures => Reply::Page(figures::figures(&at)),
        RunRoute::Measures => Reply::Page(measures::measures(&at)),
        RunRoute::Hypothesis(id) => Reply::Page(hypothesis::hypothesis(&at, id)),
        RunRoute::Comparison(compared) => Reply::Page(comparison::comparison(&at, compared)),
        _ => Reply::Page(board::board(&at)),
    }
}

/// Returns a run that was read, or the reply until then.
pub(super) fn read(entry: &RunEntry) -> Result<&Run, Box<Reply>> {
    Err(Box::new(match &entry.answers {
        LoadState::Loaded(run) => return Ok(run),
        LoadState::NotLoaded => Reply::Needs(Need::Run(entry.id.clone())),
        LoadState::Loading => Reply::Page(reading(entry)),
        LoadState::Failed(why) => Reply::Page(unreadable(entry, why)),
    }))
}

impl At<'_> {
    /// Returns the path of a page of this run.
    pub(crate) fn path(&self, page: RunRoute) -> String {
        Route::Run(self.entry.id.clone(), page).path()
    }

    /// Creates the frame of a page of this run.
    pub(crate) fn frame(&self, title: impl Into<String>, content: maud::Markup) -> Frame {
        framed(self.entry, title, content).with_note(self.note())
    }

    /// Creates the frame of a page below a hypothesis.
    pub(crate) fn frame_of(
        &self,
        compared: &ComparisonId,
        title: String,
        content: maud::Markup,
    ) -> Frame {
        let hypothesis = compared.hypothesis.clone();
        let above = self.path(RunRoute::Hypothesis(hypothesis.clone()));
        self.frame(title, content).below(&hypothesis, above)
    }

    /// Returns the reason why the run does not have a comparison: the part of its name that is unknown.
    pub(crate) fn no_comparison(&self, compared: &ComparisonId) -> String {
        let ComparisonId { hypothesis, subject, method } = compared;
        let report = &self.run.report;
        let unknown = if report.claims.iter().all(|one| one.hypothesis != *hypothesis) {
            format!("no hypothesis “{hypothesis}”")
        } else if report.subjects.iter().all(|one| one.model != *subject) {
            format!("no subject “{subject}”")
        } else {
            format!("no comparison of {hypothesis} for {subject} by the method “{method}”")
        };
        format!("the run {} has {unknown}", self.entry.id)
    }

    /// Returns a stored trial, if it was fetched.
    pub(crate) fn trial(
        &self,
        key: &peirast_record::Key,
    ) -> Option<&'_ Result<StoredTrial, String>> {
        self.data.stored.get(&(self.entry.id.clone(), key.clone()))
    }

    /// Returns the reply that requests these stored trials.
    pub(crate) fn stored(&self, keys: Vec<peirast_record::Key>) -> Reply {
        Reply::Needs(Need::Trials { run: self.entry.id.clone(), keys })
    }

    /// Renders a note if a run now has more answers than the page shows, or cannot be read any
    /// more.
    fn note(&self) -> Option<String> {
        let (at, then) = (&self.run.read.at, self.run.responses());
        match &self.entry.about {
            Ok(about) if about.answered() == then => None,
            Ok(about) => {
                let now = grouped(about.answered());
                Some(format!(
                    "This page shows the {} of {at} (UTC). The run now has {now}.",
                    counted(then, "answer", "answers")
                ))
            }
            Err(why) => Some(format!(
                "This page shows the {} of {at} (UTC). The run can no longer be read, so the page may \
                 be out of date: {why}",
                counted(then, "answer", "answers")
            )),
        }
    }
}

/// Creates the frame of a page below the page of a run.
pub(super) fn framed(entry: &RunEntry, title: impl Into<String>, content: maud::Markup) -> Frame {
    let path = |page| Route::Run(entry.id.clone(), page).path();
    let tabs = [
        ("Board", RunRoute::Board),
        ("Answers", RunRoute::Answers),
        ("Measures", RunRoute::Measures),
        ("Figures", RunRoute::Figures),
        ("Re-grade", RunRoute::Regrade),
        ("Progress", RunRoute::Progress),
    ];
    Frame::new(title, content)
        .below("Runs", Route::Runs.path())
        .below(&entry.id, path(RunRoute::Board))
        .with_tabs(tabs.map(|(name, page)| (name, path(page))).into())
}

fn reading(entry: &RunEntry) -> Response {
    let answers = entry.about.as_ref().map_or(0, |about| about.answered());
    let content = html! {
        p role="status" { "The " (grouped(answers)) " answers of this run are being read and graded. This \
            page reloads automatically." }
    };
    framed(entry, "Being read", content).again_after(1).response(202)
}

fn unreadable(entry: &RunEntry, why: &str) -> Response {
    let content = html! {
        p { "The answers of this run cannot be shown: " (why) }
        p { a href=(Route::Run(entry.id.clone(), RunRoute::Progress).path()) { "Progress of the run" } }
    };
    framed(entry, "Cannot be shown", content).response(503)
}

/// Returns the reply for a page that a run does not have; see [`missing`].
pub(super) fn nothing(why: &str) -> Reply {
    Reply::Page(missing(why))
}
