//! What is read straight through is what the general reader reads, and it is what is written here.

use super::read;
use crate::Engine;
use crate::text::json::document::Document;

const VIEWS: [&str; 6] = [
    "{A(a())}",
    "{0}",
    "{}",
    "Ax Ey {0.5|f(x)=* P(x*)R(x,y),2=+ ~do(P(x))Q(++(x,1),1.5**y)}^{P(a()*),0}",
    "Ax Ey Az {P(x)Q(y)~R(z),S(x,f(y,g(z)))T(),~do(A(a())B(b()))}^{U(x*)}",
    "{0.1=* A(e()),3=+ B(b()*),C(-1.5,2)}",
];

fn written(view: &str) -> String {
    let mut engine = Engine::default();
    let view = engine.read(view).expect("a view");
    engine.show_json(&view)
}

/// Everything that was read, the states of the weights as they are.
fn shown(mut document: Document<'_>) -> String {
    let stage = document.stage.iter();
    let weights = document.weights.iter_mut().zip(stage);
    let mut all = String::new();
    for (weight, listed) in weights {
        match &weight.state {
            None => all.push_str(&format!("{listed:?}")),
            Some(own) => all.push_str(&format!("{own:?}")),
        }
        weight.state = None;
    }
    format!("{document:?} {all}")
}

#[test]
fn what_is_written_here_is_read_straight_through() {
    for view in VIEWS {
        let json = written(view);
        let plain = read(&json).unwrap_or_else(|| panic!("{json} is written plainly"));
        let general: Document<'_> = serde_json::from_str(&json).expect("a document");
        assert_eq!(shown(plain), shown(general), "{view}");
    }
}

/// Cut off, a sign more, a sign less, or another sign: read as the general reader reads it, or left to it.
#[test]
fn what_is_changed_is_read_alike_or_left() {
    let (mut alike, mut left) = (0, 0);
    for view in VIEWS {
        let json = written(view);
        for (at, sign) in json.char_indices() {
            let (before, after) = json.split_at(at);
            let without = &after[sign.len_utf8()..];
            let changed = ["0", "x", "\\", "\"", " ", "{", "}", "[", "]", ",", ":", "-"];
            let texts = changed.iter().flat_map(|new| {
                [format!("{before}{new}{after}"), format!("{before}{new}{without}")]
            });
            for text in texts.chain([before.to_owned(), format!("{before}{without}")]) {
                match (read(&text), serde_json::from_str::<Document<'_>>(&text)) {
                    (None, _) => left += 1,
                    (Some(plain), Ok(general)) => {
                        alike += 1;
                        assert_eq!(shown(plain), shown(general), "{text}");
                    }
                    (Some(_), Err(error)) => panic!("{text} is no document: {error}"),
                }
            }
        }
    }
    assert!(alike > 1_000 && left > 10_000, "{alike} alike, {left} left");
}

#[test]
fn deep_terms_are_left_to_the_general_reader() {
    let nested = |depth: usize| {
        let (open, close) = ("f(".repeat(depth), ")".repeat(depth));
        written(&format!("{{A({open}a(){close})}}"))
    };
    assert!(read(&nested(10)).is_some());
    assert!(read(&nested(40)).is_none());
}
