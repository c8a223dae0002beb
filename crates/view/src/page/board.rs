//! The board of hypotheses of a run.

use crate::frame::Frame;
use crate::{Response, Route, Shelf, shell_line};
use maud::html;

/// What a run has found.
pub(crate) fn board(shelf: &Shelf) -> Response {
    let content = match &shelf.about {
        Err(why) => html! { p { "This run cannot be read: " (why) } },
        Ok(about) => html! {
            p { (about.title) }
            p { (about.answered()) " of " (about.planned()) " questions answered: " (about.state.word()) "." }
        },
    };
    Frame::new(shelf.id.clone(), content)
        .below("Runs", Route::Runs.path())
        .with_command(shell_line(["peirast", "test", &shelf.dir]))
        .response(200)
}
