//! Power by textbook formulas and by simulation, next to the exact power.

use crate::PowerRequest;
use crate::error::Result;
use crate::simulation::{affordable, pieces};
use peirast_stats::power::{Simulated, asymptotic, simulated};
use peirast_stats::{Alternative, Design, Discordance, Error, Formula, Rule, SplitMix64};
use rayon::prelude::*;

/// Formulas and simulations that are requested next to the exact power.
pub struct Beside {
    formulas: Vec<Formula>,
    studies: Option<u64>,
    /// Seed of the simulation.
    pub seed: u64,
    rule: Rule,
    side: Alternative,
}

impl Beside {
    /// The formulas and simulations of a request.
    pub fn new(args: &PowerRequest, rule: Rule, side: Alternative) -> Result<Self> {
        let formulas = match args.formula.as_slice() {
            [all] if all == "all" => Formula::ALL.to_vec(),
            names => names.iter().map(|name| name.parse()).collect::<Result<_, _>>()?,
        };
        Ok(Self { formulas, studies: args.simulate, seed: args.seed, rule, side })
    }

    /// The power by each formula.
    pub fn powers(&self, design: &Design, n: u64, supposed: &Discordance) -> Vec<(Formula, f64)> {
        let by = |formula: &Formula| (*formula, asymptotic::power(*formula, design, n, supposed));
        self.formulas.iter().map(by).collect()
    }

    /// The number of pairs by each formula, not yet rounded up.
    pub fn pairs(
        &self,
        design: &Design,
        target: f64,
        supposed: &Discordance,
    ) -> Result<Vec<(Formula, f64)>, Error> {
        let by = |formula: &Formula| {
            Ok((*formula, asymptotic::pairs_needed(*formula, design, target, supposed)?))
        };
        self.formulas.iter().map(by).collect()
    }

    /// Simulated studies, if requested.
    pub fn simulated(
        &self,
        design: &Design,
        n: u64,
        supposed: &Discordance,
    ) -> Result<Option<Simulated>> {
        let Some(studies) = self.studies else { return Ok(None) };
        affordable(studies, n)?;
        let rejects = |stream: &mut SplitMix64| {
            let (n12, n21) = discordant(stream, n, supposed);
            self.rule.test(n12, n21, self.side).p <= design.alpha()
        };
        let piece = |piece| simulated(self.seed, piece, rejects);
        Ok(Some(pieces(studies).map(piece).reduce(Simulated::default, |a, b| a + b)))
    }
}

/// Draws the numbers of discordant pairs of both kinds, n12 and n21, among `n` pairs.
fn discordant(stream: &mut SplitMix64, n: u64, supposed: &Discordance) -> (u64, u64) {
    let (mut broken, mut mended) = (0, 0);
    for _ in 0..n {
        let u = stream.uniform();
        if u < supposed.p12() {
            broken += 1;
        } else if u < supposed.p12() + supposed.p21() {
            mended += 1;
        }
    }
    (broken, mended)
}
