//! `peirast verify`: recomputes problems from the file alone.

use super::rows::{Comparison, Line, Rows};
use crate::console;
use anyhow::{Result, bail};
use clap::Args;
use peirast_record::Problem;
use peirast_report::escape_line;
use peirast_task::published::theme_named;
use peirast_task::{Items, problem_in, verified_by};
use peirast_words::Theme;
use std::collections::BTreeSet;
use std::path::PathBuf;
use std::process::ExitCode;

/// Arguments of `verify`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  peirast verify fallacies.jsonl
  peirast make etr --n 100 | peirast verify
  peirast make horses --n 3 | peirast verify

Both engines recompute each line of the family etr: the predicted conclusion, whether it follows, whether
the premises can be true together, and the answers to closed questions and controls. Peirast also reads
every sentence back as a view, compares the words with those of the theme under the seed, and makes the
whole problem again.

For every other family, Peirast recomputes the right answer from the text: the conclusion that follows
from the premises, the option that says more, the number of races.

A problem of an unknown family fails. Blank lines, additional fields and duplicate ids fail too. The
last line gives the number that passed; the exit code is 1 if any failed.")]
pub struct VerifyArgs {
    /// Files of JSON lines. Default: stdin.
    #[arg(value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// A theme file (TOML) of your own with which the problems were made, so that words are
    /// compared with it; may be repeated. The built-in themes are known.
    #[arg(long = "theme", value_name = "FILE")]
    pub themes: Vec<String>,
    /// Show every failure, not only the first twenty.
    #[arg(long)]
    pub all: bool,
    /// Number of threads. Default: all cores.
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..))]
    pub jobs: Option<u16>,
}

/// Recomputes every problem of some files.
pub fn verify(args: &VerifyArgs) -> Result<ExitCode> {
    let themes = Theme::load_all(&args.themes)?;
    let cores = || std::thread::available_parallelism().map_or(1, usize::from);
    let jobs = args.jobs.unwrap_or_else(|| u16::try_from(cores()).unwrap_or(u16::MAX));
    let rows = Rows::open(&args.files, jobs)?.with_blank_lines();
    let (mut items, mut strange) = (Items::default(), BTreeSet::new());
    let compare = |line: &Line| agreeing(line, &themes);
    let accept = |problem: Problem, line: &Line| {
        strange.extend(unknown(&problem, &themes).map(str::to_owned));
        items.take(&problem, line.place.clone()).map_err(|error| error.to_string())
    };
    let checked = Comparison::new(rows, args.all, compare, accept)?;
    if checked == Comparison::default() {
        bail!("there is no problem to verify: name a file that `peirast make` wrote");
    }
    for theme in &strange {
        console::note(&format!(
            "the words of the theme `{}` were not compared with it: name its file with --theme",
            escape_line(theme)
        ));
    }
    checked.finish()
}

/// The problem of a line, if everything recomputes.
fn agreeing(line: &Line, themes: &[Theme]) -> Result<Problem, String> {
    let problem = problem_in(&line.bytes).map_err(|error| error.to_string())?;
    problem.check().map_err(|error| error.to_string())?;
    let differences = verified_by(&problem, themes).map_err(|error| error.to_string())?;
    let render = |one: &peirast_fallacy::Difference| {
        format!("{} is recorded as {}, and is {}", one.field, one.recorded, one.found)
    };
    match differences.as_slice() {
        [] => Ok(problem),
        several => Err(several.iter().map(render).collect::<Vec<_>>().join("; ")),
    }
}

/// The name of a theme that is not known, so that words cannot be compared.
fn unknown<'p>(problem: &'p Problem, themes: &[Theme]) -> Option<&'p str> {
    let name = problem.worded.as_deref()?.theme.as_str();
    let is_known = theme_named(name).is_some() || themes.iter().any(|theme| theme.name == name);
    (!is_known).then_some(name)
}
