//! Integration tests of `peirast-words`, in one program: a module for each subject.
#![allow(clippy::expect_used, clippy::panic, reason = "helpers of tests fail as tests do")]

mod agreement;
mod announced;
mod answers;
mod claims_of_nothing;
mod hostile;
mod joined_subjects;
mod perhaps;
mod round_trip;
mod support;
mod themes;
mod typed;
mod whose_answer;
mod written_answers;
