//! `peirast study register`: the preregistration of a study.

use crate::args::{DesignArgs, SourceArgs};
use crate::console;
use crate::observer::RunObserver;
use anyhow::{Context as _, Result, bail};
use clap::{Args, ValueEnum};
use peirast_report::escape_line;
use peirast_study::{ModelAccess, PlanOptions, artifact, override_study, register as registered};
use std::path::{Path, PathBuf};

/// Arguments of `study register`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  peirast study register belief-bias --model openai/gpt-4o --out prereg.md
  peirast study register my-study.toml --n 200 --seed 3 --format text
  peirast study register mine.csv --model openai/gpt-4o --date 2026-11-30 --out prereg.md
  peirast run belief-bias --model openai/gpt-4o --registration prereg.md
  peirast report runs/belief-bias --registration prereg.md

The headings are those of the template \"OSF Preregistration\". Parts that only you know are marked TO BE FILLED
IN. Give the options that you will give to `peirast run`: the same study gives the same document, and the block at
its end lets a report compare the run with it. `pandoc prereg.md -o prereg.pdf` makes a PDF.")]
pub struct RegisterArgs {
    /// A built-in study, a study file (TOML), or a file of your own problems.
    pub study: String,
    #[command(flatten)]
    pub design: DesignArgs,
    #[command(flatten)]
    pub source: SourceArgs,
    /// A file of providers (TOML) that adds to the providers of `peirast models`, or changes them.
    #[arg(long, value_name = "FILE")]
    pub providers: Vec<PathBuf>,
    /// The date of the registration, as 2026-11-30. A report then finds answers that are older. Without
    /// it, the document names no time.
    #[arg(long, value_name = "DATE")]
    pub date: Option<String>,
    /// The form of the document.
    #[arg(long, value_enum, default_value = "markdown")]
    pub format: RegistrationFormat,
    /// Print JSON: the registered data, and the document by headings.
    #[arg(long, conflicts_with = "format")]
    pub json: bool,
    /// The output file. Default: stdout. A file with other content is not replaced.
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
}

/// A form of a preregistration.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum RegistrationFormat {
    /// Markdown, from which Pandoc makes PDF and Word files without changes.
    Markdown,
    /// Plain text of 80 columns, for forms and for print.
    Text,
}

/// Writes the preregistration of a study.
pub fn register(args: &RegisterArgs) -> Result<()> {
    let plain = RunObserver::plain();
    let loaded = args.source.load_study(&args.study, args.design.seed)?;
    let study = override_study(loaded, &args.design.overrides(), plain.as_ref())?;
    let options = PlanOptions {
        problems: args.source.problems.clone(),
        truths: args.source.truths.truths(),
        access: ModelAccess { providers: args.providers.clone(), ..ModelAccess::default() },
        ..PlanOptions::default()
    };
    let registration = registered(&study, &options, args.date.as_deref(), plain.as_ref())?;
    let document = registration.document()?;
    let text = match (args.json, args.format) {
        (true, _) => registration.json()?,
        (false, RegistrationFormat::Markdown) => document.markdown(),
        (false, RegistrationFormat::Text) => document.text(),
    };
    match &args.out {
        Some(path) => write(path, &text),
        None => console::result(&text),
    }
}

/// Writes the document. Authors fill in parts of it, so a file with other content stays.
fn write(path: &Path, text: &str) -> Result<()> {
    let shown = path.display();
    if path.is_file() && std::fs::read(path).is_ok_and(|before| before != text.as_bytes()) {
        bail!("{shown} exists and has other content: name another file, or remove this one");
    }
    artifact::write_at(path, text).with_context(|| format!("cannot write {shown}"))?;
    console::result(&format!("{}\n", escape_line(&shown.to_string())))
}
