//! Arguments of statistics as requests of `peirast_calc`.

use super::{
    AgreementName, DataArgs, DiscordantPowerArgs, EffectName, IntervalName, PowerOptions,
    RankPowerArgs, SequentialPowerArgs, StatisticName, StatsAdjustArgs, StatsAgreementArgs,
    StatsBootstrapArgs, StatsDescribeArgs, StatsEffectArgs, StatsIntervalArgs, StatsLogisticArgs,
    StatsReversalArgs, StatsSequentialArgs, StatsTestArgs, TestName, TwoProportionsPowerArgs,
};
use crate::args::PowerArgs;
use peirast_calc as calc;

/// Names of the command line as names of the library, variant by variant.
macro_rules! names {
    ($name:ident { $($variant:ident),* $(,)? }) => {
        impl From<$name> for calc::$name {
            fn from(name: $name) -> Self {
                match name { $($name::$variant => Self::$variant),* }
            }
        }
    };
}

/// Arguments as a request, field by field.
macro_rules! request {
    ($args:ident => $request:ident { $($field:ident),* $(,)? }) => {
        impl From<$args> for calc::$request {
            fn from(args: $args) -> Self {
                Self { $($field: args.$field.into()),* }
            }
        }
    };
}

names!(AgreementName { Kappa, Alpha, Ac1 });
names!(StatisticName { Mean, Median, Difference, MedianDifference, Pearson, Spearman });
names!(EffectName {
    CohensD,
    PairedD,
    CohensH,
    CohensG,
    OddsRatio,
    RankBiserial,
    CliffsDelta,
    DPrime
});
names!(IntervalName {
    Proportion,
    PairedDifference,
    OddsRatio,
    TwoProportions,
    Mean,
    PairedMean,
    Shift,
    Pearson,
    Spearman,
    Kendall
});
names!(TestName {
    Binomial,
    Mcnemar,
    TwoProportions,
    CochranQ,
    PairedT,
    Wilcoxon,
    PermutationPaired,
    Permutation,
    MannWhitney,
    KruskalWallis,
    Friedman,
    ShapiroWilk,
    Pearson,
    Spearman,
    Kendall,
    Kappa,
    Logistic
});

request!(StatsTestArgs => TestRequest { test, numbers, data, alternative, confidence, rule, lost, method, p0, pooling, zeros, ranks, weights, categories, draws, seed, wide });
request!(StatsIntervalArgs => IntervalRequest { of, numbers, data, method, confidence, by, wide });
request!(StatsEffectArgs => EffectRequest { effect, numbers, data, confidence, wide });
request!(StatsDescribeArgs => DescribeRequest { data, quantile });
request!(StatsLogisticArgs => LogisticRequest { data, by, conditional, strata, random, confidence });
request!(StatsAgreementArgs => AgreementRequest { coefficient, numbers, data, categories, weights, metric, confidence, resamples, seed });
request!(StatsBootstrapArgs => BootstrapRequest { statistic, data, by, method, resamples, seed, confidence });
request!(StatsSequentialArgs => SequentialRequest { outcomes, data, alternative, alpha, prior, confidence, trace });
request!(StatsReversalArgs => ReversalRequest { file, find, most });
request!(StatsAdjustArgs => AdjustRequest { p, data, column, by, e_values, correction, alpha });
request!(DataArgs => DataFile { data, columns });
request!(PowerOptions => PowerOptions { alpha, alternative, seed });
request!(TwoProportionsPowerArgs => TwoProportionsPower { p1, p2, n, power, options });
request!(RankPowerArgs => RankPower { effect, shift, n, power, first, simulate, options });
request!(SequentialPowerArgs => SequentialPower { p12, p21, n, simulate, prior, options });
request!(DiscordantPowerArgs => DiscordantPower { n, share, rule, options });
request!(PowerArgs => PowerRequest { n, p12, p21, power, alpha, tests, alternative, rule, curve, formula, simulate, seed });
