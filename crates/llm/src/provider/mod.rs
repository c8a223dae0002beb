//! Providers as data: the URLs of models and the settings that they take.
//!
//! A provider is a row of a table. `data/providers.toml` holds the built-in ones; a file of the
//! user adds others or changes them. A new provider that speaks a format of
//! [`Wire`](crate::wire::Wire) needs no code.

mod address;
mod complaint;
mod row;
mod table;
mod terms;

pub(crate) use address::{base_url, holds_key};
pub use complaint::{ComplaintRule, Meaning};
pub use row::{AuthForm, Provider, Thinking};
pub use table::{Providers, TableError, UnknownProvider};
pub use terms::{Fit, Terms, UnsentSetting};
