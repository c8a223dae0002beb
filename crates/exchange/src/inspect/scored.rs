//! Scores in other people's logs, and counts of their pairs.
//!
//! Peirast does not grade these answers: the scores of Inspect count.

use super::header::Header;
use crate::ExchangeError;
use serde_json::Value;
use std::collections::BTreeMap;

/// The scores of a sample.
#[derive(Clone, Debug, PartialEq)]
pub struct SampleScores {
    /// Its id.
    pub id: String,
    /// Its metadata.
    pub metadata: Value,
    /// True for right, by scorer; `None` if a score is neither right nor wrong.
    pub scores: BTreeMap<String, Option<bool>>,
}

impl SampleScores {
    /// Reads a sample.
    ///
    /// ```
    /// use peirast_exchange::inspect::SampleScores;
    /// use serde_json::json;
    /// let sample = json!({"id": 3, "metadata": {"pair": 7}, "scores": {"match": {"value": "C"}}});
    /// let scored = SampleScores::read(&sample)?;
    /// assert_eq!((scored.field("id"), scored.field("pair")), (Some("3".into()), Some("7".into())));
    /// assert_eq!(scored.scores["match"], Some(true));
    /// # Ok::<(), peirast_exchange::ExchangeError>(())
    /// ```
    ///
    /// # Errors
    /// If the sample has no id.
    pub fn read(sample: &Value) -> Result<Self, ExchangeError> {
        let lacking = || ExchangeError::layout("a sample has no `id`");
        let id = word(&sample["id"]).ok_or_else(lacking)?;
        let scores = sample["scores"].as_object().into_iter().flatten();
        let scores = scores.map(|(name, score)| (name.clone(), verdict(&score["value"]))).collect();
        Ok(Self { id, metadata: sample["metadata"].clone(), scores })
    }

    /// The value of `id`, or of a field of the metadata, as a text.
    pub fn field(&self, name: &str) -> Option<String> {
        match name {
            "id" => Some(self.id.clone()),
            _ => word(&self.metadata[name.strip_prefix("metadata.").unwrap_or(name)]),
        }
    }
}

fn word(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        Value::Bool(flag) => Some(flag.to_string()),
        _ => None,
    }
}

/// True for a right score, false for a wrong one; `None` for a part of right.
fn verdict(value: &Value) -> Option<bool> {
    match value {
        Value::Bool(flag) => Some(*flag),
        Value::String(text) => match text.as_str() {
            "C" => Some(true),
            "I" => Some(false),
            _ => None,
        },
        Value::Number(number) => match number.as_f64() {
            Some(1.0) => Some(true),
            Some(0.0) => Some(false),
            _ => None,
        },
        _ => None,
    }
}

/// A log whose scores are used.
#[derive(Clone, Debug, PartialEq)]
pub struct ScoreLog {
    /// Its header.
    pub header: Header,
    /// Its samples.
    pub samples: Vec<SampleScores>,
}

/// The contingency table of the pairs of two lists of samples, by one scorer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Joint {
    /// The scorer.
    pub scorer: String,
    /// Number of pairs in which both are right.
    pub n11: u64,
    /// Number of pairs in which only the original is right.
    pub n12: u64,
    /// Number of pairs in which only the perturbed version is right.
    pub n21: u64,
    /// Number of pairs in which both are wrong.
    pub n22: u64,
    /// Number of pairs with a member that has no verdict, or is right as often as wrong.
    pub lost: u64,
}

/// The samples with a level of a field, such as `variant=original`.
pub fn with_level<'s>(
    samples: &'s [SampleScores],
    field: &str,
    level: &str,
) -> Vec<&'s SampleScores> {
    samples.iter().filter(|one| one.field(field).as_deref() == Some(level)).collect()
}

/// Joins two lists of samples by a field, and counts pairs by each scorer that both have.
/// Repetitions of a sample are one member, which is right if most of its verdicts are.
///
/// # Errors
/// If the samples have no such field, no pair, or no scorer in common.
pub fn joint(
    original: &[&SampleScores],
    perturbed: &[&SampleScores],
    by: &str,
) -> Result<Vec<Joint>, ExchangeError> {
    let (first, second) = (members(original, by)?, members(perturbed, by)?);
    let mut tables: BTreeMap<&str, Joint> = BTreeMap::new();
    let mut pairs = 0_u64;
    for (item, one) in &first {
        let Some(other) = second.get(item) else { continue };
        pairs += 1;
        for (scorer, own) in one {
            let Some(theirs) = other.get(scorer) else { continue };
            let start = || Joint { scorer: (*scorer).to_owned(), ..Joint::default() };
            let table = tables.entry(scorer).or_insert_with(start);
            *match (own.verdict(), theirs.verdict()) {
                (Some(true), Some(true)) => &mut table.n11,
                (Some(true), Some(false)) => &mut table.n12,
                (Some(false), Some(true)) => &mut table.n21,
                (Some(false), Some(false)) => &mut table.n22,
                _ => &mut table.lost,
            } += 1;
        }
    }
    if pairs == 0 {
        return Err(ExchangeError::Layout(format!(
            "no two samples have the same `{by}`: name a metadata field with the same value in \
             both members of a pair, or `id`"
        )));
    }
    // Scorers of other properties, such as lengths, give neither right nor wrong.
    tables.retain(|_, table| table.n11 + table.n12 + table.n21 + table.n22 > 0);
    if tables.is_empty() {
        return Err(ExchangeError::layout(
            "no scorer marks both members of a pair as right or wrong: score the logs with \
             `inspect score` first",
        ));
    }
    Ok(tables.into_values().collect())
}

/// Numbers of right and wrong verdicts of a member.
#[derive(Default)]
struct Tally {
    right: u64,
    wrong: u64,
}

impl Tally {
    fn verdict(&self) -> Option<bool> {
        (self.right != self.wrong).then_some(self.right > self.wrong)
    }
}

type Members<'s> = BTreeMap<String, BTreeMap<&'s str, Tally>>;

fn members<'s>(samples: &[&'s SampleScores], by: &str) -> Result<Members<'s>, ExchangeError> {
    let mut members: Members<'s> = BTreeMap::new();
    for sample in samples {
        let item = sample.field(by).ok_or_else(|| {
            ExchangeError::Layout(format!(
                "sample {} has no field `{by}`, so it cannot be paired",
                sample.id
            ))
        })?;
        let member = members.entry(item).or_default();
        for (scorer, verdict) in &sample.scores {
            let tally = member.entry(scorer).or_default();
            match verdict {
                Some(true) => tally.right += 1,
                Some(false) => tally.wrong += 1,
                None => {}
            }
        }
    }
    Ok(members)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn sample(id: &str, pair: u64, value: Value) -> SampleScores {
        let scores = json!({"match": {"value": value}});
        SampleScores::read(&json!({"id": id, "metadata": {"pair": pair}, "scores": scores}))
            .expect("a sample")
    }

    #[test]
    fn pairs_are_counted_by_scorer() {
        let first = [
            sample("a", 1, json!("C")),
            sample("b", 2, json!("C")),
            sample("c", 3, json!(0)),
            sample("d", 4, json!(0.5)),
            sample("e", 5, json!("C")),
            sample("e", 5, json!("I")),
            sample("alone", 9, json!("C")),
        ];
        let second = [
            sample("v", 1, json!(true)),
            sample("w", 2, json!("I")),
            sample("x", 3, json!(1.0)),
            sample("y", 4, json!("C")),
            sample("z", 5, json!("C")),
        ];
        let (first, second): (Vec<_>, Vec<_>) = (first.iter().collect(), second.iter().collect());
        let tables = joint(&first, &second, "metadata.pair").expect("tables");
        let expected =
            Joint { scorer: "match".to_owned(), n11: 1, n12: 1, n21: 1, n22: 0, lost: 2 };
        assert_eq!(tables, [expected]);
        let none = joint(&first, &second, "id").expect_err("no pair").to_string();
        assert!(none.contains("no two samples have the same `id`"), "{none}");
        let lacking = joint(&first, &second, "topic").expect_err("no field").to_string();
        assert!(lacking.contains("sample a has no field `topic`"), "{lacking}");
    }
}
