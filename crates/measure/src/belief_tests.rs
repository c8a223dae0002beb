//! Tests of belief bias over subjects.

use crate::accuracy::CONFIDENCE;
use crate::table::{Record, table};
use crate::{Accuracy, Bias};
use peirast_stats::{
    Alternative, Bootstrap, Error, Interval, RankMethod, TestResult, ZeroRule, bootstrap,
    paired_differences, result,
};
use peirast_table::{Table, Value};
use serde::Serialize;

/// The two definitions of the effect of belief on a subject.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum BeliefEffect {
    /// With real words and balanced validity: [`Bias::belief`].
    Balanced,
    /// As published, with made-up words counted as unbelievable: [`Bias::published`].
    Published,
}

impl BeliefEffect {
    const ALL: [Self; 2] = [Self::Balanced, Self::Published];

    /// The name in tables.
    const fn name(self) -> &'static str {
        match self {
            Self::Balanced => "balanced",
            Self::Published => "published",
        }
    }

    /// Accuracy where logic and belief agree, and where they do not.
    fn accuracies(self, bias: &Bias) -> Option<[f64; 2]> {
        match self {
            Self::Balanced => bias.congruent_and_incongruent(),
            Self::Published => Some([bias.congruent_published?, bias.incongruent_published?]),
        }
    }
}

/// One test of the effects of belief on all subjects.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct BeliefTest {
    /// The effect that is tested.
    pub effect: BeliefEffect,
    /// Its mean over subjects, from -1 to 1.
    pub mean: f64,
    /// The 95 % interval of the mean: percentiles of a bootstrap over subjects. `None` for a single
    /// subject, because all its resamples are the same.
    pub interval: Option<Interval>,
    /// The test.
    pub result: TestResult,
}

/// Resamples of the bootstrap.
const RESAMPLES: u64 = 10_000;
const SEED: u64 = 1;

/// Tests both effects over subjects; empty if no subject has a known effect.
///
/// # Errors
/// Only a bug: accuracies are finite, and lists of subjects have equal lengths.
pub fn belief_tests(biases: &[Bias], accuracies: &[Accuracy]) -> Result<Vec<BeliefTest>, Error> {
    let mut tests = Vec::new();
    for effect in BeliefEffect::ALL {
        tests.extend(effect_tests(effect, biases, accuracies)?);
    }
    Ok(tests)
}

fn effect_tests(
    effect: BeliefEffect,
    biases: &[Bias],
    accuracies: &[Accuracy],
) -> Result<Vec<BeliefTest>, Error> {
    let two_sided = Alternative::TwoSided;
    let subject = |bias: &Bias| {
        let [congruent, incongruent] = effect.accuracies(bias)?;
        let own = accuracies.iter().find(|row| row.group == bias.group)?;
        Some((congruent, incongruent, own.accuracy?.value))
    };
    let subjects: Vec<(f64, f64, f64)> =
        biases.iter().filter(|bias| bias.group.is_subject()).filter_map(subject).collect();
    if subjects.is_empty() {
        return Ok(Vec::new());
    }
    let congruent: Vec<f64> = subjects.iter().map(|(congruent, ..)| *congruent).collect();
    let incongruent: Vec<f64> = subjects.iter().map(|(_, incongruent, _)| *incongruent).collect();
    let accuracy: Vec<f64> = subjects.iter().map(|(.., accuracy)| *accuracy).collect();
    let effects = paired_differences(&congruent, &incongruent)?;
    let median = bootstrap::median(&accuracy);
    let on_side = |is_on: fn(&f64, &f64) -> bool| -> Vec<f64> {
        let pairs = accuracy.iter().zip(&effects);
        pairs.filter(|(own, _)| is_on(own, &median)).map(|(_, effect)| *effect).collect()
    };
    let (above, below) = (on_side(f64::gt), on_side(f64::lt));
    let results = [
        result::shapiro_wilk(&effects)?,
        result::paired_t(&congruent, &incongruent, two_sided, CONFIDENCE)?,
        result::wilcoxon(&effects, ZeroRule::Wilcox, RankMethod::Auto, two_sided, CONFIDENCE)?,
        result::mann_whitney(&above, &below, RankMethod::Auto, two_sided, CONFIDENCE)?,
    ];
    let drawn = Bootstrap::seeded(&effects, bootstrap::mean, RESAMPLES, SEED)?;
    let interval = if subjects.len() > 1 { Some(drawn.percentile(CONFIDENCE)?) } else { None };
    let row = |result| BeliefTest { effect, mean: drawn.estimate(), interval, result };
    Ok(results.into_iter().map(row).collect())
}

/// The table of these tests.
pub fn belief_tests_table(rows: &[BeliefTest]) -> Table<'static> {
    let record = |row: &BeliefTest| {
        Record::new(false)
            .cell("measure", row.effect.name())
            .points("mean", row.mean)
            .interval(["mean_low", "mean_high"], row.interval, Value::Points)
            .tested(&row.result)
            .p("p", row.result.p.ok())
    };
    table(
        "belief-bias-tests",
        "Belief bias over subjects",
        "Subjects are the unit; means are in percentage points. The balanced effect is that of the table of belief bias, with real \
         words and balanced validity. The published effect is over all words; made-up words count \
         as unbelievable. The interval of the mean is by a bootstrap over subjects (10,000 \
         resamples, percentiles). The Shapiro-Wilk test is one of normality of the effects. The \
         paired t-test and Wilcoxon's test compare accuracy where logic and belief agree with \
         accuracy where they differ. The Mann-Whitney test compares the effects of subjects above \
         the median accuracy with those of subjects below it (subjects at the median are left \
         out).",
        rows.iter().map(record),
    )
}
