//! Power of McNemar's test for pairs of which some will be discordant.

mod beside;
mod curve;

use crate::error::{Context as _, Result, refuse};
use crate::{PowerRequest, Printout};
use beside::Beside;
use peirast_decimals::{fixed_decimals, scientific_decimals, signed};
use peirast_stats::{Alternative, Design, Discordance, Rule};
use serde_json::{Value, json};

/// Power of McNemar's test.
#[derive(Clone, Debug, PartialEq)]
pub struct PowerAnswer {
    /// The answer in both forms.
    pub printout: Printout,
    /// The points of a curve, if one was requested, and the settings in words.
    pub curve: Option<(Vec<(u64, f64)>, String)>,
}

/// Computes the power of McNemar's test, the number of pairs for a power, the smallest detectable
/// effect, or a curve of power against pairs.
///
/// # Errors
/// If the request does not give two of the three, or settings are out of range.
pub fn mcnemar_power(args: &PowerRequest) -> Result<PowerAnswer> {
    let rule: Rule = args.rule.parse()?;
    let alternative: Alternative = args.alternative.parse()?;
    let design = Design::new(rule, alternative, args.alpha)?.one_of(args.tests);
    let beside = Beside::new(args, rule, alternative)?;
    if let (Some(pairs), Some(p21)) = (&args.curve, args.p21) {
        let plan = curve::Plan { design, supposed: Discordance::new(args.p12, p21)?, beside };
        return curve::curve(args, &plan, pairs, &level(&plan.design, args.tests));
    }
    let (sentence, mut row) = match (args.n, args.p21, args.power) {
        (Some(n), Some(p21), None) => power_of(&design, n, args.p12, p21, &beside)?,
        (None, Some(p21), Some(target)) => pairs_for(&design, target, args.p12, p21, &beside)?,
        (Some(n), None, Some(target)) => detectable(&design, n, args.p12, target, alternative)?,
        _ => refuse!(
            "give two of --n, --p21 and --power: n and p21 give the power, p21 and power the pairs \
             needed, n and power the smallest effect that would be found"
        ),
    };
    let settings = json!({
        "p12": args.p12, "alpha": args.alpha, "tests": args.tests, "alpha_each": design.alpha(),
        "alternative": alternative.to_string(), "rule": rule.to_string(),
    });
    if let (Value::Object(row), Value::Object(settings)) = (&mut row, settings) {
        row.extend(settings);
    }
    let text = format!(
        "{sentence} ({rule}, {alternative}, alpha = {}.){}\n",
        args.alpha,
        level(&design, args.tests)
    );
    Ok(PowerAnswer { printout: Printout { text, json: format!("{row}\n") }, curve: None })
}

/// A share with four decimals.
fn four(share: f64) -> String {
    fixed_decimals(share, 4)
}

/// The level of each test, if there are several.
fn level(design: &Design, tests: u64) -> String {
    match tests {
        1 => String::new(),
        _ => format!(
            " That is one of {tests} tests, each at level {} (Bonferroni); under \
             Benjamini-Hochberg the power is at least as high.",
            scientific_decimals(design.alpha(), 3)
        ),
    }
}

fn power_of(
    design: &Design,
    n: u64,
    p12: f64,
    p21: f64,
    beside: &Beside,
) -> Result<(String, Value)> {
    let supposed = Discordance::new(p12, p21)?;
    let power = design.power(n, &supposed);
    let mut sentence =
        format!("With {n} pairs, p12 = {p12} and p21 = {p21}, the power is {}.", four(power));
    let mut row = json!({"n": n, "p21": p21, "power": power});
    for (formula, power) in beside.powers(design, n, &supposed) {
        sentence.push_str(&format!(" By the formula {formula} it is {}.", four(power)));
        row[format!("power_{formula}")] = json!(power);
    }
    simulated(design, n, &supposed, beside, (&mut sentence, &mut row))?;
    Ok((sentence, row))
}

/// Adds the results of simulated studies, if there are any.
fn simulated(
    design: &Design,
    n: u64,
    supposed: &Discordance,
    beside: &Beside,
    (sentence, row): (&mut String, &mut Value),
) -> Result<()> {
    if let Some(found) = beside.simulated(design, n, supposed)? {
        let (share, error) = (found.share(), found.error());
        sentence.push_str(&format!(
            " Of {} simulated studies with {n} pairs, a share of {} rejected (standard error \
             {}).",
            found.studies,
            four(share),
            four(error)
        ));
        row["simulated"] = json!({
            "power": share, "standard_error": error, "studies": found.studies, "seed": beside.seed,
        });
    }
    Ok(())
}

fn pairs_for(
    design: &Design,
    target: f64,
    p12: f64,
    p21: f64,
    beside: &Beside,
) -> Result<(String, Value)> {
    let supposed = Discordance::new(p12, p21)?;
    let size = design
        .pairs_needed(target, &supposed)
        .with_context(|| format!("searching for the number of pairs with a power of {target}"))?;
    let mut sentence =
        format!("A power of {target} at p12 = {p12} and p21 = {p21} needs {} pairs.", size.pairs);
    let mut row = json!({"n": size.pairs, "p21": p21, "power": target});
    for (formula, pairs) in beside.pairs(design, target, &supposed)? {
        sentence.push_str(&format!(" By the formula {formula} it needs {}.", pairs.ceil()));
        row[format!("n_{formula}")] = json!(pairs);
    }
    simulated(design, size.pairs, &supposed, beside, (&mut sentence, &mut row))?;
    Ok((sentence, row))
}

fn detectable(
    design: &Design,
    n: u64,
    p12: f64,
    target: f64,
    alternative: Alternative,
) -> Result<(String, Value)> {
    let found = design.detectable(n, p12, target).with_context(|| {
        format!("searching for the effect that is detected with a power of {target}")
    })?;
    let mut differences = format!("a difference of {}", signed(four(found)));
    let mut row = json!({"n": n, "difference": found, "power": target});
    if alternative == Alternative::TwoSided {
        // The effect may lie on either side of p12, at different distances.
        let gain = design.detectable_gain(n, p12, target).ok();
        let loss = design.detectable_loss(n, p12, target).ok();
        if let (Some(gain), Some(loss)) = (gain, loss) {
            let [gain, loss] = [gain, loss].map(|one| signed(four(one)));
            differences = format!("a difference of {gain} or of {loss}");
        }
        row["gain"] = json!(gain);
        row["loss"] = json!(loss);
    }
    let sentence =
        format!("With {n} pairs and p12 = {p12}, {differences} is detected with power {target}.");
    Ok((sentence, row))
}
