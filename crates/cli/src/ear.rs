//! An ear: hears of answers when they are on disk, for whoever reads them while others are asked for.

use peirast_record::{Name, Response, Trial};
use peirast_run::{Answered, Servers};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};

/// An answer, with the mark of its server.
pub type Fresh = (Answered, Option<Name>);

/// Passes answers on. A run never waits for who hears of them.
pub struct Ear(UnboundedSender<Fresh>);

impl Ear {
    /// An ear, and what it hears until it is dropped.
    pub fn new() -> (Self, UnboundedReceiver<Fresh>) {
        let (sender, answers) = unbounded_channel();
        (Self(sender), answers)
    }

    /// Passes on an answer, if somebody still listens.
    pub fn hear(&self, trial: &Trial, response: &Response) {
        if !self.0.is_closed() {
            let _ = self.0.send((Answered::of(trial, response), Servers::mark(response)));
        }
    }
}
