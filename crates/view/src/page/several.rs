//! A name that several runs have.

use crate::frame::Frame;
use crate::query::Query;
use crate::{Response, Route, RunRoute, Shelf};
use maud::html;

/// The runs that an address may mean, each with the page that was asked for.
pub(crate) fn several(shelves: &[&Shelf], page: &RunRoute, query: &Query) -> Response {
    let address = |shelf: &Shelf| query.after(&Route::Run(shelf.id.clone(), page.clone()).path());
    let content = html! {
        p { "Several run directories that the viewer shows have this name. Which is meant?" }
        ul { @for shelf in shelves { li { a href=(address(shelf)) { (shelf.id) } " " code { (shelf.dir) } } } }
    };
    Frame::new("Several runs", content).below("Runs", Route::Runs.path()).response(300)
}
