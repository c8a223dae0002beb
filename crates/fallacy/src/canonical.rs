//! Canonical forms of problems, which do not depend on names.

use crate::draft::{Draft, DraftLiteral, DraftState, DraftTerm, Place};
use peirast_etr::Quantifier;

/// The premises with canonical names. Two lists of premises have equal canonical forms if and only
/// if they differ only in the names of predicates, constants and arbitrary objects, and in the
/// order of alternatives and literals. The order of the premises matters.
///
/// The time depends on the number of ways to name symbols that nothing distinguishes. Problems of a
/// dozen atoms take microseconds.
///
/// ```
/// use peirast_fallacy::{Draft, canonical};
///
/// let one: [Draft; 2] = ["{A(a())B(a()*),C(b())}".parse()?, "{A(a())}".parse()?];
/// let other: [Draft; 2] = ["{D(c()),B(d()*)E(d())}".parse()?, "{E(d())}".parse()?];
/// assert_eq!(canonical(&one), canonical(&other));
/// let reversed: [Draft; 2] = ["{A(a())}".parse()?, "{A(a())B(a()*),C(b())}".parse()?];
/// assert_ne!(canonical(&one), canonical(&reversed));
/// # Ok::<(), peirast_fallacy::Error>(())
/// ```
pub fn canonical(premises: &[Draft]) -> String {
    let mut names = Names::new(premises);
    let mut colours = names.first_colours(premises);
    let mut least = None;
    names.least(premises, &mut colours, &mut least);
    least.map(|least| rendered(&least)).unwrap_or_default()
}

fn rendered(premises: &[Draft]) -> String {
    let texts: Vec<String> = premises.iter().map(ToString::to_string).collect();
    texts.join(" ")
}

/// A symbol that can be renamed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Name {
    Predicate(u8),
    Constant(u8),
    /// An arbitrary object of the premise at this position.
    Object(usize, u8),
}

struct Names {
    all: Vec<Name>,
}

impl Names {
    fn new(premises: &[Draft]) -> Names {
        let mut all = Vec::new();
        for (at, draft) in premises.iter().enumerate() {
            for literal in draft.literals() {
                all.push(Name::Predicate(literal.predicate));
                all.push(named(at, literal.term));
            }
        }
        all.sort_unstable();
        all.dedup();
        Names { all }
    }

    fn place(&self, name: Name) -> usize {
        self.all.binary_search(&name).unwrap_or(0)
    }

    /// The initial colour of a name, from the name alone.
    fn first_colours(&self, premises: &[Draft]) -> Vec<u64> {
        let colour = |name: &Name| match *name {
            Name::Predicate(_) => mixed(1, 0),
            Name::Constant(_) => mixed(2, 0),
            Name::Object(at, letter) => {
                let prefix = &premises[at].prefix;
                let depth = prefix.iter().position(|(_, object)| *object == letter).unwrap_or(0);
                // Neighbours of one kind may be exchanged.
                let turns =
                    prefix[..=depth].windows(2).filter(|pair| pair[0].0 != pair[1].0).count();
                let universal = prefix[depth].0 == Quantifier::Universal;
                mixed(mixed(3, at as u64), (2 * turns + usize::from(universal)) as u64)
            }
        };
        self.all.iter().map(colour).collect()
    }

    /// Refines the colours of names by their occurrences, until nothing changes.
    fn refine(&self, premises: &[Draft], colours: &mut Vec<u64>) {
        loop {
            let before = classes(colours);
            let mut next: Vec<u64> = colours.iter().map(|colour| mixed(*colour, 0)).collect();
            for (at, draft) in premises.iter().enumerate() {
                for place in [Place::Stage, Place::Supposition] {
                    for state in draft.states(place) {
                        let seed = mixed(at as u64, u64::from(place == Place::Stage));
                        self.spread(at, state, seed, colours, &mut next);
                    }
                }
            }
            *colours = next;
            if classes(colours) <= before {
                return;
            }
        }
    }

    /// Adds to each name of a state the symbols next to it. Sums do not depend on an order.
    fn spread(&self, at: usize, state: &DraftState, seed: u64, colours: &[u64], next: &mut [u64]) {
        let of = |literal: &DraftLiteral| {
            let predicate = self.place(Name::Predicate(literal.predicate));
            let term = self.place(named(at, literal.term));
            let signs = u64::from(literal.negated) * 2 + u64::from(literal.marked);
            let colour = mixed(mixed(colours[predicate], colours[term]), signs);
            (predicate, term, colour)
        };
        let sum = state.iter().map(of).fold(0u64, |sum, (.., one)| sum.wrapping_add(mixed(one, 7)));
        let whole = mixed(seed, mixed(sum, state.len() as u64));
        for (predicate, term, colour) in state.iter().map(of) {
            let one = mixed(whole, colour);
            next[predicate] = next[predicate].wrapping_add(mixed(one, 11));
            next[term] = next[term].wrapping_add(mixed(one, 13));
        }
    }

    /// Keeps the least of all ways to name symbols that nothing distinguishes.
    fn least(
        &mut self,
        premises: &[Draft],
        colours: &mut Vec<u64>,
        least: &mut Option<Vec<Draft>>,
    ) {
        self.refine(premises, colours);
        let mut order: Vec<usize> = (0..self.all.len()).collect();
        order.sort_unstable_by_key(|at| (kind(self.all[*at]), colours[*at]));
        let shared = order.windows(2).find(|pair| colours[pair[0]] == colours[pair[1]]);
        let Some(shared) = shared.map(|pair| colours[pair[0]]) else {
            let named = self.renamed(premises, &order);
            if least.as_ref().is_none_or(|least| named < *least) {
                *least = Some(named);
            }
            return;
        };
        for at in order.into_iter().filter(|at| colours[*at] == shared) {
            let mut single = colours.clone();
            single[at] = mixed(shared, 17);
            self.least(premises, &mut single, least);
        }
    }

    /// The premises with letters in this order, and everything sorted.
    fn renamed(&self, premises: &[Draft], order: &[usize]) -> Vec<Draft> {
        let mut letters = vec![0u8; self.all.len()];
        let (mut predicates, mut constants) = (0, 0);
        let mut objects = vec![0; premises.len()];
        for at in order {
            let next = match self.all[*at] {
                Name::Predicate(_) => &mut predicates,
                Name::Constant(_) => &mut constants,
                Name::Object(premise, _) => &mut objects[premise],
            };
            letters[*at] = *next;
            *next += 1;
        }
        let renamed = |(at, draft)| self.draft(at, draft, &letters);
        premises.iter().enumerate().map(renamed).collect()
    }

    fn draft(&self, at: usize, draft: &Draft, letters: &[u8]) -> Draft {
        let letter = |name| letters[self.place(name)];
        let literal = |one: &DraftLiteral| DraftLiteral {
            predicate: letter(Name::Predicate(one.predicate)),
            term: match one.term {
                DraftTerm::Constant(_) => DraftTerm::Constant(letter(named(at, one.term))),
                DraftTerm::Object(_) => DraftTerm::Object(letter(named(at, one.term))),
            },
            ..*one
        };
        let states = |states: &Vec<DraftState>| {
            let sorted = |state: &DraftState| {
                let mut state: DraftState = state.iter().map(literal).collect();
                state.sort_unstable();
                state
            };
            let mut states: Vec<DraftState> = states.iter().map(sorted).collect();
            states.sort_unstable();
            states
        };
        let mut prefix: Vec<(Quantifier, u8)> = draft
            .prefix
            .iter()
            .map(|(quantifier, object)| (*quantifier, letter(Name::Object(at, *object))))
            .collect();
        prefix.chunk_by_mut(|one, other| one.0 == other.0).for_each(<[_]>::sort_unstable);
        Draft { prefix, supposition: states(&draft.supposition), stage: states(&draft.stage) }
    }
}

fn named(at: usize, term: DraftTerm) -> Name {
    match term {
        DraftTerm::Constant(letter) => Name::Constant(letter),
        DraftTerm::Object(letter) => Name::Object(at, letter),
    }
}

fn kind(name: Name) -> (u8, usize) {
    match name {
        Name::Predicate(_) => (0, 0),
        Name::Constant(_) => (1, 0),
        Name::Object(at, _) => (2, at),
    }
}

fn classes(colours: &[u64]) -> usize {
    let mut sorted = colours.to_vec();
    sorted.sort_unstable();
    sorted.dedup();
    sorted.len()
}

/// Mixes two numbers into one (the finaliser of SplitMix64).
fn mixed(one: u64, other: u64) -> u64 {
    let mut mixed = one.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(other).wrapping_add(1);
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stream::Purpose;
    use proptest::prelude::*;

    fn drafts(texts: &[&str]) -> Vec<Draft> {
        texts.iter().map(|text| text.parse().expect("a draft")).collect()
    }

    #[test]
    fn what_differs_in_more_than_names_differs() {
        let all = [
            drafts(&["{A(a())B(a())}", "{A(a())}"]),
            drafts(&["{A(a())}", "{A(a())B(a())}"]),
            drafts(&["{A(a())B(b())}", "{A(a())}"]),
            drafts(&["{A(a())B(a()*)}", "{A(a())}"]),
            drafts(&["{A(a())B(a())}", "{~A(a())}"]),
            drafts(&["{A(a()),B(a())}", "{A(a())}"]),
            drafts(&["{A(a())}^{B(a())}", "{A(a())}"]),
            drafts(&["Ax {A(x)B(x)}", "{A(a())}"]),
            drafts(&["Ax Ey {A(x)B(y)}", "{A(a())}"]),
            drafts(&["Ey Ax {A(x)B(y)}", "{A(a())}"]),
        ];
        let mut forms: Vec<String> = all.iter().map(|one| canonical(one)).collect();
        forms.sort_unstable();
        forms.dedup();
        assert_eq!(forms.len(), all.len());
    }

    /// The premises with other letters, and everything in another order.
    fn disguised(premises: &[Draft], seed: u64) -> Vec<Draft> {
        let mut stream = Purpose::Problem.stream(seed, 0);
        let mut letters = [(); 3].map(|()| (0..26).collect::<Vec<u8>>());
        letters.iter_mut().for_each(|letters| stream.shuffle(letters));
        let mut disguised = premises.to_vec();
        for draft in &mut disguised {
            for literal in draft.literals_mut() {
                literal.predicate = letters[0][usize::from(literal.predicate)];
                match &mut literal.term {
                    DraftTerm::Constant(letter) => *letter = letters[1][usize::from(*letter)],
                    DraftTerm::Object(letter) => *letter = letters[2][usize::from(*letter)],
                }
            }
            draft.prefix.iter_mut().for_each(|one| one.1 = letters[2][usize::from(one.1)]);
            for place in [Place::Stage, Place::Supposition] {
                let states = draft.states_mut(place);
                stream.shuffle(states);
                states.iter_mut().for_each(|state| stream.shuffle(state));
            }
        }
        disguised
    }

    proptest! {
        #[test]
        fn names_and_orders_do_not_matter(
            places in prop::collection::vec(0usize..45, 1..5),
            seed in any::<u64>(),
        ) {
            let views = crate::Bank::Default.views();
            let texts: Vec<&str> = places.into_iter().map(|place| views[place]).collect();
            let premises = drafts(&texts);
            prop_assert_eq!(canonical(&premises), canonical(&disguised(&premises, seed)));
        }
    }
}
