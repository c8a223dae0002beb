//! `peirast verify`: problems worked out again from the file alone.

use super::checking::Comparison;
use super::rows::{Line, Rows};
use super::team::Team;
use crate::args::VerifyArgs;
use crate::console;
use anyhow::{Result, bail};
use peirast_record::Problem;
use peirast_report::escape_line;
use peirast_task::{Items, problem_in, verified_by};
use peirast_words::Theme;
use std::collections::BTreeSet;
use std::process::ExitCode;

/// Works every problem of some files out again.
pub fn verify(args: &VerifyArgs) -> Result<ExitCode> {
    let themes = Theme::load_all(&args.themes)?;
    let cores = || std::thread::available_parallelism().map_or(1, usize::from);
    let jobs = args.jobs.unwrap_or_else(|| u16::try_from(cores()).unwrap_or(u16::MAX));
    let team = Team::new(jobs)?;
    let rows = Rows::open(&args.files, team.most)?.with_blank_lines();
    let (mut items, mut strange) = (Items::default(), BTreeSet::new());
    let compare = |line: &Line| agreeing(line, &themes);
    let accept = |problem: Problem, line: &Line| {
        strange.extend(unknown(&problem, &themes).map(str::to_owned));
        items.take(&problem, line.place.clone()).map_err(|error| error.to_string())
    };
    let checked = Comparison::new(rows, &team, args.all, compare, accept)?;
    if checked == Comparison::default() {
        bail!("there is no problem to verify: name a file that `peirast make etr` wrote");
    }
    for theme in &strange {
        console::note(&format!(
            "the words of the theme `{}` were not compared with it: name its file with --theme",
            escape_line(theme)
        ));
    }
    checked.finish()
}

/// The problem of a line, if everything is as it says.
fn agreeing(line: &Line, themes: &[Theme]) -> Result<Problem, String> {
    let problem = problem_in(&line.bytes).map_err(|error| error.to_string())?;
    let differences = verified_by(&problem, themes).map_err(|error| error.to_string())?;
    let render = |one: &peirast_fallacy::Difference| {
        format!("{} is recorded as {}, and is {}", one.field, one.recorded, one.found)
    };
    match differences.as_slice() {
        [] => Ok(problem),
        several => Err(several.iter().map(render).collect::<Vec<_>>().join("; ")),
    }
}

/// The name of a theme that words cannot be compared with.
fn unknown<'p>(problem: &'p Problem, themes: &[Theme]) -> Option<&'p str> {
    let name = problem.worded.as_deref()?.theme.as_str();
    let is_known = Theme::named(name).is_some() || themes.iter().any(|theme| theme.name == name);
    (!is_known).then_some(name)
}
