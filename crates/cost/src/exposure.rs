//! Exposure: attempts in flight that may have been charged.

use crate::{Amount, Budget, Tariff, Tokens};
use serde::{Deserialize, Serialize};
use std::cmp::Ordering;
use std::collections::BTreeMap;

/// Attempts that may never be answered, in tokens. Their cost follows from later prices.
///
/// ```
/// use peirast_cost::{Exposure, Price, Tariff, Tokens};
/// let each = [("openai:a", Tokens::new(90, 10)), ("openai:b", Tokens::new(90, 20))];
/// let each = each.map(|(subject, most)| (subject.to_owned(), most)).into();
/// let exposure = Exposure { attempts: 4, each };
/// let price = Price::given(1.0, 10.0, "given").unwrap();
/// let (dearest, amount) = exposure.most(|_| Tariff::Priced(Box::new(price.clone()))).unwrap();
/// assert_eq!((dearest, amount.tokens), ("openai:b", 440));
/// assert_eq!(amount.usd.to_string(), "0.00116 USD");
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Exposure {
    /// Most attempts.
    pub attempts: u64,
    /// Subjects that each attempt may have been sent to, with the most tokens that it may take.
    pub each: BTreeMap<String, Tokens>,
}

impl Exposure {
    /// Returns the most that all attempts may cost, as if each were sent to the dearest subject,
    /// with that subject; `None` without subjects.
    pub fn most(&self, tariff: impl Fn(&str) -> Tariff) -> Option<(&str, Amount)> {
        let cost = |(subject, tokens): (&'_ String, &Tokens)| tariff(subject).amount(*tokens);
        let dearest = self.each.iter().max_by_key(|one| {
            let amount = cost(*one);
            (amount.usd, amount.tokens)
        })?;
        let one = cost(dearest);
        let tokens = one.tokens.saturating_mul(self.attempts);
        Some((dearest.0, Amount { usd: one.usd * self.attempts, tokens }))
    }

    /// Returns the most tokens that all attempts may take.
    pub fn tokens(&self) -> u64 {
        let most = self.each.values().map(|tokens| tokens.total()).max().unwrap_or(0);
        most.saturating_mul(self.attempts)
    }

    /// Groups single attempts, each with its subject and its most tokens, into exposures.
    pub fn gathered(attempts: impl IntoIterator<Item = (String, Tokens)>) -> Vec<Self> {
        let mut alike: BTreeMap<(String, [u64; 2]), u64> = BTreeMap::new();
        for (subject, tokens) in attempts {
            *alike.entry((subject, [tokens.input, tokens.output])).or_default() += 1;
        }
        let exposure = |((subject, [input, output]), attempts): ((String, [u64; 2]), u64)| Self {
            attempts,
            each: [(subject, Tokens::new(input, output))].into(),
        };
        alike.into_iter().map(exposure).collect()
    }
}

/// The exposure of one run, and the bound that a budget may set on its total cost.
///
/// ```
/// use peirast_cost::{Budget, Exposure, Exposures, Price, Tariff, Tokens, Usd};
/// let tariff = |_: &str| Tariff::Priced(Box::new(Price::given(1.0, 10.0, "given").unwrap()));
/// let exposure = Exposure { attempts: 400, each: [("openai:a".to_owned(), Tokens::new(0, 1000))].into() };
/// let left = Budget { usd: Usd::new(3.0), tokens: None };
/// let exposures = Exposures::new(vec![exposure]);
/// assert_eq!(exposures.most(tariff)[0].2.usd.to_string(), "4.00 USD");
/// assert_eq!(exposures.within(left, tariff).most(tariff)[0].2.usd.to_string(), "3.00 USD");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(from = "StoredExposures", into = "StoredExposures")]
pub struct Exposures {
    all: Vec<Exposure>,
    bound: Option<Bound>,
}

/// The bound on the total cost of exposures.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
struct Bound {
    /// Most that they may cost together.
    most: Amount,
    /// Cost without a budget, which shows if prices have changed.
    of: Amount,
}

/// The stored form of exposures.
#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum StoredExposures {
    Free(Vec<Exposure>),
    Bound {
        #[serde(rename = "flights")]
        exposures: Vec<Exposure>,
        #[serde(flatten)]
        bound: Bound,
    },
}

impl From<StoredExposures> for Exposures {
    fn from(written: StoredExposures) -> Self {
        match written {
            StoredExposures::Free(all) => Self::new(all),
            StoredExposures::Bound { exposures, bound } => {
                Self { all: exposures, bound: Some(bound) }
            }
        }
    }
}

impl From<Exposures> for StoredExposures {
    fn from(Exposures { all, bound }: Exposures) -> Self {
        match bound {
            None => Self::Free(all),
            Some(bound) => Self::Bound { exposures: all, bound },
        }
    }
}

impl Exposures {
    /// Creates exposures without a bound on their total.
    pub fn new(all: Vec<Exposure>) -> Self {
        Self { all, bound: None }
    }

    /// Returns the same exposures, bounded by the rest `left` of a budget.
    #[must_use]
    pub fn within(self, left: Budget, tariff: impl Fn(&str) -> Tariff) -> Self {
        let of = whole(&each(&self.all, tariff));
        let most = Amount {
            usd: left.usd.map_or(of.usd, |left| left.min(of.usd)),
            tokens: left.tokens.map_or(of.tokens, |left| left.min(of.tokens)),
        };
        Self { bound: (most != of).then_some(Bound { most, of }), ..self }
    }

    /// Returns true if nothing is in flight.
    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// Returns true if a budget bounds them to less than their sum.
    pub fn is_bound(&self) -> bool {
        self.bound.is_some()
    }

    /// Compares two exposures by the tokens that attempts may take, then by their bound.
    pub fn is_more_than(&self, other: &Self) -> bool {
        let tokens = |one: &Self| one.all.iter().map(Exposure::tokens).fold(0, u64::saturating_add);
        let most = |one: &Self| one.bound.map(|bound| (bound.most.usd, bound.most.tokens));
        match (tokens(self).cmp(&tokens(other)), most(self), most(other)) {
            (Ordering::Equal, bound, Some(other)) => bound.is_none_or(|bound| bound > other),
            (Ordering::Equal, _, None) => false,
            (order, ..) => order == Ordering::Greater,
        }
    }

    /// Returns the most that each exposure may cost, with its dearest subject and its attempts. A
    /// bound applies as long as prices are those with which it was computed.
    pub fn most(&self, tariff: impl Fn(&str) -> Tariff) -> Vec<(&str, u64, Amount)> {
        let mut exposures = each(&self.all, tariff);
        let now = whole(&exposures);
        if let Some(Bound { most, of }) = self.bound.filter(|bound| is_about(bound.of, now)) {
            let usd = share(most.usd.dollars(), of.usd.dollars());
            // Shares of the whole are whole tokens that add up to the bound.
            let bounded = |part: u64| {
                let product = u128::from(part) * u128::from(most.tokens.min(of.tokens));
                u64::try_from(product / u128::from(of.tokens.max(1))).unwrap_or(u64::MAX)
            };
            let mut before = 0_u64;
            for (_, _, amount) in &mut exposures {
                amount.usd = amount.usd.min(amount.usd.share(usd));
                let after = before.saturating_add(amount.tokens);
                amount.tokens = amount.tokens.min(bounded(after) - bounded(before));
                before = after;
            }
        }
        exposures
    }
}

/// Returns the most that each exposure may cost without a bound.
fn each(exposures: &[Exposure], tariff: impl Fn(&str) -> Tariff) -> Vec<(&str, u64, Amount)> {
    let mut all = Vec::with_capacity(exposures.len());
    for exposure in exposures {
        if let Some((subject, most)) = exposure.most(&tariff) {
            all.push((subject, exposure.attempts, most));
        }
    }
    all
}

fn whole(exposures: &[(&str, u64, Amount)]) -> Amount {
    exposures.iter().fold(Amount::default(), |sum, (_, _, most)| sum + *most)
}

/// Returns the share of a part in a whole, at most 1.
fn share(part: f64, whole: f64) -> f64 {
    if whole > 0.0 { (part / whole).min(1.0) } else { 1.0 }
}

/// Returns true if two amounts are equal up to the rounding of their stored form.
fn is_about(one: Amount, other: Amount) -> bool {
    let (a, b) = (one.usd.dollars(), other.usd.dollars());
    one.tokens == other.tokens && (a - b).abs() <= 1e-9 * a.max(b)
}
