/// A number with so many decimals, correctly rounded from the decimal that it was given as: the shortest
/// one that reads as it. A half is rounded to the even digit, as IEEE 754 has it.
///
/// The digits of 2.675 that a computer holds begin with 2.67499, and would be cut to 2.67.
///
/// ```
/// use peirast_table::fixed_decimals;
/// assert_eq!(fixed_decimals(2.675, 2), "2.68");
/// assert_eq!(fixed_decimals(0.285, 2), "0.28");
/// assert_eq!(fixed_decimals(-1.0, 1), "-1.0");
/// ```
#[must_use]
pub fn fixed_decimals(value: f64, places: usize) -> String {
    let text = value.to_string();
    let half = text.split_once('.').filter(|(_, decimals)| decimals.len() == places + 1);
    let Some((whole, kept)) = half.and_then(|(whole, all)| Some((whole, all.strip_suffix('5')?)))
    else {
        return format!("{value:.places$}");
    };
    let last = kept.bytes().last().or_else(|| whole.bytes().last());
    let is_even = last.is_some_and(|digit| digit % 2 == 0);
    // The neighbour on the side to which the half goes has no half.
    let neighbour = if is_even == (value > 0.0) { value.next_down() } else { value.next_up() };
    format!("{neighbour:.places$}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decimals_are_rounded_as_decimals() {
        for (value, places, text) in [
            (0.285, 2, "0.28"),
            (2.675, 2, "2.68"),
            (1.005, 2, "1.00"),
            (1.015, 2, "1.02"),
            (-2.675, 2, "-2.68"),
            (-1.005, 2, "-1.00"),
            (0.5, 0, "0"),
            (1.5, 0, "2"),
            (2.5, 0, "2"),
            (6.25, 1, "6.2"),
            (0.15, 1, "0.2"),
            (0.25, 1, "0.2"),
            (0.35, 1, "0.4"),
            (0.2851, 2, "0.29"),
            (0.284_999, 2, "0.28"),
            (9.995, 2, "10.00"),
            (12.0, 2, "12.00"),
            (1e22, 1, "10000000000000000000000.0"),
        ] {
            assert_eq!(fixed_decimals(value, places), text, "{value} {places}");
        }
        assert_eq!(fixed_decimals(f64::NAN, 2), "NaN");
        assert_eq!(fixed_decimals(f64::INFINITY, 2), "inf");
    }
}
