//! Rows of the table of providers.

use super::ComplaintRule;
use crate::batch::Form;
use crate::wire::{SystemRole, Wire};
use peirast_record::{Effort, Setting};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::collections::{BTreeMap, BTreeSet};

/// A provider: its URL, the settings that it takes, and the meanings of its errors.
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
    /// Its base URL. `{NAME}` is replaced by the environment variable of that name.
    pub url: String,
    /// Values of the variables in the URL that are not set.
    #[serde(default)]
    pub url_defaults: BTreeMap<String, String>,
    /// The path after the base URL, if it differs from that of the format; `{model}` is replaced by
    /// the model.
    #[serde(default)]
    pub path: Option<String>,
    /// Environment variables of the key; the first that is set counts.
    #[serde(default)]
    pub keys: Vec<String>,
    /// The form in which the key is sent.
    #[serde(default)]
    pub auth: AuthForm,
    /// True if it runs without a key, as servers on the user's own machine do.
    #[serde(default)]
    pub local: bool,
    /// Initial number of requests in flight, for servers that may not handle more.
    #[serde(default)]
    pub first_in_flight: Option<usize>,
    /// True if its rate limits are separate for each model.
    #[serde(default)]
    pub limits_per_model: bool,
    /// The row that applies instead if the user gives another base URL.
    #[serde(default)]
    pub elsewhere: Option<String>,
    /// The settings that it takes.
    #[serde(default = "usual_settings")]
    pub takes: BTreeSet<Setting>,
    /// The settings that it requires.
    #[serde(default)]
    pub needs: BTreeSet<Setting>,
    /// The places of settings in the body, if they differ from those of the format.
    #[serde(default)]
    pub places: BTreeMap<Setting, String>,
    /// Settings, and those that must not be sent together with them.
    #[serde(default)]
    pub excludes: BTreeMap<Setting, BTreeSet<Setting>>,
    /// The highest values that it takes.
    #[serde(default)]
    pub most: BTreeMap<Setting, f64>,
    /// The lowest values that it takes.
    #[serde(default)]
    pub least: BTreeMap<Setting, f64>,
    /// The efforts of thinking that it distinguishes; all if empty.
    #[serde(default)]
    pub efforts: BTreeSet<Effort>,
    /// Fields that are sent in place of an effort.
    #[serde(default)]
    pub effort_body: BTreeMap<Effort, Map<String, Value>>,
    /// The condition under which its models think.
    #[serde(default)]
    pub thinks: Thinking,
    /// Settings that are refused or ignored while a model thinks.
    #[serde(default)]
    pub silent_while_thinking: BTreeSet<Setting>,
    /// The form in which system messages are sent.
    #[serde(default)]
    pub system: SystemRole,
    /// The form of its batches, if it takes any.
    #[serde(default)]
    pub batch: Option<Form>,
    /// Fields that every request has.
    #[serde(default)]
    pub body: Map<String, Value>,
    /// The meanings of its errors whose status does not show them.
    #[serde(default)]
    pub complaints: Vec<ComplaintRule>,
    /// For models whose names match one of `match`: replacements for any of the fields above.
    #[serde(default)]
    pub models: Vec<Map<String, Value>>,
    /// Its limitations, and other notes.
    #[serde(default)]
    pub notes: Vec<String>,
    /// The URLs of its documentation.
    #[serde(default)]
    pub docs: Vec<String>,
}

/// The settings that imitations of OpenAI's server usually take.
fn usual_settings() -> BTreeSet<Setting> {
    [Setting::Temperature, Setting::TopP, Setting::Seed, Setting::MaxTokens].into()
}

/// The form in which a key is sent.
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

/// The condition under which a model thinks before it answers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Thinking {
    /// If the request sets an effort or a budget.
    #[default]
    IfAsked,
    /// Unless the request turns it off.
    UnlessTold,
}
