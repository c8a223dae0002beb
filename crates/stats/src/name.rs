/// An unknown name of a variant.
///
/// ```
/// use peirast_stats::Rule;
/// let error = "chi2".parse::<Rule>().unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "unknown rule `chi2`: expected one of exact, mid-p, normal, published-2024, published-icml",
/// );
/// ```
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("unknown {kind} `{given}`: expected one of {}", .known.join(", "))]
pub struct UnknownName {
    /// The kind of thing named, for example `rule`.
    pub kind: &'static str,
    /// The name as given.
    pub given: String,
    /// Every valid name (short forms are not listed).
    pub known: Vec<&'static str>,
}

/// Gives an enum its names: one row per variant is the only place where its name is written, so
/// that printing, parsing and serde agree. Names after a bar are accepted, never printed.
macro_rules! named {
    ($type:ident, $kind:literal, $($variant:ident => $name:literal $(| $short:literal)*),+ $(,)?) => {
        impl $type {
            #[doc = concat!("Every ", $kind, ", in the order of its documentation.")]
            ///
            /// ```
            #[doc = concat!("use peirast_stats::", stringify!($type), ";")]
            #[doc = concat!("assert!(", stringify!($type), "::ALL.iter().all(|one| one.name().parse() == Ok(*one)));")]
            /// ```
            pub const ALL: &'static [Self] = &[$(Self::$variant),+];

            #[doc = concat!("The name of this ", $kind, ", as it is printed, parsed and serialised.")]
            ///
            /// ```
            #[doc = concat!("use peirast_stats::", stringify!($type), ";")]
            #[doc = concat!("for one in ", stringify!($type), "::ALL {")]
            ///     assert_eq!(one.name(), one.to_string());
            /// }
            /// ```
            pub const fn name(self) -> &'static str {
                match self { $(Self::$variant => $name),+ }
            }
        }

        impl std::fmt::Display for $type {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.pad(self.name())
            }
        }

        impl std::str::FromStr for $type {
            type Err = $crate::UnknownName;

            fn from_str(given: &str) -> Result<Self, Self::Err> {
                match given {
                    $($name $(| $short)* => Ok(Self::$variant),)+
                    _ => Err($crate::UnknownName {
                        kind: $kind,
                        given: given.to_owned(),
                        known: vec![$($name),+],
                    }),
                }
            }
        }

        impl serde::Serialize for $type {
            fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
                to.serialize_str(self.name())
            }
        }

        impl<'de> serde::Deserialize<'de> for $type {
            fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
                let given = <std::borrow::Cow<'de, str>>::deserialize(from)?;
                given.parse().map_err(serde::de::Error::custom)
            }
        }
    };
}

pub(crate) use named;
