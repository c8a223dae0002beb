//! Statistics of matched pairs and related data: counts and scores in, results out.
//!
//! The same questions are asked twice, once in their original form and once with a perturbation
//! that should not matter. Each pair belongs to one cell of a 2 x 2 table of right and wrong
//! answers. This crate tests whether the perturbation matters, estimates the effect with its
//! uncertainty, and computes the number of pairs that a study needs:
//!
//! * [`mcnemar`] and [`Rule`]: tests of one table, exact by default, and the rules used in two
//!   published studies; [`Lost`]: the possible influence of pairs without an answer;
//! * [`clustered`]: the same for dependent pairs;
//! * [`sequential`]: the same while answers arrive, with the possibility to stop;
//! * [`Family`] and [`Correction`]: many tables tested together;
//! * [`effect`] and [`proportion`]: effect sizes and intervals;
//! * [`power`]: the power of a planned study, its sample size, the smallest effect that it can
//!   detect;
//! * [`binomial`], [`poisson_binomial`], [`cochran`], [`TwoProportions`]: other counts; [`noise`]:
//!   differences between repetitions; [`content_effect`]: the effect of content on judgements of
//!   validity;
//! * [`paired_t`], [`wilcoxon`], [`mann_whitney`], [`kruskal`], [`friedman`], [`shapiro`],
//!   [`permutation`], [`shift`], [`correlation`], [`descriptives`]: scores;
//! * [`bounded_mean`]: means of scores with known limits, of which few differ;
//! * [`bootstrap`], [`logistic`], [`agreement`]: intervals, regression, and agreement of raters;
//! * [`result`]: any of these as a [`TestResult`], with a sentence in plain words;
//! * [`dist`]: the distributions that the other modules use.
//!
//! The crate reads and writes nothing and has no state. The same input always gives the same
//! output: random numbers come from a [`SplitMix64`] with a seed, a separate stream for each part,
//! so work can be divided over any number of threads without a change in the result. Every function
//! returns a complete result or an error: an undefined quantity is [`Undefined`] with a reason,
//! never `NaN`.
//!
//! ```
//! use peirast_stats::{
//!     Alternative, Correction, Design, DifferenceMethod, Discordance, Family, PairedTable, Row,
//!     Rule, effect,
//! };
//!
//! // Three comparisons, each of 100 pairs; the perturbation was expected to help.
//! let tables = [
//!     PairedTable { n11: 55, n12: 4, n21: 21, n22: 20 },
//!     PairedTable { n11: 70, n12: 6, n21: 11, n22: 13 },
//!     PairedTable { n11: 40, n12: 0, n21: 0, n22: 60 },
//! ];
//! let rows = tables.map(|t| Row { n12: t.n12, n21: t.n21, alternative: Alternative::Greater });
//! let family =
//!     Family { rule: Rule::Exact, correction: Correction::BenjaminiHochberg, alpha: 0.05 };
//! let results = family.test(&rows)?;
//! assert_eq!(results.iter().map(|row| row.reject).collect::<Vec<_>>(), [true, false, false]);
//!
//! // How much did it help in the first?
//! let gain = effect::difference(&tables[0], DifferenceMethod::Newcombe, 0.95)?;
//! assert!(gain.estimate == 0.17 && gain.interval.low > 0.07);
//!
//! // Could the second have shown an effect of the size that it suggests?
//! let design = Design::new(Rule::Exact, Alternative::Greater, 0.05)?;
//! let supposed = Discordance::new(0.06, 0.11)?;
//! assert!(design.power(100, &supposed) < 0.4);
//! assert!(design.pairs_needed(0.8, &supposed)?.pairs > 400);
//! # Ok::<(), peirast_stats::Error>(())
//! ```
//!
//! # Coverage of the intervals
//!
//! Coverage of nominal 95 % intervals, computed by `tests/it/coverage.rs`. The values for one
//! proportion of 50 trials are exact, the average and the minimum over proportions; the others are
//! simulated, with the standard error of the simulation.
//!
//! | interval | setting | share |
//! |---|---|---|
//! | Wilson | 50 trials | 95.2 %, at worst 91.1 % |
//! | Clopper-Pearson | | 96.9 %, at worst 95.3 % |
//! | Agresti-Coull | | 95.7 %, at worst 93.5 % |
//! | Jeffreys | | 95.0 %, at worst 88.5 % |
//! | Wald | | 90.5 %, at worst 22.2 % |
//! | Newcombe, paired | 60 pairs, p12 = 5 %, p21 = 13 % | 95.3 ± 0.2 % |
//! | Agresti-Min | | 95.3 ± 0.2 % |
//! | Wald, paired | | 94.7 ± 0.2 % |
//! | Newcombe, independent | 40 against 40, 30 % against 10 % | 95.0 ± 0.2 % |
//! | exact odds ratio | 40 discordant pairs, odds 3 | 97.3 ± 0.2 % |
//! | paired t | 12 normal pairs | 95.1 ± 0.2 % |
//! | bootstrap percentile | mean of 30 exponential values | 91.7 ± 0.6 % |
//! | bootstrap BCa | | 91.8 ± 0.6 % |
//! | clustered mean | 20 clusters of 1 to 8, half the variance shared | 93.6 ± 0.3 % |
//! | clustered share | 15 clusters of 1 to 8, one in five half right, the others right | 93.7 ± 0.3 % |
//! | clustered difference | 15 clusters of 1 to 8, one in five with mostly n21 | 90.5 ± 0.4 % |
//! | t that ignores clusters | the same | 69.8 ± 0.6 % |
//! | Cohen's d | 20 against 20, d = 0.5 | 95.2 ± 0.3 % |
//! | Cliff's delta | the same | 95.4 ± 0.3 % |
//! | pseudo-median | 15 normal differences | 95.2 ± 0.3 % |
//! | Pearson | 20 normal pairs, r = 0.6 | 94.9 ± 0.2 % |
//! | Spearman, Bonett-Wright | | 95.9 ± 0.2 % |
//! | Spearman, Fisher | | 94.2 ± 0.2 % |
//! | Kendall | | 94.8 ± 0.2 % |
//! | kappa | 100 units, kappa = 0.64 | 94.6 ± 0.3 % |
//! | score of content effects | 48 items a cell, right in 95, 80, 70 and 90 % | 94.7 ± 0.7 % |
//! | the same without any effect | 48 items a cell, right in 90 % | 0.0 % |
//! | confidence sequence | at all 300 times | 96.9 ± 0.5 % |

pub mod agreement;
mod alternative;
pub mod binomial;
pub mod bootstrap;
pub mod bounded_mean;
pub mod clustered;
pub mod cochran;
pub mod content_effect;
pub mod correlation;
mod counts;
pub mod descriptives;
pub mod detection;
mod differences;
pub mod dist;
pub mod effect;
mod error;
pub mod exchange;
mod family;
pub mod friedman;
mod interval;
pub mod kruskal;
mod labels;
pub mod logistic;
mod lost;
pub mod mann_whitney;
mod matrix;
pub mod mcnemar;
mod multiple;
mod name;
pub mod noise;
pub mod paired_t;
mod parallel;
pub mod permutation;
pub mod poisson_binomial;
pub mod power;
pub mod proportion;
mod published;
mod rank;
mod ratio;
pub mod result;
mod rule;
mod sample;
pub mod sequential;
pub mod shapiro;
pub mod shares;
pub mod shift;
mod table;
mod two_proportion;
mod undefined;
pub mod voting;
pub mod wilcoxon;

pub use agreement::{AlphaInterval, GwetAc1, Kappa, Krippendorff, Metric, Weights};
pub use alternative::Alternative;
pub use bootstrap::{Bca, Bootstrap};
pub use clustered::{
    ClusteredDifference, ClusteredMcNemar, ClusteredMean, ClusteredMethod, TwoWayMean,
    TwoWayVariance,
};
pub use cochran::CochranQ;
pub use content_effect::{ContentCell, ContentCounts, ContentEffect, ContentExchange};
pub use correlation::{Kendall, Pearson, Spearman, SpearmanInterval, Weighted};
pub use counts::{MAX_COUNT, check_count};
pub use descriptives::Descriptives;
pub use differences::paired_differences;
pub use effect::{CliffsDelta, CohensD, Difference, DifferenceMethod, OddsRatio, PairedD};
pub use error::Error;
pub use family::{Family, Row, RowResult};
pub use friedman::Friedman;
pub use interval::Interval;
pub use kruskal::KruskalWallis;
pub use logistic::{Coefficient, Logistic, Mixed, Stratified, TwoWayCoefficients};
pub use lost::{Lost, LostBounds, Verdict};
pub use mann_whitney::RankSum;
pub use mcnemar::{McNemar, Method};
pub use multiple::Correction;
pub use name::UnknownName;
pub use paired_t::PairedT;
pub use peirast_random::SplitMix64;
pub use permutation::{Permutation, Relabelings};
pub use power::asymptotic::Formula;
pub use power::{Design, Discordance, MAX_PAIRS, PowerPoint, SampleSize};
pub use proportion::ProportionMethod;
pub use published::{PUBLISHED_HYPOTHESES, PublishedHypothesis, published_alternative};
pub use ratio::Ratio;
pub use result::{Assumption, Estimate, LostCount, Quantity, RankMethod, Standing, TestResult};
pub use rule::Rule;
pub use sequential::{EProcess, Stop, StoppingSummary};
pub use shapiro::ShapiroWilk;
pub use shift::Shift;
pub use table::PairedTable;
pub use two_proportion::{Pooling, TwoProportions};
pub use undefined::{Defined, Undefined};
pub use wilcoxon::{SignedRank, ZeroRule};
