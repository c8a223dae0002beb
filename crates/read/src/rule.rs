//! A named form of words that states an answer: what the tables of all three tasks are made of.

use crate::Context;
use crate::finding::{Finding, Hit, Strength};
use crate::text::Sentence;

/// A way of stating an answer.
pub(crate) struct Rule {
    /// Name in the reading.
    pub name: &'static str,
    /// How much it commits.
    pub strength: Strength,
    /// Looks for it in one sentence.
    pub find: fn(&Sentence<'_>, &Context<'_>) -> Option<Hit>,
}

impl Rule {
    /// What the rule finds in its place.
    pub fn finding(&self, sentence: &Sentence<'_>, context: &Context<'_>) -> Option<Finding> {
        let hit = (self.find)(sentence, context)?;
        Some(Finding::new(hit, self.strength, self.name, sentence))
    }
}

/// What the first rule of `rules` that finds something finds.
pub(crate) fn first(
    rules: &[Rule],
    sentence: &Sentence<'_>,
    context: &Context<'_>,
) -> Option<Finding> {
    rules.iter().find_map(|rule| rule.finding(sentence, context))
}

/// What each rule accepts and what it rejects, one sentence at a time.
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

    /// Holds each rule against its sentences, and the table against the rules.
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
