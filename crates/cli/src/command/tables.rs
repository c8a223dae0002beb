//! `peirast tables`: the tables of a run, as files.

use super::counts::RunOrCounts;
use super::report::analyse;
use super::runtime;
use crate::args::{TestOptions, file_name};
use crate::console;
use anyhow::{Context as _, Result, bail};
use clap::{Args, ValueEnum};
use peirast_report::{LazyTable, Outcomes, Report, escape_line, lazy_tables};
use peirast_store::make_folder;
use peirast_study::{RunDir, artifact};
use peirast_table::Table;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Arguments of `tables`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  peirast tables runs/token-bias --list
  peirast tables runs/token-bias --into tables --format tex
  peirast tables runs/token-bias --into tables --only outcomes --format parquet
  peirast tables --counts counts.csv --into tables --only results
  peirast tables runs/syllogism --into tables --only accuracy,belief-bias --format csv,xlsx

CSV, JSON, XLSX and Parquet contain all columns as plain numbers. md and tex are for reading: they leave out
details and print shares in percent. The table `outcomes` has a row per answer with every factor; the
table `columns` explains the columns of all other tables.")]
pub struct TablesArgs {
    #[command(flatten)]
    pub source: RunOrCounts,
    /// The output folder; it is created if necessary.
    #[arg(long, value_name = "FOLDER", required_unless_present = "list")]
    pub into: Option<PathBuf>,
    /// The formats.
    #[arg(long, value_enum, value_delimiter = ',', default_value = "csv")]
    pub format: Vec<TableFormat>,
    /// Only tables with these names; `columns` is always included.
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    pub only: Vec<String>,
    /// List the available tables, and write none.
    #[arg(long)]
    pub list: bool,
    #[command(flatten)]
    pub options: TestOptions,
}

/// A format of tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, ValueEnum)]
pub enum TableFormat {
    /// Comma-separated values.
    Csv,
    /// JSON, with the meanings of columns.
    Json,
    /// Markdown, for reading.
    Md,
    /// LaTeX with booktabs, for papers.
    Tex,
    /// Workbook, with the meanings of columns on a separate sheet.
    Xlsx,
    /// For pandas, polars, R and DuckDB.
    Parquet,
}

impl TableFormat {
    /// True for formats for people, who do not read a table of every single answer.
    pub const fn is_for_people(self) -> bool {
        matches!(self, Self::Md | Self::Tex)
    }
}

/// Tables that are useless in a paper: the descriptions of columns, and the table with a row per
/// answer.
const NOT_FOR_PEOPLE: [&str; 2] = ["columns", OUTCOMES];
/// The table with a row per answer.
const OUTCOMES: &str = "outcomes";

/// Lists the tables of a run, or writes them.
pub fn tables(args: &TablesArgs) -> Result<ExitCode> {
    let (report, outcomes) = analysed(args)?;
    let chosen = chosen(lazy_tables(&report, &outcomes), &args.only)?;
    match &args.into {
        Some(folder) if !args.list => write_all(chosen, folder, args)?,
        _ => list(&chosen)?,
    }
    Ok(ExitCode::SUCCESS)
}

/// Returns the report and its outcomes, with the texts of answers if a table shows them.
fn analysed(args: &TablesArgs) -> Result<(Report, Outcomes)> {
    let is_wanted = args.only.is_empty() || args.only.iter().any(|name| name == OUTCOMES);
    match &args.source.dir {
        Some(dir) if args.into.is_some() && !args.list && is_wanted => {
            let analysis = analyse(dir, &args.options.options())?;
            let analysis = runtime()?.block_on(RunDir::new(dir).load_texts(analysis))?;
            Ok((analysis.report, analysis.outcomes))
        }
        _ => args.source.analysed(&args.options, &args.options.options()),
    }
}

fn chosen<'a>(all: Vec<LazyTable<'a>>, only: &[String]) -> Result<Vec<LazyTable<'a>>> {
    let name = |table: &LazyTable<'a>| table.head().name.clone();
    for wanted in only {
        if !all.iter().any(|table| table.head().name == *wanted) {
            let names: Vec<String> = all.iter().map(name).collect();
            bail!("there is no table `{}`: there are {}", escape_line(wanted), names.join(", "));
        }
    }
    let is_wanted = |table: &LazyTable<'_>| {
        let name = &table.head().name;
        only.is_empty() || name == "columns" || only.contains(name)
    };
    Ok(all.into_iter().filter(is_wanted).collect())
}

fn list(tables: &[LazyTable<'_>]) -> Result<()> {
    let line = |table: &LazyTable<'_>| {
        let head = table.head();
        format!("{:<22} {:>8} rows  {}\n", head.name, table.row_count(), head.title)
    };
    console::result(&tables.iter().map(line).collect::<String>())
}

fn write_all(tables: Vec<LazyTable<'_>>, folder: &Path, args: &TablesArgs) -> Result<()> {
    make_folder(folder)?;
    let mut formats = args.format.clone();
    formats.sort_unstable();
    formats.dedup();
    let mut count = 0;
    for table in tables {
        let table = table.into_table();
        for format in &formats {
            let is_wanted = args.only.contains(&table.name);
            let is_left_out = NOT_FOR_PEOPLE.contains(&table.name.as_str()) && !is_wanted;
            if format.is_for_people() && is_left_out {
                continue;
            }
            let path = folder.join(file_name(&table.name, *format));
            let bytes = written(&table, *format)
                .with_context(|| format!("cannot write {}", path.display()))?;
            artifact::replace(&path, &bytes)
                .with_context(|| format!("cannot write {}", path.display()))?;
            count += 1;
        }
    }
    console::result(&format!("{count} files in {}\n", folder.display()))
}

/// Renders a table in a format.
pub(super) fn written(table: &Table<'_>, format: TableFormat) -> Result<Vec<u8>> {
    Ok(match format {
        TableFormat::Csv => table.csv().into_bytes(),
        TableFormat::Json => table.json().into_bytes(),
        TableFormat::Md => table.markdown().into_bytes(),
        TableFormat::Tex => table.latex().into_bytes(),
        TableFormat::Xlsx => peirast_print::xlsx(table)?,
        TableFormat::Parquet => peirast_print::parquet(table)?,
    })
}
