//! Names on the command line.

/// Defines an enum whose variants have names on the command line. The doc comments of the variants
/// are their help texts.
macro_rules! choices {
    ($(#[$about:meta])+ $name:ident { $($(#[doc = $meaning:literal])+ $variant:ident = $text:literal,)+ }) => {
        $(#[$about])+
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum $name { $($(#[doc = $meaning])+ $variant,)+ }

        impl $name {
            /// Name, value and help text of each variant.
            pub const CHOICES: &'static [(&'static str, Self, &'static str)] =
                &[$(($text, Self::$variant, concat!($($meaning),+))),+];

            /// The name on the command line.
            pub const fn name(self) -> &'static str {
                Self::CHOICES[self as usize].0
            }
        }
    };
}

pub(crate) use choices;
