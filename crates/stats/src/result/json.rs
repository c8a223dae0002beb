//! Numbers that may be undefined or infinite, in JSON, which has neither.

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::{Defined, Undefined};

/// A float that may be infinite.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
#[serde(untagged)]
enum Number {
    Finite(f64),
    Infinite(Infinity),
}

#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
enum Infinity {
    #[serde(rename = "infinity")]
    Above,
    #[serde(rename = "-infinity")]
    Below,
}

impl From<f64> for Number {
    fn from(value: f64) -> Self {
        if value == f64::INFINITY {
            Self::Infinite(Infinity::Above)
        } else if value == f64::NEG_INFINITY {
            Self::Infinite(Infinity::Below)
        } else {
            Self::Finite(value)
        }
    }
}

impl From<Number> for f64 {
    fn from(number: Number) -> Self {
        match number {
            Number::Finite(value) => value,
            Number::Infinite(Infinity::Above) => Self::INFINITY,
            Number::Infinite(Infinity::Below) => Self::NEG_INFINITY,
        }
    }
}

/// A value, or an object with the reason why there is none.
#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum WrittenDefined<T> {
    Value(T),
    Missing { undefined: Undefined },
}

fn write<T: Serialize, S: Serializer>(value: Defined<T>, to: S) -> Result<S::Ok, S::Error> {
    match value {
        Ok(value) => WrittenDefined::Value(value).serialize(to),
        Err(undefined) => WrittenDefined::<T>::Missing { undefined }.serialize(to),
    }
}

fn read<'de, T: Deserialize<'de>, D: Deserializer<'de>>(from: D) -> Result<Defined<T>, D::Error> {
    Ok(match WrittenDefined::deserialize(from)? {
        WrittenDefined::Value(value) => Ok(value),
        WrittenDefined::Missing { undefined } => Err(undefined),
    })
}

pub(super) fn serialize<S: Serializer>(value: &Defined, to: S) -> Result<S::Ok, S::Error> {
    write(value.map(Number::from), to)
}

pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Defined, D::Error> {
    Ok(read::<Number, D>(from)?.map(f64::from))
}

/// The same for intervals.
pub(super) mod limits {
    use super::{Deserialize, Deserializer, Number, Serialize, Serializer, read, write};
    use crate::{Defined, Interval};

    #[derive(Serialize, Deserialize)]
    struct Limits {
        low: Number,
        high: Number,
    }

    pub(in super::super) fn serialize<S: Serializer>(
        value: &Defined<Interval>,
        to: S,
    ) -> Result<S::Ok, S::Error> {
        write(value.map(|one| Limits { low: one.low.into(), high: one.high.into() }), to)
    }

    pub(in super::super) fn deserialize<'de, D: Deserializer<'de>>(
        from: D,
    ) -> Result<Defined<Interval>, D::Error> {
        let read = read::<Limits, D>(from)?;
        Ok(read.map(|limits| Interval { low: limits.low.into(), high: limits.high.into() }))
    }
}
