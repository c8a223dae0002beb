//! A runner asks servers: what it does with their answers, failures and limits, and when it stops.

mod form;
mod http;
mod isolated_subject;
mod registration;
mod run;
mod slots;
mod stops;
