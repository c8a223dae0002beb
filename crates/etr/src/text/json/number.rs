//! Numbers of JSON.

use crate::lexicon::{Lexicon, Number};
use crate::reading::Numbers;

/// Writes a number the way PyETR's JSON has it, `1e-6` for very small ones; a number that JSON
/// does not have becomes `null`. An exact decimal is written out in full, so that nothing of it is
/// lost.
pub(super) fn write(number: Number, text: &mut String) {
    match number {
        Number::Exact(decimal) => text.push_str(&decimal.to_string()),
        _ => match serde_json::to_string(&number.to_f64()) {
            Ok(written) => text.push_str(&written.replace("e+", "e")),
            Err(_) => text.push_str("null"),
        },
    }
}

/// The number that a JSON number denotes; `None` for what is none or too large.
pub(super) fn read(text: &str, lexicon: &Lexicon) -> Option<Number> {
    let starts = text.starts_with(|first: char| first == '-' || first.is_ascii_digit());
    let value: f64 = if starts { text.parse().ok()? } else { return None };
    if !value.is_finite() {
        return None;
    }
    match (text.split_once(['e', 'E']), lexicon.reading().numbers) {
        (None, _) => lexicon.read_number(text),
        (Some(_), Numbers::Float) => Some(lexicon.float(value)),
        (Some((digits, exponent)), Numbers::Exact) => {
            lexicon.read_number(&moved(digits, exponent.parse().ok()?)?)
        }
    }
}

/// Digits with their point moved `places` to the right; `None` beyond the floating-point numbers.
fn moved(digits: &str, places: i32) -> Option<String> {
    const MOST_PLACES: u32 = 400;
    if places.unsigned_abs() > MOST_PLACES {
        return None;
    }
    let (sign, digits) = digits.strip_prefix('-').map_or(("", digits), |rest| ("-", rest));
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let size = places.unsigned_abs() as usize;
    let (whole, fraction) = if places < 0 {
        let whole = format!("{whole:0>width$}", width = size + 1);
        let (kept, moved) = whole.split_at(whole.len() - size);
        (kept.to_owned(), format!("{moved}{fraction}"))
    } else {
        let fraction = format!("{fraction:0<size$}");
        let (moved, kept) = fraction.split_at(size);
        (format!("{whole}{moved}"), kept.to_owned())
    };
    let whole = whole.trim_start_matches('0');
    let whole = if whole.is_empty() { "0" } else { whole };
    Some(if fraction.is_empty() {
        format!("{sign}{whole}")
    } else {
        format!("{sign}{whole}.{fraction}")
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reading::Reading;
    use proptest::prelude::*;

    fn there_and_back(text: &str, reading: Reading) -> String {
        let lexicon = Lexicon::new(reading);
        let number = read(text, &lexicon).expect("a number");
        let mut written = String::new();
        write(number, &mut written);
        assert_eq!(read(&written, &lexicon), Some(number), "{text}");
        written
    }

    #[test]
    fn numbers_look_as_in_pyetr() {
        let cases = [
            ("1", "1.0"),
            ("-0.0", "-0.0"),
            ("0.000001", "1e-6"),
            ("0.00001234", "0.00001234"),
            ("10000000000000000", "1e16"),
            ("1234567890123456.7", "1234567890123456.8"),
        ];
        for (text, written) in cases {
            assert_eq!(there_and_back(text, Reading::PYETR_1_0_0), written);
        }
        let long = "0.1234567890123456789012345678901";
        assert_eq!(there_and_back(long, Reading::SOUND), long);
        for (text, plain) in [
            ("1e-6", "0.000001"),
            ("1.25E+1", "12.5"),
            ("-12.5e1", "-125.0"),
            ("12.5e-3", "0.0125"),
            ("1.2345678901234567890123e10", "12345678901.234567890123"),
        ] {
            assert_eq!(there_and_back(text, Reading::SOUND), plain);
        }
        for long in ["0.1234567890123456789012345678901234567891", "1.5e-400", "1e-999999999"] {
            assert_eq!(read(long, &Lexicon::new(Reading::SOUND)), None, "{long}");
        }
        for text in ["1e400", "\"1\"", "true", "null", "{}"] {
            assert_eq!(read(text, &Lexicon::new(Reading::SOUND)), None, "{text}");
        }
    }

    proptest! {
        #[test]
        fn floating_point_numbers_come_back(bits in any::<u64>()) {
            let value = f64::from_bits(bits);
            if value.is_finite() {
                there_and_back(&format!("{value:e}"), Reading::PYETR_1_0_0);
                there_and_back(&format!("{value:e}"), Reading::SOUND);
            }
        }
    }
}
