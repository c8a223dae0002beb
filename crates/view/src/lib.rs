//! Runs as HTML pages: a request goes in, a page comes out.
//!
//! [`respond`] is a pure function. It takes a [`Library`] (the list of runs), a [`Request`] of a
//! browser and [`PageData`], and returns a [`Response`] or the data that the page needs first, such as
//! the text of an answer ([`Need`]). The caller fetches the data and calls again. A [`Guard`] checks
//! every request before that. The crate `peirast-serve` is the server.
//!
//! ```
//! use peirast_view::{Library, PageData, Reply, Request, respond};
//! let request = Request::get("/");
//! let Reply::Page(page) = respond(&Library::default(), &request, &PageData::default()) else {
//!     panic!("the list of runs needs nothing");
//! };
//! assert_eq!(page.status, 200);
//! assert!(page.text().contains("No runs"));
//! ```

mod assets;
mod drawing;
mod excerpt;
mod frame;
mod guard;
mod index;
mod leaderboard;
mod library;
mod marks;
mod page;
mod pairs;
mod play;
mod query;
mod reply;
mod request;
mod respond;
mod response;
mod route;
mod run;
mod stored;
mod visible;

pub use guard::Guard;
pub use index::{ForeignKey, Index};
pub use library::{
    Library, LoadState, RunEntry, RunStatus, RunSummary, SubjectProgress, run_names,
};
pub use page::overdue;
pub use peirast_etr::Allowance;
pub use reply::{GradingRules, Need, PageData, Reply, Scope, Search};
pub use request::Request;
pub use respond::respond;
pub use response::Response;
pub use route::{ComparisonId, PlayRoute, RawText, Route, RunRoute};
pub use run::{Moment, Run, RunError};
pub use stored::{OpenReading, SearchHit, SearchOutcome, StoredTrial};
