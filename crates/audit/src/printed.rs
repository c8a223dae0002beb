use peirast_decimals::{fixed_decimals, scientific_decimals};
use serde::Serialize;

/// A printed number: its value, and the precision of its rounding.
///
/// ```
/// use peirast_audit::{Bound, Printed};
/// let p: Printed = "< 1.2e-03".parse()?;
/// assert_eq!((p.value, p.places, p.bound), (0.0012, 4, Bound::Below));
/// assert_eq!(">95%".parse::<Printed>()?.bound, Bound::Above);
/// let share: Printed = "+13.38%".parse()?;
/// assert!(share.percent && share.agrees(13.384) && !share.agrees(13.386));
/// # Ok::<(), peirast_audit::NotANumber>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Printed {
    /// The value, as printed: 13.38 for `13.38%`.
    pub value: f64,
    /// The decimal places of the last printed digit; negative for rounded thousands in exponents.
    pub places: i32,
    /// The meaning of its sign: the value itself, or a value below or above it.
    pub bound: Bound,
    /// True if a percent sign follows.
    pub percent: bool,
}

/// The meaning of a printed number for the value behind it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Bound {
    /// The value rounds to this number.
    Exactly,
    /// The value is smaller.
    Below,
    /// The value is larger.
    Above,
}

/// A text that is not a printed number.
///
/// ```
/// use peirast_audit::Printed;
/// assert_eq!("n/a".parse::<Printed>().unwrap_err().to_string(), "`n/a` is no number");
/// ```
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is no number")]
pub struct NotANumber(pub String);

impl Printed {
    /// Half a unit of the last printed digit: the largest distance to the true value.
    ///
    /// ```
    /// use peirast_audit::Printed;
    /// assert_eq!("79.75".parse::<Printed>()?.half_unit(), 0.005);
    /// # Ok::<(), peirast_audit::NotANumber>(())
    /// ```
    #[must_use]
    pub fn half_unit(&self) -> f64 {
        0.5 * 10_f64.powi(-self.places)
    }

    /// Returns true if a value would be printed in this way, with halves rounded up or down.
    ///
    /// ```
    /// use peirast_audit::Printed;
    /// let printed: Printed = "0.0850".parse()?;
    /// assert!(printed.agrees(0.08495) && printed.agrees(0.08505) && !printed.agrees(0.0851));
    /// # Ok::<(), peirast_audit::NotANumber>(())
    /// ```
    #[must_use]
    pub fn agrees(&self, value: f64) -> bool {
        self.agrees_within(value, 0.0)
    }

    /// The same for a value with an uncertainty of `slack`, because it was computed from rounded
    /// numbers.
    ///
    /// ```
    /// use peirast_audit::Printed;
    /// let printed: Printed = "13.38".parse()?;
    /// assert!(!printed.agrees(13.39) && printed.agrees_within(13.39, 0.01));
    /// # Ok::<(), peirast_audit::NotANumber>(())
    /// ```
    #[must_use]
    pub fn agrees_within(&self, value: f64, slack: f64) -> bool {
        let crumbs = 1e-7 * self.half_unit() + 1e-12 * self.value.abs();
        match self.bound {
            Bound::Exactly => (value - self.value).abs() <= self.half_unit() + slack + crumbs,
            Bound::Below => value <= self.value + slack + crumbs,
            Bound::Above => value >= self.value - slack - crumbs,
        }
    }

    /// Returns true if the unrounded value can lie between two ends.
    pub(crate) fn may_lie(&self, low: f64, high: f64) -> bool {
        match self.bound {
            Bound::Exactly => {
                self.value + self.half_unit() >= low && self.value - self.half_unit() <= high
            }
            Bound::Below => low <= self.value,
            Bound::Above => high >= self.value,
        }
    }

    /// Formats a value with the number of digits of this number.
    ///
    /// ```
    /// use peirast_audit::Printed;
    /// assert_eq!("0.12".parse::<Printed>()?.like(0.4567), "0.46");
    /// assert_eq!("1.2e-7".parse::<Printed>()?.like(3.456e-9), "3.5e-9");
    /// # Ok::<(), peirast_audit::NotANumber>(())
    /// ```
    #[must_use]
    pub fn like(&self, value: f64) -> String {
        let percent = if self.percent { "%" } else { "" };
        let tiny = value != 0.0 && value.abs() < self.half_unit();
        if self.places > 7 || tiny {
            return scientific_decimals(value, 1) + percent;
        }
        fixed_decimals(value, self.places.max(0) as usize) + percent
    }

    /// The number at the start of a text, and the rest of the text.
    pub(crate) fn leading(text: &str) -> Option<(Self, &str)> {
        let (bound, rest) = bound(text.trim_start());
        let (negative, rest) = sign(rest.trim_start());
        let (digits, rest) = digits(rest)?;
        let (exponent, rest) = exponent(rest);
        // A comma after a leading 0 is a decimal comma; any other comma groups thousands.
        let decimal = digits.starts_with("0,");
        let plain = if decimal { digits.replace(',', ".") } else { digits.replace(',', "") };
        let decimals = plain.split_once('.').map_or(0, |(_, fraction)| fraction.len() as i32);
        let value: f64 = format!("{plain}e{exponent}").parse().ok()?;
        let after = rest.trim_start();
        let percent = after.starts_with('%');
        let rest = if percent { &after[1..] } else { rest };
        let value = if negative { -value } else { value };
        let printed = Self { value, places: decimals - exponent, bound, percent };
        value.is_finite().then_some((printed, rest))
    }
}

impl std::str::FromStr for Printed {
    type Err = NotANumber;

    fn from_str(text: &str) -> Result<Self, NotANumber> {
        match Self::leading(text) {
            Some((printed, rest)) if rest.trim().is_empty() => Ok(printed),
            _ => Err(NotANumber(text.to_owned())),
        }
    }
}

/// A sign of comparison, and the rest of the text.
fn bound(text: &str) -> (Bound, &str) {
    let mut rest = text.chars();
    match rest.next() {
        Some('<' | '≤') => (Bound::Below, rest.as_str()),
        Some('>' | '≥') => (Bound::Above, rest.as_str()),
        Some('=' | '≈' | '~') => (Bound::Exactly, rest.as_str()),
        _ => (Bound::Exactly, text),
    }
}

/// Reads a minus in any form. Returns true if there is one, and the rest of the text.
fn sign(text: &str) -> (bool, &str) {
    let mut rest = text.chars();
    match rest.next() {
        Some('-' | '\u{2212}' | '\u{2013}') => (true, rest.as_str()),
        Some('+') => (false, rest.as_str()),
        _ => (false, text),
    }
}

/// Digits with at most one point, and commas before groups of three.
fn digits(text: &str) -> Option<(&str, &str)> {
    let bytes = text.as_bytes();
    let digit = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_digit);
    let mut end = 0;
    let mut point = false;
    loop {
        match bytes.get(end) {
            Some(b'0'..=b'9') => end += 1,
            Some(b'.') if !point && digit(end + 1) => {
                point = true;
                end += 1;
            }
            Some(b',') if end == 1 && bytes[0] == b'0' && digit(2) => {
                point = true;
                end += 1;
            }
            Some(b',')
                if !point && end > 0 && (1..4).all(|k| digit(end + k)) && !digit(end + 4) =>
            {
                end += 1;
            }
            _ => break,
        }
    }
    (end > 0).then(|| text.split_at(end))
}

/// Reads `e-03`, `× 10^-3` or `× 10⁻³`; 0 if there is none.
fn exponent(text: &str) -> (i32, &str) {
    if let Some(after) = text.strip_prefix(['e', 'E']) {
        return ascii_exponent(after).unwrap_or((0, text));
    }
    let times = ["×", "x", "·", "*", "\\times", "\\cdot"];
    let trimmed = text.trim_start();
    let ten = times
        .iter()
        .find_map(|sign| trimmed.strip_prefix(sign))
        .and_then(|rest| rest.trim_start().strip_prefix("10"));
    let Some(rest) = ten else { return (0, text) };
    let power = rest.strip_prefix('^').map(|rest| rest.trim_start_matches(['{', ' ']));
    power.and_then(ascii_exponent).or_else(|| superscript(rest)).unwrap_or((0, text))
}

/// A whole number with its sign, and the rest of the text.
fn ascii_exponent(text: &str) -> Option<(i32, &str)> {
    let (negative, rest) = sign(text);
    let end = rest.bytes().take_while(u8::is_ascii_digit).count();
    let size: i32 = rest[..end].parse().ok().filter(|size| *size <= 400)?;
    Some((if negative { -size } else { size }, rest[end..].trim_start_matches('}')))
}

/// The same for superscript digits.
fn superscript(text: &str) -> Option<(i32, &str)> {
    const RAISED: &str = "⁰¹²³⁴⁵⁶⁷⁸⁹";
    let (negative, rest) = match text.strip_prefix('⁻') {
        Some(rest) => (true, rest),
        None => (false, text),
    };
    let value = |c: char| RAISED.chars().position(|raised| raised == c);
    let digits: Vec<usize> = rest.chars().map_while(value).take(4).collect();
    let length: usize = rest.chars().take(digits.len()).map(char::len_utf8).sum();
    let size = digits.iter().fold(0, |size, digit| size * 10 + *digit as i32);
    let known = !digits.is_empty() && size <= 400;
    known.then_some((if negative { -size } else { size }, &rest[length..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Option<(f64, i32, Bound)> {
        text.parse::<Printed>().ok().map(|p| (p.value, p.places, p.bound))
    }

    #[test]
    fn numbers_as_people_print_them() {
        let exactly = |value, places| Some((value, places, Bound::Exactly));
        assert_eq!(read("79.75"), exactly(79.75, 2));
        assert_eq!(read(".05"), exactly(0.05, 2));
        assert_eq!(read("−1.20"), exactly(-1.2, 2));
        assert_eq!(read("1,024"), exactly(1024.0, 0));
        assert_eq!(read("1.2 × 10^-5"), exactly(1.2e-5, 6));
        assert_eq!(read("1.2×10^{−5}"), exactly(1.2e-5, 6));
        assert_eq!(read("1.18e-03"), exactly(0.00118, 5));
        assert_eq!(read("2.8 × 10⁻⁵"), exactly(2.8e-5, 6));
        assert_eq!(read("2.8·10^-5"), exactly(2.8e-5, 6));
        assert_eq!(read("2.8 * 10^-5"), exactly(2.8e-5, 6));
        assert_eq!(read("2.8 \\times 10^{-5}"), exactly(2.8e-5, 6));
        assert_eq!(read("0,036"), exactly(0.036, 3));
        assert_eq!(read("p"), None);
        assert_eq!(read("1.2.3"), None);
        assert_eq!(read("20B"), None);
        assert_eq!(read("1e999"), None);
        assert_eq!(read(""), None);
    }

    #[test]
    fn bounds_hold_what_lies_beyond() {
        let below: Printed = "<0.0001".parse().expect("a number");
        assert!(below.agrees(1e-300) && below.agrees(0.0) && !below.agrees(0.0002));
    }
}
