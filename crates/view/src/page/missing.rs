//! The page for an unknown address.

use crate::frame::Frame;
use crate::{Response, Route};
use maud::html;

/// Renders the page for an unknown address.
pub(crate) fn missing() -> Response {
    let content = html! {
        p { "There is no page at this address: the viewer has no run of that name, or the run does \
             not contain the requested item." }
        p { a href=(Route::Runs.path()) { "All runs" } }
    };
    Frame::new("No such page", content).response(404)
}
