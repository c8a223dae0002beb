//! Alternatives and the atoms in them.

use super::brackets::separates;
use super::output::Piece;
use super::sides::Repairer;
use super::symbols::TokenKind;
use super::token::Token;
use super::words::{self, Foreign, connective};

/// The surroundings of alternatives.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Within {
    Braces,
    Nothing,
}

/// The sign at which alternatives ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Stop {
    /// `→` or `←`, or one of the words for it.
    Arrow,
    /// Anything else: a closing brace, `^`, the end.
    Other,
}

/// The state of the writing of alternatives.
#[derive(Default)]
struct Progress {
    /// Has an alternative been written?
    any: bool,
    /// Is one being written?
    inside: bool,
    /// The separator that still has to be written.
    separator: Option<usize>,
}

fn is_connective(token: &Token<'_>) -> bool {
    connective(&token.text).is_some()
}

/// Is this a sign or word that joins two parts, so that without one of them something is missing?
/// A comma too many is just that.
fn joins(token: &Token<'_>) -> bool {
    !matches!(token.kind, TokenKind::Comma | TokenKind::Semicolon)
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
            self.lost |= joins(token);
            let what = format!("dropped `{}`, which separates nothing", token.source);
            self.notes.add(token.start, what);
        }
        // Neither `{,}` nor a text without braces means `{}`.
        self.lost |= !progress.any && (self.at > start || within == Within::Nothing);
        stop
    }

    fn stop(&self, within: Within) -> Option<Stop> {
        match self.kind() {
            _ if self.lost => Some(Stop::Other),
            None | Some(TokenKind::Close('}' | ']')) => Some(Stop::Other),
            Some(TokenKind::Caret) if within == Within::Nothing => Some(Stop::Other),
            _ if self.is_sign(TokenKind::Arrow) || self.is_sign(TokenKind::Reverse) => {
                Some(Stop::Arrow)
            }
            _ => None,
        }
    }

    fn step(&mut self, progress: &mut Progress, within: Within) {
        let source = self.source();
        if self.separates_states() {
            return self.separator(progress);
        }
        match self.kind() {
            Some(TokenKind::Close(')')) if self.dropped.contains(&self.at) => self.at += 1,
            Some(TokenKind::Close(')')) => self.drop_token("dropped `)`, which closes nothing"),
            _ if progress.inside && self.is_sign(TokenKind::And) => {
                let what = format!("dropped `{source}`: atoms side by side belong together");
                self.drop_token(what);
                // `A and` lacks something, and so does `A and, B`.
                let ends = self.kind().is_none() || self.separates_states();
                self.lost |= ends || self.is_sign(TokenKind::And);
            }
            // The left side of the conjunction is missing: `and B`.
            _ if self.is_sign(TokenKind::And) => self.lost = true,
            Some(TokenKind::Open('(')) if self.brackets.has_conditional(self.at) => {
                self.refuse(words::CONDITION_INSIDE);
            }
            Some(TokenKind::Open('(')) => self.group(progress, false),
            _ if self.begins_quantifier() => self.refuse(words::QUANTIFIER_INSIDE),
            Some(TokenKind::Stars) if progress.inside => {
                self.drop_token(format!("dropped `{source}`: what can be marked are terms"));
            }
            _ => {
                self.begin(progress);
                // Words side by side are prose, unless they are in braces.
                if within == Within::Nothing && self.words_side_by_side() {
                    self.at += 1;
                    return self.refuse(words::SIDE_BY_SIDE);
                }
                self.item(progress);
            }
        }
    }

    /// Are this and the next token names with nothing between or behind them?
    fn words_side_by_side(&self) -> bool {
        let alone =
            |token: &Token<'_>| token.kind == TokenKind::Name && connective(&token.text).is_none();
        let (Some(this), Some(next)) = (self.tokens.get(self.at), self.tokens.get(self.at + 1))
        else {
            return false;
        };
        alone(this) && alone(next) && self.kind_at(2) != Some(TokenKind::Open('('))
    }

    fn separates_states(&self) -> bool {
        let word = self.kind() == Some(TokenKind::Name);
        self.tokens.get(self.at).is_some_and(separates) && !(word && self.is_applied())
    }

    fn separator(&mut self, progress: &mut Progress) {
        if self.is_decimal_comma() {
            self.at -= 1;
            self.refuse(words::DECIMAL_COMMA);
        } else if progress.inside {
            progress.separator = Some(self.at);
            progress.inside = false;
            self.at += 1;
        } else {
            let source = self.source();
            self.lost |= self.tokens.get(self.at).is_some_and(joins);
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

    /// Is this the comma of `0,5=*`, with digits on both sides, the last of a weight, and no space?
    fn is_decimal_comma(&self) -> bool {
        let from = self.at.checked_sub(1);
        let around = from.and_then(|from| self.tokens.get(from..from + 3));
        let Some([whole, comma, places]) = around else { return false };
        let kinds = [whole.kind, comma.kind, places.kind];
        kinds == [TokenKind::Number, TokenKind::Comma, TokenKind::Number]
            && whole.end() == comma.start
            && comma.end() == places.start
            && self.brackets.weighs(self.at + 1)
    }

    /// One list of terms and the sign after it.
    fn weight(&mut self) {
        while let Some(kind) = self.kind() {
            if kind == TokenKind::WeightSign {
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
        } else if negated {
            self.refuse(words::denial(self.rest()));
        } else {
            self.refuse(words::ALTERNATIVES_INSIDE);
        }
    }

    /// Refuses the text here, which makes no view.
    pub(super) fn refuse(&mut self, (expected, help): (&'static str, &'static str)) {
        self.foreign = Some(Foreign { offset: self.here(), expected, help });
        self.lost = true;
    }

    /// Is there exactly one atom up to this bracket?
    fn one_atom(&self, close: usize) -> bool {
        let Some(name) = self.kind_at(1) else { return false };
        let applied = self.kind_at(2) == Some(TokenKind::Open('('));
        match name {
            TokenKind::Open('(') => self.brackets.close_of(self.at + 1) == Some(close - 1),
            TokenKind::Name if self.tokens.get(self.at + 1).is_some_and(is_connective) => false,
            TokenKind::Name if applied => self.brackets.close_of(self.at + 2) == Some(close - 1),
            TokenKind::Name => self.at + 2 == close,
            _ => false,
        }
    }

    /// Does an alternative end here?
    fn ends_state(&self, at: usize) -> bool {
        let Some(token) = self.tokens.get(at) else { return true };
        let sign = if token.kind == TokenKind::Name { connective(&token.text) } else { None };
        separates(token)
            || matches!(
                token.kind,
                TokenKind::Close(_) | TokenKind::Caret | TokenKind::Arrow | TokenKind::Reverse
            )
            || matches!(sign, Some(TokenKind::Arrow | TokenKind::Reverse))
    }

    /// An atom or do-atom, perhaps negated, or the empty state.
    fn item(&mut self, progress: &mut Progress) {
        let slot = self.out.len();
        self.out.push(Piece::new("", self.here()));
        let mut negated = self.negations();
        match self.kind() {
            _ if self.begins_quantifier() => self.refuse(words::QUANTIFIER_INSIDE),
            Some(TokenKind::Open('(')) if negated => self.group(progress, true),
            Some(TokenKind::Open('{')) if !negated => self.inner_state(),
            Some(TokenKind::Verum) if !negated => self.write("0"),
            Some(TokenKind::Name) if !self.is_applied() && connective(self.text()).is_some() => {
                self.lost = true;
            }
            Some(TokenKind::Name) if !negated && self.is_word("true") => self.write("0"),
            Some(TokenKind::Name) if self.is_word("true") || self.is_word("false") => {
                self.refuse(words::FALSUM_INSIDE);
            }
            Some(TokenKind::Name) if self.is_do() => self.do_atom(),
            Some(TokenKind::Name | TokenKind::Number) => negated ^= self.atom(slot),
            Some(kind @ (TokenKind::Equals | TokenKind::NotEquals)) => {
                negated ^= kind == TokenKind::NotEquals;
                self.replaced(if kind == TokenKind::Equals { "==" } else { "~==" });
                self.out.push(Piece::new("==", self.here()));
                self.at += 1;
                self.arguments(0);
            }
            None | Some(TokenKind::Close(_)) => self.lost = true,
            _ => self.copy(),
        }
        if negated {
            let text = format!("~{}", self.out[slot].text);
            self.out[slot].text = text.into();
        }
    }

    /// Takes signs of negation; true if they do not cancel out.
    fn negations(&mut self) -> bool {
        let (mut negated, mut signs, mut dashes, from) = (false, 0, 0, self.here());
        while self.is_negation() {
            dashes += usize::from(self.kind() == Some(TokenKind::Minus));
            // A dash is a denial only if it is alone, and only if it touches the denied atom.
            if dashes > 0 && (signs > 0 || self.is_apart_at(1)) {
                self.refuse(words::DASH);
                return negated;
            }
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
            Some(TokenKind::Not) => true,
            Some(TokenKind::Minus) => self.kind_at(1) != Some(TokenKind::Number),
            Some(TokenKind::Name) if connective(self.text()) == Some(TokenKind::Not) => {
                let next = self.kind_at(1);
                matches!(
                    next,
                    Some(
                        TokenKind::Name
                            | TokenKind::Open('(')
                            | TokenKind::Not
                            | TokenKind::Minus
                            | TokenKind::Equals
                            | TokenKind::NotEquals
                            | TokenKind::Universal
                            | TokenKind::Existential
                    )
                )
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
                TokenKind::Close('}') => break,
                TokenKind::Comma => self.at += 1,
                TokenKind::And => self.at += 1,
                TokenKind::Open('{' | '(') | TokenKind::Close(_) => self.lost = true,
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

    /// Is this a name without brackets behind it, and this word?
    fn is_word(&self, word: &str) -> bool {
        let applied = self.kind_at(1) == Some(TokenKind::Open('('));
        !applied && self.text().eq_ignore_ascii_case(word)
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
                TokenKind::Close(')') if self.dropped.contains(&self.at) => self.at += 1,
                TokenKind::Close(')') => return self.copy(),
                TokenKind::Close(_) | TokenKind::Open(_) => break,
                _ if self.is_do() => self.lost = true,
                TokenKind::Comma | TokenKind::And => self.drop_token(format!("dropped `{source}`")),
                _ if self.is_sign(TokenKind::And) => self.drop_token(format!("dropped `{source}`")),
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
        let applied = matches!(self.kind(), Some(TokenKind::Open('(' | '[')))
            && kind == Some(TokenKind::Name);
        if applied {
            self.arguments_of(name.clone());
        }
        let starred = self.kind() == Some(TokenKind::Stars)
            && matches!(self.kind_at(1), Some(TokenKind::Equals | TokenKind::NotEquals));
        let sign = self.kind_at(usize::from(starred));
        if let Some(TokenKind::Equals | TokenKind::NotEquals) = sign {
            if kind == Some(TokenKind::Name) && !applied {
                self.bare_name(&name, start);
            }
            if starred {
                self.write_stars();
            }
            self.identity(slot);
            return sign == Some(TokenKind::NotEquals);
        }
        if kind == Some(TokenKind::Name) && !applied {
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
