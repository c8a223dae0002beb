//! What a page may need beyond the library, and what becomes of a request.

use crate::{Found, Opened, Response, Stored};
use peirast_etr::Allowance;
use peirast_record::Key;
use std::collections::BTreeMap;

/// The elementary steps that a page may take in all: a second or so.
const STEPS: u64 = 20_000_000;

/// What was fetched for a page.
#[derive(Clone, Debug)]
pub struct Material {
    /// Everything stored on some trials, or why it is not to be had.
    pub stored: BTreeMap<Key, Result<Stored, String>>,
    /// What a search found.
    pub found: Option<Found>,
    /// The run by other rules, as far as that has come; not opened while others are being made.
    pub regraded: Option<(Regrading, Opened)>,
    /// The work that a playground may do for it. Whoever does not wait for the page any more withdraws it.
    pub allowance: Allowance,
}

impl Default for Material {
    /// Nothing was fetched, and the work of one page is allowed.
    fn default() -> Self {
        Self {
            stored: BTreeMap::new(),
            found: None,
            regraded: None,
            allowance: Allowance::of(STEPS),
        }
    }
}

/// What a page needs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// The answers of the run of this name.
    Run(String),
    /// Everything stored on some trials.
    Stored {
        /// The run.
        run: String,
        /// The trials.
        keys: Vec<Key>,
    },
    /// Texts that hold something.
    Search(Search),
    /// The run by other rules.
    Regraded {
        /// The run.
        run: String,
        /// The rules.
        regrading: Regrading,
    },
}

/// Rules by which answers are graded and tested anew, by the names that commands know; absent where they stay
/// as the run has them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Regrading {
    /// Which grader decides.
    pub grader: Option<&'static str>,
    /// What becomes of answers without a verdict.
    pub treatment: Option<&'static str>,
    /// The rule of tests.
    pub rule: Option<&'static str>,
}

/// A search in the texts of some rows. It is given little time, and goes on where it stopped.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Search {
    /// The run.
    pub run: String,
    /// The rows, in the order in which they are looked at.
    pub rows: Vec<u32>,
    /// How many of them have been looked at before.
    pub from: usize,
    /// What is looked for, whatever the case of letters.
    pub text: String,
    /// Where.
    pub scope: Scope,
    /// How many hits are enough.
    pub most: usize,
}

/// Where a text is looked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Scope {
    /// In what was answered.
    #[default]
    Answers,
    /// In what was asked.
    Prompts,
}

/// What becomes of a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reply {
    /// It is answered.
    Page(Response),
    /// Something is wanted first. Who has fetched it asks again.
    Wants(Wanted),
}
