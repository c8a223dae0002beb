//! The meaning of *and*, *or* and commas between items.

use super::Parsed;
use crate::answer::formula::Formula;
use crate::answer::unread::Unread;

/// The joint between two items.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Joint {
    And,
    Or,
    /// A comma: it has the meaning of the next joint in the list.
    Same,
}

/// A joint, with flags for a comma before it and for a logical sign.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Link {
    pub joint: Joint,
    pub comma: bool,
    pub sign: bool,
}

/// Joins the items to one formula. If there are commas, the list is divided at them first. Without
/// commas *and* binds more strongly than *or* after *either* and between signs; otherwise the list
/// is ambiguous.
pub(super) fn joined(items: Vec<Formula>, mut links: Vec<Link>, either: bool) -> Parsed {
    let unsettled = links.clone();
    settle_commas(&mut links);
    if commas_are_unclear(&unsettled, &links) {
        return Err(Unread::Ambiguous { how: "what the commas join" });
    }
    let has = |joint, comma| links.iter().any(|it| it.joint == joint && it.comma == comma);
    let (ands, ors) = (
        has(Joint::And, true) || has(Joint::And, false),
        has(Joint::Or, true) || has(Joint::Or, false),
    );
    match (ands, ors) {
        (_, false) => return Ok(Formula::and(items)),
        (false, true) => return Ok(Formula::or(items)),
        (true, true) => {}
    }
    let bare = |joint| links.iter().any(|it| it.joint == joint && !it.comma && !it.sign);
    if !either && bare(Joint::And) && bare(Joint::Or) && !has(Joint::And, true) {
        return Err(Unread::Ambiguous { how: "whether `and` or `or` goes first" });
    }
    if has(Joint::And, true) && !has(Joint::Or, true) {
        return split(items, &links, Joint::And, either);
    }
    if has(Joint::And, true) && has(Joint::Or, true) && !lists_are_clear(&links) {
        return Err(Unread::Ambiguous { how: "whether `and` or `or` goes first" });
    }
    split(items, &links, Joint::Or, either)
}

/// Gives commas the meaning of the next joint in the list.
pub(super) fn settle_commas(links: &mut [Link]) {
    let mut next = Joint::And;
    for link in links.iter_mut().rev() {
        match link.joint {
            Joint::Same => link.joint = next,
            joint => next = joint,
        }
    }
}

/// Returns true if the commas are ambiguous: in a list with an *and* and with an *or* that no comma
/// precedes: *A, B and C or D*, or before more than one *or*: *A, B, C or D or E*.
fn commas_are_unclear(unsettled: &[Link], links: &[Link]) -> bool {
    let said = |joint| unsettled.iter().filter(move |it| it.joint == joint);
    let bare = |joint| said(joint).any(|it| !it.comma);
    let only_commas = |joint| {
        let settled = unsettled.iter().zip(links);
        let mut commas = settled.filter(|(it, _)| it.joint == Joint::Same);
        commas.any(|(_, settled)| settled.joint == joint)
    };
    let ands = only_commas(Joint::And) && bare(Joint::And) && bare(Joint::Or);
    let ors = only_commas(Joint::Or) && bare(Joint::Or) && said(Joint::Or).count() > 1;
    ands || ors
}

/// Returns true if every *and* after a comma belongs to a list of three or more items with commas
/// throughout, as in *A, B, and C, or D*.
fn lists_are_clear(links: &[Link]) -> bool {
    let segments = links.split(|link| link.joint == Joint::Or);
    let clear = |segment: &[Link]| segment.len() != 1 || !segment[0].comma;
    let or_commas = links.iter().filter(|it| it.joint == Joint::Or).all(|it| it.comma);
    or_commas && segments.into_iter().all(clear)
}

/// Divides the list at the joints of a kind (those after commas, if there are any).
fn split(items: Vec<Formula>, links: &[Link], at: Joint, either: bool) -> Parsed {
    let commas = links.iter().any(|link| link.joint == at && link.comma);
    let mut parts = Vec::new();
    let mut part = Vec::new();
    let mut inner = Vec::new();
    for (index, item) in items.into_iter().enumerate() {
        if let Some(link) = index.checked_sub(1).and_then(|before| links.get(before)) {
            if link.joint == at && link.comma == commas {
                parts.push(joined(std::mem::take(&mut part), std::mem::take(&mut inner), either)?);
            } else {
                inner.push(*link);
            }
        }
        part.push(item);
    }
    parts.push(joined(part, inner, either)?);
    Ok(if at == Joint::And { Formula::and(parts) } else { Formula::or(parts) })
}
