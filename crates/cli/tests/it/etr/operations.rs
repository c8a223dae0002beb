//! Every operation by its name.

use super::{fed, prints, refused};
use crate::support::{Place, json_lines};
use serde_json::json;

#[test]
fn every_one_by_its_name() {
    for (line, expected) in [
        ("basic-step {A(),B()} {~A()}", "{B()~A()}"),
        ("update {A()B(),C()D()} {A()}", "{A()B()}"),
        ("factor {A()B(),A()C()} {A()}", "{B(),C()}"),
        ("factor {A(),B()} {} --absurd {B()}", "{A()}"),
        ("suppose {A()B(),C()} {A()}", "{A()B()}^{A()}"),
        ("depose {B()A()}^{A()}", "{A()B(),~A()}"),
        ("query {A()B(),C()} {A(),C()}", "{A(),C()}"),
        ("which {S(j()*)T(j()),S(m()*)} Ex{S(x*)}", "{S(j()*),S(m()*)}"),
        ("wh-query {S(j()*)} Ex{S(x*)}", "{S(j()*)}"),
        ("inquire {A()} {C()}", "{A()C(),A()~C()}"),
        ("product {A(),B()} {C()}", "{A()C(),B()C()}"),
        ("product Ex{A(x)} Ex{B(x)} --inherited Ex", "∃x {A(x)B(x)}"),
        ("sum {A(),B()} {C()}", "{A(),B(),C()}"),
        ("negation {A()B(),C()}", "{~A()~C(),~B()~C()}"),
        ("answer {A()B(),C()D()} {A()}", "{A()B()}"),
        ("equilibrium-answer {A(),B()} {2=+A(),1=+B()}", "{A()}"),
        ("atomic_answer {A()B(),C()D()} {A()}", "{A()B()}"),
        ("merge {A(),B()} {C()}^{A()}", "{A()C(),B()}"),
        ("universal-product Ax{M(x*)} {M(s()*)}", "{M(s()*)}"),
        ("existential-sum Ex{T(x*)} {T(j()*)}", "∃x {T(j()*),T(x*),~T(j())}"),
        ("division {A()B(),C()D()} {A(),C()}", "{B(),D()}"),
        ("replace {Tall(john())} john mary", "{Tall(mary())}"),
        ("eq {A(),B()} {B(),A()}", "yes"),
        ("equiv Ax{A(x)} Ay{A(y)}", "yes"),
        ("issue-matches {T(j()*)} Ex{T(x*)}", "j(), x"),
        ("equilibrium-answer-potential {0.3=*A()B(),0.7=*C()} {A()}", "0.3"),
        ("atomic-answer-potential {A()B(),C()} {A()C()}", "2"),
        ("primitive-absurd {A()~A()}", "yes"),
        ("fuse ∀x∃y ∃z", "∃z ∀x ∃y"),
        ("chain ∀x ∃y", "∀x ∃y"),
        ("negate AxEy", "∃x ∀y"),
        ("restrict ∀x∃y∀z x y", "∀x ∃y"),
        ("orders ∀x∃y", "y ◁ x\nx ≲ x\ny ≲ x\ny ≲ y"),
    ] {
        prints(&format!("etr {line}"), expected);
    }
}

#[test]
fn what_changed_nothing_says_why() {
    let place = Place::new();
    let done = place.run("etr answer {A(),B()} {A()}^{C()}");
    assert_eq!((done.code, done.out.as_str()), (Some(0), "{A(),B()}\n"));
    assert_eq!(done.err, "unchanged: the internal view supposes something\n");
    let row = &json_lines(&place.ok("etr answer {A(),B()} {A()}^{C()} --json"))[0];
    assert_eq!(row["unchanged"], "the internal view supposes something");
}

#[test]
fn what_changed_something_says_nothing() {
    assert_eq!(Place::new().run("etr update {A(),B()} {A()}").err, "");
}

#[test]
fn one_that_is_not_defined_says_why() {
    refused("etr sum {A()} {B()}^{C()}", &["sum", "both views must suppose the same"]);
}

#[test]
fn limits_are_kept() {
    let product = "etr product {A(),B()} {C(),D()}";
    refused(&format!("{product} --max-states 3"), &["more than 3 states", "--max-states"]);
    refused(&format!("{product} --max-steps 3"), &["more than 3 steps", "--max-steps"]);
}

#[test]
fn an_answer_as_json_is_a_row() {
    let place = Place::new();
    let text = place.ok("etr update {A(),B()} {A()} --json");
    let row = &json_lines(&text)[0];
    assert_eq!(
        *row,
        json!({"op": "update", "args": ["{A(),B()}", "{A()}"], "kwargs": {},
               "reading": "sound", "out": "{A()}"})
    );
    assert_eq!(fed(&place, "etr batch --check", text).out, "1 passed, 0 failed\n");
}
