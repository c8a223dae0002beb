//! Several rows answered at once.

use super::rows::Line;
use anyhow::{Context as _, Result};
use rayon::prelude::*;

/// The most rows that one thread is given at a time.
const SHARE: usize = 64;

/// A thread has the room of the main one: terms nest.
const STACK: usize = 8 << 20;

/// Several rows answered at once.
pub struct Team {
    pool: Option<rayon::ThreadPool>,
    /// How many rows to read at a time.
    pub most: usize,
}

impl Team {
    pub fn new(jobs: u16) -> Result<Team> {
        let jobs = usize::from(jobs);
        let pool = rayon::ThreadPoolBuilder::new().num_threads(jobs).stack_size(STACK);
        let pool = (jobs > 1).then(|| pool.build()).transpose().context("starting threads")?;
        Ok(Team { pool, most: jobs * SHARE })
    }

    /// The results of a piece of work on each row, in the order of rows.
    pub fn each<T: Send>(&self, rows: &[Line], work: impl Fn(&Line) -> T + Send + Sync) -> Vec<T> {
        match &self.pool {
            None => rows.iter().map(work).collect(),
            Some(pool) => pool.install(|| rows.par_iter().map(work).collect()),
        }
    }
}
