//! A runner asks servers: what it does with their answers, failures and limits, and when it stops.

mod apart;
mod http;
mod registration;
mod run;
mod slots;
mod stops;
