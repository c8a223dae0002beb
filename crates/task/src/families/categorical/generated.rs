//! Generated syllogisms.

use super::bank::{Pair, Relation};
use super::nonsense::Avoided;
use super::{Draw, Judged, Syllogism, nonsense, words};
use peirast_logic::categorical::Quantity;
use peirast_logic::syllogism::Form;
use peirast_random::Stream;
use peirast_record::Problem;

/// Makes one item of a form drawn in this way: validity and believability alternate, and the terms
/// give the conclusion the required believability.
pub(super) fn make(
    draw: &Draw<'_>,
    form: fn(&Draw<'_>, &mut Stream) -> Option<Form>,
) -> Option<Vec<Problem>> {
    let mut stream = draw.stream("categorical");
    // Believability has a period of four.
    let believable = (draw.index / 4).is_multiple_of(2);
    let form = form(draw, &mut stream)?;
    let bank = words()?;
    let options: Vec<(&Pair, bool)> = bank
        .pairs
        .iter()
        .flat_map(|pair| [(pair, false), (pair, true)])
        .filter(|(pair, turned)| is_true(form.conclusion, pair.relation, *turned) == believable)
        .filter(|(pair, turned)| !is_odd(form.conclusion, pair.relation, *turned))
        .collect();
    let (pair, turned) = *stream.choose(&options)?;
    let (subject, predicate) = if turned { (&pair.b, &pair.a) } else { (&pair.a, &pair.b) };
    let real = [subject, stream.choose(bank.middles_of(draw))?, predicate];
    Some(
        Syllogism {
            form,
            major_first: stream.coin(),
            nonsense: made_up(draw, real.map(String::as_str), &mut stream)?,
            real: real.map(String::as_str),
            believable: Some(believable),
            reason: pair.reason.clone(),
        }
        .versions(draw),
    )
}

/// Makes one item whose terms have no known relation; validity alternates.
pub(super) fn make_neutral(draw: &Draw<'_>) -> Option<Vec<Problem>> {
    let mut stream = draw.stream("neutral");
    let form = matched_form(draw, &mut stream)?;
    let bank = words()?;
    let drawn: [&String; 3] = stream.sample(bank.middles_of(draw), 3).try_into().ok()?;
    let real = drawn.map(String::as_str);
    Some(
        Syllogism {
            form,
            major_first: stream.coin(),
            nonsense: made_up(draw, real, &mut stream)?,
            real,
            believable: None,
            reason: "nobody knows how its terms are related".to_owned(),
        }
        .versions(draw),
    )
}

/// Moods that are valid in some figures and invalid in others: the figures of valid and of invalid
/// arguments, each repeated by its number of draws in ten. Valid and invalid arguments have each
/// mood equally often, and each figure: neither the quantifiers nor the order of the terms reveals
/// validity. EIO is left out, because it is valid in every figure.
const MOODS: [(&str, &str, &str); 7] = [
    ("AAA", "1111111111", "2222333344"),
    ("AEE", "2224444444", "1111113333"),
    ("EAE", "1111122222", "3333334444"),
    ("AII", "1111133333", "2222224444"),
    ("IAI", "3334444444", "1111112222"),
    ("AOO", "2222222222", "1111333344"),
    ("OAO", "3333333333", "1111222244"),
];

/// Draws a form of one of the matched moods: in any four items, two forms are valid, and two have a
/// valid exemplar. Before this design, and in the published one, any form was drawn.
pub(super) fn matched_form(draw: &Draw<'_>, stream: &mut Stream) -> Option<Form> {
    if draw.is_published_design() {
        return any_form(draw, stream);
    }
    let (mood, valid, invalid) = stream.choose(&MOODS)?;
    let figures = if draw.cell.right_first { valid } else { invalid };
    let figure = *stream.choose(figures.as_bytes())?;
    format!("{mood}-{}", char::from(figure)).parse().ok()
}

/// Draws any valid or invalid form; validity alternates.
pub(super) fn any_form(draw: &Draw<'_>, stream: &mut Stream) -> Option<Form> {
    let valid = draw.cell.right_first;
    let forms: Vec<&Judged> = Judged::all().iter().filter(|one| one.valid == valid).collect();
    Some(stream.choose(&forms)?.form)
}

/// Words as long as the main words of the real terms.
fn made_up(draw: &Draw<'_>, real: [&str; 3], stream: &mut Stream) -> Option<[String; 3]> {
    let mut made: Vec<String> = Vec::with_capacity(3);
    let bank = words()?;
    let avoid = Avoided {
        words: bank.avoid_of(draw),
        parts: bank.avoid_inside_of(draw),
        visible: !draw.is_published_design(),
    };
    for term in real {
        let longest = term.split(' ').map(str::len).max().unwrap_or_default();
        let word = nonsense::word(longest, avoid, &made, stream)?;
        made.push(word);
    }
    made.try_into().ok()
}

/// Returns true if a sentence is true but odd, because it says *some* although everybody knows that
/// *all* holds. It is then uncertain whether people believe it.
fn is_odd(quantity: Quantity, relation: Relation, turned: bool) -> bool {
    match quantity {
        Quantity::Some => relation == Relation::Inside && !turned,
        Quantity::SomeNot => relation == Relation::Apart,
        Quantity::All | Quantity::No => false,
    }
}

/// Returns true if a categorical sentence is true in the world. With `turned` its subject is b,
/// otherwise a.
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

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    #[test]
    fn valid_and_invalid_forms_have_the_same_moods_and_figures() {
        let mut figures: BTreeMap<(bool, char), u32> = BTreeMap::new();
        for (mood, valid, invalid) in MOODS {
            for (is_valid, all) in [(true, valid), (false, invalid)] {
                assert_eq!(all.len(), 10);
                for figure in all.chars() {
                    let form: Form = format!("{mood}-{figure}").parse().expect("a form");
                    assert_eq!(Judged::for_form(form).valid, is_valid, "{form}");
                    assert!(!Judged::for_form(form).needs_import, "{form}");
                    *figures.entry((is_valid, figure)).or_default() += 1;
                }
            }
        }
        for figure in ['1', '2', '3', '4'] {
            assert_eq!(figures.get(&(true, figure)), figures.get(&(false, figure)), "{figure}");
        }
    }
}
