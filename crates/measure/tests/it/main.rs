//! Integration tests of `peirast-measure`, in one program: a module for each subject.
#![allow(clippy::panic, clippy::unwrap_used, reason = "helpers of tests fail as tests do")]

mod conclusions;
mod known;
mod opened;
mod over_subjects;
mod settings;
