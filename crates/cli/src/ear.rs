//! An ear: hears of questions before they are asked and of answers when they are on disk, for whoever reads these
//! while others are asked for.

use peirast_record::{Catalogue, Name, Response, Trial};
use peirast_store::{AnsweredTrial, ServingModels};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};

/// What is heard of a run.
#[allow(clippy::large_enum_variant, reason = "nearly all news are answers")]
pub enum News {
    /// So many questions about these problems are going to be asked.
    Asked(Catalogue, usize),
    /// An answer, with the mark of its server.
    Answered(AnsweredTrial, Option<Name>),
}

/// Passes news on. A run never waits for who hears of them.
#[derive(Clone)]
pub struct Ear(UnboundedSender<News>);

impl Ear {
    /// An ear, and what it and its clones hear until they are dropped.
    pub fn new() -> (Self, UnboundedReceiver<News>) {
        let (sender, news) = unbounded_channel();
        (Self(sender), news)
    }

    /// Passes on that so many questions about these problems are going to be asked.
    pub fn announce(&self, problems: &Catalogue, questions: usize) {
        let _ = self.0.send(News::Asked(problems.clone(), questions));
    }

    /// Passes on an answer, if somebody still listens.
    pub fn hear(&self, trial: &Trial, response: &Response) {
        if !self.0.is_closed() {
            let answered = AnsweredTrial::new(trial, response);
            let _ = self.0.send(News::Answered(answered, ServingModels::mark(response)));
        }
    }
}
