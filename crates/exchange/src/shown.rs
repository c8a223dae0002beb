//! Compares the question and options in a log with the problem that the log names.
//!
//! Logs of other tools name a problem by its id, but may show other options or another question,
//! because a data set was shuffled, renumbered or edited. So Peirast compares questions and options
//! by their words. It maps options in another order by their texts, and refuses another question.

mod check;
mod labels;
mod list;
mod options;
mod words;

pub use check::{ProblemIds, PromptCheck};
pub(crate) use labels::{ShownLabels, answer_text};
pub(crate) use list::listed_options;

use crate::ExchangeError;
use crate::recorded::clipped;
use options::{Listing, OptionWords};
use peirast_record::Problem;
use words::WordText;

/// The most characters of a text in an error.
const EXCERPT: usize = 80;
/// Parts of a problem of the theory that strategies reword.
const REWORDED: [&str; 5] = ["preamble", "note", "break", "question", "form"];
/// The most occurrences of a question in a prompt that are examined.
const MAX_PLACES: usize = 64;
/// The placeholder of an option in a question. No word contains it.
const GAP: char = '\u{0}';

/// The options that were shown with a question; empty if the log does not record them.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Shown {
    /// The messages or texts that were sent.
    pub(crate) prompts: Vec<String>,
    /// The options with their labels, as a field of the log lists them.
    pub(crate) options: Vec<(char, String)>,
}

impl Shown {
    /// The labels of the options that were shown, if the question is that of the problem. Data
    /// missing from a log are assumed to be as in the problem.
    ///
    /// # Errors
    /// [`ExchangeError::OtherQuestion`], if the question or the options differ.
    pub(crate) fn labels(&self, problem: &Problem) -> Result<ShownLabels, ExchangeError> {
        let options = OptionWords::new(&problem.options);
        if let Some((prompt, from)) = self.question(problem)?
            && let Some(options) = &options
        {
            match options.in_prompt(&prompt, from) {
                Listing::Labelled(labels) => return Ok(labels),
                Listing::Unlabelled => {}
                Listing::Others => {
                    let text = prompt.source();
                    let end = text.chars().count().saturating_sub(EXCERPT);
                    let end: String = text.chars().skip(end).collect();
                    return Err(other(
                        problem,
                        &format!("its options are different, in \"{end}\""),
                    ));
                }
            }
        }
        match options {
            Some(options) if !self.options.is_empty() => {
                options.in_list(&self.options).ok_or_else(|| {
                    let texts: Vec<&str> =
                        self.options.iter().map(|(_, text)| text.as_str()).collect();
                    let texts = clipped(&texts.join(" / "), EXCERPT, "...");
                    other(problem, &format!("its options are different, \"{texts}\""))
                })
            }
            _ => Ok(ShownLabels::default()),
        }
    }

    /// The prompt with the question of the problem, and the position after the question. `None` if
    /// the log has no words.
    fn question(&self, problem: &Problem) -> Result<Option<(WordText, usize)>, ExchangeError> {
        let prompts = self.prompts.iter().map(|prompt| WordText::new(prompt));
        let mut prompts: Vec<WordText> = prompts.filter(|prompt| !prompt.is_empty()).collect();
        let parts = parts(problem);
        let Some(last) = prompts.last() else { return Ok(None) };
        if parts.is_empty() {
            return Ok(None);
        }
        let shown = clipped(last.source().trim(), EXCERPT, "...");
        // The last message contains the question, unless the question has several messages.
        if prompts.len() > 1 {
            prompts.insert(0, WordText::new(&self.prompts.join("\n")));
        }
        let options = OptionWords::new(&problem.options);
        let is_listed = |prompt: &WordText, from: usize| match &options {
            None => true,
            Some(options) => !matches!(options.in_prompt(prompt, from), Listing::Unlabelled),
        };
        let mut found = None;
        for prompt in prompts.into_iter().rev() {
            let places = places(&prompt, &parts);
            // Examples may repeat the question before it is asked, so the last occurrence with
            // options counts.
            let listed = places.iter().find(|from| is_listed(&prompt, **from));
            if let Some(from) = listed {
                return Ok(Some((prompt, *from)));
            }
            if let (Some(from), None) = (places.first(), &found) {
                found = Some((prompt, *from));
            }
        }
        let lacking = || other(problem, &format!("it shows \"{shown}\""));
        found.map(Some).ok_or_else(lacking)
    }
}

/// True if a text contains another one, compared by words. Every text contains a text without
/// words.
pub(crate) fn holds(text: &str, part: &str) -> bool {
    let part = words_of(part);
    part.is_empty() || WordText::new(text).find(&part, 0).is_some()
}

/// The words of a text.
pub(crate) fn words_of(text: &str) -> Vec<String> {
    WordText::new(text).into_words()
}

/// The first part of a question that is followed by options; `None` without options.
pub(crate) fn opening(problem: &Problem) -> Option<String> {
    let first = parts(problem).into_iter().next()?;
    (!problem.options.is_empty()).then(|| first.join(" "))
}

/// The parts of a question that every prompt of it has, in order, without its options.
fn parts(problem: &Problem) -> Vec<Vec<String>> {
    // Other people's problems have a segment for their options, with any labels.
    let is_gap = |role: &str| match problem.worded {
        Some(_) => REWORDED.contains(&role),
        None => role == "options",
    };
    let segment = |segment: &peirast_record::Segment| match is_gap(&segment.role) {
        true => GAP.to_string(),
        false => segment.text.clone(),
    };
    let mut text: String = problem.segments.iter().map(segment).collect();
    for (letter, option) in &problem.options {
        text = text.replace(&format!("({letter}) {option}"), &GAP.to_string());
    }
    text.split(GAP).map(words_of).filter(|words| !words.is_empty()).collect()
}

/// The positions after the first part at which all parts follow each other in order, from the last
/// to the first.
fn places(prompt: &WordText, parts: &[Vec<String>]) -> Vec<usize> {
    let Some((first, rest)) = parts.split_first() else { return Vec::new() };
    // A longer statement is a different one: "All A are B" is not "All A are B or C".
    let is_whole =
        |at: usize, part: &[String]| prompt.has_at(at, part) && prompt.ends_before(at + part.len());
    let starts = (0..prompt.len()).rev().filter(|at| is_whole(*at, first) && prompt.begins_at(*at));
    let ends = starts.take(MAX_PLACES).map(|at| at + first.len());
    let all_follow = |end: &usize| {
        let follow = |from: usize, part: &Vec<String>| {
            let at = (from..prompt.len()).find(|at| is_whole(*at, part))?;
            Some(at + part.len())
        };
        rest.iter().try_fold(*end, follow).is_some()
    };
    ends.filter(all_follow).collect()
}

fn other(problem: &Problem, what: &str) -> ExchangeError {
    ExchangeError::OtherQuestion { id: problem.id.to_string(), what: what.to_owned() }
}

#[cfg(test)]
#[allow(clippy::expect_used, clippy::indexing_slicing, reason = "a test may panic")]
mod tests {
    use super::*;
    use peirast_record::{Answer, FinishReason, Profile};
    use peirast_task::{Design, Family};

    fn problem(family: &str, variant: &str) -> Problem {
        let design = Design { seed: 1, profile: Profile::Balanced };
        let family = Family::named(family).expect("a family");
        family.make(&design, variant, 1).expect("problems").remove(0)
    }

    fn labels(problem: &Problem, prompts: &[String]) -> Result<ShownLabels, ExchangeError> {
        Shown { prompts: prompts.to_vec(), options: Vec::new() }.labels(problem)
    }

    /// The question of a problem with two options, and these options.
    fn question_and_options(problem: &Problem) -> (String, [String; 2]) {
        let text = problem.text();
        let (question, _) = text.split_once("(a) ").expect("options");
        let option = |at: usize| problem.options[at].1.clone();
        (question.trim().to_owned(), [option(0), option(1)])
    }

    #[test]
    fn options_in_another_order_are_mapped_by_their_texts() {
        let problem = problem("conjunction", "2");
        let (question, [first, second]) = question_and_options(&problem);
        let upper = second.to_uppercase();
        for listing in [
            format!("A) {second}\nB) {first}"),
            format!("(a) {second} (b) {first}"),
            format!("**A.** {second}\n\n**B.** *{first}*"),
            format!("A: {upper}\nB: <b>{first}</b>\n\nAnswer with A or B."),
            format!("[A]\n{second}\n[B]\n{first}\nAnswer: (a)"),
        ] {
            let shown = labels(&problem, &[format!("Think.\n\n{question}\n\n{listing}")]);
            let shown = shown.expect(&listing);
            assert!(shown.are_others(&problem), "{listing}");
            let mapped = |text: &str| shown.mapped(&problem, text, FinishReason::Stop);
            assert_eq!(mapped("ANSWER: A").as_deref(), Some("Answer: (b)"), "{listing}");
            assert_eq!(mapped("The answer is (b).").as_deref(), Some("Answer: (a)"), "{listing}");
            assert_eq!(mapped("I cannot say."), None, "{listing}");
            assert_eq!(shown.answer(&problem, "B"), Some(Answer::Choice('a')));
            assert_eq!(shown.answer(&problem, &second), Some(Answer::Choice('b')));
        }
        let numbered = labels(&problem, &[format!("{question}\n1. {first}\n2. {second}")]);
        let numbered = numbered.expect("numbers");
        let mapped = |text: &str| numbered.mapped(&problem, text, FinishReason::Stop);
        assert_eq!(mapped("Answer: 2").as_deref(), Some("Answer: (b)"));
        for same in [
            problem.text(),
            problem.text().replace("(a)", "A.").replace("(b)", "B."),
            format!("{question}\n- {second}\n- {first}"),
            question.clone(),
        ] {
            let shown = labels(&problem, std::slice::from_ref(&same)).expect(&same);
            assert!(!shown.are_others(&problem), "{same}");
            assert_eq!(shown.mapped(&problem, "(a)", FinishReason::Stop), None);
        }
    }

    #[test]
    fn a_list_of_options_counts_where_the_prompt_has_none() {
        let problem = problem("conjunction", "2");
        let (question, [first, second]) = question_and_options(&problem);
        let shown = |prompt: &str, options: &[(char, &str)]| {
            let options = options.iter().map(|(label, text)| (*label, (*text).to_owned()));
            Shown { prompts: vec![prompt.to_owned()], options: options.collect() }.labels(&problem)
        };
        let swapped = [('A', second.as_str()), ('B', first.as_str())];
        assert!(shown(&question, &swapped).expect("a list").are_others(&problem));
        assert!(shown("", &swapped).expect("a list alone").are_others(&problem));
        assert!(!shown(&problem.text(), &swapped).expect("the prompt counts").are_others(&problem));
        assert!(
            !shown(&question, &[('a', "A"), ('b', "B")]).expect("letters").are_others(&problem)
        );
        for others in [&swapped[..1], &[('a', "Paris"), ('b', "Rome")], &[swapped[0], swapped[0]]] {
            let error = shown(&question, others).expect_err("other options").to_string();
            assert!(error.contains("its options are different"), "{error}");
        }
    }

    #[test]
    fn another_question_is_refused() {
        let problem = problem("conjunction", "2");
        let (question, [first, second]) = question_and_options(&problem);
        for other in [
            "What is the capital of France? (a) Paris (b) Rome".to_owned(),
            format!("{question}\n(a) Paris\n(b) Rome"),
            format!("{question}\n(a) {first}\n(b) {first}"),
            format!("{question}\n(a) {first}\n(b) {} again.", second.trim_end_matches('.')),
            format!("{question}\n(a) {first}\n(b) {second}\n(c) Neither."),
            format!("{question}\n- {first}\n- Rome"),
            problem.text().replace("Which", "Why"),
        ] {
            let error = labels(&problem, std::slice::from_ref(&other)).expect_err(&other);
            assert!(matches!(error, ExchangeError::OtherQuestion { .. }), "{error}");
        }
        let syllogism = self::problem("syllogism", "all-some-some");
        let text = syllogism.text();
        assert!(labels(&syllogism, &[text.to_uppercase().replace(' ', "  ")]).is_ok());
        assert!(labels(&syllogism, &[text.replacen("Some", "No", 1)]).is_err());
        let longer = text.trim_end_matches('.').to_owned() + " and cellars.";
        assert!(labels(&syllogism, &[longer]).is_err());
        assert!(labels(&syllogism, &[format!("Question: {text} Answer:")]).is_ok());
        assert!(labels(&syllogism, &[]).is_ok() && labels(&syllogism, &["?".to_owned()]).is_ok());
        let (head, tail) = text.split_at(text.find('\n').expect("lines"));
        let spread = [head.to_owned(), tail.to_owned()];
        assert!(labels(&syllogism, &spread).is_ok(), "a question over several messages");
    }

    #[test]
    fn the_last_of_several_listings_counts() {
        let problem = problem("conjunction", "2");
        let (question, [first, second]) = question_and_options(&problem);
        let example = "Which is more likely?\n(a) It rains.\n(b) It rains and pours.\nAnswer: (a)";
        let asked = format!("{question}\n(a) {second}\n(b) {first}");
        let shown = labels(&problem, &[format!("{example}\n\n{asked}")]).expect("examples before");
        assert!(shown.are_others(&problem));
        let sibling =
            format!("{}\nAnswer: (a)\n\n{question}\n(a) {first}\n(b) Rome", problem.text());
        assert!(labels(&problem, &[sibling]).is_err(), "the example is not what is asked");
        let chat = ["Be brief.".to_owned(), example.to_owned(), asked];
        assert!(labels(&problem, &chat).expect("a chat").are_others(&problem));
    }

    #[test]
    fn problems_of_the_theory_may_be_introduced_in_other_words() {
        let choice = problem("etr", "choice");
        let text: String = choice
            .segments
            .iter()
            .map(|part| match REWORDED.contains(&&*part.role) {
                true => "In other words.\n",
                false => part.text.as_str(),
            })
            .collect();
        assert!(
            !labels(&choice, std::slice::from_ref(&text)).expect("other words").are_others(&choice)
        );
        let [(_, first), (_, second), ..] = &choice.options[..] else { panic!("options") };
        let swapped = text.replace(first, "@").replace(second, first).replace('@', second);
        assert!(labels(&choice, &[swapped]).expect("another order").are_others(&choice));
        let premise = choice.segments.iter().find(|part| part.role == "first-premise");
        let without = text.replace(&premise.expect("a premise").text, "");
        assert!(labels(&choice, &[without]).is_err());
    }
}
