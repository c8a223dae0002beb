//! Problems with which an import matches answers.

use crate::shown::{Shown, opening, words_of};
use peirast_record::Problem;
use std::collections::BTreeMap;

/// Problems by their ids, their numbers and their texts.
#[derive(Clone, Debug, Default)]
pub struct KnownProblems {
    problems: Vec<Problem>,
    ids: BTreeMap<String, usize>,
    texts: BTreeMap<String, Option<usize>>,
    /// First parts of questions with options, and the problems with these parts.
    openings: BTreeMap<String, Vec<usize>>,
}

impl KnownProblems {
    /// Indexes these problems, in the order of their file.
    pub fn new(problems: Vec<Problem>) -> Self {
        let mut known = Self::default();
        for (at, problem) in problems.iter().enumerate() {
            known.ids.insert(problem.id.to_string(), at);
            // A text that two problems share identifies neither.
            let text = plain(&problem.text());
            if let Some(opening) = opening(problem) {
                known.openings.entry(format!(" {opening} ")).or_default().push(at);
            }
            known.texts.entry(text).and_modify(|place| *place = None).or_insert(Some(at));
        }
        Self { problems, ..known }
    }

    /// True if there are no problems.
    pub fn is_empty(&self) -> bool {
        self.problems.is_empty()
    }

    /// The problem with this id.
    pub fn of_id(&self, id: &str) -> Option<&Problem> {
        self.problems.get(*self.ids.get(id)?)
    }

    /// The problem with this number, from 0, if the prompt contains its text.
    pub fn of_number(&self, number: u64, asked: &str) -> Option<&Problem> {
        let problem = self.problems.get(usize::try_from(number).ok()?)?;
        plain(asked).contains(&plain(&problem.text())).then_some(problem)
    }

    /// The only problem whose text is, or is part of, the prompt. White space, case and markup make
    /// no difference.
    ///
    /// ```
    /// use peirast_exchange::brought::KnownProblems;
    /// use peirast_record::Profile;
    /// use peirast_task::{Design, Family};
    /// let design = Design { seed: 1, profile: Profile::Balanced };
    /// let problems = Family::named("horses")?.make(&design, "fastest-three", 2)?;
    /// let (id, text) = (problems[0].id.clone(), problems[0].text());
    /// let known = KnownProblems::new(problems);
    /// let asked = format!("Answer this:\n{text}\nThank you.");
    /// assert_eq!(known.of_text(&asked).map(|problem| problem.id.as_str()), Some(id.as_str()));
    /// assert!(known.of_text("What is the time?").is_none());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of_text(&self, asked: &str) -> Option<&Problem> {
        let asked = plain(asked);
        if let Some(place) = self.texts.get(&asked) {
            return self.problems.get((*place)?);
        }
        let mut within = self.texts.iter().filter(|(text, _)| asked.contains(text.as_str()));
        // One text may be part of another text in the prompt: the longest counts.
        let first = within.next()?;
        let longest = within.fold(first, |a, b| if b.0.len() > a.0.len() { b } else { a });
        self.problems.get((*longest.1)?)
    }

    /// The only problem whose question was shown with its options, in any order.
    pub(crate) fn of_options(&self, shown: &Shown) -> Option<&Problem> {
        let asked = plain(&shown.prompts.join("\n"));
        let begun = self.openings.iter().filter(|(opening, _)| asked.contains(opening.as_str()));
        let fits = |at: &&usize| {
            let problem = self.problems.get(**at);
            problem
                .is_some_and(|problem| shown.labels(problem).is_ok_and(|labels| labels.are_known()))
        };
        let mut fitting = begun.flat_map(|(_, places)| places).filter(fits);
        let only = fitting.next().filter(|_| fitting.next().is_none())?;
        self.problems.get(*only)
    }
}

/// The words of a text, with a space before and after each.
fn plain(text: &str) -> String {
    format!(" {} ", words_of(text).join(" "))
}
