//! Splits conclusions into parts that they state side by side.

use crate::statement::{Literal, State, Statement};
use peirast_etr::Quantifier;

/// The most clauses, in the result and in between.
const MOST_CLAUSES: usize = 512;
const MOST_ON_THE_WAY: usize = 4096;
/// The most atoms of a statement: two bits for each.
const MOST_ATOMS: usize = 64;

/// The parts of a statement, as statements that hold together. They are its clauses, without
/// clauses that follow from another. Clauses about the same existential object form one part.
///
/// Alternatives are split as they are written. *A or B, and not A*, which is `{A~A,B~A}`, has the
/// parts *A or B* and *not A*. A reasoner who has seen the consequence says `{~AB}`, of which *B*
/// is a part. `None` if there are too many clauses.
pub(crate) fn parts(statement: &Statement) -> Option<Vec<Statement>> {
    let (atoms, clauses) = clauses(statement)?;
    let objects = |clause: u128| -> Vec<&str> {
        let literals = literals(&atoms, clause);
        let some = statement.prefix.iter().filter(|(kind, _)| *kind == Quantifier::Existential);
        let spoken = |name: &str| literals.iter().any(|one| one.objects().contains(&name));
        some.map(|(_, name)| name.as_str()).filter(|name| spoken(name)).collect()
    };
    let mut groups: Vec<(Vec<u128>, Vec<&str>)> = Vec::new();
    for clause in clauses {
        let named = objects(clause);
        let is_near = |group: &(Vec<u128>, Vec<&str>)| group.1.iter().any(|it| named.contains(it));
        let (near, mut others): (Vec<_>, Vec<_>) = groups.into_iter().partition(is_near);
        let mut group = (vec![clause], named);
        for (clauses, objects) in near {
            group.0.extend(clauses);
            group.1.extend(objects);
        }
        others.push(group);
        groups = others;
    }
    groups.into_iter().map(|(group, _)| said(statement, &atoms, &group)).collect()
}

/// The atoms of a statement, and its clauses as bits: two bits for each atom, asserted and denied.
fn clauses(statement: &Statement) -> Option<(Vec<Literal>, Vec<u128>)> {
    let mut atoms: Vec<Literal> = statement.literals().map(Literal::affirmed).collect();
    atoms.sort_unstable();
    atoms.dedup();
    if atoms.len() > MOST_ATOMS {
        return None;
    }
    let bits = |state: &State| {
        let bit = |literal: &Literal| {
            let at = atoms.binary_search(&literal.affirmed()).unwrap_or(0);
            1u128 << (2 * at + usize::from(literal.negated))
        };
        state.iter().map(bit).fold(0, |all, bit| all | bit)
    };
    let mut alternatives: Vec<u128> = statement.stage.iter().map(bits).collect();
    if statement.is_conditional() {
        let denied: Vec<u128> = statement.supposition.iter().map(bits).map(flipped).collect();
        alternatives.extend(crossings(&denied)?);
    }
    let clauses = crossings(&alternatives)?;
    Some((atoms, clauses))
}

/// Clauses joined into one statement, with the quantifiers of their objects.
fn said(of: &Statement, atoms: &[Literal], clauses: &[u128]) -> Option<Statement> {
    let stage: Vec<State> =
        crossings(clauses)?.into_iter().map(|state| literals(atoms, state)).collect();
    let spoken = |name: &String| {
        stage.iter().flatten().any(|literal| literal.objects().contains(&name.as_str()))
    };
    let prefix = of.prefix.iter().filter(|(_, name)| spoken(name)).cloned().collect();
    Some(Statement { prefix, ..Statement::new(stage) })
}

fn literals(atoms: &[Literal], bits: u128) -> State {
    let has = |at: usize| bits & (1 << at) != 0;
    let of = |(at, atom): (usize, &Literal)| {
        let affirmed = has(2 * at).then(|| atom.clone());
        affirmed.into_iter().chain(has(2 * at + 1).then(|| atom.flipped()))
    };
    atoms.iter().enumerate().flat_map(of).collect()
}

const AFFIRMED: u128 = u128::MAX / 3;

/// The denials of literals.
fn flipped(bits: u128) -> u128 {
    ((bits & AFFIRMED) << 1) | ((bits >> 1) & AFFIRMED)
}

/// All ways to take one element from each set, without those that contain a literal and its denial,
/// and without supersets. It turns alternatives into clauses, and clauses into alternatives.
fn crossings(sets: &[u128]) -> Option<Vec<u128>> {
    let mut found = vec![0u128];
    for set in sets {
        let mut next = Vec::new();
        for before in &found {
            if before & set != 0 {
                next.push(*before);
                continue;
            }
            let bits = (0..u128::BITS).map(|at| 1u128 << at).filter(|bit| set & bit != 0);
            next.extend(bits.filter(|bit| flipped(*bit) & before == 0).map(|bit| before | bit));
        }
        if next.len() > MOST_ON_THE_WAY {
            return None;
        }
        found = least(next);
        if found.len() > MOST_CLAUSES {
            return None;
        }
    }
    Some(found)
}

/// The sets that include no other set.
fn least(mut sets: Vec<u128>) -> Vec<u128> {
    sets.sort_unstable_by_key(|set| (set.count_ones(), *set));
    let mut kept: Vec<u128> = Vec::new();
    for set in sets {
        if !kept.iter().any(|other| other & set == *other) {
            kept.push(set);
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str) -> Vec<String> {
        let parts = parts(&Statement::read(text).expect("a view")).expect("few enough");
        let mut shown: Vec<String> = parts.iter().map(ToString::to_string).collect();
        shown.sort_unstable();
        shown
    }

    #[test]
    fn what_is_said_side_by_side_comes_apart() {
        for (text, wanted) in [
            ("{A()B()}", &["{A()}", "{B()}"][..]),
            ("{A()C(),B()C()}", &["{A(),B()}", "{C()}"]),
            ("{A(),B()}", &["{A(),B()}"]),
            // Either A or B, and not A; and its consequence.
            ("{A()~A(),B()~A()}", &["{A(),B()}", "{~A()}"]),
            ("{~A()B()}", &["{B()}", "{~A()}"]),
            ("{B()C()}^{A()}", &["{~A(),B()}", "{~A(),C()}"]),
            ("{C()}^{A(),B()}", &["{~A(),C()}", "{~B(),C()}"]),
            ("{0}", &[]),
            ("{A(),~A()}", &[]),
        ] {
            assert_eq!(shown(text), wanted, "{text}");
        }
    }

    #[test]
    fn some_things_stay_together_and_all_come_apart() {
        for (text, wanted) in [
            ("Ax {A(x)B(x)}", &["∀x {A(x)}", "∀x {B(x)}"][..]),
            ("Ex {A(x)B(x)C(c())}", &["{C(c())}", "∃x {A(x)B(x)}"]),
            ("Ex Ey {A(x)B(y)}", &["∃x {A(x)}", "∃y {B(y)}"]),
            ("Ex Ey {A(x)B(y),C(x)D(y)}", &["∃x ∃y {A(x)B(y),C(x)D(y)}"]),
            ("Ax Ey {A(x)B(y)}", &["∀x {A(x)}", "∃y {B(y)}"]),
        ] {
            assert_eq!(shown(text), wanted, "{text}");
        }
    }

    #[test]
    fn what_is_too_much_is_given_up() {
        let state = |at: usize| format!("A{at}(a())A{at}(b())A{at}(c())");
        let text = |of: usize| format!("{{{}}}", (0..of).map(state).collect::<Vec<_>>().join(","));
        let parts = |of| parts(&Statement::read(&text(of)).expect("a view")).map(|all| all.len());
        assert_eq!((parts(4), parts(9)), (Some(81), None));
    }
}
