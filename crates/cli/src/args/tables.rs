//! Arguments of `peirast tables`.

use super::TestOptions;
use clap::{Args, ValueEnum};
use std::path::PathBuf;

/// Arguments of `tables`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  peirast tables runs/token-bias --list
  peirast tables runs/token-bias --into tables --format tex
  peirast tables runs/token-bias --into tables --only outcomes --format parquet
  peirast tables runs/syllogism --into tables --only accuracy,belief-bias --format csv,xlsx

CSV, JSON, XLSX and Parquet hold everything in plain numbers; md and tex are for people, without
details and with shares in percent. The table `outcomes` has a row for each answer with every factor;
the table `columns` says what the columns of all others mean.")]
pub struct TablesArgs {
    /// A run directory.
    pub dir: PathBuf,
    /// The folder to write into; it is made if it is not there.
    #[arg(long, value_name = "FOLDER", required_unless_present = "list")]
    pub into: Option<PathBuf>,
    /// The formats.
    #[arg(long, value_enum, value_delimiter = ',', default_value = "csv")]
    pub format: Vec<TableFormat>,
    /// Only tables of these names; `columns` is always there.
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    pub only: Vec<String>,
    /// List the tables that there are, and write none.
    #[arg(long)]
    pub list: bool,
    #[command(flatten)]
    pub options: TestOptions,
}

/// A format of tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, ValueEnum)]
pub enum TableFormat {
    /// Comma-separated, for everything.
    Csv,
    /// With what columns mean.
    Json,
    /// Markdown, for people.
    Md,
    /// LaTeX with booktabs, for papers.
    Tex,
    /// A workbook, with what columns mean on a sheet of its own.
    Xlsx,
    /// For pandas, polars, R and DuckDB.
    Parquet,
}

impl TableFormat {
    /// What ends the names of its files.
    pub const fn ending(self) -> &'static str {
        match self {
            Self::Csv => "csv",
            Self::Json => "json",
            Self::Md => "md",
            Self::Tex => "tex",
            Self::Xlsx => "xlsx",
            Self::Parquet => "parquet",
        }
    }

    /// Whether it is for people, who do not read tables of every single answer.
    pub const fn is_for_people(self) -> bool {
        matches!(self, Self::Md | Self::Tex)
    }
}
