//! Words of arguments, matched so that a conclusion stands in as many valid arguments as invalid ones.

use super::argument::{Form, Quantity, WIDE};
use super::data::{CHAINS, Chain};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

/// Three classes, each wholly in the next, and a trait. The conclusion is about the middle class.
/// With the narrowest class one form is about it, with the widest one the other form:
///
/// | | with the narrowest | with the widest |
/// |---|---|---|
/// | some | valid | invalid |
/// | all | invalid | valid |
///
/// No two have the same middle class and trait together with the same narrowest or the same widest
/// class. So a list of items without repeated texts leaves the conclusions balanced, even if it
/// uses all words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct MatchedWords {
    narrowest: &'static str,
    middle: &'static str,
    widest: &'static str,
    /// A verb phrase in the plural.
    pub(super) trait_: &'static str,
}

static SOME: LazyLock<Vec<MatchedWords>> = LazyLock::new(|| matched(|chain| &chain.some));
static ALL: LazyLock<Vec<MatchedWords>> = LazyLock::new(|| matched(|chain| &chain.all));

impl MatchedWords {
    /// Returns all words for arguments of this quantity; none if the list of chains does not parse.
    pub(super) fn all(quantity: Quantity) -> &'static [Self] {
        match quantity {
            Quantity::Some => &SOME,
            Quantity::All => &ALL,
        }
    }

    /// Returns the narrow and the wide class of an argument of this form.
    pub(super) fn classes(self, form: Form) -> (&'static str, &'static str) {
        if form.third() == WIDE {
            (self.narrowest, self.middle)
        } else {
            (self.middle, self.widest)
        }
    }
}

/// The classes below and above a middle class for which a trait holds.
#[derive(Default)]
struct Neighbours {
    below: BTreeSet<&'static str>,
    above: BTreeSet<&'static str>,
}

fn matched(traits: impl Fn(&'static Chain) -> &'static [String]) -> Vec<MatchedWords> {
    let mut conclusions: BTreeMap<(&str, &str), Neighbours> = BTreeMap::new();
    for chain in CHAINS.drawn().into_iter().flatten() {
        let classes: Vec<&str> =
            chain.members.iter().chain(&chain.classes).map(String::as_str).collect();
        for at in chain.members.len()..classes.len() {
            let (below, rest) = classes.split_at(at);
            let Some((middle, above)) = rest.split_first() else { continue };
            for trait_ in traits(chain) {
                let both = conclusions.entry((middle, trait_)).or_default();
                both.below.extend(below.iter().filter(|narrow| !repeats(narrow, middle)));
                both.above.extend(above.iter().filter(|wide| !repeats(middle, wide)));
            }
        }
    }
    let mut words = Vec::new();
    let mut used: BTreeMap<&str, usize> = BTreeMap::new();
    for ((middle, trait_), Neighbours { below, above }) in conclusions {
        // Each conclusion begins where the last one about the class ended, so that all its
        // neighbours are used.
        let used = used.entry(middle).or_default();
        let count = below.len().min(above.len());
        let below = below.into_iter().collect::<Vec<_>>();
        let above = above.into_iter().collect::<Vec<_>>();
        for _ in 0..count {
            let (narrowest, widest) = (below[*used % below.len()], above[*used % above.len()]);
            words.push(MatchedWords { narrowest, middle, widest, trait_ });
            *used += 1;
        }
    }
    words
}

/// Returns true if the name of a class contains the name of a wider one, so that a premise about
/// both is trivial: "all wolf spiders are spiders", "all birds of prey are birds".
fn repeats(narrow: &str, wide: &str) -> bool {
    narrow.split(' ').chain(narrow.split('-')).any(|word| word == wide) || narrow.ends_with(wide)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::families::syllogism::argument::NARROW;

    #[test]
    fn each_conclusion_stands_in_as_many_valid_as_invalid_arguments_and_none_is_repeated() {
        for quantity in [Quantity::Some, Quantity::All] {
            let words = MatchedWords::all(quantity);
            assert!(words.len() > 500, "{quantity:?}: {}", words.len());
            for second in [NARROW, WIDE] {
                let arguments: BTreeSet<_> = words
                    .iter()
                    .map(|one| (one.classes(Form { quantity, second }), one.trait_))
                    .collect();
                assert_eq!(arguments.len(), words.len(), "{quantity:?}, second {second}");
            }
            let conclusion = |second: usize, one: &MatchedWords| {
                let form = Form { quantity, second };
                let (narrow, wide) = one.classes(form);
                (if form.third() == WIDE { wide } else { narrow }, one.trait_)
            };
            assert!(words.iter().all(|one| conclusion(NARROW, one) == conclusion(WIDE, one)));
        }
    }
}
