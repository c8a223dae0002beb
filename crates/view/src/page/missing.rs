//! The page for an unknown address.

use crate::frame::Frame;
use crate::{Response, Route};
use maud::html;

/// Renders the page for an unknown address. `why` names the thing that is missing, as a sentence without
/// capital and full stop.
pub(crate) fn missing(why: &str) -> Response {
    let content = html! {
        p { "There is no page at this address: " (why) "." }
        p { a href=(Route::Runs.path()) { "All runs" } }
    };
    Frame::new("No such page", content).response(404)
}
