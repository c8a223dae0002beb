//! Comparing rows with what they record.

use super::rows::{Line, Rows};
use super::team::Team;
use crate::voice;
use anyhow::Result;
use std::path::PathBuf;
use std::process::ExitCode;

/// The most differing rows that are shown unless all are wanted.
const SHOWN: usize = 20;

/// Compares every row of some files; says how many agree, and why the others do not. The exit code
/// says whether all agree.
pub fn checked(
    files: &[PathBuf],
    jobs: u16,
    all: bool,
    compare: impl Fn(&Line) -> Result<(), String> + Send + Sync,
) -> Result<ExitCode> {
    let team = Team::of(jobs)?;
    let mut rows = Rows::open(files, team.most)?;
    let (mut passed, mut failed) = (0_usize, 0_usize);
    loop {
        let some = rows.next()?;
        if some.is_empty() {
            break;
        }
        for (verdict, line) in team.each(&some, &compare).into_iter().zip(&some) {
            let Err(why) = verdict else {
                passed += 1;
                continue;
            };
            failed += 1;
            if all || failed <= SHOWN {
                voice::note(&format!("{}: {why}", line.place));
            }
        }
    }
    if failed > SHOWN && !all {
        voice::note(&format!("and {} more, which --all shows", failed - SHOWN));
    }
    voice::result(&format!("{passed} passed, {failed} failed\n"))?;
    Ok(if failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
