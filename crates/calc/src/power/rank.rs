//! Power of rank tests.

use super::{FORMULA, TWO_OF_THREE, settings};
use crate::RankPower;
use crate::error::{CalcError, Context as _, Result, refuse};
use crate::sheet::{Cell, Sheet};
use crate::simulation::pieces;
use peirast_stats::power::Simulated;
use peirast_stats::power::rank::{self, PlannedRank, RankDesign};
use peirast_stats::{Alternative, Error};
use rayon::prelude::*;
use std::collections::BTreeMap;

/// The name of the method that simulates studies.
const SIMULATION: &str = "simulation of normal data";

/// Number of simulated studies if the request names none, because the samples are too small for the
/// formula.
const STUDIES: u64 = 10_000;

/// Computes power, size or smallest effect of Wilcoxon's signed-rank test.
///
/// # Errors
/// If the request does not give two of the three.
pub fn wilcoxon_power(args: &RankPower) -> Result<Sheet> {
    if args.first.is_some() {
        refuse!("--first is for mann-whitney: pairs have no groups");
    }
    plan(args, RankDesign::SignedRank)
}

/// Computes power, size or smallest effect of Mann and Whitney's test.
///
/// # Errors
/// If the request does not give two of the three.
pub fn mann_whitney_power(args: &RankPower) -> Result<Sheet> {
    plan(args, RankDesign::RankSum { first: args.first.unwrap_or(0.5) })
}

/// The approximate number of simulations in a search.
const LOOKS: u64 = 6;

/// The relative precision of a search for the size if the formula is also available: about a fifth
/// of the standard error of 3,000 studies.
const NEAR: f64 = 0.005;

/// The most values that may be drawn and ranked, which take half a minute of one core.
const MOST_RANKED: u64 = 150_000_000;

/// A large effect, in standard deviations.
const LARGE: f64 = 2.0;

/// The least number of studies for a useful result.
const LEAST_STUDIES: u64 = 100;

/// One value of a row.
type Named = (&'static str, Cell);

/// A planned test, and the number of simulated studies if its power is simulated.
struct RankTest<'a> {
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
    let plan = RankTest { args, design, side, alpha: options.alpha, studies };
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
            .with_context(|| format!("searching for the size with a power of {target}"))?,
        (None, Some(n), Some(target)) => plan.smallest(n, target)?,
        _ => refuse!("{TWO_OF_THREE}; the effect is --effect or --shift"),
    });
    row.extend(settings(options, side));
    Ok(Sheet::single(row))
}

impl RankTest<'_> {
    fn planned(&self, n: u64) -> Result<PlannedRank> {
        let size = usize::try_from(n).context("too many values")?;
        Ok(PlannedRank::new(self.design, size, self.side, self.alpha)?)
    }

    /// True if the power at this size is simulated: if studies were requested, or if the test is
    /// exact, because the formula is for large samples.
    fn is_simulated(&self, n: u64) -> Result<bool> {
        Ok(self.args.simulate.is_some() || self.planned(n)?.is_exact())
    }

    /// Refuses a simulation that takes too long when it is repeated `times` times.
    fn check_work(&self, n: u64, times: u64) -> Result<()> {
        let each = n.max(1).saturating_mul(times);
        if self.studies.saturating_mul(each) <= MOST_RANKED {
            return Ok(());
        }
        let often =
            if times > 1 { format!(", at some {times} sizes or effects,") } else { String::new() };
        match MOST_RANKED / each {
            most if most >= LEAST_STUDIES => refuse!(
                "{} studies of about {n}{often} take too long: --simulate {most} at most",
                self.studies
            ),
            _ => refuse!(
                "studies of about {n}{often} take too long to simulate: leave out --simulate to \
                 use the large-sample formula"
            ),
        }
    }

    fn simulate(&self, shift: f64, n: u64) -> Result<Simulated> {
        self.check_work(n, 1)?;
        let planned = self.planned(n)?;
        let seed = self.args.options.seed;
        let add = |a: Simulated, b: Simulated| Ok::<_, Error>(a + b);
        let piece = |piece| planned.simulate(shift, seed, piece);
        Ok(pieces(self.studies).map(piece).try_reduce(Simulated::default, add)?)
    }

    /// The shift in the request, or the shift of its effect.
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
            self.check_work(guess as u64, LOOKS)?;
            // All sizes use the same random streams, so that only the size differs.
            let mut known = BTreeMap::new();
            let power = |n| {
                let found = self.simulate(shift, n)?;
                known.insert(n, found);
                Ok::<_, CalcError>(found.share())
            };
            // An exact test rejects in steps and has a small size, so the search finds the exact
            // size.
            let within = if self.planned(guess as u64)?.is_exact() { 0.0 } else { NEAR };
            let n = rank::search_size(target, guess as u64, within, power)?;
            let found = match known.get(&n) {
                Some(found) => *found,
                None => self.simulate(shift, n)?,
            };
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

    /// The smallest effect that is detected with a power.
    fn smallest(&self, n: u64, target: f64) -> Result<Vec<Named>> {
        let mut row = vec![("n", Cell::Count(n)), ("power", Cell::number(target))];
        let formula = rank::detectable(self.design, n as f64, self.side, self.alpha, target);
        if !self.planned(n)?.can_reject() {
            let units = match self.design {
                RankDesign::SignedRank => "pairs",
                RankDesign::RankSum { .. } => "values in both groups together",
            };
            refuse!(
                "{n} {units} cannot give a p of {} or less with any values, so no effect can be \
                 detected: use more",
                self.alpha
            );
        }
        if self.is_simulated(n)? {
            self.check_work(n, LOOKS)?;
            // A negative shift has the same size of effect.
            let sign = if self.side == Alternative::Less { -1.0 } else { 1.0 };
            let power = |shift: f64| Ok::<_, CalcError>(self.simulate(sign * shift, n)?.share());
            // If the formula gives no result, the search begins at a large effect.
            let guess = formula.and_then(|effect| rank::shift_of_effect(self.design, effect));
            let shift = rank::search_shift(target, guess.unwrap_or(LARGE), power)?;
            let found = self.simulate(sign * shift, n)?;
            let effect = rank::effect_of_shift(self.design, shift)?;
            row.push(("smallest effect found", Cell::number(effect)));
            row.push(("smallest shift found", Cell::number(shift)));
            row.extend(self.by_simulation(found));
        } else {
            row.push(("smallest effect found", Cell::number(formula?)));
            row.push(("method", Cell::text(FORMULA)));
        }
        Ok(row)
    }

    /// The method of the power, with its precision.
    fn by_simulation(&self, found: Simulated) -> [Named; 4] {
        [
            ("method", Cell::text(SIMULATION)),
            ("standard error", Cell::number(found.error())),
            ("studies", Cell::Count(self.studies)),
            ("seed", Cell::Count(self.args.options.seed)),
        ]
    }
}
