//! Templates: a strategy of a study, filled in with a problem.

use crate::families::{PREAMBLE, PREMISES};
use peirast_random::Stream;
use peirast_record::{ExampleOrder, Message, Problem, Segment, SolvedExample, Strategy};

/// The labels of the lines of a syllogism, and the names of the texts after them.
const LINES: [(&str, &str); 3] =
    [("Premise 1: ", "premise_1"), ("Premise 2: ", "premise_2"), ("Conclusion: ", "conclusion")];

/// Returns the messages that ask a problem by a strategy.
pub(crate) fn messages(strategy: &Strategy, problem: &Problem, seed: u64) -> Vec<Message> {
    let text = problem.text();
    let worded = parts_of(problem);
    let mut values = parts(&text);
    values.extend(worded.iter().map(|(name, value)| (*name, value.as_str())));
    let examples = examples(strategy, &problem.item, seed);
    values.push(("examples", &examples));
    let user = Message::user(fill(&strategy.user, &values).trim());
    match strategy.system.trim() {
        "" => vec![user],
        system => vec![Message::system(system), user],
    }
}

/// Returns true if the strategy is for problems of this kind.
pub(crate) fn is_for(strategy: &Strategy, problem: &Problem) -> bool {
    strategy.task.is_none_or(|task| task == problem.task)
}

/// Returns a name in the templates of a strategy that this problem cannot fill.
pub(crate) fn missing(strategy: &Strategy, problem: &Problem) -> Option<&'static str> {
    let has = |name: &&str| strategy.user.contains(&format!("{{{name}}}"));
    let text = problem.text();
    let (parts, own) = (parts(&text), parts_of(problem));
    let known = parts.iter().map(|(name, _)| *name).chain(own.iter().map(|(name, _)| *name));
    let known: Vec<&str> = known.collect();
    let names = LINES.iter().map(|(_, name)| *name).chain(OWN);
    names.filter(has).find(|name| !known.contains(name))
}

/// Returns true if the template of an example can be filled with this one.
pub(crate) fn example_fits(strategy: &Strategy, example: &SolvedExample) -> bool {
    let parts = parts(example.problem.trim());
    let has = |name: &str| strategy.example.contains(&format!("{{{name}}}"));
    LINES.iter().all(|(_, name)| !has(name) || parts.iter().any(|(known, _)| known == name))
}

/// The names that problems with premises in words fill.
const OWN: [&str; 4] = ["preamble", "premises", "question", "options"];

/// Returns the parts of a problem with premises in words, including the question after the first
/// premise.
fn parts_of(problem: &Problem) -> Vec<(&'static str, String)> {
    let of = |roles: &[&str]| -> String {
        let chosen = problem.segments.iter().filter(|segment| roles.contains(&&*segment.role));
        chosen.map(|segment| segment.text.as_str()).collect::<String>().trim_end().to_owned()
    };
    // User problems: the question, and the options as displayed.
    if problem.worded.is_none() {
        let (options, others): (Vec<&Segment>, Vec<&Segment>) =
            problem.segments.iter().partition(|segment| segment.role == "options");
        let text = |segments: Vec<&Segment>| {
            segments.into_iter().map(|one| one.text.as_str()).collect::<String>().trim().to_owned()
        };
        return match options.is_empty() {
            true => Vec::new(),
            false => vec![("question", text(others)), ("options", text(options))],
        };
    }
    let mut parts = vec![("preamble", of(&[PREAMBLE])), ("premises", of(&PREMISES))];
    if !problem.options.is_empty() {
        let options = problem.options.iter().map(|(letter, text)| format!("({letter}) {text}"));
        parts.push(("options", options.collect::<Vec<_>>().join("\n")));
    }
    parts
}

/// Returns the names that a problem's text fills.
fn parts(text: &str) -> Vec<(&'static str, &str)> {
    let line = |(label, name): &(&str, &'static str)| {
        let line = text.lines().find_map(|line| line.strip_prefix(label))?;
        Some((*name, line))
    };
    let mut parts: Vec<(&'static str, &str)> = LINES.iter().filter_map(line).collect();
    parts.push(("problem", text));
    parts
}

/// Renders the solved examples, one after another.
fn examples(strategy: &Strategy, item: &str, seed: u64) -> String {
    let mut shown: Vec<&SolvedExample> = strategy.examples.iter().collect();
    if strategy.order == ExampleOrder::Drawn {
        let mut stream = Stream::named(seed, &["examples", item]);
        shown = stream.sample(&strategy.examples, shown.len());
    }
    let written = shown.iter().enumerate().map(|(at, example)| {
        let number = (at + 1).to_string();
        let text = example.problem.trim();
        let mut values = parts(text);
        values.extend([
            ("answer", example.answer.as_str()),
            ("reason", example.reason.as_str()),
            ("number", number.as_str()),
        ]);
        fill(&strategy.example, &values).trim().to_owned()
    });
    written.collect::<Vec<_>>().join("\n\n")
}

/// Returns the template with every known name in braces replaced, once: the inserted texts are not
/// searched again.
fn fill(template: &str, values: &[(&str, &str)]) -> String {
    let mut text = String::with_capacity(template.len());
    let mut rest = template;
    while let Some(at) = rest.find('{') {
        let (before, from) = rest.split_at(at);
        text.push_str(before);
        let value = values.iter().find_map(|(name, value)| {
            let after = from.strip_prefix('{')?.strip_prefix(name)?.strip_prefix('}')?;
            Some((value, after))
        });
        rest = match value {
            Some((value, after)) => {
                text.push_str(value);
                after
            }
            None => {
                text.push('{');
                &from[1..]
            }
        };
    }
    text.push_str(rest);
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_filled_in_is_not_looked_through_again() {
        let values = [("problem", "{answer}"), ("answer", "no")];
        assert_eq!(
            fill("{problem} is {answer}, not {else} {", &values),
            "{answer} is no, not {else} {"
        );
    }

    #[test]
    fn a_problem_of_lines_has_parts() {
        let text = "Premise 1: A.\nPremise 2: B.\nConclusion: Therefore, C.";
        assert_eq!(parts(text)[2], ("conclusion", "Therefore, C."));
        assert_eq!(parts("Which is more probable?").len(), 1);
    }
}
