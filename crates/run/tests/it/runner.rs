//! A runner and servers: answers, failures, limits, and reasons to stop.

mod form;
mod http;
mod isolated_subject;
mod registration;
mod run;
mod slots;
mod stops;
