//! Questions as the statements that they ask about.

use super::nouns::third_person;
use super::token::TypedToken;
use super::vocabulary::is_determiner;

/// A question as the statement that it asks about: *Does Mary have an ace?*, *Who is tall?*
pub(super) fn as_statement<'t>(tokens: &[TypedToken<'t>]) -> Vec<TypedToken<'t>> {
    let mut all = tokens.to_vec();
    let Some(first) = all.first().cloned() else { return all };
    match first.low.as_str() {
        "who" | "what" => "something".clone_into(&mut all[0].low),
        "which" => "some".clone_into(&mut all[0].low),
        "is" | "are" | "has" | "does" | "do" => {
            let there = all.get(1).is_some_and(|it| it.low == "there");
            let end = if there { 2 } else { subject_end(&all) };
            let verb = all.remove(0);
            match first.low.as_str() {
                "does" | "do" if end <= all.len() && end > 1 => {
                    if let Some(base) = all.get_mut(end - 1) {
                        base.low = third_person(&base.low);
                    }
                }
                _ => all.insert((end - 1).min(all.len()), verb),
            }
        }
        _ => {}
    }
    all
}

/// The end of the subject of a question that begins with its verb.
fn subject_end(tokens: &[TypedToken<'_>]) -> usize {
    let second = tokens.get(1).map_or("", |it| it.low.as_str());
    if is_determiner(second) {
        return 3.min(tokens.len());
    }
    let names = tokens.iter().skip(1).take_while(|it| it.is_capitalised()).count();
    (1 + names.max(1)).min(tokens.len())
}
