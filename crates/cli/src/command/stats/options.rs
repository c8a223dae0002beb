//! Options that only some tests know: others refuse them, so that none is ignored in silence.

use crate::args::{StatsTestArgs, TestName};
use anyhow::{Result, bail};
use clap::ValueEnum as _;

/// Refuses options that say nothing to this test.
pub fn check(args: &StatsTestArgs) -> Result<()> {
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
        let known: Vec<String> = tests
            .iter()
            .filter_map(|test| test.to_possible_value())
            .map(|value| value.get_name().to_owned())
            .collect();
        bail!("--{name} says nothing to this test: it is for {}", known.join(", "));
    }
    Ok(())
}
