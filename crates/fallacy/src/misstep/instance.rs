//! Tests if one statement is an instance of another.

use crate::statement::{Literal, State, Term};
use std::collections::BTreeMap;

/// The terms that replace objects.
pub(super) type Binding = BTreeMap<String, Term>;

/// The most ways of replacing objects by named things that are tried.
const MOST: usize = 64;

/// Tests if these states are those, in any order, with any terms for the objects of the first. Each
/// match continues with `next`, until one succeeds.
pub(super) fn states(
    these: &[State],
    those: &[State],
    binding: &Binding,
    next: &dyn Fn(&Binding) -> bool,
) -> bool {
    let Some((first, rest)) = these.split_first() else { return those.is_empty() && next(binding) };
    these.len() == those.len()
        && (0..those.len()).any(|at| {
            let others = without(those, at);
            literals(first, &those[at], binding, &|binding| states(rest, &others, binding, next))
        })
}

fn literals(
    these: &[Literal],
    those: &[Literal],
    binding: &Binding,
    next: &dyn Fn(&Binding) -> bool,
) -> bool {
    let Some((first, rest)) = these.split_first() else { return those.is_empty() && next(binding) };
    these.len() == those.len()
        && (0..those.len()).any(|at| {
            let Some(bound) = literal(first, &those[at], binding) else { return false };
            literals(rest, &without(those, at), &bound, next)
        })
}

/// The terms for objects with which one literal becomes the other.
pub(super) fn literal(one: &Literal, other: &Literal, binding: &Binding) -> Option<Binding> {
    if one.predicate != other.predicate
        || one.negated != other.negated
        || one.terms.len() != other.terms.len()
    {
        return None;
    }
    let mut bound = binding.clone();
    let alike = one.terms.iter().zip(&other.terms).all(|(one, other)| term(one, other, &mut bound));
    alike.then_some(bound)
}

fn term(one: &Term, other: &Term, binding: &mut Binding) -> bool {
    match (one, other) {
        (Term::Object(name), _) => {
            binding.entry(name.clone()).or_insert_with(|| other.clone()) == other
        }
        (Term::Function(one, these), Term::Function(other, those)) => {
            one == other
                && these.len() == those.len()
                && these.iter().zip(those).all(|(one, other)| term(one, other, binding))
        }
        _ => one == other,
    }
}

/// All ways to replace these objects by named things.
pub(super) fn bindings(objects: &[String], names: &[Term]) -> Vec<Binding> {
    let mut all = vec![Binding::new()];
    for object in objects {
        let with = |binding: &Binding| -> Vec<Binding> {
            let put = |name: &Term| {
                let mut binding = binding.clone();
                binding.insert(object.clone(), name.clone());
                binding
            };
            names.iter().map(put).collect()
        };
        all = all.iter().flat_map(with).take(MOST).collect();
    }
    all
}

/// States with their objects replaced.
pub(super) fn put(states: &[State], binding: &Binding) -> Vec<State> {
    let by = |object: &str| {
        binding.get(object).cloned().unwrap_or_else(|| Term::Object(object.to_owned()))
    };
    let state = |state: &State| state.iter().map(|literal| literal.replaced(&by)).collect();
    states.iter().map(state).collect()
}

fn without<T: Clone>(all: &[T], at: usize) -> Vec<T> {
    let others = all.iter().enumerate().filter(|(other, _)| *other != at);
    others.map(|(_, one)| one.clone()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::statement::Statement;

    #[test]
    fn an_object_stands_for_one_thing() {
        for (one, other, wanted) in [
            ("Ax {P(x)Q(x),R(x)}", "{R(a()),Q(a())P(a())}", true),
            ("Ax {P(x)Q(x)}", "{P(a())Q(b())}", false),
            ("Ax Ay {P(x)P(y)}", "{P(a())P(b())}", true),
            ("Ax {P(x)}", "Ay {P(y)}", true),
            ("{P(a())}", "Ay {P(y)}", false),
            ("Ax {P(x)}", "{P(a()),P(b())}", false),
            ("Ax {P(x)}", "{~P(a())}", false),
            ("Ax {L(x,f(x))}", "{L(a(),f(a()))}", true),
        ] {
            let [one, other] = [one, other].map(|text| Statement::read(text).expect("a view"));
            let found = states(&one.stage, &other.stage, &Binding::new(), &|_| true);
            assert_eq!(found, wanted, "{one} {other}");
        }
    }
}
