//! Puts prompts to subjects and keeps every response: the only crate with a network and a store.
//!
//! * A [`Subject`] answers one trial. [`Hosted`] asks a model behind any of [`Providers`], in the
//!   format that it speaks; whoever adds another kind implements the trait and changes nothing here.
//! * A [`Store`] is one run directory: the problems, prompts and trials that were planned, the
//!   responses that came, every failed attempt.
//! * A [`Runner`] asks each trial that has no stored response, with retries, and counts an answer
//!   only once it is on disk. Interrupt it when you like: the next run asks what is missing.
//!
//! This crate does not know what a right answer is. It never looks into a response's text.
//!
//! ```
//! use peirast_record::{FinishReason, Message, Prompt, Sampling, Trial, Usage};
//! use peirast_run::{BoxFuture, Failure, Reply, Runner, Subject};
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

mod addition;
mod auth;
pub mod batch;
mod cancel;
mod event;
mod hosted;
mod http;
mod lane;
mod lease;
mod lines;
mod probe;
mod provider;
mod purse;
mod registration;
mod runner;
mod secret;
mod source;
mod spelling;
mod subject;
mod summary;
mod trace;
pub mod wire;
mod writer;

pub use addition::{Addition, GrowthError};
pub use auth::Auth;
pub use cancel::Cancel;
pub use event::Event;
pub use futures::future::BoxFuture;
pub use hosted::Hosted;
/// The older name.
pub use hosted::Hosted as OpenAiChat;
pub use http::{Http, Received, SetupError, Timeouts};
pub use probe::{Probe, probe};
pub use provider::{
    AuthForm, ComplaintRule, Fit, Meaning, Provider, Providers, TableError, Terms, Thinking,
    UnknownProvider, Unsent,
};
pub use purse::{Admission, Purse, Unanswered};
pub use runner::{RunError, Runner};
pub use secret::Secret;
pub use subject::{Failure, Reply, Subject};
pub use summary::{Stopped, Summary};
pub use writer::{Writer, WriterStopped};
