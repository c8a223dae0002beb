//! Comparison of the recorded truth of a problem with the one that its family works out.

use super::{difference, misread, remade};
use crate::FAMILIES;
use crate::families::{AS_PUBLISHED, EXEMPLAR_ANSWER, Families, NotWorkedOut, WorkedOut};
use crate::lexicon::vocabulary_of;
use peirast_fallacy::{Difference, verify};
use peirast_record::{Answer, Problem, Segment, Task, looks};

/// The result of working out the truth of a problem again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TruthCheck {
    /// The recorded truth.
    Agrees,
    /// Another truth, with the recorded values.
    Differs(Vec<Difference>),
    /// No result: the problem claims to be made by a family, but the family does not make its text,
    /// or the record behind it. The reason, in words.
    Unread(String),
    /// No result: the problem does not claim to be made by a built-in family.
    Foreign,
}

/// Works the truth of a problem out again from its text, and from its views if it has some, and
/// compares it with the recorded one: the right answer, the answer of the bias under test, further
/// accepted answers, the logical form, the levels of factors, and the words of the question.
///
/// ```
/// use peirast_record::{Answer, Profile};
/// use peirast_task::{Design, Family, TruthCheck, check_truth};
/// let design = Design { seed: 1, profile: Profile::Balanced };
/// let mut made = Family::named("horses")?.make(&design, "fastest-three", 1)?.remove(0);
/// assert_eq!(check_truth(&made), TruthCheck::Agrees);
/// made.truth.answer = Answer::Number(99.into());
/// assert!(matches!(check_truth(&made), TruthCheck::Differs(_)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn check_truth(problem: &Problem) -> TruthCheck {
    let Ok(family) = Families::built_in().named(&problem.family) else {
        let own = looks(problem.family.trim());
        return match FAMILIES.iter().find(|family| looks(family.name) == own) {
            // A misspelled name is not another author's family.
            Some(family) => TruthCheck::Unread(format!(
                "its family `{}` looks like `{}`: write that, or a name of your own",
                problem.family, family.name
            )),
            None => TruthCheck::Foreign,
        };
    };
    // The views behind a text determine the conclusions; the name of the variant does not matter.
    let is_made = problem.worded.is_some()
        || family.variants.iter().any(|variant| problem.variant == variant.name);
    let behind = match problem.worded.is_some() {
        true => behind(problem),
        false => Ok(Vec::new()),
    };
    match (behind, (family.work_out)(problem)) {
        (Ok(mut differences), Ok(worked_out)) => {
            differences.extend(compared(problem, &worked_out));
            match differences.is_empty() {
                true => TruthCheck::Agrees,
                false => TruthCheck::Differs(differences),
            }
        }
        // People read another argument, in a problem of any author.
        (Ok(_), Err(why @ NotWorkedOut::AlikeTerms(..))) => TruthCheck::Unread(why.to_string()),
        (Ok(differences), Err(why)) if is_made && differences.is_empty() => {
            TruthCheck::Unread(match why {
                NotWorkedOut::OtherText => {
                    format!("its text is not one that {} makes", family.name)
                }
                why => why.to_string(),
            })
        }
        (Ok(differences), Err(_)) if is_made => TruthCheck::Differs(differences),
        (Err(why), _) if is_made => TruthCheck::Unread(why),
        // A user's variant, whose text has its literal meaning.
        _ => TruthCheck::Foreign,
    }
}

/// Returns the differences between the recorded views behind a text and the text.
fn behind(problem: &Problem) -> Result<Vec<Difference>, String> {
    let Some(worded) = problem.worded.as_deref() else { return Ok(Vec::new()) };
    let mut differences = verify(&worded.argument).map_err(|error| error.to_string())?;
    let vocabulary = vocabulary_of(&worded.lexicon).map_err(|error| error.to_string())?;
    differences.extend(misread(problem, worded, &vocabulary));
    if differences.is_empty() {
        let again = remade(problem, worded, &vocabulary).map_err(|error| error.to_string())?;
        // The form of the text and the name of the problem do not matter.
        let decides = |one: &Difference| ["task", "factors"].contains(&one.field);
        differences.extend(again.into_iter().filter(decides));
    }
    Ok(differences)
}

/// Returns the differences from the result of the text.
fn compared(problem: &Problem, worked_out: &WorkedOut) -> Vec<Difference> {
    let truth = &problem.truth;
    let mut differences = Vec::new();
    let mut same = |field: &'static str, own: &str, found: &str| {
        if own != found {
            differences.push(difference(field, own, found));
        }
    };
    same("truth.answer", &truth.answer.to_string(), &worked_out.answer.to_string());
    same("truth.lure", &truth.lure.to_string(), &worked_out.lure.to_string());
    if let Some(form) = &worked_out.form {
        same("truth.form", &truth.form, form);
    }
    if let Some(task) = task_of(worked_out.answer) {
        same("task", &format!("{:?}", problem.task), &format!("{task:?}"));
    }
    for (factor, level) in &worked_out.levels {
        same(factor, problem.factors.get(factor).unwrap_or("nothing"), level);
    }
    if problem.accepts.is_some() {
        let found = "only the right answer counts as right";
        differences.push(difference("accepts", "more answers that count as right", found));
    }
    if let Some(found) = &worked_out.segments {
        differences.extend(reworded(&problem.segments, found));
    }
    if problem.worded.is_none() {
        differences.extend(misnamed_version(problem));
        differences.extend(unknown_level(problem));
    }
    differences
}

/// Returns the task with this kind of answers.
fn task_of(answer: Answer) -> Option<Task> {
    Some(match answer {
        Answer::Choice(_) => Task::Choice,
        Answer::YesNo(_) => Task::YesNo,
        Answer::Valid(_) => Task::Validity,
        Answer::Number(_) => Task::Number,
        _ => return None,
    })
}

/// Returns the first segment of a text that is not as the family writes it, without regard to case.
fn reworded(own: &[Segment], found: &[Segment]) -> Option<Difference> {
    let told = |all: &[Segment], at: usize| match all.get(at) {
        Some(one) => format!("{} \"{}\"", one.role, one.text.trim_end()),
        None => "nothing".to_owned(),
    };
    let is_same = |at: usize| match (own.get(at), found.get(at)) {
        (Some(own), Some(found)) => {
            own.role == found.role && own.text.to_lowercase() == found.text.to_lowercase()
        }
        _ => false,
    };
    let at = (0..own.len().max(found.len())).find(|at| !is_same(*at))?;
    Some(difference("segments", &told(own, at), &told(found, at)))
}

/// Returns a difference if the name of a version, in the families' form, contains another item or
/// other levels. Names of another form are ignored.
fn misnamed_version(problem: &Problem) -> Option<Difference> {
    let id = problem.id.as_str();
    let by = id.split_once('/').map(|(family, _)| family)?;
    FAMILIES.iter().find(|family| family.name == by)?;
    let path = format!("{}/{}/", problem.family, problem.variant);
    let item = problem.item.as_str();
    let levels = id.strip_prefix(item).and_then(|rest| rest.strip_prefix('/'));
    let Some(levels) = levels.filter(|_| item.starts_with(&path)) else {
        let recorded = format!("{id} of the item {item}");
        return Some(difference("id", &recorded, &format!("a version of an item of {path}")));
    };
    // A level may have commas; each factor is searched for.
    let varied: Vec<(&str, &str)> = problem
        .factors
        .iter()
        .filter(|(factor, _)| levels.split(',').any(|one| one.split('=').next() == Some(factor)))
        .collect();
    let named =
        varied.iter().map(|(factor, level)| format!("{factor}={}", level.replace(", ", ",")));
    let named = named.collect::<Vec<_>>().join(",");
    (named != levels).then(|| difference("id", id, &format!("{item}/{named}")))
}

/// Returns a level that no problem of the variant has.
fn unknown_level(problem: &Problem) -> Option<Difference> {
    let family = FAMILIES.iter().find(|family| problem.family == family.name)?;
    let variant = family.variants.iter().find(|one| problem.variant == one.name)?;
    let answers: &[&str] = match problem.task {
        Task::Choice => &["a", "b", AS_PUBLISHED],
        _ => &["yes", "no", AS_PUBLISHED],
    };
    let varied = variant.factors.iter().map(|factor| (factor.name, factor.levels));
    let all = varied.chain([(EXEMPLAR_ANSWER, answers)]);
    all.filter_map(|(factor, levels)| Some((factor, levels, problem.factors.get(factor)?)))
        .find(|(_, levels, own)| !levels.is_empty() && !levels.contains(own))
        .map(|(factor, levels, own)| difference(factor, own, &format!("one of {levels:?}")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Design, FAMILIES};
    use peirast_record::{Profile, TextAnswer};

    /// Returns another answer of the same kind.
    fn another(answer: Answer) -> Answer {
        match answer {
            Answer::Choice(letter) => Answer::Choice(if letter == 'a' { 'b' } else { 'a' }),
            Answer::YesNo(yes) => Answer::YesNo(!yes),
            Answer::Valid(valid) => Answer::Valid(!valid),
            Answer::Number(_) => Answer::Number(99.into()),
            Answer::Text(_) => Answer::Text(TextAnswer::Accepted),
            other => other,
        }
    }

    #[test]
    fn an_edited_truth_is_found_in_every_family() {
        for family in FAMILIES {
            let design = Design { seed: 5, profile: Profile::Balanced };
            for variant in family.variants {
                for made in family.make(&design, variant.name, 6).expect("problems") {
                    assert_eq!(check_truth(&made), TruthCheck::Agrees, "{}", made.id);
                    let mut edited = made.clone();
                    edited.truth.answer = another(made.truth.answer);
                    if edited.truth.answer != made.truth.answer {
                        let TruthCheck::Differs(found) = check_truth(&edited) else {
                            panic!("{}", made.id)
                        };
                        assert_eq!(found[0].field, "truth.answer");
                        assert_eq!(found[0].found, made.truth.answer.to_string());
                    }
                    let more = Problem { accepts: Some(Box::default()), ..made.clone() };
                    assert!(matches!(check_truth(&more), TruthCheck::Differs(_)), "{}", made.id);
                    // Only its text counts.
                    let mut other = made.clone();
                    other.segments.truncate(1);
                    other.options.clear();
                    assert_ne!(check_truth(&other), TruthCheck::Agrees, "{}", made.id);
                    let capitals = family.name.to_uppercase();
                    for near in [capitals, format!("{} ", family.name)] {
                        let near = Problem { family: near.as_str().into(), ..edited.clone() };
                        assert!(matches!(check_truth(&near), TruthCheck::Unread(_)), "{}", made.id);
                    }
                    if made.worded.is_some() {
                        let other = Problem { variant: "mine".into(), ..edited.clone() };
                        assert_ne!(check_truth(&other), TruthCheck::Foreign, "{}", made.id);
                    }
                    let foreign = Problem { family: "mine".into(), ..edited };
                    assert_eq!(check_truth(&foreign), TruthCheck::Foreign);
                }
            }
        }
    }

    #[test]
    fn what_follows_from_an_edited_text_counts() {
        let design = Design { seed: 5, profile: Profile::Balanced };
        let family = FAMILIES.iter().find(|family| family.name == "categorical").expect("a family");
        let mut found = 0;
        for mut made in family.make(&design, "generated", 40).expect("problems") {
            let all = made.segments.iter_mut().find(|segment| segment.text == "All ");
            let Some(segment) = all else { continue };
            // Another quantifier: a conclusion that followed may no longer follow, and is then
            // reported.
            segment.text = "No ".to_owned();
            found += usize::from(matches!(check_truth(&made), TruthCheck::Differs(_)));
        }
        assert!(found > 0);
    }
}
