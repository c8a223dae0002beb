//! Providers: where models are reached and what they take, as data.
//!
//! A provider is a row of a table: `data/providers.toml` holds those that we know, and a file of the
//! user's adds to them or changes them. To add one that speaks a format of [`Wire`](crate::wire::Wire)
//! needs no code.

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
