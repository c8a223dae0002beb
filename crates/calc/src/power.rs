//! Power of planned tests other than McNemar's.

mod rank;

pub use rank::{mann_whitney_power, wilcoxon_power};

use crate::error::{Context as _, Result, refuse};
use crate::options::check_level;
use crate::sheet::{Cell, Sheet};
use crate::simulation::{affordable, pieces};
use crate::{PowerOptions, SequentialPower, TwoProportionsPower};
use peirast_stats::power::two_proportion;
use peirast_stats::{
    Alternative, Design, Discordance, EProcess, Rule, StoppingSummary, effect, sequential,
};
use rayon::prelude::*;

/// The error if a request does not give two of the three.
const TWO_OF_THREE: &str = "give two of size (--n), effect and --power: size and effect give the power, \
                            effect and power the size, size and power the smallest effect found";

/// The name of the method that sums over all outcomes.
const EXACT: &str = "exact sum";

/// The name of the method for large samples.
const FORMULA: &str = "large-sample formula";

/// The settings, at the end of every row.
fn settings(options: &PowerOptions, side: Alternative) -> [(&'static str, Cell); 2] {
    [("alpha", Cell::number(options.alpha)), ("alternative", Cell::text(side))]
}

/// Computes power, size or smallest effect of a z-test of two proportions.
///
/// # Errors
/// If the request does not give two of the three.
pub fn two_proportions_power(args: &TwoProportionsPower) -> Result<Sheet> {
    let (options, p2) = (&args.options, args.p2);
    let (side, alpha) = (options.alternative.parse()?, options.alpha);
    let mut row = match (args.p1, args.n, args.power) {
        (Some(p1), Some(n), None) => {
            let formula = two_proportion::power(p1, p2, n as f64, side, alpha)?;
            let (power, method) = match n <= two_proportion::EXACT_UP_TO {
                true => (two_proportion::exact_power(p1, p2, n, side, alpha)?, EXACT),
                false => (formula, FORMULA),
            };
            vec![
                ("p1", Cell::number(p1)),
                ("p2", Cell::number(p2)),
                ("cohens h", Cell::number(effect::cohens_h(p1, p2)?)),
                ("n of each group", Cell::Count(n)),
                ("power", Cell::number(power)),
                ("method", Cell::text(method)),
                ("power by formula", Cell::number(formula)),
            ]
        }
        (Some(p1), None, Some(target)) => {
            let size = two_proportion::group_needed(p1, p2, side, alpha, target)
                .with_context(|| format!("searching for the size with a power of {target}"))?;
            let by_h = two_proportion::group_needed_by_h(p1, p2, side, alpha, target)?;
            let exact = two_proportion::exact_group(p1, p2, side, alpha, target)?;
            let (n, reached, method) = match exact {
                Some((n, power)) => (n as f64, power, EXACT),
                None => {
                    let n = size.ceil();
                    (n, two_proportion::power(p1, p2, n, side, alpha)?, FORMULA)
                }
            };
            vec![
                ("p1", Cell::number(p1)),
                ("p2", Cell::number(p2)),
                ("cohens h", Cell::number(effect::cohens_h(p1, p2)?)),
                ("power", Cell::number(target)),
                ("n of each group", Cell::number(n)),
                ("power with this n", Cell::number(reached)),
                ("method", Cell::text(method)),
                ("n by formula", Cell::number(size.ceil())),
                ("n unrounded", Cell::number(size)),
                ("n by cohens h", Cell::number(by_h.ceil())),
                ("n by cohens h unrounded", Cell::number(by_h)),
            ]
        }
        (None, Some(n), Some(target)) => vec![
            ("p2", Cell::number(p2)),
            ("n of each group", Cell::Count(n)),
            ("power", Cell::number(target)),
            (
                "smallest p1 found",
                Cell::number(two_proportion::detectable(p2, n, side, alpha, target)?),
            ),
            ("method", Cell::text(if n <= two_proportion::EXACT_UP_TO { EXACT } else { FORMULA })),
        ],
        _ => refuse!("{TWO_OF_THREE}; the effect is --p1 with --p2"),
    };
    row.extend(settings(options, side));
    Ok(Sheet::single(row))
}

/// Computes the power of a study that stops at the first rejection, by simulation.
///
/// # Errors
/// If settings are out of range, or there are too many studies.
pub fn sequential_power(args: &SequentialPower) -> Result<Sheet> {
    let options = &args.options;
    check_level(options.alpha)?;
    affordable(args.simulate, args.n)?;
    let side: Alternative = options.alternative.parse()?;
    let start = EProcess::with_prior(side, args.prior)?;
    let supposed = Discordance::new(args.p12, args.p21)?;
    let studies =
        |piece| sequential::stops(&start, &supposed, options.alpha, args.n, options.seed, piece);
    let found =
        StoppingSummary::new(&pieces(args.simulate).flat_map_iter(studies).collect::<Vec<_>>());
    let mut row = vec![
        ("p12", Cell::number(args.p12)),
        ("p21", Cell::number(args.p21)),
        ("most pairs", Cell::Count(args.n)),
        ("power", Cell::number(found.rejected)),
        ("standard error", Cell::number(found.error)),
        ("mean pairs asked", Cell::number(found.mean_pairs)),
        ("studies", Cell::Count(found.studies)),
        ("seed", Cell::Count(options.seed)),
    ];
    row.extend(settings(options, side));
    Ok(Sheet::single(row))
}

/// Computes the power of McNemar's test for `n` discordant pairs, of which `share` are n21 pairs.
///
/// # Errors
/// If settings are out of range.
pub fn discordant_power(n: u64, share: f64, rule: &str, options: &PowerOptions) -> Result<Sheet> {
    let (rule, side): (Rule, Alternative) = (rule.parse()?, options.alternative.parse()?);
    let design = Design::new(rule, side, options.alpha)?;
    let mut row = vec![
        ("discordant pairs", Cell::Count(n)),
        ("share mended", Cell::number(share)),
        ("power", Cell::number(design.conditional_power(n, share)?)),
        ("rule", Cell::text(rule)),
    ];
    row.extend(settings(options, side));
    Ok(Sheet::single(row))
}
