//! Ballots: several answers to one question, counted as votes.

use peirast_record::{Answer, Factors, Grade, Key, Name, Outcome, Scoring, Version};
use peirast_stats::voting::{Decision, Stopping, Votes};
use serde::Serialize;
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Arc;

/// All answers of one subject to one question at one temperature.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Ballot {
    /// Key of the first trial.
    pub trial: Key,
    /// The problem, by id.
    pub problem: Name,
    /// The item that the versions of a problem share.
    pub item: Name,
    /// The subject.
    pub subject: Name,
    /// Every level of the question.
    pub factors: Arc<Factors>,
    /// The right answer.
    pub truth: Answer,
    /// Every answer in the order in which it was asked for. As many of the first as there are votes
    /// are counted; the others were asked for under another rule.
    pub cast: Vec<Vote>,
    /// Votes for yes or valid, votes for no or invalid, and answers without a verdict.
    pub votes: Votes,
    /// The decision of the votes.
    pub decision: Decision,
    /// The answer that the decision means.
    pub answer: Answer,
    /// True if the rule asks for no more votes.
    pub is_complete: bool,
    /// The largest number of votes that the rule can ask for.
    pub most: u32,
    /// The scoring of the answers.
    pub scoring: Scoring,
}

/// One answer to a question.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Vote {
    /// Key of its trial.
    pub trial: Key,
    /// The answer as read.
    pub answer: Answer,
}

impl Ballot {
    /// True if as many votes were for one side as for the other, and the rule decided nevertheless: the published rule
    /// counts a tie as incorrect.
    pub fn is_decided_tie(&self) -> bool {
        self.votes.ayes > 0 && self.votes.ayes == self.votes.noes && self.decision == Decision::Nay
    }

    /// The ballot as one graded answer.
    pub fn outcome(&self) -> Outcome {
        Outcome {
            trial: self.trial.clone(),
            item: self.item.clone(),
            version: Version::new(&self.problem, &self.item),
            subject: self.subject.clone(),
            repeat: 0,
            factors: Arc::clone(&self.factors),
            answer: self.answer,
            truth: self.truth,
            grade: Grade::new(self.answer, self.truth),
            scoring: self.scoring,
            evidence: None,
        }
    }
}

/// The side that an answer votes for.
///
/// ```
/// use peirast_measure::side;
/// use peirast_record::Answer;
/// assert_eq!(side(Answer::Valid(false)), Some(false));
/// assert_eq!(side(Answer::Refused), None);
/// ```
pub fn side(answer: Answer) -> Option<bool> {
    match answer {
        Answer::YesNo(side) | Answer::Valid(side) => Some(side),
        _ => None,
    }
}

/// The key of a question put to a subject.
type Question<'a> = (&'a str, Cow<'a, str>, &'a Arc<Factors>);

/// Counts the answers to each question as votes, in order of subject, problem and levels. `rule`
/// returns the rule for a question with these levels.
pub fn ballots(outcomes: &[Outcome], rule: impl Fn(&Factors) -> Stopping) -> Vec<Ballot> {
    let mut questions: BTreeMap<Question<'_>, Vec<&Outcome>> = BTreeMap::new();
    for outcome in outcomes {
        let question = (outcome.subject.as_str(), outcome.problem(), &outcome.factors);
        questions.entry(question).or_default().push(outcome);
    }
    let counted = questions.into_values().filter_map(|mut answers| {
        answers.sort_by_key(|outcome| outcome.repeat);
        count(&answers, rule(&answers.first()?.factors))
    });
    counted.collect()
}

fn count(answers: &[&Outcome], rule: Stopping) -> Option<Ballot> {
    let first = answers.first()?;
    // Answers beyond those that this rule asks for were asked for under another rule, and are no
    // votes.
    let given = rule.counted(answers.iter().map(|outcome| side(outcome.answer)));
    let vote = |own: &&Outcome| Vote { trial: own.trial.clone(), answer: own.answer };
    let cast = answers.iter().map(vote).collect();
    let answers = answers.get(..given.total() as usize).unwrap_or(answers);
    let decision = rule.decide(given);
    let word = |side| match first.truth {
        Answer::YesNo(_) => Answer::YesNo(side),
        _ => Answer::Valid(side),
    };
    Some(Ballot {
        trial: first.trial.clone(),
        problem: (&*first.problem()).into(),
        item: first.item.clone(),
        subject: first.subject.clone(),
        factors: Arc::clone(&first.factors),
        truth: first.truth,
        cast,
        votes: given,
        decision,
        answer: match decision {
            Decision::Aye => word(true),
            Decision::Nay => word(false),
            Decision::Tied => Answer::Tied,
            Decision::None => most_frequent(answers),
        },
        is_complete: rule.more(given) == 0,
        most: rule.bounds().1,
        scoring: first.scoring,
    })
}

/// The most frequent answer; in a tie, the first by kind.
fn most_frequent(answers: &[&Outcome]) -> Answer {
    let mut counts: BTreeMap<Answer, usize> = BTreeMap::new();
    for outcome in answers {
        *counts.entry(outcome.answer).or_default() += 1;
    }
    let most = counts.iter().max_by(|a, b| a.1.cmp(b.1).then(b.0.cmp(a.0)));
    most.map_or(Answer::Unread, |(answer, _)| *answer)
}

#[cfg(test)]
mod tests {
    use super::*;
    use peirast_stats::voting::PUBLISHED_2025;

    fn outcome(answer: Answer, repeat: u32) -> Outcome {
        let truth = Answer::Valid(true);
        Outcome {
            trial: Key::from_json("trial", repeat.into()),
            item: "i".into(),
            version: Version::new("p", "i"),
            subject: "s".into(),
            repeat,
            factors: Arc::new(Factors::from_iter([("temperature", "0.5")])),
            answer,
            truth,
            grade: Grade::new(answer, truth),
            scoring: Scoring::Reader,
            evidence: None,
        }
    }

    fn ballot(answers: &[Answer], rule: Stopping) -> Ballot {
        let outcomes: Vec<Outcome> =
            answers.iter().zip(0..).map(|(answer, repeat)| outcome(*answer, repeat)).collect();
        let mut counted = ballots(&outcomes, |_| rule);
        assert_eq!(counted.len(), 1);
        counted.remove(0)
    }

    #[test]
    fn answers_are_counted_and_decided() {
        const YES: Answer = Answer::Valid(true);
        const NO: Answer = Answer::Valid(false);
        let sequential = Stopping::Sequential { odds: 19.0, most: 10 };
        for (answers, rule, decided, complete) in [
            (vec![YES; 5], PUBLISHED_2025, YES, true),
            (vec![YES, YES, YES, YES, NO], PUBLISHED_2025, YES, false),
            ([[YES, NO]; 5].concat(), PUBLISHED_2025, NO, true),
            ([[YES, NO]; 5].concat(), sequential, Answer::Tied, true),
            (vec![NO; 4], sequential, NO, true),
            // A rule that asks for fewer votes counts fewer.
            (vec![YES, NO, NO, NO, NO], Stopping::Single, YES, true),
            (vec![NO, NO, NO, NO, YES, YES, YES, YES, YES], sequential, NO, true),
            (
                vec![Answer::Refused, Answer::Unread, Answer::Unread],
                sequential,
                Answer::Unread,
                false,
            ),
        ] {
            let ballot = ballot(&answers, rule);
            assert_eq!((ballot.answer, ballot.is_complete), (decided, complete), "{answers:?}");
            assert!(ballot.votes.total() as usize <= answers.len());
            let is_even = ballot.votes.ayes == ballot.votes.noes && ballot.votes.ayes > 0;
            assert_eq!(ballot.is_decided_tie(), is_even && decided == NO, "{answers:?}");
        }
    }
}
