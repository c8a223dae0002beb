//! A name that several runs have.

use crate::frame::Frame;
use crate::query::Query;
use crate::{Response, Route, RunEntry, RunRoute};
use maud::html;

/// Renders the runs that an address may mean, each with a link to the requested page.
pub(crate) fn several(runs: &[&RunEntry], page: &RunRoute, query: &Query) -> Response {
    let address =
        |entry: &RunEntry| query.after(&Route::Run(entry.id.clone(), page.clone()).path());
    let content = html! {
        p { "Several run directories that the viewer shows have this name. Which one do you mean?" }
        ul { @for entry in runs { li { a href=(address(entry)) { (entry.id) } " " code { (entry.dir) } } } }
    };
    Frame::new("Several runs", content).below("Runs", Route::Runs.path()).response(300)
}
