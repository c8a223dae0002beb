//! Numbers of JSON.

use crate::lexicon::{Lexicon, Number};

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
    match text.contains(['e', 'E']) {
        true => Some(lexicon.float(value)),
        false => lexicon.read_number(text),
    }
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
        assert_eq!(there_and_back("1e-6", Reading::SOUND), "0.000001");
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
