//! Reading views from JSON, and refusing what is none.

use crate::{Engine, Error, NumericFunction, Reading};

/// A view with everything in it, and its JSON.
fn sample(engine: &mut Engine) -> String {
    let view = engine
        .read("Ax Ey {0.5|f(x)=* P(x*)R(x,y),2=+ ~do(P(x))Q(++(x,1),1.5**y)}^{P(a()*),0}")
        .expect("a view");
    engine.show_json(&view)
}

/// The error of the sample after this change, made once.
fn error(old: &str, new: &str) -> String {
    let mut engine = Engine::default();
    let json = sample(&mut engine);
    assert!(json.contains(old), "{old} is not in {json}");
    engine.read_json(&json.replacen(old, new, 1)).expect_err(new).to_string()
}

#[test]
fn every_fault_has_its_place() {
    let x = "{\"name\":\"x\"}";
    let hole = "\"terms\":[{}]}]";
    let cases = [
        ("\"arity\":1,", "\"arity\":3,", "3 terms", "stage[0][0]"),
        ("\"terms\":[{\"name\":\"x\"}]", "\"terms\":[{\"name\":\"z\"}]", "neither", ".terms[0]"),
        (x, "{}", "without the hole", "stage[0][0]"),
        (x, "{\"terms\":[]}", "a term with `name`", "stage[0][0].terms[0]"),
        ("\"polarity\":false", "\"terms\":[]", "`predicate` and `terms`", "stage[1][1]"),
        ("\"num\":1.0", "\"num\":1e999", "a finite number", "function.num"),
        ("\"num\":1.0", "\"num\":\"1\"", "a finite number", "function.num"),
        ("\"num\":1.0", "\"num\":1.0,\"arity\":0", "with `num`", "terms[0].function"),
        ("σ\",\"arity\":null", "σ\",\"arity\":2", "arity null", "terms[0].function"),
        (hole, "\"terms\":[]}]", "1 terms", "issues[0][1]"),
        (hole, "\"terms\":[{\"name\":\"x\"}]}]", "it has 0", "issues[0][1]"),
        ("\"universals\":[{\"name\":\"x\"}]", "\"universals\":[]", "universals", "universal`"),
        (
            "{\"name\":\"x\"}],\"exis",
            "{\"name\":\"x\"},{\"name\":\"u\"}],\"exis",
            "occur",
            "universals[1]",
        ),
        (
            "\"existentials\":[",
            "\"existentials\":[{\"name\":\"x\"},",
            "universal too",
            "existentials[0]",
        ),
    ];
    for (old, new, what, place) in cases {
        let message = error(old, new);
        assert!(message.contains(what), "{new}: {message}");
        assert!(message.contains("this is `") && message.contains(place), "{new}: {message}");
    }
}

#[test]
fn faults_of_form_are_told_as_they_are() {
    let cases = [
        ("\"stage\":", "\"stages\":", "unknown field `stages`"),
        (",\"issues\":[]", "", "missing field `issues`"),
        ("\"verifier\":true", "\"verifier\":1", "invalid type"),
        ("[[", "[", "invalid type: map, expected a sequence"),
    ];
    let mut engine = Engine::default();
    let view = engine.read("{A()}").expect("a view");
    let json = engine.show_json(&view);
    for (old, new, what) in cases {
        let broken = json.replacen(old, new, 1);
        let message = engine.read_json(&broken).expect_err(new).to_string();
        assert!(message.contains("expected a view in JSON"), "{message}");
        assert!(message.contains(what), "{message}");
    }
    let Err(Error::Parse(error)) = engine.read_json("{\n \"stage\": é}") else { panic!() };
    assert_eq!(error.line, 2);
    assert!(engine.read_json("").is_err());
    assert!(engine.read_json(&"[".repeat(100_000)).is_err());
}

#[test]
fn each_state_has_one_weight() {
    let state = "{\"state\":[],\"weight\":{\"multiplicative\":[],\"additive\":[]}}";
    let heavy =
        state.replace("\"additive\":[]", "\"additive\":[{\"function\":{\"num\":1},\"terms\":[]}]");
    let read = |stage: &str, weights: &str| {
        let json = format!(
            "{{\"stage\":[{stage}],\"supposition\":[[]],\"weights\":[{weights}],\"issues\":[],\
             \"dependency_relation\":{{\"universals\":[],\"existentials\":[],\
             \"dependencies\":[]}}}}"
        );
        let mut engine = Engine::default();
        let view = engine.read_json(&json);
        view.map(|view| engine.show(&view)).map_err(|error| error.to_string())
    };
    assert_eq!(read("", ""), Ok("{}".to_owned()));
    assert_eq!(read("[]", &heavy), Ok("{1.0=+ 0}".to_owned()));
    assert_eq!(read("[],[]", &format!("{state},{state}")), Ok("{0}".to_owned()));
    assert!(read("[]", "").expect_err("missing").contains("a weight for every state"));
    let superfluous = read("", state).expect_err("superfluous");
    assert!(superfluous.contains("a state of the stage"), "{superfluous}");
    assert!(superfluous.contains("`weights[0].state`"), "{superfluous}");
    let twice = read("[]", &format!("{heavy},{state}")).expect_err("twice");
    assert!(twice.contains("one weight for each state"), "{twice}");
}

#[test]
fn dependencies_must_be_those_of_a_prefix() {
    let mut engine = Engine::default();
    let view = engine.read("Ax Ay Eu Ev {P(x,y,u,v)}").expect("a view");
    let mut json = engine.show_json(&view);
    for (existential, universal) in [("u", "x"), ("v", "y")] {
        let pair = format!(
            "{{\"existential\":{{\"name\":\"{existential}\"}},\
             \"universal\":{{\"name\":\"{universal}\"}}}}"
        );
        json = json.replace(&format!("{pair},"), "").replace(&format!(",{pair}"), "");
    }
    assert_eq!(engine.read_json(&json).err(), Some(Error::NotMatryoshka));
}

#[test]
fn code_is_never_run() {
    let with_code = |name: &str, arity: &str, terms: &str| {
        format!(
            "{{\"stage\":[[{{\"predicate\":{{\"name\":\"P\",\"arity\":1,\"verifier\":true}},\
             \"terms\":[{{\"function\":{{\"name\":\"{name}\",\"arity\":{arity},\
             \"func_caller\":{{\"code\":\"4wIAAA==\",\"name\":\"g\"}}}},\"terms\":[{terms}]}}]}}]],\
             \"supposition\":[],\"weights\":[],\"issues\":[],\"dependency_relation\":\
             {{\"universals\":[],\"existentials\":[],\"dependencies\":[]}}}}"
        )
        .replace(
            "\"weights\":[]",
            "\"weights\":[{\"state\":STATE,\"weight\":{\"multiplicative\":[],\"additive\":[]}}]",
        )
    };
    let read = |engine: &mut Engine, name: &str, arity: &str, terms: &str| {
        let json = with_code(name, arity, terms);
        let stage = json.find("[[").map_or(0, |at| at + 1);
        let end = json.find("],\"supposition\"").unwrap_or(0);
        let json = json.replace("STATE", &json[stage..end]);
        let view = engine.read_json(&json);
        view.map(|view| engine.show(&view)).map_err(|error| error.to_string())
    };
    let number = "{\"function\":{\"num\":2.0},\"terms\":[]}";
    let pair = format!("{number},{number}");
    let mut engine = Engine::default();
    assert_eq!(read(&mut engine, "x̄", "2", &pair), Ok("{P(4.0)}^{}".to_owned()));
    assert_eq!(read(&mut engine, "σ", "null", &pair), Ok("{P(4.0)}^{}".to_owned()));
    assert_eq!(read(&mut engine, "div", "2", &pair), Ok("{P(1.0)}^{}".to_owned()));
    let error = read(&mut engine, "half", "1", number).expect_err("code");
    assert!(error.contains("which is never run") && error.contains("func_caller"), "{error}");
    engine.define(NumericFunction::new("half", 1, |x| x[0] / 2.0));
    assert_eq!(read(&mut engine, "half", "1", number), Ok("{P(1.0)}^{}".to_owned()));
}

#[test]
fn marks_without_an_atom_are_left_out() {
    let mut engine = Engine::new(Reading::PYETR_1_0_0);
    let view = engine.read("{P(a()*)}").expect("a view");
    let json = engine.show_json(&view);
    let a = "{\"function\":{\"name\":\"a\",\"arity\":0,\"func_caller\":null},\"terms\":[]}";
    let moved = json.replace(&format!("[[{a},"), &format!("[[{},", a.replace("\"a\"", "\"b\"")));
    assert_ne!(moved, json);
    let view = engine.read_json(&moved).expect("a view");
    assert_eq!(engine.show(&view), "{P(a())}");
}

#[test]
fn spaces_escapes_and_order_do_not_matter() {
    let mut engine = Engine::default();
    let json = sample(&mut engine);
    let value: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    let spaced = serde_json::to_string_pretty(&value).expect("JSON");
    let spaced = spaced.replace("\"P\"", "\"\\u0050\"");
    let view = engine.read_json(&spaced).expect("a view");
    assert_eq!(engine.show_json(&view), json);
    let odd = json.replace("\"P\"", "\"a \\\"b\\\\\"");
    let error = engine.read_json(&odd).expect_err("no name of a view string");
    assert!(error.to_string().contains("view strings have no such name"), "{error}");
    let mut pyetr = Engine::new(crate::Reading::PYETR_1_0_0);
    let view = pyetr.read_json(&odd).expect("a view");
    assert_eq!(pyetr.show_json(&view).len(), odd.len());
}
