//! Answers in fields: pairs in JSON, in a Python dictionary, or in a similar notation.
//!
//! The text is scanned, not parsed. An object that was cut off or has a comma too many still shows
//! the value of its field `answer`.

use std::collections::BTreeSet;

/// Names of fields that hold the answer, the strongest first.
const ANSWERS: &[&str] = &[
    "final_answer",
    "correct_answer",
    "answer",
    "correct_option",
    "selected_option",
    "chosen_option",
    "selected_answer",
    "answer_letter",
    "final_choice",
    "choice",
    "selected",
    "selection",
    "chosen",
    "option",
    "letter",
    "label",
    "verdict",
    "judgment",
    "response",
    "result",
    "value",
    "output",
];

/// Names of fields that hold a conclusion in words, the strongest first.
const CONCLUSIONS: &[&str] = &[
    "final_answer",
    "answer",
    "final_conclusion",
    "conclusion",
    "what_follows",
    "inference",
    "response",
    "result",
    "output",
];

/// Words in the name of a field that says if something holds.
const PREDICATES: &[(&str, bool)] = &[
    ("unsound", false),
    ("invalid", false),
    ("incorrect", false),
    ("fallac", false),
    ("flawed", false),
    ("wrong", false),
    ("sound", true),
    ("valid", true),
    ("correct", true),
    ("follows", true),
    ("entail", true),
    ("logical", true),
    ("true", true),
    ("holds", true),
    ("conclusion_follows", true),
    ("necessar", true),
];

/// The meaning of a field's name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Field {
    /// The answer.
    Answer,
    /// True for a field such as `is_sound`, false for one such as `is_unsound`.
    Holds(bool),
}

/// A field of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Pair<'t> {
    /// The meaning of its name.
    pub field: Field,
    /// Its value, without quotation marks or brackets.
    pub value: &'t str,
    /// The first byte of the value.
    pub start: usize,
}

/// The field of a text that holds the answer. With `judging`, also one that says if something
/// holds, or if what the `question` asks about does: `"is_prime": false`. `None` if there is none,
/// or if fields of one name differ.
pub(crate) fn answer<'t>(text: &'t str, judging: bool, question: &str) -> Option<Pair<'t>> {
    let asked = Stems::new(if judging && text.contains('{') { question } else { "" });
    let asked = |name: &str| {
        let asked = asked.has(&folded(name));
        asked.then_some((ANSWERS.len() + 1, Field::Holds(true)))
    };
    best(text, |name| promise(name, judging).or_else(|| asked(name)))
}

/// The words of a question without their endings.
pub(crate) struct Stems(BTreeSet<String>);

impl Stems {
    /// The words of `question`.
    pub fn new(question: &str) -> Self {
        Self(stems(question).collect())
    }

    /// True if every word of a label is one of the question: "is_prime" of "Is 91 a prime number?"
    pub fn has(&self, label: &str) -> bool {
        const GLUE: &[&str] = &["is", "are", "does", "do", "it", "the", "a", "an", "number"];
        if label.len() > 40 || self.0.is_empty() {
            return false;
        }
        let said: Vec<String> =
            stems(label).filter(|word| !GLUE.contains(&word.as_str())).collect();
        said.iter().any(|word| word.len() >= 4) && said.iter().all(|word| self.0.contains(word))
    }
}

/// The first letters of each word, in lower case.
fn stems(text: &str) -> impl Iterator<Item = String> {
    const LENGTH: usize = 5;
    let words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.map(|word| word.to_lowercase().chars().take(LENGTH).collect())
}

/// The field of a text that holds a conclusion in words, as [`answer`].
pub(crate) fn conclusion(text: &str) -> Option<Pair<'_>> {
    let place = |name: &str| CONCLUSIONS.iter().position(|known| *known == folded(name));
    best(text, |name| Some((place(name)?, Field::Answer)))
}

/// The strongest field, by the meaning of its name.
fn best(text: &str, promise: impl Fn(&str) -> Option<(usize, Field)>) -> Option<Pair<'_>> {
    if !text.contains('{') {
        return None;
    }
    let mut best: Option<(usize, Pair<'_>)> = None;
    let mut differs = false;
    for (name, value, start) in Pairs::new(text) {
        let Some((rank, field)) = promise(name) else { continue };
        // `"fallacy": "affirming the consequent"` names one.
        if field != Field::Answer && !is_verdict(value) {
            continue;
        }
        let pair = Pair { field, value, start };
        match best {
            Some((other, _)) if other < rank => {}
            Some((other, old)) if other == rank => {
                differs |= !old.value.eq_ignore_ascii_case(value);
            }
            _ => (best, differs) = (Some((rank, pair)), false),
        }
    }
    best.map(|(_, pair)| pair).filter(|_| !differs)
}

/// True if a value says that something holds or does not.
fn is_verdict(value: &str) -> bool {
    const VERDICTS: &[&str] = &[
        "yes",
        "no",
        "true",
        "false",
        "y",
        "n",
        "not",
        "valid",
        "invalid",
        "sound",
        "unsound",
        "correct",
        "incorrect",
        "1",
        "0",
    ];
    let first = value.split(|c: char| !c.is_alphanumeric()).find(|word| !word.is_empty());
    first.is_some_and(|word| VERDICTS.iter().any(|known| known.eq_ignore_ascii_case(word)))
}

/// Returns true if a text is a record, with or without fences around it.
pub(crate) fn is_record(text: &str) -> bool {
    let bare =
        text.trim_start().trim_start_matches("```json").trim_start_matches("```").trim_start();
    bare.starts_with('{') && Pairs::new(bare).next().is_some()
}

/// Rank and meaning of a field of this name; 0 is the strongest.
fn promise(name: &str, judging: bool) -> Option<(usize, Field)> {
    if name.len() > 40 {
        return None;
    }
    let name = folded(name);
    if name == "correct" && !judging {
        return Some((0, Field::Answer));
    }
    if let Some(rank) = ANSWERS.iter().position(|known| *known == name) {
        return Some((rank, Field::Answer));
    }
    let aside = ["reason", "explan", "why", "premise", "confiden", "step"];
    if !judging || aside.iter().any(|word| name.contains(word)) {
        return None;
    }
    // "is_valid", "logically_sound", but not "valid_json".
    const BESIDE: &[&str] = &[
        "is",
        "it",
        "the",
        "this",
        "argument",
        "syllogism",
        "reasoning",
        "inference",
        "logically",
        "logical",
        "deductively",
        "conclusion",
        "does",
        "follow",
        "follows",
        "answer",
        "validity",
        "soundness",
        "from",
        "premises",
    ];
    let (word, holds) = PREDICATES.iter().find(|(word, _)| name.contains(word))?;
    let named = |part: &str| BESIDE.contains(&part) || part.starts_with(word);
    if !name.split('_').all(named) {
        return None;
    }
    Some((ANSWERS.len(), Field::Holds(*holds)))
}

/// A name in the spelling of the lists.
fn folded(name: &str) -> String {
    name.trim().to_ascii_lowercase().replace([' ', '-'], "_")
}

/// Names and values in the order of the text: `"name": "value"`, `'name': value`.
struct Pairs<'t> {
    text: &'t str,
    at: usize,
}

impl<'t> Pairs<'t> {
    fn new(text: &'t str) -> Self {
        Self { text, at: 0 }
    }

    /// The string at `at`, with the byte after its closing mark.
    fn string(&self, at: usize) -> Option<(&'t str, usize)> {
        let rest = self.text.get(at..)?;
        let mark = rest.chars().next().filter(|c| matches!(c, '"' | '\''))?;
        let mut escaped = false;
        let end = rest.char_indices().skip(1).find(|(_, c)| {
            let ends = *c == mark && !escaped;
            escaped = *c == '\\' && !escaped;
            ends
        });
        let end = end.map_or(rest.len(), |(end, _)| end);
        Some((rest.get(1..end)?, (at + end + 1).min(self.text.len())))
    }

    /// The place of the next sign that is no white space.
    fn next_sign(&self, at: usize) -> Option<(char, usize)> {
        let rest = self.text.get(at..)?;
        let (gap, sign) = rest.char_indices().find(|(_, c)| !c.is_whitespace())?;
        Some((sign, at + gap))
    }

    /// The value at `at`, its beginning, and the byte after it. Nested lists do not count.
    fn value(&self, at: usize) -> Option<(&'t str, usize, usize)> {
        self.nested(at, 0)
    }

    fn nested(&self, at: usize, depth: u8) -> Option<(&'t str, usize, usize)> {
        let (sign, at) = self.next_sign(at)?;
        match sign {
            '"' | '\'' => self.string(at).map(|(value, end)| (value, at + 1, end)),
            '[' if depth == 0 => {
                let (value, start, end) = self.nested(at + 1, depth + 1)?;
                let single = self.next_sign(end).is_none_or(|(sign, _)| sign == ']');
                Some((if single { value } else { "" }, start, end))
            }
            // The fields of a nested record are read too.
            '{' => None,
            '[' => Some(("", at, at + 1)),
            _ => {
                let rest = self.text.get(at..)?;
                let end = rest.find([',', '}', ']', '\n']).unwrap_or(rest.len());
                Some((rest.get(..end)?.trim_end(), at, at + end))
            }
        }
    }
}

impl<'t> Iterator for Pairs<'t> {
    type Item = (&'t str, &'t str, usize);

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let rest = self.text.get(self.at..)?;
            let separator = self.at + rest.find(['{', ','])?;
            self.at = separator + 1;
            let Some((sign, at)) = self.next_sign(self.at) else { continue };
            if !matches!(sign, '"' | '\'') {
                continue;
            }
            let Some((name, end)) = self.string(at) else { continue };
            let Some((':', colon)) = self.next_sign(end) else { continue };
            let Some((value, start, end)) = self.value(colon + 1) else { continue };
            self.at = end.max(self.at);
            return Some((name, value, start));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Field, answer, conclusion};

    #[test]
    fn the_field_of_the_answer_is_found() {
        for (text, value) in [
            (r#"{"answer": "B"}"#, Some("B")),
            (r#"{"reasoning": "a, \"b\": c", "answer": "B"}"#, Some("B")),
            (r#"{"answer": ["B"]}"#, Some("B")),
            (r#"{"answer": ["A", "B"]}"#, Some("")),
            (r#"{"answer": 7, "unit": "races"}"#, Some("7")),
            (r#"{'answer': 'B'}"#, Some("B")),
            (r#"Here it is: {"answer": "B", "why": "cut o"#, Some("B")),
            (r#"{"answer": "A", "final_answer": "B"}"#, Some("B")),
            (r#"{"selected_option": "B", "rejected": ["A", "C"]}"#, Some("B")),
            (r#"[{"answer": "A"}, {"answer": "B"}]"#, None),
            (r#"{"rejected": "A"}"#, None),
            (r#"{"answer": {"label": "b"}}"#, Some("b")),
            (r#"{"eliminated": ["A"], "correct": "B"}"#, Some("B")),
            ("answer: B", None),
            ("{a}, {b}", None),
        ] {
            assert_eq!(answer(text, false, "").map(|pair| pair.value), value, "{text}");
        }
    }

    #[test]
    fn the_field_of_a_conclusion_is_found() {
        for (text, value) in [
            (r#"{"premises": "It rains.", "conclusion": "It is wet."}"#, Some("It is wet.")),
            (r#"{"Final Answer": "It is wet.", "conclusion": "x"}"#, Some("It is wet.")),
            (r#"{"conclusion": "It is we"#, Some("It is we")),
            (r#"{"choice": "It is wet."}"#, None),
        ] {
            assert_eq!(conclusion(text).map(|pair| pair.value), value, "{text}");
        }
    }

    #[test]
    fn fields_that_judge() {
        for (text, field) in [
            (r#"{"is_sound": "No"}"#, Field::Holds(true)),
            (r#"{"is invalid": true}"#, Field::Holds(false)),
            (r#"{"valid": false, "answer": "no"}"#, Field::Answer),
            (r#"{"valid": false, "fallacy": "affirming the consequent"}"#, Field::Holds(true)),
        ] {
            assert_eq!(answer(text, true, "").map(|pair| pair.field), Some(field), "{text}");
        }
        assert_eq!(answer(r#"{"premise_1_is_true": "Yes"}"#, true, ""), None);
    }
    #[test]
    fn fields_that_the_question_asks_about() {
        let question = "Is 91 a prime number?";
        for (text, holds) in [
            (r#"{"is_prime": false, "factors": [7, 13]}"#, true),
            (r#"{"is_odd": true}"#, false),
            (r#"{"prime": "91"}"#, false),
        ] {
            let found = answer(text, true, question).map(|pair| pair.field);
            assert_eq!(found == Some(Field::Holds(true)), holds, "{text}");
        }
        assert_eq!(answer(r#"{"is_prime": false}"#, false, question), None);
    }
}
