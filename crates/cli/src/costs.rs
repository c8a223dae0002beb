//! Costs: prices as the user and the table give them, what answers cost, what questions will.

mod in_flight;
mod outlook;
mod past;
mod purse;
mod spent;
mod tables;
mod under_way;
mod unsure;
mod uses;

pub use in_flight::join as join_in_flight;
pub use outlook::{Counts, Outlook, Seen};
pub use past::{Past, Pasts, Tariffs, past, past_until};
pub use purse::{Asked, Asking, RunPurse, purser};
pub use spent::Spent;
pub use tables::{Bill, cost_tables};
pub use uses::{Uses, VerdictCost};

use crate::args::{BudgetOptions, PriceOptions};
use crate::voice;
use anyhow::{Context as _, Result, bail};
use jiff::civil::Date;
use jiff::tz::TimeZone;
use peirast_cost::{Budget, Price, PriceTable, Tariff, Usd};
use peirast_report::escape_line;

/// Microseconds of a day.
const DAY_US: i64 = 86_400_000_000;

/// The prices of a run, and the day on which it is made.
pub struct Prices {
    table: PriceTable,
    today: Date,
    are_given: bool,
}

impl Prices {
    /// The table of the program, with what the user gives before it.
    pub fn load(options: &PriceOptions) -> Result<Self> {
        let mut table = PriceTable::built_in().clone();
        if let Some(path) = &options.prices {
            let text = std::fs::read_to_string(path)
                .with_context(|| format!("cannot read the price table {}", path.display()))?;
            table = table.overridden_by(PriceTable::parse(&path.display().to_string(), &text)?);
        }
        if let (Some(input), Some(output)) = (options.price_input, options.price_output) {
            let source = "given by --price-input and --price-output";
            // The arguments were checked to be amounts.
            if let Some(price) = Price::given(input, output, source) {
                table = table.all_at(price);
            }
        }
        let today = jiff::Timestamp::now().to_zoned(TimeZone::UTC).date();
        let are_given = options.prices.is_some() || options.price_input.is_some();
        Ok(Self { table, today, are_given })
    }

    /// Whether the user gave any of them.
    pub fn are_given(&self) -> bool {
        self.are_given
    }

    /// Today, in UTC.
    pub fn today(&self) -> Date {
        self.today
    }

    /// What a subject's tokens cost today.
    pub fn tariff(&self, subject: &str, endpoint: &str) -> Tariff {
        self.table.tariff(subject, endpoint, self.today)
    }

    /// What they cost when an answer was asked for; today, where that is not known.
    pub fn tariff_at(&self, subject: &str, endpoint: &str, sent_us: i64) -> Tariff {
        let day = jiff::Timestamp::from_microsecond(sent_us).ok().filter(|_| sent_us > 0);
        let day = day.map_or(self.today, |sent| sent.to_zoned(TimeZone::UTC).date());
        self.table.tariff(subject, endpoint, day)
    }

    /// Says of prices that are more than a year old that they are.
    pub fn warn_of_age<'a>(&self, tariffs: impl Iterator<Item = (&'a str, &'a Tariff)>) {
        for (subject, tariff) in tariffs {
            if let Some(price) = tariff.price()
                && let (Some(days), Some(day)) = (price.is_old_on(self.today), price.looked_up)
            {
                voice::note(&format!(
                    "the price of {} was looked up on {day}, {days} days ago: compare it with {} and give \
                     another with --prices or --price-input and --price-output",
                    escape_line(subject),
                    escape_line(&price.source)
                ));
            }
        }
    }
}

/// The day of a time, for telling prices apart.
fn day_of(sent_us: i64) -> i64 {
    sent_us.div_euclid(DAY_US)
}

/// What to do where no price is known.
pub fn unpriced(subject: &str, endpoint: &str) -> String {
    format!(
        "no price known of {} at {}: give --price-input and --price-output, or a table with --prices",
        escape_line(subject),
        escape_line(endpoint)
    )
}

/// The budget that was asked for. One in dollars needs a price of every subject.
pub fn budget<'a>(
    options: &BudgetOptions,
    subjects: impl Iterator<Item = (&'a str, &'a str, &'a Tariff)>,
) -> Result<Budget> {
    let budget = Budget { usd: options.budget.and_then(Usd::new), tokens: options.budget_tokens };
    if budget.usd.is_some() {
        for (subject, endpoint, tariff) in subjects {
            if *tariff == Tariff::Unknown {
                bail!("--budget needs prices, and there is {}", unpriced(subject, endpoint));
            }
        }
    }
    Ok(budget)
}
