//! Texts that are no views: the whole message, the column it points at, and the repair.

use peirast_etr::{Engine, Error};

/// A text and the message.
#[rustfmt::skip]
const REFUSALS: &[(&str, &str)] = &[
    ("", "column 1: expected a quantifier or `{`, found the end; a view has braces around it, and commas between alternatives: `{A(),B()}`"),
    ("{", "column 2: expected a state: atoms, or `0` for the empty one, found the end"),
    ("}", "column 1: expected a quantifier or `{`, found '}'; a view has braces around it, and commas between alternatives: `{A(),B()}`"),
    ("{A(", "column 4: expected a term, found the end"),
    ("{A()", "column 5: expected an atom, `,` or `}`, found the end; every opening brace needs its `}`"),
    ("A()}", "column 2: expected a variable, found '('; a view has braces around it: `{A()}`"),
    ("{A()}}", "column 6: expected `^` or the end, found '}'; this bracket closes nothing"),
    ("{A() B() C}", "column 11: expected `(`, found '}'; predicates and constants are written with brackets: `P()`, `a()`"),
    ("{A() and B()}", "column 10: expected `(`, found 'B'; predicates and constants are written with brackets: `P()`, `a()`"),
    ("{A()∧B()}", "column 5: expected an atom, `,` or `}`, found '∧'; atoms that hold together stand side by side: `A()B()`"),
    ("{P(a()) | Q()}", "column 9: expected an atom, `,` or `}`, found '|'; alternatives are separated by commas: `{A(),B()}`"),
    ("Zx {P(x)}", "column 1: expected a quantifier or `{`, found 'Z'; quantifiers are written `∀x` or `Ax`, `∃y` or `Ey`, and nothing else in front"),
    ("∀ {P(x)}", "column 3: expected a variable, found '{'; variables are letters without `A` and `E`, which quantify: `Ax Ey {...}`"),
    ("Ax Ax {P(x)}", "column 5: expected a variable that is not quantified yet, found 'x'; `x` is quantified twice"),
    ("Ax Ex {P(x)}", "column 5: expected a variable that is not quantified yet, found 'x'; `x` is quantified twice"),
    ("Ax {P(x())}", "column 2: expected a variable that the view speaks of, found 'x'; drop the quantifier of what occurs nowhere in the view: x"),
    ("Ax Ey {P(x)}", "column 5: expected a variable that the view speaks of, found 'y'; drop the quantifier of what occurs nowhere in the view: y"),
    ("{P(x)}", "column 4: expected a quantifier for `x`, found 'x'; write `x()` for a constant, or `Ax` in front of the view"),
    ("{P(a)}", "column 4: expected a quantifier for `a`, found 'a'; write `a()` for a constant, or `Aa` in front of the view"),
    ("{P(1e5)}", "column 5: expected `,` or `)`, found 'e'; arguments are separated by commas: `P(a(),b())`"),
    ("{P(a()b())}", "column 7: expected `,` or `)`, found 'b'; arguments are separated by commas: `P(a(),b())`"),
    ("{P(h(a()f(a()*)))}", "column 9: expected `,` or `)`, found 'f'; arguments are separated by commas: `P(a(),b())`"),
    ("{do(P(a()* 1))}", "column 12: expected `,` or `)`, found '1'; arguments are separated by commas: `P(a(),b())`"),
    ("{P(++(a() (b())))}", "column 11: expected `,` or `)`, found '('; arguments are separated by commas: `P(a(),b())`"),
    ("{1 2=* P()}", "column 4: expected `|` or `=*`, found '2'; the terms of a weight are separated by `|`"),
    ("{0.3 A()}", "column 3: expected an atom, `,` or `}`, found '.'"),
    ("{0.3=* }", "column 8: expected a state: atoms, or `0` for the empty one, found '}'; alternatives stand between commas, and none of them is left out"),
    ("{1=*2=*A()}", "column 5: expected a state: atoms, or `0` for the empty one, found '2'; `0` is a state by itself; weights are followed by `=*` or `=+`"),
    ("{A()}^{0.3=* B()}", "column 9: expected an atom, `,` or `}`, found '.'"),
    ("{do(do(A()))}", "column 2: expected do-atoms that hold ordinary atoms only, found 'd'; `do` cannot stand inside `do`"),
    ("{~}", "column 3: expected a predicate, found '}'; alternatives stand between commas, and none of them is left out"),
    ("{~~A()}", "column 3: expected a predicate, found '~'; two negations cancel out: leave out both"),
    ("{~(A())}", "column 3: expected a predicate, found '('; what can be negated are atoms: `~A()`"),
    ("{A(),}", "column 6: expected a state: atoms, or `0` for the empty one, found '}'; alternatives stand between commas, and none of them is left out"),
    ("{,A()}", "column 2: expected a state: atoms, or `0` for the empty one, found ','; alternatives stand between commas, and none of them is left out"),
    ("{A(),,B()}", "column 6: expected a state: atoms, or `0` for the empty one, found ','; alternatives stand between commas, and none of them is left out"),
    ("{()}", "column 2: expected a state: atoms, or `0` for the empty one, found '('; brackets stand after names only: `P()`, `P(a())`"),
    ("{A(*)}", "column 4: expected a term, found '*'"),
    ("{P(,)}", "column 4: expected a term, found ','"),
    ("{P(a(),,b())}", "column 8: expected a term, found ','"),
    ("{P(-)}", "column 5: expected a digit, found ')'"),
    ("{P(1.2.3)}", "column 7: expected `,` or `)`, found '.'"),
    ("{P(.5)}", "column 4: expected a term, found '.'"),
    ("{P(¾)}", "column 4: expected a term, found '¾'"),
    ("{P(++)}", "column 6: expected `(`, found ')'; predicates and constants are written with brackets: `P()`, `a()`"),
    ("{P(a()++b())}", "column 7: expected `,` or `)`, found '+'; a sum is written in front: `++(a(),b())`"),
    ("{P(x̄)}", "column 6: expected `(`, found ')'; predicates and constants are written with brackets: `P()`, `a()`"),
    ("Ax {P(x)}^", "column 11: expected `{`, found the end; what is supposed stands in braces, too: `{A()}^{B()}`"),
    ("{A()}^{B()}^{C()}", "column 12: expected the end, found '^'"),
    ("{A()}^B()", "column 7: expected `{`, found 'B'; what is supposed stands in braces, too: `{A()}^{B()}`"),
    ("{A()}garbage", "column 6: expected `^` or the end, found 'g'"),
    ("King", "column 1: expected a quantifier or `{`, found 'K'; write `{King()}` for a proposition"),
    ("A", "column 2: expected a variable, found the end; write `{A()}` for a proposition"),
    ("{King}", "column 6: expected `(`, found '}'; predicates and constants are written with brackets: `P()`, `a()`"),
    ("{A(] }", "column 4: expected a term, found ']'"),
    ("[A()]", "column 1: expected a quantifier or `{`, found '['; a view has braces around it, and commas between alternatives: `{A(),B()}`"),
    ("{A()\n,B(}", "line 2, column 4: expected a term, found '}'"),
    ("{A()\n,\n  Ä()}", "line 3, column 3: expected a state: atoms, or `0` for the empty one, found 'Ä'; names are made of the letters a to z, digits and `_`"),
];

#[test]
fn a_refusal_names_the_place_and_the_mend() {
    for (text, message) in REFUSALS {
        match Engine::default().read(text) {
            Err(Error::Parse(error)) => assert_eq!(error.to_string(), *message, "{text}"),
            other => panic!("{text}: {other:?}"),
        }
    }
}

#[test]
fn the_deepest_and_the_longest_texts_are_refused_or_read() {
    let engine = || Engine::default();
    let deep = "f(".repeat(100_000);
    let text = format!("{{P({deep}a(){})}}", ")".repeat(100_000));
    let error = engine().read(&text).expect_err("too deep");
    assert!(error.to_string().contains("nest"), "{error}");
    let text = format!("{{{}A()}}", "~".repeat(100_000));
    engine().read(&text).expect_err("negations cancel out");
    let wide = vec!["A()"; 50_000].join(",");
    assert_eq!(engine().read(&format!("{{{wide}}}")).expect("a view").states(), 1);
    let states: Vec<String> = (0..2_000).map(|at| format!("P{at}()")).collect();
    let view = engine().read(&format!("{{{}}}", states.join(","))).expect("a view");
    assert_eq!(view.states(), 2_000);
}

/// Rounded, numbers of many digits would be equal to others.
#[test]
fn numbers_that_cannot_be_kept_are_refused() {
    let told = |read: Result<peirast_etr::InternedView, Error>, text: &str| match read {
        Err(error) => assert!(error.to_string().contains("at most 38 digits"), "{text}: {error}"),
        Ok(_) => panic!("{text}"),
    };
    let one = "0.1234567890123456789012345678901234567891";
    let whole = "1".repeat(120);
    for number in [
        one,
        "-0.0000000000000000000000000000000000012345678901234567890",
        &whole,
        &"9".repeat(400),
    ] {
        let mut engine = Engine::default();
        told(engine.read(&format!("{{P({number})}}")), number);
        told(engine.read(&format!("{{{number}=* A()}}")), number);
        told(engine.read_fol(&format!("P({number})")), number);
    }
    // A kept number keeps its last digit.
    let mut engine = Engine::default();
    let numbers = [
        "0.123456789012345678901234567890123456".to_owned(),
        "0.123456789012345678901234567890123457".to_owned(),
        "12345678901234567890123456789012345678".to_owned(),
        "00000000000000000000000000000000000000000000000000.5".to_owned(),
        format!("1{}", "0".repeat(120)),
    ];
    let shown: Vec<String> = numbers
        .iter()
        .map(|number| {
            let view = engine.read(&format!("{{P({number})}}")).expect(number);
            engine.show(&view)
        })
        .collect();
    let again = shown.iter().map(|text| {
        let view = engine.read(text).expect(text);
        engine.show(&view)
    });
    assert_eq!(again.collect::<Vec<_>>(), shown);
    assert!(shown.windows(2).all(|two| two[0] != two[1]), "{shown:?}");
}
