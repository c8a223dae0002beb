//! Formulas of the erotetic theory, as the parser of logic reads them.

use peirast_etr::Engine;
use peirast_logic::{Argument, Formula, Signature, Verdict, entails, formula_of_view, parse, show};
use proptest::prelude::*;

const VARIABLES: [&str; 3] = ["x", "y", "z"];

/// A term over the variables, with or without a mark. With `all`, also functions, numbers and sums.
fn term(all: bool) -> impl Strategy<Value = String> {
    let number = (-20..20i32).prop_map(|tenths| format!("{:?}", f64::from(tenths) / 10.0));
    let leaf = prop_oneof![
        4 => (0..3usize).prop_map(|at| VARIABLES[at].to_owned()),
        2 => "[abx]".prop_map(|name| format!("{name}()")),
        u32::from(all) => number,
    ];
    let leaf = (leaf, any::<bool>()).prop_map(|(term, mark)| if mark { term + "*" } else { term });
    leaf.prop_recursive(u32::from(all) * 2, 6, 2, |inner| {
        prop_oneof![
            inner.clone().prop_map(|term| format!("f({term})")),
            ("h\\(|\\+\\+\\(|\\*\\*\\(", inner.clone(), inner)
                .prop_map(|(function, one, other)| format!("{function}{one},{other})")),
        ]
    })
}

fn states(all: bool) -> impl Strategy<Value = String> {
    let atom = prop_oneof![
        "~?[ST]\\(\\)",
        ("~?[PQ]", term(all)).prop_map(|(p, t)| format!("{p}({t})")),
        ("~?(L|==)", term(all), term(all)).prop_map(|(p, s, t)| format!("{p}({s},{t})")),
    ];
    let state = prop::collection::vec(atom, 0..3).prop_map(|atoms| match atoms.len() {
        0 => "0".to_owned(),
        _ => atoms.concat(),
    });
    let states = prop::collection::vec(state, 0..4);
    states.prop_map(|states| format!("{{{}}}", states.join(",")))
}

/// A view that logic can express, as text.
fn view(all: bool) -> impl Strategy<Value = String> {
    let kinds = prop::collection::vec(any::<bool>(), 3);
    let supposition = prop::option::of(states(all));
    (states(all), supposition, kinds, Just(VARIABLES).prop_shuffle()).prop_map(
        |(stage, supposition, kinds, variables)| {
            let body = stage + &supposition.map_or(String::new(), |given| format!("^{given}"));
            let occurs = |name: &str| body.replace("x()", "").contains(name);
            let quantified = variables.into_iter().zip(kinds).filter(|(name, _)| occurs(name));
            let prefix: String = quantified
                .map(|(name, universal)| format!("{}{name} ", if universal { 'A' } else { 'E' }))
                .collect();
            prefix + &body
        },
    )
}

/// The formula of a view, and the formula that its text is parsed as.
fn both(text: &str) -> Result<(Formula, Formula, Signature), TestCaseError> {
    let mut engine = Engine::default();
    let fail = |error: String| TestCaseError::fail(format!("{text}: {error}"));
    let view = engine.read(text).map_err(|error| fail(error.to_string()))?;
    let written = engine.show_fol(&view).map_err(|error| fail(error.to_string()))?;
    let mut signature = Signature::default();
    let said = formula_of_view(&engine, &view, &mut signature);
    let said = said.map_err(|error| fail(error.to_string()))?;
    let read = parse(&written, &mut signature);
    let read = read.map_err(|error| fail(format!("{written}: {error}")))?;
    Ok((said, read, signature))
}

/// A formula with sorted conjunctions and disjunctions, because the two writers use different
/// orders.
fn sorted(formula: Formula, signature: &Signature) -> Formula {
    let all = |parts: Vec<Formula>| {
        let mut parts: Vec<Formula> =
            parts.into_iter().map(|part| sorted(part, signature)).collect();
        parts.sort_by_key(|part| show(part, signature));
        parts
    };
    match formula {
        Formula::And(parts) => Formula::And(all(parts)),
        Formula::Or(parts) => Formula::Or(all(parts)),
        Formula::Implies(one, other) => sorted(*one, signature).implies(sorted(*other, signature)),
        Formula::Quantified(quantifier, variable, body) => {
            Formula::Quantified(quantifier, variable, Box::new(sorted(*body, signature)))
        }
        other => other,
    }
}

proptest! {
    #[test]
    fn formulas_of_views_say_here_what_the_views_say(text in view(true)) {
        let (said, read, signature) = both(&text)?;
        let [read, said] = [read, said].map(|formula| sorted(formula, &signature));
        prop_assert_eq!(show(&read, &signature), show(&said, &signature), "{}", text);
    }

    #[test]
    fn either_entails_the_other(text in view(false)) {
        let (said, read, signature) = both(&text)?;
        for (premise, conclusion) in [(said.clone(), read.clone()), (read, said)] {
            let signature = signature.clone();
            let argument = Argument { signature, premises: vec![premise], conclusion };
            let verdict = entails(&argument);
            prop_assert!(!matches!(verdict, Verdict::Refuted(_)), "{}: {:?}", text, verdict);
        }
    }
}

#[test]
fn a_condition_is_no_part_of_what_a_quantifier_takes_unless_it_is_in_its_brackets() {
    for (view, formula) in [
        ("Ax {C()}^{P(x)}", "∀x (P(x) → C)"),
        ("Ex {P(x*)}^{C()}", "∃x (C → P(x))"),
        ("Ax {==(x,1.0)~P(-0.5)}^{Q(x)}", "∀x (Q(x) → x = 1 ∧ ¬P(\"-0.5\"))"),
    ] {
        let (said, read, signature) = both(view).expect("a view");
        for one in [said, read] {
            assert_eq!(show(&sorted(one, &signature), &signature), formula);
        }
    }
    let argument = |premise: &str| {
        let mut signature = Signature::default();
        let premises = vec![parse(premise, &mut signature).expect("a formula")];
        let conclusion = parse("∀x (P(x) → C)", &mut signature).expect("a formula");
        Argument { signature, premises, conclusion }
    };
    assert!(matches!(entails(&argument("∀x P(x) → C")), Verdict::Refuted(_)));
    assert_eq!(entails(&argument("∀x (P(x)→C())")), Verdict::Entailed);
}

#[test]
fn letters_are_no_quantifiers_and_no_predicates_by_mistake() {
    let error = |text: &str| {
        parse(text, &mut Signature::default()).expect_err(text).help.unwrap_or_default()
    };
    for text in [
        "Ax (P(x))",
        "Ex (P(x) & Q(x))",
        "~Ax (P(x))",
        "Q & Ey (P(y))",
        "∀y Ax (L(x, y))",
        "AxEy (L(x, y))",
        "Ax1 (P(x1))",
        "Ax P(x)",
        "A x P(x)",
        "Ax Ey L(x, y)",
        "Ex ~P(x)",
    ] {
        assert!(error(text).contains("write ∀x or all x"), "{text}: {}", error(text));
    }
    for text in [
        "Ax(x)",
        "Ax(f(x))",
        "All (P)",
        "Ax (y)",
        "Ax & P(x)",
        "Ex",
        "A (x)",
        "\"Ax\"(x)",
        "\"Ax\" (x)",
        "∀x \"é\" (P(x))",
    ] {
        assert!(parse(text, &mut Signature::default()).is_ok(), "{text}");
    }
}

#[test]
fn marks_stand_behind_terms_only() {
    for text in ["P(x)*", "*P(x)", "P(*x)", "P(x**)", "P* & Q"] {
        assert!(parse(text, &mut Signature::default()).is_err(), "{text}");
    }
    for text in ["==(a)", "==(a, b, c)", "== a", "(a, b) == c"] {
        assert!(parse(text, &mut Signature::default()).is_err(), "{text}");
    }
}

#[test]
fn a_predicate_right_behind_a_variable_is_read_as_one() {
    for (close, apart) in [
        ("∀xP(x)", "∀x P(x)"),
        ("∃xBird(x) & Q", "∃x Bird(x) & Q"),
        ("∀x∃yLikes(x,y)", "∀x ∃y Likes(x,y)"),
        ("∀x1P(f(x1))", "∀x1 P(f(x1))"),
        ("all xP(x)", "all x P(x)"),
        ("¬∀XP(X)", "¬∀X P(X)"),
        // A text that looks like one name is one, if the brackets contain it.
        ("∀xA(P(xA))", "∀xA (P(xA))"),
        ("∀x(P(x))", "∀x (P(x))"),
        ("∀x(Q)", "∀x (Q)"),
    ] {
        let read = |text: &str| {
            let mut signature = Signature::default();
            let formula = parse(text, &mut signature).expect(text);
            show(&formula, &signature)
        };
        assert_eq!(read(close), read(apart), "{close}");
    }
    for text in
        ["∀P(x)", "∀xP(a)", "∀xyL(x,y)", "∃xbird(x)", "some man(x)", "∀x∃yP(x)", "all Birds(x)"]
    {
        let error = parse(text, &mut Signature::default()).expect_err(text);
        assert!(error.to_string().contains("write ∀x P(x), with a space"), "{text}: {error}");
    }
}

/// A number is one constant in any notation, in a formula or a view.
#[test]
fn a_number_is_one_constant() {
    for (written, meant) in [
        ("2.50", "2.5"),
        ("007", "7"),
        ("1.0", "1"),
        ("1.000", "1"),
        ("-2.50", "-2.5"),
        ("-0.0", "0"),
        ("00.10", "0.1"),
        ("100", "100"),
    ] {
        let mut signature = Signature::default();
        let mut engine = Engine::default();
        let view = engine.read(&format!("{{P({written})}}")).expect(written);
        let view = formula_of_view(&engine, &view, &mut signature).expect(written);
        let formula = parse(&format!("P({written})"), &mut signature).expect(written);
        let plain = parse(&format!("P({meant})"), &mut signature).expect(meant);
        assert_eq!((&view, &formula), (&plain, &plain), "{written}");
        // The written formula is parsed as the same one.
        assert_eq!(parse(&show(&plain, &signature), &mut signature), Ok(plain), "{written}");
    }
    // These are names.
    let mut signature = Signature::default();
    let [one, other] = ["P(7a0)", "P(7a)"].map(|text| parse(text, &mut signature).expect(text));
    assert_ne!(one, other);
}

#[test]
fn words_for_conditions_are_put_right() {
    for (text, help) in [
        ("A if and only if B", "write A ↔ B"),
        ("P(x) if and only if Q(x)", "write A ↔ B"),
        ("A only if B", "write A → B for *A only if B*"),
        ("A if B", "write A → B for *if A then B*"),
    ] {
        let error = parse(text, &mut Signature::default()).expect_err(text);
        assert!(error.to_string().contains(help), "{text}: {error}");
    }
}

#[test]
fn a_hyphen_denies_what_it_touches_and_nothing_else() {
    for (written, meant) in [
        ("-A", "¬A"),
        ("A & -B", "A & ¬B"),
        ("A->-B", "A → ¬B"),
        ("-(-A)", "¬(¬A)"),
        ("all x -P(x)", "∀x ¬P(x)"),
        ("\"not-A\"", "\"not-A\""),
        ("-3 = x", "\"-3\" = x"),
        ("-3 != x", "\"-3\" ≠ x"),
    ] {
        let mut signature = Signature::default();
        let [read, meant] = [written, meant].map(|text| {
            let formula = parse(text, &mut signature).expect(text);
            show(&formula, &signature)
        });
        assert_eq!(read, meant, "{written}");
    }
    for (text, column, said) in [
        ("not-A", 4, "write `not A` or ¬A"),
        ("NOT-A", 4, "write `not A` or ¬A"),
        ("A and-B", 6, "write `not A` or ¬A"),
        ("A or-(B & C)", 5, "write `not A` or ¬A"),
        ("if-A then B", 3, "write `not A` or ¬A"),
        ("A iff-B", 6, "write `not A` or ¬A"),
        ("all-x P(x)", 4, "write `not A` or ¬A"),
        ("P(well-known)", 7, "put a name with a hyphen in quotes"),
        ("not - A", 5, "write ¬A or -A, without a space"),
        ("not -A", 5, "no `-` next to another negation"),
        ("¬-B", 2, "no `-` next to another negation"),
        ("A & ~-B", 6, "no `-` next to another negation"),
        ("-not A", 2, "no `-` next to another negation"),
        ("--A", 2, "no `-` next to another negation"),
        ("- A", 1, "no `-` by itself"),
        ("A &\n- B", 5, "no `-` by itself"),
    ] {
        let error = parse(text, &mut Signature::default()).expect_err(text);
        assert!(error.to_string().contains(said), "{text}: {error}");
        assert_eq!(error.column, column, "{text}: {error}");
    }
}

#[test]
fn quantifiers_that_count_are_refused() {
    for text in [
        "∃2 x P(x)",
        "∃2x P(x)",
        "∃2xP(x)",
        "∃2. P(a)",
        "∃₂x P(x)",
        "∃=1 x P(x)",
        "∃≥2 x P(x)",
        "exists >= 2 x P(x)",
        "∃!x P(x)",
        "some 3 x (P(x) & Q(x))",
        "all 2 x P(x)",
        "some two x P(x)",
        "exists exactly one x P(x)",
        "exists at least two x P(x)",
    ] {
        let error = parse(text, &mut Signature::default()).expect_err(text);
        let said = "some x some y (P(x) & P(y) & x != y)";
        assert!(error.to_string().contains(said), "{text}: {error}");
    }
    for text in ["∃x2 P(x2)", "some one (P(one))", "∃x ∃y (P(x) & P(y) & x != y)"] {
        assert!(parse(text, &mut Signature::default()).is_ok(), "{text}");
    }
}
