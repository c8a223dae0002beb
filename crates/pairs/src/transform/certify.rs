//! The check of a version against its transformation.
//!
//! Nothing here calls the code that makes versions. Both sides share the lists of words and
//! sentences, and the conditions for items ([`Transformation::fits`]).

mod respelt;

use super::answers::is_wrong;
use super::hint::HINT;
use super::names::{NameSource, is_in_longer_name};
use super::sentences::{
    ANSWER_FORMAT, CLOSERS, ENDS, POINTS, QUOTES, SOURCE, WORDS, irrelevant_sentences, request,
    source_sentences,
};
use super::words::{WordList, content_words, numbers, tokens, words};
use super::{Hinted, Transformation};
use crate::{AnswerKey, ItemVersion};
use peirast_record::{Accepted, Segment};
use peirast_table::escape_line;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use thiserror::Error;

/// Violations of a transformation by a version.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Violation {
    /// The transformation does not fit the item.
    #[error("such items {0}")]
    Unfit(String),
    /// A part changed that must not change.
    #[error("{0} changed")]
    Changed(ItemPart),
    /// Nothing changed.
    #[error("nothing changed")]
    Unchanged,
    /// A part differs from the result of the transformation.
    #[error("{0} changed in another way than this transformation changes them")]
    Otherwise(ItemPart),
    /// A word was replaced by a forbidden one.
    #[error("`{}` became `{}`", escape_line(from), escape_line(to))]
    Word {
        /// The word of the original.
        from: String,
        /// The word in its place.
        to: String,
    },
    /// More words changed than the rate of typos allows.
    #[error("{found} words are misspelt, and the rate allows {most}")]
    TooMany {
        /// Number of changed words.
        found: usize,
        /// Largest number of words that may change.
        most: usize,
    },
}

/// A part of a version.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ItemPart {
    /// The text before the options.
    Question,
    /// The options and their order.
    Options,
    /// The labels of the options.
    Labels,
    /// The separator between labels and options.
    Separator,
    /// The text behind the options.
    End,
    /// The right answer.
    Key,
    /// The lure.
    Lure,
}

impl ItemPart {
    const ALL: [Self; 7] = [
        Self::Question,
        Self::Options,
        Self::Labels,
        Self::Separator,
        Self::End,
        Self::Key,
        Self::Lure,
    ];

    fn differs(self, one: &ItemVersion, two: &ItemVersion) -> bool {
        match self {
            Self::Question => one.before != two.before,
            Self::Options => one.choices != two.choices,
            Self::Labels => one.labels != two.labels,
            Self::Separator => one.separator != two.separator,
            Self::End => one.after != two.after,
            Self::Key => one.key != two.key,
            Self::Lure => one.lure != two.lure,
        }
    }
}

impl fmt::Display for ItemPart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Question => "the text before the options",
            Self::Options => "the options",
            Self::Labels => "the labels",
            Self::Separator => "the signs behind the labels",
            Self::End => "the text behind the options",
            Self::Key => "the right answer",
            Self::Lure => "the lure",
        })
    }
}

type Certified = Result<(), Violation>;

fn holds(is_so: bool, part: ItemPart) -> Certified {
    if is_so { Ok(()) } else { Err(Violation::Otherwise(part)) }
}

/// Checks that a transformation may turn an original into this version: the parts that it may
/// change have changed in its way, and nothing else has.
///
/// # Errors
/// The first violation.
pub fn certify(
    transformation: &Transformation,
    original: &ItemVersion,
    made: &ItemVersion,
) -> Certified {
    transformation.fits(original).map_err(|why| Violation::Unfit(why.to_string()))?;
    let may_change = may_change(transformation);
    let changed = || ItemPart::ALL.into_iter().filter(|part| part.differs(original, made));
    if let Some(part) = changed().find(|part| !may_change.contains(part)) {
        return Err(Violation::Changed(part));
    }
    if changed().next().is_none() {
        return Err(Violation::Unchanged);
    }
    match transformation {
        Transformation::ShuffleOptions => shuffled(original, made),
        Transformation::RotateOptions(places) => rotated(original, made, places.get().into()),
        Transformation::Labels(labels) => holds(made.labels == *labels, ItemPart::Labels),
        Transformation::Separator(separator) => {
            holds(made.separator == *separator, ItemPart::Separator)
        }
        Transformation::AnswerFormat(wording) => {
            let request = request(wording, original).unwrap_or_default();
            let added = added_at_end(original, made, ANSWER_FORMAT);
            holds(added == Some(request), ItemPart::End)
        }
        Transformation::Names(source) => renamed(original, made, source),
        Transformation::Irrelevant(kind) => {
            let texts = original.texts();
            let answers = original.answer_texts();
            let all = || texts.iter().copied().chain(answers.iter().map(String::as_str));
            let is_foreign = |sentence: &str| {
                content_words([sentence]).is_disjoint(&content_words(all()))
                    && numbers([sentence]).is_disjoint(&numbers(all()))
            };
            let mut sentences = irrelevant_sentences(*kind);
            let is_added = |sentence: &str| {
                !places_of_added(original, made, sentence).is_empty() && is_foreign(sentence)
            };
            holds(sentences.any(is_added), ItemPart::Question)
        }
        Transformation::Relevant => holds(quotes_itself(original, made), ItemPart::Question),
        Transformation::SentenceOrder => {
            pairs(&original.before, &made.before)?.try_for_each(|(one, two)| points_moved(one, two))
        }
        Transformation::Case(case) => respelt::recased(original, made, *case),
        Transformation::WhiteSpace => respelt::spaced(original, made),
        Transformation::Typos(rate) => respelt::misspelt(original, made, *rate),
        Transformation::Source(repute) => {
            let is_source = |segment: &Segment| {
                let text = segment.text.strip_suffix('\n').unwrap_or_default();
                segment.role == SOURCE && source_sentences(*repute).any(|sentence| sentence == text)
            };
            let split = made.before.split_first();
            let is_so =
                split.is_some_and(|(first, rest)| is_source(first) && *rest == *original.before);
            holds(is_so, ItemPart::Question)
        }
        Transformation::Hint(hinted) => hint_is_so(original, made, *hinted),
    }
}

/// The parts that a transformation may change.
fn may_change(transformation: &Transformation) -> &'static [ItemPart] {
    use ItemPart::{End, Key, Labels, Lure, Options, Question, Separator};
    match transformation {
        Transformation::ShuffleOptions | Transformation::RotateOptions(_) => &[Options, Key, Lure],
        Transformation::Labels(_) => &[Labels],
        Transformation::Separator(_) => &[Separator],
        Transformation::AnswerFormat(_) | Transformation::Hint(Hinted::Right) => &[End],
        Transformation::Hint(Hinted::Wrong) => &[End, Lure],
        Transformation::Names(_) => &[Question, Options, End, Key, Lure],
        Transformation::Irrelevant(_)
        | Transformation::Relevant
        | Transformation::SentenceOrder
        | Transformation::Case(_)
        | Transformation::WhiteSpace
        | Transformation::Typos(_)
        | Transformation::Source(_) => &[Question],
    }
}

/// The texts of the options that an answer names, each named once; none for another answer.
fn options<'v>(version: &'v ItemVersion, key: &AnswerKey) -> Option<Vec<&'v str>> {
    let AnswerKey::Choice(places) = key else { return None };
    let distinct: BTreeSet<&usize> = places.iter().collect();
    let texts = places.iter().map(|at| version.choices.get(*at).map(String::as_str));
    texts.collect::<Option<Vec<_>>>().filter(|_| distinct.len() == places.len())
}

fn shuffled(original: &ItemVersion, made: &ItemVersion) -> Certified {
    let sorted = |version: &ItemVersion| {
        let mut options = version.choices.clone();
        options.sort();
        options
    };
    let key = options(original, &original.key);
    let (lure, own_lure) = (original.lure.as_ref(), made.lure.as_ref());
    let has_same_lure = lure.and_then(|lure| options(original, lure))
        == own_lure.and_then(|lure| options(made, lure));
    holds(original.choices != made.choices && sorted(original) == sorted(made), ItemPart::Options)?;
    holds(key.is_some() && key == options(made, &made.key), ItemPart::Key)?;
    holds(has_same_lure && lure.is_some() == own_lure.is_some(), ItemPart::Lure)
}

fn rotated(original: &ItemVersion, made: &ItemVersion, places: usize) -> Certified {
    let count = original.choices.len();
    let mut options = original.choices.iter().enumerate();
    let is_moved =
        options.all(|(at, option)| made.choices.get((at + places) % count) == Some(option));
    let moved = |key: &AnswerKey| match key {
        AnswerKey::Choice(all) => {
            AnswerKey::Choice(all.iter().map(|at| (at + places) % count).collect())
        }
        other => other.clone(),
    };
    let is_other = made.choices != original.choices && made.choices.len() == count;
    holds(is_moved && is_other, ItemPart::Options)?;
    holds(made.key == moved(&original.key), ItemPart::Key)?;
    holds(made.lure == original.lure.as_ref().map(moved), ItemPart::Lure)
}

/// The text of the only part added at the end, in this role, without its line break.
fn added_at_end<'m>(original: &ItemVersion, made: &'m ItemVersion, role: &str) -> Option<&'m str> {
    let (last, rest) = made.after.split_last()?;
    (*rest == *original.after && last.role == role).then(|| last.text.strip_suffix('\n'))?
}

/// The texts of parts in pairs, if they have the same roles.
fn pairs<'v>(
    one: &'v [Segment],
    two: &'v [Segment],
) -> Result<impl Iterator<Item = (&'v str, &'v str)>, Violation> {
    let roles = |segments: &'v [Segment]| segments.iter().map(|segment| &segment.role);
    holds(roles(one).eq(roles(two)), ItemPart::Question)?;
    Ok(one.iter().zip(two).map(|(one, two)| (one.text.as_str(), two.text.as_str())))
}

fn renamed(original: &ItemVersion, made: &ItemVersion, source: &NameSource) -> Certified {
    holds(original.choices.len() == made.choices.len(), ItemPart::Options)?;
    let options =
        original.choices.iter().map(String::as_str).zip(made.choices.iter().map(String::as_str));
    let texts = pairs(&original.before, &made.before)?
        .chain(pairs(&original.after, &made.after)?)
        .chain(options);
    let mut answers = answer_pairs(Some(&original.key), Some(&made.key), ItemPart::Key)?;
    answers.extend(answer_pairs(original.lure.as_ref(), made.lure.as_ref(), ItemPart::Lure)?);
    let (own_texts, own_answers) = (original.texts(), original.answer_texts());
    let all = own_texts.iter().copied().chain(own_answers.iter().map(String::as_str));
    let own: BTreeSet<String> = all.flat_map(words).map(|(_, word)| word.to_lowercase()).collect();
    let (mut there, mut back) = (BTreeMap::new(), BTreeMap::new());
    for (one, two) in texts {
        for (at, from, to) in word_pairs(one, two)? {
            let may_be = match source.kind(from) {
                None => from == to,
                kind => {
                    kind == source.kind(to)
                        && source.names().iter().any(|person| person.name == to)
                        && !own.contains(&to.to_lowercase())
                        && !is_in_longer_name(one, at, from)
                }
            };
            let is_one_to_one =
                *there.entry(from).or_insert(to) == to && *back.entry(to).or_insert(from) == from;
            if !(may_be && is_one_to_one) {
                return Err(Violation::Word { from: from.to_owned(), to: to.to_owned() });
            }
        }
    }
    // A name that only an answer has belongs to nobody in the text, and stays.
    for (one, two) in answers {
        for (_, from, to) in word_pairs(one, two)? {
            if there.get(from).copied().unwrap_or(from) != to {
                return Err(Violation::Word { from: from.to_owned(), to: to.to_owned() });
            }
        }
    }
    Ok(())
}

/// The words of two texts in pairs, each with the place of the first, if everything between them is
/// equal.
fn word_pairs<'t>(one: &'t str, two: &'t str) -> Result<Vec<(usize, &'t str, &'t str)>, Violation> {
    let (ours, theirs): (Vec<_>, Vec<_>) = (words(one).collect(), words(two).collect());
    let is_alike = ours.len() == theirs.len() && without(one, &ours).eq(without(two, &theirs));
    holds(is_alike, ItemPart::Question)?;
    Ok(ours.into_iter().zip(theirs).map(|((at, from), (_, to))| (at, from, to)).collect())
}

/// The text between words.
fn without<'t>(text: &'t str, words: &[(usize, &str)]) -> impl Iterator<Item = &'t str> {
    let starts = [0].into_iter().chain(words.iter().map(|(at, word)| at + word.len()));
    let ends = words.iter().map(|(at, _)| *at).chain([text.len()]);
    let bounds: Vec<(usize, usize)> = starts.zip(ends).collect();
    bounds.into_iter().map(|(start, end)| text.get(start..end).unwrap_or_default())
}

/// The texts of two answers in pairs. Answers that are no texts have to be equal.
fn answer_pairs<'v>(
    one: Option<&'v AnswerKey>,
    two: Option<&'v AnswerKey>,
    part: ItemPart,
) -> Result<Vec<(&'v str, &'v str)>, Violation> {
    let (Some(AnswerKey::Text(one)), Some(AnswerKey::Text(two))) = (one, two) else {
        return holds(one == two, part).map(|()| Vec::new());
    };
    holds(one.len() == two.len(), part)?;
    let mut texts = Vec::new();
    for pair in one.iter().zip(two) {
        match pair {
            (Accepted::Text(one), Accepted::Text(two)) => texts.push((one.as_str(), two.as_str())),
            (one, two) => holds(one == two, part)?,
        }
    }
    Ok(texts)
}

/// The places in the original's question where this sentence was added, if nothing else was: before
/// a sentence, behind the end of another one or at the beginning.
fn places_of_added(original: &ItemVersion, made: &ItemVersion, sentence: &str) -> Vec<usize> {
    let (Some((old, context)), Some((new, new_context))) =
        (original.before.split_last(), made.before.split_last())
    else {
        return Vec::new();
    };
    if context != new_context || old.role != new.role {
        return Vec::new();
    }
    let is_place = |at: &usize| {
        let (before, rest) = (&new.text[..*at], &new.text[at + sentence.len()..]);
        let behind = rest.trim_start();
        let (ended, gap) = (before.trim_end(), &rest[..rest.len() - behind.len()]);
        let is_behind_sentence = ended.is_empty()
            || ended.len() < before.len() && ended.trim_end_matches(CLOSERS).ends_with(ENDS);
        let begins = !behind.is_empty()
            && (gap.contains('\n') || !behind.starts_with(char::is_lowercase) || ended.is_empty());
        old.text.strip_prefix(before) == Some(behind)
            && is_behind_sentence
            && begins
            && !gap.is_empty()
    };
    new.text.match_indices(sentence).map(|(at, _)| at).filter(is_place).collect()
}

/// Returns true if only one sentence was added, and it has the right length and quotes one of the
/// text above it.
fn quotes_itself(original: &ItemVersion, made: &ItemVersion) -> bool {
    let Some((question, context)) = made.before.split_last() else { return false };
    question.text.match_indices(QUOTES.0).any(|(start, _)| {
        let Some(rest) = question.text.get(start + QUOTES.0.len()..) else { return false };
        let Some(end) = rest.find(QUOTES.1) else { return false };
        let quoted = &rest[..end];
        let added = format!("{}{quoted}{}", QUOTES.0, QUOTES.1);
        let above =
            context.iter().map(|segment| segment.text.as_str()).chain([&question.text[..start]]);
        let stands_above = |text: &str| {
            text.match_indices(quoted).any(|(at, _)| {
                let before = text[..at].trim_end();
                before.is_empty()
                    || before.trim_end_matches(CLOSERS).ends_with(ENDS)
                    || text[..at].ends_with('\n')
            })
        };
        quoted.ends_with('.')
            && WORDS.contains(&tokens(&added).count())
            && above.into_iter().any(stands_above)
            && places_of_added(original, made, &added).contains(&start)
    })
}

/// Points of one list may have any order; other lines stay.
fn points_moved(one: &str, two: &str) -> Certified {
    let (ours, theirs): (Vec<&str>, Vec<&str>) =
        (one.split_inclusive('\n').collect(), two.split_inclusive('\n').collect());
    let is_point = |line: &str| POINTS.iter().any(|point| line.starts_with(point));
    holds(ours.len() == theirs.len(), ItemPart::Question)?;
    let mut list: (Vec<&str>, Vec<&str>) = Default::default();
    for (own, other) in ours.into_iter().zip(theirs).chain([("", "")]) {
        let refers =
            |line: &str| words(line).next().is_some_and(|(_, word)| WordList::Order.has(word));
        if is_point(own) && is_point(other) {
            holds(own == other || !refers(own), ItemPart::Question)?;
            list.0.push(own);
            list.1.push(other);
            continue;
        }
        list.0.sort_unstable();
        list.1.sort_unstable();
        let (before, after) = std::mem::take(&mut list);
        holds(own == other && before == after, ItemPart::Question)?;
    }
    Ok(())
}

fn hint_is_so(original: &ItemVersion, made: &ItemVersion, hinted: Hinted) -> Certified {
    let answer = match hinted {
        Hinted::Right => Some(&original.key),
        Hinted::Wrong => made.lure.as_ref().filter(|lure| is_wrong(original, lure)),
    };
    let Some(answer) = answer else { return Err(Violation::Otherwise(ItemPart::Lure)) };
    let added = added_at_end(original, made, HINT)
        .and_then(|text| text.strip_prefix("I think ")?.strip_suffix('.'));
    let is_so = added.is_some_and(|added| match answer {
        AnswerKey::Choice(places) => {
            let first = places.first().filter(|at| **at < original.choices.len());
            let letter = first.and_then(|at| ('a'..='z').nth(*at));
            letter
                .is_some_and(|letter| added == format!("it is ({})", original.labels.label(letter)))
        }
        other => {
            let shown = match other {
                AnswerKey::Text(texts) => texts.iter().find_map(|text| match text {
                    Accepted::Text(text) => Some(text.clone()),
                    Accepted::Pattern(_) => None,
                }),
                other => Some(original.key_text(other)),
            };
            shown.is_some_and(|shown| added.strip_prefix("the answer is ") == Some(shown.as_str()))
        }
    });
    holds(is_so, ItemPart::End)
}
