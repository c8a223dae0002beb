//! Letters: the options that a subject chooses over all questions, and the options that are right.

use crate::subject::{
    ENOUGH, FEW, HabitKind, INFORMED, NEARLY_ALWAYS, how_often, is_enough, share,
};
use peirast_decimals::percent_decimals;
use peirast_record::Answer;
use serde::Serialize;

/// From this share of right answers on, a subject that nearly never chooses a letter has a habit:
/// chance alone seldom avoids a letter that is right so often.
const OFTEN_RIGHT: f64 = 0.2;

/// Counts of one letter, chosen and right, over the verdicts on lettered options.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct LetterCount {
    /// The letter of the option.
    pub letter: char,
    /// Verdicts that chose it.
    pub chosen: u64,
    /// Verdicts on questions whose right answer it is.
    pub right: u64,
}

/// The distribution of letters: for any number of options, in order of the letters. A letter that
/// was never chosen and never right is not in it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct Letters(Vec<LetterCount>);

impl Letters {
    /// The distribution with these counts.
    ///
    /// ```
    /// use peirast_report::Letters;
    /// let letters = Letters::from_counts([('b', 1, 3), ('a', 3, 1)]);
    /// assert_eq!(letters.choices(), 4);
    /// assert_eq!(letters.chosen_text(), "a 75 %, b 25 %");
    /// assert_eq!(letters.right_text(), "a 25 %, b 75 %");
    /// ```
    pub fn from_counts(counts: impl IntoIterator<Item = (char, u64, u64)>) -> Self {
        let mut letters = Self::default();
        for (letter, chosen, right) in counts {
            let own = letters.count(letter);
            (own.chosen, own.right) = (own.chosen + chosen, own.right + right);
        }
        letters
    }

    /// The counts, in order of the letters.
    pub fn counts(&self) -> &[LetterCount] {
        &self.0
    }

    /// Verdicts on lettered options.
    pub fn choices(&self) -> u64 {
        self.0.iter().map(|own| own.chosen).sum()
    }

    /// True if there are enough verdicts to tell that one letter is chosen nearly always: fewer will do
    /// if several letters are right.
    pub(crate) fn can_show_habits(&self) -> bool {
        let of = self.choices();
        let varied = self.0.iter().all(|own| own.right < of);
        of >= if varied { FEW } else { ENOUGH }
    }

    /// True if there are enough verdicts to tell that a letter is nearly never chosen.
    pub(crate) fn can_show_avoided(&self) -> bool {
        self.choices() >= ENOUGH
    }

    /// The share of each letter among the verdicts, as people read it; empty without a verdict.
    pub fn chosen_text(&self) -> String {
        self.text(|own| own.chosen)
    }

    /// The share of questions of which each letter is right, as people read it.
    pub fn right_text(&self) -> String {
        self.text(|own| own.right)
    }

    fn text(&self, count: fn(&LetterCount) -> u64) -> String {
        let of = self.choices();
        let shares = self.0.iter().filter_map(|own| {
            Some(format!("{} {} %", own.letter, percent_decimals(share(count(own), of)?, 0)))
        });
        shares.collect::<Vec<_>>().join(", ")
    }

    /// Counts a verdict, if it chooses an option.
    pub(crate) fn add(&mut self, answer: Answer, truth: Answer) {
        let Answer::Choice(letter) = answer else { return };
        self.count(letter).chosen += 1;
        if let Answer::Choice(right) = truth {
            self.count(right).right += 1;
        }
    }

    fn count(&mut self, letter: char) -> &mut LetterCount {
        let at = match self.0.binary_search_by_key(&letter, |own| own.letter) {
            Ok(at) => at,
            Err(at) => {
                self.0.insert(at, LetterCount { letter, chosen: 0, right: 0 });
                at
            }
        };
        &mut self.0[at]
    }

    /// The habit of the subject, in words: a letter that it chooses nearly always, or letters that
    /// it nearly never chooses although they are often right. None if its `accuracy` shows that it
    /// knows when.
    pub(crate) fn habit(&self, accuracy: Option<f64>) -> Option<(HabitKind, String)> {
        let of = self.choices();
        let most = self.0.iter().max_by_key(|own| own.chosen)?;
        let rate = share(most.chosen, of)?;
        let is_alone = most.right == of;
        if !is_enough(of, rate, is_alone) {
            return None;
        }
        // Unless one letter alone is ever right, so that nobody can tell.
        if !is_alone && accuracy.is_some_and(|accuracy| accuracy > INFORMED) {
            return None;
        }
        if rate >= NEARLY_ALWAYS {
            let alone = if is_alone { ", and nothing else was ever right" } else { "" };
            let text = format!("answers ({}) {}{alone}", most.letter, how_often(rate, of));
            return Some((HabitKind::GivesAlways, text));
        }
        let avoided = self.avoided(of).filter(|_| self.can_show_avoided());
        avoided.map(|text| (HabitKind::Avoids, text))
    }

    /// The letters that are often right and nearly never chosen.
    fn avoided(&self, of: u64) -> Option<String> {
        let is_avoided = |own: &&LetterCount| {
            let (chosen, right) = (share(own.chosen, of), share(own.right, of));
            chosen.is_some_and(|chosen| chosen <= 1.0 - NEARLY_ALWAYS)
                && right.is_some_and(|right| right >= OFTEN_RIGHT)
        };
        let avoided: Vec<&LetterCount> = self.0.iter().filter(is_avoided).collect();
        let sum = |count: fn(&LetterCount) -> u64| avoided.iter().map(|own| count(own)).sum();
        let percent = |count| Some(percent_decimals(share(count, of)?, 0));
        let (chosen, right) = (percent(sum(|own| own.chosen))?, percent(sum(|own| own.right))?);
        let names: Vec<String> = avoided.iter().map(|own| format!("({})", own.letter)).collect();
        let it_is = match names.len() {
            0 => return None,
            1 => "it is",
            _ => "they are",
        };
        Some(format!(
            "answers {} {chosen} % of the time, although {it_is} right {right} % of the time",
            names.join(" or ")
        ))
    }
}
