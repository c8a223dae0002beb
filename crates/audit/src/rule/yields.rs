//! Counts the printed p-values that each rule of a search yields, without computing every p again.

use peirast_stats::Correction;

use super::form::{Form, Method, SIDES};
use super::sample::Tested;
use super::search::{Rounding, Rule, score};

/// Counts for rules with one correction and one rounding over families.
///
/// If a p depends only on its own counts (no correction, Bonferroni), the tests that a form yields
/// are counted once, up to each cut. The time then grows with the number of tests plus the number
/// of rules, not with their product.
pub struct Yields<'a> {
    families: &'a [Vec<&'a Tested>],
    cuts: Vec<u64>,
    counted: Option<Vec<Counted>>,
}

/// Number of p-values of a family that each form yields below each cut, and in total: first without
/// rounding, then with rounding before adjustment.
struct Counted([[[Vec<u16>; SIDES.len()]; Method::ALL.len()]; 2]);

impl<'a> Yields<'a> {
    /// Prepares rules with these cuts. Each cut is the first number of pairs of the second form.
    pub fn new(
        families: &'a [Vec<&'a Tested>],
        correction: Correction,
        rounding: Option<Rounding>,
        cuts: &[(u64, u64)],
    ) -> Self {
        let cuts: Vec<u64> = cuts.iter().map(|(_, last)| *last).collect();
        let alone = matches!(correction, Correction::Unadjusted | Correction::Bonferroni);
        let counted = alone.then(|| {
            let of = |tests: &Vec<&Tested>| Counted::new(tests, correction, rounding, &cuts);
            families.iter().map(of).collect()
        });
        Self { families, cuts, counted }
    }

    /// Returns true if another rule takes almost no time.
    pub const fn are_counted(&self) -> bool {
        self.counted.is_some()
    }

    /// Number of printed p-values that a rule yields, with the best direction in each family.
    pub fn of(&self, rule: &Rule) -> usize {
        let cut = self.cuts.binary_search(&rule.cut);
        match (&self.counted, cut) {
            (Some(counted), Ok(cut)) => counted.iter().map(|family| family.of(rule, cut)).sum(),
            _ => self.families.iter().map(|tests| score(rule, tests).yields).sum(),
        }
    }
}

impl Counted {
    fn new(
        tests: &[&Tested],
        correction: Correction,
        rounding: Option<Rounding>,
        cuts: &[u64],
    ) -> Self {
        let mut order: Vec<usize> = (0..tests.len()).collect();
        order.sort_by_key(|at| tests[*at].discordant());
        let rounding = rounding.map(|rounding| Rounding { below_only: false, ..rounding });
        let count = |rounding: Option<Rounding>, method: Method, side: usize| {
            let form = Form { method, both_sides: false };
            let (raw, adjusted) =
                Rule { rounding, ..Rule::plain(form, correction) }.both(tests, side);
            let yields = |at: usize| {
                u16::from(tests[at].raw.is_some_and(|printed| printed.agrees(raw[at])))
                    + u16::from(tests[at].adjusted.is_some_and(|p| p.agrees(adjusted[at])))
            };
            let mut counts: Vec<u16> = Vec::with_capacity(cuts.len() + 1);
            let (mut sum, mut next) = (0_u16, 0);
            for cut in cuts.iter().copied().chain([u64::MAX]) {
                while next < order.len()
                    && (cut == u64::MAX || tests[order[next]].discordant() < cut)
                {
                    sum = sum.saturating_add(yields(order[next]));
                    next += 1;
                }
                counts.push(sum);
            }
            counts
        };
        let all = |rounding: Option<Rounding>| {
            Method::ALL.map(|method| [0, 1, 2].map(|side| count(rounding, method, side)))
        };
        let plain = all(None);
        let rounded = if rounding.is_some() { all(rounding) } else { plain.clone() };
        Self([plain, rounded])
    }

    /// Number of p-values that a rule yields with the best direction. `cut` is the position of its
    /// cut.
    fn of(&self, rule: &Rule, cut: usize) -> usize {
        let Self(counts) = self;
        let above = usize::from(rule.rounding.is_some_and(|rounding| !rounding.below_only));
        let counts = |rounded: usize, form: Form, side: usize| {
            &counts[rounded][form.method as usize][if form.both_sides { 2 } else { side }]
        };
        let of = |side: usize| {
            let above = counts(above, rule.above, side);
            let whole = above.last().copied().unwrap_or_default();
            let below = counts(1, rule.below, side)[cut];
            usize::from(below) + usize::from(whole - above[cut])
        };
        (0..SIDES.len()).map(of).max().unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::super::form::PValues;
    use super::*;
    use proptest::prelude::*;

    proptest! {
        /// The counts equal those of each rule, test by test.
        #[test]
        fn counts_are_those_of_the_rules(
            tests in prop::collection::vec((0_u64..12, 0_u64..12, 0_usize..5, 0_usize..3, 2_usize..5), 2..14),
            bonferroni: bool,
            places in prop::option::of(2_u32..4),
            below_only: bool,
        ) {
            let correction = if bonferroni { Correction::Bonferroni } else { Correction::Unadjusted };
            let rounding = places.map(|places| Rounding { places, below_only });
            let m = if bonferroni { tests.len() as f64 } else { 1.0 };
            let tests: Vec<Tested> = tests
                .into_iter()
                .map(|(n12, n21, method, side, places)| {
                    let p = PValues::new(n12, n21);
                    let raw = p.get(Form { method: Method::ALL[method], both_sides: false }, side);
                    let printed = |p: f64| format!("{p:.places$}").parse().ok();
                    let (raw, adjusted) = (printed(raw), printed((raw * m).min(1.0)));
                    let (reject, keys) = (None, Vec::new());
                    Tested { table: 0, row: 0, n12, n21, raw, adjusted, reject, keys, p }
                })
                .collect();
            let families = [tests.iter().collect::<Vec<_>>()];
            let cuts = [(0, 0), (1, 3), (4, 8), (9, 20)];
            let yields = Yields::new(&families, correction, rounding, &cuts);
            prop_assert!(yields.are_counted());
            for (below, above) in Form::all().flat_map(|a| Form::all().map(move |b| (a, b))) {
                for (_, cut) in cuts {
                    // Without a cut there is one form, and no rounding below it.
                    if cut == 0 && (below != above || below_only && rounding.is_some()) {
                        continue;
                    }
                    let rule = Rule { below, cut, above, rounding, correction };
                    prop_assert_eq!(yields.of(&rule), score(&rule, &families[0]).yields);
                }
            }
        }
    }
}
