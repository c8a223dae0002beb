//! The atoms for conclusions from premises: those of the premises, and the same about other named
//! things.

use crate::statement::{Literal, Statement, Term};

/// The most atoms about named things that are derived from atoms about arbitrary objects.
const MOST_INSTANCES: usize = 40;

/// The atoms of premises, each once, asserted, in the order of occurrence.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Repertoire {
    /// Atoms about named things.
    pub(crate) ground: Vec<Literal>,
    /// Atoms about arbitrary objects, which are named x, y and so on in each atom.
    pub(crate) open: Vec<Literal>,
    /// The named things.
    pub(crate) names: Vec<Term>,
}

impl Repertoire {
    pub(crate) fn new(premises: &[Statement]) -> Repertoire {
        let mut found = Repertoire::default();
        for literal in premises.iter().flat_map(Statement::literals) {
            let atom = renamed(&literal.affirmed());
            for term in atom.terms.iter().filter(|term| is_name(term)) {
                add(&mut found.names, term);
            }
            let kind = if atom.is_ground() { &mut found.ground } else { &mut found.open };
            add(kind, &atom);
        }
        found
    }

    /// Adds the atoms about named things with arbitrary objects.
    pub(crate) fn generalise(&mut self) {
        for atom in self.ground.clone() {
            let object = |at| Term::Object(format!("x{at}"));
            let terms = (0..atom.terms.len()).map(object).collect();
            let open = renamed(&Literal { terms, ..atom });
            if !open.is_ground() {
                add(&mut self.open, &open);
            }
        }
    }

    /// The atoms about arbitrary objects with named things, if the premises do not have them.
    pub(crate) fn instances(&self) -> Vec<Literal> {
        let mut made = Vec::new();
        for atom in &self.open {
            let mut partly = vec![atom.clone()];
            for object in distinct(&atom.objects()) {
                let put = |atom: &Literal| -> Vec<Literal> {
                    let with = |name: &Term| atom.replaced(&|one| swapped(one, &object, name));
                    self.names.iter().map(with).collect()
                };
                partly = partly.iter().flat_map(put).take(MOST_INSTANCES).collect();
            }
            partly.retain(|atom| !self.ground.contains(atom));
            partly.iter().for_each(|atom| add(&mut made, atom));
        }
        made.truncate(MOST_INSTANCES);
        made
    }
}

/// Each atom and its denial, in turn.
pub(crate) fn signed<'a>(
    atoms: impl IntoIterator<Item = &'a Literal>,
) -> impl Iterator<Item = Literal> {
    atoms.into_iter().flat_map(|atom| [atom.clone(), atom.flipped()])
}

fn add<T: Clone + PartialEq>(all: &mut Vec<T>, one: &T) {
    if !all.contains(one) {
        all.push(one.clone());
    }
}

fn is_name(term: &Term) -> bool {
    match term {
        Term::Object(_) => false,
        Term::Number(_) => true,
        Term::Function(_, terms) => terms.iter().all(is_name),
    }
}

fn swapped(one: &str, object: &str, name: &Term) -> Term {
    if one == object { name.clone() } else { Term::Object(one.to_owned()) }
}

fn distinct(objects: &[&str]) -> Vec<String> {
    let mut all = Vec::new();
    objects.iter().for_each(|object| add(&mut all, &(*object).to_owned()));
    all
}

/// The same with its objects called by their places.
pub(crate) fn renamed(literal: &Literal) -> Literal {
    let objects = distinct(&literal.objects());
    literal.replaced(&|object| {
        let place = objects.iter().position(|one| one == object).unwrap_or(0);
        Term::Object(["x", "y", "z"].get(place).map_or(format!("x{place}"), |&x| x.to_owned()))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grounds::statements;

    fn shown(all: &[Literal]) -> Vec<String> {
        all.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn atoms_come_once_and_instances_are_of_what_is_named() {
        let premises = ["Az {~A(z*)L(z,b())}^{B(z)}", "Ax {A(x)}", "{B(a()),~B(a())}"];
        let found = Repertoire::new(&statements(&premises).expect("views"));
        assert_eq!(shown(&found.ground), ["B(a())"]);
        assert_eq!(found.open.len(), 3);
        assert!(shown(&found.open).contains(&"L(x,b())".to_owned()));
        let instances = shown(&found.instances());
        assert_eq!(instances.len(), 5, "{instances:?}");
        assert!(!instances.contains(&"B(a())".to_owned()));
    }
}
