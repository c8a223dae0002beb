//! A part of a sentence cut into clauses and what joins them.

use super::fault::Fault;
use super::token::TypedToken;
use super::vocabulary::{AUXILIARIES, DEFINITE, is_function_word};

/// The connective of two clauses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Connective {
    And,
    Or,
    /// *And*, with a denial of what follows.
    Nor,
}

/// A clause, and how it is joined to the one before.
#[derive(Clone, Debug)]
pub(super) struct Item<'t> {
    pub(super) tokens: Vec<TypedToken<'t>>,
    /// Names that share the verb of the clause, with what joins them: *Mary and John are tall*.
    pub(super) subjects: Vec<Vec<TypedToken<'t>>>,
    pub(super) among: Connective,
    /// The connective between this clause and the one before.
    pub(super) joint: Connective,
    /// True if a comma or *else* makes the joint the looser one.
    pub(super) loose: bool,
    /// True if it comes after *nor*.
    pub(super) denied: bool,
}

impl Item<'_> {
    /// True if *either* or a denial of a whole reaches from here to the end of the part.
    pub(super) fn shields(&self) -> bool {
        let low: Vec<&str> = self.tokens.iter().map(|token| token.low.as_str()).collect();
        let denies = |opening: &[&str]| low.starts_with(opening);
        low.contains(&"either")
            || denies(&["it", "is", "not", "the", "case"])
            || denies(&["it", "is", "not", "true", "that"])
            || denies(&["it", "is", "false", "that"])
    }

    /// True if this is a name without a verb.
    fn is_name(&self) -> bool {
        let mut tokens = self.tokens.as_slice();
        if let [first, rest @ ..] = tokens
            && matches!(first.low.as_str(), "neither" | "either" | "both")
        {
            tokens = rest;
        }
        is_name(tokens)
    }
}

/// True if all of these words are one name: *Mary*, *New York*, *the old train*.
pub(super) fn is_name(tokens: &[TypedToken<'_>]) -> bool {
    let [first, rest @ ..] = tokens else { return false };
    let plain = |token: &TypedToken<'_>| !is_function_word(&token.low) && token.low != ",";
    if DEFINITE.contains(&first.low.as_str()) {
        return !rest.is_empty() && rest.len() <= 4 && rest.iter().all(plain);
    }
    tokens.len() <= 4 && tokens.iter().all(|token| token.is_capitalised() && plain(token))
}

/// True if there is an auxiliary verb.
fn has_auxiliary(tokens: &[TypedToken<'_>]) -> bool {
    tokens.iter().any(|token| AUXILIARIES.contains(&token.low.as_str()))
}

fn joint(word: &str) -> Option<Connective> {
    Some(match word {
        "and" | "but" => Connective::And,
        "or" => Connective::Or,
        "nor" => Connective::Nor,
        _ => return None,
    })
}

/// The clauses of a part of a sentence.
pub(super) fn items<'t>(tokens: &[TypedToken<'t>]) -> Result<Vec<Item<'t>>, Fault> {
    let mut all: Vec<Item<'t>> = Vec::new();
    let mut current: Vec<TypedToken<'t>> = Vec::new();
    // The connective before the clause that is being collected; a comma by itself is settled later.
    let (mut link, mut loose, mut at) = (Some(Connective::And), false, 0);
    while let Some(token) = tokens.get(at) {
        let comma = token.low == ",";
        let next = tokens.get(at + usize::from(comma)).and_then(|it| joint(&it.low));
        if !comma && next.is_none() {
            current.push(token.clone());
            at += 1;
            continue;
        }
        if current.is_empty() {
            let help = "what joins two sentences stands between them: *A and B*, *A, or B*";
            return Err(Fault::new(token.at, "a sentence", help));
        }
        push(&mut all, std::mem::take(&mut current), link, loose);
        at += usize::from(comma) + usize::from(next.is_some());
        let otherwise = next.is_some() && tokens.get(at).is_some_and(|it| it.low == "else");
        at += usize::from(otherwise);
        (link, loose) = (next, comma || otherwise);
    }
    if current.is_empty() {
        let at = tokens.last().map_or(0, TypedToken::end);
        return Err(Fault::new(at, "a sentence", "every *and*, *or* and comma joins two parts"));
    }
    push(&mut all, current, link, loose);
    settle_commas(&mut all)?;
    Ok(with_shared_verbs(all))
}

/// Adds a clause. If only a comma comes before it, [`Item::joint`] is settled later, and `among`
/// says so until then.
fn push<'t>(
    all: &mut Vec<Item<'t>>,
    tokens: Vec<TypedToken<'t>>,
    link: Option<Connective>,
    loose: bool,
) {
    let joint = link.unwrap_or(Connective::Nor);
    let among = if link.is_none() { Connective::Or } else { Connective::And };
    let denied = link == Some(Connective::Nor);
    all.push(Item { tokens, subjects: Vec::new(), among, joint, loose, denied });
}

/// A comma by itself joins as the next word does: *an ace, a king or a queen*.
fn settle_commas(all: &mut [Item<'_>]) -> Result<(), Fault> {
    let mut next: Option<(Connective, bool)> = None;
    for item in all.iter_mut().skip(1).rev() {
        let bare = std::mem::replace(&mut item.among, Connective::And) == Connective::Or;
        match (bare, next) {
            (false, _) => next = Some((item.joint, item.loose)),
            (true, Some((joint, loose))) => {
                (item.joint, item.loose, item.denied) = (joint, loose, joint == Connective::Nor);
            }
            (true, None) => {
                let at = item.tokens.first().map_or(0, |token| token.at);
                let help = "a comma by itself joins nothing: write *and* or *or* behind it, or a \
                            full stop for it";
                return Err(Fault::new(at, "*and* or *or*", help));
            }
        }
    }
    Ok(())
}

/// Names before a clause with a verb share it: *Mary and John are tall* is one clause.
fn with_shared_verbs(all: Vec<Item<'_>>) -> Vec<Item<'_>> {
    let mut joined: Vec<Item<'_>> = Vec::new();
    let mut names: Vec<Item<'_>> = Vec::new();
    for item in all {
        let follows = names.last().is_none_or(|_| names.len() < 2 || item.joint == names[1].joint);
        if item.is_name() && (names.is_empty() || follows) {
            names.push(item);
            continue;
        }
        let shares = !names.is_empty()
            && follows
            && has_auxiliary(&item.tokens)
            && item.tokens.first().is_some_and(|it| !AUXILIARIES.contains(&it.low.as_str()))
            && item.tokens.first().is_some_and(|it| it.is_capitalised() || it.low == "the");
        if !shares {
            joined.append(&mut names);
            joined.push(item);
            continue;
        }
        let first = names.first();
        let (joint, loose) = first.map_or((item.joint, item.loose), |it| (it.joint, it.loose));
        let denied = item.denied;
        let subjects = names.drain(..).map(|name| name.tokens).collect();
        joined.push(Item { among: item.joint, joint, loose, subjects, denied, ..item });
    }
    joined.append(&mut names);
    joined
}
