//! The relation of the lines of a sample log to one another: filters, repeats, copies.

use serde_json::Value;
use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};

/// The answers of a log so far: by item and filter, the digests of the lines and of the responses.
#[derive(Default)]
pub(super) struct Answered {
    seen: BTreeMap<(i64, Option<String>), Vec<AnswerDigests>>,
    /// The digests of all lines, in the order of the log.
    lines: Vec<u64>,
    /// The largest number of a filter that the log does not name; 0 if it names all.
    filters: usize,
}

/// The digests of a line and of the response.
type AnswerDigests = (u64, u64);

/// The relation of a line to earlier lines of its item.
#[derive(Clone, Copy, Debug)]
pub(super) struct Standing {
    /// The place of the line in the log, among the samples.
    pub at: usize,
    /// The number of the line among those of its item with the same response, from 1.
    time: usize,
    /// True if an earlier line of the item is the same, to the byte.
    pub is_equal: bool,
    /// True if the line names no filter, as in older versions of the harness.
    is_unnamed: bool,
}

/// The lines of a log that are copies of earlier ones.
#[derive(Clone, Copy, Debug)]
pub(super) struct Copies {
    /// The first place from which equal lines are copies; `None` if there are no copies.
    from: Option<usize>,
}

impl Copies {
    /// True if the line at a place, which is equal to an earlier one, is a copy.
    pub(super) fn has(self, at: usize) -> bool {
        self.from.is_some_and(|from| at >= from)
    }
}

impl Standing {
    /// The filter of a line that differs from the earlier lines, if the log does not name it: one
    /// answer that is scored twice has passed two filters. Filters have numbers, from 2.
    pub(super) fn filter(self) -> Option<String> {
        (self.is_unnamed && !self.is_equal).then(|| numbered(self.time)).flatten()
    }

    /// The filter of a line that is equal to an earlier one, in a log of so many filters without
    /// names. Further lines are repeats.
    pub(super) fn filter_among(self, filters: usize) -> Option<String> {
        let number = (self.time - 1) % filters.max(1) + 1;
        self.is_unnamed.then(|| numbered(number)).flatten()
    }
}

fn numbered(filter: usize) -> Option<String> {
    (filter > 1).then(|| format!("filter {filter}"))
}

impl Answered {
    /// Takes the next line.
    pub(super) fn standing(&mut self, number: i64, line: &Value, text: &str) -> Standing {
        let digest = |of: &dyn Fn(&mut DefaultHasher)| {
            let mut hasher = DefaultHasher::new();
            of(&mut hasher);
            hasher.finish()
        };
        let own = digest(&|hasher| text.hash(hasher));
        let said = digest(&|hasher| line["resps"].hash(hasher));
        let key = (number, line["filter"].as_str().map(str::to_owned));
        let seen = self.seen.entry(key).or_default();
        let standing = Standing {
            at: self.lines.len(),
            time: 1 + seen.iter().filter(|(_, other)| *other == said).count(),
            is_equal: seen.iter().any(|(line, _)| *line == own),
            is_unnamed: line["filter"].is_null(),
        };
        seen.push((own, said));
        self.lines.push(own);
        if standing.filter().is_some() {
            self.filters = self.filters.max(standing.time);
        }
        standing
    }

    /// Number of filters that the log does not name, if an answer was scored in two ways. One filter
    /// may always agree with another: then each answer still has a line for it.
    pub(super) fn filters(&self) -> Option<usize> {
        let is_unnamed = |(key, _): &(&(i64, Option<String>), _)| key.1.is_none();
        let fewest = self.seen.iter().filter(is_unnamed).flat_map(|(_, lines)| {
            lines.iter().map(|(_, said)| lines.iter().filter(|(_, other)| other == said).count())
        });
        (self.filters > 0).then(|| self.filters.max(fewest.min().unwrap_or(0)))
    }

    /// Finds copies: the log repeats itself as a whole, or has each line equally often, so that no
    /// mean changes without the copies. Equal lines in any other log are answers of their own.
    pub(super) fn copies(&self) -> Copies {
        let mut sorted = self.lines.clone();
        sorted.sort_unstable();
        let mut times = sorted.chunk_by(|one, other| one == other).map(<[u64]>::len);
        let first = times.next().unwrap_or(0);
        if first > 1 && times.all(|times| times == first) {
            return Copies { from: Some(0) };
        }
        Copies { from: period(&self.lines) }
    }
}

/// The length of the shortest beginning of which the list consists, if it consists of several.
fn period(lines: &[u64]) -> Option<usize> {
    // The longest beginning that is also an end, for each beginning of the list (Knuth, Morris and Pratt 1977).
    let mut border = vec![0_usize; lines.len()];
    for at in 1..lines.len() {
        let mut length = border[at - 1];
        while length > 0 && lines[at] != lines[length] {
            length = border[length - 1];
        }
        border[at] = length + usize::from(lines[at] == lines[length]);
    }
    let period = lines.len() - border.last()?;
    (period < lines.len() && lines.len().is_multiple_of(period)).then_some(period)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_that_repeats_itself_has_a_period() {
        for (lines, expected) in [
            (&[1, 2, 3, 1, 2, 3][..], Some(3)),
            (&[1, 1, 2, 1, 1, 2, 1, 1, 2], Some(3)),
            (&[5, 5], Some(1)),
            (&[1, 2, 1], None),
            (&[1, 2, 3], None),
            (&[], None),
        ] {
            assert_eq!(period(lines), expected, "{lines:?}");
        }
    }
}
