//! The texts of an argument: its question, its quantifiers and the sources of its premises.

use super::argument::Quantity;
use super::data::{Repute, SOURCES, Sources};
use crate::families::worked_out::only;
use peirast_random::Stream;
use peirast_record::Problem;

/// The words for the quantifiers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Quantifiers {
    /// All and some.
    Classic,
    /// Other words that mean the same.
    Paraphrased,
    /// The words of the published programs: none at all, and "a subset of".
    AsPublished,
}

impl Quantifiers {
    pub(super) const ALL: [Self; 3] = [Self::Classic, Self::Paraphrased, Self::AsPublished];

    /// The level of the factor `quantifier`.
    pub(super) fn level(self) -> &'static str {
        if self == Self::Classic { "classic" } else { "paraphrased" }
    }

    pub(super) fn words(self, quantity: Quantity) -> &'static str {
        match (self, quantity) {
            (Self::Classic, Quantity::All) => "all ",
            (Self::Classic, Quantity::Some) => "some ",
            (Self::Paraphrased, Quantity::All) => "without exception, ",
            (Self::Paraphrased, Quantity::Some) => "a number of ",
            (Self::AsPublished, Quantity::All) => "",
            (Self::AsPublished, Quantity::Some) => "a subset of ",
        }
    }
}

/// The words around an argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ArgumentWording {
    /// The question is if it is valid, and every premise is asserted.
    Balanced,
    /// As published: the question is if it is sound, and a premise has a reporting source.
    AsPublished,
}

impl ArgumentWording {
    pub(super) const ALL: [Self; 2] = [Self::Balanced, Self::AsPublished];

    pub(super) fn of(published: bool) -> Self {
        if published { Self::AsPublished } else { Self::Balanced }
    }

    pub(super) fn question(self) -> &'static str {
        match self {
            Self::Balanced => "Does the conclusion follow from the premises?",
            Self::AsPublished => "Is this logically sound?",
        }
    }

    /// Returns the other words for the quantifiers.
    pub(super) fn paraphrased(self) -> Quantifiers {
        match self {
            Self::Balanced => Quantifiers::Paraphrased,
            Self::AsPublished => Quantifiers::AsPublished,
        }
    }

    /// Returns reputable and disreputable sources of the two premises, in the form before the
    /// premises.
    ///
    /// The names of the balanced profile have about the same length in both lists, and none is a
    /// single word: no disreputable name is so short.
    pub(super) fn frames(self, stream: &mut Stream) -> Option<[[String; 2]; 2]> {
        let sources = SOURCES.drawn()?;
        let (trusted, other) = (&sources.reputable, self.untrusted(sources));
        let reputable = match self {
            Self::Balanced => {
                let [publishers, institutions] = [&trusted.publishers, &trusted.institutions]
                    .map(|all| all.iter().filter(|one| one.contains(' ')).collect::<Vec<_>>());
                [*stream.choose(&publishers)?, *stream.choose(&institutions)?]
            }
            Self::AsPublished => {
                [stream.choose(&trusted.publishers)?, stream.choose(&trusted.institutions)?]
            }
        };
        let disreputable = match self {
            Self::Balanced => {
                let [publisher, institution] = reputable;
                [
                    as_long_as(publisher, &other.publishers, stream)?,
                    as_long_as(institution, &other.institutions, stream)?,
                ]
            }
            Self::AsPublished => {
                [stream.choose(&other.publishers)?, stream.choose(&other.institutions)?]
            }
        };
        Some([reputable, disreputable].map(|[one, two]| [self.reported(one), self.shown(two)]))
    }

    fn untrusted(self, sources: &Sources) -> &Repute {
        match self {
            Self::Balanced => &sources.disreputable,
            Self::AsPublished => &sources.disreputable_as_published,
        }
    }

    /// True if a premise also begins with a capital after the name of its source.
    pub(super) fn source_is_apart(self) -> bool {
        self == Self::Balanced
    }

    fn reported(self, publisher: &str) -> String {
        match self {
            // Only the source of the sentence: "as they have shown" would assert it.
            Self::Balanced => format!("(Source: {publisher}) "),
            Self::AsPublished => {
                format!("In a recent publication by {publisher}, it was noted that ")
            }
        }
    }

    fn shown(self, institution: &str) -> String {
        match self {
            Self::Balanced => format!("(Source: {institution}) "),
            Self::AsPublished => format!("Research from {institution} supports the finding that "),
        }
    }

    /// Returns the repute of the sources that a text names, and the form of their names.
    pub(super) fn source(self, problem: &Problem) -> Option<(&'static str, [String; 2])> {
        let frame = ["source-1", "source-2"].map(|role| only(problem, role).map(str::to_owned));
        let [Some(first), Some(second)] = frame else { return None };
        if first.is_empty() && second.is_empty() {
            return Some(("none", [first, second]));
        }
        let sources = SOURCES.drawn()?;
        let names = |repute: &Repute| {
            repute.publishers.iter().any(|one| first == self.reported(one))
                && repute.institutions.iter().any(|one| second == self.shown(one))
        };
        let levels = [("reputable", &sources.reputable), ("disreputable", self.untrusted(sources))];
        let (level, _) = levels.into_iter().find(|(_, repute)| names(repute))?;
        Some((level, [first, second]))
    }
}

/// Draws one of the names whose lengths are nearest to that of another.
fn as_long_as<'a>(name: &str, all: &'a [String], stream: &mut Stream) -> Option<&'a String> {
    let length = |name: &str| name.chars().count();
    let mut nearest: Vec<&String> = all.iter().collect();
    nearest.sort_by_key(|one| length(one).abs_diff(length(name)));
    nearest.truncate(NEAREST);
    stream.choose(&nearest).copied()
}

/// Number of names with about the same length as another.
const NEAREST: usize = 8;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neither_length_nor_form_tells_the_repute_of_a_source() {
        let mut stream = Stream::named(1, &["sources"]);
        let (mut more, mut fewer, mut articles) = (0, 0, [0_u32; 2]);
        for _ in 0..2000 {
            let frames = ArgumentWording::Balanced.frames(&mut stream).expect("sources");
            for (repute, frame) in frames.iter().enumerate() {
                let named = frame.iter().filter(|one| one.starts_with("(Source: the "));
                articles[repute] += named.count() as u32;
            }
            let [reputable, disreputable] = frames.map(|frame| frame.concat().len());
            more += disreputable.saturating_sub(reputable);
            fewer += reputable.saturating_sub(disreputable);
        }
        assert!(more.abs_diff(fewer) < 2000, "{more} letters more, {fewer} fewer, of 2,000");
        assert!(articles[0].abs_diff(articles[1]) < 400, "{articles:?} of 4,000");
    }
}
