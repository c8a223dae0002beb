//! Answers of whole procedures.

use super::{DISJUNCTION, prints};
use crate::support::{Place, Wording, json_lines, says};

#[test]
fn what_follows() {
    let fallacy = "{Ace()}\nWhat people conclude: {Ace()}.\nIn classical logic: it does not follow: a fallacy.";
    prints(&format!("etr infer {DISJUNCTION} {{King()}}"), fallacy);
    let valid = "{Q()}\nWhat people conclude: {Q()}.\nIn classical logic: it follows.";
    prints("etr default_inference_procedure {P()Q()}^{P()} {P()}", valid);
}

/// The last lines of the three commands that say what people conclude.
#[test]
fn infer_explain_and_equilibrium_end_alike() {
    let place = Place::new();
    for (premises, lines) in [
        (format!("{DISJUNCTION} {{King()}}"), 2),
        ("{A(),B()} {C()}^{A()}".to_owned(), 2),
        ("{A()} {~A()}".to_owned(), 1),
        ("p->q q".to_owned(), 2),
    ] {
        let end = |command: &str| {
            let out = place.ok(&format!("etr {command} {premises}"));
            let all: Vec<&str> = out.lines().collect();
            all[all.len() - lines..].join("\n")
        };
        let own = end("infer");
        assert!(own.starts_with("What people conclude: "), "{premises}: {own}");
        for command in ["explain", "equilibrium"] {
            assert_eq!(end(command), own, "{command} {premises}");
            let rows = json_lines(&place.ok(&format!("etr {command} {premises} --json")));
            let infer = json_lines(&place.ok(&format!("etr infer {premises} --json")));
            for field in ["concluded", "follows_classically"] {
                assert_eq!(rows[0].get(field), infer[0].get(field), "{command} {premises}");
                assert!(rows[0].get(field).is_some());
            }
        }
    }
}

#[test]
fn nothing_follows_and_is_said_to() {
    let done = Place::new().run("etr infer Ex{D(x*)T(x)} {~D(t()*)}");
    assert_eq!((done.code, done.out.as_str()), (Some(0), "{0}\nWhat people conclude: nothing.\n"));
    assert_eq!(done.err, "nothing follows\n");
}

#[test]
fn whether_it_follows() {
    prints("etr follows --target Ax{A(x)B(x)}^{B(x)} Ax{A(x)B(x)}^{A(x)}", "yes");
    prints("etr follows --target {B()} {A()}", "no");
}

#[test]
fn what_counts_as_following() {
    let renamed = "etr follows --target Ey{P(y*)} Ex{P(x*)}";
    prints(renamed, "yes");
    let marked = "etr follows --target {P(j())} {P(j()*)Q()}";
    prints(marked, "no");
    prints(&format!("{marked} --regardless-of-issues"), "yes");
    Place::new().fails(2, &format!("{marked} --regardless-of-issues --strict"));
}

#[test]
fn how_probable_it_is() {
    let line = "etr probability --of {Red()} {Red(),Green()} {60=*Green()}^{Green()}";
    let done = Place::new().run(line);
    assert_eq!(done.out, "{0,40.0=* Red()}\n");
    assert_eq!(done.err, "potential: 40.0 of 100\n");
    let row = &json_lines(&Place::new().ok(&format!("{line} --json")))[0];
    assert_eq!(row["potential"], "40.0");
    let symbolic = "etr probability --of {A()} {f()=*A(),B()}";
    says(&Place::new().run(symbolic).err, &["not a number from 0 to 100"]);
}

#[test]
fn what_to_do() {
    let line = "etr decide {do(Buy()),~do(Buy())} --consequence {Fun()}^{do(Buy())} \
                --priority {1=+0}^{Fun()}";
    prints(line, "{do(Buy())}");
}

#[test]
fn functions_are_computed_if_asked_to() {
    let decide = "etr decide {do(A()),do(B())} --consequence {D(10)}^{do(A())} \
                  --priority Ax{log(x)=+0}^{D(x)}";
    prints(&format!("{decide} --function log"), "{do(A()),do(B())}");
    prints("etr update {A(log(1000))} {B()} --function log", "{A(3.0)B()}");
    Place::new().fails(2, "etr update {A()} {B()} --function exp");
}

#[test]
fn a_reading_is_followed() {
    let mut wording = Wording::default();
    let query = "etr query {A()B(),C()} {A()}";
    prints(query, "{0,A()}");
    prints(&format!("{query} --reading book"), "{A()}");
    prints("etr --reading pyetr-1.0.0 negation {P(b()*)}", "{~P(b())}");
    prints("etr negation {P(b()*)}", "{~P(b()*)}");
    wording.fails(&Place::new(), 2, "etr query {A()} {B()} --reading quine");
    insta::assert_snapshot!(wording.text());
}
