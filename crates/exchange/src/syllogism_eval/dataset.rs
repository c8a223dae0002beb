//! The data set: one JSON document with the four versions of every syllogism.

use crate::ExchangeError;
use peirast_logic::categorical::{CategoricalVerdict, Import};
use peirast_logic::syllogism::Reading;
use peirast_record::{Answer, Factors, Problem, Segment, Task, Truth, read_json};
use serde::{Deserialize, Deserializer};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

#[derive(Deserialize)]
struct DatasetFile {
    syllogisms: Vec<Item>,
}

#[derive(Deserialize)]
struct Item {
    #[serde(deserialize_with = "name")]
    id: String,
    variants: BTreeMap<String, Version>,
}

#[derive(Deserialize)]
struct Version {
    statement_1: String,
    statement_2: String,
    conclusion: String,
    ground_truth_syntax: String,
    #[serde(rename = "ground_truth_NLU", alias = "ground_truth_nlu")]
    ground_truth_nlu: String,
}

/// A name, or a number in place of one.
pub(super) fn name<'de, D: Deserializer<'de>>(from: D) -> Result<String, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged, expecting = "a name")]
    enum Name {
        Text(String),
        Number(u64),
    }
    Ok(match Name::deserialize(from)? {
        Name::Text(text) => text,
        Name::Number(number) => number.to_string(),
    })
}

/// The labels that count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Labels {
    /// Proved labels; for texts that cannot be read, those of the file.
    Proved,
    /// The labels of the file.
    Given,
}

/// A label that logic contradicts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contradiction {
    /// Item and variant.
    pub place: String,
    /// The label in the file.
    pub given: &'static str,
    /// The reason why the label is wrong.
    pub why: String,
}

impl fmt::Display for Contradiction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} is labelled {}, but {}", self.place, self.given, self.why)
    }
}

/// A data set.
#[derive(Debug)]
pub struct Dataset {
    /// Every version, by item and variant.
    pub problems: BTreeMap<(String, String), Problem>,
    /// Labels that logic contradicts.
    pub contradictions: Vec<Contradiction>,
    /// Texts that cannot be read as syllogisms, with the reason.
    pub unread: Vec<String>,
    /// Texts that can be read with an assumption.
    pub assumed: Vec<String>,
    /// Items whose versions have different labels.
    pub unlike: Vec<String>,
}

impl Dataset {
    /// Reads a data set and checks every label by logic.
    ///
    /// # Errors
    /// If the text is not JSON of the layout, an item occurs twice, or a variant or label does not
    /// exist.
    pub fn read(text: &str, labels: Labels) -> Result<Self, ExchangeError> {
        let document: DatasetFile = read_json(text)?;
        let mut found = Self {
            problems: BTreeMap::new(),
            contradictions: Vec::new(),
            unread: Vec::new(),
            assumed: Vec::new(),
            unlike: Vec::new(),
        };
        let mut ids = BTreeSet::new();
        for item in &document.syllogisms {
            if !ids.insert(&item.id) {
                return Err(ExchangeError::Layout(format!("`{}` occurs twice", item.id)));
            }
            found.item(item, labels)?;
        }
        match found.problems.is_empty() {
            true => Err(ExchangeError::layout("the document holds no syllogism")),
            false => Ok(found),
        }
    }

    /// Adds all versions of an item.
    fn item(&mut self, item: &Item, labels: Labels) -> Result<(), ExchangeError> {
        let known = |name: &String| VARIANTS.iter().any(|(known, ..)| known == name);
        if let Some(name) = item.variants.keys().find(|name| !known(name)) {
            let fault = format!("there is no variant `{name}`: there are N, O, X and OX");
            return Err(ExchangeError::Layout(fault).at(format!("`{}`", item.id)));
        }
        let read: BTreeMap<&str, Result<Reading, _>> = item
            .variants
            .iter()
            .map(|(name, v)| {
                (name.as_str(), Reading::new(&v.statement_1, &v.statement_2, &v.conclusion))
            })
            .collect();
        let labels_of: BTreeSet<String> =
            item.variants.values().map(|v| v.ground_truth_syntax.trim().to_lowercase()).collect();
        if labels_of.len() > 1 {
            self.unlike.push(item.id.clone());
        }
        let major_first = normal_order(&read);
        for (name, version) in &item.variants {
            let read = read[name.as_str()].as_ref();
            self.take(item, name, version, read, major_first, labels)?;
        }
        Ok(())
    }

    fn take(
        &mut self,
        item: &Item,
        name: &str,
        version: &Version,
        read: Result<&Reading, &peirast_logic::syllogism::ReadingError>,
        major_first: Option<bool>,
        labels: Labels,
    ) -> Result<(), ExchangeError> {
        let place = format!("{} {name}", item.id);
        let given = label(&version.ground_truth_syntax, ["valid", "invalid"])
            .map_err(|error| error.at(format!("{place}, ground_truth_syntax")))?;
        let believable = label(&version.ground_truth_nlu, ["believable", "unbelievable"])
            .map_err(|error| error.at(format!("{place}, ground_truth_NLU")))?;
        let (valid, why) = match read {
            Ok(read) => {
                let (proved, why) = proved(read);
                if !read.assumed.is_empty() {
                    self.assumed.push(format!("{place}: {}", read.assumed.join("; ")));
                }
                if proved != given && !read.assumed.is_empty() {
                    // A result that depends on an assumption contradicts no label.
                    let said = if given { "valid" } else { "invalid" };
                    self.unread
                        .push(format!("{place}: labelled {said}; as Peirast reads it, {why}"));
                } else if proved != given {
                    let given = if given { "valid" } else { "invalid" };
                    let why = why.clone();
                    self.contradictions.push(Contradiction { place: place.clone(), given, why });
                }
                let is_proof = labels == Labels::Proved && read.assumed.is_empty();
                (if is_proof { proved } else { given }, why)
            }
            Err(error) => {
                self.unread.push(format!("{place}: {error}"));
                (given, "the label of the data set is taken as given".to_owned())
            }
        };
        let problem = problem(item, name, version, read.ok(), major_first, valid, believable, why);
        problem.check()?;
        self.problems.insert((item.id.clone(), name.to_owned()), problem);
        Ok(())
    }
}

/// The variants: content and order.
const VARIANTS: [(&str, &str, &str); 4] = [
    ("N", "real", "normal"),
    ("O", "real", "switched"),
    ("X", "nonsense", "normal"),
    ("OX", "nonsense", "switched"),
];

/// True if the major premise comes first in the normal order, from any version that was read.
fn normal_order<E>(read: &BTreeMap<&str, Result<Reading, E>>) -> Option<bool> {
    VARIANTS.iter().find_map(|(name, _, order)| {
        let read = read.get(name)?.as_ref().ok()?;
        Some(read.major_first == (*order == "normal"))
    })
}

/// True if a syllogism is valid, with the reason.
fn proved(read: &Reading) -> (bool, String) {
    let terms = [0, 1, 2].map(|term| read.terms[term].as_str());
    match (read.form.verdict(Import::Modern), read.form.verdict(Import::Traditional)) {
        (CategoricalVerdict::Entailed(models), _) => (
            true,
            format!("{}: it follows in each of the {models} models of its premises", read.form),
        ),
        (CategoricalVerdict::Refuted(model), CategoricalVerdict::Entailed(_)) => (
            false,
            format!(
                "{}: it follows only if no term is empty; its premises are true and its conclusion is \
                 false if {}",
                read.form,
                model.in_words(&terms)
            ),
        ),
        (_, CategoricalVerdict::Refuted(model)) => (
            false,
            format!(
                "{}: its premises are true and its conclusion is false if {}",
                read.form,
                model.in_words(&terms)
            ),
        ),
    }
}

/// The first of two labels, or the second.
fn label(text: &str, [yes, no]: [&str; 2]) -> Result<bool, ExchangeError> {
    match text.trim().to_lowercase().as_str() {
        own if own == yes => Ok(true),
        own if own == no => Ok(false),
        other => Err(ExchangeError::Layout(format!("`{other}` is not a label: {yes} or {no}"))),
    }
}

#[allow(clippy::too_many_arguments, reason = "what a problem is made of")]
fn problem(
    item: &Item,
    name: &str,
    version: &Version,
    read: Option<&Reading>,
    major_first: Option<bool>,
    valid: bool,
    believable: bool,
    why: String,
) -> Problem {
    let (_, content, order) =
        VARIANTS.into_iter().find(|(known, ..)| *known == name).unwrap_or(VARIANTS[0]);
    let mut factors = Factors::from_iter([
        ("content", content),
        ("order", order),
        ("validity", if valid { "valid" } else { "invalid" }),
        ("belief", if believable { "believable" } else { "unbelievable" }),
    ]);
    if let Some(read) = read {
        factors.set("form", read.form.to_string());
    }
    if let Some(major_first) = major_first {
        factors.set("first", if major_first { "major" } else { "minor" });
    }
    let line = |role: &'static str, label: &str, text: &str, end: &str| Segment {
        role: role.into(),
        text: format!("{label}: {}{end}", text.trim()),
    };
    let family_item = format!("categorical/imported/{}", item.id);
    let lure = if content == "real" { believable } else { valid };
    Problem {
        id: format!("{family_item}/content={content},order={order}").into(),
        item: family_item.into(),
        family: "categorical".into(),
        variant: "imported".into(),
        task: Task::Validity,
        factors,
        segments: vec![
            line("premise-1", "Premise 1", &version.statement_1, "\n"),
            line("premise-2", "Premise 2", &version.statement_2, "\n"),
            line("conclusion", "Conclusion", &version.conclusion, ""),
        ],
        options: Vec::new(),
        labels: peirast_record::Labels::default(),
        truth: Truth {
            answer: Answer::Valid(valid),
            lure: Answer::Valid(lure),
            form: read.map_or_else(|| "not read".to_owned(), |read| read.form.to_string()),
            why,
        },
        accepts: None,
        worded: None,
    }
}
