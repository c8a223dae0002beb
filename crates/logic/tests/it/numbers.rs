//! Numbers of individuals: monadic predicates with identity, compared with counting.

use peirast_logic::{Argument, Signature, Structure, Verdict, entails, examine, parse, refutes};
use proptest::prelude::*;
use std::time::{Duration, Instant};

/// A condition on individuals, as a formula of a variable and as a test on the two predicates `P`
/// and `Q`.
type Condition = (&'static str, fn(bool, bool) -> bool);

const CONDITIONS: [Condition; 7] = [
    ("", |_, _| true),
    ("P(x)", |p, _| p),
    ("¬Q(x)", |_, q| !q),
    ("P(x) ∧ Q(x)", |p, q| p && q),
    ("P(x) ∨ Q(x)", |p, q| p || q),
    ("P(x) ↔ Q(x)", |p, q| p == q),
    ("P(x) ∧ ¬Q(x)", |p, q| p && !q),
];

/// The form of a statement about a number.
#[derive(Clone, Copy, Debug)]
enum Put {
    AtLeast,
    /// The denial of "at least one more".
    AtMost,
    /// Among one more than this number, two are identical.
    TwoAreOne,
}

#[derive(Clone, Copy, Debug)]
struct Claim {
    condition: usize,
    number: u32,
    put: Put,
}

/// The formula that this many different things meet a condition, or its denial.
fn all_different(condition: &str, number: u32, denied: bool) -> String {
    let variables: Vec<String> = (0..number).map(|at| format!("x{at}")).collect();
    let met = variables.iter().filter(|_| !condition.is_empty());
    let mut parts: Vec<String> =
        met.map(|one| format!("({})", condition.replace("(x)", &format!("({one})")))).collect();
    for (at, one) in variables.iter().enumerate() {
        parts.extend(variables[at + 1..].iter().map(|other| format!("{one} ≠ {other}")));
    }
    let body = if parts.is_empty() { "⊤".to_owned() } else { parts.join(" ∧ ") };
    match (variables.is_empty(), denied) {
        (true, false) => body,
        (true, true) => format!("¬({body})"),
        (false, false) => format!("∃{} ({body})", variables.join(" ")),
        (false, true) => format!("∀{}. ¬({body})", variables.join(" ")),
    }
}

impl Claim {
    fn text(self) -> String {
        let condition = CONDITIONS[self.condition].0;
        match self.put {
            Put::AtLeast => all_different(condition, self.number, false),
            Put::AtMost => format!("¬({})", all_different(condition, self.number + 1, false)),
            Put::TwoAreOne => all_different(condition, self.number + 1, true),
        }
    }

    /// Tests if it is true with these numbers of individuals of each kind, with `P` and `Q` as the
    /// bits of the kind's number.
    fn holds(self, counts: [u32; 4]) -> bool {
        let met = CONDITIONS[self.condition].1;
        let there: u32 =
            (0..4).filter(|kind| met(kind & 1 == 1, kind & 2 == 2)).map(|kind| counts[kind]).sum();
        match self.put {
            Put::AtLeast => there >= self.number,
            Put::AtMost | Put::TwoAreOne => there <= self.number,
        }
    }
}

fn argument(premises: &[String], conclusion: &str) -> Argument {
    let mut signature = Signature::default();
    let mut read =
        |text: &str| parse(text, &mut signature).unwrap_or_else(|error| panic!("{text}: {error}"));
    let premises = premises.iter().map(|text| read(text)).collect();
    let conclusion = read(conclusion);
    // Every structure that is compared has both.
    signature.predicate("P", 1);
    signature.predicate("Q", 1);
    Argument { signature, premises, conclusion }
}

/// The number of individuals, and of facts about them.
fn size(structure: &Structure, argument: &Argument) -> (usize, usize) {
    let mut signature = argument.signature.clone();
    let predicates = ["P", "Q"].map(|name| signature.predicate(name, 1));
    let individuals = 0..structure.size();
    let facts = individuals
        .map(|one| predicates.iter().filter(|name| structure.holds(**name, &[one])).count())
        .sum();
    (structure.size(), facts)
}

/// The sizes of all countermodels with up to this many individuals of a kind.
fn countermodels(
    premises: &[Claim],
    conclusion: Claim,
    most: u32,
) -> impl Iterator<Item = (usize, usize)> {
    let kinds = (0..=most).flat_map(move |a| (0..=most).map(move |b| (a, b)));
    let all = kinds.flat_map(move |(a, b)| {
        (0..=most).flat_map(move |c| (0..=most).map(move |d| [a, b, c, d]))
    });
    all.filter(move |counts| {
        counts.iter().sum::<u32>() > 0
            && premises.iter().all(|claim| claim.holds(*counts))
            && !conclusion.holds(*counts)
    })
    .map(|[a, b, c, d]| ((a + b + c + d) as usize, (b + c + 2 * d) as usize))
}

fn claim(most: u32) -> impl Strategy<Value = Claim> {
    let put = prop_oneof![Just(Put::AtLeast), Just(Put::AtMost), Just(Put::TwoAreOne)];
    (0..CONDITIONS.len(), 0..=most, put).prop_map(|(condition, number, put)| Claim {
        condition,
        number,
        put,
    })
}

/// The largest number in a statement.
const MOST: u32 = 6;

/// Checks the verdict, and the size of the countermodel, against counting.
fn check(premises: &[Claim], conclusion: Claim) -> Result<(), TestCaseError> {
    let texts: Vec<String> = premises.iter().map(|claim| claim.text()).collect();
    let argument = argument(&texts, &conclusion.text());
    let least = countermodels(premises, conclusion, MOST + 1).min();
    match (examine(&argument).verdict, least) {
        (Verdict::Entailed, None) => {}
        (Verdict::Refuted(found), Some(least)) => {
            prop_assert!(refutes(&found, &argument));
            let found = size(&found, &argument);
            prop_assert_eq!(found, least, "{:?} ⊭ {:?}", premises, conclusion);
        }
        (verdict, least) => {
            prop_assert!(false, "{:?}, but {:?}: {:?} {:?}", verdict, least, premises, conclusion);
        }
    }
    Ok(())
}

/// Witnesses of several existentials can coincide in many ways; none of these arguments is too
/// hard.
#[test]
fn many_witnesses_are_told_apart() -> Result<(), TestCaseError> {
    let at_least = |condition, number| Claim { condition, number, put: Put::AtLeast };
    let at_most = |condition, number| Claim { condition, number, put: Put::AtMost };
    check(&[at_least(0, 3), at_least(0, 4)], at_most(5, 5))?;
    check(&[at_least(1, 4), at_least(1, 2), at_least(0, 3)], at_most(4, 4))?;
    check(&[at_least(0, 2), at_least(1, 3)], at_most(4, 6))?;
    check(&[at_most(2, 1), at_least(0, 2), at_least(3, 3)], at_most(0, 6))?;
    check(&[at_least(0, 4), at_least(5, 5)], at_most(6, 4))?;
    check(&[at_least(4, 6), at_least(1, 3), at_most(1, 6)], at_most(1, 6))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 600, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn claims_about_numbers_follow_as_they_are_counted(
        premises in prop::collection::vec(claim(MOST), 0..4),
        conclusion in claim(MOST),
    ) {
        check(&premises, conclusion)?;
    }
}

/// Long claims about numbers are decided quickly.
#[test]
fn twenty_variables_are_no_hindrance() {
    let begun = Instant::now();
    for number in [8, 9, 12, 20] {
        for condition in ["", "P(x)", "P(x) ∧ ¬Q(x)"] {
            let at_least = |number| all_different(condition, number, false);
            let at_most = |number| all_different(condition, number + 1, true);
            let follows =
                |premises: &[String], conclusion: String| entails(&argument(premises, &conclusion));
            let fewer = follows(&[at_least(number)], at_least(number - 1));
            assert_eq!(fewer, Verdict::Entailed, "{number} {condition}");
            let both = follows(&[at_least(number), at_most(number - 1)], "⊥".to_owned());
            assert_eq!(both, Verdict::Entailed, "{number} {condition}");
            let more = argument(&[at_least(number - 1)], &at_least(number));
            let Verdict::Refuted(found) = entails(&more) else { panic!("{number} {condition}") };
            assert_eq!(found.size(), number as usize - 1, "{number} {condition}");
        }
    }
    // Visiting all individuals would take an hour; this limit allows for a slow machine.
    assert!(begun.elapsed() < Duration::from_secs(30), "{:?}", begun.elapsed());
}

#[test]
fn constants_are_counted_with_the_others() {
    let different = "a ≠ b ∧ b ≠ c ∧ a ≠ c".to_owned();
    let all = |text: &str| text.to_owned();
    for (premises, conclusion, follows) in [
        (vec![different.clone()], all_different("", 3, false), true),
        (vec![different.clone()], all_different("", 4, false), false),
        (
            vec![different.clone(), all("P(a) ∧ P(b) ∧ ¬P(c)"), all_different("P(x)", 3, true)],
            all("∀x (P(x) → x = a ∨ x = b)"),
            true,
        ),
        (
            vec![different, all("P(a) ∧ P(b)"), all_different("P(x)", 4, true)],
            all("∀x (P(x) → x = a ∨ x = b)"),
            false,
        ),
        (
            vec![all_different("", 8, false), all("∀x (x = a ∨ P(x))")],
            all_different("P(x)", 7, false),
            true,
        ),
        (
            vec![all_different("", 8, false), all("∀x (x = a ∨ P(x))")],
            all_different("P(x)", 8, false),
            false,
        ),
    ] {
        let argument = argument(&premises, &conclusion);
        match entails(&argument) {
            Verdict::Entailed => assert!(follows, "{premises:?} {conclusion}"),
            Verdict::Refuted(found) => {
                assert!(!follows && refutes(&found, &argument), "{premises:?} {conclusion}");
            }
            Verdict::Unknown(gap) => panic!("{gap}: {premises:?} {conclusion}"),
        }
    }
}
