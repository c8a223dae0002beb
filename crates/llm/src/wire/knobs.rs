//! Knobs: the settings of a wire format that a model takes, and their places.

use peirast_record::{Effort, Setting};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::collections::{BTreeMap, BTreeSet};

/// The parts of a wire format that a model takes, and their places.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Knobs {
    /// The settings that are sent.
    pub takes: BTreeSet<Setting>,
    /// The places of settings in the body that are not the usual ones, as names joined by dots:
    /// `reasoning.effort`.
    pub places: BTreeMap<Setting, String>,
    /// The fields that are sent in place of an effort, if its word is not.
    pub efforts: BTreeMap<Effort, Map<String, Value>>,
    /// The form in which system messages are sent.
    pub system: SystemRole,
    /// Fields that every request has.
    pub body: Map<String, Value>,
}

/// The form in which system messages are sent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SystemRole {
    /// As in the format.
    #[default]
    Native,
    /// Before the first message of the user, for models without such a role.
    User,
}

/// A request body.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RequestBody {
    /// The body.
    pub body: String,
    /// The settings that have a value but are not in the body.
    pub not_sent: Vec<Setting>,
}
