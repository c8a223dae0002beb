//! Remarks on one comparison that a reader has to know.

use crate::comparison::Draft;
use crate::estimate::PairStatistics;
use crate::family::deciding;
use crate::{CompareOptions, ComparisonVerdict, ScoredRun, ScoredTask, ScoredUnit};
use peirast_decimals::counted;

/// Scores that are infinite: they count as none.
pub(crate) fn not_finite(runs: [(&ScoredRun, &ScoredTask); 2]) -> Vec<String> {
    let said = |(run, task): (&ScoredRun, &ScoredTask)| {
        let scores = counted(task.not_finite(), "score", "scores");
        format!("{scores} of {}: not finite, and left out as no score", run.name)
    };
    runs.into_iter().filter(|(_, task)| task.not_finite() > 0).map(said).collect()
}

/// Answers that are right or wrong, but whose means over rows of one item are not.
pub(crate) fn repeated_remark(
    are_marks: bool,
    found: &PairStatistics,
    unit: ScoredUnit,
) -> Option<String> {
    let elsewhere = match unit {
        ScoredUnit::Questions => " (other pages count the majority of its votes)",
        ScoredUnit::Items => "",
    };
    (are_marks && found.counts.is_none()).then(|| {
        format!(
            "what was answered several times counts with the mean of its answers{elsewhere}; the test is by sign flips, \
             because McNemar's test needs single answers"
        )
    })
}

/// Remarks on a verdict that seems not to agree with p or with the interval.
pub(crate) fn verdict_remarks(
    verdict: &ComparisonVerdict,
    p_adjusted: f64,
    draft: &Draft<'_>,
    options: &CompareOptions,
) -> Option<String> {
    let difference = draft.found.difference;
    let (low, high) = difference.low.zip(difference.high)?;
    let percent = |share: f64| peirast_decimals::percent_decimals(share, 0);
    let excludes_0 = low > 0.0 || high < 0.0;
    match verdict {
        ComparisonVerdict::Equivalent { margin } if low < -margin || high > *margin => {
            Some(format!(
                "equivalence is two one-sided tests, as if by an interval of {} %: that of {} % may reach beyond the \
             margin",
                percent(1.0 - 2.0 * options.alpha),
                percent(options.confidence())
            ))
        }
        ComparisonVerdict::Undecided { .. } if excludes_0 => Some(
            match deciding(draft, options) <= options.alpha {
                true => "the interval excludes 0, but is not adjusted; the test decides, and does not reject",
                false => {
                    "the interval excludes 0, but the test does not reject: they are different methods, which can disagree \
                     near the limit; the test decides"
                }
            }
            .to_owned(),
        ),
        ComparisonVerdict::Better | ComparisonVerdict::Worse
            if !excludes_0 && p_adjusted <= options.alpha =>
        {
            Some("the interval contains 0, but the test rejects; the test decides".to_owned())
        }
        _ => None,
    }
}
