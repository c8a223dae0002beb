//! Power of rank tests.

use super::{FORMULA, TWO_OF_THREE, settings};
use crate::RankPower;
use crate::error::{CalcError, Context as _, Result, refuse};
use crate::sheet::{Cell, Sheet};
use crate::simulation::{affordable, pieces};
use peirast_stats::power::Simulated;
use peirast_stats::power::rank::{self, PlannedRank, RankDesign};
use peirast_stats::{Alternative, Error};
use rayon::prelude::*;

/// How a power was found by drawing studies.
const SIMULATION: &str = "simulation of normal data";

/// Studies of a simulation that nobody asked for, since the samples are too small for the formula.
const STUDIES: u64 = 10_000;

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

/// Sizes that a search tries, or so.
const SIZES_TRIED: u64 = 8;

/// One value of a row.
type Named = (&'static str, Cell);

/// A planned test, and how many studies are simulated where that is how its power is found.
struct Plan<'a> {
    args: &'a RankPower,
    design: RankDesign,
    side: Alternative,
    alpha: f64,
    studies: u64,
}

fn plan(args: &RankPower, design: RankDesign) -> Result<Sheet> {
    let options = &args.options;
    let side: Alternative = options.alternative.parse()?;
    let studies = args.simulate.unwrap_or(STUDIES);
    let plan = Plan { args, design, side, alpha: options.alpha, studies };
    let effect = match (args.effect, args.shift) {
        (None, Some(shift)) => Some(rank::effect_of_shift(design, shift)?),
        (effect, _) => effect,
    };
    let mut row = Vec::new();
    row.extend(args.shift.map(|shift| ("shift", Cell::number(shift))));
    row.extend(match (effect, args.n, args.power) {
        (Some(effect), Some(n), None) => plan.power(effect, n)?,
        (Some(effect), None, Some(target)) => plan
            .size(effect, target)
            .with_context(|| format!("looking for the size that gives a power of {target}"))?,
        (None, Some(n), Some(target)) => plan.smallest(n, target)?,
        _ => refuse!("{TWO_OF_THREE}; the effect is --effect or --shift"),
    });
    row.extend(settings(options, side));
    Ok(Sheet::single(row))
}

impl Plan<'_> {
    fn planned(&self, n: u64) -> Result<PlannedRank> {
        let size = usize::try_from(n).context("too many values")?;
        Ok(PlannedRank::new(self.design, size, self.side, self.alpha)?)
    }

    /// True if the power of so many is simulated: where studies were asked for, and where the test is
    /// exact, since the formula is for large samples.
    fn is_simulated(&self, n: u64) -> Result<bool> {
        Ok(self.args.simulate.is_some() || self.planned(n)?.is_exact())
    }

    fn simulate(&self, shift: f64, n: u64) -> Result<Simulated> {
        affordable(self.studies, n)?;
        let planned = self.planned(n)?;
        let seed = self.args.options.seed;
        let add = |a: Simulated, b: Simulated| Ok::<_, Error>(a + b);
        let piece = |piece| planned.simulate(shift, seed, piece);
        Ok(pieces(self.studies).map(piece).try_reduce(Simulated::default, add)?)
    }

    /// The shift of the request, or that of its effect.
    fn shift(&self, effect: f64) -> Result<f64> {
        match self.args.shift {
            Some(shift) => Ok(shift),
            None => Ok(rank::shift_of_effect(self.design, effect)?),
        }
    }

    /// The power with `n` pairs or values.
    fn power(&self, effect: f64, n: u64) -> Result<Vec<Named>> {
        let formula = rank::power(self.design, effect, n as f64, self.side, self.alpha)?;
        let mut row = vec![("effect", Cell::number(effect)), ("n", Cell::Count(n))];
        if self.is_simulated(n)? {
            let found = self.simulate(self.shift(effect)?, n)?;
            row.push(("power", Cell::number(found.share())));
            row.extend(self.by_simulation(found));
        } else {
            row.push(("power", Cell::number(formula)));
            row.push(("method", Cell::text(FORMULA)));
        }
        row.push(("power by formula", Cell::number(formula)));
        Ok(row)
    }

    /// The size for a power.
    fn size(&self, effect: f64, target: f64) -> Result<Vec<Named>> {
        let formula = rank::size_needed(self.design, effect, self.side, self.alpha, target)?;
        let guess = formula.ceil().max(1.0);
        let mut row = vec![("effect", Cell::number(effect)), ("power", Cell::number(target))];
        if self.is_simulated(guess as u64)? {
            let shift = self.shift(effect)?;
            affordable(self.studies, (guess as u64).saturating_mul(SIZES_TRIED))?;
            let power = |n| Ok::<_, CalcError>(self.simulate(shift, n)?.share());
            let n = rank::search_size(target, guess as u64, power)?;
            let found = self.simulate(shift, n)?;
            row.push(("n", Cell::Count(n)));
            row.push(("power with this n", Cell::number(found.share())));
            row.extend(self.by_simulation(found));
        } else {
            let reached = rank::power(self.design, effect, guess, self.side, self.alpha)?;
            row.push(("n", Cell::number(guess)));
            row.push(("power with this n", Cell::number(reached)));
            row.push(("method", Cell::text(FORMULA)));
        }
        row.push(("n by formula", Cell::number(formula.ceil())));
        row.push(("n unrounded", Cell::number(formula)));
        Ok(row)
    }

    /// The smallest effect that is found with a power.
    fn smallest(&self, n: u64, target: f64) -> Result<Vec<Named>> {
        let mut row = vec![("n", Cell::Count(n)), ("power", Cell::number(target))];
        if self.is_simulated(n)? {
            // Downwards it is the same effect.
            let sign = if self.side == Alternative::Less { -1.0 } else { 1.0 };
            let power = |shift: f64| Ok::<_, CalcError>(self.simulate(sign * shift, n)?.share());
            let shift = rank::search_shift(target, power)?;
            let found = self.simulate(sign * shift, n)?;
            let effect = rank::effect_of_shift(self.design, shift)?;
            row.push(("smallest effect found", Cell::number(effect)));
            row.push(("smallest shift found", Cell::number(shift)));
            row.extend(self.by_simulation(found));
        } else {
            let effect = rank::detectable(self.design, n as f64, self.side, self.alpha, target)?;
            row.push(("smallest effect found", Cell::number(effect)));
            row.push(("method", Cell::text(FORMULA)));
        }
        Ok(row)
    }

    /// How a power was found, and how sure it is.
    fn by_simulation(&self, found: Simulated) -> [Named; 4] {
        [
            ("method", Cell::text(SIMULATION)),
            ("standard error", Cell::number(found.error())),
            ("studies", Cell::Count(self.studies)),
            ("seed", Cell::Count(self.args.options.seed)),
        ]
    }
}
