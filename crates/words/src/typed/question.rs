//! Questions as the statements that they ask about.

use super::nouns::third_person;
use super::token::TypedToken;
use super::vocabulary::is_determiner;

/// A question as the statement that it asks about: *Does Mary have an ace?*, *Who is tall?*
pub(super) fn as_statement<'t>(tokens: &[TypedToken<'t>]) -> Vec<TypedToken<'t>> {
    let mut all = tokens.to_vec();
    let Some(first) = all.first().cloned() else { return all };
    match first.low.as_str() {
        "who" => "someone".clone_into(&mut all[0].low),
        "what" => "something".clone_into(&mut all[0].low),
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

/// The end of the subject of a question that begins with its verb: *Anna*, *the cook*, *Anna or Ben*.
fn subject_end(tokens: &[TypedToken<'_>]) -> usize {
    let mut end = name_end(tokens, 1);
    while tokens.get(end).is_some_and(|it| matches!(it.low.as_str(), "and" | "or"))
        && tokens
            .get(end + 1)
            .is_some_and(|it| it.is_capitalised() || it.low == "the" && tokens.len() > end + 3)
    {
        end = name_end(tokens, end + 1);
    }
    end
}

/// The end of the name that begins at a place.
fn name_end(tokens: &[TypedToken<'_>], start: usize) -> usize {
    let first = tokens.get(start).map_or("", |it| it.low.as_str());
    if is_determiner(first) {
        return (start + 2).min(tokens.len());
    }
    let names = tokens.iter().skip(start).take_while(|it| it.is_capitalised()).count();
    (start + names.max(1)).min(tokens.len())
}
