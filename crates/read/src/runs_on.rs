//! Answers that continue with another question or turn, as base models write them.

/// Words that begin another question or turn, at the beginning of a line, in lower case. A number
/// may come before the colon: "Question 2:".
const TURNS: &[&str] = &[
    "question",
    "q",
    "human",
    "user",
    "problem",
    "exercise",
    "instruction",
    "input",
    "example",
    "next question",
    "new question",
    "### question",
    "### instruction",
    "### human",
    "### user",
    "### input",
    "### problem",
    "## question",
    "## problem",
    "**question",
    "**problem",
    "frage",
    "pregunta",
    "domanda",
    "pergunta",
    "вопрос",
    "问题",
    "問題",
    "質問",
    "질문",
    "السؤال",
    "प्रश्न",
];

/// Marks of a turn that need no colon, at the beginning of a line.
const MARKS: &[&str] = &["[INST]", "<|user|>", "<<SYS>>", "<|start_header_id|>", "[Q]", "<user>"];

/// Fewest bytes from the beginning of the question that identify its repetition.
const REPEATED: usize = 20;

/// The end of the answer in `text`, if another question or turn begins after it. The beginning of
/// the text does not count as another question.
pub(crate) fn end(text: &str, question: &str) -> Option<usize> {
    let opening = opening(question);
    let mut at = 0;
    let mut blank = true;
    let mut said = false;
    for line in text.split_inclusive('\n') {
        let trimmed = line.trim_start();
        if said && (turns(trimmed) || (blank && repeats(trimmed, opening))) {
            return Some(at);
        }
        blank = trimmed.is_empty();
        said |= !blank;
        at += line.len();
    }
    None
}

/// The beginning of a question that identifies it; `None` if it is short.
fn opening(question: &str) -> &str {
    let question = question.trim_start();
    let line = question.lines().next().unwrap_or_default();
    let end = line.char_indices().nth(48).map_or(line.len(), |(at, _)| at);
    let digit = line.find(|c: char| c.is_ascii_digit()).unwrap_or(end);
    line.get(..end.min(digit)).filter(|begun| begun.len() >= REPEATED).unwrap_or_default()
}

fn repeats(line: &str, opening: &str) -> bool {
    let same = line.bytes().zip(opening.bytes()).take_while(|(one, other)| one == other).count();
    !opening.is_empty() && same >= REPEATED
}

fn turns(line: &str) -> bool {
    if MARKS.iter().any(|mark| line.starts_with(mark)) {
        return true;
    }
    let Some(colon) = line.char_indices().take(24).find(|(_, c)| *c == ':').map(|(at, _)| at)
    else {
        return false;
    };
    let name = line.get(..colon).unwrap_or_default().to_lowercase();
    let name = name.trim_end_matches(|c: char| c.is_ascii_digit() || matches!(c, ' ' | '#' | '*'));
    TURNS.contains(&name)
}

#[cfg(test)]
mod tests {
    use super::end;

    #[test]
    fn answers_end_where_another_question_begins() {
        let question = "At an old racetrack, there are 25 horses. How many races?";
        for (text, answer) in [
            ("7\n\nQ: How many legs?\nA: 4", Some("7\n\n")),
            ("(b)\nQuestion 2: Which?\n(c)", Some("(b)\n")),
            ("(b)\n\n### Instruction:\nGo on", Some("(b)\n\n")),
            ("7\n\nAt an old racetrack, there are 49 horses.\n9", Some("7\n\n")),
            ("7\n问题: 多少?", Some("7\n")),
            ("b[INST]", None),
            ("b\n[INST] c", Some("b\n")),
            ("Question: which?\nAnswer: (b)", None),
            ("7\nAt an old racetrack, there are 25 horses.", None),
            ("The question: is it so?", None),
            ("A quick look:\nIt is (b)", None),
        ] {
            assert_eq!(end(text, question).and_then(|end| text.get(..end)), answer, "{text}");
        }
    }
}
