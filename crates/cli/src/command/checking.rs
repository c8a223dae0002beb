//! Comparing rows with what they record.

use super::rows::{Line, Rows};
use super::team::Team;
use crate::console;
use anyhow::Result;
use std::path::PathBuf;
use std::process::ExitCode;

/// The most differing rows that are shown unless all are wanted.
const SHOWN: usize = 20;

/// How many rows agree with what they record, and how many do not.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Checked {
    pub passed: usize,
    pub failed: usize,
}

/// Compares every row of some files; says how many agree, and why the others do not. The exit code
/// says whether all agree.
pub fn checked(
    files: &[PathBuf],
    jobs: u16,
    all: bool,
    compare: impl Fn(&Line) -> Result<(), String> + Send + Sync,
) -> Result<ExitCode> {
    let team = Team::of(jobs)?;
    let rows = Rows::open(files, team.most)?;
    let checked = Checked::of(rows, &team, all, compare, |(), _| Ok(()))?;
    console::result(&checked.told())?;
    Ok(checked.code())
}

impl Checked {
    /// Compares rows on all threads, and looks at what was made of those that agree one after
    /// another; says why others do not.
    pub fn of<T: Send>(
        mut rows: Rows,
        team: &Team,
        all: bool,
        compare: impl Fn(&Line) -> Result<T, String> + Send + Sync,
        mut accept: impl FnMut(T, &Line) -> Result<(), String>,
    ) -> Result<Self> {
        let mut checked = Self::default();
        loop {
            let some = rows.next()?;
            if some.is_empty() {
                break;
            }
            for (verdict, line) in team.each(&some, &compare).into_iter().zip(&some) {
                let Err(why) = verdict.and_then(|made| accept(made, line)) else {
                    checked.passed += 1;
                    continue;
                };
                checked.failed += 1;
                if all || checked.failed <= SHOWN {
                    console::note(&format!("{}: {why}", line.place));
                }
            }
        }
        if checked.failed > SHOWN && !all {
            console::note(&format!("and {} more, which --all shows", checked.failed - SHOWN));
        }
        Ok(checked)
    }

    /// How many, in a line.
    pub fn told(self) -> String {
        format!("{} passed, {} failed\n", self.passed, self.failed)
    }

    /// Whether all agree.
    pub fn code(self) -> ExitCode {
        if self.failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
    }
}
