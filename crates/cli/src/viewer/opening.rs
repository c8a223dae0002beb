//! Reading a run: everything that its pages are made of.

use anyhow::Result;
use peirast_measure::Opened;
use peirast_record::Key;
use peirast_store::Store;
use peirast_study::{AnalysisOptions, NoEvents, RunDir, SharedSink};
use peirast_view::{Moment, Run};
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

/// Answers to open questions that count as what others made of them.
pub type Translated = BTreeMap<Key, Opened>;

/// Reads and grades every answer of a run directory, by the rules of the run but where others are given.
pub async fn open(dir: &Path, rules: &AnalysisOptions) -> Result<(Run, Translated)> {
    // Counted first: what is stored meanwhile is a reason to read it again.
    let store = Store::open_read_only(dir).await?;
    let responses = store.counts().await?.responses;
    store.close().await;
    let events: SharedSink = Arc::new(NoEvents);
    let whole = RunDir::new(dir).analyse(rules, &events).await?;
    let seconds = jiff::Timestamp::now().as_second();
    let moment = Moment { at: jiff::Timestamp::from_second(seconds)?.to_string(), responses };
    let counted = &whole.outcomes;
    let single = whole.single.as_ref().unwrap_or(counted);
    Ok((Run::new(whole.report, whole.contrasts, single, counted, moment)?, whole.translated))
}
