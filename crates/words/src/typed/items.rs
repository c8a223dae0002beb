//! A part of a sentence cut into clauses and what joins them.

use super::fault::Fault;
use super::token::TypedToken;
use super::verb::verb_at;
use super::vocabulary::{CONCLUDING, DEFINITE, NO_CONCLUSION, is_function_word, is_quantifying};

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
        self.tokens.iter().any(|token| token.low == "either")
            || whole_opening(&self.tokens).is_some_and(|(_, denies)| denies)
    }
}

/// The number of words that open a whole sentence, *it is not the case that*, and whether they deny
/// it.
pub(super) fn whole_opening(tokens: &[TypedToken<'_>]) -> Option<(usize, bool)> {
    let mut low = [""; 6];
    for (word, token) in low.iter_mut().zip(tokens) {
        *word = &token.low;
    }
    match low {
        ["it", "is", "not", "the", "case", "that"] => Some((6, true)),
        ["it", "is", "not", "true", "that", _] => Some((5, true)),
        ["it", "is", "the", "case", "that", _] => Some((5, false)),
        ["it", "is", "false", "that", ..] => Some((4, true)),
        ["it", "is", "true", "that", ..] => Some((4, false)),
        ["not", "both", ..] => Some((2, true)),
        _ => None,
    }
}

/// True if all of these words are one name: *Mary*, *New York*, *the old train*.
pub(super) fn is_name(tokens: &[TypedToken<'_>]) -> bool {
    let [first, rest @ ..] = tokens else { return false };
    let plain = |token: &TypedToken<'_>| {
        !is_function_word(&token.low) && !is_quantifying(&token.low) && token.low != ","
    };
    if DEFINITE.contains(&first.low.as_str()) {
        return !rest.is_empty() && rest.len() <= 4 && rest.iter().all(plain);
    }
    tokens.len() <= 4 && tokens.iter().all(|token| token.is_capitalised() && plain(token))
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
    Ok(all)
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
                let concludes = |it: &TypedToken<'_>| CONCLUDING.contains(&it.low.as_str());
                let help = match verb_at(&item.tokens) {
                    _ if item.tokens.first().is_some_and(concludes) => NO_CONCLUSION,
                    Some(1..) => {
                        "a comma does not end a sentence: write a full stop for the comma, or \
                         *and* or *or* behind it"
                    }
                    _ => "a comma by itself joins nothing: write *and* or *or* behind it",
                };
                return Err(Fault::new(at, "*and* or *or*", help));
            }
        }
    }
    Ok(())
}
