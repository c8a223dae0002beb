//! Words and stops of a text.

use super::fault::Fault;
use super::vocabulary::{IF, PREPOSITIONS, is_function_word};

/// The most bytes of a text that is read as English.
const MOST_BYTES: usize = 20_000;
/// The token of a line break until the sentences are told apart.
const LINE_BREAK: &str = "\n";

/// Short forms that can be read in one way only.
const SHORT_FORMS: [(&str, &str, &str); 4] =
    [("there's", "there", "is"), ("it's", "it", "is"), ("i'm", "i", "am"), ("i've", "i", "have")];

/// The verbs of denials whose short form changes them.
const DENIED_SHORT_FORMS: [(&str, &str); 3] = [("ca", "can"), ("wo", "will"), ("sha", "shall")];

/// A word or a stop.
#[derive(Clone, Debug)]
pub(super) struct TypedToken<'t> {
    /// The place as a byte offset.
    pub(super) at: usize,
    /// As it is written.
    pub(super) source: &'t str,
    /// In lower case; `,`, `.` and `?` for stops.
    pub(super) low: String,
}

impl TypedToken<'_> {
    /// The end of the token, as a byte offset.
    pub(super) fn end(&self) -> usize {
        self.at + self.source.len()
    }

    /// True if it begins with a capital.
    pub(super) fn is_capitalised(&self) -> bool {
        self.source.chars().next().is_some_and(char::is_uppercase)
    }

    /// True if it is a letter by itself: *P*, *p*, but not the article *a*.
    pub(super) fn is_letter(&self) -> bool {
        let is_letter = self.source.len() == 1 && self.source.starts_with(char::is_alphabetic);
        is_letter && self.source != "a"
    }

    /// True if it is a small letter by itself, which stands for a whole sentence: *p*.
    pub(super) fn is_proposition_letter(&self) -> bool {
        self.is_letter() && !self.is_capitalised()
    }

    /// True if it is the *I* of the speaker.
    pub(super) fn is_speaker(&self) -> bool {
        self.source == "I"
    }
}

/// A sentence, and whether it asks.
pub(super) struct TypedSentence<'t> {
    pub(super) tokens: Vec<TypedToken<'t>>,
    pub(super) asks: bool,
}

/// The sentences of a text.
pub(super) fn sentences(text: &str) -> Result<Vec<TypedSentence<'_>>, Fault> {
    if text.len() > MOST_BYTES {
        let help = format!("{MOST_BYTES} bytes of English at most are read at a time");
        return Err(Fault::new(MOST_BYTES, "the end", help));
    }
    let mut all = Vec::new();
    let mut tokens: Vec<TypedToken<'_>> = Vec::new();
    let mut rest = tokens_of(text)?.into_iter().peekable();
    while let Some(token) = rest.next() {
        match token.low.as_str() {
            LINE_BREAK => {
                if tokens.last().zip(rest.peek()).is_some_and(|(last, next)| parts(last, next)) {
                    all.push(TypedSentence { tokens: std::mem::take(&mut tokens), asks: false });
                }
            }
            "." | "?" => {
                let asks = token.low == "?";
                if !tokens.is_empty() {
                    all.push(TypedSentence { tokens: std::mem::take(&mut tokens), asks });
                }
            }
            _ => tokens.push(token),
        }
    }
    if !tokens.is_empty() {
        all.push(TypedSentence { tokens, asks: false });
    }
    Ok(all)
}

/// True if a line break between two words ends a sentence. A line that goes on with a small letter,
/// or that comes after a word that needs another one, may be the second line of one sentence.
fn parts(last: &TypedToken<'_>, next: &TypedToken<'_>) -> bool {
    let goes_on = last.low == ","
        || is_function_word(&last.low)
        || PREPOSITIONS.contains(&last.low.as_str())
        || IF.contains(&last.low.as_str());
    let begins = next.is_capitalised() || next.is_proposition_letter() || next.low == "not";
    begins && (!goes_on || last.is_letter())
}

fn tokens_of(text: &str) -> Result<Vec<TypedToken<'_>>, Fault> {
    let mut tokens = Vec::new();
    let mut at = 0;
    while let Some(first) = text[at..].chars().next() {
        let end = at + first.len_utf8();
        match first {
            _ if first.is_alphanumeric() => {
                let end = word_end(text, at);
                push_word(&mut tokens, at, &text[at..end]);
                at = end;
                continue;
            }
            ',' | '.' | '?' => tokens.push(stop(at, &text[at..end], &text[at..end])),
            '!' | ';' => tokens.push(stop(at, &text[at..end], ".")),
            '"' | '“' | '”' => {}
            '\n' => tokens.push(stop(at, &text[at..end], LINE_BREAK)),
            _ if first.is_whitespace() => {}
            _ => {
                return Err(Fault::new(
                    at,
                    "a word",
                    "a sentence has words, commas and full stops; signs such as `->` and `|` make \
                     a formula, `p -> q`, and braces a view, `{Ace(), King()}`",
                ));
            }
        }
        at = end;
    }
    Ok(tokens)
}

fn stop<'t>(at: usize, source: &'t str, low: &str) -> TypedToken<'t> {
    TypedToken { at, source, low: low.to_owned() }
}

/// The end of a word: hyphens and apostrophes between letters belong to it.
fn word_end(text: &str, start: usize) -> usize {
    let mut end = start;
    let mut letters = text[start..].char_indices().peekable();
    while let Some((at, c)) = letters.next() {
        let joins = matches!(c, '-' | '\'' | '’')
            && letters.peek().is_some_and(|(_, next)| next.is_alphanumeric());
        if !(c.is_alphanumeric() || c == '_' || joins) {
            break;
        }
        end = start + at + c.len_utf8();
    }
    end
}

/// A word; *doesn't* and *there's* are two.
fn push_word<'t>(tokens: &mut Vec<TypedToken<'t>>, at: usize, source: &'t str) {
    let low = source.to_lowercase().replace('’', "'");
    let short = SHORT_FORMS.iter().find(|(short, ..)| *short == low);
    if let Some((_, first, verb)) = short {
        let (before, after) = source.split_at(first.len());
        tokens.push(TypedToken { at, source: before, low: (*first).to_owned() });
        tokens.push(TypedToken { at: at + before.len(), source: after, low: (*verb).to_owned() });
        return;
    }
    let denied = low.strip_suffix("n't");
    let Some(verb) = denied else {
        tokens.push(TypedToken { at, source, low });
        return;
    };
    let whole = DENIED_SHORT_FORMS.iter().find(|(short, _)| *short == verb);
    let verb = whole.map_or(verb, |(_, whole)| whole);
    tokens.push(TypedToken { at, source, low: verb.to_owned() });
    tokens.push(TypedToken { at, source, low: "not".to_owned() });
}
