//! The mutation rules of the published generator, with their losses of structure.
//!
//! Its authors list more rules in their Table 1 than their code has. Two of the code's three rules
//! rebuild the view from the atoms of its stage. Supposition, quantifiers and marks are then gone,
//! and an arbitrary object `x` has become the constant `x()`.

use crate::draft::{Draft, DraftLiteral, DraftState, DraftTerm};
use crate::mutation::Material;
use peirast_etr::Quantifier;
use peirast_random::Stream;

/// One change of one view.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum PublishedStep {
    Quantify { constant: u8, quantifier: Quantifier, marked: bool },
    Conjoin { state: usize, literal: DraftLiteral },
    Disjoin { literal: DraftLiteral },
}

/// The published generator starts a problem again because it cannot read a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Unreadable;

/// One of all views that a rule makes of this one, all with equal probability.
///
/// # Errors
/// [`Unreadable`], if the text that the published rule makes cannot be read: a mark on a mark, or a
/// fourth quantifier.
pub(crate) fn mutated(draft: &Draft, stream: &mut Stream) -> Result<Draft, Unreadable> {
    let steps = Steps::new(draft);
    apply(draft, steps.step(stream.below(steps.count())))
}

/// All steps for a view, by number, so that one can be drawn without a list. Quantifications come
/// first, then conjunctions, then disjunctions. Every literal comes unmarked and marked.
struct Steps {
    material: Material,
    /// Further literals to add, which do not consist of new and old predicates and constants.
    others: Vec<DraftLiteral>,
    states: usize,
}

impl Steps {
    fn new(draft: &Draft) -> Steps {
        let material = Material::new(draft, draft.stage.iter().flatten());
        let mut others = Vec::new();
        // Only suppositions and quantifiers can be missing.
        if draft.is_conditional() || !draft.prefix.is_empty() {
            for literal in draft.literals().map(|literal| bare(*literal)) {
                for literal in [literal, literal.flipped()] {
                    if !others.contains(&literal) && !is_made_of(&material, literal) {
                        others.push(literal);
                    }
                }
            }
        }
        Steps { material, others, states: draft.stage.len() }
    }

    fn quantified(&self) -> usize {
        4 * self.material.constants.len()
    }

    fn made(&self) -> usize {
        2 * (self.material.predicates.len() + 1) * (self.material.constants.len() + 1)
    }

    fn literals(&self) -> usize {
        self.made() + self.others.len()
    }

    fn count(&self) -> usize {
        self.quantified() + 2 * self.literals() * (self.states + 1)
    }

    /// The step with this number.
    fn step(&self, number: usize) -> PublishedStep {
        let Some(number) = number.checked_sub(self.quantified()) else {
            let quantifiers = [Quantifier::Universal, Quantifier::Existential];
            return PublishedStep::Quantify {
                constant: self.material.constants[number / 4],
                quantifier: quantifiers[number / 2 % 2],
                marked: number % 2 == 1,
            };
        };
        let (state, rest) = (number / (2 * self.literals()), number % (2 * self.literals()));
        let literal = DraftLiteral { marked: rest % 2 == 1, ..self.literal(rest / 2) };
        match state < self.states {
            true => PublishedStep::Conjoin { state, literal },
            false => PublishedStep::Disjoin { literal },
        }
    }

    /// The literals that may be added, with either sign: predicates of the stage and a new one,
    /// with constants of the stage and a new one; and existing literals with arbitrary objects
    /// turned into constants.
    fn literal(&self, number: usize) -> DraftLiteral {
        if let Some(other) = number.checked_sub(self.made()) {
            return self.others[other];
        }
        let Material { predicates, constants, .. } = &self.material;
        let (place, negated) = (number / 2, number % 2 == 1);
        let (predicate, constant) = (place / (constants.len() + 1), place % (constants.len() + 1));
        let predicate = predicates.get(predicate).copied();
        let constant = constants.get(constant).copied();
        DraftLiteral {
            predicate: predicate.unwrap_or_else(|| self.material.new_predicate()),
            term: DraftTerm::Constant(constant.unwrap_or_else(|| self.material.new_constant())),
            negated,
            marked: false,
        }
    }
}

/// Tests if a literal consists of an old or the new predicate and an old or the new constant.
fn is_made_of(material: &Material, literal: DraftLiteral) -> bool {
    let (DraftTerm::Constant(letter) | DraftTerm::Object(letter)) = literal.term;
    let predicate = literal.predicate;
    (material.predicates.contains(&predicate) || predicate == material.new_predicate())
        && (material.constants.contains(&letter) || letter == material.new_constant())
}

/// The literal without its mark, and with a constant for an arbitrary object.
fn bare(literal: DraftLiteral) -> DraftLiteral {
    let (DraftTerm::Constant(letter) | DraftTerm::Object(letter)) = literal.term;
    DraftLiteral { term: DraftTerm::Constant(letter), marked: false, ..literal }
}

fn apply(draft: &Draft, step: PublishedStep) -> Result<Draft, Unreadable> {
    let mut changed = match step {
        PublishedStep::Quantify { .. } => draft.clone(),
        _ => rebuilt(draft),
    };
    match step {
        PublishedStep::Quantify { constant, quantifier, marked } => {
            let object = next_object(draft)?;
            changed.prefix.insert(0, (quantifier, object));
            for literal in
                changed.literals_mut().filter(|l| l.term == DraftTerm::Constant(constant))
            {
                if literal.marked && marked {
                    return Err(Unreadable);
                }
                literal.term = DraftTerm::Object(object);
                literal.marked |= marked;
            }
        }
        PublishedStep::Conjoin { state, literal } => changed.stage[state].push(literal),
        PublishedStep::Disjoin { literal } => changed.stage.push([literal].into_iter().collect()),
    }
    let changed = changed.tidied();
    if changed.is_well_formed() { Ok(changed) } else { Err(Unreadable) }
}

fn rebuilt(draft: &Draft) -> Draft {
    let bared = |state: &DraftState| state.iter().map(|literal| bare(*literal)).collect();
    Draft { stage: draft.stage.iter().map(bared).collect(), ..Draft::default() }
}

/// `x`, or the letter after the last object of the stage. There is none after `z`.
fn next_object(draft: &Draft) -> Result<u8, Unreadable> {
    let objects = draft.stage.iter().flatten().filter_map(|literal| match literal.term {
        DraftTerm::Object(letter) => Some(letter),
        DraftTerm::Constant(_) => None,
    });
    let next = objects.max().map_or(23, |last| last + 1);
    if next < 26 { Ok(next) } else { Err(Unreadable) }
}

/// A random view: a seed view that was changed up to ten times, but rarely beyond two or three
/// atoms.
pub(crate) fn random_view(seeds: &[Draft], stream: &mut Stream) -> Result<Draft, Unreadable> {
    let Some(mut draft) = seeds.get(stream.below(seeds.len())).cloned() else {
        return Err(Unreadable);
    };
    let most = 1 + stream.below(10);
    for _ in 0..most {
        draft = mutated(&draft, stream)?;
        let atoms = draft.atoms();
        if atoms >= 2 && stream.coin() || atoms >= 3 && stream.coin() {
            break;
        }
    }
    Ok(draft)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stream::Purpose;
    use crate::{Bank, Judge};
    use std::collections::BTreeSet;

    fn draft(text: &str) -> Draft {
        text.parse().expect("a draft")
    }

    /// Number of steps for a view, and of those that quantify.
    fn counts(text: &str) -> (usize, usize) {
        let steps = Steps::new(&draft(text));
        let all: BTreeSet<String> =
            (0..steps.count()).map(|number| format!("{:?}", steps.step(number))).collect();
        (all.len(), steps.quantified())
    }

    #[test]
    fn there_are_as_many_steps_as_were_counted() {
        for (text, expected) in [
            ("{A(a())}", (36, 4)),
            ("{A(a())B(a()),C(b())D(b())}", (188, 8)),
            ("{A(a())A(b()),A(c())A(d())}", (136, 16)),
            ("{A(a())B(b()),C(c())D(d())}", (316, 16)),
            ("Ax {A(x*)}^{B(x*)}", (32, 0)),
        ] {
            assert_eq!(counts(text), expected, "{text}");
        }
    }

    #[test]
    fn what_the_published_rules_lose_is_lost() {
        let literal = DraftLiteral {
            predicate: 2,
            term: DraftTerm::Constant(0),
            negated: true,
            marked: true,
        };
        let view =
            apply(&draft("Ax {A(x*)}^{B(x*)}"), PublishedStep::Conjoin { state: 0, literal });
        assert_eq!(view.expect("a view").to_string(), "{A(x())~C(a()*)}");
        let step = PublishedStep::Quantify {
            constant: 0,
            quantifier: Quantifier::Universal,
            marked: true,
        };
        assert_eq!(apply(&draft("{A(a()*)}"), step), Err(Unreadable));
        let view = apply(&draft("{A(a())}^{B(a()*)}"), step);
        assert_eq!(view, Err(Unreadable));
    }

    /// An assumption of the search, because it is true so often.
    #[test]
    fn premises_without_a_common_atom_say_nothing_to_each_other() {
        let seeds: Vec<Draft> = Bank::Default.views().into_iter().map(draft).collect();
        let mut stream = Purpose::Problem.stream(2, 0);
        let mut count = 0;
        while count < 3_000 {
            let mut drawn = || random_view(&seeds, &mut stream).ok().filter(Draft::is_plain);
            let (Some(one), Some(other)) = (drawn(), drawn()) else { continue };
            let judge = Judge::new(&[one.to_string()]).expect("a premise");
            assert_eq!(judge.conclusion(), "{0}", "{one}");
            if !one.shares_atoms(&other) {
                let judge = Judge::new(&[one.to_string(), other.to_string()]).expect("premises");
                assert_eq!(judge.conclusion(), "{0}", "{one}; {other}");
                count += 1;
            }
        }
    }

    /// The distribution of 1,200 random views of the original, within six standard errors of the
    /// difference.
    #[test]
    fn random_views_are_distributed_as_published() {
        let seeds: Vec<Draft> = Bank::Default.views().into_iter().map(draft).collect();
        let mut stream = Purpose::Problem.stream(1, 0);
        let mut views = Vec::new();
        while views.len() < 12_000 {
            views.extend(random_view(&seeds, &mut stream));
        }
        let share = |holds: &dyn Fn(&Draft) -> bool| {
            views.iter().filter(|view| holds(view)).count() as f64 / views.len() as f64
        };
        let atoms = |count| move |view: &Draft| view.atoms() == count;
        let states = |count| move |view: &Draft| view.stage.len() == count;
        let tautology = |view: &Draft| {
            let alone = |literal: &DraftLiteral| {
                view.stage.iter().any(|state| matches!(state.as_slice(), [one] if one.is(literal)))
            };
            view.literals().any(|literal| alone(literal) && alone(&literal.flipped()))
        };
        type Row<'h> = (&'static str, f64, &'h dyn Fn(&Draft) -> bool);
        let published: [Row<'_>; 14] = [
            ("1 atom", 0.015, &atoms(1)),
            ("2 atoms", 0.38, &atoms(2)),
            ("3 atoms", 0.33, &atoms(3)),
            ("4 atoms", 0.10, &atoms(4)),
            ("5 atoms", 0.14, &atoms(5)),
            ("6 atoms or more", 0.03, &|view| view.atoms() >= 6),
            ("1 state", 0.34, &states(1)),
            ("2 states", 0.54, &states(2)),
            ("3 states", 0.11, &states(3)),
            ("quantified", 0.051, &|view| view.objects() > 0),
            ("conditional", 0.005, &Draft::is_conditional),
            ("marked", 0.51, &Draft::is_marked),
            ("contradictory alternative", 0.098, &Draft::contradicts_itself),
            ("tautology", 0.027, &tautology),
        ];
        for (what, theirs, holds) in published {
            let ours = share(holds);
            println!("{what}: {ours:.4}, published {theirs}");
            let error = (theirs * (1.0 - theirs) * (1.0 / 1200.0 + 1.0 / 12_000.0)).sqrt();
            assert!((ours - theirs).abs() < 6.0 * error + 0.005, "{what}: {ours}, not {theirs}");
        }
    }
}
