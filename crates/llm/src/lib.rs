//! Subjects and their transports: everything that answers trials, and the providers of models.
//!
//! * A [`Subject`] makes one attempt at a trial. To add another kind of subject, implement the
//!   trait.
//! * A [`HostedModel`] is a model behind one of the [`Providers`]. It speaks the provider's format,
//!   a pure translator in [`wire`].
//! * [`Http`] is the only place that uses the network. Keys are [`Secret`]s, which are never shown.
//! * [`batch`] submits many questions together.
//!
//! This crate does not retry, limit rates or store anything, and it does not know the right
//! answers.
//!
//! ```
//! use peirast_llm::{BodyRoom, BoxFuture, Failure, Reply, Subject};
//! use peirast_record::{FinishReason, Message, Prompt, Sampling, Trial, Usage};
//! use peirast_throttle::Quota;
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
//! # tokio::runtime::Runtime::new()?.block_on(async {
//! let prompt = Prompt::new("q1", "baseline", vec![Message::user("Is this sound?")]);
//! let trial = Trial::new(&prompt, Yes.name(), Yes.endpoint(), &Sampling::default(), 0);
//! assert_eq!(Yes.ask(&trial, &prompt).await.expect("an answer").text, "yes");
//! # });
//! # Ok::<(), std::io::Error>(())
//! ```

mod asked_wait;
mod auth;
pub mod batch;
mod form_refusal;
mod hosted;
mod http;
mod lines;
mod probe;
mod provider;
mod secret;
mod spelling;
mod subject;
mod trace;
pub mod wire;

pub use auth::Auth;
pub use form_refusal::FormRefusal;
pub use futures::future::BoxFuture;
pub use hosted::HostedModel;
pub use http::{BodyRoom, Http, HttpRequest, HttpResponse, SetupError, Timeouts, host_of};
pub use probe::{Probe, probe};
pub use provider::{
    AuthForm, ComplaintRule, Fit, Meaning, Provider, Providers, TableError, Terms, Thinking,
    UnknownProvider, UnsentSetting,
};
pub use secret::Secret;
pub use subject::{Failure, FailureStage, Reply, Subject};
