//! The runner: it asks the trials of a store, with retries, and stores every response.
//!
//! * A [`Runner`] asks each trial that has no stored response. It counts an answer only once it is
//!   on disk. After an interruption, the next run asks the trials without a response.
//! * A [`Subject`](peirast_llm::Subject) answers, and a [`Store`](peirast_store::Store) keeps the
//!   answers. [`Accounts`](peirast_throttle::Accounts) decide when a request may be sent.
//! * A [`BudgetGuard`] decides whether an attempt may be paid for.
//! * [`Event`]s report what happens, and a [`Cancel`] ends a run early.
//!
//! This crate does not know the right answers. It never reads a response's text.
//!
//! ```
//! use peirast_record::{FinishReason, Message, Prompt, Sampling, Trial, Usage};
//! use peirast_llm::{BodyRoom, BoxFuture, Failure, Reply, Subject};
//! use peirast_run::Runner;
//! use peirast_store::Store;
//! use peirast_throttle::Quota;
//! use std::{collections::BTreeMap, sync::Arc};
//!
//! /// A subject that always says yes.
//! struct Yes;
//!
//! impl Subject for Yes {
//!     fn name(&self) -> &str {
//!         "sim:yes"
//!     }
//!     fn endpoint(&self) -> &str {
//!         "sim:yes/1"
//!     }
//!     fn ask<'a>(&'a self, _: &'a Trial, _: &'a Prompt) -> BoxFuture<'a, Result<Reply, Failure>> {
//!         Box::pin(async {
//!             Ok(Reply {
//!                 request: "{}".to_owned(),
//!                 body: "yes".to_owned(),
//!                 text: "yes".to_owned(),
//!                 finish: FinishReason::Stop,
//!                 usage: Usage::default(),
//!                 model: None,
//!                 quota: Quota::default(),
//!                 room: BodyRoom::default(),
//!                 simulated: true,
//!             })
//!         })
//!     }
//! }
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! # tokio::runtime::Runtime::new()?.block_on(async {
//! # let place = tempfile::tempdir()?;
//! # let directory = place.path().join("run");
//! let prompt = Arc::new(Prompt::new("q1", "baseline", vec![Message::user("Is this sound?")]));
//! let trial = Trial::new(&prompt, Yes.name(), Yes.endpoint(), &Sampling::default(), 0);
//!
//! let store = Store::create(&directory).await?;
//! let prompts = BTreeMap::from([(prompt.key(), prompt)]);
//! let summary = Runner::new(store.clone(), prompts)
//!     .subject(Arc::new(Yes), vec![trial])
//!     .run()
//!     .await?;
//! assert_eq!(summary.answered, 1);
//! assert_eq!(store.load_answered().await?[0].text, "yes");
//! # Ok(()) }) }
//! ```

mod budget_guard;
mod cancel;
mod event;
mod event_members;
mod lease;
mod plan_chunk;
mod registration;
mod runner;
mod source;
mod subject_worker;
mod summary;
mod writer;

pub use budget_guard::{Admission, BudgetGuard, GuardRecord, UnansweredAttempt};
pub use cancel::Cancel;
pub use event::Event;
pub use event_members::event_members;
pub use plan_chunk::{PlanChunk, PlanStreamError};
pub use runner::{RunError, Runner};
pub use summary::{SubjectStop, Summary};
pub use writer::{Writer, WriterStopped};
