//! Responses that decline to answer or say that no answer is possible.

use crate::text::{Document, Sentence, Word};
use peirast_record::{Answer, Reading};

/// A way of declining.
pub(crate) struct RefusalRule {
    /// Name in the reading.
    pub name: &'static str,
    /// Returns the token that shows it in one sentence, if any.
    pub find: fn(&Sentence<'_>) -> Option<usize>,
}

/// The ways of declining, in the order in which they are tried.
pub(crate) const RULES: &[RefusalRule] = &[
    RefusalRule { name: "not-enough-information", find: not_enough },
    RefusalRule { name: "cannot-answer", find: cannot },
    RefusalRule { name: "impossible-to-say", find: impossible },
    RefusalRule { name: "declines", find: declines },
];

/// Reads a refusal. Called only for responses without a verdict.
pub(crate) fn read(document: &Document) -> Option<Reading> {
    RULES.iter().find_map(|rule| {
        document.sentences().find_map(|sentence| {
            let at = (rule.find)(&sentence)?;
            let (first, last) = (sentence.tokens.first()?, sentence.tokens.get(at)?);
            Some(Reading::at(Answer::Refused, first.start, last.end, rule.name))
        })
    })
}

/// "There is not enough information to tell", "without more context".
fn not_enough(sentence: &Sentence<'_>) -> Option<usize> {
    (0..sentence.len()).find(|at| {
        let about = sentence.has_in(*at, at + 5, &[Word::Information]);
        let little = match sentence.word(*at) {
            Word::Enough => sentence.has_in(at.saturating_sub(8), *at, &[Word::Not, Word::No]),
            Word::Insufficient | Word::Doubtful => true,
            Word::More => sentence.has_in(at.saturating_sub(3), *at, &[Word::Not, Word::Need]),
            _ => false,
        };
        about && little
    })
}

/// "I cannot answer", "I will not speculate", "I am unable to choose", "cannot be determined".
fn cannot(sentence: &Sentence<'_>) -> Option<usize> {
    let acts = [
        Word::Serve,
        Word::Choose,
        Word::Say,
        Word::Conclude,
        Word::Answer,
        Word::Determined,
        Word::Comfortable,
        Word::Make,
    ];
    (0..sentence.len()).find(|at| {
        let start = at.saturating_sub(5);
        // "I don't think so" and "I wouldn't say so" are answers, "I can't say" is not.
        let says = sentence.word(*at) == Word::Say;
        let authors = [Word::Can, Word::Will, Word::Rather, Word::Am, Word::I, Word::Do];
        let authors = authors.get(..if says { 3 } else { 6 }).unwrap_or_default();
        let denied =
            sentence.has_in(start, *at, &[Word::Not]) && sentence.has_in(start, *at, authors);
        // "Don't choose (b)" is an instruction to the reader.
        let told = sentence.word(0) == Word::Do && sentence.word(1) == Word::Not;
        let denied = denied && !(told && *at == 2);
        let unable = sentence.has_in(start, *at, &[Word::Unable]);
        // "I cannot say that it is sound" is about the argument, not about saying.
        let reports = says && sentence.word(at + 1) == Word::That;
        let noun = sentence.word(*at) == Word::Answer && sentence.word(at + 1) == Word::Is;
        sentence.is(*at, &acts) && (denied || unable) && !reports && !noun
    })
}

/// "It is impossible to determine", "inconclusive".
fn impossible(sentence: &Sentence<'_>) -> Option<usize> {
    (0..sentence.len()).find(|at| match sentence.word(*at) {
        Word::Impossible => sentence.has_in(*at, at + 4, &[Word::To]),
        Word::Indeterminate => true,
        // "There is no way to tell which one is more likely."
        Word::Way => {
            let told = [Word::Serve, Word::Say, Word::Determined, Word::Conclude];
            *at > 0
                && sentence.word(at - 1) == Word::No
                && sentence.word(at + 1) == Word::To
                && sentence.is(at + 2, &told)
        }
        _ => false,
    })
}

/// "I apologize, but ...", "I must decline".
fn declines(sentence: &Sentence<'_>) -> Option<usize> {
    (0..sentence.len()).find(|at| match sentence.word(*at) {
        Word::Apologize => sentence.has_in(0, *at, &[Word::I]) || *at == 0,
        Word::Decline => {
            let from = at.saturating_sub(5);
            // "The option to avoid: (b)"
            let noun = [Word::Option, Word::Answer, Word::Event, Word::One];
            let of_an_option = sentence.word(at.wrapping_sub(1)) == Word::To
                && sentence.is(at.wrapping_sub(2), &noun);
            sentence.has_in(from, *at, &[Word::I, Word::To]) && !of_an_option
        }
        _ => false,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Context;

    /// Rule, accepted sentences, rejected sentences.
    type Case = (&'static str, &'static [&'static str], &'static [&'static str]);

    const CASES: &[Case] = &[
        (
            "not-enough-information",
            &[
                "There is not enough information.",
                "I don't have sufficient context to say.",
                "The text provides insufficient detail.",
                "Without more context I am at a loss.",
                "I would need additional and more details.",
            ],
            &["There is enough information.", "More details follow.", "It is not more likely."],
        ),
        (
            "cannot-answer",
            &[
                "I cannot answer this.",
                "I can't help with that.",
                "I am unable to provide a verdict.",
                "I will not speculate.",
                "I don't feel comfortable with this.",
                "It cannot be determined.",
                "I'd rather not say.",
            ],
            &[
                "I can answer this.",
                "We choose freely.",
                "It is not so.",
                "I don't think so.",
                "I cannot say that it is sound.",
            ],
        ),
        (
            "impossible-to-say",
            &["It is impossible to tell.", "It's hard to judge.", "The case is inconclusive."],
            &["It is hard work.", "Nothing is said."],
        ),
        (
            "declines",
            &["I apologize, but no.", "Sorry.", "I'm afraid this is flawed.", "I must decline."],
            &["She is sorry.", "Sales decline.", "The option to avoid: (b)"],
        ),
    ];

    #[test]
    fn rules_accept_and_reject() {
        for (name, accepted, rejected) in CASES {
            let rule = RULES.iter().find(|rule| rule.name == *name).expect("a known rule");
            let fires = |text: &str| {
                let document = Document::new(text, &Context::default());
                document.sentences().any(|sentence| (rule.find)(&sentence).is_some())
            };
            for text in *accepted {
                assert!(fires(text), "{name}: {text}");
            }
            for text in *rejected {
                assert!(!fires(text), "{name}: {text}");
            }
        }
    }

    #[test]
    fn every_rule_is_tested() {
        let names: Vec<_> = RULES.iter().map(|rule| rule.name).collect();
        assert_eq!(names, CASES.iter().map(|(rule, ..)| *rule).collect::<Vec<_>>());
    }
}
