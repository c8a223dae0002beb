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
    for (premises, lines, is_cured) in [
        (format!("{DISJUNCTION} {{King()}}"), 2, true),
        ("{A(),B()} {C()}^{A()}".to_owned(), 2, false),
        ("{A()} {~A()}".to_owned(), 2, false),
        ("{A(),B()} {C()}".to_owned(), 1, false),
        ("p->q q".to_owned(), 2, true),
    ] {
        let end = |command: &str| {
            let out = place.ok(&format!("etr {command} {premises}"));
            let all: Vec<&str> = out.lines().collect();
            all[all.len() - lines..].join("\n")
        };
        let own = end("infer");
        assert!(own.starts_with("What people conclude: "), "{premises}: {own}");
        assert_eq!(end("explain"), own, "{premises}");
        // With a question that withdraws it, people do not conclude it.
        let unasked = own.replacen("conclude:", "conclude without these questions:", 1);
        assert_eq!(end("equilibrium"), if is_cured { unasked } else { own }, "{premises}");
        for command in ["explain", "equilibrium"] {
            let rows = json_lines(&place.ok(&format!("etr {command} {premises} --json")));
            let infer = json_lines(&place.ok(&format!("etr infer {premises} --json")));
            for field in [
                "concluded",
                "follows_classically",
                "says_nothing",
                "premises_contradict",
                "classical_facts",
            ] {
                assert_eq!(rows[0].get(field), infer[0].get(field), "{command} {premises}");
                assert!(rows[0].get(field).is_some());
            }
        }
    }
}

#[test]
fn no_new_conclusion_is_not_said_to_be_one_that_does_not_follow() {
    let place = Place::new();
    let nothing = "{0}\nWhat people conclude: nothing new.\n";
    let done = place.run("etr infer Ex{D(x*)T(x)} {~D(t()*)}");
    assert_eq!((done.code, done.out.as_str(), done.err.as_str()), (Some(0), nothing, ""));
    for (premises, verdict) in [
        ("{A()} {~A()}", "the premises contradict each other"),
        ("{A()} {A()B()}^{A()} {B()C()}^{B()}", "it follows that {B()}, and that {C()}"),
    ] {
        let out = place.ok(&format!("etr infer {premises}"));
        assert_eq!(out, format!("{nothing}In classical logic: {verdict}.\n"), "{premises}");
    }
    // A fact of a single premise is nothing new for logic either.
    assert_eq!(place.ok("etr infer {A()B()}"), nothing);
}

#[test]
fn a_possibility_is_not_said_to_follow() {
    let place = Place::new();
    let open = place.ok("etr infer {A(),B()} {A()}");
    assert_eq!(
        open,
        "{0,B()}\nWhat people conclude: {0,B()}.\nIn classical logic: this conclusion says nothing: \
         it only leaves a possibility open.\n"
    );
    let row = &json_lines(&place.ok("etr infer {A(),B()} {A()} --json"))[0];
    assert_eq!((&row["says_nothing"], &row["follows_classically"]), (&true.into(), &true.into()));
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
