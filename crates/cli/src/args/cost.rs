//! Arguments about money.

use super::{dollars, price};
use clap::Args;
use peirast_cost::{Budget, Usd};
use std::path::PathBuf;

/// What tokens cost.
#[derive(Clone, Debug, Default, Args)]
pub struct PriceOptions {
    /// A price table (TOML) whose rows go before the built-in ones; docs/costs.md shows its form.
    #[arg(long, value_name = "FILE")]
    pub prices: Option<PathBuf>,
    /// Price per million input tokens, of every subject that is not simulated and has no row in a table of --prices.
    #[arg(long, value_name = "USD", value_parser = price, requires = "price_output")]
    pub price_input: Option<f64>,
    /// Price per million output tokens, of every subject that is not simulated and has no row in a table of --prices.
    #[arg(long, value_name = "USD", value_parser = price, requires = "price_input")]
    pub price_output: Option<f64>,
}

impl PriceOptions {
    /// The same for the library.
    pub fn options(&self) -> peirast_study::PriceOptions {
        let per_million = self.price_input.zip(self.price_output);
        peirast_study::PriceOptions { table: self.prices.clone(), per_million }
    }
}

/// What may be spent.
#[derive(Clone, Copy, Debug, Default, Args)]
pub struct BudgetOptions {
    /// The most that the answers of the run directory may cost together, those of earlier runs
    /// included. The run stops before it could cost more; the same command with a larger budget goes
    /// on.
    #[arg(long, value_name = "USD", value_parser = dollars, allow_negative_numbers = true)]
    pub budget: Option<f64>,
    /// The most tokens that they may take, prompts and answers together.
    #[arg(long, value_name = "TOKENS")]
    pub budget_tokens: Option<u64>,
}

impl BudgetOptions {
    /// The same for the library.
    pub fn budget(&self) -> Budget {
        Budget { usd: self.budget.and_then(Usd::new), tokens: self.budget_tokens }
    }
}
