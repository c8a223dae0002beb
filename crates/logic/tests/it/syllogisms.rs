//! The 256 syllogistic forms: 15 are valid when terms may be empty, 24 when they may not.

use peirast_logic::categorical::{Categorical, CategoricalVerdict, Import, Quantity, decide};

const QUANTITIES: [Quantity; 4] = [Quantity::All, Quantity::No, Quantity::Some, Quantity::SomeNot];

/// Premises and conclusion of a form: terms S = 0, M = 1, P = 2.
fn form(
    major: Quantity,
    minor: Quantity,
    concl: Quantity,
    figure: u8,
) -> ([Categorical; 2], Categorical) {
    let (s, m, p) = (0, 1, 2);
    let make = |quantity, subject, predicate| Categorical { quantity, subject, predicate };
    let major = if figure % 2 == 1 { make(major, m, p) } else { make(major, p, m) };
    let minor = if figure <= 2 { make(minor, s, m) } else { make(minor, m, s) };
    ([major, minor], make(concl, s, p))
}

fn count_valid(import: Import) -> usize {
    let mut valid = 0;
    for major in QUANTITIES {
        for minor in QUANTITIES {
            for concl in QUANTITIES {
                for figure in 1..=4 {
                    let (premises, conclusion) = form(major, minor, concl, figure);
                    match decide(&premises, conclusion, import).unwrap() {
                        CategoricalVerdict::Entailed(_) => valid += 1,
                        CategoricalVerdict::Refuted(model) => {
                            assert!(premises.iter().all(|p| model.satisfies(*p)));
                            assert!(!model.satisfies(conclusion));
                        }
                    }
                }
            }
        }
    }
    valid
}

#[test]
fn fifteen_forms_are_valid_without_existential_import() {
    assert_eq!(count_valid(Import::Modern), 15);
}

#[test]
fn twenty_four_forms_are_valid_with_existential_import() {
    assert_eq!(count_valid(Import::Traditional), 24);
}

#[test]
fn contradictory_premises_entail_in_no_model() {
    let premises = [Categorical::some(0, 1), Categorical::no(0, 1)];
    let verdict = decide(&premises, Categorical::some(1, 1), Import::Modern).unwrap();
    assert_eq!(verdict, CategoricalVerdict::Entailed(0));
}

#[test]
fn too_many_terms_are_an_error_that_names_the_limit() {
    let error =
        decide(&[Categorical::all(0, 5)], Categorical::all(0, 1), Import::Modern).unwrap_err();
    assert!(error.to_string().contains("6 terms; at most 4"));
}
