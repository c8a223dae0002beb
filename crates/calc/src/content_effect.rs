//! The content effect of answers in the layout of SemEval-2026 Task 11.

use crate::ContentEffectRequest;
use crate::columns::source::array;
use crate::error::{Context as _, Result, refuse};
use crate::sheet::{Cell, Sheet, defined};
use peirast_record::UniqueValue;
use peirast_stats::{ContentCell, ContentCounts, ContentEffect, content_effect as effects};
use peirast_table::{decode_text, escape_line};
use serde_json::{Map, Value};
use std::collections::BTreeMap;
use std::path::Path;

/// An example of an item of the gold data.
const GOLD: &str = r#"{"id": "1", "validity": true, "plausibility": false}"#;
/// An example of an item of the answers.
const ANSWER: &str = r#"{"id": "1", "validity": true}"#;

/// Computes accuracy, content effect and score of answers, with the interval of the score. Items
/// without an answer count as wrong.
///
/// # Errors
/// If files do not have the layout of the task, ids are duplicate or unknown, or a cell has no
/// items.
pub fn content_effect(request: &ContentEffectRequest) -> Result<Sheet> {
    let ContentEffectRequest { confidence, resamples, seed, .. } = *request;
    let gold = items(&request.gold, GOLD)?;
    let answers = answers(&request.answers, &gold)?;
    let mut clusters: BTreeMap<String, ContentCounts> = BTreeMap::new();
    for (id, item) in &gold {
        let is_valid = item.flag("validity")?;
        let cell = ContentCell::new(item.flag("plausibility")?, is_valid);
        let cluster = request.by.as_deref().map_or_else(|| Ok(id.clone()), |by| item.text(by))?;
        clusters.entry(cluster).or_default().record(cell, answers.get(id) == Some(&is_valid));
    }
    let clusters: Vec<ContentCounts> = clusters.into_values().collect();
    let counts = ContentCounts::sum(&clusters);
    let found =
        ContentEffect::new(&counts).with_context(|| format!("reading {}", name(&request.gold)))?;
    let drawn = effects::bootstrap(&clusters, resamples, seed);
    let interval = defined(drawn.and_then(|drawn| drawn.percentile(confidence)))?;
    let by_chance = effects::exchanged(&clusters, resamples, seed)?;
    let percent = |share: f64| Cell::number(100.0 * share);
    let mut row = vec![("accuracy", percent(found.accuracy))];
    row.extend(
        ContentCell::ALL.iter().zip(found.cells).map(|(cell, own)| (cell.name(), percent(own))),
    );
    row.extend([
        ("content effect", percent(found.effect)),
        ("p of content effect", Cell::number(by_chance.p)),
        ("score", Cell::number(found.score)),
        ("confidence", Cell::number(confidence)),
        ("interval", Cell::Interval(interval)),
        ("score by chance", Cell::number(by_chance.score)),
        ("items", Cell::Count(gold.len() as u64)),
        ("clusters", Cell::Count(clusters.len() as u64)),
        ("without answer", Cell::Count((gold.len() - answers.len()) as u64)),
        ("resamples", Cell::Count(resamples)),
    ]);
    Ok(Sheet::single(row).noting(missing(&gold, &answers)))
}

/// The note on items without an answer.
fn missing(gold: &BTreeMap<String, Item>, answers: &BTreeMap<String, bool>) -> Option<String> {
    /// The most ids in a note.
    const SHOWN: usize = 5;
    let ids: Vec<String> = gold
        .keys()
        .filter(|id| !answers.contains_key(*id))
        .map(|id| format!("`{}`", escape_line(id)))
        .collect();
    let more = match ids.len().saturating_sub(SHOWN) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    let listed = ids.iter().take(SHOWN).cloned().collect::<Vec<_>>().join(", ") + &more;
    match ids.len() {
        0 => None,
        1 => Some(format!("1 of {} items has no answer and counts as wrong: {listed}", gold.len())),
        many => Some(format!(
            "{many} of {} items have no answer and count as wrong: {listed}",
            gold.len()
        )),
    }
}

/// An item of a file, with its place for messages.
struct Item {
    number: u64,
    place: String,
    fields: Map<String, Value>,
}

impl Item {
    /// The id.
    fn id(&self) -> Result<String> {
        self.text("id")
    }

    /// A text, or a whole number as text.
    fn text(&self, field: &str) -> Result<String> {
        let shown = escape_line(field);
        match self.fields.get(field) {
            Some(Value::String(text)) if !text.is_empty() => Ok(text.clone()),
            Some(Value::Number(number)) if number.is_i64() || number.is_u64() => {
                Ok(number.to_string())
            }
            None => refuse!("{}: `{shown}` is missing", self.place),
            Some(other) => refuse!(
                "{}, `{shown}`: {} is neither a text nor a whole number",
                self.place,
                escape_line(&other.to_string())
            ),
        }
    }

    /// True or false.
    fn flag(&self, field: &str) -> Result<bool> {
        match self.fields.get(field) {
            Some(Value::Bool(is)) => Ok(*is),
            None => refuse!("{}: `{field}` is missing", self.place),
            Some(other) => refuse!(
                "{}, `{field}`: {} is neither true nor false",
                self.place,
                escape_line(&other.to_string())
            ),
        }
    }
}

/// The items of a file, by their ids.
fn items(file: &Path, example: &str) -> Result<BTreeMap<String, Item>> {
    let name = name(file);
    let reading = || format!("reading {name}");
    let bytes = std::fs::read(file).with_context(reading)?;
    let text = decode_text(&bytes).with_context(reading)?;
    let list: Vec<UniqueValue> = serde_json::from_str(&text)
        .with_context(|| format!("reading {name} as a JSON list of items such as {example}"))?;
    let list = list.into_iter().map(|one| one.0).collect();
    let mut items: BTreeMap<String, Item> = BTreeMap::new();
    for (at, fields) in array(list, &format!("{name}, item"), example)? {
        let item = Item { number: at, place: format!("{name}, item {at}"), fields };
        let id = item.id()?;
        if let Some(first) = items.get(&id) {
            refuse!(
                "{}: the id `{}` is also that of item {}: each item needs its own id",
                item.place,
                escape_line(&id),
                first.number
            );
        }
        items.insert(id, item);
    }
    if items.is_empty() {
        refuse!("{name} is empty: it must hold items such as {example}");
    }
    Ok(items)
}

/// True for each item that is judged valid.
fn answers(file: &Path, gold: &BTreeMap<String, Item>) -> Result<BTreeMap<String, bool>> {
    let mut answers = BTreeMap::new();
    for (id, item) in items(file, ANSWER)? {
        if !gold.contains_key(&id) {
            let id = escape_line(&id);
            refuse!("{}: no item of the gold data has the id `{id}`", item.place);
        }
        answers.insert(id, item.flag("validity")?);
    }
    Ok(answers)
}

/// The name of a file, for messages.
fn name(file: &Path) -> String {
    escape_line(&file.display().to_string())
}
