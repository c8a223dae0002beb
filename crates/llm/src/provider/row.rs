//! A row of the table of providers.

use super::ComplaintRule;
use crate::batch::Form;
use crate::wire::{SystemRole, Wire};
use peirast_record::{Effort, Setting};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::collections::{BTreeMap, BTreeSet};

/// A provider: where its models are reached, what they take, and what its errors mean.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Provider {
    /// Its name: the part before the slash in `--model provider/name`.
    pub name: String,
    /// A description in one line.
    #[serde(default)]
    pub about: String,
    /// The format that it speaks.
    #[serde(default)]
    pub wire: Wire,
    /// Its base URL. `{NAME}` stands for the environment variable of that name.
    pub url: String,
    /// Values of the variables in the URL that are not set.
    #[serde(default)]
    pub url_defaults: BTreeMap<String, String>,
    /// The path after the base URL, if not that of the format; `{model}` stands for the model.
    #[serde(default)]
    pub path: Option<String>,
    /// Environment variables of the key; the first that is set counts.
    #[serde(default)]
    pub keys: Vec<String>,
    /// How the key is sent.
    #[serde(default)]
    pub auth: AuthForm,
    /// True if it runs without a key, as servers on one's own machine do.
    #[serde(default)]
    pub local: bool,
    /// How many requests are in flight at first, where it may handle no more.
    #[serde(default)]
    pub first_in_flight: Option<usize>,
    /// True if its limits on requests are counted for each model.
    #[serde(default)]
    pub limits_per_model: bool,
    /// The row that holds instead where the user gives another base URL.
    #[serde(default)]
    pub elsewhere: Option<String>,
    /// The settings that it takes.
    #[serde(default = "usual_settings")]
    pub takes: BTreeSet<Setting>,
    /// The settings that it does not go without.
    #[serde(default)]
    pub needs: BTreeSet<Setting>,
    /// Where settings stand in the body, if not where the format has them.
    #[serde(default)]
    pub places: BTreeMap<Setting, String>,
    /// Settings, and those that must not be sent beside them.
    #[serde(default)]
    pub excludes: BTreeMap<Setting, BTreeSet<Setting>>,
    /// The highest values that it takes.
    #[serde(default)]
    pub most: BTreeMap<Setting, f64>,
    /// The lowest values that it takes.
    #[serde(default)]
    pub least: BTreeMap<Setting, f64>,
    /// The words for how much to think that it tells apart; all if empty.
    #[serde(default)]
    pub efforts: BTreeSet<Effort>,
    /// Fields that are sent in place of such a word.
    #[serde(default)]
    pub effort_body: BTreeMap<Effort, Map<String, Value>>,
    /// When its models think.
    #[serde(default)]
    pub thinks: Thinking,
    /// Settings that are refused or ignored while a model thinks.
    #[serde(default)]
    pub silent_while_thinking: BTreeSet<Setting>,
    /// How system messages are sent.
    #[serde(default)]
    pub system: SystemRole,
    /// How it takes batches, if it does.
    #[serde(default)]
    pub batch: Option<Form>,
    /// Fields that every request has.
    #[serde(default)]
    pub body: Map<String, Value>,
    /// The meaning of its errors where their status does not say it.
    #[serde(default)]
    pub complaints: Vec<ComplaintRule>,
    /// For models whose names match one of `match`: any of the fields above, in place of those
    /// here.
    #[serde(default)]
    pub models: Vec<Map<String, Value>>,
    /// Its limitations, and other things worth knowing.
    #[serde(default)]
    pub notes: Vec<String>,
    /// Where all this is documented.
    #[serde(default)]
    pub docs: Vec<String>,
}

/// The settings that servers usually take that imitate OpenAI's.
fn usual_settings() -> BTreeSet<Setting> {
    [Setting::Temperature, Setting::TopP, Setting::Seed, Setting::MaxTokens].into()
}

/// How a key is sent.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "String", into = "String")]
pub enum AuthForm {
    /// `Authorization: Bearer KEY`.
    #[default]
    Bearer,
    /// In a header of its own, for example `x-api-key`.
    Header(String),
}

impl From<String> for AuthForm {
    fn from(text: String) -> Self {
        if text == "bearer" { Self::Bearer } else { Self::Header(text) }
    }
}

impl From<AuthForm> for String {
    fn from(form: AuthForm) -> Self {
        match form {
            AuthForm::Bearer => "bearer".to_owned(),
            AuthForm::Header(name) => name,
        }
    }
}

/// When a model thinks before it answers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Thinking {
    /// When it is told how much.
    #[default]
    IfAsked,
    /// Unless it is told not to.
    UnlessTold,
}
