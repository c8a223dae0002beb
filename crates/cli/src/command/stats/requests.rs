//! Arguments of statistics as requests of `peirast_calc`.

use super::columns::{
    DataArgs, StatsAgreementArgs, StatsBootstrapArgs, StatsContentEffectArgs, StatsIntervalArgs,
    StatsLogisticArgs, StatsSequentialArgs,
};
use super::power::{PowerOptions, RankPowerArgs, SequentialPowerArgs, TwoProportionsPowerArgs};
use super::test::StatsTestArgs;
use crate::command::power::PowerArgs;
use crate::command::stats::StatsAdjustArgs;
use peirast_calc as calc;

/// Builds a request from arguments, field by field.
macro_rules! request {
    ($args:ident => $request:ident { $($field:ident),* $(,)? }) => {
        impl From<$args> for calc::$request {
            fn from(args: $args) -> Self {
                Self { $($field: args.$field.into()),* }
            }
        }
    };
}

request!(StatsTestArgs => TestRequest { test, numbers, data, alternative, confidence, rule, lost, method, p0, pooling, zeros, ranks, weights, categories, draws, seed, wide });
request!(StatsIntervalArgs => IntervalRequest { of, numbers, data, method, confidence, by, wide });
request!(StatsLogisticArgs => LogisticRequest { data, by, conditional, strata, random, confidence });
request!(StatsAgreementArgs => AgreementRequest { coefficient, numbers, data, categories, weights, metric, confidence, resamples, seed });
request!(StatsBootstrapArgs => BootstrapRequest { statistic, data, by, method, resamples, seed, confidence });
request!(StatsContentEffectArgs => ContentEffectRequest { gold, answers, by, resamples, seed, confidence });
request!(StatsSequentialArgs => SequentialRequest { outcomes, data, alternative, alpha, prior, confidence, trace });
request!(StatsAdjustArgs => AdjustRequest { p, data, column, by, e_values, correction, alpha });
request!(DataArgs => DataFile { data, columns, beside, join });
request!(PowerOptions => PowerOptions { alpha, alternative, seed });
request!(TwoProportionsPowerArgs => TwoProportionsPower { p1, p2, n, power, options });
request!(RankPowerArgs => RankPower { effect, shift, n, power, first, simulate, options });
request!(SequentialPowerArgs => SequentialPower { p12, p21, n, simulate, prior, options });
request!(PowerArgs => PowerRequest { n, p12, p21, power, alpha, tests, alternative, rule, curve, formula, simulate, seed });
