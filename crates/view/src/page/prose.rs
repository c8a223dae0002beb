//! Messages of the program, with the code and the words that they quote.

use maud::{Markup, html};

/// A part of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ProsePiece<'t> {
    Plain(&'t str),
    /// Between backticks.
    Code(&'t str),
    /// Between stars.
    Words(&'t str),
}

/// Renders a message: text between backticks is code, and text between stars is emphasized. All of it is
/// escaped.
pub(super) fn prose(message: &str) -> Markup {
    html! { @for part in parts(message) { @match part {
        ProsePiece::Plain(text) => (text),
        ProsePiece::Code(text) => code { (text) },
        ProsePiece::Words(text) => em { (text) },
    } } }
}

fn parts(mut rest: &str) -> Vec<ProsePiece<'_>> {
    let mut parts = Vec::new();
    let mut from = 0;
    while let Some(at) = rest.get(from..).and_then(|text| text.find(['`', '*'])) {
        let at = from + at;
        let (before, marked) = rest.split_at(at);
        let found = match marked.starts_with('`') {
            true => code(marked).map(|text| (ProsePiece::Code(text), text)),
            false => words(before, marked).map(|text| (ProsePiece::Words(text), text)),
        };
        match found {
            Some((part, text)) => {
                parts.push(ProsePiece::Plain(before));
                parts.push(part);
                rest = marked.get(text.len() + 2..).unwrap_or_default();
                from = 0;
            }
            None => from = at + 1,
        }
    }
    parts.push(ProsePiece::Plain(rest));
    parts.retain(|part| *part != ProsePiece::Plain(""));
    parts
}

/// Returns the text between the backtick at the beginning and the next one.
fn code(marked: &str) -> Option<&str> {
    let text = marked.get(1..)?;
    text.get(..text.find('`')?).filter(|text| !text.is_empty())
}

/// Returns the text between the star at the beginning and the next one. A star of a view, `Man(x*)`,
/// comes after a letter or a sign, and marks no words.
fn words<'t>(before: &str, marked: &'t str) -> Option<&'t str> {
    let text = marked.get(1..)?;
    let text = text.get(..text.find('*')?)?;
    let begins = before.is_empty() || before.ends_with([' ', '(', '\u{201c}']);
    let is_whole =
        text.starts_with(|c: char| c.is_alphanumeric() || c == '-') && !text.ends_with(' ');
    (begins && is_whole).then_some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quoted_code_and_words_are_set_apart() {
        let shown = |text| prose(text).into_string();
        assert_eq!(
            shown("write `p -> q` for *if ... then*"),
            "write <code>p -&gt; q</code> for <em>if ... then</em>"
        );
        assert_eq!(
            shown("a verb with *-s*, *Mary smokes*"),
            "a verb with <em>-s</em>, <em>Mary smokes</em>"
        );
        assert_eq!(
            shown("`P(a()*)` and `Q(b()*)`"),
            "<code>P(a()*)</code> and <code>Q(b()*)</code>"
        );
    }

    #[test]
    fn signs_without_a_second_one_stay() {
        for text in
            ["{Man(x*)}^{Mortal(x*)}", "0.3=* or 2 * 3 * 4", "a ` alone", "``", "*", "", "a*b*c"]
        {
            assert_eq!(prose(text).into_string(), text);
        }
    }

    #[test]
    fn what_is_quoted_is_escaped() {
        let page = prose("`<script>` *<b>* *a<b>* <i>").into_string();
        assert_eq!(page, "<code>&lt;script&gt;</code> *&lt;b&gt;* <em>a&lt;b&gt;</em> &lt;i&gt;");
    }
}
