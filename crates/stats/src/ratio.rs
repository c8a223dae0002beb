use serde::de::{Error as _, Unexpected};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A ratio of counts, or a limit of one, whose denominator may be zero.
///
/// JSON knows no infinity. The three cases are written as a number, as the string `"infinity"`, and
/// as `null` (0 over 0); a reader can distinguish them by type.
///
/// ```
/// use peirast_stats::Ratio;
/// let written = serde_json::to_string(&[Ratio::Finite(1.5), Ratio::Infinite, Ratio::Undefined])?;
/// assert_eq!(written, r#"[1.5,"infinity",null]"#);
/// assert_eq!(serde_json::from_str::<Ratio>("null")?, Ratio::Undefined);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Ratio {
    /// An ordinary value, 0 or more, never infinite or `NaN`.
    Finite(f64),
    /// A positive number over 0.
    Infinite,
    /// 0 over 0.
    Undefined,
}

impl Ratio {
    /// `above / below`, of two numbers that are 0 or more.
    ///
    /// ```
    /// use peirast_stats::Ratio;
    /// assert_eq!(Ratio::new(3.0, 2.0), Ratio::Finite(1.5));
    /// assert_eq!(Ratio::new(3.0, 0.0), Ratio::Infinite);
    /// assert_eq!(Ratio::new(0.0, 0.0), Ratio::Undefined);
    /// ```
    #[must_use]
    pub fn new(above: f64, below: f64) -> Self {
        let ratio = above / below;
        if ratio.is_nan() {
            Self::Undefined
        } else if ratio.is_infinite() {
            Self::Infinite
        } else {
            Self::Finite(ratio)
        }
    }

    /// The value as a float: infinite for an infinite ratio, `None` for an undefined one.
    ///
    /// ```
    /// use peirast_stats::Ratio;
    /// assert_eq!(Ratio::Infinite.value(), Some(f64::INFINITY));
    /// assert_eq!(Ratio::Undefined.value(), None);
    /// ```
    #[must_use]
    pub const fn value(self) -> Option<f64> {
        match self {
            Self::Finite(value) => Some(value),
            Self::Infinite => Some(f64::INFINITY),
            Self::Undefined => None,
        }
    }
}

const INFINITY: &str = "infinity";

impl Serialize for Ratio {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Finite(value) => to.serialize_f64(*value),
            Self::Infinite => to.serialize_str(INFINITY),
            Self::Undefined => to.serialize_none(),
        }
    }
}

impl<'de> Deserialize<'de> for Ratio {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(untagged)]
        enum WrittenRatio {
            Number(f64),
            Text(String),
        }
        match Option::<WrittenRatio>::deserialize(from)? {
            None => Ok(Self::Undefined),
            Some(WrittenRatio::Number(value)) => Ok(Self::Finite(value)),
            Some(WrittenRatio::Text(text)) if text == INFINITY => Ok(Self::Infinite),
            Some(WrittenRatio::Text(text)) => Err(D::Error::invalid_value(
                Unexpected::Str(&text),
                &"a number, \"infinity\" or null",
            )),
        }
    }
}
