//! Subjects that share a verb: *Mary and John are tall*, *neither Anna nor Ben smokes*.

use super::fault::Fault;
use super::items::{Connective, Item, is_name, whole_opening};
use super::mistakes::{bare_subject, between_verbs, mixed_subjects, without_verb};
use super::token::TypedToken;
use super::verb::{joined_verb_at, verb_at};
use super::vocabulary::{EVERYBODY, NOBODY, PRONOUNS, SOMEBODY, is_function_word};

/// Subjects before a clause with a verb share it: *Mary and John are tall* is one clause. A word that
/// is a fact takes no verb from the clause behind it.
///
/// # Errors
///
/// A name without a verb that can neither share one nor stand for a sentence.
pub(super) fn with_shared_verbs<'t>(
    all: Vec<Item<'t>>,
    is_fact: &dyn Fn(&TypedToken<'_>) -> bool,
) -> Result<Vec<Item<'t>>, Fault> {
    if all.iter().all(|item| is_bare(&item.tokens)) {
        return Ok(all);
    }
    let mut joined: Vec<Item<'t>> = Vec::with_capacity(all.len());
    let mut names: Vec<Item<'t>> = Vec::new();
    for item in all {
        // A new part may begin with names: *Mary is tall, or Anna or Ben smokes*.
        let is_tail = names.first().is_some_and(|name| !name.loose) && !joined.is_empty();
        if item.loose && is_tail {
            joined.append(&mut names);
        }
        if is_bare(&item.tokens) {
            names.push(item);
        } else {
            let names = std::mem::take(&mut names);
            join(&mut joined, names, item, is_fact)?;
        }
    }
    joined.append(&mut names);
    Ok(joined)
}

/// Adds a clause and the names before it, which share its verb if they can.
fn join<'t>(
    joined: &mut Vec<Item<'t>>,
    mut names: Vec<Item<'t>>,
    item: Item<'t>,
    is_fact: &dyn Fn(&TypedToken<'_>) -> bool,
) -> Result<(), Fault> {
    let verb = shared_verb_at(&item.tokens);
    // *Mary is tall, or Anna or Ben smokes*: the comma parts the names from the verb before.
    let parted = names.first().is_some_and(|name| name.loose && is_name(subject_of(&name.tokens)))
        && !item.loose
        && !names.iter().skip(1).any(|name| name.loose);
    let begins = joined.is_empty() || parted;
    if !begins {
        return join_behind_a_verb(joined, names, item, verb);
    }
    let is_small = item.tokens.first().is_some_and(TypedToken::is_proposition_letter);
    let stands_alone = |name: &Item<'_>| {
        let fact = name.tokens.last().filter(|_| subject_of(&name.tokens).len() == 1);
        fact.is_some_and(|it| is_fact(it) || it.is_proposition_letter() && !is_small)
    };
    let facts = names.iter().take_while(|name| stands_alone(name)).count();
    joined.extend(names.drain(..facts));
    let Some(first) = names.first() else {
        joined.push(item);
        return Ok(());
    };
    if verb.is_none() {
        let says_nothing =
            !has_verb(&item) && !item.tokens.iter().any(|it| is_function_word(&it.low));
        return Err(match (says_nothing, subject_of(&first.tokens).first()) {
            (false, Some(name)) => bare_subject(name),
            _ => without_verb(&item.tokens),
        });
    }
    let is_denied = |name: &&Item<'_>| {
        whole_opening(&name.tokens).is_none() && name.tokens.iter().any(|it| it.low == "not")
    };
    if let Some(name) = names.iter().find(is_denied).and_then(|it| it.tokens.last()) {
        return Err(bare_subject(name));
    }
    joined.push(shared(names, item)?);
    Ok(())
}

/// Adds a clause and the names between it and an earlier verb: *Mary is tall and John and Sue are
/// small*.
fn join_behind_a_verb<'t>(
    joined: &mut Vec<Item<'t>>,
    mut names: Vec<Item<'t>>,
    item: Item<'t>,
    verb: Option<usize>,
) -> Result<(), Fault> {
    // Words in small letters go on with what comes before: *Mary is tall, kind and Ben is small*.
    let from = names.iter().rposition(|name| !is_name(subject_of(&name.tokens)));
    joined.extend(names.drain(..from.map_or(0, |at| at + 1)));
    let verb = verb.and_then(|at| item.tokens.get(at));
    let (Some(first), Some(verb)) = (names.first(), verb) else {
        joined.append(&mut names);
        joined.push(item);
        return Ok(());
    };
    let takes_one = matches!(verb.low.as_str(), "is" | "has" | "does")
        || super::nouns::is_third_person(&verb.low);
    match (item.joint, takes_one) {
        // *John loves Mary and Sue and Tom smokes*: one verb for one of them.
        (Connective::And, true) => {
            joined.append(&mut names);
            joined.push(item);
        }
        (Connective::And, false) => joined.push(shared(names, item)?),
        _ => {
            let name = first.tokens.first().unwrap_or(verb);
            return Err(between_verbs(name));
        }
    }
    Ok(())
}

/// The clause with the names as further subjects.
fn shared<'t>(names: Vec<Item<'t>>, item: Item<'t>) -> Result<Item<'t>, Fault> {
    let among = item.joint;
    if let Some(other) = names.iter().skip(1).find(|name| name.joint != among) {
        return Err(mixed_subjects(other.tokens.first().unwrap_or(&item.tokens[0])));
    }
    let (joint, loose) = names.first().map_or((among, item.loose), |it| (it.joint, it.loose));
    let opening = names.first().and_then(|it| whole_opening(&it.tokens)).map_or(0, |it| it.0);
    let mut tokens: Vec<TypedToken<'t>> = Vec::new();
    let mut subjects: Vec<Vec<TypedToken<'t>>> = Vec::with_capacity(names.len());
    for (at, name) in names.into_iter().enumerate() {
        let mut words = name.tokens;
        if at == 0 {
            tokens.extend(words.drain(..opening));
        }
        subjects.push(words);
    }
    tokens.extend(item.tokens);
    Ok(Item { tokens, subjects, among, joint, loose, denied: item.denied })
}

/// True if a clause has a verb that its own words show.
fn has_verb(item: &Item<'_>) -> bool {
    let (skip, _) = whole_opening(&item.tokens).unwrap_or_default();
    let tokens = &item.tokens[skip..];
    tokens.first().is_some_and(|it| it.low == "there") || verb_at(tokens).is_some()
}

/// The place of the verb of a clause that names may share: its subject is a name, or one word.
fn shared_verb_at(tokens: &[TypedToken<'_>]) -> Option<usize> {
    let at = joined_verb_at(tokens).filter(|at| *at > 0)?;
    let subject = &tokens[..at];
    (is_name(subject) || is_word(subject)).then_some(at)
}

/// True if an item is a name or a word without a verb.
pub(super) fn is_bare(tokens: &[TypedToken<'_>]) -> bool {
    let subject = subject_of(tokens);
    (is_name(subject) || is_word(subject)) && verb_at(subject).is_none()
}

/// The words of a subject without those that open it or the sentence, and without *not*.
fn subject_of<'s, 't>(tokens: &'s [TypedToken<'t>]) -> &'s [TypedToken<'t>] {
    let (skip, _) = whole_opening(tokens).unwrap_or_default();
    let mut rest = &tokens[skip..];
    while let [first, more @ ..] = rest
        && matches!(first.low.as_str(), "neither" | "either" | "both" | "not" | "also")
    {
        rest = more;
    }
    rest
}

/// True for a single word that may be a subject.
fn is_word(tokens: &[TypedToken<'_>]) -> bool {
    let [one] = tokens else { return false };
    let low = one.low.as_str();
    let quantifies = EVERYBODY.contains(&low) || SOMEBODY.contains(&low) || NOBODY.contains(&low);
    (one.is_letter() || !is_function_word(low)) && !PRONOUNS.contains(&low) && !quantifies
}
