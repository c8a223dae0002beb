//! The page for work that takes too long.

use crate::frame::Frame;
use crate::{Response, Route};
use maud::html;

/// Renders the page for a request that took too long.
pub fn overdue() -> Response {
    let content = html! {
        p { "This takes longer than the time limit of a page. In a terminal there is no time limit: " code { "peirast etr" } " and "
            code { "peirast logic" } " answer the same questions." }
    };
    Frame::new("Takes too long", content).below("Runs", Route::Runs.path()).response(503)
}
