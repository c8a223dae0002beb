//! Answers that are read and graded while others are still asked for, so that a report need not.

use super::heard::Heard;
use super::reader_of;
use crate::args::{PriceOptions, TestOptions};
use crate::ballot_box;
use crate::costs::Prices;
use crate::ear::News;
use crate::grading::{Answers, FEW, Loading, Reading};
use anyhow::Result;
use peirast_record::{Catalogue, Study};
use peirast_report::Outcomes;
use peirast_store::{Store, StoreCounts};
use std::borrow::Cow;
use std::time::Duration;
use tokio::sync::mpsc::UnboundedReceiver;
use tokio::time::sleep;

/// The most answers that are graded early. What is left of more would be held beside their plan; the report
/// takes them from the store when that is gone.
const MOST: u64 = 100_000;
/// Answers that are taken at once.
const AT_ONCE: usize = 256;
/// How long others are waited for after them: to wake up for each would take as much of a core as to read it.
const PAUSE: Duration = Duration::from_millis(5);

/// What was made of all the answers that a store has got.
pub struct Early {
    reading: Reading,
    heard: Heard<'static>,
}

impl Early {
    /// Of no answers yet to a study, in a store that has none; none where it has some. `problems` are those
    /// of all its questions, if they are at hand.
    pub async fn begin(
        store: &Store,
        study: &Study,
        problems: Option<Catalogue>,
    ) -> Result<Option<Self>> {
        if store.counts().await?.responses > 0 {
            return Ok(None);
        }
        let options = TestOptions::default();
        let grader = reader_of(&options, ballot_box::grader(study));
        let notion = options.notion().into();
        // A few at a time, and their problems: the other cores, and the memory, are for those on their way.
        let loading = Loading {
            notion,
            grader,
            problems,
            stretch: FEW,
            room: FEW,
            ..Loading::of(Some(study))
        };
        let reading = loading.ahead(store).await?;
        let prices = Prices::load(&PriceOptions::default())?.knowing(store).await?;
        let heard = Heard::of(store, Cow::Owned(prices)).await?;
        Ok(Some(Self { reading, heard }))
    }

    /// Reads and grades what comes until no more does. Nothing is left if there was too much of it, or
    /// something was wrong with it: the report will say what.
    pub async fn listen(
        mut self,
        store: &Store,
        mut news: UnboundedReceiver<News>,
    ) -> Option<Self> {
        let mut some = Vec::with_capacity(AT_ONCE);
        while news.recv_many(&mut some, AT_ONCE).await > 0 {
            for news in some.drain(..) {
                self.hear(store, news).await?;
            }
            sleep(PAUSE).await;
        }
        Some(self)
    }

    async fn hear(&mut self, store: &Store, news: News) -> Option<()> {
        let (answered, mark) = match news {
            News::Answered(answered, mark) => (answered, mark),
            News::Asked(problems, questions) => {
                self.reading.hold(problems, questions);
                return Some(());
            }
        };
        if self.reading.taken() == MOST {
            return None;
        }
        let place = self.reading.place(&answered.trial);
        self.heard.hear(&answered, mark.as_ref(), place);
        self.reading.take(store, answered).await.ok()
    }

    /// Whether these are the answers to all questions of a store that holds so much.
    pub(super) fn is_all(&self, counts: &StoreCounts) -> bool {
        counts.responses == self.reading.taken() && counts.trials == counts.responses
    }

    /// The answers with their outcomes, and what was counted of them.
    pub(super) async fn end(
        self,
        store: &Store,
        counts: &StoreCounts,
    ) -> Result<(Answers, Outcomes, Heard<'static>)> {
        let (answers, outcomes) = self.reading.end(store, counts).await?;
        Ok((answers, outcomes, self.heard))
    }
}
