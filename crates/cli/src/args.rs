//! Arguments that several commands, or several pages of one, share.

mod choices;
mod cost;
mod data;
mod flow;
mod live;
mod make;
mod store;
mod test;

pub use choices::*;
pub use cost::*;
pub use data::*;
pub use flow::*;
pub use live::*;
pub use make::*;
pub use store::*;
pub use test::*;

use clap::Args;
use peirast_cost::MOST_PER_MILLION;
use peirast_study::Truths;

/// Arguments of commands that only list.
#[derive(Debug, Args)]
pub struct JsonArgs {
    /// JSON lines.
    #[arg(long)]
    pub json: bool,
}

/// How the right answers of a file of problems are taken.
#[derive(Clone, Copy, Debug, Default, Args)]
pub struct TruthOptions {
    /// Take the right answers of the file of problems as they are given, also of a problem of a family
    /// of Peirast whose right answer comes out otherwise. Without it such a file is refused.
    #[arg(long, requires = "problems")]
    pub own_truths: bool,
}

impl TruthOptions {
    /// The same for the library.
    pub fn truths(self) -> Truths {
        if self.own_truths { Truths::Given } else { Truths::Checked }
    }
}

/// A share, from 0 to 1.
pub fn share(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(share) if (0.0..=1.0).contains(&share) => Ok(share),
        _ => Err("a share is a number from 0 to 1, for example 0.2".to_owned()),
    }
}

/// A price that sums can be made of.
pub fn price(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(price) if (0.0..=MOST_PER_MILLION).contains(&price) => Ok(price),
        _ => Err(format!("a price is a number from 0 to {MOST_PER_MILLION}, for example 2.5")),
    }
}

/// What may be spent.
fn dollars(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(dollars) if dollars.is_finite() && dollars >= 0.0 => Ok(dollars),
        _ => Err("a budget is a number of dollars from 0, for example 2.5".to_owned()),
    }
}
