//! Shortcuts: the accuracy of simple rules without reasoning, on the items that were asked.

use crate::accuracy::ratio;
use crate::table::{Record, table};
use crate::{Accuracy, Judgement, Variant};
use peirast_logic::categorical::Quantity;
use peirast_logic::syllogism::{Figure, Form};
use peirast_table::Table;
use peirast_task::{PremisePair, Theory};
use serde::Serialize;
use std::collections::BTreeMap;

/// The accuracy of a shortcut.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Shortcut {
    /// The rule.
    pub rule: &'static str,
    /// Numbers of right answers and of questions for N, O, X, OX, where the rule gives an answer.
    pub variants: [(u64, u64); 4],
}

impl Shortcut {
    /// Numbers of right answers and of questions over all versions, where the rule gives an answer.
    pub fn all(&self) -> (u64, u64) {
        self.variants.iter().fold((0, 0), |(a, b), (right, of)| (a + right, b + of))
    }
}

/// A shortcut that is right much more often than chance.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct TellingShortcut {
    /// The rule.
    pub rule: String,
    /// Questions that the rule answers correctly.
    pub right: u64,
    /// Questions that the rule answers.
    pub of: u64,
    /// The subjects that are not clearly more accurate: the interval of their accuracy contains
    /// that of the rule, or is below it. Subjects without a verdict are among the unknown.
    pub subjects: Vec<String>,
    /// The subjects without a verdict, whose accuracy is unknown.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub unknown: Vec<String>,
}

/// From this accuracy on, from 0 to 1, a shortcut is right much more often than chance.
const OFTEN: f64 = 0.75;

/// The same if some subject is not clearly more accurate.
const OFTEN_ENOUGH: f64 = 0.6;

/// The shortcuts that are right much more often than chance, the most accurate first. A rule that
/// answers less than half of the questions is left out.
pub fn telling_shortcuts(rows: &[Shortcut], accuracies: &[Accuracy]) -> Vec<TellingShortcut> {
    let questions = rows.iter().map(|row| row.all().1).max().unwrap_or(0);
    let telling = |row: &Shortcut| {
        let (right, of) = row.all();
        let own = ratio(right, of).filter(|_| 2 * of >= questions)?;
        let is_near = |one: &&Accuracy| {
            one.group.is_subject() && one.accuracy.is_some_and(|share| share.interval.low <= own)
        };
        let is_unknown = |one: &&Accuracy| one.group.is_subject() && one.accuracy.is_none();
        let named = |one: &Accuracy| one.group.names()[0].to_owned();
        let subjects: Vec<String> = accuracies.iter().filter(is_near).map(named).collect();
        let unknown = accuracies.iter().filter(is_unknown).map(named).collect();
        let is_telling = own >= OFTEN || (own >= OFTEN_ENOUGH && !subjects.is_empty());
        is_telling.then(|| TellingShortcut {
            rule: row.rule.to_owned(),
            right,
            of,
            subjects,
            unknown,
        })
    };
    let mut telling: Vec<TellingShortcut> = rows.iter().filter_map(telling).collect();
    // Fractions are compared without division.
    telling.sort_by(|a, b| (b.right * a.of).cmp(&(a.right * b.of)));
    telling
}

/// A rule that accepts or rejects, or gives no answer.
type Rule = fn(&Judgement) -> Option<bool>;

/// The rules.
const RULES: [(&str, Rule); 5] = [
    ("says incorrect always", |_| Some(false)),
    ("says correct if believable; to made-up words never", |j| Some(j.is_believed())),
    (
        "says correct if the conclusion is negative exactly if a premise is, and begins with \"Some\" exactly if a premise does",
        |j| {
            let (pair, conclusion) = PremisePair::from_form(j.form?, true);
            Some(Theory::Atmosphere.by_rule(pair)?.contains(&conclusion))
        },
    ),
    ("says correct if the conclusion's subject is in the premise shown second", |j| {
        // The subject of the conclusion is in the minor premise.
        Some(j.major_first? != j.variant.is_switched())
    }),
    (
        "says correct if a premise begins with \"No\" and then names the conclusion's predicate",
        |j| Some(predicate_after_no(j.form?)),
    ),
];

/// Returns true if the major premise is "No P are M".
fn predicate_after_no(form: Form) -> bool {
    let predicate_first = matches!(form.figure, Figure::Second | Figure::Fourth);
    form.major == Quantity::No && predicate_first
}

/// The accuracy of shortcuts on the questions asked.
pub fn shortcuts(judgements: &[Judgement]) -> Vec<Shortcut> {
    let questions: BTreeMap<(&str, Variant), &Judgement> =
        judgements.iter().map(|j| ((j.item.as_str(), j.variant), j)).collect();
    let score = |(name, rule): (&'static str, Rule)| {
        let mut variants = [(0, 0); 4];
        for judgement in questions.values() {
            if let Some(accepts) = rule(judgement) {
                let (right, of) = &mut variants[judgement.variant as usize];
                *right += u64::from(accepts == judgement.valid);
                *of += 1;
            }
        }
        Shortcut { rule: name, variants }
    };
    RULES.into_iter().map(score).collect()
}

/// The table of shortcuts.
pub fn shortcut_table(rows: &[Shortcut]) -> Table<'static> {
    let record = |row: &Shortcut| {
        let (right, of) = row.all();
        let [n, o, x, ox] = row.variants.map(|(right, of)| ratio(right, of));
        Record::new(false)
            .cell("rule", row.rule)
            .share("N", n)
            .share("O", o)
            .share("X", x)
            .share("OX", ox)
            .share("all", ratio(right, of))
    };
    table(
        "shortcuts",
        "Accuracy of shortcuts",
        "Rules without reasoning, applied to the questions that were asked. A subject with about \
         the accuracy of a rule has shown no more than that rule.",
        rows.iter().map(record),
    )
}
