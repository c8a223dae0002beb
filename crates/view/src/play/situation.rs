//! A situation that refutes an argument: as a table, and where it can be drawn, as a picture.

use peirast_figure::{Data, Figure, Region, Venn};
use peirast_logic::{PredicateId, Signature, Structure};

/// The most terms that circles can show.
const MOST_CIRCLES: usize = 3;

/// The things of a situation, and the facts about them.
pub(crate) struct Situation {
    /// The terms that may apply to things.
    pub(crate) terms: Vec<String>,
    /// The things, with their names, and whether each term applies.
    pub(crate) things: Vec<(String, Vec<bool>)>,
    /// The facts that are about no thing, and true for those that are the case.
    pub(crate) facts: Vec<(String, bool)>,
    /// The relations between things, and the values of functions.
    pub(crate) relations: Vec<String>,
    /// The things in circles, where there are few terms.
    pub(crate) picture: Option<Figure>,
}

impl Situation {
    /// The situation that a structure gives for these symbols.
    pub(crate) fn new(structure: &Structure, signature: &Signature) -> Self {
        let unary: Vec<(PredicateId, &str)> = of_arity(signature, 1);
        let applies = |thing: usize| -> Vec<bool> {
            unary.iter().map(|(term, _)| structure.holds(*term, &[thing])).collect()
        };
        let things: Vec<(String, Vec<bool>)> = (0..structure.size())
            .map(|thing| (named(thing, structure, signature), applies(thing)))
            .collect();
        let facts = of_arity(signature, 0);
        let facts =
            facts.iter().map(|(fact, name)| ((*name).to_owned(), structure.holds(*fact, &[])));
        let terms: Vec<String> = unary.iter().map(|(_, name)| (*name).to_owned()).collect();
        Self {
            facts: facts.collect(),
            relations: relations(structure, signature),
            picture: picture(&terms, &things),
            terms,
            things,
        }
    }
}

fn of_arity(signature: &Signature, arity: u32) -> Vec<(PredicateId, &str)> {
    let all = signature.predicates().filter(|(_, symbol)| symbol.arity == arity);
    all.map(|(predicate, symbol)| (predicate, symbol.name.as_str())).collect()
}

/// A thing by its number, and what it is called.
fn named(thing: usize, structure: &Structure, signature: &Signature) -> String {
    let constants = signature
        .functions()
        .filter(|(function, symbol)| symbol.arity == 0 && structure.value(*function, &[]) == thing);
    let names: Vec<&str> = constants.map(|(_, symbol)| symbol.name.as_str()).collect();
    match names.as_slice() {
        [] => (thing + 1).to_string(),
        names => format!("{} ({})", thing + 1, names.join(", ")),
    }
}

/// The lines of the structure's own words that speak of several things at once.
fn relations(structure: &Structure, signature: &Signature) -> Vec<String> {
    let predicates = signature.predicates().filter(|(_, symbol)| symbol.arity > 1);
    let functions = signature.functions().filter(|(_, symbol)| symbol.arity > 0);
    let starts = predicates.map(|(_, symbol)| format!("{} holds of ", symbol.name));
    let starts = starts.chain(functions.map(|(_, symbol)| format!("{}(", symbol.name)));
    let starts: Vec<String> = starts.collect();
    let words = structure.in_words(signature);
    let lines = words.lines().filter(|line| starts.iter().any(|start| line.starts_with(start)));
    lines.map(str::to_owned).collect()
}

/// Circles for the terms, with a cross where something is.
fn picture(terms: &[String], things: &[(String, Vec<bool>)]) -> Option<Figure> {
    if terms.is_empty() || terms.len() > MOST_CIRCLES {
        return None;
    }
    let mut regions = vec![Region::Empty; 1 << terms.len()];
    for (_, applies) in things {
        let bits = applies.iter().enumerate().map(|(at, applies)| usize::from(*applies) << at);
        if let Some(region) = regions.get_mut(bits.sum::<usize>()) {
            *region = Region::Occupied;
        }
    }
    Some(Figure {
        name: "countermodel".to_owned(),
        title: "The premises are true here, and the conclusion is false".to_owned(),
        caption: "A cross marks where something is; where there is nothing, the region is hatched."
            .to_owned(),
        data: Data::Venn(Venn { terms: terms.to_vec(), regions }),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use peirast_logic::{Argument, Verdict, entails, parse};

    fn refuted(premises: &[&str], conclusion: &str) -> Situation {
        let mut signature = Signature::default();
        let premises = premises.iter().map(|text| parse(text, &mut signature).unwrap()).collect();
        let conclusion = parse(conclusion, &mut signature).unwrap();
        let argument = Argument { signature, premises, conclusion };
        let Verdict::Refuted(structure) = entails(&argument) else { panic!("it follows") };
        Situation::new(&structure, &argument.signature)
    }

    #[test]
    fn few_terms_are_drawn_with_what_there_is() {
        let found = refuted(&["all x (A(x) -> B(x))", "B(tom)"], "A(tom)");
        assert_eq!(found.terms, ["A", "B"]);
        assert_eq!(found.things, [("1 (tom)".to_owned(), vec![false, true])]);
        let Some(Figure { data: Data::Venn(venn), .. }) = found.picture else {
            panic!("no picture")
        };
        assert_eq!(venn.regions[0b10], Region::Occupied);
        assert_eq!(venn.regions.iter().filter(|one| **one == Region::Empty).count(), 3);
    }

    #[test]
    fn facts_and_relations_are_told() {
        let found = refuted(&["p | q", "some x some y L(x, y)"], "p");
        assert_eq!(found.facts, [("p".to_owned(), false), ("q".to_owned(), true)]);
        assert!(found.relations[0].starts_with("L holds of "), "{:?}", found.relations);
        assert!(found.picture.is_none());
    }

    #[test]
    fn four_terms_are_a_table() {
        let found = refuted(&["A(a)", "B(a)", "C(a)"], "D(a)");
        assert_eq!(found.things[0].1, [true, true, true, false]);
        assert!(found.picture.is_none());
    }
}
