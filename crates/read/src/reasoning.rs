//! Reasoning that a model writes out in tags before it answers.
//!
//! What stands in the tags is not said to anyone: a verdict there may be given up a line later.

/// Names of the tags, in lower case.
const NAMES: [&str; 4] = ["think", "thinking", "reasoning", "thought"];

/// Where the answer begins: after the last closing tag, or at the beginning. `None` if the text
/// ends within its reasoning. A closing tag counts without its opening one too: some servers
/// leave that out.
pub(crate) fn answer_start(text: &str) -> Option<usize> {
    let mut start = Some(0);
    for (at, _) in text.match_indices('<') {
        let tag = text.get(at + 1..).unwrap_or_default();
        let name = tag.strip_prefix('/').unwrap_or(tag);
        let Some(length) = named(name) else { continue };
        start = (name.len() < tag.len()).then_some(at + 2 + length);
    }
    start
}

/// Length of a tag of reasoning at the beginning of `tag`, from its name to its bracket.
fn named(tag: &str) -> Option<usize> {
    let length = tag.bytes().take_while(u8::is_ascii_alphabetic).count();
    let name = tag.get(..length)?;
    let known = NAMES.iter().any(|known| known.eq_ignore_ascii_case(name));
    let rest = tag.get(length..).filter(|_| known)?;
    let spaces = rest.bytes().take(8).take_while(|b| *b == b' ').count();
    rest.get(spaces..)?.starts_with('>').then_some(length + spaces + 1)
}

#[cfg(test)]
mod tests {
    use super::answer_start;

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
            assert_eq!(answer_start(text).and_then(|at| text.get(at..)), answer, "{text}");
        }
    }
}
