//! A named form of words that states an answer: an entry in the tables of all three tasks.

use crate::Context;
use crate::finding::{Finding, Hit, Strength};
use crate::text::Sentence;

/// A way of stating an answer.
pub(crate) struct Rule {
    /// Name in the reading.
    pub name: &'static str,
    /// The strength of its statement.
    pub strength: Strength,
    /// Returns its finding in one sentence, if any.
    pub find: fn(&Sentence<'_>, &Context<'_>) -> Option<Hit>,
}

impl Rule {
    /// The finding of the rule, with its position.
    pub fn finding(&self, sentence: &Sentence<'_>, context: &Context<'_>) -> Option<Finding> {
        let hit = (self.find)(sentence, context)?;
        Some(Finding::new(hit, self.strength, self.name, sentence))
    }
}

/// The finding of the first of `rules` that has one.
pub(crate) fn first(
    rules: &[Rule],
    sentence: &Sentence<'_>,
    context: &Context<'_>,
) -> Option<Finding> {
    rules.iter().find_map(|rule| rule.finding(sentence, context))
}

/// Sentences that each rule accepts and rejects.
#[cfg(test)]
pub(crate) mod tests {
    use super::Rule;
    use crate::Context;
    use crate::finding::Said;
    use crate::text::Document;
    use peirast_record::{Answer, FinishReason};

    /// Rule, accepted sentences with the answer read, rejected sentences.
    pub(crate) type Case<T> = (&'static str, &'static [(&'static str, T)], &'static [&'static str]);

    fn read(rule: &Rule, text: &str) -> Option<Answer> {
        let options = [('a', String::new()), ('b', String::new())];
        let context = Context::new(&options, FinishReason::Stop);
        let document = Document::new(text, &context);
        match (rule.find)(&document.sentence(0)?, &context)?.said {
            Said::Verdict(answer) => Some(answer),
            Said::None => None,
        }
    }

    /// Checks each rule with its sentences, and that every rule has some.
    pub(crate) fn check<T: Copy>(rules: &[Rule], cases: &[Case<T>], answer: fn(T) -> Answer) {
        let names: Vec<_> = rules.iter().map(|rule| rule.name).collect();
        assert_eq!(names, cases.iter().map(|(rule, ..)| *rule).collect::<Vec<_>>());
        for (rule, (name, accepted, rejected)) in rules.iter().zip(cases) {
            for (text, expected) in *accepted {
                assert_eq!(read(rule, text), Some(answer(*expected)), "{name}: {text}");
            }
            for text in *rejected {
                assert_eq!(read(rule, text), None, "{name}: {text}");
            }
        }
    }
}
