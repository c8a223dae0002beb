//! Flow control: how much is asked of an account, and when.
//!
//! An account is whatever shares rate limits: an endpoint, unless a subject says otherwise.
//! Its [`control`] decides whether an attempt may go out, from
//!
//! * a [`window`]: how many may be in flight, found by trying;
//! * [`bucket`]s: requests and tokens per minute, where the user says how many;
//! * [`ceiling`]s: what the server's headers say is left;
//! * the wait that a server asks for;
//! * a [`breaker`], which leaves a server alone that answers nothing.
//!
//! All of these are given the time and do no I/O. An [`account`] is the control behind a lock, with a
//! queue for its lanes: each has a [`door`], and gets a [`pass`] for each attempt. A subject that is refused
//! while others at its account are answered is asked [`apart`]: it is let in by a control of its own first.

mod account;
mod accounts;
mod achieved;
mod apart;
mod breaker;
mod bucket;
mod ceiling;
mod chance;
mod cohort;
mod control;
mod door;
mod episode;
mod estimate;
mod learnt;
mod limits;
mod mean;
mod pace;
mod pass;
mod pause;
mod quota;
mod round;
mod sign;
mod signal;
#[cfg(test)]
mod simulation;
mod ticket;
mod window;

pub use accounts::Accounts;
pub(crate) use accounts::apart_name;
use achieved::Tally;
pub use achieved::{Achieved, Standing};
pub(crate) use door::{Door, Turn};
pub use limits::{Limits, OnLimit};
pub(crate) use pass::Pass;
pub use quota::{Left, Quota};
pub(crate) use signal::{Over, Signal};
pub(crate) use ticket::{Question, Struck};
