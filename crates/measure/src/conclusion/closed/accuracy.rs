//! Accuracy of closed answers, and the bias towards yes.

use super::super::grouped::{Groups, adjust, only};
use super::super::{Bounds, Kind, Lost, Options, Paired};
use super::{Chosen, QuestionType};
use crate::accuracy::{ratio, share_at};
use crate::table::{Record, table};
use crate::{Group, Placed};
use peirast_stats::PairedTable;
use peirast_stats::shares::Share;
use peirast_table::{Table, Value};
use serde::Serialize;
use std::collections::BTreeMap;

/// The accuracy of a group on closed questions of one type, for problems of one kind or of all
/// kinds.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ClosedAccuracy {
    /// The group.
    pub group: Group,
    /// The type.
    pub question: QuestionType,
    /// The kind of problem; `None` for all kinds.
    pub kind: Option<Kind>,
    /// Answers asked for.
    pub answers: u64,
    /// Lost answers, in the order of [`Lost::ALL`]; tied votes count as unread.
    pub lost: [u64; 5],
    /// Right answers among those with a verdict.
    pub accuracy: Option<Share>,
    /// The range of the accuracy over all outcomes of lost answers.
    pub range: Option<Bounds>,
    /// The accuracy of guessing.
    pub guessing: f64,
    /// Acceptance (yes, or some conclusion) among answers with a verdict.
    pub accepts: Option<Share>,
    /// The rate of acceptance that would be right.
    pub accepts_rightly: Option<f64>,
    /// The bias towards acceptance: `first` counts where acceptance is right, `second` where it was
    /// given.
    pub bias: Option<Paired>,
}

/// The accuracies of every group, type and kind.
pub(crate) fn accuracies(
    groups: &Groups<'_, Chosen>,
    options: &Options<'_>,
) -> Vec<ClosedAccuracy> {
    let mut rows = Vec::new();
    for question in QuestionType::ALL {
        for kind in [None].into_iter().chain(Kind::ALL.map(Some)) {
            let measure = |(group, answers): &(Group, Vec<&Chosen>)| {
                let fits = |a: &Chosen| a.question == question && kind.is_none_or(|k| k == a.kind);
                let asked = only(answers, fits);
                (!asked.is_empty()).then(|| accuracy(group, question, kind, &asked, options))
            };
            let mut family: Vec<ClosedAccuracy> = groups.iter().filter_map(measure).collect();
            adjust(&mut family, |row| {
                let bias = row.bias.as_mut()?;
                Some((&row.group, bias.p, &mut bias.p_adjusted))
            });
            rows.extend(family);
        }
    }
    rows.sort_by(|a, b| (&a.group, a.question).cmp(&(&b.group, b.question)));
    rows
}

fn accuracy(
    group: &Group,
    question: QuestionType,
    kind: Option<Kind>,
    answers: &[&Chosen],
    options: &Options<'_>,
) -> ClosedAccuracy {
    let count =
        |holds: &dyn Fn(&Chosen) -> bool| answers.iter().filter(|a| holds(a)).count() as u64;
    let all = answers.len() as u64;
    let right = count(&|a| a.is_right() == Some(true));
    let lost = count(&|a| a.accepted.is_err());
    let with_verdict = only(answers, |a: &Chosen| a.accepted.is_ok());
    let rightly = with_verdict.iter().filter(|a| a.right.is_some()).count() as u64;
    ClosedAccuracy {
        group: group.clone(),
        question,
        kind,
        answers: all,
        lost: Lost::ALL.map(|why| count(&|a| a.accepted == Err(why))),
        accuracy: share_at(options.level, answers, Chosen::is_right),
        range: Bounds::new(right, right + lost, all),
        guessing: answers.iter().map(|a| a.guessing()).sum::<f64>() / all as f64,
        accepts: share_at(options.level, answers, Chosen::accepts),
        accepts_rightly: ratio(rightly, with_verdict.len() as u64),
        bias: bias(&with_verdict, options.level),
    }
}

/// Acceptance compared with correct acceptance, in pairs.
fn bias(answers: &[&Chosen], level: f64) -> Option<Paired> {
    let mut items: BTreeMap<&str, PairedTable> = BTreeMap::new();
    for answer in answers {
        let accepts = answer.accepts()?;
        items.entry(answer.item()).or_default().record(answer.right.is_some(), accepts);
    }
    Paired::counted(items, 0, level)
}

/// The table of accuracies.
pub(crate) fn accuracy_table(rows: &[ClosedAccuracy]) -> Table<'static> {
    let record = |row: &ClosedAccuracy| {
        let [unread, refused, empty, truncated, unanswered] = row.lost;
        let bias = row.bias;
        Record::for_group(&row.group)
            .cell("question", row.question.name())
            .cell("kind", row.kind.map_or("all", Kind::name))
            .count("answers", row.answers)
            .count("lost", row.lost.iter().sum::<u64>())
            .estimate(["accuracy", "low", "high"], row.accuracy)
            .share("guessing", row.guessing)
            .share_alone("accepts", row.accepts)
            .share("accepts_rightly", row.accepts_rightly)
            .points("bias", bias.map(|bias| bias.difference))
            .interval(["bias_low", "bias_high"], bias.and_then(|b| b.interval), Value::Points)
            .p("p_bias_adjusted", bias.and_then(|bias| bias.p_adjusted))
            .p("+p_bias", bias.map(|bias| bias.p))
            .bounds(["+accuracy_least", "+accuracy_most"], row.range)
            .count("+right_count", row.accuracy.map_or(0, |share| share.count))
            .count("+unread", unread)
            .count("+refused", refused)
            .count("+empty", empty)
            .count("+truncated", truncated)
            .count("+unanswered", unanswered)
    };
    table(
        "closed-accuracy",
        "Closed questions",
        "Answers to closed questions about conclusions: does this follow (yes-no), and which of \
         these follows, if any (choice). Accuracy: the share of answers with a verdict that are \
         right, with items as the unit of its interval. Guessing: the accuracy of random answers. \
         Least and most (in the files) count all lost answers as wrong and as right. \
         Accepts: the share of yes, or of some conclusion instead of \"none follows\". Rightly: \
         the share of the same questions for which that is right. Bias: the first minus the \
         second, in percentage points; above 0 for a bias towards yes. p tests that there is no \
         bias: signs of whole items flipped (with one answer per item McNemar's exact test), \
         adjusted over subjects for each type and kind (Benjamini-Hochberg).",
        rows.iter().map(record),
    )
}
