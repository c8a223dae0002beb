//! Alternatives and the atoms in them.

use super::brackets::separates;
use super::output::Piece;
use super::sides::Repairer;
use super::symbols::Kind;
use super::words::connective;

/// What the alternatives stand in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Within {
    Braces,
    Nothing,
}

/// What ended them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Stop {
    /// `→` or `←`, or one of the words for it.
    Arrow,
    /// Anything else: a closing brace, `^`, the end.
    Other,
}

/// How far the alternatives have got.
#[derive(Default)]
struct Progress {
    /// Has an alternative been written?
    any: bool,
    /// Is one being written?
    inside: bool,
    /// The separator that still has to be written.
    separator: Option<usize>,
}

impl<'t> Repairer<'t> {
    /// Alternatives, up to what ends them.
    pub(super) fn states(&mut self, within: Within) -> Stop {
        let mut progress = Progress::default();
        let start = self.at;
        let stop = loop {
            if let Some(stop) = self.stop(within) {
                break stop;
            }
            self.step(&mut progress, within);
        };
        if let Some(at) = progress.separator {
            let token = &self.tokens[at];
            let what = format!("dropped `{}`, which separates nothing", token.source);
            self.notes.add(token.start, what);
        }
        // `{,}` is no way of writing `{}`, nor is a text without braces.
        self.lost |= !progress.any && (self.at > start || within == Within::Nothing);
        stop
    }

    fn stop(&self, within: Within) -> Option<Stop> {
        match self.kind() {
            _ if self.lost => Some(Stop::Other),
            None | Some(Kind::Close('}' | ']')) => Some(Stop::Other),
            Some(Kind::Caret) if within == Within::Nothing => Some(Stop::Other),
            _ if self.is_sign(Kind::Arrow) || self.is_sign(Kind::Reverse) => Some(Stop::Arrow),
            _ => None,
        }
    }

    fn step(&mut self, progress: &mut Progress, within: Within) {
        let source = self.source();
        if self.separates_states() {
            return self.separator(progress);
        }
        match self.kind() {
            Some(Kind::Close(')')) if self.dropped.contains(&self.at) => self.at += 1,
            Some(Kind::Close(')')) => self.drop_token("dropped `)`, which closes nothing"),
            _ if progress.inside && self.is_sign(Kind::And) => {
                let what = format!("dropped `{source}`: atoms side by side belong together");
                self.drop_token(what);
            }
            Some(Kind::And) => self.drop_token(format!("dropped `{source}`")),
            Some(Kind::Open('(')) => self.group(progress, false),
            Some(Kind::Stars) if progress.inside => {
                self.drop_token(format!("dropped `{source}`: what can be marked are terms"));
            }
            _ => {
                self.begin(progress);
                // Words side by side are prose, unless they stand in braces.
                self.lost |= within == Within::Nothing && self.words_side_by_side();
                self.item(progress);
            }
        }
    }

    /// Are this and the next token names with nothing between or behind them?
    fn words_side_by_side(&self) -> bool {
        let alone = |token: &super::token::Token<'_>| {
            token.kind == Kind::Name && connective(&token.text).is_none()
        };
        let (Some(this), Some(next)) = (self.tokens.get(self.at), self.tokens.get(self.at + 1))
        else {
            return self.tokens.len() == 1 && self.kind() == Some(Kind::Name);
        };
        alone(this) && alone(next) && self.kind_at(2) != Some(Kind::Open('('))
    }

    fn separates_states(&self) -> bool {
        let word = self.kind() == Some(Kind::Name);
        self.tokens.get(self.at).is_some_and(separates) && !(word && self.is_applied())
    }

    fn separator(&mut self, progress: &mut Progress) {
        if progress.inside {
            progress.separator = Some(self.at);
            progress.inside = false;
            self.at += 1;
        } else {
            let source = self.source();
            self.drop_token(format!("dropped `{source}`, which separates nothing"));
        }
    }

    /// Writes the separator that is due, and the weight.
    fn begin(&mut self, progress: &mut Progress) {
        if progress.inside {
            return;
        }
        if let Some(at) = progress.separator.take() {
            let (source, start) = (self.tokens[at].source, self.tokens[at].start);
            if source != "," {
                self.notes.add(start, format!("replaced `{source}` by `,`"));
            }
            self.out.push(Piece::new(",", start));
        } else if progress.any {
            self.out.push(Piece::new(",", self.here()));
        }
        (progress.any, progress.inside) = (true, true);
        while self.brackets.weighs(self.at) && !self.lost {
            self.weight();
        }
    }

    /// One list of terms and the sign after it.
    fn weight(&mut self) {
        while let Some(kind) = self.kind() {
            if kind == Kind::WeightSign {
                return self.copy();
            }
            self.term_token(kind, 0);
        }
    }

    /// Brackets around alternatives or atoms, which are dropped where that changes nothing.
    fn group(&mut self, progress: &mut Progress, negated: bool) {
        let close = self.brackets.close_of(self.at);
        let alternatives = self.brackets.has_alternatives(self.at);
        let may_drop = match close {
            None => true,
            Some(close) if negated => !alternatives && self.one_atom(close),
            Some(close) => !alternatives || !progress.inside && self.ends_state(close + 1),
        };
        if self.brackets.weighs(self.at) && !progress.inside {
            self.begin(progress);
        } else if may_drop {
            if let Some(close) = close {
                self.dropped.insert(close);
                self.drop_token("dropped brackets around atoms");
            } else {
                self.drop_token("dropped `(`, which nothing closes");
            }
        } else {
            self.begin(progress);
            self.copy();
        }
    }

    /// Is there nothing but one atom up to this bracket?
    fn one_atom(&self, close: usize) -> bool {
        let Some(name) = self.kind_at(1) else { return false };
        let applied = self.kind_at(2) == Some(Kind::Open('('));
        match name {
            Kind::Open('(') => self.brackets.close_of(self.at + 1) == Some(close - 1),
            Kind::Name if applied => self.brackets.close_of(self.at + 2) == Some(close - 1),
            Kind::Name => self.at + 2 == close,
            _ => false,
        }
    }

    /// Does an alternative end here?
    fn ends_state(&self, at: usize) -> bool {
        let Some(token) = self.tokens.get(at) else { return true };
        let sign = if token.kind == Kind::Name { connective(&token.text) } else { None };
        separates(token)
            || matches!(token.kind, Kind::Close(_) | Kind::Caret | Kind::Arrow | Kind::Reverse)
            || matches!(sign, Some(Kind::Arrow | Kind::Reverse))
    }

    /// An atom or do-atom, perhaps negated, or the empty state.
    fn item(&mut self, progress: &mut Progress) {
        let slot = self.out.len();
        self.out.push(Piece::new("", self.here()));
        let mut negated = self.negations();
        match self.kind() {
            Some(Kind::Open('(')) if negated => self.group(progress, true),
            Some(Kind::Open('{')) if !negated => self.inner_state(),
            Some(Kind::Verum) if !negated => self.write("0"),
            Some(Kind::Name) if self.is_do() => self.do_atom(),
            Some(Kind::Name | Kind::Number) => negated ^= self.atom(slot),
            Some(kind @ (Kind::Equals | Kind::NotEquals)) => {
                negated ^= kind == Kind::NotEquals;
                self.replaced(if kind == Kind::Equals { "==" } else { "~==" });
                self.out.push(Piece::new("==", self.here()));
                self.at += 1;
                self.arguments(0);
            }
            None | Some(Kind::Close(_)) => self.lost = true,
            _ => self.copy(),
        }
        if negated {
            let text = format!("~{}", self.out[slot].text);
            self.out[slot].text = text.into();
        }
    }

    /// Takes signs of negation; true if they do not cancel out.
    fn negations(&mut self) -> bool {
        let (mut negated, mut signs, from) = (false, 0, self.here());
        while self.is_negation() {
            self.replaced("~");
            self.at += 1;
            negated = !negated;
            signs += 1;
        }
        if signs > 1 {
            self.notes.add(from, "dropped negations of negations");
        }
        negated
    }

    fn is_negation(&self) -> bool {
        match self.kind() {
            Some(Kind::Not) => true,
            Some(Kind::Minus) => self.kind_at(1) != Some(Kind::Number),
            Some(Kind::Name) if connective(self.text()) == Some(Kind::Not) => {
                let next = self.kind_at(1);
                matches!(next, Some(Kind::Name | Kind::Not | Kind::Equals | Kind::NotEquals))
            }
            _ => false,
        }
    }

    /// A state in braces of its own: `{{A(), B()}, {C()}}`.
    fn inner_state(&mut self) {
        self.drop_token("dropped braces around a state");
        let before = self.out.len();
        while let Some(kind) = self.kind().filter(|_| !self.lost) {
            match kind {
                Kind::Close('}') => break,
                Kind::Comma => self.at += 1,
                Kind::And => self.at += 1,
                Kind::Open('{' | '(') | Kind::Close(_) => self.lost = true,
                _ => {
                    let mut progress = Progress { any: true, inside: true, separator: None };
                    self.item(&mut progress);
                }
            }
        }
        if self.out.len() == before {
            self.out.push(Piece::new("0", self.here()));
        }
        self.at += 1;
    }

    fn is_do(&self) -> bool {
        self.is_applied() && matches!(self.text(), "do" | "DO")
    }

    /// `do(` atoms `)`.
    fn do_atom(&mut self) {
        self.copy();
        self.copy();
        while let Some(kind) = self.kind().filter(|_| !self.lost) {
            let source = self.source();
            match kind {
                Kind::Close(')') => return self.copy(),
                Kind::Close(_) | Kind::Open(_) => break,
                _ if self.is_do() => self.lost = true,
                Kind::Comma | Kind::And => self.drop_token(format!("dropped `{source}`")),
                _ if self.is_sign(Kind::And) => self.drop_token(format!("dropped `{source}`")),
                _ => {
                    let mut progress = Progress { any: true, inside: true, separator: None };
                    self.item(&mut progress);
                }
            }
        }
        self.notes.add(self.here(), "added the missing `)`");
        self.out.push(Piece::new(")", self.here()));
    }

    /// An atom, or an identity written between its sides. True if it denies the identity.
    fn atom(&mut self, slot: usize) -> bool {
        let (start, kind, name) = (self.here(), self.kind(), self.tokens[self.at].text.clone());
        self.copy();
        let applied =
            matches!(self.kind(), Some(Kind::Open('(' | '['))) && kind == Some(Kind::Name);
        if applied {
            self.arguments_of(name.clone());
        }
        let starred = self.kind() == Some(Kind::Stars)
            && matches!(self.kind_at(1), Some(Kind::Equals | Kind::NotEquals));
        let sign = self.kind_at(usize::from(starred));
        if let Some(Kind::Equals | Kind::NotEquals) = sign {
            if kind == Some(Kind::Name) && !applied {
                self.bare_name(&name, start);
            }
            if starred {
                self.write_stars();
            }
            self.identity(slot);
            return sign == Some(Kind::NotEquals);
        }
        if kind == Some(Kind::Name) && !applied {
            self.notes.add(start, format!("added `()` after `{name}`"));
            self.out.push(Piece::new("()", start));
        }
        false
    }

    /// The rest of an identity whose left side has been written.
    fn identity(&mut self, slot: usize) {
        let what = format!("wrote `a {} b` as `==(a, b)`", self.source());
        self.out[slot].text = "==(".into();
        self.out.push(Piece::new(",", self.here()));
        self.drop_token(what);
        self.term();
        self.out.push(Piece::new(")", self.here()));
    }
}
