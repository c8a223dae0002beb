//! Added sentences, and points that change places.

use super::inapplicable::Inapplicable;
use super::words::{WordList, content_words, data_lines, numbers, plain, tokens, words};
use super::{IrrelevantSentence, Repute};
use crate::ItemVersion;
use peirast_random::Stream;
use peirast_record::Segment;
use std::borrow::Cow;
use std::ops::RangeInclusive;

const IRRELEVANT: &str = include_str!("../../data/irrelevant.txt");
const SOURCES: &str = include_str!("../../data/sources.txt");
const FORMATS: &str = include_str!("../../data/answer-formats.txt");

/// The role of the part with a source, and of the part with a request.
pub(super) const SOURCE: &str = "source";
pub(super) const ANSWER_FORMAT: &str = "answer-format";

/// The texts before and behind a quoted sentence.
pub(super) const QUOTES: (&str, &str) = ("The text above says: “", "”");

/// Number of words of a sentence that is added before the last one; irrelevant sentences have this
/// length too.
pub(super) const WORDS: RangeInclusive<usize> = 8..=16;

/// Signs that end sentences.
pub(super) const ENDS: [char; 4] = ['.', '!', '?', '…'];
/// Signs that close a quotation or a bracket behind the end of a sentence.
pub(super) const CLOSERS: [char; 7] = ['"', '\'', '”', '’', ')', ']', '»'];
/// Beginnings of lines that are list items.
pub(super) const POINTS: [&str; 3] = ["- ", "* ", "• "];

/// The irrelevant sentences of a kind.
pub(super) fn irrelevant_sentences(kind: IrrelevantSentence) -> impl Iterator<Item = &'static str> {
    let name = match kind {
        IrrelevantSentence::Plain => "plain",
        IrrelevantSentence::WithNumber => "number",
    };
    data_lines(IRRELEVANT).filter(move |(own, _)| *own == name).map(|(_, sentence)| sentence)
}

/// The sentences that name a source of this reputation.
pub(super) fn source_sentences(repute: Repute) -> impl Iterator<Item = &'static str> {
    let name = match repute {
        Repute::Reputable => "reputable",
        Repute::Disreputable => "disreputable",
    };
    data_lines(SOURCES).filter(move |(own, _)| *own == name).map(|(_, sentence)| sentence)
}

/// The wordings of requests for the form of an answer.
pub(super) fn wordings() -> impl Iterator<Item = &'static str> {
    let mut names: Vec<&str> = data_lines(FORMATS).map(|(name, _)| name).collect();
    names.dedup();
    names.into_iter()
}

/// The request in this wording for the task of a version.
pub(super) fn request(wording: &str, version: &ItemVersion) -> Option<&'static str> {
    let task = version.key.task().name();
    let rows = data_lines(FORMATS).filter(|(name, _)| *name == wording);
    let mut requests = rows.filter_map(|(_, rest)| rest.split_once(' '));
    requests.find(|(own, _)| *own == task).map(|(_, request)| request)
}

pub(super) fn answer_format(version: &mut ItemVersion, wording: &str) -> Result<(), Inapplicable> {
    let request = request(wording, version).ok_or(Inapplicable::Unchanged)?;
    version
        .after
        .push(Segment { role: Cow::Borrowed(ANSWER_FORMAT), text: format!("{request}\n") });
    Ok(())
}

pub(super) fn source(
    version: &mut ItemVersion,
    repute: Repute,
    stream: &mut Stream,
) -> Result<(), Inapplicable> {
    let sentences: Vec<&str> = source_sentences(repute).collect();
    let sentence = stream.choose(&sentences).ok_or(Inapplicable::NoSentence)?;
    version
        .before
        .insert(0, Segment { role: Cow::Borrowed(SOURCE), text: format!("{sentence}\n") });
    Ok(())
}

pub(super) fn irrelevant(
    version: &mut ItemVersion,
    kind: IrrelevantSentence,
    stream: &mut Stream,
) -> Result<(), Inapplicable> {
    let sentence = draw_irrelevant(version, kind, stream)?;
    insert(version, sentence)
}

/// A sentence without a content word or a number of any text of a version.
fn draw_irrelevant(
    version: &ItemVersion,
    kind: IrrelevantSentence,
    stream: &mut Stream,
) -> Result<&'static str, Inapplicable> {
    let (texts, answers) = (version.texts(), version.answer_texts());
    let all = || texts.iter().copied().chain(answers.iter().map(String::as_str));
    let (own_words, own_numbers) = (content_words(all()), numbers(all()));
    let is_foreign = |sentence: &&str| {
        content_words([*sentence]).is_disjoint(&own_words)
            && numbers([*sentence]).is_disjoint(&own_numbers)
    };
    let sentences: Vec<&str> = irrelevant_sentences(kind).filter(is_foreign).collect();
    stream.choose(&sentences).copied().ok_or(Inapplicable::NoSentence)
}

/// Quotes the sentence of the text with which the added sentence has about the length of an
/// irrelevant one. `stream` is that of the irrelevant one.
pub(super) fn relevant(version: &mut ItemVersion, stream: &mut Stream) -> Result<(), Inapplicable> {
    let length = tokens(draw_irrelevant(version, IrrelevantSentence::Plain, stream)?).count();
    let Some((question, context)) = version.before.split_last() else {
        return Err(Inapplicable::NothingToQuote);
    };
    let starts = sentence_starts(&question.text);
    let end = starts.last().copied().unwrap_or(0);
    let above = context.iter().flat_map(|segment| sentences(&segment.text));
    let own = sentences(question.text.get(..end).unwrap_or_default());
    let quoted: Vec<String> = above
        .chain(own)
        .filter(|sentence| may_be_quoted(sentence))
        .map(|sentence| format!("{}{sentence}{}", QUOTES.0, QUOTES.1))
        .filter(|sentence| WORDS.contains(&tokens(sentence).count()))
        .collect();
    let nearest = quoted.iter().min_by_key(|sentence| tokens(sentence).count().abs_diff(length));
    insert(version, nearest.ok_or(Inapplicable::NothingToQuote)?)
}

/// Returns true if a sentence is a statement on one line, without quotation marks, and no list
/// item.
fn may_be_quoted(sentence: &str) -> bool {
    let has = |signs: &[char]| sentence.contains(signs);
    sentence.ends_with('.')
        && !has(&['\n', '"', '“', '”', '«', '»', '„'])
        && !begins_point(sentence)
}

/// The sentences of a text, without the white space between them.
pub(super) fn sentences(text: &str) -> impl Iterator<Item = &str> {
    let starts = sentence_starts(text);
    let ends: Vec<usize> = starts.iter().skip(1).copied().chain([text.len()]).collect();
    starts.into_iter().zip(ends).filter_map(|(start, end)| Some(text.get(start..end)?.trim()))
}

/// Checks that a sentence may come before the last one: the last one does not point back, and
/// nothing asks about the numbers of the text.
pub(super) fn may_be_parted(version: &ItemVersion) -> Result<(), Inapplicable> {
    let last = version.before.last().map_or("", |segment| segment.text.as_str());
    let last = sentences(last).last().unwrap_or_default();
    let has = |list: WordList, text: &str| words(text).any(|(_, word)| list.has(word));
    if has(WordList::Back, last) {
        return Err(Inapplicable::PointsBack);
    }
    match version.texts().into_iter().any(|text| has(WordList::Counting, text)) {
        true => Err(Inapplicable::AsksAboutNumbers),
        false => Ok(()),
    }
}

/// The statements of the question and of the text before it.
pub(super) fn statements(version: &ItemVersion) -> impl Iterator<Item = &str> {
    let all = version.before.iter().flat_map(|segment| sentences(&segment.text));
    all.filter(|sentence| sentence.ends_with('.'))
}

/// Inserts a sentence before the last one of the question.
fn insert(version: &mut ItemVersion, sentence: &str) -> Result<(), Inapplicable> {
    let question = version.before.last_mut().ok_or(Inapplicable::NoSentence)?;
    let starts = sentence_starts(&question.text);
    let at = starts.last().copied().unwrap_or(0);
    let (before, last) = question.text.split_at(at);
    if begins_point(last) {
        return Err(Inapplicable::EndsInList);
    }
    // The white space before the last sentence is repeated behind the new one.
    let gap = match before.trim().is_empty() {
        true => " ",
        false => &before[before.trim_end().len()..],
    };
    question.text = format!("{before}{sentence}{gap}{last}");
    Ok(())
}

/// Returns true if a text begins with the mark of a list item: a bullet, or a number or letter with
/// a sign behind it.
fn begins_point(text: &str) -> bool {
    let first = text.split_whitespace().next().unwrap_or_default();
    let is_number = first.ends_with(['.', ')', ':']) && is_short_mark(first);
    POINTS.iter().any(|point| text.starts_with(point)) || is_number
}

/// Returns true if a token is a number or one letter, apart from signs around it.
fn is_short_mark(token: &str) -> bool {
    let core = token.trim_matches(|c: char| !c.is_alphanumeric());
    !core.is_empty() && (core.chars().all(|c| c.is_ascii_digit()) || core.chars().count() == 1)
}

/// The beginnings of the sentences of a text. A place counts only if it is certain: no
/// abbreviation, number or initial is before it, and it is in no quotation and no bracket.
pub(super) fn sentence_starts(text: &str) -> Vec<usize> {
    let Some(first) = text.find(|c: char| !c.is_whitespace()) else { return Vec::new() };
    let mut starts = vec![first];
    let all: Vec<(usize, &str)> = tokens(text).collect();
    for pair in all.windows(2) {
        let [(at, token), (next, following)] = pair else { continue };
        let has_line_break = text[at + token.len()..*next].contains('\n');
        let begins_line =
            text[..*at].chars().rev().take_while(|c| c.is_whitespace()).any(|c| c == '\n')
                || *at == first;
        let bare = token.trim_end_matches(CLOSERS);
        let opens = following
            .trim_start_matches(['"', '“', '‘', '(', '[', '«', '„', '¿', '¡', '\''])
            .chars()
            .next();
        let goes_on =
            !has_line_break && opens.is_none_or(|c| c.is_lowercase() || !c.is_alphanumeric());
        if bare.ends_with(ENDS)
            && !goes_on
            && !ends_no_sentence(bare, begins_line)
            && is_outside(&text[..at + token.len()])
        {
            starts.push(*next);
        }
    }
    starts
}

/// Returns true if a token with a full stop at its end is an abbreviation, an initial, or the
/// number of a list item.
fn ends_no_sentence(token: &str, begins_line: bool) -> bool {
    let Some(word) = token.strip_suffix('.') else { return false };
    let core = word.trim_matches(|c: char| !c.is_alphanumeric());
    let is_initial = core.chars().count() == 1 && core.chars().all(char::is_alphabetic);
    is_initial
        || begins_line && is_short_mark(word)
        || core.contains('.') && plain(&core.replace('.', "")).is_some()
        || WordList::Abbreviation.has(core)
}

/// Returns true if the end of a text is outside of quotations, brackets and blocks of code.
fn is_outside(text: &str) -> bool {
    let count = |sign: &str| text.matches(sign).count();
    let is_even = |sign: &str| count(sign).is_multiple_of(2);
    let pairs = [("(", ")"), ("[", "]"), ("{", "}"), ("“", "”"), ("«", "»")];
    is_even("\"") && is_even("```") && pairs.iter().all(|(open, close)| count(open) <= count(close))
}

/// Shuffles the items of every list.
pub(super) fn reorder_points(
    version: &mut ItemVersion,
    stream: &mut Stream,
) -> Result<(), Inapplicable> {
    let mut has_points = false;
    let texts = version.before.iter().map(|segment| segment.text.as_str());
    let all: Vec<&str> = texts.flat_map(super::words::words).map(|(_, word)| word).collect();
    let refers = all.iter().any(|word| WordList::Place.has(word));
    for segment in &mut version.before {
        let mut lines: Vec<&str> = segment.text.split_inclusive('\n').collect();
        let mut at = 0;
        while at < lines.len() {
            let count = lines[at..].iter().take_while(|line| is_point(line)).count();
            let end = at + count;
            // An indented line continues the item before it.
            let goes_on = lines
                .get(end)
                .is_some_and(|line| line.starts_with([' ', '\t']) && !line.trim().is_empty());
            if count >= 2 && !goes_on {
                has_points = true;
                if refers || lines[at..end].iter().any(|line| refers_back(line)) {
                    return Err(Inapplicable::OrderedPoints);
                }
                shuffle_lines(&mut lines[at..end], stream);
            }
            at = end.max(at + 1);
        }
        segment.text = lines.concat();
    }
    if has_points { Ok(()) } else { Err(Inapplicable::NoPoints) }
}

fn is_point(line: &str) -> bool {
    POINTS.iter().any(|point| line.starts_with(point)) && line.ends_with('\n')
}

fn refers_back(line: &str) -> bool {
    super::words::words(line).next().is_some_and(|(_, word)| WordList::Order.has(word))
}

/// Shuffles lines, if two of them differ.
fn shuffle_lines(lines: &mut [&str], stream: &mut Stream) {
    let original = lines.to_vec();
    if lines.windows(2).any(|pair| pair[0] != pair[1]) {
        while *lines == original {
            stream.shuffle(lines);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn split(text: &str) -> Vec<&str> {
        sentences(text).collect()
    }

    #[test]
    fn sentences_begin_where_it_is_sure() {
        assert_eq!(split("Anna has 3.5 litres. She drinks 1. How many are left?").len(), 3);
        for one in [
            "Dr. Smith asked J. Doe, e.g. about St. Ives.",
            "Is it true (she asked. Nobody knew) or not?",
            "She said: \"Go home. Now!\" and left.",
            "1. Point one",
            "version 1.5 is out",
        ] {
            assert_eq!(split(one), [one]);
        }
        assert_eq!(split("He said \"Go.\" She left."), ["He said \"Go.\"", "She left."]);
        assert_eq!(split("Premises:\n1. All are red.\n2. One is blue.\nIs one red?").len(), 3);
        assert_eq!(split("Él vino. ¿Es verdad?"), ["Él vino.", "¿Es verdad?"]);
        assert!(split(" \n").is_empty());
    }

    #[test]
    fn the_lists_are_whole() {
        for kind in [IrrelevantSentence::Plain, IrrelevantSentence::WithNumber] {
            assert_eq!(irrelevant_sentences(kind).count(), 20);
            for sentence in irrelevant_sentences(kind) {
                assert_eq!(split(sentence), [sentence]);
                assert!(WORDS.contains(&tokens(sentence).count()), "{sentence}");
                assert_eq!(
                    numbers([sentence]).len(),
                    usize::from(kind == IrrelevantSentence::WithNumber),
                    "{sentence}"
                );
            }
        }
        for repute in [Repute::Reputable, Repute::Disreputable] {
            assert_eq!(source_sentences(repute).count(), 5);
        }
        assert_eq!(wordings().collect::<Vec<_>>(), ["short", "polite", "last-line"]);
        assert_eq!(data_lines(FORMATS).count(), 15);
    }
}
