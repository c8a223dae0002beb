//! Traces: everything in a text that shows a secret, or most of it.

use crate::spelling;
use aho_corasick::{AhoCorasick, BuildError, Input, MatchKind};
use base64::Engine as _;
use base64::engine::general_purpose::{STANDARD_NO_PAD, URL_SAFE_NO_PAD};
use std::collections::BTreeMap;
use std::ops::Range;

/// Fewest bytes of a part of a secret that is masked, if it is half of it or more.
const SHORTEST_PART: usize = 12;
/// Fewest bytes of a secret that is searched for in other encodings. A shorter one may be a word.
const SHORTEST_ENCODED: usize = 8;
/// Fewest bytes of a secret that is searched for in text without its gaps. Adjacent words and
/// numbers contain a shorter one by chance.
const SHORTEST_WITH_GAPS: usize = 12;
/// Number of bytes that are searched for. At each place found, the surrounding text is compared
/// with the secret.
const SEED: usize = 8;

/// The letters of base32, and those of its other alphabet (RFC 4648, sections 6 and 7).
const BASE32: [&[u8; 32]; 2] =
    [b"ABCDEFGHIJKLMNOPQRSTUVWXYZ234567", b"0123456789ABCDEFGHIJKLMNOPQRSTUV"];

/// Finds a secret in a text:
///
/// - literally, in base64 and base32 (of either alphabet, alone or within more, as in `Basic
///   dXNlcjpzay0x`) and in hexadecimal;
/// - all of it, or a part of twelve bytes or more that is at least half;
/// - forwards, and its own letters also reversed;
/// - in upper case, lower case or a mixture, and in every spelling that [`spelling`] reads;
/// - if it does not read as words, also with gaps: with spaces or other signs between its letters,
///   or cut into consecutive strings of JSON.
///
/// A text without any of these, as nearly all are, is scanned once.
pub(crate) struct Traces {
    forms: Vec<SecretForm>,
    /// The places of each seed: its form, and its position in the form.
    places: Vec<Vec<(usize, usize)>>,
    seeds: AhoCorasick,
    /// True if text is also searched without its gaps.
    has_gaps: bool,
}

/// The texts in which a secret is searched for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Within {
    /// Anything.
    AnyText,
    /// Anything except a longer word or number.
    NoWord,
}

impl Within {
    fn accepts(self, bytes: &[u8], span: &Range<usize>) -> bool {
        let of_word = |at: Option<usize>| {
            // A byte of a letter beyond ASCII is at least 128.
            let byte = at.and_then(|at| bytes.get(at));
            byte.is_some_and(|byte| byte.is_ascii_alphanumeric() || *byte >= 128)
        };
        self == Self::AnyText || !of_word(span.start.checked_sub(1)) && !of_word(Some(span.end))
    }
}

/// A secret in one encoding.
struct SecretForm {
    letters: Vec<u8>,
    /// Fewest letters of a part that shows too much.
    least: usize,
}

impl Traces {
    /// The traces of a secret that is not empty.
    pub(crate) fn new(secret: &str) -> Result<Self, BuildError> {
        let forms = forms(secret.as_bytes());
        let seed = forms.iter().map(|form| form.least).min().unwrap_or(0).min(SEED);
        let mut found: BTreeMap<Vec<u8>, Vec<(usize, usize)>> = BTreeMap::new();
        for (number, form) in forms.iter().enumerate() {
            // The seeds are so dense that any part of sufficient length contains one.
            for at in (0..=form.letters.len() - seed).step_by(form.least - seed + 1) {
                // Seeds that differ only in case are found as one.
                let letters = form.letters[at..at + seed].to_ascii_lowercase();
                found.entry(letters).or_default().push((number, at));
            }
        }
        // All seeds have the same length: none hides another, and this search is the fastest.
        let seeds = AhoCorasick::builder()
            .match_kind(MatchKind::LeftmostFirst)
            .ascii_case_insensitive(true)
            .build(found.keys())?;
        let places = found.into_values().collect();
        let has_gaps = secret.len() >= SHORTEST_WITH_GAPS && !reads_as_words(secret.as_bytes());
        Ok(Self { forms, places, seeds, has_gaps })
    }

    /// The places where a text shows it: in order, without overlaps.
    pub(crate) fn in_text(&self, text: &str, within: Within) -> Vec<Range<usize>> {
        let mut spans = Vec::new();
        spelling::each(text, self.has_gaps, &mut |reading| {
            let bytes = reading.bytes();
            let found = self.in_bytes(bytes).into_iter().filter(|span| within.accepts(bytes, span));
            spans.extend(found.map(|span| reading.written(span)));
        });
        for span in &mut spans {
            *span = whole_characters(text, span.clone());
        }
        spans.retain(|span| !span.is_empty());
        spelling::widen_to_escapes(text, &mut spans);
        spans.sort_by_key(|span| span.start);
        merged(spans)
    }

    fn in_bytes(&self, bytes: &[u8]) -> Vec<Range<usize>> {
        let (mut spans, mut from) = (Vec::new(), 0);
        while let Some(hit) = self.seeds.find(Input::new(bytes).range(from..)) {
            let places = self.places.get(hit.pattern().as_usize()).into_iter().flatten();
            let parts =
                places.filter_map(|(form, at)| self.forms[*form].around(*at, bytes, hit.start()));
            spans.extend(parts);
            from = hit.start() + 1;
        }
        spans
    }
}

impl SecretForm {
    /// The longest part of it in `bytes` with the letter `at` at `start`, if that shows too much.
    fn around(&self, at: usize, bytes: &[u8], start: usize) -> Option<Range<usize>> {
        let same = |(one, other): &(&u8, &u8)| one.eq_ignore_ascii_case(other);
        let (before, behind) = (self.letters[..at].iter().rev(), self.letters[at..].iter());
        let before = before.zip(bytes[..start].iter().rev()).take_while(same).count();
        let behind = behind.zip(&bytes[start..]).take_while(same).count();
        let span = start - before..start + behind;
        let is_whole = span.len() == self.letters.len();
        // Compared with the secret's own letters: an echo in lower case has lost the capitals.
        let part = &self.letters[at - before..at + behind];
        let shows = is_whole || (span.len() >= self.least && !reads_as_words(part));
        shows.then_some(span)
    }
}

/// Returns true if a part may be ordinary words, such as the placeholder `no-key-required`. Twelve
/// letters of a random key contain a digit or a capital.
fn reads_as_words(part: &[u8]) -> bool {
    !part.iter().any(|byte| byte.is_ascii_digit() || byte.is_ascii_uppercase())
}

/// The secret in all encodings that are searched for.
fn forms(secret: &[u8]) -> Vec<SecretForm> {
    let length = secret.len();
    let least = length.div_ceil(2).max(SHORTEST_PART).min(length);
    let mut forms = vec![SecretForm { letters: secret.to_vec(), least }];
    if length < SHORTEST_ENCODED {
        return forms;
    }
    let backwards: Vec<u8> = secret.iter().rev().copied().collect();
    if !backwards.eq_ignore_ascii_case(secret) {
        forms.push(SecretForm { letters: backwards, least });
    }
    // An encoding of the key in another case differs from the encoding in another case.
    let mut variants = vec![secret.to_vec()];
    for variant in [secret.to_ascii_lowercase(), secret.to_ascii_uppercase()] {
        if !variants.contains(&variant) {
            variants.push(variant);
        }
    }
    for variant in variants {
        let digits: String = variant.iter().map(|byte| format!("{byte:02x}")).collect();
        forms.push(SecretForm { letters: digits.into_bytes(), least: 2 * least });
        for before in 0..3 {
            let bytes = [&[0; 2][..before], &variant].concat();
            // Letters that also depend on neighbouring bytes are left out.
            let whole = (8 * before).div_ceil(6)..8 * bytes.len() / 6;
            for alphabet in [STANDARD_NO_PAD, URL_SAFE_NO_PAD] {
                let letters = alphabet.encode(&bytes).as_bytes()[whole.clone()].to_vec();
                let least = ((8 * least - 4) / 6).min(letters.len());
                if forms.iter().all(|form| form.letters != letters) {
                    forms.push(SecretForm { letters, least });
                }
            }
        }
        for before in 0..5 {
            let bytes = [&[0; 4][..before], &variant].concat();
            let whole = (8 * before).div_ceil(5)..8 * bytes.len() / 5;
            for alphabet in BASE32 {
                let letters = base32(&bytes, alphabet)[whole.clone()].to_vec();
                let least = ((8 * least - 4) / 5).min(letters.len());
                forms.push(SecretForm { letters, least });
            }
        }
    }
    forms
}

/// Bytes in base32, without a last letter that has fewer than five bits of them.
fn base32(bytes: &[u8], alphabet: &[u8; 32]) -> Vec<u8> {
    let bit = |at: usize| (bytes[at / 8] >> (7 - at % 8)) & 1;
    let letter = |start: usize| {
        let value = (start..start + 5).fold(0, |value, at| 2 * value + bit(at));
        alphabet[usize::from(value)]
    };
    (0..8 * bytes.len() / 5).map(|number| letter(5 * number)).collect()
}

/// `span` without partial characters at its ends.
fn whole_characters(text: &str, span: Range<usize>) -> Range<usize> {
    let is_boundary = |at: &usize| text.is_char_boundary(*at);
    let start = (span.start..span.end).find(is_boundary).unwrap_or(span.end);
    let end = (start..=span.end).rev().find(is_boundary).unwrap_or(start);
    start..end
}

fn merged(spans: Vec<Range<usize>>) -> Vec<Range<usize>> {
    let mut all: Vec<Range<usize>> = Vec::with_capacity(spans.len());
    for span in spans {
        match all.last_mut() {
            Some(last) if span.start <= last.end => last.end = last.end.max(span.end),
            _ => all.push(span),
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use base64::engine::general_purpose::{STANDARD, URL_SAFE};

    const KEY: &str = "ABSKQmVk+cm9ja0/FQSUtleS1h+dC0xMjM0NTY3ODk=";

    fn found_in<'t>(text: &'t str, secret: &str) -> Vec<&'t str> {
        let traces = Traces::new(secret).expect("traces");
        traces.in_text(text, Within::AnyText).into_iter().map(|span| &text[span]).collect()
    }

    #[test]
    fn a_key_in_other_letters_is_found_within_more() {
        for before in ["", "u:", "Bearer ", "user:", "a "] {
            for behind in ["", "\n", " and so on"] {
                let text = format!("{before}{KEY}{behind}");
                let hex: String = text.bytes().map(|byte| format!("{byte:02x}")).collect();
                for encoded in [
                    STANDARD.encode(&text),
                    STANDARD_NO_PAD.encode(&text),
                    URL_SAFE.encode(&text),
                    hex.to_uppercase(),
                    hex,
                ] {
                    let said = format!("the header was {encoded}, which is not known");
                    let parts = found_in(&said, KEY);
                    // Without the letters that also depend on the neighbouring text.
                    assert_eq!(parts.len(), 1, "{said}: {parts:?}");
                    assert!(parts[0].len() >= KEY.len() * 4 / 3 - 1, "{said}: {parts:?}");
                }
            }
        }
        let quoted = STANDARD.encode(KEY).replace('+', "%2B").replace('/', "\\/");
        assert_eq!(found_in(&format!("{{\"{quoted}\"}}"), KEY).len(), 1);
    }

    #[test]
    fn a_key_in_base32_is_found_within_more() {
        // "foobar" and its code are from RFC 4648, section 10.
        assert_eq!(base32(b"foobar", BASE32[0]), b"MZXW6YTBO");
        assert_eq!(base32(b"foobar", BASE32[1]), b"CPNMUOJ1E");
        for before in ["", "u:", "Bearer ", "user:", "a "] {
            for alphabet in BASE32 {
                let encoded = base32(format!("{before}{KEY}, so").as_bytes(), alphabet);
                let encoded = String::from_utf8(encoded).expect("letters");
                for encoded in [encoded.to_lowercase(), encoded] {
                    let said = format!("the header was {encoded}====, which is not known");
                    let parts = found_in(&said, KEY);
                    assert_eq!(parts.len(), 1, "{said}: {parts:?}");
                    assert!(parts[0].len() >= KEY.len() * 8 / 5 - 1, "{said}: {parts:?}");
                }
            }
        }
        let key = "sk-planted-SECRET-0123456789abcdef";
        let part = String::from_utf8(base32(&key.as_bytes()[..20], BASE32[0])).expect("letters");
        assert_eq!(found_in(&format!("{part}..."), key), [part]);
        let words = "THE OPTION WITH THE LETTERS AAAABBBBCCCCDDDDEEEE IS MZXW6YTBOI";
        assert!(found_in(words, key).is_empty());
    }

    #[test]
    fn the_larger_part_of_a_key_is_found_and_a_small_one_is_not() {
        let key = "sk-planted-SECRET-0123456789abcdef";
        for (text, found) in [
            ("key sk-planted-SECRET-0123456789ab****", "sk-planted-SECRET-0123456789ab"),
            ("...SECRET-0123456789abcdef", "SECRET-0123456789abcdef"),
            ("(anted-SECRET-01234)", "anted-SECRET-01234"),
            ("nted-SECRET-01234", "nted-SECRET-01234"),
        ] {
            assert_eq!(found_in(text, key), [found], "{text}");
        }
        for text in
            ["sk-plant...89abcdef", "ted-SECRET-01234", "SECRET-012345678", "sk-planted-SECRE"]
        {
            assert!(found_in(text, key).is_empty(), "{text}");
        }
        assert_eq!(found_in("0123456789ab", "0123456789abc"), ["0123456789ab"]);
        assert!(found_in("0123456789a", "0123456789ab").is_empty(), "shorter than twelve");
        let part = STANDARD.encode(&key[..27]);
        assert_eq!(found_in(&format!("{part}..."), key), [part]);
    }

    #[test]
    fn every_part_that_is_long_enough_is_found() {
        let key = "k1J8sLq0ZpT4wXv9YbN2mHc7RdF5gAe3UiO6";
        for length in 18..=key.len() {
            for start in 0..=key.len() - length {
                let part = &key[start..start + length];
                assert_eq!(found_in(&format!("<{part}>"), key), [part]);
                let hex: String = part.bytes().map(|byte| format!("{byte:02x}")).collect();
                assert_eq!(found_in(&format!("<{hex}>"), key), [hex.as_str()]);
                for before in ["", "-", "--"] {
                    let encoded = STANDARD_NO_PAD.encode(format!("{before}{part}"));
                    assert_eq!(found_in(&format!("<{encoded}>"), key).len(), 1, "{part} {before}");
                }
            }
        }
    }

    #[test]
    fn a_key_in_other_capitals_or_in_codes_of_bytes_is_found() {
        let key = "sk-planted-SECRET-0123456789abcdef";
        let title: String = key
            .split('-')
            .map(|word| word[..1].to_uppercase() + &word[1..].to_lowercase() + "-")
            .collect();
        for changed in [key.to_uppercase(), key.to_lowercase(), title[..key.len()].to_owned()] {
            assert_eq!(found_in(&format!("no {changed}."), key), [changed.as_str()]);
            let part = &changed[..28];
            assert_eq!(found_in(&format!("no {part}..."), key), [part]);
            let url = changed.replace('-', "%2d");
            assert_eq!(found_in(&format!("no {url}."), key), [url.as_str()]);
            let json: String =
                changed.chars().map(|c| format!("\\u{:04x}", u32::from(c))).collect();
            assert_eq!(found_in(&format!("{{\"{json}\"}}"), key), [json.as_str()]);
        }
        for changed in [key.to_owned(), key.to_uppercase(), key.to_lowercase()] {
            let hex: String = changed.bytes().map(|byte| format!("{byte:02x}")).collect();
            let base64 = STANDARD.encode(format!("Bearer {changed}"));
            for encoded in [hex, base64] {
                assert_eq!(found_in(&format!("no {encoded}."), key).len(), 1, "{encoded}");
            }
        }
        let codes: String = key.bytes().map(|byte| format!("\\x{byte:02x}")).collect();
        assert_eq!(found_in(&format!("no {codes}."), key), [codes.as_str()]);
    }

    #[test]
    fn words_of_a_placeholder_are_ordinary() {
        let key = "sk-no-key-required";
        assert!(found_in("there is no-key-required here", key).is_empty());
        assert_eq!(found_in("Bearer sk-no-key-required.", key), [key]);
        for key in ["none", "EMPTY", "ollama"] {
            let text = STANDARD.encode(key);
            assert!(found_in(&text, key).is_empty(), "{text}");
        }
    }

    #[test]
    fn halves_of_characters_and_of_escapes_stay_whole() {
        let key = "\u{e9}0123456789AB\u{e9}";
        assert_eq!(found_in("\u{e8}0123456789AB\u{ea}", key), ["0123456789AB"]);
        assert_eq!(
            found_in(r"\nvapi-0123456789AB", "nvapi-0123456789AB"),
            [r"\nvapi-0123456789AB"]
        );
        assert_eq!(found_in(r"\n0123456789AB", "n0123456789AB\\\\"), [r"\n0123456789AB"]);
    }

    #[test]
    fn a_text_full_of_beginnings_is_searched_in_one_go() {
        let key = "a".repeat(40);
        let text = "aaaaaaaaaaaaaaaaaaa ".repeat(50_000);
        assert!(found_in(&text, &key).is_empty());
        assert_eq!(found_in(&"a".repeat(100_000), &key).len(), 1);
        let echoes = r"sk-0123456789abcdef\n".repeat(50_000);
        assert_eq!(found_in(&echoes, "sk-0123456789abcdef").len(), 50_000);
    }

    #[test]
    fn a_key_with_gaps_or_backwards_is_found() {
        let key = "sk-planted-SECRET-0123456789abcdef";
        let between = |gap: &str| key.chars().map(String::from).collect::<Vec<_>>().join(gap);
        let backwards: String = key.chars().rev().collect();
        for whole in [
            between(" "),
            between("\n"),
            between("."),
            between("|"),
            between(r"\n"),
            key.to_uppercase().replace('-', " - "),
            "sk-planted -SECRET-\n 0123456789 abcdef".to_owned(),
            "sk-planted-S\",\"ECRET-01234\", \"56789abcdef".to_owned(),
            "sk-planted-S\", \"second\":\"ECRET-01234\",\"third\" : \"56789abcdef".to_owned(),
            backwards.clone(),
            backwards.to_uppercase(),
        ] {
            let text = format!("{{\"first\":\"no {whole}.\"}}");
            assert_eq!(found_in(&text, key), [whole.as_str()], "{text}");
        }
    }

    #[test]
    fn a_key_with_characters_that_nobody_sees_or_that_look_the_same_is_found() {
        let key = "sk-planted-SECRET-0123456789abcdef";
        let each = |change: &dyn Fn(char) -> String| key.chars().map(change).collect::<String>();
        let between = |gap: &str| key.chars().map(String::from).collect::<Vec<_>>().join(gap);
        let hidden = [
            '\u{200b}',
            '\u{200c}',
            '\u{200d}',
            '\u{2060}',
            '\u{feff}',
            '\u{ad}',
            '\u{200e}',
            '\u{180e}',
            '\u{fe0f}',
            '\u{336}',
            '\u{e0041}',
        ];
        let wide =
            |c: char| char::from_u32(u32::from(c) + 0xfee0).expect("a wide form").to_string();
        let mut spelled: Vec<String> = hidden.iter().map(|c| between(&c.to_string())).collect();
        spelled.extend([
            between("\u{200b}\u{ad}"),
            between("\u{200b} "),
            between("\u{a0}"),
            between("\u{3000}"),
            between(r"\u200b"),
            between(r"\u00AD"),
            between("&shy;"),
            between("&ZeroWidthSpace;"),
            between("&#8203;"),
            between("%E2%80%8B"),
            each(&wide),
            each(&|c| format!("{}\u{200b}", wide(c))).trim_end_matches('\u{200b}').to_owned(),
            key.replace('-', "\u{2011}"),
            key.replace('-', "\u{2013}"),
            key.replace('a', "\u{430}").replace('e', "\u{435}"),
            each(&wide).chars().map(|c| format!("\\u{:04x}", u32::from(c))).collect(),
        ]);
        for whole in spelled {
            let text = format!("{{\"first\":\"no {whole}.\"}}");
            assert_eq!(found_in(&text, key), [whole.as_str()], "{text}");
        }
        // Short ones and rows of plain words too, with nothing between their letters.
        for key in ["12345678", "open-ai-api-key"] {
            let whole = key.chars().map(String::from).collect::<Vec<_>>().join("\u{2060}");
            assert_eq!(found_in(&format!("no {whole}."), key), [whole.as_str()]);
        }
    }

    #[test]
    fn other_languages_are_no_key() {
        let key = "sk-planted-SECRET-0123456789abcdef";
        for text in [
            "\u{4f60}\u{597d}\u{ff0c}\u{4e16}\u{754c}\u{3002}",
            "\u{43e}\u{442}\u{432}\u{435}\u{442}: \u{430}",
            "\u{64a}\u{200c}\u{639} caf\u{e9} \u{1f468}\u{200d}\u{1f469}",
            "sk\u{2013}planted",
        ] {
            assert!(found_in(text, key).is_empty(), "{text}");
        }
        let accented = "cl\u{e9}-0123456789-ABCDEF";
        assert_eq!(found_in(&format!("({accented})"), accented), [accented]);
    }

    #[test]
    fn words_and_numbers_side_by_side_are_no_key() {
        for (key, text) in [
            ("open-ai-api-key", "an open -ai -api -key"),
            ("12345678", "1 2 3 4 5 6 7 8"),
            ("sk-0123456789abcdef", "s k - 0 1 2 3 4 5, a, b, c, d"),
            ("sk-0123456789abcdef", r#"{"a":"sk-01234567","b":{"c":"89abcdef"}}"#),
        ] {
            assert!(found_in(text, key).is_empty(), "{text}");
        }
    }
}
