//! Conclusions that follow, and conclusions that do not.

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
    // An endless order has no finite model, and no contradiction either.
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

#[test]
fn contradictory_premises_entail_whatever_cannot_be_decided_otherwise() {
    // No short proof and no small countermodel: a dense order without end points, only in part.
    let hard = "∀x ∃y (R(x,y) ∧ ¬R(y,x) ∧ ∀z (R(y,z) → R(x,z)))";
    let open = ["∀x ∀y ∀z (R(x,y) ∧ R(y,z) → R(x,z))", "∀x ¬R(x,x)", hard];
    for contradiction in [
        &["p", "¬p"][..],
        &["∀x ∃y (A(x) ↔ ¬A(y))", "∀x A(x)"],
        &["∀x x = a", "∃x ∃y x ≠ y"],
        &["∀x ∀y (S(x,y) → S(y,x))", "S(a,b)", "¬S(b,a)"],
        &["∀x P(f(x))", "¬P(f(a))"],
        // A hard formula is not its own denial, with any names of variables.
        &["∀x ∃y ∀z (R(x,y) ↔ R(f(z),f(y)))", "∃u ∀v ∃w ¬(R(u,v) ↔ R(f(w),f(v)))"],
        &["∀x ∃y R(f(x),y) ∨ p", "¬p ∧ ∃u ¬∃v R(f(u),v)"],
    ] {
        let premises = [&open[..], contradiction].concat();
        let argument = argument(&premises, "∀x ∃y ∀z (T(x,y) → T(y,z) ∧ R(z,x))");
        let started = std::time::Instant::now();
        let examined = examine(&argument);
        assert_eq!(examined.verdict, Verdict::Entailed, "{contradiction:?}");
        assert_eq!(entails(&argument), Verdict::Entailed, "{contradiction:?}");
        assert_eq!(examined.premises_contradict, Some(true), "{contradiction:?}");
        assert!(started.elapsed().as_secs() < 60, "{contradiction:?}: {:?}", started.elapsed());
    }
}

#[test]
fn a_conclusion_that_cannot_be_false_follows_from_anything() {
    let premises = ["∀x ∃y R(x,y)", "∀x ∀y ∀z (R(x,y) ∧ R(y,z) → R(x,z))", "∀x ¬R(x,x)"];
    for valid in ["∀x (P(x) → P(x))", "∃x (D(x) → ∀y D(y))", "∀x ∃y x = y"] {
        assert_eq!(entails(&argument(&premises, valid)), Verdict::Entailed, "{valid}");
    }
}

#[test]
fn monadic_arguments_with_identity_are_decided_whatever_their_number_of_kinds() {
    let kinds = "ABCDE";
    let different: Vec<String> =
        kinds.chars().map(|one| format!("∀x ∃y (({one}(x) ↔ ¬{one}(y)) ∧ x ≠ y)")).collect();
    let mut premises: Vec<&str> = different.iter().map(String::as_str).collect();
    assert_eq!(entails(&argument(&premises, "∃x ∃y x ≠ y")), Verdict::Entailed);
    assert!(matches!(entails(&argument(&premises, "∃x (A(x) ∧ B(x))")), Verdict::Refuted(_)));
    // At least three things exist, and three are not four.
    let all_differ = |count: usize| -> String {
        let names: Vec<String> = (0..count).map(|at| format!("x{at}")).collect();
        let pairs = (0..count).flat_map(|a| (0..a).map(move |b| format!("x{a} ≠ x{b}")));
        let pairs: Vec<String> = pairs.collect();
        format!("∃{}. {}", names.join(" "), pairs.join(" ∧ "))
    };
    let [three, four, five] = [3, 4, 5].map(all_differ);
    premises.push(&three);
    let Verdict::Refuted(structure) = entails(&argument(&premises, &four)) else {
        panic!("three are not four");
    };
    assert_eq!(structure.size(), 3);
    assert_eq!(entails(&argument(&[&five, "∀x ∃y x ≠ y"], &four)), Verdict::Entailed);
}

#[test]
fn several_variables_stand_before_whatever_cannot_follow_a_proposition() {
    let mut signature = Signature::default();
    for (text, shown) in [
        ("all x y ~L(x,y)", "∀x ∀y ¬L(x, y)"),
        ("all x y some z L(x,z)", "∀x ∀y ∃z L(x, z)"),
        ("all x y (L(x,y))", "∀x ∀y L(x, y)"),
        ("all x p & ~q", "∀x p ∧ ¬q"),
    ] {
        let formula = parse(text, &mut signature).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(peirast_logic::show(&formula, &signature), shown);
        signature = Signature::default();
    }
}

#[test]
fn words_in_place_of_connectives_are_told_how_to_be_written() {
    for (text, help) in [
        ("if A then B", "write A → B for *if A then B*"),
        ("A then B", "write A → B for *if A then B*"),
        ("A xor B", "write ¬(A ↔ B) for *either A or B, not both*"),
        ("A unless B", "write ¬B → A for *A unless B*"),
        ("A v B", "write ∨ or | for *or*"),
        ("no x P(x)", "write ¬∃x for *no x*"),
        ("each x P(x)", "write ∀x or all x"),
        ("A B", "put ∧, ∨ or → between formulas"),
    ] {
        let error = parse(text, &mut Signature::default()).expect_err(text);
        assert_eq!(error.help.as_deref(), Some(help), "{text}");
    }
}

/// `k` different individuals, as one premise or as many names.
fn distinct(k: usize, named: bool) -> Vec<String> {
    let pairs = (0..k).flat_map(|i| (0..i).map(move |j| (i, j)));
    if named {
        return pairs.map(|(i, j)| format!("c{i} ≠ c{j}")).collect();
    }
    let all: Vec<String> = pairs.map(|(i, j)| format!("x{i} ≠ x{j}")).collect();
    let some: String = (0..k).map(|i| format!("∃x{i} ")).collect();
    vec![format!("{some}({})", all.join(" ∧ "))]
}

#[test]
fn a_countermodel_has_no_more_individuals_than_are_asked_for() {
    for k in 2..=7 {
        for (conclusion, least) in [
            ("∀x ∃y R(x,y)", 1),
            ("∀x R(x,x)", 1),
            ("∀x ∀y R(x,y)", 1),
            ("∃x R(x,x)", 1),
            ("∀x (P(x) → ∃y R(x,y))", 1),
            ("∀x ∀y (R(x,y) → x = y)", 2),
            ("∃x P(x) ∨ ∃x ∃y (R(x,y) ∧ x ≠ y)", 1),
        ] {
            for named in [false, true] {
                let premises = distinct(k, named);
                let premises: Vec<&str> = premises.iter().map(String::as_str).collect();
                let argument = argument(&premises, conclusion);
                let Verdict::Refuted(found) = examine(&argument).verdict else {
                    panic!("{k} {conclusion}");
                };
                assert!(refutes(&found, &argument));
                assert_eq!(found.size(), k.max(least), "{k} {named} {conclusion}");
            }
        }
    }
}
