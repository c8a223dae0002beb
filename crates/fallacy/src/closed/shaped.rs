//! Conclusions with the shape of another: the same numbers of alternatives and literals, with the
//! same quantifiers and suppositions.

use crate::repertoire::{Repertoire, renamed, signed};
use crate::statement::{Literal, State, Statement, Term};
use peirast_random::Stream;

/// The literals for statements about the premises' things and arbitrary objects.
#[derive(Debug)]
pub(super) struct Words {
    /// Literals of the premises, as they are written.
    shown: Vec<Literal>,
    /// All literals, with either sign.
    all: Vec<Literal>,
}

impl Words {
    pub(super) fn new(premises: &[Statement]) -> Words {
        let mut repertoire = Repertoire::new(premises);
        let mut shown: Vec<Literal> =
            premises.iter().flat_map(Statement::literals).map(renamed).collect();
        shown.sort_unstable();
        shown.dedup();
        repertoire.ground.extend(repertoire.instances());
        repertoire.generalise();
        let all = signed(repertoire.ground.iter().chain(&repertoire.open)).collect();
        Words { shown, all }
    }

    /// Those that satisfy a condition, from premises or not.
    pub(super) fn only(&self, holds: impl Fn(&Literal) -> bool) -> Words {
        let all: Vec<Literal> = self.all.iter().filter(|one| holds(one)).cloned().collect();
        Words { shown: all.clone(), all }
    }

    /// Literals about named things, with either sign.
    pub(super) fn ground(&self) -> impl Iterator<Item = &Literal> {
        self.all.iter().filter(|literal| literal.is_ground())
    }

    /// Up to `count` random conclusions with the shape of another, each once: first of literals of
    /// the premises, then of any.
    pub(super) fn drawn(
        &self,
        like: &Statement,
        each: usize,
        stream: &mut Stream,
    ) -> Vec<Statement> {
        let mut drawn: Vec<Statement> = Vec::new();
        for words in [&self.shown, &self.all] {
            for _ in 0..each {
                if let Some(one) = filled(like, words, stream)
                    && !drawn.contains(&one)
                {
                    drawn.push(one);
                }
            }
        }
        drawn
    }
}

/// A statement with other literals. `None` if there are too few, or if the result is equivalent to
/// a shorter one.
fn filled(like: &Statement, words: &[Literal], stream: &mut Stream) -> Option<Statement> {
    let supposition = states(&like.supposition, words, stream)?;
    let stage = states(&like.stage, words, stream)?;
    let again = |literal: &Literal| supposition.iter().flatten().any(|it| same_atom(it, literal));
    let is_odd = stage.iter().flatten().any(again);
    (!is_odd).then(|| Statement { prefix: like.prefix.clone(), supposition, stage })
}

fn states(like: &[State], words: &[Literal], stream: &mut Stream) -> Option<Vec<State>> {
    let mut states: Vec<State> = Vec::new();
    for slots in like {
        let mut state = State::new();
        for slot in slots {
            let left: Vec<Literal> = words
                .iter()
                .filter_map(|word| put(word, slot))
                .filter(|word| !state.iter().any(|other| same_atom(other, word)))
                .collect();
            state.push(left.get(stream.below(left.len()))?.clone());
        }
        let within = |one: &State, other: &State| one.iter().all(|it| other.contains(it));
        if states.iter().any(|other| within(other, &state) || within(&state, other)) {
            return None;
        }
        states.push(state);
    }
    Some(states)
}

fn same_atom(one: &Literal, other: &Literal) -> bool {
    one.predicate == other.predicate && one.terms == other.terms
}

/// A literal in the place of another, with as many arbitrary objects, which get the names that are
/// used there.
fn put(word: &Literal, slot: &Literal) -> Option<Literal> {
    let (own, wanted) = (distinct(&word.objects()), distinct(&slot.objects()));
    let named = |object: &str| {
        let place = own.iter().position(|one| one == object).unwrap_or(0);
        Term::Object(wanted.get(place).cloned().unwrap_or_default())
    };
    (own.len() == wanted.len()).then(|| word.replaced(&named))
}

fn distinct(objects: &[&str]) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    for object in objects {
        if !all.iter().any(|one| one == object) {
            all.push((*object).to_owned());
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grounds::statements;
    use crate::stream::Purpose;

    fn shape(one: &Statement) -> (usize, Vec<usize>, Vec<usize>, usize) {
        let sizes = |states: &[State]| states.iter().map(Vec::len).collect::<Vec<_>>();
        let open = one.literals().filter(|literal| !literal.is_ground()).count();
        (one.prefix.len(), sizes(&one.stage), sizes(&one.supposition), open)
    }

    #[test]
    fn what_is_drawn_has_the_shape() {
        let premises = ["{A(a())B(a()),~C(b())}", "Ax {B(x)}^{A(x)}", "{C(a())}"];
        let words = Words::new(&statements(&premises).expect("views"));
        let mut stream = Purpose::Closed.stream(1, 1);
        for like in
            ["{A(a())}", "{A(a())B(a())~C(a())}", "{A(a())B(b()),C(a())}", "Ax {B(x)C(a())}^{A(x)}"]
        {
            let like = Statement::read(like).expect("a view");
            let drawn = words.drawn(&like, 40, &mut stream);
            assert!(drawn.len() >= 5, "{like}: {}", drawn.len());
            for one in &drawn {
                assert_eq!(shape(one), shape(&like), "{one} for {like}");
                let again = Statement::read(&one.to_string()).expect("a view");
                assert_eq!(shape(&again), shape(&like), "{one} is said whole");
            }
        }
        let too_large = Statement::read("{A(a())A(b())B(a())B(b())C(a())C(b())D(a())}");
        assert_eq!(words.drawn(&too_large.expect("a view"), 40, &mut stream), []);
    }

    #[test]
    fn literals_of_premises_come_first() {
        let words = Words::new(&statements(&["{A()B(),~C()}"]).expect("views"));
        let like = Statement::read("{A()}").expect("a view");
        let drawn = words.drawn(&like, 60, &mut Purpose::Closed.stream(1, 1));
        let shown: Vec<String> = drawn.iter().map(ToString::to_string).collect();
        let (first, rest) = shown.split_at(3);
        assert!(["{A()}", "{B()}", "{~C()}"].iter().all(|one| first.contains(&(*one).to_owned())));
        assert_eq!(rest.len(), 3);
    }
}
