//! The text of an answer in plain signs. Letters and digits of other scripts and typefaces, LaTeX,
//! character references and struck words are folded into signs that the rules know.
//!
//! The folded signs are data: [`LATEX`], [`REFERENCES`], [`STRUCK`] and the lists of
//! [`fold`](crate::fold).

use crate::fold;
use std::borrow::Cow;

/// LaTeX for one sign. Longer names come before their prefixes.
const LATEX: &[(&str, &str)] = &[
    ("\\,", " "),
    ("\\;", " "),
    ("\\:", " "),
    ("\\!", ""),
    ("\\ ", " "),
    ("\\$", "$"),
    ("\\%", "%"),
    ("\\#", "#"),
    ("\\(", " "),
    ("\\)", " "),
    ("\\[", " "),
    ("\\]", " "),
    ("\\times", "×"),
    ("\\cdot", "·"),
    ("\\div", "÷"),
    ("\\approx", "≈"),
    ("\\simeq", "≈"),
    ("\\sim", "≈"),
    ("\\pm", "±"),
    ("\\implies", "→"),
    ("\\rightarrow", "→"),
    ("\\Rightarrow", "→"),
    ("\\therefore", "∴"),
    ("\\to ", "→ "),
    ("\\checkmark", "✓"),
    ("\\displaystyle", " "),
    ("\\left", ""),
    ("\\right", ""),
    ("\\quad", " "),
    ("{,}", ","),
];

/// Spaces of LaTeX: the only LaTeX that is folded if a text may hold formulas of logic.
const SPACES: &[(&str, &str)] = &[
    ("\\,", " "),
    ("\\;", " "),
    ("\\:", " "),
    ("\\!", ""),
    ("\\ ", " "),
    ("\\quad", " "),
    ("\\qquad", " "),
    ("\\displaystyle", " "),
];

/// Character references of HTML.
const REFERENCES: &[(&str, &str)] = &[
    ("&lt;", "<"),
    ("&gt;", ">"),
    ("&amp;", "&"),
    ("&quot;", "\""),
    ("&apos;", "'"),
    ("&#39;", "'"),
    ("&#x27;", "'"),
    ("&nbsp;", " "),
];

/// Signs around words that are struck out.
const STRUCK: &[(&str, &str)] =
    &[("~~", "~~"), ("<del>", "</del>"), ("<s>", "</s>"), ("<strike>", "</strike>")];

/// The sign between a whole number and the fraction that is added to it: Unicode's invisible plus.
pub(crate) const MIXED: char = '\u{2064}';

/// A text in plain signs, with the origin of each of its bytes.
pub(crate) struct Plain<'t> {
    /// The text.
    pub text: Cow<'t, str>,
    /// The places where the distance between the two texts changes: a byte of this one and the byte
    /// that it comes from.
    shifts: Vec<(usize, usize)>,
}

impl<'t> Plain<'t> {
    /// Folds `text`. Most texts have nothing to fold and are not copied.
    pub fn new(text: &'t str) -> Self {
        Self::folded(text, false)
    }

    /// Folds `text` except for the signs of logic. Commands of LaTeX stay. Two tildes strike out
    /// only what Markdown would strike out, since `~~` may also be a double negation.
    pub fn with_formulas(text: &'t str) -> Self {
        Self::folded(text, true)
    }

    /// Keeps `text` unchanged.
    pub fn unfolded(text: &'t str) -> Self {
        Self { text: Cow::Borrowed(text), shifts: Vec::new() }
    }

    fn folded(text: &'t str, formulas: bool) -> Self {
        let special = |b: u8| b >= 0x80 || matches!(b, b'\\' | b'&' | b'~' | b'<' | b'{');
        if !text.bytes().any(special) {
            return Self::unfolded(text);
        }
        let mut folder = Folder::new(text, formulas);
        while folder.step() {}
        match folder.changed() {
            true => Self { text: Cow::Owned(folder.out), shifts: folder.shifts },
            false => Self::unfolded(text),
        }
    }

    /// The byte of the written text that the byte at `at` comes from.
    pub fn start(&self, at: usize, written: &str) -> usize {
        let mut start = self.written(self.shifts.partition_point(|(plain, _)| *plain <= at), at);
        while !written.is_char_boundary(start) {
            start -= 1;
        }
        start
    }

    /// One past the byte of the written text that the byte before `at` comes from.
    pub fn end(&self, at: usize, written: &str) -> usize {
        let mut end = self.written(self.shifts.partition_point(|(plain, _)| *plain < at), at);
        while !written.is_char_boundary(end) {
            end += 1;
        }
        end
    }

    /// The byte that `at` comes from, if `next` is the first shift behind it.
    fn written(&self, next: usize, at: usize) -> usize {
        let Some((plain, written)) = next.checked_sub(1).and_then(|last| self.shifts.get(last))
        else {
            return at;
        };
        let moved = at - plain + written;
        self.shifts.get(next).map_or(moved, |(_, most)| moved.min(*most))
    }
}

/// One pass over a text.
struct Folder<'t> {
    text: &'t str,
    at: usize,
    out: String,
    /// End of the text that is copied into `out`.
    copied: usize,
    shifts: Vec<(usize, usize)>,
    /// Signs of struck words that have no partner in the rest of the text.
    unpaired: [bool; STRUCK.len()],
    /// True if signs of logic stay.
    formulas: bool,
}

impl<'t> Folder<'t> {
    fn new(text: &'t str, formulas: bool) -> Self {
        Self {
            text,
            at: 0,
            out: String::new(),
            copied: 0,
            shifts: Vec::new(),
            unpaired: [false; STRUCK.len()],
            formulas,
        }
    }

    fn rest(&self) -> &'t str {
        self.text.get(self.at..).unwrap_or_default()
    }

    fn left(&self) -> &'t str {
        self.text.get(..self.at).unwrap_or_default()
    }

    /// Folds or passes one sign; false at the end.
    fn step(&mut self) -> bool {
        let rest = self.rest();
        let Some(c) = rest.chars().next() else {
            return false;
        };
        match c {
            '\\' | '{' => self.latex(),
            '&' => self.listed(REFERENCES),
            '~' | '<' => self.struck(),
            c if c.is_ascii() => self.at += 1,
            c => self.fold(c),
        }
        true
    }

    /// True if anything was folded; the rest of the text is then copied.
    fn changed(&mut self) -> bool {
        if self.shifts.is_empty() {
            return false;
        }
        self.out.push_str(self.text.get(self.copied..).unwrap_or_default());
        true
    }

    /// Replaces the next `length` bytes by `plain`.
    fn put(&mut self, plain: &str, length: usize) {
        self.out.push_str(self.text.get(self.copied..self.at).unwrap_or_default());
        self.shifts.push((self.out.len(), self.at));
        self.out.push_str(plain);
        self.at += length;
        self.copied = self.at;
        self.shifts.push((self.out.len(), self.at));
    }

    fn listed(&mut self, list: &[(&str, &str)]) {
        match list.iter().find(|(written, _)| self.rest().starts_with(written)) {
            Some((written, plain)) => self.put(plain, written.len()),
            None => self.at += 1,
        }
    }

    fn latex(&mut self) {
        // A backslash before white space at the end is no space of a formula.
        if self.rest().strip_prefix('\\').is_some_and(|rest| rest.trim_start().is_empty()) {
            self.at += 1;
            return;
        }
        if self.formulas {
            return self.listed(SPACES);
        }
        match fraction(self.rest()) {
            Some((plain, length)) => self.fraction(&plain, length),
            None => self.listed(LATEX),
        }
    }

    /// Puts a fraction, joined to the whole number before it: `2½`, `2\frac12`.
    fn fraction(&mut self, plain: &str, length: usize) {
        let before = self.left();
        let before = before.trim_end_matches(' ').trim_end_matches("\\,");
        if before.ends_with(|c: char| c.is_ascii_digit()) {
            // Of no length, so that a fraction that is read alone, as in "A7½", has its own place.
            self.put(MIXED.encode_utf8(&mut [0; 4]), 0);
        }
        self.put(plain, length);
    }

    fn struck(&mut self) {
        let rest = self.rest();
        if rest.starts_with("<<") {
            // "<<B>>": signs around an answer.
            return self.put(" ", 2);
        }
        if let Some((plain, length)) = html(rest) {
            return self.put(plain, length);
        }
        let signs = STRUCK.iter().position(|(open, _)| rest.starts_with(open));
        let Some(signs) = signs.filter(|signs| self.unpaired.get(*signs) == Some(&false)) else {
            self.at += 1;
            return;
        };
        let (open, close) = STRUCK[signs];
        match rest.get(open.len()..).and_then(|rest| rest.find(close)) {
            Some(length) if self.formulas && !shows_struck(rest, open, length) => {
                self.at += open.len();
            }
            Some(length) => self.put(" ", open.len() + length + close.len()),
            None => {
                self.unpaired[signs] = true;
                self.at += open.len();
            }
        }
    }

    fn fold(&mut self, c: char) {
        let width = c.len_utf8();
        let alone = || {
            let letter = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
            let before = self.left().chars().next_back();
            let after = self.rest().get(width..).and_then(|text| text.chars().next());
            !letter(before) && !letter(after)
        };
        let mut buffer = [0; 4];
        // "7₈" is no "78".
        let subscript = ('₀'..='₉').contains(&c) && self.left().ends_with(char::is_numeric);
        match fold::sign(c) {
            Some(fold::Sign::Same(plain)) if subscript => self.put(&format!("_{plain}"), width),
            Some(fold::Sign::Same(plain)) => self.put(plain.encode_utf8(&mut buffer), width),
            Some(fold::Sign::Alone(plain)) if alone() => {
                self.put(plain.encode_utf8(&mut buffer), width);
            }
            Some(fold::Sign::Text(plain)) => self.put(plain, width),
            Some(fold::Sign::Fraction(plain)) => self.fraction(plain, width),
            Some(fold::Sign::Enclosed(letter)) => {
                let mut enclosed = String::from("(");
                enclosed.push(letter);
                enclosed.push(')');
                self.put(&enclosed, width);
            }
            _ => self.at += width,
        }
    }
}

/// Returns true if Markdown strikes out the text between two signs: on one line, without spaces
/// inside the signs or a letter behind them. Tags strike out anything.
fn shows_struck(rest: &str, open: &str, length: usize) -> bool {
    let inner = rest.get(open.len()..open.len() + length).unwrap_or_default();
    let behind = rest.get(2 * open.len() + length..).unwrap_or_default();
    let word = behind.starts_with(|c: char| c.is_alphanumeric() || c == '(');
    !open.starts_with('~') || inner.trim() == inner && !inner.contains('\n') && !word
}

/// A tag of HTML for layout, with its length: one that begins a line, or one within it.
fn html(text: &str) -> Option<(&'static str, usize)> {
    const LINES: &[&str] = &["br", "li", "p", "tr", "div", "ul", "ol", "table"];
    const WITHIN: &[&str] = &["b", "i", "u", "em", "strong", "code", "span", "td", "th"];
    let inner = text.strip_prefix('<')?;
    let name = inner.strip_prefix('/').unwrap_or(inner);
    let length = name.bytes().take(8).take_while(u8::is_ascii_alphanumeric).count();
    let rest = name.get(length..)?.trim_start_matches([' ', '/']);
    let end = text.len() - rest.strip_prefix('>')?.len();
    let name = name.get(..length)?.to_ascii_lowercase();
    match name.as_str() {
        name if LINES.contains(&name) => Some(("\n", end)),
        name if WITHIN.contains(&name) => Some((" ", end)),
        _ => None,
    }
}

/// A fraction of LaTeX in whole numbers, with its length: `\frac{3}{4}`, `\frac{-3}{4}`,
/// `\dfrac34`.
fn fraction(text: &str) -> Option<(String, usize)> {
    let name = ["\\frac", "\\dfrac", "\\tfrac"].into_iter().find(|name| text.starts_with(name))?;
    let (above, one) = part(text.get(name.len()..)?)?;
    let (below, two) = part(text.get(name.len() + one..)?)?;
    if below.starts_with('-') {
        return None;
    }
    Some((format!("{above}/{below}"), name.len() + one + two))
}

/// Digits in braces, with or without a minus, or one digit.
fn part(text: &str) -> Option<(&str, usize)> {
    match text.strip_prefix('{') {
        Some(inner) => {
            let sign = usize::from(inner.starts_with('-'));
            let digits = inner.get(sign..)?.bytes().take(18).take_while(u8::is_ascii_digit).count();
            let length = sign + digits;
            let closed = inner.get(length..)?.starts_with('}') && digits > 0;
            closed.then(|| (inner.get(..length).unwrap_or_default(), length + 2))
        }
        None => text.get(..1).filter(|digit| digit.as_bytes()[0].is_ascii_digit()).map(|d| (d, 1)),
    }
}

#[cfg(test)]
mod tests {
    use super::Plain;

    #[test]
    fn signs_are_folded() {
        for (written, plain) in [
            ("plain", "plain"),
            ("café", "café"),
            ("Ｂ", "B"),
            ("（B）", "(B)"),
            ("Ⓑ", "(B)"),
            ("🅱", "B"),
            ("𝐁", "B"),
            ("𝟒𝟐", "42"),
            ("Answer: А", "Answer: A"),
            ("Анна", "Анна"),
            ("٤٢", "42"),
            ("1\u{202f}200", "1 200"),
            ("7²", "7^2"),
            ("¾", "3/4"),
            ("1½", "1\u{2064}1/2"),
            ("-½", "-1/2"),
            (r"2\frac12", "2\u{2064}1/2"),
            (r"2\,\frac12", "2 \u{2064}1/2"),
            (r"\frac{-1}{2}", "-1/2"),
            (r"\frac{1}{-2}", r"\frac{1}{-2}"),
            (r"\boxed{9{,}500}", r"\boxed{9,500}"),
            (r"1\,200", "1 200"),
            (r"\dfrac{3}{4}", "3/4"),
            (r"\frac34", "3/4"),
            (r"\frac{a}{b}", r"\frac{a}{b}"),
            (r"\$5", "$5"),
            ("&lt;think&gt;", "<think>"),
            ("~~(a)~~ (b)", "  (b)"),
            ("<del>a</del>b", " b"),
            ("~~a", "~~a"),
            ("a\u{200b}b", "ab"),
            ("✅ ❌ ☐ ☑", "✓ ✗ [ ] [x]"),
            ("2️⃣", "2"),
        ] {
            assert_eq!(Plain::new(written).text, plain, "{written}");
        }
    }

    #[test]
    fn signs_of_logic_stay() {
        for (written, plain) in [
            (r"A \leftrightarrow B", r"A \leftrightarrow B"),
            (r"\sim A\,\to B", r"\sim A \to B"),
            ("~~A ∨ ~~B", "~~A ∨ ~~B"),
            ("~~(a)~~ (b)", "  (b)"),
            ("&lt;b&gt;Ａ&nbsp;∧ B", "<b>A ∧ B"),
        ] {
            assert_eq!(Plain::with_formulas(written).text, plain, "{written}");
        }
    }

    #[test]
    fn bytes_are_found_again() {
        for (written, sought) in
            [("~~(a)~~ (b)", "(b)"), ("Ａ or (b)", "(b)"), ("é 𝐁 ½ tail", "tail"), ("tail", "tail")]
        {
            let plain = Plain::new(written);
            let at = plain.text.find(sought).unwrap_or_default();
            let (start, end) = (plain.start(at, written), plain.end(at + sought.len(), written));
            assert_eq!(written.get(start..end), Some(sought), "{written}");
        }
    }
}
