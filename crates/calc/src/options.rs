//! Options of some tests. Other tests refuse them, so that no option is silently ignored.

use crate::error::{Result, refuse};
use crate::{TestName, TestRequest};

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
