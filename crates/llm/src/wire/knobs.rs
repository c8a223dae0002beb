//! Knobs: what a model takes of a wire format, and where.

use peirast_record::{Effort, Setting};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::collections::{BTreeMap, BTreeSet};

/// The parts of a wire format that a model takes, and their places.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Knobs {
    /// The settings that are sent.
    pub takes: BTreeSet<Setting>,
    /// Where settings stand in the body if not in their usual place, as names with dots between
    /// them: `reasoning.effort`.
    pub places: BTreeMap<Setting, String>,
    /// The fields that are sent in place of an effort, if its word is not.
    pub efforts: BTreeMap<Effort, Map<String, Value>>,
    /// How system messages are sent.
    pub system: SystemRole,
    /// Fields that every request has.
    pub body: Map<String, Value>,
}

/// How system messages are sent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SystemRole {
    /// They are sent as the format has it.
    #[default]
    Native,
    /// They are put before the first message of the user, for models that know no such role.
    User,
}

/// A request body.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RequestBody {
    /// The body.
    pub body: String,
    /// The settings that have a value and are not in it.
    pub not_sent: Vec<Setting>,
}
