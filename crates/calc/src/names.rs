//! Names that only one text of a call has, and that look like a typing error for a name in another
//! text.
//!
//! A view with such a predicate means something else: `{ace(mary())}` is no answer about
//! `{Ace(mary())}`, and no error shows this. The same holds for formulas.

use std::collections::BTreeSet;

/// A name with the number of its arguments.
pub(crate) type Symbol<'e> = (&'e str, u32);

/// The names in a view or formula.
pub(crate) struct LabelledNames<'e> {
    /// The text in messages: `view 2`.
    pub(crate) label: String,
    pub(crate) predicates: BTreeSet<Symbol<'e>>,
    /// Functions and constants.
    pub(crate) functions: BTreeSet<Symbol<'e>>,
}

/// A notation, with its form of names without arguments.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Notation {
    /// `King()`.
    View,
    /// `King`.
    Formula,
}

/// A sentence about each name that occurs in no other text, if another text has a similar name.
pub(crate) fn slips(texts: &[LabelledNames<'_>], notation: Notation) -> Vec<String> {
    let predicates: Vec<_> = texts.iter().map(|names| &names.predicates).collect();
    let functions: Vec<_> = texts.iter().map(|names| &names.functions).collect();
    let text = match notation {
        Notation::View => "view",
        Notation::Formula => "formula",
    };
    let mut told = Vec::new();
    for (kind, symbols) in [("predicate", predicates), ("name", functions)] {
        for (at, own) in symbols.iter().enumerate() {
            for name in own.iter().filter(|name| is_alone(name, at, &symbols)) {
                if let Some((other, known)) = alike(name, at, &symbols) {
                    told.push(format!(
                        "{}: no other {text} has the {kind} {}; {} has {}",
                        texts[at].label,
                        shown(*name, notation),
                        texts[other].label,
                        shown(known, notation)
                    ));
                }
            }
        }
    }
    told
}

fn shown((name, arity): Symbol<'_>, notation: Notation) -> String {
    match (arity, notation) {
        (0, Notation::View) => format!("`{name}()`"),
        (0, Notation::Formula) => format!("`{name}`"),
        (1, _) => format!("`{name}` of one argument"),
        _ => format!("`{name}` of {arity} arguments"),
    }
}

fn is_alone(name: &Symbol<'_>, at: usize, all: &[&BTreeSet<Symbol<'_>>]) -> bool {
    all.iter().enumerate().all(|(other, names)| other == at || !names.contains(name))
}

/// A similar name in another view, with that view. If one view has both of two names, the later one
/// is the suspect. Names that occur together in one view are different on purpose.
fn alike<'e>(
    name: &Symbol<'e>,
    at: usize,
    all: &[&BTreeSet<Symbol<'e>>],
) -> Option<(usize, Symbol<'e>)> {
    let others = all.iter().enumerate().filter(|(other, _)| *other != at);
    let mut known: Vec<(usize, Symbol<'e>)> = others
        .flat_map(|(other, names)| names.iter().map(move |name| (other, *name)))
        .filter(|(other, known)| {
            !all[at].contains(known)
                && is_near(*name, *known)
                && (*other < at || !is_alone(known, *other, all))
        })
        .collect();
    known.sort_by_key(|(other, known)| (known.1 != name.1, *other, known.0));
    known.into_iter().next()
}

/// Tests if one name may be a typing error for the other.
///
/// Names that differ only in capitals or `_` are similar, and so is a name with another number of
/// arguments. Otherwise the number of arguments and all digits must be equal, and the number of
/// edits must not exceed [`slips_allowed`]. A warning changes no answer, but an unnoticed error
/// does. So `ann` and `anna` are similar, although they may be two people.
fn is_near(one: Symbol<'_>, other: Symbol<'_>) -> bool {
    let letters = |name: &str| -> String {
        name.chars().filter(|c| *c != '_').flat_map(char::to_lowercase).collect()
    };
    let digits = |name: &str| name.chars().filter(char::is_ascii_digit).collect::<String>();
    let (a, b) = (letters(one.0), letters(other.0));
    if a == b {
        return true;
    }
    one.1 == other.1
        && digits(one.0) == digits(other.0)
        && strsim::osa_distance(&a, &b) <= slips_allowed(&a, &b)
}

/// Returns true if one name may be a typing error for the other, such as `altenative` for
/// `alternative`. The names differ only in capitals or `_`, or by a letter or two.
///
/// ```
/// use peirast_calc::are_near_names;
/// assert!(are_near_names("altenative", "alternative"));
/// assert!(!are_near_names("n12", "n21"));
/// ```
#[must_use]
pub fn are_near_names(one: &str, other: &str) -> bool {
    is_near((one, 0), (other, 0))
}

/// The most edits (letters left out, added or replaced, neighbours swapped) between two similar
/// names.
///
/// 0 if one has fewer than three letters, because `p` and `q` are different on purpose; 1 up to
/// seven letters, 2 beyond. A replaced letter in a name of three letters does not count, because it
/// often makes another word (`cat`, `car`).
fn slips_allowed(a: &str, b: &str) -> usize {
    let [a_letters, b_letters] = [a, b].map(|name| name.chars().count());
    match a_letters.min(b_letters) {
        0..=2 => 0,
        3 if a_letters == b_letters => {
            let sorted = |name: &str| {
                let mut letters: Vec<char> = name.chars().collect();
                letters.sort_unstable();
                letters
            };
            usize::from(sorted(a) == sorted(b))
        }
        3..=7 => 1,
        _ => 2,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use peirast_etr::{Engine, Reading};

    fn told(texts: &[&str]) -> Vec<String> {
        let mut told = Reading::ALL.map(|reading| {
            let mut engine = Engine::new(reading);
            let views: Vec<_> =
                texts.iter().map(|text| engine.read(text).expect("a view")).collect();
            let labelled: Vec<_> = (1..)
                .zip(&views)
                .map(|(at, view)| {
                    let names = engine.names_in(view);
                    let label = format!("view {at}");
                    LabelledNames {
                        label,
                        predicates: names.predicates,
                        functions: names.functions,
                    }
                })
                .collect();
            slips(&labelled, Notation::View)
        });
        assert!(told.iter().all(|one| *one == told[0]), "the same in every reading");
        std::mem::take(&mut told[0])
    }

    #[test]
    fn slips_are_pointed_at() {
        for (views, slip) in [
            (
                &["{Ace(mary())King(mary()), Queen(john())}", "{ace(mary())}"][..],
                "view 2: no other view has the predicate `ace` of one argument; view 1 has `Ace` of one argument",
            ),
            (
                &["{ace(mary())}", "{Ace(mary())}", "{Ace(mary())}"],
                "view 1: no other view has the predicate `ace` of one argument; view 2 has `Ace` of one argument",
            ),
            (&["{Smoker()}", "{Smokr(),~Smoker()}^{Smoek()}"], ""),
            (
                &["{Smoker()}", "{Smokre()}"],
                "view 2: no other view has the predicate `Smokre()`; view 1 has `Smoker()`",
            ),
            (
                &["{P(mary())}", "{P(Mary())}"],
                "view 2: no other view has the name `Mary()`; view 1 has `mary()`",
            ),
            (
                &["{Ace(mary())}", "{Ace()}"],
                "view 2: no other view has the predicate `Ace()`; view 1 has `Ace` of one argument",
            ),
            (
                &["{do(Buy())}", "{Fun()}^{do(buy())}"],
                "view 2: no other view has the predicate `buy()`; view 1 has `Buy()`",
            ),
            (
                &["{King()}", "{Kings()}"],
                "view 2: no other view has the predicate `Kings()`; view 1 has `King()`",
            ),
            (
                &["{King()}", "{Kin()}"],
                "view 2: no other view has the predicate `Kin()`; view 1 has `King()`",
            ),
            (
                &["{Ace()}", "{Aec()}"],
                "view 2: no other view has the predicate `Aec()`; view 1 has `Ace()`",
            ),
            (
                &["{P(ann())}", "{P(anna())}"],
                "view 2: no other view has the name `anna()`; view 1 has `ann()`",
            ),
            (
                &["{P(ann1())}", "{P(anna1())}"],
                "view 2: no other view has the name `anna1()`; view 1 has `ann1()`",
            ),
        ] {
            let told = told(views);
            let expected: Vec<&str> = if slip.is_empty() { Vec::new() } else { vec![slip] };
            assert_eq!(told, expected, "{views:?}");
        }
    }

    #[test]
    fn different_names_are_left_alone() {
        for views in [
            &["{Ace(), King()}", "{Queen()}"][..],
            &["{P1(), P2()}", "{P3()}"],
            &["{Card12()}", "{Card13()}"],
            &["{A()}", "{B()}"],
            &["{p()}", "{pq()}"],
            &["{ab()}", "{abc()}"],
            &["{p1()}", "{p2()}"],
            &["{p()}", "{p1()}"],
            &["{King1()}", "{Kin2()}"],
            &["{Cat()}", "{Car()}"],
            &["{Man()}", "{Manager()}"],
            // A different number of arguments is enough of a difference.
            &["{King()}", "{Kin(a())}"],
            // An author who uses both knows that they differ.
            &["{Male(), Mole()}", "{Mole()}"],
            &["{Ace()}", "{Ace()}"],
            &["Ax {P(x)}", "Ay {P(y)}"],
        ] {
            assert_eq!(told(views), Vec::<String>::new(), "{views:?}");
        }
    }
}
