use clap::Args;
use std::path::PathBuf;

/// Columns of a file.
#[derive(Clone, Debug, Args)]
pub struct DataArgs {
    /// A file of columns that have names: CSV, or, if its name ends in .json or .jsonl, flat JSON
    /// objects in an array or one a line; - is stdin.
    #[arg(long, value_name = "FILE", visible_alias = "csv")]
    pub data: Option<PathBuf>,
    /// Its columns, in the order in which they are taken; all of them unless given.
    #[arg(long, value_name = "NAMES", value_delimiter = ',', requires = "data")]
    pub columns: Vec<String>,
}
