//! Comparison of strategies, or of temperatures: every pair of levels, and all levels together.

use crate::accuracy::{CONFIDENCE, ratio};
use crate::table::{Record, table};
use crate::{Judgement, Variant};
use peirast_stats::{
    Alternative, ClusteredMethod, Correction, Error, Lost, PairedTable, RankMethod, Rule,
    TestResult, ZeroRule, bootstrap, mcnemar, paired_differences, result,
};
use peirast_table::{Table, Value};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};

/// A setting of a subject whose levels are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Setting {
    /// The strategy.
    Strategy,
    /// The temperature.
    Temperature,
}

impl Setting {
    /// The level of this setting, and the level of the other one.
    fn levels(self, judgement: &Judgement) -> [&str; 2] {
        let (strategy, temperature) = (&judgement.strategy, &judgement.temperature);
        match self {
            Self::Strategy => [strategy, temperature],
            Self::Temperature => [temperature, strategy],
        }
    }

    /// The name of the other setting.
    const fn other(self) -> &'static str {
        match self {
            Self::Strategy => "temperature",
            Self::Temperature => "strategy",
        }
    }
}

/// One test of levels of a setting.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SettingTest {
    /// The subject; `None` for all of them together.
    pub subject: Option<String>,
    /// The level of the other setting; `None` for all of them together.
    pub other: Option<String>,
    /// The two levels; `None` if all are tested together.
    pub pair: Option<[String; 2]>,
    /// Accuracy under the second level less that under the first, from -1 to 1: over pairs of
    /// judgements, or the mean over blocks.
    pub difference: Option<f64>,
    /// Numbers of pairs of judgements that were right under the first level alone, and under the
    /// second alone; `None` if accuracies are compared.
    pub discordant: Option<[u64; 2]>,
    /// The test.
    pub result: TestResult,
    /// p adjusted by Holm's method over the rows of the same test.
    pub holm: Option<f64>,
    /// p adjusted by the method of Benjamini and Hochberg over the same rows.
    pub benjamini_hochberg: Option<f64>,
}

/// A subject under one level of the other setting.
pub(crate) type Block<'a> = [&'a str; 2];

/// The judgements of each subject under one level of the other setting, by level and by version of
/// an item: true if right; `None` without a verdict.
pub(crate) type Blocks<'a> = BTreeMap<Block<'a>, BTreeMap<&'a str, Rights<'a>>>;

/// By item and version.
type Rights<'a> = BTreeMap<(&'a str, Variant), Option<bool>>;

/// Tests a setting; empty if it has fewer than two levels.
///
/// # Errors
/// Only a bug: accuracies are finite, and blocks have equal lengths.
pub fn setting_tests(
    judgements: &[Judgement],
    setting: Setting,
) -> Result<Vec<SettingTest>, Error> {
    let (blocks, levels) = blocks(judgements, setting);
    let mut tests = Vec::new();
    for (at, first) in levels.iter().enumerate() {
        for second in &levels[at + 1..] {
            tests.extend(pair_tests(&blocks, [first, second])?);
        }
    }
    if levels.len() > 1 {
        tests.extend(all_levels(&blocks, &levels, setting)?);
    }
    adjust(&mut tests)?;
    Ok(tests)
}

/// The blocks of a setting, and its levels in order.
pub(crate) fn blocks(judgements: &[Judgement], setting: Setting) -> (Blocks<'_>, Vec<&str>) {
    let mut blocks: Blocks<'_> = BTreeMap::new();
    let mut levels = BTreeSet::new();
    for judgement in judgements {
        let [level, other] = setting.levels(judgement);
        levels.insert(level);
        let block = blocks.entry([&judgement.subject, other]).or_default();
        let place = (judgement.item.as_str(), judgement.variant);
        block.entry(level).or_default().insert(place, judgement.is_right());
    }
    (blocks, levels.into_iter().collect())
}

/// Right judgements among those with a verdict.
fn accuracy(rights: &Rights<'_>) -> Option<f64> {
    let right = rights.values().flatten().filter(|right| **right).count() as u64;
    ratio(right, rights.values().flatten().count() as u64)
}

/// For each block that has all of these levels, its accuracies under them.
pub(crate) fn complete<'a>(blocks: &Blocks<'a>, levels: &[&str]) -> BTreeMap<Block<'a>, Vec<f64>> {
    let accuracies = |block: &BTreeMap<&str, Rights<'_>>| {
        levels.iter().map(|level| accuracy(block.get(level)?)).collect::<Option<Vec<f64>>>()
    };
    blocks.iter().filter_map(|(block, by_level)| Some((*block, accuracies(by_level)?))).collect()
}

/// Tests two levels: judgements of the same version of an item are pairs.
fn pair_tests(blocks: &Blocks<'_>, [first, second]: [&str; 2]) -> Result<Vec<SettingTest>, Error> {
    let two_sided = Alternative::TwoSided;
    let test = |block: Option<Block<'_>>, difference, result| SettingTest {
        subject: block.map(|[subject, _]| subject.to_owned()),
        other: block.map(|[_, other]| other.to_owned()),
        pair: Some([first.to_owned(), second.to_owned()]),
        difference,
        discordant: None,
        result,
        holm: None,
        benjamini_hochberg: None,
    };
    let mut tests = Vec::new();
    let mut items: BTreeMap<&str, PairedTable> = BTreeMap::new();
    // By the level of the other setting: the pairs, and the number of lost pairs.
    let mut others: BTreeMap<&str, (PairedTable, u64)> = BTreeMap::new();
    let mut all_lost = 0;
    for (block, by_level) in blocks {
        let (Some(before), Some(after)) = (by_level.get(first), by_level.get(second)) else {
            continue;
        };
        let (mut own, mut lost) = (PairedTable::default(), 0);
        for (place, was_right) in before {
            match (was_right, after.get(place)) {
                (Some(was_right), Some(Some(is_right))) => {
                    let pair = pair_of(*was_right, *is_right);
                    own += pair;
                    *items.entry(place.0).or_default() += pair;
                }
                (_, Some(_)) => lost += 1,
                (_, None) => {}
            }
        }
        all_lost += lost;
        let other = others.entry(block[1]).or_default();
        *other = (other.0 + own, other.1 + lost);
        let found = result::mcnemar(&own, &Lost::default(), Rule::Exact, two_sided, CONFIDENCE)?;
        let row = test(Some(*block), gain(&own), found.losing(lost, NO_VERDICT));
        tests.push(SettingTest { discordant: Some([own.n12, own.n21]), ..row });
    }
    let clusters: Vec<PairedTable> = items.into_values().collect();
    let total: PairedTable = clusters.iter().copied().sum();
    let flips = ClusteredMethod::SignFlip;
    let found = result::clustered_mcnemar(&clusters, flips, two_sided, CONFIDENCE)?;
    let discordant = Some([total.n12, total.n21]);
    let row = test(None, gain(&total), found.losing(all_lost, NO_VERDICT));
    tests.push(SettingTest { discordant, ..row });
    // If the other setting has one level only, its row would repeat the row over all levels.
    let each = others.iter().filter(|_| others.len() > 1).map(|(other, own)| (Some(*other), *own));
    for (other, (own, lost)) in [(None, (total, all_lost))].into_iter().chain(each) {
        let found = result::mcnemar(&own, &Lost::default(), AS_PUBLISHED, two_sided, CONFIDENCE)?;
        let row = test(None, gain(&own), found.losing(lost, NO_VERDICT));
        let (other, discordant) = (other.map(str::to_owned), Some([own.n12, own.n21]));
        tests.push(SettingTest { other, discordant, ..row });
    }

    let rows = complete(blocks, &[first, second]);
    let (x, y): (Vec<f64>, Vec<f64>) = rows.values().map(|row| (row[0], row[1])).unzip();
    let gains = paired_differences(&y, &x)?;
    let mean = (!gains.is_empty()).then(|| bootstrap::mean(&gains));
    let (zeros, method) = (ZeroRule::Wilcox, RankMethod::Auto);
    let ranks = result::wilcoxon(&gains, zeros, method, two_sided, CONFIDENCE)?;
    tests.push(test(None, mean, ranks));
    tests.push(test(None, mean, result::paired_t(&y, &x, two_sided, CONFIDENCE)?));
    Ok(tests)
}

/// McNemar's test as published: chi-square with continuity correction.
const AS_PUBLISHED: Rule =
    Rule::new("chi-square-corrected", |n12, n21, _| mcnemar::chi_square_corrected(n12, n21), true);

/// The reason why a pair is lost.
const NO_VERDICT: &str = "no verdict";

/// One pair as a table.
fn pair_of(was_right: bool, is_right: bool) -> PairedTable {
    let count = |holds: bool| u64::from(holds);
    PairedTable {
        n11: count(was_right && is_right),
        n12: count(was_right && !is_right),
        n21: count(!was_right && is_right),
        n22: count(!was_right && !is_right),
    }
}

/// (n21 - n12)/n; `None` without pairs.
fn gain(table: &PairedTable) -> Option<f64> {
    let of = |count| ratio(count, table.n());
    Some(of(table.n21)? - of(table.n12)?)
}

/// Tests all levels together. Temperatures are also tested as independent samples, as published.
fn all_levels(
    blocks: &Blocks<'_>,
    levels: &[&str],
    setting: Setting,
) -> Result<Vec<SettingTest>, Error> {
    let test = |result| SettingTest {
        subject: None,
        other: None,
        pair: None,
        difference: None,
        discordant: None,
        result,
        holm: None,
        benjamini_hochberg: None,
    };
    let rows: Vec<Vec<f64>> = complete(blocks, levels).into_values().collect();
    let mut tests = vec![test(result::friedman(&rows)?)];
    if setting == Setting::Temperature {
        let sample = |level: &&str| complete(blocks, &[level]).into_values().flatten().collect();
        let samples: Vec<Vec<f64>> = levels.iter().map(sample).collect();
        tests.push(test(result::kruskal_wallis(&samples)?));
    }
    Ok(tests)
}

/// The family of a row: the rows of the same test for single subjects or, over all subjects, under
/// the same level of the other setting.
fn family(row: &SettingTest) -> (String, bool, Option<String>) {
    let other = row.other.clone().filter(|_| row.subject.is_none());
    (row.result.test.clone(), row.subject.is_some(), other)
}

/// Adjusts the p-values over the rows of each family.
fn adjust(tests: &mut [SettingTest]) -> Result<(), Error> {
    let families: BTreeSet<_> = tests.iter().map(family).collect();
    for own in families {
        let mut rows: Vec<&mut SettingTest> =
            tests.iter_mut().filter(|row| family(row) == own).collect();
        let raw: Vec<Option<f64>> = rows.iter().map(|row| row.result.p.ok()).collect();
        let holm = Correction::Holm.adjust_present(&raw)?;
        let benjamini_hochberg = Correction::BenjaminiHochberg.adjust_present(&raw)?;
        for ((row, holm), other) in rows.iter_mut().zip(holm).zip(benjamini_hochberg) {
            (row.holm, row.benjamini_hochberg) = (holm, other);
        }
    }
    Ok(())
}

/// The table of the tests of a setting.
pub fn setting_table(setting: Setting, rows: &[SettingTest]) -> Table<'static> {
    let name = |part: Option<&str>| Value::from(part.unwrap_or("all"));
    let record = |row: &SettingTest| {
        let level = |at: usize| name(row.pair.as_ref().map(|pair| pair[at].as_str()));
        Record::new(row.subject.is_some() || row.other.is_some())
            .cell("first", level(0))
            .cell("second", level(1))
            .cell("subject", name(row.subject.as_deref()))
            .cell(setting.other(), name(row.other.as_deref()))
            .points("difference", row.difference)
            .count("only_first", row.discordant.map(|counts| counts[0]))
            .count("only_second", row.discordant.map(|counts| counts[1]))
            .tested(&row.result)
            .p("p", row.result.p.ok())
            .p("p_holm", row.holm)
            .p("p_bh", row.benjamini_hochberg)
    };
    let (table_name, title, note) = match setting {
        Setting::Strategy => ("strategies", "Strategies compared", STRATEGIES_NOTE),
        Setting::Temperature => ("temperatures", "Temperatures compared", TEMPERATURES_NOTE),
    };
    table(table_name, title, note, rows.iter().map(record))
}

/// The note of the table `strategies`.
const STRATEGIES_NOTE: &str = "Each pair of strategies. The difference is the accuracy under the \
                               second minus that under the first. McNemar's exact test compares \
                               judgements of the same version of an item, for each subject and \
                               temperature (in the files); over all of them, McNemar's test for \
                               clusters flips the signs of whole items. McNemar's chi-square with continuity correction, as \
                               published, treats all judgements as independent, over all \
                               temperatures and (in the files) at each; its p-values are too \
                               small. only_first and only_second count the pairs that are right \
                               under that strategy alone. Wilcoxon's test and the paired t-test \
                               compare accuracies in blocks of one subject at one temperature, \
                               and Friedman's test compares all strategies in these blocks (Iman \
                               and Davenport's F; the effect is Kendall's W). Blocks of one \
                               subject depend on one another, so their p-values are too small if \
                               the effect of a strategy differs between subjects. Each p-value is \
                               adjusted over the rows of its test, over all subjects or for \
                               single ones, by Holm and by Benjamini and Hochberg.";

/// The note of the table `temperatures`.
const TEMPERATURES_NOTE: &str = "Each pair of temperatures, as in the table of strategies; a block \
                                 is one subject under one strategy. Friedman's test compares all \
                                 temperatures in these blocks. The Kruskal-Wallis test, as \
                                 published, treats accuracies at different temperatures as \
                                 independent samples: differences between subjects hide an effect \
                                 of temperature. Each p-value is adjusted over the rows of its \
                                 test, by Holm and by Benjamini and Hochberg.";
