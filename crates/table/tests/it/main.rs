//! Integration tests of `peirast-table`, in one program: a module for each subject.
#![allow(clippy::unwrap_used, reason = "helpers of tests fail as tests do")]

mod formats;
