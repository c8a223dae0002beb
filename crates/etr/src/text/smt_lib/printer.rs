//! The lay-out of SMT-LIB: every bracket inside another begins a line of its own.

/// A part of a script.
#[derive(Debug)]
pub(super) enum Part {
    Word(String),
    List(Vec<Part>),
    /// Variables with their sorts, which PySMT writes without a space between them.
    Variables(Vec<Part>),
}

impl Part {
    /// An operator and its operands.
    pub(super) fn list(head: &str, operands: impl IntoIterator<Item = Part>) -> Part {
        Part::List(std::iter::once(Part::Word(head.to_owned())).chain(operands).collect())
    }

    /// Writes it inside `depth` brackets.
    pub(super) fn write(&self, depth: usize, text: &mut String) {
        let (parts, space) = match self {
            Part::Word(word) => return text.push_str(word),
            Part::List(parts) => (parts, " "),
            Part::Variables(parts) => (parts, ""),
        };
        if depth > 0 {
            text.push('\n');
            text.push_str(&"  ".repeat(depth));
        }
        text.push('(');
        for (at, part) in parts.iter().enumerate() {
            text.push_str(if at > 0 { space } else { "" });
            part.write(depth + 1, text);
        }
        text.push(')');
    }
}
