//! Power of rank tests.

use super::{TWO_OF_THREE, settings};
use crate::RankPower;
use crate::error::{Context as _, Result, refuse};
use crate::sheet::{Cell, Sheet};
use crate::simulation::{affordable, pieces};
use peirast_stats::power::Simulated;
use peirast_stats::power::rank::{self, RankDesign};
use peirast_stats::{Alternative, Error};
use rayon::prelude::*;

/// Power, size or smallest effect of Wilcoxon's signed-rank test.
///
/// # Errors
/// A request that does not give two of the three.
pub fn wilcoxon_power(args: &RankPower) -> Result<Sheet> {
    if args.first.is_some() {
        refuse!("--first is for mann-whitney: pairs have no groups");
    }
    plan(args, RankDesign::SignedRank)
}

/// Power, size or smallest effect of Mann and Whitney's test.
///
/// # Errors
/// A request that does not give two of the three.
pub fn mann_whitney_power(args: &RankPower) -> Result<Sheet> {
    plan(args, RankDesign::RankSum { first: args.first.unwrap_or(0.5) })
}

fn plan(args: &RankPower, design: RankDesign) -> Result<Sheet> {
    let options = &args.options;
    let (side, alpha): (Alternative, f64) = (options.alternative.parse()?, options.alpha);
    let effect = match (args.effect, args.shift) {
        (None, Some(shift)) => Some(rank::effect_of_shift(design, shift)?),
        (effect, _) => effect,
    };
    let mut row = Vec::new();
    row.extend(args.shift.map(|shift| ("shift", Cell::number(shift))));
    match (effect, args.n, args.power) {
        (Some(effect), Some(n), None) => {
            row.push(("effect", Cell::number(effect)));
            row.push(("n", Cell::Count(n)));
            row.push(("power", Cell::number(rank::power(design, effect, n as f64, side, alpha)?)));
            row.extend(simulated(args, design, side, n)?);
        }
        (Some(effect), None, Some(target)) => {
            let size = rank::size_needed(design, effect, side, alpha, target)
                .with_context(|| format!("looking for the size that gives a power of {target}"))?;
            row.push(("effect", Cell::number(effect)));
            row.push(("power", Cell::number(target)));
            row.push(("n", Cell::number(size.ceil())));
            row.push(("n unrounded", Cell::number(size)));
        }
        (None, Some(n), Some(target)) => {
            let found = rank::detectable(design, n as f64, side, alpha, target)?;
            row.push(("n", Cell::Count(n)));
            row.push(("power", Cell::number(target)));
            row.push(("smallest effect found", Cell::number(found)));
        }
        _ => refuse!("{TWO_OF_THREE}; the effect is --effect or --shift"),
    }
    row.extend(settings(options, side));
    Ok(Sheet::single(row))
}

/// The power of simulated studies, where they are wanted.
fn simulated(
    args: &RankPower,
    design: RankDesign,
    side: Alternative,
    n: u64,
) -> Result<Vec<(&'static str, Cell)>> {
    let (Some(studies), Some(shift)) = (args.simulate, args.shift) else { return Ok(Vec::new()) };
    affordable(studies, n)?;
    let size = usize::try_from(n).context("too many values")?;
    let (alpha, seed) = (args.options.alpha, args.options.seed);
    let piece = |piece| rank::simulate(design, shift, size, side, alpha, seed, piece);
    let add = |a: Simulated, b: Simulated| Ok::<_, Error>(a + b);
    let found = pieces(studies).map(piece).try_reduce(Simulated::default, add)?;
    Ok(vec![
        ("simulated power", Cell::number(found.share())),
        ("standard error", Cell::number(found.error())),
        ("studies", Cell::Count(studies)),
        ("seed", Cell::Count(seed)),
    ])
}
