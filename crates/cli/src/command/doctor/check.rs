//! A check, its finding, and its remedy.

use peirast_report::escape_line;

/// The result of a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum State {
    /// No problem.
    Well,
    /// Worth knowing; stops nothing.
    Note,
    /// Would stop a run, or spoil it.
    Wrong,
    /// Not checked.
    Skipped,
}

impl State {
    fn name(self) -> &'static str {
        match self {
            Self::Well => "ok",
            Self::Note => "note",
            Self::Wrong => "wrong",
            Self::Skipped => "skipped",
        }
    }
}

/// One check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Check {
    /// Its subject: `key`, `endpoint`, `store`, `clock`, `disk`.
    pub(super) what: &'static str,
    pub(super) state: State,
    /// The finding.
    pub(super) found: String,
    /// The remedy; empty if there is nothing to do.
    pub(super) mend: String,
}

impl Check {
    pub(super) fn new(what: &'static str, state: State, found: impl Into<String>) -> Self {
        Self { what, state, found: found.into(), mend: String::new() }
    }

    /// Adds a remedy.
    pub(super) fn mend(mut self, mend: impl Into<String>) -> Self {
        self.mend = mend.into();
        self
    }

    /// Renders one line for people.
    pub(super) fn line(&self) -> String {
        let mend = if self.mend.is_empty() { String::new() } else { format!(": {}", self.mend) };
        let said = escape_line(&format!("{}{mend}", self.found));
        format!("{:<8} {:<9} {said}\n", self.state.name(), self.what)
    }

    /// Renders one line for programs.
    pub(super) fn json(&self) -> String {
        let row = serde_json::json!({
            "what": self.what, "state": self.state.name(), "found": self.found, "mend": self.mend,
        });
        format!("{row}\n")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_check_is_one_line() {
        let check = Check::new("store", State::Wrong, "a\u{1b}[31m\nb").mend("do this");
        assert_eq!(check.line().matches('\n').count(), 1);
        assert!(check.line().starts_with("wrong    store     a"), "{}", check.line());
        assert!(check.line().ends_with(": do this\n"));
        assert!(check.json().contains(r#""state":"wrong""#));
    }
}
