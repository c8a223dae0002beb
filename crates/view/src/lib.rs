//! Runs as pages of a browser: requests in, pages out.
//!
//! A [`Library`] is what there is to see, a [`Request`] what a browser asks for, a [`Response`] what it
//! is shown. [`respond`] makes the one of the other two and does no I/O. What a page needs and the library
//! does not hold, such as the text of an answer, it asks for ([`Wanted`]); the caller fetches it and asks
//! again. A [`Guard`] stands before all of it.
//!
//! ```
//! use peirast_view::{Library, Material, Reply, Request, respond};
//! let request = Request::get("/");
//! let Reply::Page(page) = respond(&Library::default(), &request, &Material::default()) else {
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
mod shell;
mod stored;
mod visible;

pub use guard::Guard;
pub use index::{ForeignKey, Index};
pub use library::{About, Library, Opened, Shelf, State, SubjectProgress, run_names};
pub use page::overdue;
pub use peirast_etr::Allowance;
pub use reply::{Material, Regrading, Reply, Scope, Search, Wanted};
pub use request::Request;
pub use respond::respond;
pub use response::Response;
pub use route::{Compared, PlayRoute, RawText, Route, RunRoute};
pub use run::{Moment, Run, RunError};
pub use shell::shell_line;
pub use stored::{Found, Heard, Hit, Stored};
