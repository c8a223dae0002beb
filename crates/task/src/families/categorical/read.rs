//! Reading of a syllogism from the text of a problem.

use super::bank::Bank;
use super::generated::is_true;
use super::{Judged, Syllogism, words};
use crate::families::complement::deny_each_other;
use crate::families::worked_out::{
    NotWorkedOut, Terms, WorkedOut, check_by_meaning, check_independent, check_terms, only,
    validity,
};
use peirast_logic::categorical::{Categorical, Import, Quantity};
use peirast_logic::syllogism::{Form, Reading, ReadingError};
use peirast_record::{Answer, Problem};

/// Returns the right answer to the text of a problem by the logic engine, and the answer that
/// belief suggests.
///
/// Texts of a data set, which have other words, are read as far as no assumption is needed.
pub(super) fn work_out(problem: &Problem) -> Result<WorkedOut, NotWorkedOut> {
    let found = match only(problem, "premise-1") {
        Some(_) => imported(problem)?,
        None => {
            let roles = ["term-1a", "term-1b", "term-2a", "term-2b", "term-3a", "term-3b"];
            check_terms(roles.into_iter().filter_map(|role| term(problem, role)))?;
            match made(problem) {
                Some((form, terms, worked_out)) => {
                    check_independent(&terms)?;
                    check_meaning(form, &terms)?;
                    Some(worked_out)
                }
                None => None,
            }
        }
    };
    found.ok_or(NotWorkedOut::OtherText)
}

/// Refuses a syllogism that is not valid by its form but may be by its terms.
fn check_meaning(form: Form, terms: &[&str]) -> Result<(), NotWorkedOut> {
    check_by_meaning(&[form.major_premise(), form.minor_premise()], form.conclusion(), terms)
}

/// Returns the term of a role, without white space or full stop after it.
fn term<'p>(problem: &'p Problem, role: &str) -> Option<&'p str> {
    only(problem, role).map(|text| text.trim().trim_end_matches('.'))
}

/// Returns the answer, and the answer that belief suggests, with the level of the factor `first`.
fn worked_out(problem: &Problem, valid: bool, major_first: bool) -> WorkedOut {
    let believed = match (problem.factors.get("content"), problem.factors.get("belief")) {
        (Some("real"), Some("believable")) => true,
        (Some("real"), Some("unbelievable")) => false,
        _ => valid,
    };
    let is_normal = problem.factors.get("order") != Some("switched");
    let first = if major_first == is_normal { "major" } else { "minor" };
    WorkedOut {
        answer: Answer::Valid(valid),
        lure: Answer::Valid(believed),
        levels: vec![validity(valid), ("first", first.to_owned())],
        form: None,
        segments: None,
    }
}

/// Returns the form and the terms of a syllogism, and its verdict by form.
fn made(problem: &Problem) -> Option<(Form, [&str; 3], WorkedOut)> {
    let term = |role: &str| term(problem, role);
    let mut terms = Terms::default();
    let (subject, predicate) = (term("term-3a")?, term("term-3b")?);
    // Terms are numbered by their role in the form: subject, middle term, predicate.
    let middle = ["term-1a", "term-1b"].into_iter().filter_map(term).find(|one| {
        let is = |other: &str| one.to_lowercase() == other.to_lowercase();
        !is(subject) && !is(predicate)
    })?;
    let words = [subject, middle, predicate];
    for (place, word) in words.into_iter().enumerate() {
        if terms.number(word) != place {
            return None;
        }
    }
    let mut sentence = |number: u8| {
        let part = |part: &str| only(problem, &format!("{part}-{number}"));
        let quantifier = part("quantifier")?.trim().to_lowercase();
        let quantifier = quantifier.strip_prefix("therefore, ").unwrap_or(&quantifier);
        let quantity = match (quantifier, part("copula")?.trim()) {
            ("all", "are") => Quantity::All,
            ("no", "are") => Quantity::No,
            ("some", "are") => Quantity::Some,
            ("some", "are not") => Quantity::SomeNot,
            _ => return None,
        };
        let mut place = |side: &str| Some(terms.number(term(&format!("term-{number}{side}"))?));
        Some(Categorical { quantity, subject: place("a")?, predicate: place("b")? })
    };
    let (first, second, conclusion) = (sentence(1)?, sentence(2)?, sentence(3)?);
    let (form, major_first) = Form::all().find_map(|form| {
        let (major, minor) = (form.major_premise(), form.minor_premise());
        let is_it = form.conclusion() == conclusion;
        match (
            is_it && [first, second] == [major, minor],
            is_it && [first, second] == [minor, major],
        ) {
            (true, _) => Some((form, true)),
            (_, true) => Some((form, false)),
            _ => None,
        }
    })?;
    let judged = Judged::for_form(form);
    let known = words_known(form, words);
    let mut out = worked_out(problem, judged.valid, major_first);
    out.levels.push(("form", form.to_string()));
    out.levels.push(("import", judged.import().to_owned()));
    if let Some(WordKnowledge { content, belief }) = known {
        out.levels.push(("content", content.to_owned()));
        out.levels.extend(belief.map(|belief| ("belief", belief.to_owned())));
    }
    let syllogism = Syllogism {
        form,
        major_first,
        real: words,
        nonsense: Default::default(),
        believable: None,
        reason: String::new(),
    };
    out.form = Some(syllogism.logical_form());
    out.segments = Some(syllogism.segments(major_first, words));
    Some((form, words, out))
}

/// General knowledge about three terms.
struct WordKnowledge {
    content: &'static str,
    /// True if the conclusion is true in the world; `None` if the words do not show it.
    belief: Option<&'static str>,
}

/// Returns the known facts about the words of a syllogism; `None` if only some words are known.
fn words_known(form: Form, terms: [&str; 3]) -> Option<WordKnowledge> {
    let bank: &Bank = words()?;
    let belief = |is_true: bool| Some(if is_true { "believable" } else { "unbelievable" });
    let is_of = |words: [&str; 3]| words.map(str::to_lowercase) == terms.map(str::to_lowercase);
    for item in &bank.items {
        let is_its_form = item.form.parse() == Ok(form);
        if is_its_form && is_of([&item.subject, &item.middle, &item.predicate]) {
            return Some(WordKnowledge { content: "real", belief: belief(item.believable) });
        }
        if is_its_form && is_of(item.nonsense.all()) {
            return Some(WordKnowledge { content: "nonsense", belief: belief(item.believable) });
        }
    }
    let [subject, middle, predicate] = terms;
    let middles = || bank.middles.iter().chain(&bank.middles_as_published);
    let is_middle = |term: &str| middles().any(|one| one == term);
    let pair = bank.pairs.iter().find_map(|pair| match (subject, predicate) {
        (a, b) if a == pair.a && b == pair.b => Some((pair, false)),
        (b, a) if a == pair.a && b == pair.b => Some((pair, true)),
        _ => None,
    });
    if let Some((pair, turned)) = pair.filter(|_| is_middle(middle)) {
        let is_true = is_true(form.conclusion().quantity, pair.relation, turned);
        return Some(WordKnowledge { content: "real", belief: belief(is_true) });
    }
    let is_real = |term: &str| {
        is_middle(term) || bank.pairs.iter().any(|pair| pair.a == term || pair.b == term)
    };
    match terms.map(is_real) {
        [true, true, true] => Some(WordKnowledge { content: "real", belief: Some("neutral") }),
        [false, false, false] => Some(WordKnowledge { content: "nonsense", belief: None }),
        _ => None,
    }
}

/// The parts of a syllogism of a data set.
const IMPORTED_ROLES: [&str; 3] = ["premise-1", "premise-2", "conclusion"];

/// Returns the conclusion from the sentences of a data set; `None` if they are not a syllogism, or
/// one only under assumptions.
fn imported(problem: &Problem) -> Result<Option<WorkedOut>, NotWorkedOut> {
    // A further segment may say how to answer.
    if !problem.segments.iter().map(|one| one.role.as_ref()).eq(IMPORTED_ROLES) {
        return Ok(None);
    }
    let said = |role: &str, label: &str| only(problem, role)?.strip_prefix(label);
    let (Some(first), Some(second), Some(conclusion)) = (
        said("premise-1", "Premise 1: "),
        said("premise-2", "Premise 2: "),
        said("conclusion", "Conclusion: "),
    ) else {
        return Ok(None);
    };
    let reading = match Reading::new(first, second, conclusion) {
        Ok(reading) => reading,
        Err(ReadingError::Terms(terms)) => {
            check_terms(terms.iter().map(|term| term.trim_matches('"')))?;
            return Ok(None);
        }
        Err(ReadingError::Sentence(_)) => return Ok(None),
    };
    check_terms(reading.terms.iter().map(String::as_str))?;
    if !reading.assumed.is_empty() || deny_each_other(&reading.terms) {
        return Ok(None);
    }
    let form = reading.form;
    let terms = reading.terms.each_ref().map(String::as_str);
    check_meaning(form, &terms)?;
    let mut out = worked_out(problem, form.is_valid(Import::Modern), reading.major_first);
    out.levels.push(("form", form.to_string()));
    // Questions that the data set leaves open stay open.
    out.levels.retain(|(factor, _)| *factor == "validity" || problem.factors.get(factor).is_some());
    out.form = Some(form.to_string());
    Ok(Some(out))
}
