//! The search for the rule behind printed p-values.
//!
//! A rule has these parts:
//!
//! - the form: how the p-value of one test is computed, with a second form from some number of
//!   discordant pairs on;
//! - the rounding before adjustment, if there is one;
//! - the correction;
//! - the family.
//!
//! The direction depends on each family's hypothesis. The search tries every such rule and returns
//! the one that yields most printed p-values, with all cuts that do equally well. Each additional
//! assumption must explain more than it costs.

use peirast_stats::Correction;

use super::form::{Form, Method, SIDES};
use super::sample::{Partition, Sample, Tested};
use super::yields::Yields;

/// The computation and adjustment of p-values.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Rule {
    /// The form below the cut.
    pub below: Form,
    /// The first number of discordant pairs with the form above; 0 if that is the only form.
    pub cut: u64,
    /// The form from the cut on.
    pub above: Form,
    /// The rounding of p-values before adjustment.
    pub rounding: Option<Rounding>,
    /// The correction.
    pub correction: Correction,
}

/// The rounding of p-values before adjustment.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Rounding {
    /// The decimal places that are kept.
    pub places: u32,
    /// True if only those of the form below the cut are rounded.
    pub below_only: bool,
}

/// The cost of an assumption, in printed p-values that it must explain.
const ASSUMPTION: f64 = 0.5;
/// The cost of a separate rule for one more part of the tests.
const ANOTHER_RULE: f64 = 2.0;

impl Rule {
    /// A rule with one form for every number of pairs.
    pub const fn plain(form: Form, correction: Correction) -> Self {
        Self { below: form, cut: 0, above: form, rounding: None, correction }
    }

    /// The form for a test.
    pub const fn form(&self, test: &Tested) -> Form {
        if test.discordant() < self.cut { self.below } else { self.above }
    }

    /// The p-value of a test before adjustment.
    pub fn raw(&self, test: &Tested, side: usize) -> f64 {
        let p = test.p.get(self.form(test), side);
        let applies = |rounding: &Rounding| !rounding.below_only || test.discordant() < self.cut;
        self.rounding.filter(applies).map_or(p, |rounding| {
            let scale = 10_f64.powi(rounding.places as i32);
            (p * scale).round() / scale
        })
    }

    /// The adjusted p-values of a family.
    pub fn adjusted(&self, raw: &[f64]) -> Vec<f64> {
        match self.correction {
            Correction::Unadjusted => raw.to_vec(),
            correction => correction.adjust(raw).unwrap_or_else(|_| raw.to_vec()),
        }
    }

    /// The p-values of a family before and after adjustment.
    pub fn both(&self, tests: &[&Tested], side: usize) -> (Vec<f64>, Vec<f64>) {
        let raw: Vec<f64> = tests.iter().map(|test| self.raw(test, side)).collect();
        let adjusted = self.adjusted(&raw);
        (raw, adjusted)
    }

    /// The cost of all assumptions beyond one form for everything.
    fn cost(&self) -> f64 {
        let assumptions = u8::from(self.cut > 0)
            + u8::from(self.rounding.is_some())
            + u8::from(self.cut > 0 && self.below.both_sides != self.above.both_sides);
        f64::from(assumptions) * ASSUMPTION
    }
}

/// The fit of a rule in one family.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Score {
    /// Number of printed p-values that it yields.
    pub yields: usize,
    /// The directions with which it yields them, as bits in the order of [`SIDES`].
    pub sides: u8,
}

impl Score {
    /// The direction to name: that of a hypothesis, if it fits.
    pub fn side(self, tests: &[&Tested]) -> usize {
        let broken: u64 = tests.iter().map(|test| test.n12).sum();
        let mended: u64 = tests.iter().map(|test| test.n21).sum();
        let order = if broken > mended { [1, 0, 2] } else { [0, 1, 2] };
        order.into_iter().find(|side| self.sides >> side & 1 == 1).unwrap_or(2)
    }
}

/// Number of printed p-values that a rule yields for a family in one direction.
fn yields(rule: &Rule, tests: &[&Tested], side: usize) -> usize {
    let (raw, adjusted) = rule.both(tests, side);
    let fits = |(at, test): (usize, &&Tested)| {
        usize::from(test.raw.is_some_and(|printed| printed.agrees(raw[at])))
            + usize::from(test.adjusted.is_some_and(|printed| printed.agrees(adjusted[at])))
    };
    tests.iter().enumerate().map(fits).sum()
}

/// The fit of a rule in a family, with the best direction of its hypothesis.
pub fn score(rule: &Rule, tests: &[&Tested]) -> Score {
    let mut best = Score::default();
    for side in 0..SIDES.len() {
        let yields = yields(rule, tests, side);
        if yields > best.yields {
            best = Score { yields, sides: 0 };
        }
        if yields == best.yields {
            best.sides |= 1 << side;
        }
    }
    best
}

/// The rule found for some of the tests.
#[derive(Debug, Clone)]
pub struct Found {
    /// The values of keys that distinguish these tests from others.
    pub scope: String,
    /// The rule.
    pub rule: Rule,
    /// The first and the last cut that fit equally well.
    pub cuts: (u64, u64),
    /// Its families: their names, their tests, and the fit.
    pub families: Vec<(String, Vec<usize>, Score)>,
}

/// The result of a search: the grouping into families, and a rule for each part.
#[derive(Debug, Clone)]
pub struct Outcome {
    /// The names of the keys that make a family.
    pub family_keys: Vec<String>,
    /// The rules.
    pub found: Vec<Found>,
}

/// Number of groupings and corrections that are examined in detail.
const CLOSE: usize = 6;

/// Searches for the rule behind the printed p-values. `None` without printed p-values.
///
/// The search tries about 10^5 rules on each of up to six groupings. With more than [`MANY`] tests
/// it tries fewer: no rule of two forms if single forms yield next to nothing, and few cuts if
/// every p depends on all others of its family.
pub fn search(sample: &Sample) -> Option<Outcome> {
    let printed: usize = sample.tests.iter().map(Tested::printed).sum();
    if printed == 0 {
        return None;
    }
    let partitions = sample.partitions();
    let close = if sample.tests.len() > MANY { CLOSE_OF_MANY } else { CLOSE };
    let narrow = among(sample, &partitions, close);
    // A single form may mislead: if some p-values are not explained, the search continues.
    match &narrow {
        Some((_, outcome)) if outcome.yields() < printed && sample.tests.len() <= FEW => {
            let wide = among(sample, &partitions, CLOSE * 4);
            let better = |(worth, _): &&(f64, Outcome)| {
                narrow.as_ref().is_none_or(|(least, _)| *worth > least + 1e-9)
            };
            wide.as_ref().filter(better).or(narrow.as_ref()).map(|(_, outcome)| outcome.clone())
        }
        _ => narrow.map(|(_, outcome)| outcome),
    }
}

/// With more tests than this, fewer rules are tried, so that the time per test and rule stays
/// limited.
const MANY: usize = 400;
/// The same as [`CLOSE`] for more than [`MANY`] tests.
const CLOSE_OF_MANY: usize = 2;

/// The most tests for which all groupings and corrections close to the best are examined.
const FEW: usize = 200;

impl Outcome {
    /// Number of printed p-values that its rules yield.
    fn yields(&self) -> usize {
        let families = self.found.iter().flat_map(|found| &found.families);
        families.map(|(.., score)| score.yields).sum()
    }
}

/// The best outcome among the `close` most promising groupings and corrections, with its worth.
fn among(sample: &Sample, partitions: &[Partition], close: usize) -> Option<(f64, Outcome)> {
    let mut best: Option<(f64, Outcome)> = None;
    let printed: usize = sample.tests.iter().map(Tested::printed).sum();
    for (yields, families, correction) in promising(sample, partitions, close) {
        // If a rule of two forms yields more than half, one form alone yields a quarter.
        let cut = sample.tests.len() <= MANY || yields * CUT_SHARE >= printed;
        for scopes in partitions.iter().filter(|scopes| is_scope(scopes, families)) {
            let parts: Vec<(f64, Found)> = (0..scopes.groups.len())
                .map(|at| part(sample, families, scopes, at, correction, cut))
                .collect();
            let worth = parts.iter().map(|(worth, _)| worth).sum::<f64>()
                - ANOTHER_RULE * (parts.len() - 1) as f64;
            if best.as_ref().is_none_or(|(most, _)| worth > most + 1e-9) {
                let family_keys =
                    families.keys.iter().map(|key| sample.keys[*key].clone()).collect();
                let found = parts.into_iter().map(|(_, found)| found).collect();
                best = Some((worth, Outcome { family_keys, found }));
            }
        }
    }
    best
}

/// Returns true if parts may have separate rules: at most a handful, each of whole families.
fn is_scope(scopes: &Partition, families: &Partition) -> bool {
    scopes.groups.len() <= 6 && scopes.keys.len() <= 1 && scopes.holds(families)
}

/// The groupings and corrections for which single forms already yield most.
fn promising<'a>(
    sample: &Sample,
    partitions: &'a [Partition],
    close: usize,
) -> Vec<(usize, &'a Partition, Correction)> {
    let mut ranked: Vec<(usize, usize, &Partition, Correction)> = Vec::new();
    for partition in partitions {
        for &correction in Correction::ALL {
            // Without a correction there is no family, so all groupings are equivalent.
            let idle = correction == Correction::Unadjusted && partition.groups.len() > 1;
            let idle = idle
                || (correction != Correction::Unadjusted
                    && partition.groups.len() * 2 > sample.tests.len());
            if idle
                && !(correction == Correction::Unadjusted && is_only_directions(sample, partition))
            {
                continue;
            }
            let most = |group: &Vec<usize>| {
                let tests = sample.family(group);
                Form::all()
                    .take(Method::ALL.len())
                    .map(|form| score(&Rule::plain(form, correction), &tests).yields)
                    .max()
            };
            let yields: usize = partition.groups.iter().filter_map(most).sum();
            ranked.push((yields, partition.groups.len(), partition, correction));
        }
    }
    // If several groupings fit equally well, the finest: tests that need not be one family are
    // separate.
    ranked.sort_by(|a, b| b.0.cmp(&a.0).then(b.1.cmp(&a.1)));
    let top = ranked.first().map_or(0, |first| first.0);
    let share = if close > CLOSE { 15 } else { 19 };
    let near = |yields: usize| yields * 20 >= top * share || yields + 3 >= top;
    let close = ranked.into_iter().filter(|(yields, ..)| near(*yields)).take(close);
    close.map(|(yields, _, partition, correction)| (yields, partition, correction)).collect()
}

/// With many tests, the search tries rules of two forms if a single form yields this part of the
/// p-values. It is less than the quarter that such a form must yield, because with a correction the
/// wrong form of some tests disturbs others.
const CUT_SHARE: usize = 8;

/// Returns true if a grouping may distinguish directions: few groups, none with a single test.
fn is_only_directions(sample: &Sample, partition: &Partition) -> bool {
    partition.groups.len() * 4 <= sample.tests.len() && partition.groups.iter().all(|g| g.len() > 1)
}

/// The best rule for one part of the tests, and its worth.
fn part(
    sample: &Sample,
    families: &Partition,
    scopes: &Partition,
    at: usize,
    correction: Correction,
    cut: bool,
) -> (f64, Found) {
    let within = |group: &&Vec<usize>| scopes.group_of(group) == Some(at);
    let groups: Vec<&Vec<usize>> = families.groups.iter().filter(within).collect();
    let tests: Vec<Vec<&Tested>> = groups.iter().map(|group| sample.family(group)).collect();
    let printed: usize = tests.iter().flatten().map(|test| test.printed()).sum();
    let among = if cut { Among::All } else { Among::Plain };
    let mut best = best_rule(&tests, correction, None, among);
    // Rounding changes p-values little: if a rule yields next to nothing, rounding does not help.
    if best.yields < printed && best.yields * 5 >= printed {
        let places = tests.iter().flatten().filter_map(|t| t.raw.or(t.adjusted)).map(|p| p.places);
        let most = places.max().unwrap_or(0).clamp(0, 8) as u32;
        for (places, below_only) in (2..=most).flat_map(|places| [(places, false), (places, true)])
        {
            let rounding = Some(Rounding { places, below_only });
            let among = if sample.tests.len() > MANY { Among::Like(&best) } else { among };
            let rounded = best_rule(&tests, correction, rounding, among);
            if rounded.worth > best.worth + 1e-9 {
                best = rounded;
            }
        }
    }
    let names = families.groups.iter().zip(&families.names).filter(|(group, _)| within(group));
    let scored = names
        .zip(&tests)
        .map(|((group, name), tests)| (name.clone(), group.clone(), score(&best.rule, tests)));
    let found = Found {
        scope: scopes.names.get(at).cloned().unwrap_or_default(),
        rule: best.rule,
        cuts: best.cuts,
        families: scored.collect(),
    };
    (best.worth, found)
}

/// A rule, the number of printed p-values that it yields, and its worth.
struct Best {
    rule: Rule,
    yields: usize,
    worth: f64,
    cuts: (u64, u64),
}

/// The rules among which the search looks for those of a part.
#[derive(Clone, Copy)]
enum Among<'a> {
    /// All forms, and all cuts.
    All,
    /// Rules of one form.
    Plain,
    /// The forms and the cut of another rule.
    Like(&'a Best),
}

/// The best rule with this correction and rounding for families that share a rule.
fn best_rule(
    families: &[Vec<&Tested>],
    correction: Correction,
    rounding: Option<Rounding>,
    among: Among<'_>,
) -> Best {
    let cuts = match among {
        Among::All => cuts(families),
        Among::Plain => vec![(0, 0)],
        Among::Like(best) => vec![(best.cuts.0, best.rule.cut)],
    };
    let yields = Yields::new(families, correction, rounding, &cuts);
    let best = |forms: &[(Form, Form)], cuts: &[(u64, u64)]| {
        let start = Rule::plain(DEFAULT, correction);
        best_of(&yields, Rule { rounding, ..start }, forms, cuts)
    };
    let all = || Form::all().flat_map(|above| Form::all().map(move |below| (below, above)));
    if let Among::Like(like) = among {
        return best(&[(like.rule.below, like.rule.above)], &cuts);
    }
    let tests: usize = families.iter().map(Vec::len).sum();
    if tests <= MANY || yields.are_counted() || matches!(among, Among::Plain) {
        return best(&all().collect::<Vec<_>>(), &cuts);
    }
    // Each rule takes time. A few cuts identify the forms; all cuts are then tried with these
    // forms.
    let step = cuts.len().div_ceil(FEW_CUTS);
    let few: Vec<(u64, u64)> = cuts.iter().step_by(step).copied().collect();
    let mut plain: Vec<(usize, Form)> = Form::all()
        .take(Method::ALL.len())
        .map(|form| (yields.of(&Rule { rounding, ..Rule::plain(form, correction) }), form))
        .collect();
    plain.sort_by_key(|(yields, _)| std::cmp::Reverse(*yields));
    let above: Vec<Form> = plain.iter().take(2).map(|(_, form)| *form).collect();
    let likely: Vec<(Form, Form)> = all().filter(|(_, form)| above.contains(form)).collect();
    let found = best(&likely, &few);
    let same = best(&[(found.rule.below, found.rule.above)], &cuts);
    if same.worth > found.worth + 1e-9 || found.rule.cut > 0 { same } else { found }
}

/// Number of cuts that identify the forms of a rule among many tests.
const FEW_CUTS: usize = 8;

/// The best rule like `rule` with one of these pairs of forms, below and above, and one of these
/// cuts.
fn best_of(yields: &Yields<'_>, rule: Rule, forms: &[(Form, Form)], cuts: &[(u64, u64)]) -> Best {
    let below_only = rule.rounding.is_some_and(|rounding| rounding.below_only);
    let mut best: Option<Best> = None;
    for (below, above) in forms.iter().copied() {
        if above.both_sides {
            continue; // a two-sided hypothesis says as much
        }
        let mut plain = true;
        for (first, last) in cuts {
            if *last == 0 && (below != above || below_only) || *last > 0 && below == above {
                continue;
            }
            let rule = Rule { below, cut: *last, above, ..rule };
            let yields = yields.of(&rule);
            let worth = yields as f64 - rule.cost();
            match &mut best {
                Some(best) if worth < best.worth + 1e-9 => {
                    let same = best.rule.below == below && best.rule.above == above;
                    if same && plain && (worth - best.worth).abs() < 1e-9 {
                        best.cuts.1 = *last;
                    } else {
                        plain = false;
                    }
                }
                _ => {
                    plain = true;
                    best = Some(Best { rule, yields, worth, cuts: (*first, *last) });
                }
            }
        }
    }
    let fallback = Rule::plain(Form::all().next().unwrap_or(DEFAULT), rule.correction);
    best.unwrap_or(Best { rule: fallback, yields: 0, worth: 0.0, cuts: (0, 0) })
}

/// The largest cut: no publication calls more discordant pairs few, and forms still differ in print
/// there.
const LARGEST_CUT: u64 = 200;

const DEFAULT: Form = Form { method: super::form::Method::Exact, both_sides: false };

/// The cuts that distinguish tests, each with the smallest equivalent cut; 0 comes first.
fn cuts(families: &[Vec<&Tested>]) -> Vec<(u64, u64)> {
    let sizes = families.iter().flatten().map(|test| test.discordant());
    let mut sizes: Vec<u64> = sizes.filter(|size| *size <= LARGEST_CUT).collect();
    sizes.sort_unstable();
    sizes.dedup();
    let mut cuts = vec![(0, 0)];
    // With a cut at the size k, k itself is above it. So all cuts after the previous size are
    // equivalent.
    cuts.extend(sizes.windows(2).map(|pair| (pair[0] + 1, pair[1])));
    cuts
}

/// The cuts at which one family fits as well as at the rule's cut, as a range of the largest number
/// of pairs below the cut. `None` if all cuts fit equally well.
pub fn identified(rule: &Rule, tests: &[&Tested]) -> Option<(u64, u64)> {
    let mut sizes: Vec<u64> = tests.iter().map(|test| test.discordant()).collect();
    sizes.sort_unstable();
    sizes.dedup();
    if tests.len() > MANY {
        sizes.truncate(sizes.partition_point(|size| *size <= LARGEST_CUT).max(1));
    }
    let first = sizes.first().copied()?;
    // All pairs above the cut; then each size in turn is the last one below it.
    let mut ranges = vec![(0, first.saturating_sub(1), first)];
    let after = |at: usize| sizes.get(at + 1).map_or(u64::MAX, |next| next - 1);
    ranges.extend(
        sizes.iter().enumerate().map(|(at, size)| (*size, after(at), after(at).saturating_add(1))),
    );
    let scored: Vec<(u64, u64, usize)> = ranges
        .into_iter()
        .map(|(from, to, cut)| (from, to, score(&Rule { cut, ..*rule }, tests).yields))
        .collect();
    let most = scored.iter().map(|(.., yields)| *yields).max()?;
    let best: Vec<&(u64, u64, usize)> =
        scored.iter().filter(|(.., yields)| *yields == most).collect();
    let (first, last) = (best.first()?, best.last()?);
    let everything = best.len() == scored.len();
    (!everything).then_some((first.0, last.1))
}
