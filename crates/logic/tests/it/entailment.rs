//! What follows and what does not.

use peirast_logic::{Argument, Gap, Signature, Verdict, entails, examine, parse, refutes};

fn argument(premises: &[&str], conclusion: &str) -> Argument {
    let mut signature = Signature::default();
    let premises = premises
        .iter()
        .map(|text| parse(text, &mut signature).unwrap_or_else(|e| panic!("{text}: {e}")))
        .collect();
    let conclusion = parse(conclusion, &mut signature).unwrap();
    Argument { signature, premises, conclusion }
}

#[test]
fn what_follows() {
    for (premises, conclusion) in [
        // propositional
        (&["p → q", "p"][..], "q"),
        (&["p ∨ q", "¬p"], "q"),
        (&["p ↔ q", "q ↔ r"], "p ↔ r"),
        (&[], "p ∨ ¬p"),
        (&["p", "¬p"], "q"),
        // monadic, nested quantifiers
        (&["∀x ∃y (A(x) ∨ B(y))"], "∃y ∀x (A(x) ∨ B(y))"),
        (&["∀x (A(x) → B(x))", "∃x A(x)"], "∃x B(x)"),
        (&["∃x ∀y (A(x) ∧ B(y))"], "∀y ∃x (A(x) ∧ B(y))"),
        (&["∀x ∃y (A(x) ↔ ¬A(y))"], "∃x A(x) ∧ ∃x ¬A(x)"),
        (&["∀x ∃y ∀z (A(x) ∧ B(y) → C(z))", "∃x A(x)", "∀x B(x)"], "∀x C(x)"),
        // non-empty domain, no unique names
        (&["∀x P(x)"], "∃x P(x)"),
        (&["∀x x = a"], "b = c"),
        (&["a = b", "P(a)"], "P(b)"),
        // monadic with identity and nested quantifiers
        (&["∀x ∃y x ≠ y", "∀x (P(x) → ∀y (P(y) → x = y))"], "∃x ¬P(x)"),
        // effectively propositional
        (&["∀x y z. L(x,y) ∧ L(y,z) → L(x,z)", "L(a,b)", "L(b,c)"], "L(a,c)"),
        (&["∃x ∀y L(x,y)"], "∀y ∃x L(x,y)"),
        // functions
        (&["∀x P(f(x))"], "P(f(f(a)))"),
        (&["∀x (P(x) → P(f(x)))", "P(a)"], "P(f(f(a)))"),
        (&["f(a) = b", "∀x f(f(x)) = x"], "f(b) = a"),
        // relations under nested quantifiers
        (&["∀x ∃y L(x,y)", "∀x ∀y (L(x,y) → K(y,x))"], "∀x ∃y K(y,x)"),
    ] {
        let argument = argument(premises, conclusion);
        assert_eq!(entails(&argument), Verdict::Entailed, "{premises:?} ⊨ {conclusion}");
    }
}

#[test]
fn what_does_not() {
    for (premises, conclusion) in [
        (&["p → q", "q"][..], "p"),
        (&["p ∨ q", "p"], "¬q"),
        (&["∀x (A(x) → B(x))"], "∃x B(x)"),
        (&["∃x A(x)", "∃x B(x)"], "∃x (A(x) ∧ B(x))"),
        (&["P(a)"], "P(b)"),
        (&[], "a = b"),
        (&[], "a ≠ b"),
        (&["∀x ∃y L(x,y)"], "∃y ∀x L(x,y)"),
        (&["∀x ∃y x ≠ y"], "∃x ∃y ∃z (x ≠ y ∧ y ≠ z ∧ x ≠ z)"),
        (&["P(f(a))"], "P(a)"),
        (&["∀x f(f(x)) = x"], "f(a) = a"),
        (&["∃x (P(x) → Q)"], "(∃x P(x)) → Q"),
    ] {
        let argument = argument(premises, conclusion);
        match entails(&argument) {
            Verdict::Refuted(structure) => assert!(refutes(&structure, &argument)),
            other => panic!("{premises:?} ⊭ {conclusion}, not {other:?}"),
        }
    }
}

#[test]
fn what_cannot_be_told_is_not_guessed() {
    // An order without end has no finite model, and no contradiction either.
    let premises = ["∀x ∀y ∀z (L(x,y) ∧ L(y,z) → L(x,z))", "∀x ¬L(x,x)", "∀x ∃y L(x,y)"];
    let verdict = entails(&argument(&premises, "⊥"));
    assert!(matches!(verdict, Verdict::Unknown(Gap::Undecided { individuals: 6 })), "{verdict:?}");
}

#[test]
fn too_large_a_problem_names_the_limit() {
    let variables: Vec<String> = (0..12).map(|at| format!("x{at}")).collect();
    let places = variables.join(",");
    let all = format!("∀{} R({places})", variables.join(" "));
    let constants: Vec<String> = (0..12).map(|at| format!("c{at}")).collect();
    let verdict = entails(&argument(&[&all], &format!("R({})", constants.join(","))));
    assert!(matches!(verdict, Verdict::Unknown(Gap::TooLarge { .. })), "{verdict:?}");
}

#[test]
fn vacuous_entailment_is_told_apart() {
    let told = |premises: &[&str], conclusion: &str| {
        let examined = examine(&argument(premises, conclusion));
        (examined.premises_contradict, examined.conclusion_is_valid)
    };
    assert_eq!(told(&["p", "¬p"], "q"), (Some(true), Some(false)));
    assert_eq!(told(&["p"], "q ∨ ¬q"), (Some(false), Some(true)));
    assert_eq!(told(&["p", "p → q"], "q"), (Some(false), Some(false)));
    assert_eq!(told(&["∃x ∀y (A(x) ∧ ¬A(y))"], "q"), (Some(true), Some(false)));
}

#[test]
fn the_domains_that_matter_grow_with_outer_existentials() {
    let three = "∃x ∃y ∃z (x≠y ∧ y≠z ∧ x≠z)";
    for (premises, conclusion) in [
        (&[three][..], "∃x ∀y x=y"),
        (&[three, "∀x ∃y x≠y"], "⊥"),
        (&[three], "∀x ∃y ∀z (x=z ∨ y=z)"),
    ] {
        let argument = argument(premises, conclusion);
        assert!(matches!(entails(&argument), Verdict::Refuted(_)), "{premises:?} {conclusion}");
    }
    assert_eq!(entails(&argument(&[three], "∃x ∃y x≠y")), Verdict::Entailed);
}

#[test]
fn chains_of_equivalence_do_not_double() {
    let chain: Vec<String> = (0..60).map(|at| format!("p{at}")).collect();
    let premise = chain.join(" ↔ ");
    let rest = chain[1..].join(" ↔ ");
    assert_eq!(entails(&argument(&[&premise, &rest], "p0")), Verdict::Entailed);
    assert!(matches!(entails(&argument(&[&premise], "p0")), Verdict::Refuted(_)));
}

#[test]
fn idle_quantifiers_cost_nothing() {
    let many: Vec<String> = (0..40).map(|at| format!("x{at}")).collect();
    let idle = format!("∀{}. ⊤", many.join(" "));
    assert!(matches!(entails(&argument(&[&idle, "P(a) ∧ P(b)"], "P(c)")), Verdict::Refuted(_)));
    assert_eq!(entails(&argument(&["∀v w x y z. ∃u a = b"], "a = b")), Verdict::Entailed);
}

#[test]
fn many_variables_are_taken_one_by_one_where_that_is_possible() {
    let parts: Vec<String> = (0..6).map(|at| format!("P(x{at}) ∧ Q(x{at})")).collect();
    let variables: Vec<String> = (0..6).map(|at| format!("x{at}")).collect();
    let all = format!("∀{}. {}", variables.join(" "), parts.join(" ∨ "));
    let many: Vec<String> = (0..20).map(|at| format!("Z(a{at})")).collect();
    let facts = many.join(" ∧ ");
    assert!(matches!(entails(&argument(&[&all, &facts], "Z(b)")), Verdict::Refuted(_)));
    assert_eq!(entails(&argument(&[&all, &facts], "∀x P(x)")), Verdict::Entailed);
}

#[test]
fn too_hard_a_problem_is_given_up() {
    let n = 13;
    let hole = |pigeon: usize, hole: usize| format!("p{pigeon}_{hole}");
    let mut premises = Vec::new();
    for pigeon in 0..=n {
        premises.push((0..n).map(|at| hole(pigeon, at)).collect::<Vec<_>>().join(" ∨ "));
    }
    for at in 0..n {
        for one in 0..=n {
            for other in 0..one {
                premises.push(format!("¬({} ∧ {})", hole(one, at), hole(other, at)));
            }
        }
    }
    let premises: Vec<&str> = premises.iter().map(String::as_str).collect();
    let verdict = entails(&argument(&premises, "⊥"));
    assert!(matches!(verdict, Verdict::Unknown(Gap::TooHard { .. })), "{verdict:?}");
}
