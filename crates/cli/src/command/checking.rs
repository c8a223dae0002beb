//! Rows that are answered, or compared with what they record.

use super::rows::{Line, Rows};
use super::team::Team;
use crate::console;
use anyhow::Result;
use std::path::PathBuf;
use std::process::ExitCode;

/// The most differing rows that are shown unless all are wanted.
const SHOWN: usize = 20;

/// Answers every row of some files by a line, and why it could not be read, if so; the exit code says
/// whether all could.
pub fn answer_rows(
    files: &[PathBuf],
    jobs: u16,
    answer: impl Fn(&Line) -> (String, Option<String>) + Send + Sync,
) -> Result<ExitCode> {
    let team = Team::new(jobs)?;
    let mut rows = Rows::open(files, team.most)?;
    let mut code = ExitCode::SUCCESS;
    loop {
        let some = rows.next()?;
        if some.is_empty() {
            return Ok(code);
        }
        let mut text = String::new();
        for ((answer, fault), line) in team.each(&some, &answer).into_iter().zip(&some) {
            if let Some(why) = fault {
                console::note(&format!("{}: {why}", line.place));
                code = ExitCode::FAILURE;
            }
            text.push_str(&answer);
        }
        console::result(&text)?;
    }
}

/// Compares every row of some files; says how many agree, and why the others do not. The exit code
/// says whether all agree.
pub fn compare_rows(
    files: &[PathBuf],
    jobs: u16,
    all: bool,
    compare: impl Fn(&Line) -> Result<(), String> + Send + Sync,
) -> Result<ExitCode> {
    let team = Team::new(jobs)?;
    let rows = Rows::open(files, team.most)?;
    Comparison::new(rows, &team, all, compare, |(), _| Ok(()))?.finish()
}

/// How many rows agree with what they record, and how many do not.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Comparison {
    pub passed: usize,
    pub failed: usize,
}

impl Comparison {
    /// Compares rows on all threads, and looks at what was made of those that agree one after
    /// another; says why others do not.
    pub fn new<T: Send>(
        mut rows: Rows,
        team: &Team,
        all: bool,
        compare: impl Fn(&Line) -> Result<T, String> + Send + Sync,
        mut accept: impl FnMut(T, &Line) -> Result<(), String>,
    ) -> Result<Self> {
        let mut done = Self::default();
        loop {
            let some = rows.next()?;
            if some.is_empty() {
                break;
            }
            for (verdict, line) in team.each(&some, &compare).into_iter().zip(&some) {
                let Err(why) = verdict.and_then(|made| accept(made, line)) else {
                    done.passed += 1;
                    continue;
                };
                done.failed += 1;
                if all || done.failed <= SHOWN {
                    console::note(&format!("{}: {why}", line.place));
                }
            }
        }
        if done.failed > SHOWN && !all {
            console::note(&format!("and {} more, which --all shows", done.failed - SHOWN));
        }
        Ok(done)
    }

    /// Says how many agree; the exit code says whether all do.
    pub fn finish(self) -> Result<ExitCode> {
        console::result(&format!("{} passed, {} failed\n", self.passed, self.failed))?;
        Ok(if self.failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
    }
}
