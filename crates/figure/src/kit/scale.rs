//! Scales: numbers to places, and the numbers that an axis shows.

use super::text;
use peirast_decimals::fixed_decimals;

/// The kind of the numbers of an axis.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Unit {
    /// Numbers as they are.
    #[default]
    Number,
    /// Shares, shown in percent.
    Share,
    /// Whole numbers.
    Count,
}

impl Unit {
    /// A number of the unit as it is shown.
    pub(crate) fn text(self, value: f64) -> String {
        match self {
            Self::Number => text::number(value),
            // A tick at 0 may be minus zero.
            Self::Count if value == 0.0 => "0".to_owned(),
            Self::Count if value < 1e6 => fixed_decimals(value, 0),
            Self::Count => text::number(value),
            Self::Share => text::percent(value),
        }
    }
}

/// From numbers to places on a line; numbers beyond its ends are drawn at the ends.
#[derive(Clone, Copy, Debug)]
pub struct Scale {
    low: f64,
    high: f64,
    pub from: f64,
    pub to: f64,
    is_log: bool,
}

impl Scale {
    /// An even scale. Ends that are equal are moved apart.
    pub fn linear((low, high): (f64, f64), (from, to): (f64, f64)) -> Self {
        let (low, high) =
            if low < high { (low, high) } else { (low - apart(low), low + apart(low)) };
        Self { low, high, from, to, is_log: false }
    }

    /// A scale of powers of ten; both ends above 0.
    pub fn log((low, high): (f64, f64), (from, to): (f64, f64)) -> Self {
        let low = low.max(f64::MIN_POSITIVE);
        let high = if high > low { high } else { low * 10.0 };
        Self { low, high, from, to, is_log: true }
    }

    /// The place of a number.
    pub fn at(&self, value: f64) -> f64 {
        let part = match self.is_log {
            true => {
                (value.max(0.0).log10() - self.low.log10()) / (self.high.log10() - self.low.log10())
            }
            false => (value - self.low) / (self.high - self.low),
        };
        self.from + part.clamp(0.0, 1.0) * (self.to - self.from)
    }

    /// True if a number lies within the ends.
    pub fn holds(&self, value: f64) -> bool {
        (self.low..=self.high).contains(&value)
    }

    pub fn low(&self) -> f64 {
        self.low
    }

    pub fn high(&self) -> f64 {
        self.high
    }

    /// Round numbers, about `gap` points apart.
    pub fn ticks(&self, gap: f64) -> Vec<f64> {
        let most = ((self.to - self.from).abs() / gap).floor().max(1.0);
        if self.is_log { self.powers(most) } else { self.rounds(most) }
    }

    fn rounds(&self, most: f64) -> Vec<f64> {
        let step = round_step((self.high - self.low) / most);
        let first = (self.low / step - 1e-9).ceil();
        let last = (self.high / step + 1e-9).floor();
        let mut ticks = Vec::new();
        let mut at = first;
        // The step is a part of the span, so that this ends.
        while at <= last && ticks.len() < 100 {
            ticks.push(at * step);
            at += 1.0;
        }
        ticks
    }

    fn powers(&self, most: f64) -> Vec<f64> {
        let (low, high) = (self.low.log10(), self.high.log10());
        if high - low < 2.0 {
            let of = |power: i32| [1.0, 2.0, 5.0].map(|digit| digit * 10f64.powi(power));
            let all = (low.floor() as i32..=high.ceil() as i32).flat_map(of);
            let ticks: Vec<f64> = all.filter(|tick| self.has(*tick)).collect();
            if ticks.len() as f64 <= most {
                return ticks;
            }
        }
        let every = ((high - low) / most).ceil().max(1.0) as i32;
        let powers = (low.floor() as i32..=high.ceil() as i32).filter(|power| power % every == 0);
        powers.map(|power| 10f64.powi(power)).filter(|tick| self.has(*tick)).collect()
    }

    /// True if a tick lies within the ends, or next to one by rounding.
    fn has(&self, tick: f64) -> bool {
        (self.low * (1.0 - 1e-9)..=self.high * (1.0 + 1e-9)).contains(&tick)
    }
}

/// The step of 1, 2 or 5 times a power of ten that is no smaller.
fn round_step(rough: f64) -> f64 {
    let power = 10f64.powf(rough.log10().floor());
    let steps = [1.0, 2.0, 5.0, 10.0].map(|digit| digit * power);
    steps.into_iter().find(|step| *step >= rough * (1.0 - 1e-9)).unwrap_or(rough)
}

fn apart(value: f64) -> f64 {
    (value.abs() * 0.1).max(0.5)
}

/// Ends that hold all numbers, rounded outwards.
pub fn around(numbers: impl Iterator<Item = f64>) -> (f64, f64) {
    let finite = numbers.filter(|number| number.is_finite());
    let (low, high) =
        finite.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), x| (low.min(x), high.max(x)));
    if low > high {
        return (0.0, 1.0);
    }
    let (low, high) = if low < high { (low, high) } else { (low - apart(low), high + apart(high)) };
    // A mark at an end of the scale would lie on an axis.
    let edge = 0.03 * (high - low);
    let edged = |end: f64, by: f64| if end == 0.0 { 0.0 } else { end + by };
    let (low, high) = (edged(low, -edge), edged(high, edge));
    let step = round_step((high - low) / 5.0);
    ((low / step).floor() * step, (high / step).ceil() * step)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round_and_within() {
        let scale = Scale::linear((0.0, 1.0), (0.0, 200.0));
        let shown: Vec<String> =
            scale.ticks(40.0).into_iter().map(|t| Unit::Share.text(t)).collect();
        assert_eq!(shown, ["0", "20", "40", "60", "80", "100"]);
        let scale = Scale::log((1e-8, 1.0), (0.0, 100.0));
        let shown: Vec<String> = scale.ticks(25.0).into_iter().map(text::number).collect();
        assert_eq!(shown, ["10⁻⁸", "10⁻⁶", "10⁻⁴", "0.01", "1"]);
        let scale = Scale::log((0.1, 10.0 - 1e-9), (0.0, 300.0));
        assert_eq!(scale.ticks(30.0).len(), 7);
    }

    #[test]
    fn there_is_no_minus_zero() {
        assert_eq!([Unit::Count, Unit::Number, Unit::Share].map(|unit| unit.text(-0.0)), ["0"; 3]);
    }

    #[test]
    fn what_lies_beyond_is_drawn_at_the_end() {
        let scale = Scale::log((0.01, 100.0), (10.0, 50.0));
        assert_eq!(
            [0.0, 0.01, 1.0, f64::INFINITY].map(|v| scale.at(v).round()),
            [10.0, 10.0, 30.0, 50.0]
        );
        let flat = Scale::linear((3.0, 3.0), (0.0, 10.0));
        assert_eq!(flat.at(3.0), 5.0);
    }

    #[test]
    fn ends_hold_what_they_are_made_around() {
        assert_eq!(around([0.13, 0.87].into_iter()), (0.0, 1.0));
        assert_eq!(around([900.0, 1300.0].into_iter()), (800.0, 1400.0));
        assert_eq!(around(std::iter::empty()), (0.0, 1.0));
        let (low, high) = around([5.0].into_iter());
        assert!(low < 5.0 && 5.0 < high);
    }
}
