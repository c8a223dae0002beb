//! Answers of PyETR 1.0.0 to texts and names, seen by running it, and those of the other readings.

use peirast_etr::batch::Row;
use peirast_etr::{Engine, Reading};

fn read(text: &str, reading: Reading) -> Result<String, String> {
    let mut engine = Engine::new(reading);
    let view = engine.read(text).map_err(|error| error.to_string())?;
    Ok(engine.show(&view))
}

fn replaced(text: &str, old: &str, new: &str, reading: Reading) -> String {
    let mut engine = Engine::new(reading);
    let view = engine.read(text).expect("a view");
    let view = engine.replace(&view, old, new).expect("a view");
    engine.show(&view)
}

#[test]
fn pyetr_takes_arguments_without_commas_for_predicates_only() {
    for (text, view) in [
        ("{P(a()b())}", "{P(a(),b())}"),
        ("{P(a()*,b() c()*)}", "{P(a()*,b(),c()*)}"),
        ("{do(P(1 2))}", "{do(P(1.0,2.0))}"),
        ("{P(a()**b() c())}", "{P(a()**b(),c())}"),
        ("{==(a()b())}", "{==(a(),b())}"),
        ("{a() b()=* P()}", "{a()|b()=* P()}"),
    ] {
        assert_eq!(read(text, Reading::PYETR_1_0_0).as_deref(), Ok(view), "{text}");
        for reading in [Reading::SOUND, Reading::BOOK] {
            let refused = read(text, reading).expect_err(text);
            assert!(refused.contains("are separated by"), "{text}: {refused}");
        }
    }
    for (text, column) in [
        ("{P(h(a()f(a()*)))}", 9),
        ("{P(h(a()*b()))}", 10),
        ("{P(b(),f(1 2))}", 12),
        ("{P(++(1 2))}", 9),
        ("{P(**(a() b()))}", 11),
        ("{f(a() b())=* P()}", 8),
        ("{do(P(f(a() b())))}", 13),
    ] {
        for reading in Reading::ALL {
            let refused = read(text, reading).expect_err(text);
            assert!(refused.starts_with(&format!("column {column}:")), "{text}: {refused}");
        }
    }
}

#[test]
fn pyetr_renames_in_weights_what_atoms_have_too() {
    for (text, old, new, pyetr, sound) in [
        ("{w(a())=* P(a())}", "w", "v", "{w(a())=* P(a())}", "{v(a())=* P(a())}"),
        ("{w(a())=* P(c())}", "a", "b", "{w(a())=* P(c())}", "{w(b())=* P(c())}"),
        ("{w(a())=* P(a())}", "a", "b", "{w(b())=* P(b())}", "{w(b())=* P(b())}"),
        // A function is another one with another number of arguments.
        ("{a()=* P(a(c()))}", "a", "b", "{a()=* P(b(c()))}", "{b()=* P(b(c()))}"),
        ("{w(P())=+ P(c())}", "P", "Q", "{w(P())=+ Q(c())}", "{w(Q())=+ Q(c())}"),
        (
            "{a()=* P()}^{do(Q(a()))}",
            "a",
            "b",
            "{b()=* P()}^{do(Q(b()))}",
            "{b()=* P()}^{do(Q(b()))}",
        ),
        ("Ex {w(x)=* P(x*)}", "x", "y", "∃y {w(y)=* P(y*)}", "∃y {w(y)=* P(y*)}"),
    ] {
        assert_eq!(replaced(text, old, new, Reading::PYETR_1_0_0), pyetr, "{text}");
        assert_eq!(replaced(text, old, new, Reading::SOUND), sound, "{text}");
    }
}

/// PySMT puts names in quotes that are no simple symbols, and PyETR keeps the quotes.
#[test]
fn names_from_smt_lib_are_never_those_of_sum_and_product_in_pyetr() {
    let script = |name: &str| {
        format!(
            "(declare-sort U 0) (declare-const a U) (declare-fun P (U) Bool) \
             (declare-fun |{name}| (U U) U) (assert (P (|{name}| a a)))"
        )
    };
    let from = |name: &str, reading| {
        let mut engine = Engine::new(reading);
        let view = engine.read_smt_lib(&script(name)).map_err(|error| error.to_string())?;
        Ok::<_, String>((engine.show(&view), engine.show_smt_lib(&view).expect("a script")))
    };
    for (name, view) in [
        ("x̄", "{P('x̄'(a(),a()))}"),
        ("σ", "{P('σ'(a(),a()))}"),
        ("my f", "{P('my f'(a(),a()))}"),
        ("1f", "{P('1f'(a(),a()))}"),
        ("f'", "{P('f\\''(a(),a()))}"),
        ("Real", "{P('Real'(a(),a()))}"),
        ("f.x", "{P(f.x(a(),a()))}"),
        ("f", "{P(f(a(),a()))}"),
    ] {
        assert_eq!(from(name, Reading::PYETR_1_0_0).expect(name).0, view);
    }
    // Elsewhere a script has these names from views only, and they come back as they were.
    let (view, again) = from("x̄", Reading::SOUND).expect("a product");
    assert_eq!(view, "{P(a()**a())}");
    assert!(again.contains("(|x̄| a a)"), "{again}");
    for declared in
        ["(declare-fun |x̄| (U) U) (assert (P (|x̄| a)))", "(declare-const |σ| U) (assert (P |σ|))"]
    {
        let script =
            format!("(declare-sort U 0) (declare-const a U) (declare-fun P (U) Bool) {declared}");
        let error = Engine::default().read_smt_lib(&script).expect_err("no symbol of views");
        assert!(error.to_string().contains("no such name"), "{error}");
    }
}

/// PyETR prints a mark at every equal argument. A recorded text thus shows more marks than the view
/// had, and the answer counts if it prints the same, names of arbitrary objects aside.
#[test]
fn answers_agree_with_recorded_texts_in_which_marks_spread() {
    let row = |out: &str| -> Row {
        serde_json::from_value(serde_json::json!({
            "op": "sequence",
            "args": ["Ay {P(h(y*,y))}", "Ay {P(h(y,y*))}", "{Q()}"],
            "kwargs": {"steps": [["update", 1], ["update", 2]]},
            "out": out,
            "cmp": "alpha",
        }))
        .expect("a row")
    };
    assert_eq!(row("∀a ∀y {P(h(a*,a*))P(h(y*,y*))Q()}").check(), Ok(()));
    assert_eq!(row("∀u ∀v {P(h(u*,u*))P(h(v*,v*))Q()}").check(), Ok(()));
    for other in ["∀u ∀v {P(h(u*,u*))P(h(v,v))Q()}", "∀u ∃v {P(h(u*,u*))P(h(v*,v*))Q()}"] {
        assert!(row(other).check().is_err(), "{other}");
    }
}
