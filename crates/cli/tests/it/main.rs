//! Integration tests of `peirast`, in one program: a module for each subject.
#![allow(
    clippy::expect_used,
    clippy::panic,
    clippy::print_stderr,
    reason = "helpers of tests fail as tests do"
)]

mod audit;
mod bad_files;
mod bad_input;
mod batch_files;
mod batch_losses;
mod batches;
mod browser;
mod budgets;
mod budgets_killed;
mod cluster;
mod compare;
mod conclusions;
mod conformance;
mod costs;
mod counts;
mod disk;
mod docs;
mod engines;
mod english;
mod etr;
mod every_eval_ever;
mod fallacies;
mod faults;
mod figures;
mod gallery;
mod growing;
mod growing_paid;
mod help;
mod house;
mod import;
mod import_syllogism;
mod inspect;
mod kill;
mod live;
mod lm_eval;
mod lm_eval_families;
mod logic;
mod main_job;
mod make;
mod models;
mod numbers;
mod own_problems;
mod prices;
mod problems;
mod prompts;
mod real_tools;
mod reference;
mod register;
mod running;
mod sequential;
mod stats;
mod stores;
mod studies;
mod support;
mod syllogism;
mod tables;
mod verdicts;
mod view;
mod view_compare;
mod view_play;
