//! Integration tests of `peirast-read`, in one program: a module for each subject.
#![allow(clippy::unwrap_used, reason = "helpers of tests fail as tests do")]

mod choice;
mod hostile;
mod judged;
mod labels;
mod misread;
mod named;
mod number;
mod reasoning;
mod rejected;
mod validity;
mod yes_no;
