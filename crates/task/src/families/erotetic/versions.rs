//! The versions of an item: orders of the premises, and added questions.

use crate::MakeError;
use peirast_fallacy::{Kind, MOST_ORDERS, orders};
use peirast_record::Versions;

/// The text inserted between the premises.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Inquiry {
    None,
    Curing,
    Idle,
}

impl Inquiry {
    const ALL: [Inquiry; 3] = [Inquiry::None, Inquiry::Curing, Inquiry::Idle];

    /// Returns the inquiry of this level.
    pub(super) fn named(level: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|one| one.level() == level)
    }

    pub(super) fn level(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Curing => "curing",
            Self::Idle => "idle",
        }
    }
}

/// The requested versions of each item. By default: all kinds, with the premises in their generated
/// order and nothing added.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Wanted {
    kinds: Vec<Kind>,
    orders: Vec<Order>,
    pub(super) inquiries: Vec<Inquiry>,
}

#[derive(Clone, Debug, PartialEq)]
enum Order {
    Original,
    Reversed,
    All,
    Places(Vec<usize>),
}

/// Returns the name of a kind, as a level.
pub(super) fn kind_level(kind: Kind) -> &'static str {
    match kind {
        Kind::Fallacy => "fallacy",
        Kind::ControlValid => "control-valid",
        Kind::ControlBlocked => "control-blocked",
    }
}

impl Wanted {
    /// Reads a selection of versions.
    ///
    /// # Errors
    /// [`MakeError::NoVersion`] names a level that no version has.
    pub(super) fn new(variant: &str, versions: &Versions) -> Result<Self, MakeError> {
        let unknown = |factor: &str, level: &str, known: &str| MakeError::NoVersion {
            variant: variant.to_owned(),
            wanted: format!("{factor} {level}; there are {known}"),
        };
        let all = [Kind::Fallacy, Kind::ControlValid, Kind::ControlBlocked];
        let kind = |level: &String| {
            let found = all.into_iter().find(|kind| kind_level(*kind) == level);
            found.ok_or_else(|| unknown("kind", level, &all.map(kind_level).join(", ")))
        };
        let order = |level: &String| {
            let known = "original, reversed, all, and places such as 2-1-3";
            Order::named(level).ok_or_else(|| unknown("order", level, known))
        };
        let inquiry = |level: &String| {
            let known = || Inquiry::ALL.map(Inquiry::level).join(", ");
            Inquiry::named(level).ok_or_else(|| unknown("inquiry", level, &known()))
        };
        Ok(Self {
            kinds: chosen(versions.levels("kind"), kind)?.unwrap_or(all.to_vec()),
            orders: chosen(versions.levels("order"), order)?.unwrap_or(vec![Order::Original]),
            inquiries: chosen(versions.levels("inquiry"), inquiry)?.unwrap_or(vec![Inquiry::None]),
        })
    }

    pub(super) fn has(&self, kind: Kind) -> bool {
        self.kinds.contains(&kind)
    }

    /// Returns true if questions are to be added.
    pub(super) fn raises_questions(&self) -> bool {
        self.inquiries.iter().any(|inquiry| *inquiry != Inquiry::None)
    }

    /// Returns the requested orders of this number of premises, with their levels: the indexes in
    /// the order of display.
    pub(super) fn orders(&self, premises: usize, seed: u64) -> Vec<(String, Vec<usize>)> {
        let all = orders(premises, MOST_ORDERS, seed);
        let is_wanted = |level: &str, places: &[usize]| {
            self.orders.iter().any(|order| match order {
                Order::Original => level == "original",
                Order::Reversed => level == "reversed",
                Order::All => true,
                Order::Places(own) => own == places,
            })
        };
        let levelled = all.into_iter().map(|places| (order_level(&places), places));
        levelled.filter(|(level, places)| is_wanted(level, places)).collect()
    }
}

fn chosen<T>(
    levels: Option<&[String]>,
    read: impl Fn(&String) -> Result<T, MakeError>,
) -> Result<Option<Vec<T>>, MakeError> {
    levels.map(|levels| levels.iter().map(read).collect()).transpose()
}

impl Order {
    fn named(level: &str) -> Option<Order> {
        match level {
            "original" => return Some(Order::Original),
            "reversed" => return Some(Order::Reversed),
            "all" => return Some(Order::All),
            _ => {}
        }
        let place = |text: &str| text.parse::<usize>().ok()?.checked_sub(1);
        let places = level.split('-').map(place).collect::<Option<Vec<_>>>()?;
        let mut sorted = places.clone();
        sorted.sort_unstable();
        (sorted.iter().enumerate().all(|(at, place)| at == *place)).then_some(Order::Places(places))
    }
}

/// Returns the level of the factor `order`: `original`, `reversed`, or the original positions of
/// the premises, from 1, such as `2-1-3`.
pub(super) fn order_level(places: &[usize]) -> String {
    if places.is_sorted() {
        "original".to_owned()
    } else if places.is_sorted_by(|a, b| a > b) {
        "reversed".to_owned()
    } else {
        places.iter().map(|place| (place + 1).to_string()).collect::<Vec<_>>().join("-")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_name_orders() {
        assert_eq!(order_level(&[0, 1, 2]), "original");
        assert_eq!(order_level(&[2, 1, 0]), "reversed");
        assert_eq!(order_level(&[1, 0, 2]), "2-1-3");
        assert_eq!(order_level(&[0]), "original");
        for (level, known) in
            [("2-1-3", true), ("2-2", false), ("0-1", false), ("1-3", false), ("backwards", false)]
        {
            let versions = Versions::from_iter([("order", level)]);
            assert_eq!(Wanted::new("etr/open", &versions).is_ok(), known, "{level}");
        }
    }

    #[test]
    fn one_order_unless_more_are_wanted() {
        let orders = |versions: &Versions| {
            Wanted::new("etr/open", versions).expect("known levels").orders(3, 1).len()
        };
        assert_eq!(orders(&Versions::default()), 1);
        let both = Versions::from_iter([("order", "original"), ("order", "reversed")]);
        assert_eq!(orders(&both), 2);
        assert_eq!(orders(&Versions::from_iter([("order", "all")])), 6);
    }
}
