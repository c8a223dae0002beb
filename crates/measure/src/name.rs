//! Names of the variants of enums.

/// Gives an enum all of its variants, and the name of each.
macro_rules! names {
    ($type:ident, $($variant:ident => $name:literal),+ $(,)?) => {
        impl $type {
            /// All of them.
            pub const ALL: [Self; [$($name),+].len()] = [$(Self::$variant),+];

            /// The name.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $name),+
                }
            }
        }
    };
}

pub(crate) use names;
