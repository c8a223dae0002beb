//! Difficulty of items, and whether there are enough of them.

use crate::accuracy::{counts_by_item, ratio};
use crate::correlated::{Correlated, correlated};
use crate::group::by_subject;
use crate::table::{Record, table};
use crate::{Group, Judgement, Variant};
use peirast_table::{Table, Value};
use serde::Serialize;
use std::collections::BTreeMap;

/// The difficulty of an item.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Difficulty {
    /// The item.
    pub item: String,
    /// Mood and figure.
    pub form: Option<String>,
    /// True if it is valid.
    pub valid: bool,
    /// True if its conclusion is believable; `None` if nobody knows.
    pub believable: Option<bool>,
    /// Number of verdicts.
    pub judged: u64,
    /// Number of right verdicts.
    pub right: u64,
    /// Numbers of right verdicts and of verdicts on N, O, X, OX.
    pub variants: [(u64, u64); 4],
}

/// Computes the difficulty of each item over all subjects, the hardest first.
pub fn difficulties(judgements: &[Judgement]) -> Vec<Difficulty> {
    let mut items: BTreeMap<&str, Difficulty> = BTreeMap::new();
    for j in judgements {
        let item = items.entry(&j.item).or_insert_with(|| Difficulty {
            item: j.item.clone(),
            form: j.form.map(|form| form.to_string()),
            valid: j.valid,
            believable: j.believable,
            judged: 0,
            right: 0,
            variants: [(0, 0); 4],
        });
        if j.variant.is_real() {
            item.believable = j.believable;
        }
        if let Some(right) = j.is_right() {
            item.judged += 1;
            item.right += u64::from(right);
            let (own, of) = &mut item.variants[j.variant as usize];
            *own += u64::from(right);
            *of += 1;
        }
    }
    let mut items: Vec<Difficulty> = items.into_values().collect();
    let accuracy = |item: &Difficulty| ratio(item.right, item.judged).unwrap_or(1.0);
    items.sort_by(|a, b| accuracy(a).total_cmp(&accuracy(b)).then(a.item.cmp(&b.item)));
    items
}

/// Number of items that a page shows.
const SHOWN: usize = 15;

/// The table of items.
pub fn difficulty_table(rows: &[Difficulty]) -> Table<'static> {
    let record = |(at, row): (usize, &Difficulty)| {
        let [n, o, x, ox] = row.variants.map(|(right, of)| ratio(right, of));
        let believable = match row.believable {
            Some(true) => "believable",
            Some(false) => "unbelievable",
            None => "neutral",
        };
        Record::new(at >= SHOWN)
            .cell("item", row.item.as_str())
            .cell("form", Value::from_option(row.form.as_deref(), Value::from))
            .cell("valid", if row.valid { "valid" } else { "invalid" })
            .cell("believable", believable)
            .count("verdicts", row.judged)
            .share("accuracy", ratio(row.right, row.judged))
            .share("N", n)
            .share("O", o)
            .share("X", x)
            .share("OX", ox)
    };
    table(
        "items",
        "Items by difficulty",
        "Share of verdicts that are right, over all subjects, strategies and temperatures, the hardest \
         items first.",
        rows.iter().enumerate().map(record),
    )
}

/// Measures of whether the items are enough to distinguish subjects.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Sufficiency {
    /// The subject; `None` for all together.
    pub subject: Option<String>,
    /// Number of items.
    pub items: usize,
    /// The standard deviation between items of the share of right verdicts.
    pub spread: Option<f64>,
    /// Half the width of a 95 % interval of accuracy over items like these, from `spread`.
    pub half_width: Option<f64>,
    /// Number of such items needed for an interval of 5 points to each side.
    pub needed: Option<u64>,
    /// The correlation over items between the shares of right verdicts on N and on X. The benchmark
    /// called items sufficient from 0.8.
    pub n_x: Option<Correlated>,
    /// Cronbach's alpha over items, with subjects as the measured units; only for all together.
    pub alpha: Option<f64>,
    /// The correlation over subjects between accuracy on odd and on even items, corrected to the
    /// full length (Spearman-Brown); only for all together.
    pub split_half: Option<f64>,
}

/// Computes sufficiency for each subject and for all together.
pub fn sufficiencies(groups: &[(Group, Vec<&Judgement>)]) -> Vec<Sufficiency> {
    let mut rows: Vec<Sufficiency> = Vec::new();
    let mut people: Vec<BTreeMap<&str, f64>> = Vec::new();
    for (subject, judgements) in by_subject(groups) {
        let means = means(judgements, |_| true);
        rows.push(sufficiency(Some(subject), judgements, &means));
        people.push(means);
    }
    let all = groups.iter().find(|(group, _)| *group == Group::default());
    if let Some((_, judgements)) = all {
        let mut together = sufficiency(None, judgements, &means(judgements, |_| true));
        (together.alpha, together.split_half) = (alpha(&people), split_half(&people));
        rows.push(together);
    }
    rows
}

/// The share of right verdicts on each item.
fn means<'a>(
    judgements: &[&'a Judgement],
    fits: impl Fn(&Judgement) -> bool,
) -> BTreeMap<&'a str, f64> {
    let items = counts_by_item(judgements, |j| j.is_right().filter(|_| fits(j)));
    items.into_iter().filter_map(|(item, (k, n))| Some((item, ratio(k, n)?))).collect()
}

fn sufficiency(
    subject: Option<&str>,
    judgements: &[&Judgement],
    means: &BTreeMap<&str, f64>,
) -> Sufficiency {
    let values: Vec<f64> = means.values().copied().collect();
    // If all items have the same share, nothing shows how much others would differ.
    let spread = variance(&values).map(f64::sqrt).filter(|spread| *spread > 0.0);
    let (n, x) = (
        self::means(judgements, |j| j.variant == Variant::N),
        self::means(judgements, |j| j.variant == Variant::X),
    );
    let both: (Vec<f64>, Vec<f64>) =
        n.iter().filter_map(|(item, n)| Some((*n, *x.get(item)?))).unzip();
    Sufficiency {
        subject: subject.map(str::to_owned),
        items: values.len(),
        spread,
        half_width: spread.map(|sd| Z * sd / (values.len() as f64).sqrt()),
        needed: spread.map(|sd| ((Z * sd / 0.05).powi(2).ceil() as u64).max(2)),
        n_x: correlated(&both.0, &both.1),
        alpha: None,
        split_half: None,
    }
}

/// The normal deviate of a 95 % interval.
const Z: f64 = 1.959_963_984_540_054;

/// The sample variance; `None` for fewer than two values.
fn variance(values: &[f64]) -> Option<f64> {
    let n = values.len() as f64;
    let mean = values.iter().sum::<f64>() / n;
    let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
    (values.len() > 1).then(|| squares / (n - 1.0))
}

/// The items that every subject has judged.
fn shared<'a>(subjects: &[BTreeMap<&'a str, f64>]) -> Vec<&'a str> {
    let Some(first) = subjects.first() else { return Vec::new() };
    first.keys().copied().filter(|item| subjects.iter().all(|s| s.contains_key(item))).collect()
}

/// Cronbach's alpha, k/(k-1) times (1 less the sum of the items' variances over the variance of the
/// sums), over the items that all subjects judged.
fn alpha(subjects: &[BTreeMap<&str, f64>]) -> Option<f64> {
    let items = shared(subjects);
    let k = items.len() as f64;
    let of_item = |item: &&str| {
        variance(&subjects.iter().filter_map(|s| s.get(item).copied()).collect::<Vec<_>>())
    };
    let single: f64 = items.iter().map(of_item).sum::<Option<f64>>()?;
    let sum = |s: &BTreeMap<&str, f64>| items.iter().filter_map(|item| s.get(item)).sum();
    let total = variance(&subjects.iter().map(sum).collect::<Vec<f64>>())?;
    (k > 1.0 && total > 0.0).then(|| k / (k - 1.0) * (1.0 - single / total))
}

/// The reliability of the whole from its two halves: alternating items that all subjects judged.
fn split_half(subjects: &[BTreeMap<&str, f64>]) -> Option<f64> {
    let items = shared(subjects);
    let half = |s: &BTreeMap<&str, f64>, rest: usize| -> f64 {
        items.iter().skip(rest).step_by(2).filter_map(|item| s.get(item)).sum()
    };
    let (odd, even): (Vec<f64>, Vec<f64>) =
        subjects.iter().map(|s| (half(s, 0), half(s, 1))).unzip();
    let r = correlated(&odd, &even)?.pearson.value;
    (r > -1.0).then(|| 2.0 * r / (1.0 + r))
}

/// The table of sufficiency.
pub fn sufficiency_table(rows: &[Sufficiency]) -> Table<'static> {
    let record = |row: &Sufficiency| {
        Record::new(false)
            .cell("subject", row.subject.as_deref().unwrap_or("all"))
            .cell("items", row.items)
            .number("spread", row.spread)
            .share("half_width", row.half_width)
            .count("needed", row.needed)
            .number("r_N-X", row.n_x.map(|found| found.pearson.value))
            .number("alpha", row.alpha)
            .number("split_half", row.split_half)
    };
    table(
        "sufficiency",
        "Are there enough items?",
        "The spread between items, the half width of a 95 % interval for accuracy over items like \
         these, and the number of items for a half width of 5 points. r_N-X is the correlation over \
         items between real and made-up words in normal order, which the benchmark calls \
         sufficient from .80. Alpha and the split half treat subjects as the measured units, and \
         need several that differ.",
        rows.iter().map(record),
    )
}
