//! One test on counts or on columns of a CSV file.

use super::table::Columns;
use crate::args::{StatsTestArgs, TestName};
use crate::voice;
use anyhow::{Context as _, Result, bail};
use peirast_report::escape_json;
use peirast_stats::{
    Alternative, ClusteredMethod, Lost, PairedTable, Pooling, RankMethod, Relabelings, Rule,
    TestResult, Weights, ZeroRule, result,
};
use std::collections::BTreeMap;
use std::process::ExitCode;

/// Tests, and prints the result in words or as JSON.
pub fn single(test: TestName, args: &StatsTestArgs) -> Result<ExitCode> {
    let alternative: Alternative = args.alternative.parse()?;
    let result = match &args.csv {
        None => of_counts(test, args, alternative)?,
        Some(file) => {
            if !args.numbers.is_empty() {
                bail!("give counts or --csv, not both");
            }
            let columns = Columns::read(file, &args.columns)?;
            let result = of_columns(test, args, alternative, &columns)?;
            result.losing(columns.missing, "a value is missing")
        }
    };
    voice::result(&if args.json {
        escape_json(&serde_json::to_string(&result)?) + "\n"
    } else {
        result.sentence() + "\n"
    })?;
    Ok(ExitCode::SUCCESS)
}

/// Whole numbers of the command line, so many of them.
fn counts<const N: usize>(args: &StatsTestArgs, names: &str) -> Result<[u64; N]> {
    let given: &[u64] = &args.numbers;
    given
        .try_into()
        .with_context(|| format!("give {N} counts ({names}), not {}, or --csv FILE", given.len()))
}

fn of_counts(test: TestName, args: &StatsTestArgs, side: Alternative) -> Result<TestResult> {
    let confidence = args.confidence;
    Ok(match test {
        TestName::Binomial => {
            let [k, n] = counts(args, "successes, trials")?;
            result::binomial(k, n, args.p0, side, confidence)?
        }
        TestName::Mcnemar => {
            let table = match args.numbers.as_slice() {
                [n12, n21] => PairedTable { n12: *n12, n21: *n21, ..PairedTable::default() },
                _ => {
                    let [n11, n12, n21, n22] = counts(args, "n11, n12, n21, n22; or n12, n21")?;
                    PairedTable { n11, n12, n21, n22 }
                }
            };
            let rule: Rule = args.rule.parse()?;
            result::mcnemar(&table, &Lost::default(), rule, side, confidence)?
        }
        TestName::TwoProportions => {
            let [x1, n1, x2, n2] = counts(args, "successes and trials of either group")?;
            result::two_proportions(x1, n1, x2, n2, Pooling::Pooled, side, confidence)?
        }
        _ => bail!("this test takes columns of a CSV file: --csv FILE --columns A,B"),
    })
}

fn of_columns(
    test: TestName,
    args: &StatsTestArgs,
    side: Alternative,
    columns: &Columns,
) -> Result<TestResult> {
    let confidence = args.confidence;
    let two = |what: &str| -> Result<(Vec<f64>, Vec<f64>)> {
        columns.check_width(2, what)?;
        Ok((columns.numbers(0)?, columns.numbers(1)?))
    };
    Ok(match test {
        TestName::Binomial => {
            columns.check_width(1, "binomial: one column of right and wrong")?;
            let rights = columns.rights(0)?;
            let right = rights.iter().filter(|right| **right).count() as u64;
            result::binomial(right, rights.len() as u64, args.p0, side, confidence)?
        }
        TestName::Mcnemar => mcnemar(args, side, columns)?,
        TestName::TwoProportions => bail!("two-proportions takes four counts, and no file"),
        TestName::CochranQ => {
            let all: Vec<Vec<bool>> =
                (0..columns.width()).map(|at| columns.rights(at)).collect::<Result<_>>()?;
            let row = |row: usize| all.iter().map(|column| column[row]).collect::<Vec<bool>>();
            result::cochran_q(&(0..columns.len()).map(row).collect::<Vec<_>>())?
        }
        TestName::PairedT => {
            let (x, y) = two("paired-t")?;
            result::paired_t(&x, &y, side, confidence)?
        }
        TestName::Wilcoxon => {
            let (x, y) = two("wilcoxon")?;
            let differences: Vec<f64> = x.iter().zip(&y).map(|(x, y)| x - y).collect();
            let (zeros, method) = (ZeroRule::Wilcox, RankMethod::Auto);
            result::wilcoxon(&differences, zeros, method, side, confidence)?
        }
        TestName::PermutationPaired => {
            let (x, y) = two("permutation-paired")?;
            result::permutation_paired(&x, &y, relabelings(args), side)?
        }
        TestName::Permutation => {
            let groups = groups(columns, "permutation", 2)?;
            result::permutation_independent(&groups[0], &groups[1], relabelings(args), side)?
        }
        TestName::MannWhitney => {
            let groups = groups(columns, "mann-whitney", 2)?;
            result::mann_whitney(&groups[0], &groups[1], RankMethod::Auto, side, confidence)?
        }
        TestName::KruskalWallis => {
            result::kruskal_wallis(&groups(columns, "kruskal-wallis", usize::MAX)?)?
        }
        TestName::Friedman => result::friedman(&columns.matrix()?)?,
        TestName::ShapiroWilk => {
            columns.check_width(1, "shapiro-wilk")?;
            result::shapiro_wilk(&columns.numbers(0)?)?
        }
        TestName::Pearson => {
            let (x, y) = two("pearson")?;
            result::pearson(&x, &y, side, confidence)?
        }
        TestName::Spearman => {
            let (x, y) = two("spearman")?;
            result::spearman(&x, &y, side, confidence)?
        }
        TestName::Kendall => {
            let (x, y) = two("kendall")?;
            result::kendall(&x, &y, side, confidence)?
        }
        TestName::Kappa => {
            columns.check_width(2, "kappa")?;
            let table = agreement(&columns.texts(0), &columns.texts(1));
            result::cohens_kappa(&table, Weights::Unweighted, side, confidence)?
        }
        TestName::Logistic => {
            if columns.width() < 2 {
                bail!("logistic: name the outcome first, then the predictors");
            }
            let predictors = columns.matrix_from(1)?;
            result::logistic(&predictors, &columns.rights(0)?)?
        }
    })
}

/// Columns of right and wrong, original first; with a third, pairs nested in what it names.
fn mcnemar(args: &StatsTestArgs, side: Alternative, columns: &Columns) -> Result<TestResult> {
    if !(2..=3).contains(&columns.width()) {
        bail!(
            "mcnemar: name the original, the perturbed, and, for pairs that belong together, the item"
        );
    }
    let (original, perturbed) = (columns.rights(0)?, columns.rights(1)?);
    let table = |pairs: &mut dyn Iterator<Item = (bool, bool)>| {
        let mut table = PairedTable::default();
        for pair in pairs {
            let cell = match pair {
                (true, true) => &mut table.n11,
                (true, false) => &mut table.n12,
                (false, true) => &mut table.n21,
                (false, false) => &mut table.n22,
            };
            *cell += 1;
        }
        table
    };
    let pairs = || original.iter().copied().zip(perturbed.iter().copied());
    if columns.width() == 2 {
        let rule: Rule = args.rule.parse()?;
        return Ok(result::mcnemar(
            &table(&mut pairs()),
            &Lost::default(),
            rule,
            side,
            args.confidence,
        )?);
    }
    let mut clusters: BTreeMap<&str, Vec<(bool, bool)>> = BTreeMap::new();
    for (item, pair) in columns.texts(2).into_iter().zip(pairs()) {
        clusters.entry(item).or_default().push(pair);
    }
    let clusters: Vec<PairedTable> =
        clusters.into_values().map(|pairs| table(&mut pairs.into_iter())).collect();
    Ok(result::clustered_mcnemar(&clusters, ClusteredMethod::default(), side, args.confidence)?)
}

/// Values by group: a column of values and one of groups; or, for two groups, a column each.
fn groups(columns: &Columns, what: &str, most: usize) -> Result<Vec<Vec<f64>>> {
    columns.check_width(2, &format!("{what}: the values, then their groups"))?;
    let values = columns.numbers(0)?;
    let mut groups: BTreeMap<&str, Vec<f64>> = BTreeMap::new();
    for (group, value) in columns.texts(1).into_iter().zip(values) {
        groups.entry(group).or_default().push(value);
    }
    if groups.len() > most || groups.len() < 2 {
        let names: Vec<&str> = groups.keys().copied().take(10).collect();
        bail!(
            "{what}: the second column names {} groups ({}), and there must be {}",
            groups.len(),
            peirast_report::escape_line(&names.join(", ")),
            if most == 2 { "two" } else { "at least two" }
        );
    }
    Ok(groups.into_values().collect())
}

/// How often each pair of labels was given.
fn agreement(first: &[&str], second: &[&str]) -> Vec<Vec<u64>> {
    let mut labels: Vec<&str> = first.iter().chain(second).copied().collect();
    labels.sort_unstable();
    labels.dedup();
    let place = |label: &str| labels.binary_search(&label).unwrap_or_default();
    let mut table = vec![vec![0; labels.len()]; labels.len()];
    for (one, other) in first.iter().zip(second) {
        table[place(one)][place(other)] += 1;
    }
    table
}

fn relabelings(args: &StatsTestArgs) -> Relabelings {
    match args.draws {
        None => Relabelings::All,
        Some(draws) => Relabelings::Random { draws, seed: args.seed },
    }
}
