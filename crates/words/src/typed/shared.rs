//! Subjects that share a verb: *Mary and John are tall*, *neither Anna nor Ben smokes*.

use super::fault::Fault;
use super::items::{Connective, Item, is_name, whole_opening};
use super::mistakes::{bare_subject, between_verbs, mixed_subjects, without_verb};
use super::nouns::is_third_person;
use super::token::TypedToken;
use super::verb::{joined_verb_at, verb_at};
use super::vocabulary::{DEFINITE, PRONOUNS, is_function_word, is_quantifying};

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
    // *The butler and the cook smoke*: at the end, and nowhere else, the last word is the verb.
    let ends_with_plural = all.len() > 1 && all.last().is_some_and(|it| is_plural(&it.tokens));
    if !ends_with_plural && all.iter().all(|item| is_bare(&item.tokens)) {
        return Ok(all);
    }
    let last = all.len() - 1;
    let are_several: Vec<bool> = all.windows(2).map(|it| are_several(&it[0], &it[1])).collect();
    let mut joined: Vec<Item<'t>> = Vec::with_capacity(all.len());
    let mut names: Vec<Item<'t>> = Vec::new();
    for (at, item) in all.into_iter().enumerate() {
        // A new part may begin with names: *Mary is tall, or Anna or Ben smokes*.
        let is_tail = names.first().is_some_and(|name| !name.loose) && !joined.is_empty();
        if item.loose && is_tail {
            joined.append(&mut names);
        }
        let is_clause = ends_with_plural && at == last;
        let is_subject = are_several.get(at) == Some(&true) || is_bare(&item.tokens);
        if !is_clause && is_subject {
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
    let is_small = item.tokens.first().is_some_and(TypedToken::is_proposition_letter);
    let stands_alone = |name: &Item<'_>| {
        let fact = name.tokens.last().filter(|_| subject_of(&name.tokens).len() == 1);
        fact.is_some_and(|it| is_fact(it) || it.is_proposition_letter() && !is_small)
    };
    let facts = names.iter().take_while(|name| stands_alone(name)).count();
    joined.extend(names.drain(..facts));
    if !begins {
        return join_behind_a_verb(joined, names, item, verb);
    }
    let Some(first) = names.first() else {
        joined.push(item);
        return Ok(());
    };
    if verb.is_none() {
        let says_nothing =
            !has_verb(&item) && !item.tokens.iter().any(|it| is_function_word(&it.low));
        return Err(match says_nothing {
            false => bare_subject(subject_of(&first.tokens)),
            true => without_verb(&item.tokens),
        });
    }
    let is_denied = |name: &&Item<'_>| {
        whole_opening(&name.tokens).is_none() && name.tokens.iter().any(|it| it.low == "not")
    };
    if let Some(name) = names.iter().find(is_denied) {
        return Err(bare_subject(subject_of(&name.tokens)));
    }
    // *Anna and the cook smoke and Carl is tall*: the first verb cannot be told from a noun.
    let is_one = verb.and_then(|at| item.tokens.get(at)).is_some_and(takes_one);
    if let Some(plural) = names.iter().find(|name| is_plural(&name.tokens))
        && item.joint == Connective::And
        && is_one
    {
        return Err(between_verbs(&plural.tokens));
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
    match (item.joint, takes_one(verb)) {
        // *John loves Mary and Sue and Tom smokes*: one verb for one of them.
        (Connective::And, true) => {
            joined.append(&mut names);
            joined.push(item);
        }
        (Connective::And, false) => joined.push(shared(names, item)?),
        _ => return Err(between_verbs(&first.tokens)),
    }
    Ok(())
}

/// True if a verb goes with one subject.
fn takes_one(verb: &TypedToken<'_>) -> bool {
    matches!(verb.low.as_str(), "is" | "has" | "does") || is_third_person(&verb.low)
}

/// *The old boys and Ben are tall*: *boys* is no verb, because *are* needs two subjects.
fn are_several(one: &Item<'_>, next: &Item<'_>) -> bool {
    let is_definite = one.tokens.first().is_some_and(|it| DEFINITE.contains(&it.low.as_str()));
    let ends = verb_at(&one.tokens).is_some_and(|at| at + 1 == one.tokens.len());
    let verb = shared_verb_at(&next.tokens).and_then(|at| next.tokens.get(at));
    let several = verb.is_some_and(|it| matches!(it.low.as_str(), "are" | "have" | "do"));
    is_definite && ends && several && next.joint == Connective::And
}

/// True if words with *the* may end with a plural verb: *the cook smoke*.
fn is_plural(tokens: &[TypedToken<'_>]) -> bool {
    let is_definite = tokens.first().is_some_and(|it| DEFINITE.contains(&it.low.as_str()));
    is_definite && joined_verb_at(tokens).is_some()
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
    (one.is_letter() || !is_function_word(low)) && !PRONOUNS.contains(&low) && !is_quantifying(low)
}
