//! Markup that models write around their reasoning and around their answer.
//!
//! Text inside reasoning is not part of the answer: a verdict there may be dropped a line later.
//! The kinds of markup are data: [`REASONING`], [`ANSWERS`], [`ENDS`], [`SPOKEN`].

use std::ops::Range;

/// Names of blocks of reasoning, in lower case: `<think>`, `[THINK]`, `◁think▷`, `<|think|>`,
/// `<|START_THINKING|>`, `<|begin_of_thought|>`.
const REASONING: &[&str] = &[
    "think",
    "thinking",
    "thought",
    "thoughts",
    "thought_process",
    "reasoning",
    "reason",
    "analysis",
    "scratchpad",
    "scratch",
    "internal",
    "internal_monologue",
    "inner_monologue",
    "inner_thoughts",
    "monologue",
    "reflection",
    "deliberation",
    "planning",
    "plan",
    "cot",
    "chain_of_thought",
    "working",
    "rationale",
    "seed:think",
    "antthinking",
    "unused94",
];

/// Names of blocks that hold the answer alone.
const ANSWERS: &[&str] = &[
    "answer",
    "final_answer",
    "final",
    "solution",
    "response",
    "output",
    "result",
    "verdict",
    "conclusion",
];

/// Marks after which the text is no longer an answer.
const ENDS: &[&str] = &[
    "</s>",
    "<|im_end|>",
    "<|im_start|>",
    "<|eot_id|>",
    "<|end_of_text|>",
    "<|endoftext|>",
    "<|end|>",
    "<|return|>",
    "<|END_RESPONSE|>",
    "<end_of_turn>",
    "<start_of_turn>",
    "<eos>",
    "<|eom_id|>",
];

/// Reasoning between words instead of tags: the words that open it at the beginning of a text, and
/// those that close it.
const SPOKEN: &[(&str, &str)] = &[
    ("Thinking...\n", "done thinking."),
    ("Thinking…\n", "done thinking."),
    ("Here is my thought process:", "Here is my response:"),
    ("analysis", "assistantfinal"),
];

/// The part of a text that is addressed to the reader.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Part {
    /// Its bytes.
    pub said: Range<usize>,
    /// True if it is the inside of a block such as `<answer>`.
    pub is_block: bool,
}

/// Finds the part of a text that is addressed to the reader: behind its reasoning, up to the mark
/// that ends the turn, or the block that holds the answer. A closing tag without an opening one
/// counts too, since some servers leave that out. `None` if the text ends within its reasoning.
pub(crate) fn part(text: &str) -> Option<Part> {
    let spoken = after_spoken(text)?;
    let marked = text.get(spoken..).unwrap_or_default();
    let (mut start, mut end, mut first_block) = (Some(spoken), text.len(), None);
    let mut answer: Option<Range<usize>> = None;
    let mut open_answer = None;
    for tag in tags(marked) {
        let (at, after) = (spoken + tag.start, spoken + tag.end);
        match tag.kind {
            TagKind::Opens => {
                first_block = first_block.or(start.map(|start| (start, at)));
                start = None;
            }
            TagKind::Closes => (start, answer, open_answer) = (Some(after), None, None),
            TagKind::Unfolds if start.is_none() => start = Some(after),
            TagKind::OpensAnswer if start.is_some() => open_answer = Some(after),
            TagKind::ClosesAnswer => {
                let block = open_answer.take().map(|start| start..at);
                answer = block.filter(|block| !is_blank(text, block)).or(answer);
            }
            TagKind::Ends if start.is_some() => {
                let before = start.unwrap_or_default()..at;
                if !is_blank(text, &before) {
                    end = at;
                    break;
                }
                start = Some(after);
            }
            TagKind::OpensAnswer | TagKind::Ends | TagKind::Unfolds => {}
        }
    }
    let rest = start?..end;
    let opened = open_answer.map(|start| start..end).filter(|said| !is_blank(text, said));
    if let Some(block) = opened.or(answer) {
        return Some(Part { said: block, is_block: true });
    }
    // Some models answer first and think then.
    let before = first_block.map(|(start, end)| start..end);
    let before = before.filter(|said| is_blank(text, &rest) && !is_blank(text, said));
    Some(Part { said: before.unwrap_or(rest), is_block: false })
}

fn is_blank(text: &str, said: &Range<usize>) -> bool {
    text.get(said.clone()).is_none_or(|text| text.trim().is_empty())
}

/// The beginning of the text after spoken reasoning; `None` if that is not closed.
fn after_spoken(text: &str) -> Option<usize> {
    let begun = text.trim_start();
    if let Some(fenced) = begun.strip_prefix("```") {
        let length = fenced.bytes().take_while(u8::is_ascii_alphabetic).count();
        let name = fenced.get(..length)?.to_ascii_lowercase();
        if REASONING.contains(&name.as_str()) {
            let opened = text.len() - fenced.len() + length;
            return text.get(opened..)?.find("```").map(|close| opened + close + 3);
        }
    }
    let Some((_, close)) = SPOKEN.iter().find(|(open, _)| begun.starts_with(open)) else {
        return Some(0);
    };
    match text.rfind(close) {
        Some(at) => Some(at + close.len()),
        // "analysis" may as well be the first word of an answer.
        None if close.starts_with("assistant") => Some(0),
        None if close.starts_with("Here") => Some(0),
        None => None,
    }
}

/// Effect of a tag.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum TagKind {
    Opens,
    Closes,
    /// Closes a folded block, if it was one of reasoning.
    Unfolds,
    OpensAnswer,
    ClosesAnswer,
    Ends,
}

#[derive(Clone, Copy, Debug)]
struct Tag {
    kind: TagKind,
    start: usize,
    end: usize,
}

/// The tags of a text in order.
fn tags(text: &str) -> impl Iterator<Item = Tag> {
    text.match_indices(['<', '[', '◁']).filter_map(move |(start, bracket)| {
        let rest = text.get(start..)?;
        let (kind, length) = match bracket {
            "<" => ended(rest).or_else(|| channel(rest)).or_else(|| details(rest)),
            _ => None,
        }
        .or_else(|| named(rest, bracket))?;
        Some(Tag { kind, start, end: start + length })
    })
}

/// A mark that ends the turn.
fn ended(rest: &str) -> Option<(TagKind, usize)> {
    let mark = ENDS.iter().find(|mark| rest.starts_with(*mark))?;
    Some((TagKind::Ends, mark.len()))
}

/// A channel of the Harmony format: `<|channel|>final<|message|>` closes reasoning, any other
/// channel opens it. The marks between two channels are skipped.
fn channel(rest: &str) -> Option<(TagKind, usize)> {
    let name = rest.strip_prefix("<|channel|>")?;
    let length = name.bytes().take_while(u8::is_ascii_alphabetic).count();
    let kind = if name.get(..length)? == "final" { TagKind::Closes } else { TagKind::Opens };
    let after = name.get(length..)?;
    let near =
        after.char_indices().nth(80).map_or(after, |(end, _)| after.get(..end).unwrap_or(after));
    let message = near.find("<|message|>");
    let skipped = message.map_or(0, |at| at + "<|message|>".len());
    Some((kind, "<|channel|>".len() + length + skipped))
}

/// `<details><summary>Thought</summary>`: a folded block.
fn details(rest: &str) -> Option<(TagKind, usize)> {
    if rest.starts_with("</details>") {
        return Some((TagKind::Unfolds, "</details>".len()));
    }
    let inner = rest.strip_prefix("<details")?;
    let summary = inner.bytes().take(120).collect::<Vec<_>>();
    let summary = String::from_utf8_lossy(&summary).to_ascii_lowercase();
    let summary = summary.split_once("<summary>")?.1;
    let about = ["thought", "think", "reason", "analysis"];
    let folded = summary.split("</summary>").next()?;
    about.iter().any(|word| folded.contains(word)).then_some((TagKind::Opens, "<details".len()))
}

/// A tag by its name.
fn named(rest: &str, bracket: &str) -> Option<(TagKind, usize)> {
    let close = match bracket {
        "<" => '>',
        "[" => ']',
        _ => '▷',
    };
    let inner = rest.get(bracket.len()..)?;
    let is_name = |b: &u8| b.is_ascii_alphanumeric() || b"_:/|- ".contains(b);
    let length = inner.bytes().take(32).take_while(is_name).count();
    let name = inner.get(..length)?;
    let attributes = name.split_once(' ').is_some_and(|(_, rest)| !rest.trim().is_empty());
    if !inner.get(length..)?.starts_with(close) || attributes {
        return None;
    }
    let end = bracket.len() + length + close.len_utf8();
    let name = name.trim_matches(['|', ' ']).to_ascii_lowercase();
    let (name, slashed) = name.strip_prefix('/').map_or((name.as_str(), false), |n| (n, true));
    let name = name.trim();
    if name == "unused95" {
        return Some((TagKind::Closes, end));
    }
    let (name, closes) = ["end_of_", "end_"]
        .iter()
        .find_map(|prefix| name.strip_prefix(prefix))
        .map_or((name, slashed), |name| (name, true));
    let begun = ["begin_of_", "start_of_", "start_", "begin_"];
    let name = begun.iter().find_map(|prefix| name.strip_prefix(prefix)).unwrap_or(name);
    // Words in square brackets are often references: "[analysis]" is no tag, "[THINK]" is one.
    let known = |names: &[&str]| names.contains(&name);
    match bracket {
        "[" if !["think", "thinking", "thought", "reasoning"].contains(&name) => None,
        _ if known(REASONING) => Some((if closes { TagKind::Closes } else { TagKind::Opens }, end)),
        _ if known(ANSWERS) && bracket == "<" => {
            Some((if closes { TagKind::ClosesAnswer } else { TagKind::OpensAnswer }, end))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::part;

    #[test]
    fn the_answer_follows_the_reasoning() {
        for (text, answer) in [
            ("", Some("")),
            ("(a)", Some("(a)")),
            ("<think>x</think>(a)", Some("(a)")),
            ("x</Thinking >(a)", Some("(a)")),
            ("<think>x</think>y<think>z</think>(a)", Some("(a)")),
            ("<think>x", None),
            ("<think>x</think>y<REASONING>z", None),
            ("a < b, <thinker>, <think, </p>", Some("a < b, <thinker>, <think, </p>")),
            ("[THINK]x[/THINK](a)", Some("(a)")),
            ("See [reasoning step] and [1].", Some("See [reasoning step] and [1].")),
            ("◁think▷x◁/think▷(a)", Some("(a)")),
            (
                "<|channel|>analysis<|message|>x<|end|><|start|>assistant<|channel|>final<|message|>(a)",
                Some("(a)"),
            ),
            ("<|channel|>analysis<|message|>x", None),
            ("<|channel|>final<|message|>(a)<|return|>", Some("(a)")),
            ("analysisIs it x?assistantfinal(a)", Some("(a)")),
            ("analysis of the text", Some("analysis of the text")),
            (
                "<|START_THINKING|>x<|END_THINKING|><|START_RESPONSE|>(a)<|END_RESPONSE|>",
                Some("(a)"),
            ),
            (
                "<|begin_of_thought|>x<|end_of_thought|><|begin_of_solution|>(a)<|end_of_solution|>",
                Some("(a)"),
            ),
            ("<seed:think>x</seed:think>(a)", Some("(a)")),
            ("<unused94>thought\nx<unused95>(a)", Some("(a)")),
            ("<details><summary>Thought</summary>x</details>(a)", Some("(a)")),
            ("<details><summary>More</summary>x", Some("<details><summary>More</summary>x")),
            ("Thinking...\nx\n...done thinking.\n(a)", Some("\n(a)")),
            ("Thinking...\nx", None),
            ("<analysis>c</analysis><answer>b</answer>", Some("b")),
            ("It is <answer>(b)", Some("(b)")),
            ("Put it in <answer></answer>. (b)", Some("Put it in <answer></answer>. (b)")),
            ("(a)<think>x</think>", Some("(a)")),
            ("(a)</s>(b)", Some("(a)")),
            ("<|im_start|>(a)<|im_end|>", Some("(a)")),
        ] {
            let found = part(text).and_then(|part| text.get(part.said));
            assert_eq!(found, answer, "{text}");
        }
    }
}
