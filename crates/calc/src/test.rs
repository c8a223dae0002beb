//! One test on counts or on columns of a file.

use crate::columns::Columns;
use crate::error::{Result, refuse};
use crate::groups::{Groups, groups, successes, two_shares};
use crate::labels::Labels;
use crate::options::{self, counts, named, no_counts};
use crate::{TestName, TestRequest, mcnemar};
use peirast_stats::{
    Alternative, Error, Relabelings, TestResult, Undefined, paired_differences, result,
};

/// Computes one test on counts, or on columns of a file.
///
/// # Errors
/// If the request or the data are invalid.
pub fn test(args: &TestRequest) -> Result<TestResult> {
    options::check(args)?;
    let side: Alternative = args.alternative.parse()?;
    match args.data.data {
        None => of_counts(args, side),
        Some(_) => {
            no_counts(&args.numbers)?;
            of_data(args, side)
        }
    }
}

fn of_counts(args: &TestRequest, side: Alternative) -> Result<TestResult> {
    let confidence = args.confidence;
    Ok(match args.test {
        TestName::Binomial => {
            let [k, n] = counts(&args.numbers, "successes, trials")?;
            result::binomial(k, n, args.p0.unwrap_or(0.5), side, confidence)?
        }
        TestName::Mcnemar => mcnemar::of_counts(args, side)?,
        TestName::TwoProportions => {
            let given = counts(&args.numbers, "successes and trials of either group")?;
            two_proportions(args, given, side)?
        }
        _ => refuse!("this test takes columns of a file: --data FILE --columns A,B"),
    })
}

fn of_data(args: &TestRequest, side: Alternative) -> Result<TestResult> {
    use TestName::{
        Binomial, KruskalWallis, MannWhitney, Mcnemar, Permutation, PermutationPaired,
        TwoProportions,
    };
    let columns = || Columns::required(&args.data, "A,B");
    let (mut result, missing) = match args.test {
        Mcnemar => {
            let columns = Columns::required_with_gaps(&args.data, "name a file: --data FILE")?;
            let lost = columns.missing;
            (mcnemar::of_columns(args, side, columns)?, lost)
        }
        MannWhitney | Permutation => of_groups(args, side, 2)?,
        KruskalWallis => of_groups(args, side, usize::MAX)?,
        Binomial | TwoProportions => {
            let columns = columns()?;
            (of_rights(args, side, &columns)?, columns.missing)
        }
        _ => {
            let columns = columns()?;
            let mut result = of_columns(args, side, &columns)?;
            if result.p.is_err() {
                result.warnings.extend(columns.constants());
            }
            (result, columns.missing)
        }
    };
    let is_permutation = matches!(args.test, Permutation | PermutationPaired);
    let enumerates_too_much = is_permutation && result.p == Err(Undefined::TooLarge);
    if enumerates_too_much {
        let way_out = "--draws 100000 estimates p from so many random relabelings instead of all";
        result.warnings.push(way_out.to_owned());
    }
    Ok(result.losing(missing, "a value is missing"))
}

/// Tests of several samples.
fn of_groups(args: &TestRequest, side: Alternative, most: usize) -> Result<(TestResult, u64)> {
    let what = match args.test {
        TestName::MannWhitney => "mann-whitney",
        TestName::Permutation => "permutation",
        _ => "kruskal-wallis",
    };
    let Groups { names, values, missing } = groups(&args.data, what, args.wide, most)?;
    let result = match (args.test, values.as_slice()) {
        (TestName::MannWhitney, [x, y]) => {
            result::mann_whitney(x, y, named(args.ranks.as_ref())?, side, args.confidence)?
        }
        (TestName::Permutation, [x, y]) => {
            result::permutation_independent(x, y, relabelings(args), side)?
        }
        _ => return Ok((result::kruskal_wallis(&values)?, missing)),
    };
    let result = match <[String; 2]>::try_from(names) {
        Ok(names) => result.comparing(names),
        Err(_) => result,
    };
    Ok((result, missing))
}

/// Tests of shares.
fn of_rights(args: &TestRequest, side: Alternative, columns: &Columns) -> Result<TestResult> {
    if args.test == TestName::Binomial {
        columns.check_width(1, "binomial: one column of right and wrong")?;
        let (right, n) = successes(&columns.rights(0)?);
        return Ok(result::binomial(right, n, args.p0.unwrap_or(0.5), side, args.confidence)?);
    }
    columns.check_width(2, "two-proportions: right and wrong, then their groups")?;
    let (shares, names) = two_shares(columns)?;
    Ok(two_proportions(args, shares, side)?.comparing(names))
}

fn two_proportions(
    args: &TestRequest,
    [x1, n1, x2, n2]: [u64; 4],
    side: Alternative,
) -> Result<TestResult> {
    let pooling = named(args.pooling.as_ref())?;
    Ok(result::two_proportions(x1, n1, x2, n2, pooling, side, args.confidence)?)
}

/// A test of two columns.
type Pairwise<'a> = &'a dyn Fn(&[f64], &[f64]) -> Result<TestResult, Error>;

fn of_two(columns: &Columns, test: Pairwise<'_>) -> Result<TestResult> {
    columns.check_width(2, "this test")?;
    Ok(test(&columns.numbers(0)?, &columns.numbers(1)?)?)
}

/// Tests of rows.
fn of_columns(args: &TestRequest, side: Alternative, columns: &Columns) -> Result<TestResult> {
    let confidence = args.confidence;
    let two = |test: Pairwise<'_>| of_two(columns, test);
    match args.test {
        TestName::CochranQ => {
            let all: Vec<Vec<bool>> =
                (0..columns.width()).map(|at| columns.rights(at)).collect::<Result<_>>()?;
            let row = |row: usize| all.iter().map(|column| column[row]).collect::<Vec<bool>>();
            Ok(result::cochran_q(&(0..columns.len()).map(row).collect::<Vec<_>>())?)
        }
        TestName::PairedT => two(&|x, y| result::paired_t(x, y, side, confidence)),
        TestName::Wilcoxon => {
            let (zeros, ranks) = (named(args.zeros.as_ref())?, named(args.ranks.as_ref())?);
            two(&|x, y| {
                result::wilcoxon(&paired_differences(x, y)?, zeros, ranks, side, confidence)
            })
        }
        TestName::PermutationPaired => {
            two(&|x, y| result::permutation_paired(x, y, relabelings(args), side))
        }
        TestName::Pearson => two(&|x, y| result::pearson(x, y, side, confidence)),
        TestName::Spearman => two(&|x, y| result::spearman(x, y, side, confidence)),
        TestName::Kendall => two(&|x, y| result::kendall(x, y, side, confidence)),
        TestName::Friedman => Ok(result::friedman(&columns.matrix(0)?)?),
        TestName::ShapiroWilk => {
            columns.check_width(1, "shapiro-wilk")?;
            Ok(result::shapiro_wilk(&columns.numbers(0)?)?)
        }
        TestName::Kappa => kappa(args, side, columns),
        _ => {
            columns.check_widths(2, usize::MAX, "logistic: the outcome, then its predictors")?;
            Ok(result::logistic(&columns.matrix(1)?, &columns.rights(0)?)?)
        }
    }
}

fn kappa(args: &TestRequest, side: Alternative, columns: &Columns) -> Result<TestResult> {
    columns.check_width(2, "kappa")?;
    let (first, second) = (columns.texts(0), columns.texts(1));
    let labels = Labels::new(&args.categories, first.iter().chain(&second).copied())?;
    let weights = named(args.weights.as_ref())?;
    let table = labels.table(&first, &second)?;
    let mut result = result::cohens_kappa(&table, weights, side, args.confidence)?;
    result.warnings.extend(labels.order_note(weights));
    Ok(result)
}

fn relabelings(args: &TestRequest) -> Relabelings {
    match args.draws {
        None => Relabelings::All,
        Some(draws) => Relabelings::Random { draws, seed: args.seed },
    }
}
