//! Arguments that several commands share.

mod choices;
mod cost;
mod data;
mod design;
mod flow;
mod live;
mod make;
mod store;
mod test;

pub use choices::*;
pub use cost::*;
pub use data::*;
pub use design::*;
pub use flow::*;
pub use live::*;
pub use make::*;
pub use store::*;
pub use test::*;

use clap::Args;
use clap::error::ErrorKind;
use peirast_cost::MOST_PER_MILLION;
use peirast_study::Truths;

/// Arguments of commands that only list.
#[derive(Debug, Args)]
pub struct JsonArgs {
    /// Print JSON lines.
    #[arg(long)]
    pub json: bool,
}

/// Treatment of the right answers in a file of problems.
#[derive(Clone, Copy, Debug, Default, Args)]
pub struct TruthOptions {
    /// Use the right answers as the file of problems gives them, even where Peirast derives another
    /// one for a problem of its own families. Without this option, Peirast refuses such a file.
    #[arg(long, requires = "problems")]
    pub own_truths: bool,
}

impl TruthOptions {
    /// The corresponding options of the library.
    pub fn truths(self) -> Truths {
        if self.own_truths { Truths::Given } else { Truths::Checked }
    }
}

/// Refuses options that exclude each other, with the exit code of wrong usage.
pub fn conflict<T>(what: &str) -> anyhow::Result<T> {
    Err(clap::Error::raw(ErrorKind::ArgumentConflict, what).into())
}

/// A share, from 0 to 1.
pub fn share(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(share) if (0.0..=1.0).contains(&share) => Ok(share),
        _ => Err("a share is a number from 0 to 1, for example 0.2".to_owned()),
    }
}

/// A price from which sums can be computed.
pub fn price(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(price) if (0.0..=MOST_PER_MILLION).contains(&price) => Ok(price),
        _ => Err(format!("a price is a number from 0 to {MOST_PER_MILLION}, for example 2.5")),
    }
}

/// Parses a budget in dollars.
fn dollars(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(dollars) if dollars.is_finite() && dollars >= 0.0 => Ok(dollars),
        _ => Err("a budget is a number of dollars from 0, for example 2.5".to_owned()),
    }
}
