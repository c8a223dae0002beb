//! Keys by their first characters.

use super::Index;
use peirast_record::Key;

/// The most keys with one beginning that are listed.
const MOST: usize = 50;

/// The keys with some beginning.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Beginning {
    /// No key.
    None,
    /// One key.
    One(Key),
    /// The first of several keys, and their number.
    Several(Vec<Key>, usize),
}

impl Index {
    /// Returns the keys with this beginning; `None` if it is not a beginning of a key.
    pub(crate) fn beginning(&self, prefix: &str) -> Beginning {
        let Some((first, last)) = bounds(prefix) else { return Beginning::None };
        let start = self.keys.partition_point(|key| *key < first);
        let end = self.keys.partition_point(|key| *key <= last);
        let rows = (start..end).take(MOST).filter_map(|row| u32::try_from(row).ok());
        let mut keys: Vec<Key> = rows.filter_map(|row| self.key(row)).collect();
        match (keys.pop(), end.saturating_sub(start)) {
            (Some(one), 1) => Beginning::One(one),
            (Some(last), all) => {
                keys.push(last);
                Beginning::Several(keys, all)
            }
            (None, _) => Beginning::None,
        }
    }
}

/// Returns the first and the last number whose digits begin in this way.
fn bounds(prefix: &str) -> Option<(u128, u128)> {
    let is_hex = prefix.bytes().all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f'));
    if prefix.is_empty() || prefix.len() > 32 || !is_hex {
        return None;
    }
    let number = |filler: char| {
        let rest = std::iter::repeat_n(filler, 32 - prefix.len());
        u128::from_str_radix(&prefix.chars().chain(rest).collect::<String>(), 16).ok()
    };
    Some((number('0')?, number('f')?))
}
