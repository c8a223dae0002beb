//! Data that a page needs beyond the list of runs, and the reply to a request.

use crate::{LoadState, Response, SearchOutcome, StoredTrial};
use peirast_etr::Allowance;
use peirast_record::Key;
use std::collections::BTreeMap;

/// Elementary steps that a page may take in total: about a second.
const STEPS: u64 = 20_000_000;

/// Data that was fetched for a page.
#[derive(Clone, Debug)]
pub struct PageData {
    /// Stored trials by the name of their run and their key, or the reason why one cannot be read.
    /// Two runs may have different answers to a question with one key.
    pub stored: BTreeMap<(String, Key), Result<StoredTrial, String>>,
    /// Result of a search.
    pub found: Option<SearchOutcome>,
    /// The run graded by other rules, as far as it is loaded. [`LoadState::NotLoaded`] means that
    /// too many other runs are being graded.
    pub regraded: Option<(GradingRules, LoadState)>,
    /// The work that a playground may do for the page. Withdraw it when nobody waits for the page.
    pub allowance: Allowance,
}

impl Default for PageData {
    /// Returns no data, and the work of one page.
    fn default() -> Self {
        Self {
            stored: BTreeMap::new(),
            found: None,
            regraded: None,
            allowance: Allowance::new(STEPS),
        }
    }
}

/// Data that a page needs before it can be shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Need {
    /// The graded answers of the run with this name.
    Run(String),
    /// The graded answers of all these runs, which may take several requests.
    Runs(Vec<String>),
    /// Everything stored on some trials.
    Trials {
        /// Name of the run.
        run: String,
        /// Keys of the trials.
        keys: Vec<Key>,
    },
    /// Texts that contain a search term.
    Search(Search),
    /// The run graded by other rules.
    Regrade {
        /// Name of the run.
        run: String,
        /// The rules.
        rules: GradingRules,
    },
}

/// Rules for grading and testing answers again, by their names in commands. An absent rule keeps
/// the rule of the run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GradingRules {
    /// The grader.
    pub grader: Option<&'static str>,
    /// The treatment of answers without a verdict.
    pub treatment: Option<&'static str>,
    /// The test rule.
    pub rule: Option<&'static str>,
}

/// A search in the texts of some rows. It gets little time, and continues where it stopped.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Search {
    /// Name of the run.
    pub run: String,
    /// The rows, in the order in which they are searched.
    pub rows: Vec<u32>,
    /// Number of these rows that an earlier request searched.
    pub from: usize,
    /// The search term; upper and lower case are the same.
    pub text: String,
    /// The texts to search.
    pub scope: Scope,
    /// Number of hits after which the search stops.
    pub most: usize,
}

/// The texts that a search reads.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Scope {
    /// Answers.
    #[default]
    Answers,
    /// Prompts.
    Prompts,
}

/// Result of [`respond`](crate::respond).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reply {
    /// The page.
    Page(Response),
    /// Data that the page needs. Fetch it and call `respond` again.
    Needs(Need),
}
