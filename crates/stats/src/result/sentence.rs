use super::{Standing, TestResult};
use crate::Alternative;
use peirast_decimals::{fixed_decimals, percent_decimals, scaled_decimals, scientific_decimals};

impl TestResult {
    /// The result in plain words.
    ///
    /// ```
    /// use peirast_stats::{Alternative, Lost, PairedTable, Rule, result};
    /// let table = PairedTable { n11: 50, n12: 4, n21: 16, n22: 30 };
    /// let (none, side) = (Lost::default(), Alternative::TwoSided);
    /// let test = result::mcnemar(&table, &none, Rule::Exact, side, 0.95)?;
    /// assert_eq!(
    ///     test.sentence(),
    ///     "McNemar's test (exact, two-sided) of 100 pairs: z = 2.683, p = 0.0118. \
    ///      The difference of shares is 0.12 (95 % interval 0.0329 to 0.204). \
    ///      If the perturbation changed nothing, results at least as extreme would come up in \
    ///      about 12 of 1000 studies."
    /// );
    /// # Ok::<(), peirast_stats::Error>(())
    /// ```
    #[must_use]
    pub fn sentence(&self) -> String {
        let mut text = self.outcome();
        text.push_str(&self.size());
        if let Some([first, second]) = &self.groups {
            text.push_str(&format!(" The first group is `{first}`, the second `{second}`."));
        }
        text.push_str(&self.meaning());
        if self.n_lost > 0 {
            text.push_str(&self.losses());
        }
        for one in self.assumptions.iter().filter(|one| one.standing == Standing::Doubtful) {
            text.push_str(&format!(
                " The test assumes that {}; these data contradict this.",
                one.statement
            ));
        }
        for warning in &self.warnings {
            text.push_str(&format!(" Note: {warning}."));
        }
        let mut letters = text.chars();
        letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
    }

    fn outcome(&self) -> String {
        let side = match self.alternative {
            None => String::new(),
            Some(Alternative::TwoSided) => ", two-sided".to_owned(),
            Some(one_sided) => format!(", one-sided: {one_sided}"),
        };
        let list: Vec<String> = self.df.iter().map(|df| short(*df)).collect();
        let freedom = match list.as_slice() {
            [] => String::new(),
            [one] if one == "1" => " with 1 degree of freedom".to_owned(),
            list => format!(" with {} degrees of freedom", list.join(" and ")),
        };
        let p = match self.p {
            Ok(p) => probability(p),
            Err(why) => format!("p is undefined ({why})"),
        };
        let (test, method, n) = (&self.test, &self.method, self.n_used);
        let unit = if n == 1 { self.unit.trim_end_matches('s') } else { &self.unit };
        let statistic = match self.statistic.value {
            Ok(value) => format!("{} = {}{freedom}, ", self.statistic.name, digits(value, 4)),
            Err(_) => String::new(),
        };
        format!("{test} ({method}{side}) of {n} {unit}: {statistic}{p}.")
    }

    fn size(&self) -> String {
        let effect = self.effect.as_ref().map(|one| match one.value {
            Ok(value) => (one.name.as_str(), digits(value, 3)),
            Err(why) => (one.name.as_str(), format!("undefined ({why})")),
        });
        let interval = self.interval.as_ref().map(|one| match one.limits {
            Ok(limits) => {
                let count = limits.digits(3);
                let (low, high) = (digits(limits.low, count), digits(limits.high, count));
                let percent = short_text(percent_decimals(one.confidence, 4));
                (one.of.as_str(), format!("{percent} % interval {low} to {high}"))
            }
            Err(why) => (one.of.as_str(), format!("no interval: {why}")),
        });
        let known = self.effect.as_ref().is_some_and(|one| one.value.is_ok());
        match (effect, interval) {
            (None, None) => String::new(),
            (Some((name, value)), Some((of, interval))) if name == of && known => {
                format!(" The {name} is {value} ({interval}).")
            }
            (Some((name, value)), Some((of, interval))) if name != of => {
                format!(" The {name} is {value}; for the {of}: {interval}.")
            }
            (Some((name, value)), _) => format!(" The {name} is {value}."),
            (None, Some((of, interval))) => format!(" For the {of}: {interval}."),
        }
    }

    fn meaning(&self) -> String {
        let Ok(p) = self.p else { return String::new() };
        let often = if p >= 0.995 {
            "practically every study".to_owned()
        } else if p >= 0.095 {
            format!("about {} of 100 studies", percent_decimals(p, 0))
        } else if p >= 0.0095 {
            format!("about {} of 1000 studies", scaled_decimals(p, 3, 0))
        } else if p >= 1e-6 {
            format!("about 1 of {:.0} studies", rounded(1.0 / p))
        } else {
            "fewer than 1 of a million studies".to_owned()
        };
        let hypothesis = &self.hypothesis;
        if self.statistic.name == "e-value" {
            let often = often.replace("about", "at most");
            return format!(
                " If {hypothesis}, evidence this strong would ever come up in {often}."
            );
        }
        format!(" If {hypothesis}, results at least as extreme would come up in {often}.")
    }

    fn losses(&self) -> String {
        let causes: Vec<String> =
            self.lost.iter().map(|one| format!("{} {}", one.count, one.cause)).collect();
        let bounds = match self.p_bounds {
            Some(bounds) if bounds.low == bounds.high => {
                format!("; for every possible result of these, {}", probability(bounds.low))
            }
            Some(bounds) => {
                let (low, high) = (digits(bounds.low, 3), digits(bounds.high, 3));
                format!("; over all possible results of these, p lies between {low} and {high}")
            }
            None => String::new(),
        };
        format!(" {} more were lost ({}){bounds}.", self.n_lost, causes.join(", "))
    }
}

fn probability(p: f64) -> String {
    if p == 0.0 { "p below 1e-300".to_owned() } else { format!("p = {}", digits(p, 3)) }
}

/// Renders a value with `count` significant digits; very small and very large values use powers of
/// ten.
pub(crate) fn digits(value: f64, count: usize) -> String {
    if value == 0.0 {
        return "0".to_owned();
    }
    if value.is_infinite() {
        return if value > 0.0 { "infinite" } else { "minus infinite" }.to_owned();
    }
    let size = value.abs().log10().floor();
    if !(-4.0..6.0).contains(&size) {
        return scientific_decimals(value, count - 1);
    }
    let places = (count as f64 - 1.0 - size).max(0.0) as usize;
    short_text(fixed_decimals(value, places))
}

/// A number without trailing zeros.
fn short(value: f64) -> String {
    short_text(fixed_decimals(value, 4))
}

fn short_text(text: String) -> String {
    if text.contains('.') {
        text.trim_end_matches('0').trim_end_matches('.').to_owned()
    } else {
        text
    }
}

/// A count to two digits.
fn rounded(count: f64) -> f64 {
    let step = 10_f64.powf((count.log10().floor() - 1.0).max(0.0));
    (count / step).round() * step
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_rounded_as_decimals() {
        for (value, count, text) in [
            (2.675, 3, "2.68"),
            (0.285, 2, "0.28"),
            (0.125, 2, "0.12"),
            (1.25e-7, 2, "1.2e-7"),
            (1.35e-7, 2, "1.4e-7"),
        ] {
            assert_eq!(digits(value, count), text);
        }
        let test = TestResult::new("a test", "exact", "nothing is so", "pairs", 9);
        let often = |p: f64| test.clone().with("z", Ok(1.0), Ok(p)).meaning();
        assert!(often(0.575).ends_with("about 58 of 100 studies."));
        assert!(often(0.0145).ends_with("about 14 of 1000 studies."));
    }
}
