//! The cost of a run: forecast, budget and bill.
//!
//! * A [`Counter`] counts the tokens of prompts for a model: exactly if its tokenizer is public,
//!   otherwise with a factor that has a stated error. [`Experience`] from stored answers calibrates
//!   the count and predicts the length of answers.
//! * A [`PriceTable`] has the prices of tokens: rows with a date and a source, which a user's file
//!   can override. Tokens without a row are [`Tariff::Unknown`], never free.
//! * [`forecast`] combines both; [`Spending`] is the actual cost.
//! * A [`Ledger`] keeps a budget, in any order of events; a [`BudgetLedger`] keeps that of a run.
//!
//! The crate is pure: it does no I/O, and the caller passes the day.
//!
//! ```
//! use jiff::civil::date;
//! use peirast_cost::{TokenCount, Counter, Experience, Group, PriceTable, forecast};
//! use peirast_record::Message;
//! let subject = "openai:gpt-4o";
//! let counter = Counter::for_subject(subject);
//! let counted = counter.count(&[Message::user("Is this sound?")]);
//! let group = Group { protocol: "baseline".to_owned(), counted, max_tokens: Some(100) };
//! let table = PriceTable::built_in();
//! let tariff = table.tariff(subject, "https://api.openai.com/v1", date(2026, 11, 22));
//! let announced = forecast(counter, &Experience::default(), &tariff, &[group], counted, 0);
//! assert_eq!(announced.cost.unwrap().most.to_string(), "0.00103 USD");
//! ```

mod announcement;
mod budget_ledger;
mod calibration;
mod counter;
mod day;
mod document;
mod encoding;
mod experience;
mod exposure;
mod forecast;
mod given;
mod ledger;
mod model;
mod moments;
mod pattern;
mod price;
mod spending;
mod table;
mod usd;
mod uses;

pub use announcement::{AnnouncedCost, Announcement};
pub use budget_ledger::{BudgetLedger, Ending, Terms};
pub use calibration::Ratio;
pub use counter::{Counter, Family, TokenCount, count_all};
pub use document::TableError;
pub use encoding::Encoding;
pub use experience::{Estimate, Experience, Kind, LEAST_BOUND, Length};
pub use exposure::{Exposure, Exposures};
pub use forecast::{Forecast, Group, PriceCitation, Span, forecast};
pub use given::GivenPrices;
pub use ledger::{Amount, Balance, Budget, Grant, Ledger, Refusal};
pub use model::{host_of, model_of};
pub use moments::Mean;
pub use pattern::Pattern;
pub use price::{LongPromptRates, MOST_PER_MILLION, Price, Rates, Tariff, Tokens};
pub use spending::{Spending, may_be_charged};
pub use table::{PriceTable, Provider};
pub use usd::Usd;
pub use uses::{AnswerCost, VerdictUsage, usage_of_verdicts};
