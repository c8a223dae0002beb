//! Arguments about money.

use super::{dollars, price};
use clap::Args;
use peirast_cost::{Budget, Usd};
use std::path::PathBuf;

/// Prices of tokens.
#[derive(Clone, Debug, Default, Args)]
pub struct PriceOptions {
    /// A price table (TOML) whose rows take precedence over the built-in ones; docs/costs.md shows
    /// the format.
    #[arg(long, value_name = "FILE")]
    pub prices: Option<PathBuf>,
    /// Price per million input tokens, for every live subject without a row in a table of --prices.
    #[arg(long, value_name = "USD", value_parser = price, allow_negative_numbers = true, requires = "price_output")]
    pub price_input: Option<f64>,
    /// Price per million output tokens, for every live subject without a row in a table of
    /// --prices.
    #[arg(long, value_name = "USD", value_parser = price, allow_negative_numbers = true, requires = "price_input")]
    pub price_output: Option<f64>,
}

impl PriceOptions {
    /// The corresponding options of the library.
    pub fn options(&self) -> peirast_study::PriceOptions {
        let per_million = self.price_input.zip(self.price_output);
        peirast_study::PriceOptions { table: self.prices.clone(), per_million }
    }
}

/// Limits on spending.
#[derive(Clone, Copy, Debug, Default, Args)]
pub struct BudgetOptions {
    /// The most that all answers of the run directory may cost, earlier runs included. The run
    /// stops before it could exceed this amount. The same command with a larger budget continues.
    #[arg(long, value_name = "USD", value_parser = dollars, allow_negative_numbers = true)]
    pub budget: Option<f64>,
    /// The most tokens that all answers of the run directory may take, prompts included.
    #[arg(long, value_name = "TOKENS")]
    pub budget_tokens: Option<u64>,
}

impl BudgetOptions {
    /// The corresponding budget of the library.
    pub fn budget(&self) -> Budget {
        Budget { usd: self.budget.and_then(Usd::new), tokens: self.budget_tokens }
    }
}
