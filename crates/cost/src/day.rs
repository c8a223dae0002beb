//! Serialisation of days: `2026-11-22`.

use jiff::civil::Date;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

pub(crate) fn serialize<S: Serializer>(
    day: &Option<Date>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    day.map(|day| day.to_string()).serialize(serializer)
}

pub(crate) fn deserialize<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<Date>, D::Error> {
    let text = Option::<String>::deserialize(deserializer)?;
    text.map(|text| text.parse().map_err(serde::de::Error::custom)).transpose()
}
