//! Words and stops of a text.

use super::fault::Fault;

/// The most bytes of a text that is read as English.
const MOST_BYTES: usize = 20_000;

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
    let mut tokens = Vec::new();
    for token in tokens_of(text)? {
        match token.low.as_str() {
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

/// A word; *doesn't* is two.
fn push_word<'t>(tokens: &mut Vec<TypedToken<'t>>, at: usize, source: &'t str) {
    let low = source.to_lowercase().replace('’', "'");
    let denied = low.strip_suffix("n't");
    let Some(verb) = denied else {
        tokens.push(TypedToken { at, source, low });
        return;
    };
    tokens.push(TypedToken { at, source, low: verb.to_owned() });
    tokens.push(TypedToken { at, source, low: "not".to_owned() });
}
