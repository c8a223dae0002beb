//! Values: the parameters of a statement, for either database.

use peirast_record::Key;
use sqlx::error::BoxDynError;
use sqlx::postgres::PgArguments;
use sqlx::sqlite::SqliteArguments;
use sqlx::{Arguments as _, Postgres, Sqlite, Type};
use std::borrow::Cow;
use std::sync::Arc;

/// The parameters of one statement, in order.
pub(super) struct Values {
    arguments: Arguments,
    /// The first value that could not be encoded.
    refused: Option<BoxDynError>,
}

pub(super) enum Arguments {
    Sqlite(SqliteArguments),
    Postgres(PgArguments),
}

impl Values {
    pub(super) fn sqlite() -> Self {
        Self::new(Arguments::Sqlite(SqliteArguments::default()))
    }

    pub(super) fn postgres() -> Self {
        Self::new(Arguments::Postgres(PgArguments::default()))
    }

    fn new(arguments: Arguments) -> Self {
        Self { arguments, refused: None }
    }

    pub(super) fn text(self, text: &str) -> Self {
        match &self.arguments {
            // Kept as it is: a borrowed text would be copied into two places on the heap.
            Arguments::Sqlite(_) => self.add(Arc::<str>::from(text)),
            Arguments::Postgres(_) => self.add(&*escaped(text)),
        }
    }

    pub(super) fn owned(self, text: String) -> Self {
        match &self.arguments {
            Arguments::Sqlite(_) => self.add(text),
            Arguments::Postgres(_) => self.text(&text),
        }
    }

    pub(super) fn maybe_text(self, text: Option<&str>) -> Self {
        match text {
            Some(text) => self.text(text),
            None => self.add(None::<&str>),
        }
    }

    pub(super) fn number(self, number: impl Into<Option<i64>>) -> Self {
        self.add(number.into())
    }

    /// A list for `= ANY($1)`, which only PostgreSQL accepts. Keys contain nothing to escape.
    pub(super) fn keys<'k>(mut self, keys: impl Iterator<Item = &'k Key>) -> Self {
        let keys: Vec<String> = keys.map(Key::to_string).collect();
        match &mut self.arguments {
            Arguments::Sqlite(_) => self.refuse("SQLite has no arrays".into()),
            Arguments::Postgres(arguments) => {
                if let Err(error) = arguments.add(keys) {
                    self.refuse(error);
                }
            }
        }
        self
    }

    fn add<'t, T>(mut self, value: T) -> Self
    where
        T: sqlx::Encode<'t, Sqlite> + Type<Sqlite> + sqlx::Encode<'t, Postgres> + Type<Postgres>,
    {
        let added = match &mut self.arguments {
            Arguments::Sqlite(arguments) => arguments.add(value),
            Arguments::Postgres(arguments) => arguments.add(value),
        };
        if let Err(error) = added {
            self.refuse(error);
        }
        self
    }

    fn refuse(&mut self, error: BoxDynError) {
        self.refused.get_or_insert(error);
    }

    /// Returns the arguments, if all of them could be encoded.
    pub(super) fn arguments(self) -> Result<Arguments, sqlx::Error> {
        match self.refused {
            None => Ok(self.arguments),
            Some(error) => Err(sqlx::Error::Encode(error)),
        }
    }
}

/// The escape character, which precedes a character with another meaning: data link escape.
const ESCAPE: char = '\u{10}';

/// Returns `text` in the form for PostgreSQL, which accepts any character except NUL: NUL becomes
/// the escape character and `0`, and the escape character itself is doubled. Other text is stored
/// unchanged.
pub(super) fn escaped(text: &str) -> Cow<'_, str> {
    if !text.contains(['\0', ESCAPE]) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        match c {
            '\0' => out.extend([ESCAPE, '0']),
            ESCAPE => out.extend([ESCAPE, ESCAPE]),
            c => out.push(c),
        }
    }
    Cow::Owned(out)
}

/// Returns the text from which [`escaped`] made this one.
pub(super) fn unescaped(text: &str) -> Cow<'_, str> {
    if !text.contains(ESCAPE) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    let mut rest = text.chars();
    while let Some(c) = rest.next() {
        match c {
            ESCAPE => match rest.next() {
                Some('0') => out.push('\0'),
                Some(c) => out.push(c),
                None => out.push(ESCAPE),
            },
            c => out.push(c),
        }
    }
    Cow::Owned(out)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn any_text_comes_back_and_no_nul_goes_out(text in "[\\x00\\x10a0é]{0,12}|\\PC*") {
            let stored = escaped(&text).into_owned();
            prop_assert!(!stored.contains('\0'));
            prop_assert_eq!(unescaped(&stored), text);
        }
    }

    #[test]
    fn usual_text_is_stored_as_it_is() {
        for text in ["", "so", "a\nb\tc\u{11}", "é \u{fffd}"] {
            assert!(matches!(escaped(text), Cow::Borrowed(_)), "{text:?}");
        }
        assert_eq!(escaped("a\0b"), "a\u{10}0b");
    }
}
