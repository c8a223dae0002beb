//! Findings of rules in a sentence, and their weights.

use crate::text::{Document, Sentence};
use peirast_record::{Answer, Reading};

/// The statement of a part of a response.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Said {
    /// An answer to the problem.
    Verdict(Answer),
    /// A statement that no option, or a letter that was not offered, is the answer.
    None,
}

/// Strength with which a form of words commits its author.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Strength {
    /// Leaves the verdict to be inferred: "(b) is less likely".
    Implied,
    /// Compares or describes: "(a) is more likely".
    Stated,
    /// Announces the verdict: "the answer is (a)", "I choose (a)".
    Declared,
}

/// The part of a sentence in which a rule found something: token indices, the last one included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Hit {
    /// The statement.
    pub said: Said,
    /// First token.
    pub first: usize,
    /// Last token.
    pub last: usize,
}

impl Hit {
    /// A hit on `first..=last`.
    pub fn new(said: Said, first: usize, last: usize) -> Self {
        Self { said, first, last }
    }
}

/// A hit with its position in the response.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Finding {
    /// The statement.
    pub said: Said,
    /// Its strength.
    pub strength: Strength,
    /// Name of the rule.
    pub rule: &'static str,
    /// Index of the sentence.
    pub sentence: usize,
    /// True if the sentence draws a conclusion.
    pub concludes: bool,
    /// First byte.
    pub start: usize,
    /// One past the last byte.
    pub end: usize,
}

impl Finding {
    /// Adds the position to a hit.
    pub fn new(hit: Hit, strength: Strength, rule: &'static str, sentence: &Sentence<'_>) -> Self {
        let byte = |at: usize| sentence.tokens.get(at).map_or((0, 0), |t| (t.start, t.end));
        Self {
            said: hit.said,
            strength,
            rule,
            sentence: sentence.index,
            concludes: sentence.concludes(),
            start: byte(hit.first).0,
            end: byte(hit.last).1,
        }
    }

    /// The reading that follows from this finding alone.
    pub fn reading(&self) -> Reading {
        let answer = match self.said {
            Said::Verdict(answer) => answer,
            Said::None => Answer::Unread,
        };
        Reading::at(answer, self.start, self.end, self.rule)
    }
}

/// The last finding that announces a verdict. `None` if several announce different ones and the
/// last is not the final one: drawn as a conclusion, made in correction, or at the end of the text.
pub(crate) fn announced(
    document: &Document,
    findings: &[Finding],
    cut_off: bool,
) -> Result<Option<Finding>, Contradiction> {
    const FINAL: &[&str] =
        &["corrected", "changed", "asked-for", "set-against", "turns", "taken-back"];
    let declared = || findings.iter().filter(|f| f.strength == Strength::Declared);
    let Some(last) = declared().next_back() else { return Ok(None) };
    let agree = declared().all(|finding| finding.said == last.said);
    let ends = !cut_off && last.sentence + 1 >= document.len();
    let is_final =
        last.concludes || ends || FINAL.contains(&last.rule) || document.is_final(last.sentence);
    if agree || is_final { Ok(Some(*last)) } else { Err(Contradiction) }
}

/// Verdicts that contradict each other, none of which is final.
pub(crate) struct Contradiction;

/// The findings that still count: those after the last correction, if they or the correction itself
/// hold a verdict or the correction calls the earlier text wrong.
pub(crate) fn standing<'f>(document: &Document, findings: &'f [Finding]) -> &'f [Finding] {
    let Some((sentence, start)) = document.last_correction() else {
        return findings;
    };
    let from = findings.iter().position(|finding| finding.end > start);
    let rest = from.and_then(|from| findings.get(from..)).unwrap_or_default();
    let decides = |f: &Finding| f.strength >= Strength::Stated || f.sentence == sentence;
    if rest.iter().any(decides) || document.is_retracted() { rest } else { findings }
}
