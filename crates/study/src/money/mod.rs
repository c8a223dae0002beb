//! Costs: prices as the user and the table give them, what answers cost, what questions will.

mod exposure_rows;
mod given;
mod longest;
mod outlook;
mod past;
mod plan_tokens;
mod recorder;
mod run_money;
mod spent;
mod tables;
mod tracker;
mod under_way;
mod unsure;
mod used;
mod uses;

pub(crate) use exposure_rows::join as join_in_flight;
pub(crate) use given::join as join_given;
pub(crate) use longest::{
    join as join_longest, longest, note as note_longest, noted as noted_longest,
};
pub use outlook::{Beside, Counts, Outlook, Seen, Standing, TokenCensus, lacking};
pub use past::{Counting, Past, Pasts, past, pasts_until};
pub(crate) use plan_tokens::PlanTokenCounter;
pub(crate) use recorder::ForecastRecorder;
pub(crate) use run_money::RunMoney;
pub use spent::Spent;
pub use tables::{Bill, announced, cost_tables};
pub use tracker::{BudgetTracker, ExposureRequest, SubjectExposure, ledger};
pub use under_way::{in_batches, note_forgotten, under_way};
pub use used::Used;
pub use uses::{Uses, VerdictCost};

use given::{given, set_given};

use crate::error::{Context as _, Result, bail};
use crate::event::{EventSink, NoticeCode};
use crate::options::PriceOptions;
use crate::run_dir;
use jiff::civil::Date;
use jiff::tz::TimeZone;
use peirast_cost::{
    Announcement, Budget, Cited, Given, Price, PriceTable, Tariff, is_simulated, model_of,
};
use peirast_report::escape_line;
use peirast_store::Store;
use std::collections::BTreeMap;

/// Microseconds of a day.
const DAY_US: i64 = 86_400_000_000;

/// The prices of a run, and the day on which it is made.
#[derive(Clone)]
pub struct Prices {
    table: PriceTable,
    today: Date,
    /// What the run directory was given before, by subject.
    before: BTreeMap<String, Given>,
    /// What its subjects were said to cost.
    told: Announcement,
    /// Whether a table was given.
    has_own: bool,
}

impl Prices {
    /// The table of the program, with what the user gives before it.
    pub fn load(options: &PriceOptions) -> Result<Self> {
        let mut table = PriceTable::built_in().clone();
        if let Some(path) = &options.table {
            let text = std::fs::read_to_string(path)
                .with_context(|| format!("cannot read the price table {}", path.display()))?;
            table = table.overridden_by(PriceTable::parse(&path.display().to_string(), &text)?);
        }
        if let Some((input, output)) = options.per_million {
            let source = "given by --price-input and --price-output";
            let Some(price) = Price::given(input, output, source) else {
                bail!(Budget, "a price per million tokens is a number of dollars, 0 or more")
            };
            table = table.all_at(price);
        }
        let today = jiff::Timestamp::now().to_zoned(TimeZone::UTC).date();
        let (before, told) = (BTreeMap::new(), Announcement::default());
        Ok(Self { table, today, before, told, has_own: options.table.is_some() })
    }

    /// The same in a run directory: what that was given before goes before the table of the program,
    /// and what the user gives now goes before both.
    pub async fn knowing(self, store: &Store) -> Result<Self> {
        let (before, told) = (given(store).await?, run_dir::announcement(store).await?);
        Ok(Self { before, told, ..self })
    }

    /// Writes down what the user gives now of subjects at their endpoints.
    pub async fn keep<'a>(
        &mut self,
        store: &Store,
        subjects: impl Iterator<Item = (&'a str, &'a str)>,
    ) -> Result<()> {
        for (subject, endpoint) in subjects {
            let now = self.table.given(subject, endpoint);
            if !now.is_empty() && self.before.get(subject) != Some(&now) {
                set_given(store, subject, &now).await?;
                self.before.insert(subject.to_owned(), now);
            }
        }
        Ok(())
    }

    /// Today, in UTC.
    pub fn today(&self) -> Date {
        self.today
    }

    /// What a subject's tokens cost today.
    pub fn tariff(&self, subject: &str, endpoint: &str) -> Tariff {
        self.on(subject, endpoint, self.today)
    }

    /// What they cost when an answer was asked for; today, where that is not known.
    pub fn tariff_at(&self, subject: &str, endpoint: &str, sent_us: i64) -> Tariff {
        let day = jiff::Timestamp::from_microsecond(sent_us).ok().filter(|_| sent_us > 0);
        let day = day.map_or(self.today, |sent| sent.to_zoned(TimeZone::UTC).date());
        self.on(subject, endpoint, day)
    }

    fn on(&self, subject: &str, endpoint: &str, day: Date) -> Tariff {
        let now = self.table.given(subject, endpoint).tariff(subject, day);
        let before = || match self.before.get(subject) {
            Some(given) => given.tariff(subject, day),
            None => self.announced(subject, endpoint),
        };
        now.or_else(before).unwrap_or_else(|| self.table.tariff(subject, endpoint, day))
    }

    /// The price at which a subject was announced, where that is not the one of the table: by what
    /// directories know that were made before prices were written down, and by a table that is no more.
    fn announced(&self, subject: &str, endpoint: &str) -> Option<Tariff> {
        let cited = self.told.of(subject)?.price.as_ref()?;
        let built_in = PriceTable::built_in().tariff(subject, endpoint, self.today);
        let is_own = built_in.price().map(Cited::from).as_ref() != Some(cited);
        let price = cited.price().filter(|_| is_own)?;
        Some(Tariff::Priced(Box::new(price)))
    }

    /// Says of prices that are more than a year old that they are.
    pub fn warn_of_age<'a>(
        &self,
        tariffs: impl Iterator<Item = (&'a str, &'a Tariff)>,
        events: &dyn EventSink,
    ) {
        for (subject, tariff) in tariffs {
            if let Some(price) = tariff.price()
                && let (Some(days), Some(day)) = (price.is_old_on(self.today), price.looked_up)
            {
                events.notice(NoticeCode::Price, &format!(
                    "the price of {} was looked up on {day}, {days} days ago: compare it with {} and give \
                     another with --prices or --price-input and --price-output",
                    escape_line(subject),
                    escape_line(&price.source)
                ));
            }
        }
    }
}

impl Prices {
    /// Says of subjects that cost nothing, as servers on this machine do, that a table or a budget in dollars was given
    /// that says nothing of them: behind such a server may be a provider that is paid.
    pub fn note_free<'a>(
        &self,
        budget: Budget,
        subjects: impl Iterator<Item = (&'a str, &'a str, &'a Tariff)>,
        events: &dyn EventSink,
    ) {
        for (subject, endpoint, tariff) in subjects {
            let Tariff::Free(why) = tariff else { continue };
            let is_settled = !self.table.given(subject, endpoint).is_empty()
                || self.before.contains_key(subject);
            if is_simulated(subject) || is_settled || !(self.has_own || budget.usd.is_some()) {
                continue;
            }
            let model = model_of(subject);
            events.notice(NoticeCode::Price, &format!(
                "{} at {} costs nothing ({why}){}. If it is paid for, give a price of `{}` with --prices, or of all with \
                 --price-input and --price-output",
                escape_line(subject),
                escape_line(endpoint),
                match (self.has_own, budget.usd) {
                    (true, Some(_)) => {
                        ": no row of the table that was given fits it, and the budget in dollars does not bind it"
                    }
                    (true, None) => ": no row of the table that was given fits it",
                    (false, _) => ", and the budget in dollars does not bind it",
                },
                escape_line(model),
            ));
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

/// Refuses a budget in dollars where the price of a subject is not known.
pub fn check_budget<'a>(
    budget: Budget,
    subjects: impl Iterator<Item = (&'a str, &'a str, &'a Tariff)>,
) -> Result<()> {
    if budget.usd.is_some() {
        for (subject, endpoint, tariff) in subjects {
            if *tariff == Tariff::Unknown {
                bail!(
                    Budget,
                    "--budget needs prices, and there is {}",
                    unpriced(subject, endpoint)
                );
            }
        }
    }
    Ok(())
}
