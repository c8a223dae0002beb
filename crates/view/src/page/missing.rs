//! The page for an unknown address.

use crate::frame::Frame;
use crate::{Response, Route};
use maud::html;

/// Renders the page for an unknown address.
pub(crate) fn missing() -> Response {
    let content = html! {
        p { "Nothing has this address: no run of that name was given to the viewer, or the run does not hold what is \
             asked for." }
        p { a href=(Route::Runs.path()) { "All runs" } }
    };
    Frame::new("No such page", content).response(404)
}
