//! Generated syllogisms.

use super::bank::{Pair, Relation};
use super::{Draw, Judged, Syllogism, nonsense, words};
use peirast_logic::categorical::Quantity;
use peirast_logic::syllogism::Form;
use peirast_random::Stream;
use peirast_record::Problem;

/// One item: validity and believability by turns, the form drawn from all that are valid or
/// invalid, and terms of which the conclusion is as believable as wanted.
pub(super) fn make(draw: &Draw<'_>) -> Option<Vec<Problem>> {
    let mut stream = draw.stream("categorical");
    // Belief goes by fours.
    let believable = (draw.index / 4).is_multiple_of(2);
    let form = form(draw, &mut stream)?;
    let bank = words()?;
    let options: Vec<(&Pair, bool)> = bank
        .pairs
        .iter()
        .flat_map(|pair| [(pair, false), (pair, true)])
        .filter(|(pair, turned)| is_true(form.conclusion, pair.relation, *turned) == believable)
        .collect();
    let (pair, turned) = *stream.choose(&options)?;
    let (subject, predicate) = if turned { (&pair.b, &pair.a) } else { (&pair.a, &pair.b) };
    let real = [subject, stream.choose(&bank.middles)?, predicate];
    Some(
        Syllogism {
            form,
            major_first: stream.coin(),
            nonsense: made_up(real.map(String::as_str), &mut stream)?,
            real: real.map(String::as_str),
            believable: Some(believable),
            reason: pair.reason.clone(),
        }
        .versions(draw),
    )
}

/// One item whose terms are related in no way that anybody knows; validity by turns.
pub(super) fn make_neutral(draw: &Draw<'_>) -> Option<Vec<Problem>> {
    let mut stream = draw.stream("neutral");
    let form = form(draw, &mut stream)?;
    let bank = words()?;
    let drawn: [&String; 3] = stream.sample(&bank.middles, 3).try_into().ok()?;
    let real = drawn.map(String::as_str);
    Some(
        Syllogism {
            form,
            major_first: stream.coin(),
            nonsense: made_up(real, &mut stream)?,
            real,
            believable: None,
            reason: "nobody knows how its terms are related".to_owned(),
        }
        .versions(draw),
    )
}

/// A form among the valid or the invalid ones: of any four items, two are valid, and two have an
/// exemplar that is.
fn form(draw: &Draw<'_>, stream: &mut Stream) -> Option<Form> {
    let valid = draw.cell.right_first;
    let forms: Vec<&Judged> = Judged::all().iter().filter(|one| one.valid == valid).collect();
    Some(stream.choose(&forms)?.form)
}

/// Words as long as the main words of the real terms.
fn made_up(real: [&str; 3], stream: &mut Stream) -> Option<[String; 3]> {
    let mut made: Vec<String> = Vec::with_capacity(3);
    for term in real {
        let longest = term.split(' ').map(str::len).max().unwrap_or_default();
        let word = nonsense::word(longest, &words()?.avoid, &made, stream)?;
        made.push(word);
    }
    made.try_into().ok()
}

/// Is a categorical sentence true of the world? With `turned` its subject is b, else a.
pub(super) fn is_true(quantity: Quantity, relation: Relation, turned: bool) -> bool {
    match (quantity, relation) {
        (Quantity::All, Relation::Inside) => !turned,
        (Quantity::SomeNot, Relation::Inside) => turned,
        (Quantity::All, _) => false,
        (Quantity::No, relation) => relation == Relation::Apart,
        (Quantity::Some, relation) => relation != Relation::Apart,
        (Quantity::SomeNot, _) => true,
    }
}
