//! Laws of entailment over random formulas.

use peirast_logic::{
    Argument, Formula, Quantifier, Signature, Structure, Term, VariableId, Verdict, entails,
    examine, parse, refutes, show,
};
use proptest::prelude::*;

/// A formula before its variables have numbers: variables by the number of quantifiers between.
#[derive(Clone, Debug)]
enum Sketch {
    Truth(bool),
    /// A predicate of a variable, or of the constant if no quantifier is so far out.
    Holds(usize, usize),
    Plain,
    Same(usize, usize),
    Not(Box<Sketch>),
    And(Vec<Sketch>),
    Or(Vec<Sketch>),
    Implies(Box<Sketch>, Box<Sketch>),
    Iff(Box<Sketch>, Box<Sketch>),
    All(Box<Sketch>),
    Some(Box<Sketch>),
}

const PREDICATES: [&str; 2] = ["A", "B"];

fn sketch(identity: bool) -> impl Strategy<Value = Sketch> {
    let same = if identity { 2 } else { 0 };
    let leaf = prop_oneof![
        1 => any::<bool>().prop_map(Sketch::Truth),
        8 => (0..2usize, 0..4usize).prop_map(|(p, v)| Sketch::Holds(p, v)),
        1 => Just(Sketch::Plain),
        same => (0..4usize, 0..4usize).prop_map(|(a, b)| Sketch::Same(a, b)),
    ];
    leaf.prop_recursive(5, 24, 3, |inner| {
        let pair = (inner.clone(), inner.clone()).prop_map(|(a, b)| (Box::new(a), Box::new(b)));
        prop_oneof![
            2 => inner.clone().prop_map(|f| Sketch::Not(Box::new(f))),
            3 => prop::collection::vec(inner.clone(), 2..4).prop_map(Sketch::And),
            3 => prop::collection::vec(inner.clone(), 2..4).prop_map(Sketch::Or),
            2 => pair.clone().prop_map(|(a, b)| Sketch::Implies(a, b)),
            1 => pair.prop_map(|(a, b)| Sketch::Iff(a, b)),
            4 => inner.clone().prop_map(|f| Sketch::All(Box::new(f))),
            4 => inner.prop_map(|f| Sketch::Some(Box::new(f))),
        ]
    })
}

fn formula(sketch: &Sketch, signature: &mut Signature, scope: &mut Vec<VariableId>) -> Formula {
    let term = |out: usize, signature: &mut Signature, scope: &[VariableId]| match scope
        .len()
        .checked_sub(out + 1)
    {
        Some(at) => Term::Variable(scope[at]),
        None => Term::constant(signature.constant("a")),
    };
    match sketch {
        Sketch::Truth(value) => Formula::Truth(*value),
        Sketch::Holds(predicate, out) => {
            let term = term(*out, signature, scope);
            Formula::Atom(signature.predicate(PREDICATES[*predicate], 1), vec![term])
        }
        Sketch::Plain => Formula::Atom(signature.predicate("P", 0), vec![]),
        Sketch::Same(a, b) => {
            let a = term(*a, signature, scope);
            Formula::Equal(a, term(*b, signature, scope))
        }
        Sketch::Not(inner) => Formula::Not(Box::new(formula(inner, signature, scope))),
        Sketch::And(all) => {
            Formula::And(all.iter().map(|one| formula(one, signature, scope)).collect())
        }
        Sketch::Or(all) => {
            Formula::Or(all.iter().map(|one| formula(one, signature, scope)).collect())
        }
        Sketch::Implies(a, b) => {
            let a = formula(a, signature, scope);
            a.implies(formula(b, signature, scope))
        }
        Sketch::Iff(a, b) => {
            let a = formula(a, signature, scope);
            a.iff(formula(b, signature, scope))
        }
        Sketch::All(body) | Sketch::Some(body) => {
            let name = format!("x{}", scope.len());
            let variable = signature.variable(&name);
            scope.push(variable);
            let body = formula(body, signature, scope);
            scope.pop();
            let all = matches!(sketch, Sketch::All(_));
            let quantifier = if all { Quantifier::All } else { Quantifier::Some };
            Formula::Quantified(quantifier, variable, Box::new(body))
        }
    }
}

fn argument(premises: &[Sketch], conclusion: &Sketch) -> Argument {
    let mut signature = Signature::default();
    let mut one = |sketch: &Sketch| formula(sketch, &mut signature, &mut Vec::new());
    let premises = premises.iter().map(&mut one).collect();
    let conclusion = one(conclusion);
    Argument { signature, premises, conclusion }
}

/// Structures with up to `copies` individuals of each kind. Without identity, one of each kind is
/// enough.
fn structures(signature: &mut Signature, copies: usize) -> Vec<Structure> {
    let unary = PREDICATES.map(|name| signature.predicate(name, 1));
    let plain = signature.predicate("P", 0);
    let constant = signature.constant("a");
    let mut all = Vec::new();
    let counts = (copies + 1).pow(4);
    for number in 1..counts {
        let mut kinds = Vec::new();
        let mut rest = number;
        for kind in 0..4usize {
            kinds.extend(std::iter::repeat_n(kind, rest % (copies + 1)));
            rest /= copies + 1;
        }
        for named in 0..kinds.len() {
            for rain in [false, true] {
                let mut structure = Structure::new(kinds.len());
                for (individual, kind) in kinds.iter().enumerate() {
                    for (bit, predicate) in unary.iter().enumerate() {
                        if kind >> bit & 1 == 1 {
                            structure.hold(*predicate, vec![individual]);
                        }
                    }
                }
                if rain {
                    structure.hold(plain, vec![]);
                }
                structure.set(constant, vec![], named);
                all.push(structure);
            }
        }
    }
    all
}

/// The number of facts.
fn facts(structure: &Structure, signature: &mut Signature) -> usize {
    let unary = PREDICATES.map(|name| signature.predicate(name, 1));
    let of_individuals =
        (0..structure.size()).flat_map(|one| unary.map(|name| structure.holds(name, &[one])));
    let plain = structure.holds(signature.predicate("P", 0), &[]);
    of_individuals.chain([plain]).filter(|holds| *holds).count()
}

fn is_entailed(argument: &Argument) -> bool {
    match entails(argument) {
        Verdict::Entailed => true,
        Verdict::Refuted(structure) => {
            assert!(refutes(&structure, argument));
            false
        }
        Verdict::Unknown(gap) => panic!("{gap}"),
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 4000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn monadic_arguments_are_decided_as_by_visiting_every_model(
        premises in prop::collection::vec(sketch(false), 0..3),
        conclusion in sketch(false),
    ) {
        let mut argument = argument(&premises, &conclusion);
        let refuted = structures(&mut argument.signature, 1)
            .iter()
            .any(|structure| refutes(structure, &argument));
        prop_assert_eq!(is_entailed(&argument), !refuted);
    }

    #[test]
    fn what_is_entailed_has_no_countermodel_with_identity_either(
        premises in prop::collection::vec(sketch(true), 0..3),
        conclusion in sketch(true),
    ) {
        let mut argument = argument(&premises, &conclusion);
        let refuted = structures(&mut argument.signature, 2)
            .iter()
            .any(|structure| refutes(structure, &argument));
        match entails(&argument) {
            Verdict::Entailed => prop_assert!(!refuted),
            Verdict::Refuted(structure) => prop_assert!(refutes(&structure, &argument)),
            Verdict::Unknown(gap) => prop_assert!(false, "monadic, so decidable: {gap}"),
        }
    }

    #[test]
    fn no_countermodel_is_smaller_than_the_one_that_is_shown(
        premises in prop::collection::vec(sketch(true), 0..3),
        conclusion in sketch(true),
    ) {
        let mut argument = argument(&premises, &conclusion);
        let others = structures(&mut argument.signature, 2);
        if let Verdict::Refuted(shown) = examine(&argument).verdict {
            prop_assert!(refutes(&shown, &argument));
            let shown_size = (shown.size(), facts(&shown, &mut argument.signature.clone()));
            for other in others {
                let size = (other.size(), facts(&other, &mut argument.signature.clone()));
                prop_assert!(size >= shown_size || !refutes(&other, &argument), "{:?} {:?}", other, shown);
            }
        }
    }

    #[test]
    fn a_further_premise_loses_nothing(
        premises in prop::collection::vec(sketch(false), 0..3),
        more in sketch(false),
        conclusion in sketch(false),
    ) {
        if is_entailed(&argument(&premises, &conclusion)) {
            let longer = [premises, vec![more]].concat();
            prop_assert!(is_entailed(&argument(&longer, &conclusion)));
        }
    }

    #[test]
    fn order_double_negation_and_contraposition_change_nothing(
        premises in prop::collection::vec(sketch(false), 1..4),
        conclusion in sketch(false),
    ) {
        let entailed = is_entailed(&argument(&premises, &conclusion));
        let reversed: Vec<Sketch> = premises.iter().rev().cloned().collect();
        prop_assert_eq!(is_entailed(&argument(&reversed, &conclusion)), entailed);
        let twice = |one: &Sketch| Sketch::Not(Box::new(Sketch::Not(Box::new(one.clone()))));
        let denied: Vec<Sketch> = premises.iter().map(twice).collect();
        prop_assert_eq!(is_entailed(&argument(&denied, &twice(&conclusion))), entailed);
        let given = Sketch::And(premises);
        let as_one = Sketch::Implies(Box::new(given), Box::new(conclusion));
        prop_assert_eq!(is_entailed(&argument(&[], &as_one)), entailed);
    }

    #[test]
    fn what_is_written_reads_back_the_same(one in sketch(true)) {
        let mut signature = Signature::default();
        let one = formula(&one, &mut signature, &mut Vec::new());
        let text = show(&one, &signature);
        let again = parse(&text, &mut signature).map_err(|e| TestCaseError::fail(format!("{text}: {e}")))?;
        prop_assert_eq!(show(&again, &signature), text);
        let conclusion = again;
        let argument = Argument { signature, premises: vec![one], conclusion };
        prop_assert!(!matches!(entails(&argument), Verdict::Refuted(_)));
    }

    #[test]
    fn any_text_is_read_or_refused(text in "[ ()\\[\\]~¬&∧|∨→<>=-∀∃.,:xyzPQf⊤⊥!a-c]{0,40}") {
        let mut signature = Signature::default();
        if let Err(error) = parse(&text, &mut signature) {
            prop_assert!(error.column >= 1 && error.column <= text.chars().count() + 1);
        }
    }
}

#[test]
fn no_text_however_deep_exhausts_anything() {
    for unit in ["(", "~", "∀x ", "∀x. ", "P(", "p -> ", "p <-> ", "¬(", "f(", "∃x y ("] {
        let mut signature = Signature::default();
        assert!(parse(&unit.repeat(100_000), &mut signature).is_err(), "{unit}");
        let whole = format!("{}p", unit.repeat(100_000));
        assert!(parse(&whole, &mut signature).is_err(), "{unit}");
    }
    let mut signature = Signature::default();
    let long = vec!["p"; 100_000].join(" & ");
    assert!(parse(&long, &mut signature).is_ok());
}
