//! Values of options, and the tests that use them. Other tests refuse them, so that no option is
//! silently ignored.

use crate::error::{Result, refuse};
use crate::{TestName, TestRequest};
use peirast_stats::UnknownName;
use std::str::FromStr;

/// The value that an option names, or the default.
pub fn named<T: Default + FromStr<Err = UnknownName>>(name: Option<&String>) -> Result<T> {
    Ok(name.map_or(Ok(T::default()), |name| name.parse())?)
}

/// Refuses what is no level of significance.
pub fn check_level(alpha: f64) -> Result<()> {
    if alpha > 0.0 && alpha < 1.0 {
        return Ok(());
    }
    refuse!("--alpha {alpha} is no level: give one above 0 and below 1")
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
        refuse!("--{name} says nothing to this test: it is for {}", known.join(", "));
    }
    Ok(())
}
