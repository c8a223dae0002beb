//! The lay-out of SMT-LIB: every bracket inside another begins a line of its own.

/// Text under construction.
#[derive(Debug, Default)]
pub(super) struct Printer {
    pub(super) text: String,
    depth: usize,
}

impl Printer {
    pub(super) fn open(&mut self) {
        if self.depth > 0 {
            self.text.push('\n');
            self.text.extend(std::iter::repeat_n("  ", self.depth));
        }
        self.text.push('(');
        self.depth += 1;
    }

    pub(super) fn close(&mut self) {
        self.text.push(')');
        self.depth = self.depth.saturating_sub(1);
    }

    pub(super) fn space(&mut self) {
        self.text.push(' ');
    }

    pub(super) fn word(&mut self, word: &str) {
        self.text.push_str(word);
    }
}
