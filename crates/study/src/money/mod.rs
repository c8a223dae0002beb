//! Money: prices of the user and of the built-in table, the cost of answers, forecasts and budgets.

mod cover;
mod exposure_model;
mod exposure_rows;
mod given_prices;
mod history;
mod longest_prompt;
mod plan_tokens;
mod subject_forecast;
mod tables;
mod tracker;
mod uncertain;
mod under_way;
mod usage;
mod verdicts;

pub(crate) use exposure_model::{ExposureRequest, SubjectExposure};
pub(crate) use exposure_rows::{
    join as join_in_flight, left as left_in_flight, settle as settle_in_flight,
};
pub(crate) use given_prices::join as join_given;
pub use history::SubjectHistory;
pub(crate) use history::{Counting, SpendingHistory, history_where, subject_histories};
pub(crate) use longest_prompt::{
    join as join_longest, longest, note as note_longest, noted as noted_longest,
};
pub(crate) use plan_tokens::PlanTokenCounter;
pub use subject_forecast::SubjectForecast;
pub(crate) use subject_forecast::{
    ForecastInputs, PromptTokens, QuestionStatus, TokenCensus, lacking,
};
pub use tables::{Bill, announced_line, cost_tables};
pub(crate) use tracker::{BudgetTracker, ledger};
pub use uncertain::UncertainCharges;
pub(crate) use under_way::{note_forgotten, under_way};
pub(crate) use usage::DirectoryUsage;
pub(crate) use verdicts::AnswerUses;
pub use verdicts::VerdictCost;

use given_prices::{given_prices, set_given_prices};
use peirast_record::is_simulated;

use crate::error::{Context as _, Result, bail};
use crate::event::{EventSink, NoticeCode};
use crate::options::PriceOptions;
use crate::run_dir;
use jiff::civil::Date;
use jiff::tz::TimeZone;
use peirast_cost::{
    Announcement, Budget, GivenPrices, MOST_PER_MILLION, Price, PriceCitation, PriceTable, Tariff,
    Terms, model_of,
};
use peirast_report::escape_line;
use peirast_store::Store;
use std::collections::BTreeMap;

/// The prices of a run directory, and the day on which they are looked up.
pub(crate) struct Prices {
    table: PriceTable,
    today: Date,
    /// Prices that earlier commands gave for the directory, by subject.
    before: BTreeMap<String, GivenPrices>,
    /// Costs announced by earlier commands, by subject.
    announcement: Announcement,
    /// True if the user gave a price table.
    has_own: bool,
}

impl Prices {
    /// Loads the built-in table, overridden by the user's prices.
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
                bail!(
                    Budget,
                    "--price-input {input} and --price-output {output}: a price per million tokens is a number of \
                     dollars, from 0 to {MOST_PER_MILLION}"
                )
            };
            table = table.all_at(price);
        }
        let today = jiff::Timestamp::now().to_zoned(TimeZone::UTC).date();
        let (before, announcement) = (BTreeMap::new(), Announcement::default());
        Ok(Self { table, today, before, announcement, has_own: options.table.is_some() })
    }

    /// Adds the prices that a run directory stores. They override the built-in table, and the
    /// user's prices of now override both.
    ///
    /// # Errors
    /// A store that cannot be read; rows as [`Self::check_rows`] refuses them, of its subjects.
    pub async fn knowing(self, store: &Store) -> Result<Self> {
        for (subject, endpoint) in run_dir::all_endpoints(store).await? {
            self.check_rows(&subject, &endpoint)?;
        }
        let (before, announcement) =
            (given_prices(store).await?, run_dir::announcement(store).await?);
        Ok(Self { before, announcement, ..self })
    }

    /// Stores the prices that the user gives now for subjects at their endpoints.
    pub async fn keep<'a>(
        &mut self,
        store: &Store,
        subjects: impl Iterator<Item = (&'a str, &'a str)>,
    ) -> Result<()> {
        for (subject, endpoint) in subjects {
            let now = self.table.given(subject, endpoint);
            let before = self.before.get(subject);
            // Rows that do not hold today do not replace rows that may.
            let is_late = before.is_some() && now.out_of_date(subject, self.today).is_some();
            if !now.is_empty() && !is_late && before != Some(&now) {
                set_given_prices(store, subject, &now).await?;
                self.before.insert(subject.to_owned(), now);
            }
        }
        Ok(())
    }

    /// Returns the price of a subject's tokens today.
    pub fn tariff(&self, subject: &str, endpoint: &str) -> Tariff {
        self.on(subject, endpoint, self.today)
    }

    /// Returns the terms of a subject at its price today, without known answers.
    pub fn terms(&self, subject: &str, endpoint: &str) -> Terms {
        Terms::new(subject, self.tariff(subject, endpoint)).at(endpoint)
    }

    /// Returns the price on the day of a request (`sent_us`, microseconds since 1970); today's
    /// price where the time is 0 or cannot be represented.
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

    /// Returns the announced price of a subject where it is not the price of the built-in table.
    /// Directories of older versions store no prices, and announced ones may come from a table that
    /// no longer exists.
    fn announced(&self, subject: &str, endpoint: &str) -> Option<Tariff> {
        let cited = self.announcement.get(subject)?.price.as_ref()?;
        let built_in = PriceTable::built_in().tariff(subject, endpoint, self.today);
        let is_own = built_in.price().map(PriceCitation::from).as_ref() != Some(cited);
        let price = cited.price().filter(|_| is_own)?;
        Some(Tariff::Priced(Box::new(price)))
    }

    /// Checks that the user's rows for a subject settle its price.
    ///
    /// # Errors
    /// Two rows for one day of which neither is more specific.
    pub fn check_rows(&self, subject: &str, endpoint: &str) -> Result<()> {
        match self.table.tie(subject, endpoint) {
            Some(tie) => bail!(Budget, "{}", escape_line(&tie)),
            None => Ok(()),
        }
    }

    /// Checks that the prices of the subjects can bind a budget.
    ///
    /// # Errors
    /// Rows that [`Self::check_rows`] refuses; a budget in dollars and a subject without a known
    /// price, or a subject that would be free because the price that the user gave does not hold
    /// today.
    pub fn check_budget<'a>(
        &self,
        budget: Budget,
        subjects: impl Iterator<Item = (&'a str, &'a str, &'a Tariff)>,
    ) -> Result<()> {
        for (subject, endpoint, tariff) in subjects {
            self.check_rows(subject, endpoint)?;
            if budget.usd.is_none() {
                continue;
            }
            let row = self.out_of_date(subject, endpoint).filter(|_| tariff.price().is_none());
            match (row, tariff) {
                (Some(row), _) => bail!(
                    Budget,
                    "--budget needs a price of {} that holds today, {}, and the row that was given does not: {}. \
                     Correct its since and until, or add a row for today",
                    escape_line(subject),
                    self.today,
                    escape_line(&row)
                ),
                (None, Tariff::Unknown) => bail!(
                    Budget,
                    "--budget needs prices, and there is {}",
                    unpriced(subject, endpoint)
                ),
                (None, Tariff::Free(_) | Tariff::Priced(_)) => {}
            }
        }
        Ok(())
    }

    /// Returns the row that the user gave for a subject, where none of them holds today.
    fn out_of_date(&self, subject: &str, endpoint: &str) -> Option<String> {
        if is_simulated(subject) {
            return None;
        }
        let now = self.table.given(subject, endpoint);
        let given = if now.is_empty() { self.before.get(subject)? } else { &now };
        given.out_of_date(subject, self.today)
    }

    /// Emits a notice for each subject whose given price does not hold today, with the price that is taken
    /// in its place.
    pub fn warn_of_dates<'a>(
        &self,
        subjects: impl Iterator<Item = (&'a str, &'a str, &'a Tariff)>,
        events: &dyn EventSink,
    ) {
        for (subject, endpoint, tariff) in subjects {
            let Some(row) = self.out_of_date(subject, endpoint) else { continue };
            let instead = match tariff {
                Tariff::Free(why) => format!("it counts as free ({why})"),
                Tariff::Priced(price) => format!("its price is {}", PriceCitation::from(&**price)),
                Tariff::Unknown => "no price of it is known".to_owned(),
            };
            events.notice(NoticeCode::Price, &format!(
                "the price that was given for {} does not hold today, {}: {}. Without it, {}; correct its since and \
                 until, or add a row for today",
                escape_line(subject),
                self.today,
                escape_line(&row),
                escape_line(&instead)
            ));
        }
    }

    /// Emits a notice for each price that was looked up more than a year ago.
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

    /// Emits a notice for each free subject (such as a local server) that the user's table does not
    /// price, where the user gave a table or a budget in dollars: the server may forward requests
    /// to a paid provider.
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

/// Returns a message that says how to give the missing price of a subject.
pub fn unpriced(subject: &str, endpoint: &str) -> String {
    format!(
        "no price known for {} at {}: give --price-input and --price-output, or a table with \
         --prices",
        escape_line(subject),
        escape_line(endpoint)
    )
}
