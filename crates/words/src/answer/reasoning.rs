//! Reasoning that a model writes out in tags before it answers.
//!
//! What stands in the tags is not said to anyone, and may be given up a line later. Answers to closed
//! questions are cut in the same way (`peirast-read`).

/// Names of the tags, in lower case.
const NAMES: [&str; 4] = ["think", "thinking", "reasoning", "thought"];

/// What of an answer is said: what comes after the last closing tag of reasoning, or all of it. A
/// closing tag counts without its opening one too, which some servers leave out.
///
/// ```
/// use peirast_words::without_reasoning;
///
/// assert_eq!(without_reasoning("<think>The ace?</think>The king."), Some("The king."));
/// assert_eq!(without_reasoning("The king."), Some("The king."));
/// assert_eq!(without_reasoning("<think>The ace?"), None);
/// ```
///
/// `None` if the text ends within its reasoning.
pub fn without_reasoning(text: &str) -> Option<&str> {
    let mut start = Some(0);
    for (at, _) in text.match_indices('<') {
        let tag = text.get(at + 1..).unwrap_or_default();
        let name = tag.strip_prefix('/').unwrap_or(tag);
        let Some(length) = named(name) else { continue };
        start = (name.len() < tag.len()).then_some(at + 2 + length);
    }
    text.get(start?..)
}

/// Length of a tag of reasoning at the beginning of `tag`, from its name to its bracket.
fn named(tag: &str) -> Option<usize> {
    let length = tag.bytes().take(16).take_while(u8::is_ascii_alphabetic).count();
    let name = tag.get(..length)?;
    let known = NAMES.iter().any(|known| known.eq_ignore_ascii_case(name));
    let rest = tag.get(length..).filter(|_| known)?;
    let spaces = rest.bytes().take(8).take_while(|b| *b == b' ').count();
    rest.get(spaces..)?.starts_with('>').then_some(length + spaces + 1)
}

#[cfg(test)]
mod tests {
    use super::without_reasoning;

    #[test]
    fn the_answer_begins_after_the_last_closing_tag() {
        for (text, answer) in [
            ("", Some("")),
            ("(a)", Some("(a)")),
            ("<think>x</think>(a)", Some("(a)")),
            ("x</Thinking >(a)", Some("(a)")),
            ("<think>x</think>y<think>z</think>(a)", Some("(a)")),
            ("<think>x", None),
            ("<think>x</think>y<REASONING>z", None),
            ("a < b, <thinker>, <think, </p>", Some("a < b, <thinker>, <think, </p>")),
        ] {
            assert_eq!(without_reasoning(text), answer, "{text}");
        }
    }
}
