//! Views as they are written, before any engine has seen them.

use super::dice::Dice;
use std::collections::BTreeSet;
use std::fmt;

#[derive(Clone, PartialEq)]
pub enum Term {
    Object(String),
    Number(&'static str),
    Apply(&'static str, Vec<Term>),
    /// `left ** right`.
    Times(Box<Term>, Box<Term>),
    /// `++(...)`, whose arguments have no order.
    Sum(Vec<Term>),
    Marked(Box<Term>),
}

#[derive(Clone, PartialEq)]
pub struct Atom {
    pub negated: bool,
    pub predicate: &'static str,
    pub terms: Vec<Term>,
}

#[derive(Clone, PartialEq)]
pub enum Item {
    Atom(Atom),
    Do(bool, Vec<Atom>),
}

pub type State = Vec<Item>;

#[derive(Clone, PartialEq, Default)]
pub struct Weight {
    pub multiplicative: Vec<Term>,
    pub additive: Vec<Term>,
}

/// A view, part by part.
#[derive(Clone, PartialEq, Default)]
pub struct Draft {
    /// `∀` or `∃`, and the name.
    pub prefix: Vec<(char, String)>,
    pub stage: Vec<(Weight, State)>,
    pub supposition: Option<Vec<State>>,
}

impl Term {
    fn visit(&self, see: &mut dyn FnMut(&Term)) {
        see(self);
        match self {
            Term::Object(_) | Term::Number(_) => {}
            Term::Apply(_, terms) | Term::Sum(terms) => terms.iter().for_each(|t| t.visit(see)),
            Term::Times(left, right) => {
                left.visit(see);
                right.visit(see);
            }
            Term::Marked(term) => term.visit(see),
        }
    }

    /// Changes every term inside, and then the term itself.
    fn change(&mut self, by: &mut dyn FnMut(&mut Term)) {
        match self {
            Term::Object(_) | Term::Number(_) => {}
            Term::Apply(_, terms) | Term::Sum(terms) => terms.iter_mut().for_each(|t| t.change(by)),
            Term::Times(left, right) => {
                left.change(by);
                right.change(by);
            }
            Term::Marked(term) => term.change(by),
        }
        by(self);
    }
}

impl Item {
    pub fn atoms_mut(&mut self) -> &mut [Atom] {
        match self {
            Item::Atom(atom) => std::slice::from_mut(atom),
            Item::Do(_, atoms) => atoms,
        }
    }

    fn atoms(&self) -> &[Atom] {
        match self {
            Item::Atom(atom) => std::slice::from_ref(atom),
            Item::Do(_, atoms) => atoms,
        }
    }
}

impl Draft {
    pub fn states(&self) -> impl Iterator<Item = &State> {
        self.stage.iter().map(|(_, state)| state).chain(self.supposition.iter().flatten())
    }

    pub fn states_mut(&mut self) -> impl Iterator<Item = &mut State> {
        let stage = self.stage.iter_mut().map(|(_, state)| state);
        stage.chain(self.supposition.iter_mut().flatten())
    }

    /// Changes every term, weights included, inner terms first.
    pub fn change_terms(&mut self, by: &mut dyn FnMut(&mut Term)) {
        for (weight, _) in &mut self.stage {
            let terms = weight.multiplicative.iter_mut().chain(&mut weight.additive);
            terms.for_each(|term| term.change(by));
        }
        for item in self.states_mut().flatten() {
            for atom in item.atoms_mut() {
                atom.terms.iter_mut().for_each(|term| term.change(by));
            }
        }
    }

    /// The objects that occur in its atoms.
    pub fn objects(&self) -> BTreeSet<String> {
        let mut found = BTreeSet::new();
        for atom in self.states().flatten().flat_map(Item::atoms) {
            for term in &atom.terms {
                term.visit(&mut |term| {
                    if let Term::Object(name) = term {
                        found.insert(name.clone());
                    }
                });
            }
        }
        found
    }

    /// Quantifies no more than what occurs, and lets weights speak of nothing else.
    pub fn tidied(mut self) -> Draft {
        let objects = self.objects();
        self.prefix.retain(|(_, name)| objects.contains(name));
        for (weight, _) in &mut self.stage {
            for part in [&mut weight.multiplicative, &mut weight.additive] {
                part.retain(|term| {
                    let mut known = true;
                    term.visit(&mut |term| {
                        known &= !matches!(term, Term::Object(name) if !objects.contains(name));
                    });
                    known
                });
            }
        }
        self
    }

    pub fn unmarked(mut self) -> Draft {
        self.change_terms(&mut |term| {
            while let Term::Marked(inner) = term {
                *term = (**inner).clone();
            }
        });
        self
    }

    pub fn unweighted(mut self) -> Draft {
        self.stage.iter_mut().for_each(|(weight, _)| *weight = Weight::default());
        self
    }

    /// Every object under another name.
    pub fn renamed(mut self, name: &dyn Fn(&str) -> String) -> Draft {
        self.prefix.iter_mut().for_each(|(_, object)| *object = name(object));
        self.change_terms(&mut |term| {
            if let Term::Object(object) = term {
                *object = name(object);
            }
        });
        self
    }

    /// The same view in another order: states, atoms, summands, quantifiers side by side.
    pub fn shuffled(mut self, dice: &mut Dice) -> Draft {
        dice.shuffle(&mut self.stage);
        if let Some(states) = &mut self.supposition {
            dice.shuffle(states);
        }
        for state in self.states_mut() {
            dice.shuffle(state);
            for item in state {
                if let Item::Do(_, atoms) = item {
                    dice.shuffle(atoms);
                }
            }
        }
        for (weight, _) in &mut self.stage {
            dice.shuffle(&mut weight.multiplicative);
            dice.shuffle(&mut weight.additive);
        }
        self.change_terms(&mut |term| {
            if let Term::Sum(terms) = term {
                dice.shuffle(terms);
            }
        });
        for block in self.prefix.chunk_by_mut(|one, next| one.0 == next.0) {
            dice.shuffle(block);
        }
        self
    }
}

fn list<T: fmt::Display>(all: &[T], between: &str, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    for (at, one) in all.iter().enumerate() {
        write!(f, "{}{one}", if at > 0 { between } else { "" })?;
    }
    Ok(())
}

fn states(all: &[State], f: &mut fmt::Formatter<'_>) -> fmt::Result {
    for (at, state) in all.iter().enumerate() {
        f.write_str(if at > 0 { "," } else { "" })?;
        one_state(state, f)?;
    }
    Ok(())
}

fn one_state(state: &State, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    if state.is_empty() { f.write_str("0") } else { list(state, "", f) }
}

impl fmt::Display for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Term::Object(name) => f.write_str(name),
            Term::Number(text) => f.write_str(text),
            Term::Apply(name, terms) => {
                write!(f, "{name}(")?;
                list(terms, ",", f)?;
                f.write_str(")")
            }
            Term::Sum(terms) => {
                f.write_str("++(")?;
                list(terms, ",", f)?;
                f.write_str(")")
            }
            Term::Times(left, right) => write!(f, "**({left},{right})"),
            Term::Marked(term) => write!(f, "{term}*"),
        }
    }
}

impl fmt::Display for Atom {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}(", if self.negated { "~" } else { "" }, self.predicate)?;
        list(&self.terms, ",", f)?;
        f.write_str(")")
    }
}

impl fmt::Display for Item {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Item::Atom(atom) => atom.fmt(f),
            Item::Do(negated, atoms) => {
                write!(f, "{}do(", if *negated { "~" } else { "" })?;
                list(atoms, "", f)?;
                f.write_str(")")
            }
        }
    }
}

impl fmt::Display for Weight {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (terms, sign) in [(&self.multiplicative, "=*"), (&self.additive, "=+")] {
            if !terms.is_empty() {
                list(terms, "|", f)?;
                write!(f, "{sign} ")?;
            }
        }
        Ok(())
    }
}

impl fmt::Display for Draft {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (sign, name) in &self.prefix {
            write!(f, "{sign}{name} ")?;
        }
        f.write_str("{")?;
        for (at, (weight, state)) in self.stage.iter().enumerate() {
            write!(f, "{}{weight}", if at > 0 { "," } else { "" })?;
            one_state(state, f)?;
        }
        f.write_str("}")?;
        if let Some(given) = &self.supposition {
            f.write_str("^{")?;
            states(given, f)?;
            f.write_str("}")?;
        }
        Ok(())
    }
}

impl fmt::Debug for Draft {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
