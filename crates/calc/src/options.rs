//! Values of options and arguments, and the tests that use them. Tests refuse options that they do
//! not use, so that no option is silently ignored.

use crate::error::{Context as _, Result, refuse};
use crate::{DataFile, TestName, TestRequest};
use peirast_stats::{UnknownName, check_count};
use peirast_table::escape_line;
use std::str::FromStr;

/// The value that an option names, or the default.
pub fn named<T: Default + FromStr<Err = UnknownName>>(name: Option<&String>) -> Result<T> {
    Ok(name.map_or(Ok(T::default()), |name| name.parse())?)
}

/// Refuses a value that is not a level of significance.
pub fn check_level(alpha: f64) -> Result<()> {
    if alpha > 0.0 && alpha < 1.0 {
        return Ok(());
    }
    refuse!("--alpha {alpha} is not a level: give a number above 0 and below 1")
}

/// Refuses options that this test does not use.
pub fn check(args: &TestRequest) -> Result<()> {
    use TestName::{
        Binomial, Kappa, KruskalWallis, MannWhitney, Mcnemar, Permutation, PermutationPaired,
        TwoProportions, Wilcoxon,
    };
    let options: [(&str, bool, &[TestName]); 11] = [
        ("rule", args.rule.is_some(), &[Mcnemar]),
        ("lost", !args.lost.is_empty(), &[Mcnemar]),
        ("method", args.method.is_some(), &[Mcnemar]),
        ("p0", args.p0.is_some(), &[Binomial]),
        ("pooling", args.pooling.is_some(), &[TwoProportions]),
        ("zeros", args.zeros.is_some(), &[Wilcoxon]),
        ("ranks", args.ranks.is_some(), &[Wilcoxon, MannWhitney]),
        ("categories", !args.categories.is_empty(), &[Kappa]),
        ("weights", args.weights.is_some(), &[Kappa]),
        ("draws", args.draws.is_some(), &[Permutation, PermutationPaired]),
        ("wide", args.wide, &[MannWhitney, Permutation, KruskalWallis]),
    ];
    let unknown = options.iter().find(|(_, given, tests)| *given && !tests.contains(&args.test));
    if let Some((name, _, tests)) = unknown {
        let known: Vec<&str> = tests.iter().map(|test| test.name()).collect();
        refuse!("this test does not use --{name}, which is for {}", known.join(", "));
    }
    Ok(())
}

/// Refuses `--by` without columns of values, and a column that it names twice. Two columns mean
/// that rows are related if they share either value.
pub fn check_by(by: &[String], data: &DataFile) -> Result<()> {
    if let (Some(name), true) = (by.first(), data.columns.is_empty()) {
        let name = escape_line(name);
        refuse!(
            "--by {name} names the clusters of rows: name their values too, as in --columns VALUES \
             --by {name}"
        );
    }
    match by.iter().enumerate().find(|(at, name)| by[..*at].contains(name)) {
        None => Ok(()),
        Some((_, name)) => {
            refuse!(
                "--by names `{}` twice: name it once, or two different columns",
                escape_line(name)
            )
        }
    }
}

/// Exactly `N` counts.
pub fn counts<const N: usize>(given: &[String], names: &str) -> Result<[u64; N]> {
    let counts: Vec<u64> = given.iter().map(|text| count(text)).collect::<Result<_>>()?;
    <[u64; N]>::try_from(counts.as_slice())
        .ok()
        .with_context(|| format!("give {N} counts ({names}), not {}, or --data FILE", given.len()))
}

/// Exactly `N` numbers.
pub fn numbers<const N: usize>(given: &[String], names: &str) -> Result<[f64; N]> {
    let numbers: Vec<f64> = given.iter().map(|text| number(text)).collect::<Result<_>>()?;
    <[f64; N]>::try_from(numbers.as_slice())
        .ok()
        .with_context(|| format!("give {N} numbers ({names}), not {}", given.len()))
}

/// A whole number from 0, in digits or in the form 1e9.
pub fn count(text: &str) -> Result<u64> {
    let whole = |number: f64| number >= 0.0 && number.fract() == 0.0;
    let count = match (text.parse::<u64>(), text.parse::<f64>()) {
        (Ok(count), _) => count,
        // Beyond all counts, a float is as good as infinite.
        (_, Ok(number)) if whole(number) => number as u64,
        _ => refuse!("`{}` is not a count: give a whole number from 0", escape_line(text)),
    };
    Ok(check_count("units", count)?)
}

/// A finite number.
pub fn number(text: &str) -> Result<f64> {
    match text.parse::<f64>() {
        Ok(number) if number.is_finite() => Ok(number),
        _ => refuse!("`{}` is not a number", escape_line(text)),
    }
}

/// Refuses counts together with a file.
pub fn no_counts(given: &[String]) -> Result<()> {
    if given.is_empty() {
        return Ok(());
    }
    refuse!("give counts or --data, not both")
}
