//! McNemar's test on counts or columns, by any rule or form.

use crate::TestRequest;
use crate::columns::Columns;
use crate::error::{Result, refuse};
use crate::options::named;
use crate::pairs;
use peirast_stats::{
    Alternative, ClusteredMethod, Estimate, Lost, McNemar, Method, PairedTable, Quantity, Rule,
    TestResult, effect, mcnemar, result,
};

/// A rule, or a form of the test that is not a rule.
enum Form {
    Rule(Rule),
    NormalCorrected,
    ChiSquare,
    ChiSquareCorrected,
}

impl Form {
    fn new(name: Option<&str>) -> Result<Self> {
        Ok(match name {
            None => Self::Rule(Rule::default()),
            Some("normal-corrected") => Self::NormalCorrected,
            Some("chi-square") => Self::ChiSquare,
            Some("chi-square-corrected") => Self::ChiSquareCorrected,
            Some(name) => match name.parse() {
                Ok(rule) => Self::Rule(rule),
                Err(error) => {
                    refuse!("{error}, normal-corrected, chi-square, chi-square-corrected")
                }
            },
        })
    }
}

/// The test of counts.
pub fn of_counts(args: &TestRequest, side: Alternative) -> Result<TestResult> {
    if args.method.is_some() {
        refuse!("--method is for related pairs: name three columns");
    }
    let table = pairs::table_of_counts(&args.numbers)?;
    let result = test(args, &table, &pairs::lost(&args.lost)?, side)?;
    match args.numbers.len() {
        2 => of_discordant_pairs(result, &table, args.confidence),
        _ => Ok(result),
    }
}

/// If the concordant pairs are not given, the effect is the odds ratio.
fn of_discordant_pairs(
    mut result: TestResult,
    table: &PairedTable,
    confidence: f64,
) -> Result<TestResult> {
    let found = effect::odds_ratio(table.n12, table.n21, confidence)?;
    result.unit = "discordant pairs".to_owned();
    result.effect = Some(Quantity { name: "odds ratio".to_owned(), value: found.value() });
    result.interval = Some(Estimate {
        of: "odds ratio".to_owned(),
        confidence,
        method: "clopper-pearson".to_owned(),
        limits: found.limits(),
    });
    Ok(result)
}

/// The test of columns: original, perturbed and, for related pairs, the cluster.
pub fn of_columns(args: &TestRequest, side: Alternative, columns: Columns) -> Result<TestResult> {
    if !args.lost.is_empty() {
        refuse!("--lost is for counts; in columns, pairs that lack a member are already lost");
    }
    let what = "mcnemar: the original, the perturbed and, for related pairs, the item";
    columns.check_widths(2, 3, what)?;
    if columns.width() == 3 {
        return clustered(args, side, columns);
    }
    if args.method.is_some() {
        refuse!("--method is for related pairs: name the item as a third column");
    }
    let (table, lost) = pairs::table(&pairs::pairs(&columns)?);
    test(args, &table, &lost, side)
}

fn clustered(args: &TestRequest, side: Alternative, columns: Columns) -> Result<TestResult> {
    if args.rule.is_some() {
        refuse!("--rule is for independent pairs; for related pairs use --method");
    }
    let method: ClusteredMethod = named(args.method.as_ref())?;
    let (clusters, lost, nameless) = pairs::clusters(columns)?;
    let result = result::clustered_mcnemar(&clusters, method, side, args.confidence)?;
    Ok(losing(result, &lost).losing(nameless, "without an item"))
}

fn test(
    args: &TestRequest,
    table: &PairedTable,
    lost: &Lost,
    side: Alternative,
) -> Result<TestResult> {
    let (n12, n21) = (table.n12, table.n21);
    let test = match Form::new(args.rule.as_deref())? {
        Form::Rule(rule) => {
            return Ok(result::mcnemar(table, lost, rule, side, args.confidence)?);
        }
        Form::NormalCorrected => mcnemar::normal_corrected(n12, n21, side),
        Form::ChiSquare => mcnemar::chi_square(n12, n21),
        Form::ChiSquareCorrected => mcnemar::chi_square_corrected(n12, n21),
    };
    let normal = result::mcnemar(table, &Lost::default(), Rule::Normal, side, args.confidence)?;
    let mut result = losing(as_form(normal, &test, side), lost);
    if lost.total() > 0 {
        let known = "the effect of lost pairs is known only for the rules exact, mid-p, normal and \
                     the published ones";
        result.warnings.push(known.to_owned());
    }
    Ok(result)
}

/// The result of the uncorrected normal test with the numbers of another form.
fn as_form(mut result: TestResult, test: &McNemar, side: Alternative) -> TestResult {
    result.method = test.method.name().to_owned();
    result.p = Ok(test.p);
    result.alternative = Some(test.alternative);
    // Without discordant pairs, no form has a statistic.
    result.statistic.value = result.statistic.value.map(|_| test.statistic);
    if matches!(test.method, Method::ChiSquare | Method::ChiSquareCorrected) {
        result.statistic.name = "chi-square".to_owned();
        result.df = vec![1.0];
    }
    if test.alternative != side {
        let asked = "this rule tested two-sided although a direction was given";
        result.warnings.push(asked.to_owned());
    }
    result
}

fn losing(result: TestResult, lost: &Lost) -> TestResult {
    result
        .losing(lost.neither, "with neither answer")
        .losing(
            lost.original_right.saturating_add(lost.original_wrong),
            "without the perturbed answer",
        )
        .losing(
            lost.perturbed_right.saturating_add(lost.perturbed_wrong),
            "without the original answer",
        )
}
