//! Sentences: the windows in which the rules look for verdicts.

use super::lexer::lex;
use super::token::{Break, Kind, Mark, Mention, Token};
use super::vocabulary::Word;
use crate::Context;
use peirast_record::Number;

/// Most tokens in one sentence. Rules search windows of a sentence. This bound keeps their work
/// linear in the length of a response that never ends a sentence.
const LONGEST: usize = 192;

/// A response cut into sentences.
pub(crate) struct Document {
    /// All tokens but the breaks.
    tokens: Vec<Token>,
    ranges: Vec<Range>,
}

#[derive(Clone, Copy)]
struct Range {
    first: usize,
    last: usize,
    question: bool,
    closed: bool,
}

/// A sentence, or a line if that is shorter. A line that ends in a colon or a comma continues in
/// the next one.
#[derive(Clone, Copy)]
pub(crate) struct Sentence<'d> {
    /// Its tokens, never empty.
    pub tokens: &'d [Token],
    /// Number of sentences before it.
    pub index: usize,
    /// True if it ends in a question mark.
    pub question: bool,
    /// True if it ends its line.
    pub closed: bool,
}

impl Document {
    /// Cuts `text` into sentences.
    pub fn new(text: &str, context: &Context<'_>) -> Self {
        let mut document = Self { tokens: Vec::new(), ranges: Vec::new() };
        let lexed = lex(text, context);
        document.tokens.reserve(lexed.len());
        let mut first = 0;
        for token in lexed {
            let Kind::Break(kind) = token.kind else {
                document.tokens.push(token);
                if document.tokens.len() - first >= LONGEST {
                    document.cut(&mut first, false, false);
                }
                continue;
            };
            document.end(&mut first, kind);
        }
        document.end(&mut first, Break::Stop);
        document
    }

    /// Cuts a text that was asked to say "correct" or "incorrect". These two words are its
    /// verdicts, like "valid" and "invalid", unless they praise something else: "the correct
    /// answer".
    pub fn judging(text: &str, context: &Context<'_>) -> Self {
        let mut document = Self::new(text, context);
        // An answer that has both "valid" and "sound" distinguishes the two; validity was asked
        // for.
        let named = |token: &Token, words: &[&str]| {
            let said = text.get(token.start..token.end).unwrap_or_default();
            words.iter().any(|word| said.eq_ignore_ascii_case(word))
        };
        let valid = ["valid", "invalid"];
        if document.tokens.iter().any(|token| named(token, &valid)) {
            for token in &mut document.tokens {
                if named(token, &["sound", "unsound", "soundness"]) {
                    token.kind = Kind::Word(Word::Other);
                }
            }
        }
        for at in 0..document.tokens.len() {
            let next = document.tokens.get(at + 1).map_or(Word::Other, |token| token.word());
            let praised =
                [Word::Answer, Word::Option, Word::Conclusion, Word::Premise, Word::Final];
            let token = &mut document.tokens[at];
            let is = |word: &str| text[token.start..token.end].eq_ignore_ascii_case(word);
            let verdict = match token.word() {
                Word::Correct if is("correct") && !praised.contains(&next) => Word::Sound,
                Word::Wrong if is("incorrect") && !praised.contains(&next) => Word::Unsound,
                _ => continue,
            };
            token.kind = Kind::Word(verdict);
        }
        document
    }

    fn end(&mut self, first: &mut usize, kind: Break) {
        let last = self.tokens.len();
        let line = matches!(kind, Break::Line | Break::Paragraph);
        if last == *first {
            if let Some(range) = self.ranges.last_mut() {
                range.closed |= line;
            }
            return;
        }
        if line && self.tokens.last().is_some_and(|token| goes_on(*token)) {
            return;
        }
        self.cut(first, kind == Break::Question, line);
    }

    fn cut(&mut self, first: &mut usize, question: bool, closed: bool) {
        let last = self.tokens.len();
        self.ranges.push(Range { first: *first, last, question, closed });
        *first = last;
    }

    /// The sentences in order.
    pub fn sentences(&self) -> impl DoubleEndedIterator<Item = Sentence<'_>> + Clone {
        (0..self.ranges.len()).filter_map(|index| self.sentence(index))
    }

    /// The sentence at `index`.
    pub fn sentence(&self, index: usize) -> Option<Sentence<'_>> {
        let range = self.ranges.get(index)?;
        let tokens = self.tokens.get(range.first..range.last)?;
        let closed = range.closed || index + 1 == self.ranges.len();
        Some(Sentence { tokens, index, question: range.question, closed })
    }

    /// Number of sentences.
    pub fn len(&self) -> usize {
        self.ranges.len()
    }

    /// The sentence with the last words that take back the earlier text, and their first byte.
    pub fn last_correction(&self) -> Option<(usize, usize)> {
        self.sentences().rev().find_map(|sentence| {
            let cue = sentence.correction()?;
            sentence.tokens.get(cue).map(|token| (sentence.index, token.start))
        })
    }

    /// Returns true if its last correction calls the earlier text wrong.
    pub fn is_retracted(&self) -> bool {
        let cue = |sentence: &Sentence<'_>| sentence.correction().is_some() || sentence.retracts();
        self.sentences().rev().find(cue).is_some_and(|sentence| sentence.retracts())
    }

    /// Returns true if a sentence calls its answer final, or reconsiders earlier text: "final
    /// answer", "however", "actually".
    pub fn is_final(&self, sentence: usize) -> bool {
        let cues = [Word::Final, Word::Correction, Word::Reconsider, Word::But, Word::Therefore];
        self.sentence(sentence).is_some_and(|sentence| sentence.has_in(0, 8, &cues))
    }

    /// Number of words and signs.
    pub fn words(&self) -> usize {
        self.tokens.len()
    }

    /// The bytes of the first letter next to the words of another option.
    pub fn contradiction(&self) -> Option<(usize, usize)> {
        let contradicts = |token: &&Token| token.mention().is_some_and(|m| m.contradicted);
        self.tokens.iter().find(contradicts).map(|token| (token.start, token.end))
    }

    /// Number of options that begin lines about them.
    pub fn heading_letters(&self) -> usize {
        let heads = self.tokens.iter().enumerate().filter_map(|(at, token)| {
            let named = token.first && token.word() == Word::Option;
            let at = at + usize::from(named);
            let option = self.tokens.get(at).filter(|option| option.first || named)?;
            let letter = option.mention()?.letter;
            let goes_on = self.tokens.get(at + 1).is_some_and(|next| !next.first);
            (goes_on || option.end > option.start + 8).then_some(letter)
        });
        let mut letters: Vec<char> = heads.collect();
        letters.sort_unstable();
        letters.dedup();
        letters.len()
    }

    /// All mentions of options.
    pub fn mentions(&self) -> impl Iterator<Item = Mention> {
        self.tokens.iter().filter_map(|token| token.mention())
    }
}

/// Returns true if a line that ends in this token continues in the next line.
fn goes_on(token: Token) -> bool {
    matches!(token.kind, Kind::Mark(Mark::Colon | Mark::Comma | Mark::Dash))
        || matches!(token.word(), Word::Is | Word::That | Word::Or)
}

impl<'d> Sentence<'d> {
    /// The class of the word at `at`; [`Word::Other`] for anything else.
    pub fn word(&self, at: usize) -> Word {
        self.tokens.get(at).map_or(Word::Other, |token| token.word())
    }

    /// The sign at `at`.
    pub fn mark(&self, at: usize) -> Option<Mark> {
        self.tokens.get(at).and_then(|token| token.mark())
    }

    /// The mention at `at`.
    pub fn mention(&self, at: usize) -> Option<Mention> {
        self.tokens.get(at).and_then(|token| token.mention())
    }

    /// The number at `at`.
    pub fn number(&self, at: usize) -> Option<Number> {
        match self.tokens.get(at)?.kind {
            Kind::Number(number) => number,
            Kind::Word(Word::One) => Some(1.into()),
            _ => None,
        }
    }

    /// Number of its tokens.
    pub fn len(&self) -> usize {
        self.tokens.len()
    }

    /// Returns true if the token at `at` is one of `words`.
    pub fn is(&self, at: usize, words: &[Word]) -> bool {
        self.tokens.get(at).is_some_and(|token| words.contains(&token.word()))
    }

    /// Returns true if the token at `at` is a word that no rule uses.
    pub fn is_plain(&self, at: usize) -> bool {
        self.tokens.get(at).is_some_and(|token| token.kind == Kind::Word(Word::Other))
    }

    /// Returns true if one of `words` is in `from..to`.
    pub fn has_in(&self, from: usize, to: usize, words: &[Word]) -> bool {
        let window = self.tokens.get(from..to.min(self.len())).unwrap_or_default();
        window.iter().any(|token| words.contains(&token.word()))
    }

    /// Returns true if one of `words` is anywhere in it.
    pub fn has(&self, words: &[Word]) -> bool {
        self.has_in(0, self.len(), words)
    }

    /// The beginning of the clause that holds `at`: after the last comma or semicolon before it.
    pub fn clause_start(&self, at: usize) -> usize {
        let before = self.tokens.get(..at).unwrap_or_default();
        let marks = [Mark::Comma, Mark::Semicolon, Mark::Dash, Mark::Colon];
        let found = before.iter().rposition(|t| t.mark().is_some_and(|m| marks.contains(&m)));
        found.map_or(0, |at| at + 1)
    }

    /// Returns true if it draws a conclusion: "therefore", "in conclusion", "so, ...".
    pub fn concludes(&self) -> bool {
        (0..self.len().min(4)).any(|at| match self.word(at) {
            Word::Therefore => true,
            // "In conclusion", "Conclusion:", but not "the conclusion follows".
            Word::Conclusion => {
                self.mark(at + 1).is_some() || (at > 0 && self.word(at - 1) == Word::In)
            }
            _ => false,
        })
    }

    /// The place of words that take back the earlier text: "Wait, ...", "Let me reconsider."
    pub fn correction(&self) -> Option<usize> {
        let ends = |at: usize| at >= self.len() || self.mark(at).is_some();
        let cue = |at: &usize| {
            let cut_off =
                ends(at + 1) || (self.is(at + 1, &[Word::That, Word::On]) && ends(at + 2));
            let doubted = self.has_in(0, *at, &[Word::I, Word::Let, Word::On]);
            let hold_on = self.word(*at) == Word::Holds && self.word(at + 1) == Word::On && *at < 3;
            // "Never mind", "I was wrong"
            let dropped = match self.word(*at) {
                Word::Reconsider => *at == 1 && self.word(0) == Word::Not,
                Word::Wrong => *at == 2 && self.word(0) == Word::I && self.word(1) == Word::Is,
                _ => false,
            };
            (self.is(*at, &[Word::Correction, Word::Kidding]) && cut_off && *at < 3)
                || hold_on
                || (self.is(*at, &[Word::Reconsider]) && doubted)
                || (self.is_second_thought(*at) && *at < 4)
                || (dropped && ends(at + 1))
                || *at == 1 && self.is_own_doubt()
                || self.is_joke(*at)
        };
        (0..self.len().min(7)).find(cue)
    }

    /// Returns true at the end of "on second thought", "having thought again".
    fn is_second_thought(&self, at: usize) -> bool {
        let before = at.wrapping_sub(1);
        self.word(at) == Word::Thought && self.word(before) == Word::Second
            || self.word(at) == Word::Again && self.word(before) == Word::Thought
    }

    /// True if it is only "I doubt it".
    fn is_own_doubt(&self) -> bool {
        let object = self.len() == 2 || self.is(2, &[Word::It, Word::That, Word::This]);
        self.word(0) == Word::I && self.word(1) == Word::Doubt && object && self.len() <= 3
    }

    /// True if it is only "not": "Valid. Not!"
    fn is_joke(&self, at: usize) -> bool {
        self.word(at) == Word::Not && self.len() == 1 && self.index > 0
    }

    /// Returns true if it takes back the earlier text and says that this is wrong: "Hmm, that can't
    /// be right."
    pub fn retracts(&self) -> bool {
        let cue = (0..self.len().min(3)).find(|at| self.is(*at, &[Word::Correction, Word::No]));
        let subject =
            |cue: usize| self.has_in(cue + 1, cue + 4, &[Word::That, Word::This, Word::It]);
        let wrong = |cue: usize| {
            (cue + 1..cue + 7).any(|at| {
                self.word(at) == Word::Wrong
                    || self.word(at) == Word::Not && self.has_in(at, at + 3, &[Word::Correct])
            })
        };
        let named = (0..self.len()).any(|at| self.mention(at).is_some());
        let wrong_before = self.len() == 3
            && self.word(0) == Word::I
            && self.word(1) == Word::Is
            && self.word(2) == Word::Wrong;
        let retracted = cue.is_some_and(|cue| subject(cue) && wrong(cue)) || wrong_before;
        retracted && !named || self.is_joke(0) || self.is_own_doubt()
    }

    /// Returns true if the word or sign at `at` leads from "the answer" to the verdict.
    pub fn links(&self, at: usize) -> bool {
        let marks = [Mark::Colon, Mark::Dash, Mark::Equals, Mark::Arrow, Mark::Greater];
        self.word(at) == Word::Is || self.mark(at).is_some_and(|mark| marks.contains(&mark))
    }

    /// The place of a "so" or "therefore" that leads to `at` with no important word in between.
    pub fn concluded_from(&self, at: usize) -> Option<usize> {
        let glue = [Word::It, Word::Is, Word::Option, Word::The, Word::Answer];
        let weighty = |at: &usize| {
            let mark = self.mark(*at);
            !self.is(*at, &glue) && !matches!(mark, Some(Mark::Comma | Mark::Colon))
        };
        let from = (at.saturating_sub(6)..at).rev().find(weighty)?;
        (self.word(from) == Word::Therefore).then_some(from)
    }

    /// The place of words of correction that lead to `at`: "no, ...", "wait, ...", "or rather ...".
    pub fn amended_from(&self, at: usize) -> Option<usize> {
        let glue = [
            Word::On,
            Word::That,
            Word::It,
            Word::Is,
            Word::Option,
            Word::The,
            Word::Must,
            Word::Should,
        ];
        let cues = [Word::Correction, Word::Kidding, Word::Reconsider, Word::Apologize];
        // "I meant to write (b)"
        let verb = |at: usize| {
            self.word(at) == Word::To
                || self.is_plain(at) && self.is(at.wrapping_sub(1), &[Word::To])
        };
        let skipped = |at: &usize| self.is(*at, &glue) || self.mark(*at).is_some() || verb(*at);
        let cue = (at.saturating_sub(6)..at).rev().find(|at| !skipped(at))?;
        match self.word(cue) {
            Word::No => self.mark(cue + 1).is_some(),
            Word::Rather => {
                self.is(cue.wrapping_sub(1), &[Word::Or]) || cue == 0 && self.mark(1).is_some()
            }
            Word::Thought | Word::Again => {
                return Some(cue).filter(|cue| self.is_second_thought(*cue));
            }
            // "Never mind, (b)", "I stand corrected: (b)", "I take that back: (b)"
            Word::Reconsider | Word::Correction
                if cue <= 3
                    && self.is(0, &[Word::Not, Word::I, Word::On])
                    && self.mark(cue + 1).is_some() =>
            {
                return Some(cue);
            }
            // "My mistake, (b)."
            Word::Wrong => {
                self.is(cue.wrapping_sub(1), &[Word::My]) && self.mark(cue + 1).is_some()
            }
            _ => self.is(cue, &cues),
        }
        .then_some(cue)
        .filter(|cue| self.is_led_to(*cue))
    }

    /// Returns true if the word at `at` begins a new statement, and not "is actually".
    fn is_led_to(&self, at: usize) -> bool {
        let leads = [
            Word::No,
            Word::But,
            Word::Or,
            Word::Only,
            Word::Yes,
            Word::On,
            Word::Am,
            Word::My,
            Word::I,
        ];
        let before = at.wrapping_sub(1);
        let named = self.mention(before).is_some() || self.number(before).is_some();
        at == 0 || named || self.mark(before).is_some() || self.is(before, &leads)
    }

    /// True if the denial at `at` denies nothing: "not only", "no doubt", "without any doubt",
    /// "without fail", "cannot but".
    pub fn affirms(&self, at: usize) -> bool {
        self.is(at + 1, &[Word::Only, Word::Fails, Word::But])
            || self.has_in(at + 1, at + 3, &[Word::Doubt])
    }

    /// The place in `from..to` of "I don't think that" or "it is wrong to say that". The text after
    /// it is denied, unless it is open.
    pub fn disbelief(&self, from: usize, to: usize) -> Option<usize> {
        let attitudes = [Word::Say, Word::Conclude, Word::Call];
        let able = [Word::Can, Word::Could, Word::May];
        // "I am not saying" denies nothing.
        let said = |at: usize| {
            self.word(at) == Word::Wrong
                || self.word(at) == Word::Not && !self.is(at.wrapping_sub(1), &[Word::Am, Word::Is])
        };
        (from..to).rev().find(|at| {
            said(*at)
                && self.has_in(at + 1, (at + 3).min(to), &attitudes)
                && !self.has_in(at.saturating_sub(2), *at, &able)
        })
    }

    /// The place in `from..to` of "no way", "no chance", "under no circumstances"; "no doubt"
    /// denies nothing.
    pub fn denial(&self, from: usize, to: usize) -> Option<usize> {
        let nouns = [Word::Way, Word::Probability];
        let prepositions = [Word::In, Word::On, Word::Bound];
        let inverted =
            [Word::Do, Word::Is, Word::Can, Word::Could, Word::Would, Word::Will, Word::Have];
        (from..to).find(|at| {
            let before = at.wrapping_sub(1);
            // "By no stretch does it follow", but not "there's no reason".
            let opens = before == from && self.is_plain(before) && self.is(at + 2, &inverted);
            let adverbial = self.is(before, &prepositions) || opens;
            self.word(*at) == Word::No
                && (self.is(at + 1, &nouns) || adverbial && !self.affirms(*at))
        })
    }

    /// Returns true if `from..to` attributes a statement to others: "some would argue that", "one
    /// might think".
    pub fn is_attributed(&self, from: usize, to: usize) -> bool {
        let may = self.has_in(from, to, &[Word::May, Word::Could, Word::Would, Word::People]);
        let author = self.has_in(from, to, &[Word::I, Word::My, Word::Let]);
        self.has_in(from, to, &[Word::Say]) && may && !author
    }

    /// Returns true if the text from `at` on is attributed to others, or doubted: "my friend claims
    /// the answer is", "I doubt that", "there is no evidence that".
    pub fn is_said_by_another(&self, at: usize) -> bool {
        let from = at.saturating_sub(6);
        let doubt = (from..at).find(|at| self.word(*at) == Word::Doubt);
        let doubted = doubt.is_some_and(|doubt| {
            // "I have no doubt that"
            let undoubted = self.has_in(from, doubt, &[Word::No, Word::Not]);
            self.has_in(from, at, &[Word::I]) && !undoubted
        });
        let doubted = doubted || self.is_unfounded(at);
        // "Many say (a), but the answer is (b)."
        let ends =
            |at: &usize| self.word(*at) == Word::But || self.mark(*at) == Some(Mark::Semicolon);
        let mut clause = (from..at).rev().take_while(|at| !ends(at));
        let said = clause.find(|at| self.word(*at) == Word::Say);
        let author = |verb: usize| self.has_in(verb.saturating_sub(3), verb, &[Word::I, Word::Let]);
        doubted || said.is_some_and(|verb| !author(verb) && verb > 0)
    }

    /// Returns true if the clause from `at` on has no evidence according to the text: "there's no
    /// reason to think that". "No doubt that" affirms.
    fn is_unfounded(&self, at: usize) -> bool {
        let from = at.saturating_sub(8);
        let that = (from..at).rev().take(3).find(|at| self.word(*at) == Word::That);
        that.is_some_and(|that| {
            (from..that).any(|at| self.word(at) == Word::No && self.word(at + 1) != Word::Doubt)
                && (from..that).all(|at| self.mark(at).is_none())
        })
    }

    /// Returns true if `from..to` says that nobody, or nobody sensible, does something: "no one
    /// would choose", "only a fool".
    pub fn is_of_nobody(&self, from: usize, to: usize) -> bool {
        (from..to).any(|at| {
            self.word(at) == Word::Nobody
                || self.word(at) == Word::No && self.word(at + 1) == Word::One
                || self.is_no_kind_of_person(at, to)
        })
    }

    /// True if "no reasonable person would" is at `at`, and not "no doubt I would".
    fn is_no_kind_of_person(&self, at: usize, to: usize) -> bool {
        const LONGEST: usize = 6;
        let verbs = [Word::Would, Word::Should, Word::Could, Word::Can, Word::Choose];
        let verb = (at + 2..to.min(at + LONGEST) + 1).find(|at| self.is(*at, &verbs));
        self.word(at) == Word::No
            && self.word(at + 1) != Word::Doubt
            && verb.is_some_and(|verb| {
                let noun =
                    |at: usize| self.is_plain(at) || self.is(at, &[Word::Likely, Word::People]);
                self.is_plain(verb - 1) && (at + 1..verb).all(noun)
            })
    }

    /// Returns true if the answer or the option at `at` is one that others give, or that nobody
    /// should: "the popular answer", "the answer to avoid". The author may give another.
    pub fn is_of_others(&self, at: usize) -> bool {
        let shunned = self.word(at + 1) == Word::To
            && self.is(at + 2, &[Word::Decline, Word::Reject, Word::Ignore]);
        shunned || self.has_in(at.saturating_sub(2), at, &[Word::Popular, Word::Wrongly])
    }

    /// True if "one" at `at` is the answer that is right: "the popular answer is 11, the true one
    /// 7".
    pub fn is_true_one(&self, at: usize) -> bool {
        self.word(at) == Word::One && self.is(at.wrapping_sub(1), &[Word::True, Word::Correct])
    }

    /// Returns true if it begins by supposing another question, or another argument: "had the
    /// question asked for the less likely one". "If I had to choose" does not.
    pub fn supposes_another_question(&self) -> bool {
        let end = (0..self.len()).find(|at| self.mark(*at) == Some(Mark::Comma));
        let end = end.unwrap_or(self.len());
        let asks = [Word::Asked, Word::Less, Word::Least, Word::Unlikely, Word::Not, Word::Doubt];
        let author = self.has_in(0, end, &[Word::I, Word::Choose]);
        let subjects = [Word::The, Word::It, Word::This, Word::That];
        self.supposes() && self.is(1, &subjects) && self.has_in(0, end, &asks) && !author
    }

    /// Returns true if the words from `at` on negate what follows: "far from", "no longer", "by no
    /// means", "anything but". "No doubt" does not.
    pub fn is_distanced(&self, at: usize) -> bool {
        match self.word(at) {
            Word::Far => self.word(at + 1) == Word::From,
            Word::No => self.word(at + 1) != Word::Doubt,
            Word::Anything => self.word(at + 1) == Word::But,
            _ => false,
        }
    }

    /// Returns true if it begins by supposing: "if it were", "were it", "had it".
    pub fn supposes(&self) -> bool {
        let subjects = [Word::I, Word::It, Word::This, Word::That, Word::The];
        let inverted = self.is(0, &[Word::Were, Word::Had]) && self.is(1, &subjects);
        // "Only if every premise held would the answer be yes."
        let only = self.word(0) == Word::Only && self.has(&[Word::Would]);
        self.word(0) == Word::If || self.word(0) == Word::Were || inverted || only
    }

    /// The mention before `at` and its place, the nearest first.
    pub fn mentions_before(&self, at: usize) -> impl Iterator<Item = (usize, Mention)> + use<'d> {
        let before = self.tokens.get(..at.min(self.len())).unwrap_or_default();
        before.iter().enumerate().rev().filter_map(|(at, token)| Some((at, token.mention()?)))
    }

    /// True if the mention at `at` is one of a row: "(a), (b), and (c)", "(a)(b)", "a, b".
    fn is_listed(&self, at: usize, letter: char) -> bool {
        let differs = |at: usize| self.mention(at).is_some_and(|m| m.letter != letter);
        let comma = |at: usize| matches!(self.mark(at), Some(Mark::Comma | Mark::Semicolon));
        let ends = |at: usize| {
            at >= self.len() || comma(at) || self.is(at, &[Word::And, Word::Or, Word::All])
        };
        let next = (differs(at + 1) && at + 2 >= self.len())
            || (comma(at + 1) && differs(at + 2) && ends(at + 3));
        let before = at >= 2 && comma(at - 1) && differs(at - 2) && ends(at + 1) && at >= 4;
        next || before
    }

    /// Returns true if the mention at `at` is joined to another letter: "(a) and (b)", "(a) or
    /// (b)", "(a) + (b)".
    pub fn is_joined(&self, at: usize) -> bool {
        let Some(mention) = self.mention(at) else {
            return false;
        };
        let differs = |at: usize| self.mention(at).is_some_and(|m| m.letter != mention.letter);
        let joins = |at: usize| {
            self.is(at, &[Word::And, Word::Or, Word::Nor, Word::Plus])
                || matches!(self.mark(at), Some(Mark::Slash | Mark::Operator))
        };
        let noun = |at: usize| self.is(at, &[Word::Option, Word::The]);
        let listed = self.is_listed(at, mention.letter);
        // "(a) and/or (b)", "(a) or, more likely, (b)"
        let between = |at: usize| {
            joins(at)
                || noun(at)
                || self.mark(at) == Some(Mark::Comma)
                || self.is(at, &[Word::More, Word::Likely, Word::Likelier, Word::Rather])
        };
        // "(a) or maybe (b)"
        let or = self.word(at + 1) == Word::Or;
        let passed = |at: usize| between(at) || or && self.is_plain(at);
        let next = (at + 2..at + 7).find(|at| !passed(*at));
        let right = listed || joins(at + 1) && next.is_some_and(differs);
        // "(a) as well as (b)"
        let as_well = self.word(at + 1) == Word::As
            && self.is_plain(at + 2)
            && self.word(at + 3) == Word::As
            && differs(at + 4);
        let right = right || as_well;
        let left = |back: usize| at > back && joins(at - back) && differs(at - back - 1);
        right || left(1) || (at >= 1 && noun(at - 1) && left(2))
    }
}
