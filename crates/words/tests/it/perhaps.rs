//! Possibilities: *perhaps* in sentences, and in the words of views.

use crate::typed::{says, views};
use peirast_etr::{Conditional, Engine, View};
use peirast_words::{Hearing, TextReader};

#[test]
fn a_possibility_has_an_alternative_that_says_nothing() {
    says(&[
        ("Perhaps Mary has an ace", "{0,Ace(mary())}"),
        ("Maybe Mary has an ace and a king.", "{0,Ace(mary())King(mary())}"),
        ("Possibly, it rains", "{0,Rains()}"),
        ("It is possible that Mary has an ace or a king", "{0,Ace(mary()),King(mary())}"),
        ("perhaps p", "{0,p()}"),
        ("Perhaps Anna and Ben are tall", "{0,Tall(anna())Tall(ben())}"),
        ("Perhaps neither Anna nor Ben smokes", "{0,~Smokes(anna())~Smokes(ben())}"),
        ("If it rains, then perhaps the street is wet", "{Rains(),Rains()Wet(street())}^{Rains()}"),
        (
            "If Anna and Ben come, then perhaps they smoke",
            "{Comes(anna())Comes(ben()),Comes(anna())Comes(ben())Smokes(anna())Smokes(ben())}^{Comes(anna())Comes(ben())}",
        ),
        (
            "If someone has an ace, then perhaps they have a king",
            "∀x {Ace(x),Ace(x)King(x)}^{Ace(x)}",
        ),
        ("Perhaps some man is tall", "∃x {0,Man(x)Tall(x)}"),
        ("Perhaps every man is tall", "∀x {Man(x),Man(x)Tall(x)}^{Man(x)}"),
        ("Perhaps no man is tall", "∀x {Man(x),Man(x)~Tall(x)}^{Man(x)}"),
        ("Perhaps not every man is tall", "∃x {0,Man(x)~Tall(x)}"),
        ("Perhaps nothing is red", "∀x {0,~Red(x)}"),
    ]);
}

#[test]
fn a_possibility_is_refused_where_a_view_cannot_have_it() {
    for (text, place, help) in [
        ("Mary might have an ace", "column 6", "*perhaps Mary has an ace*"),
        ("Mary has an ace and perhaps a king", "column 21", "*perhaps Mary has an ace*"),
        ("Perhaps if it rains, the street is wet", "column 1", "*If A, then perhaps B.*"),
        ("Perhaps only men are tall", "column 9", "*every*"),
        ("Perhaps every man is tall and every boy is small", "column 1", "a sentence for each"),
    ] {
        let said = views(text);
        assert!(said.contains(place) && said.contains(help), "{text}: {said}");
    }
}

/// The words of a possibility are read as the same view again.
#[test]
fn a_possibility_is_said_and_read_alike() {
    let words = "Mary has an ace and a king. John has a queen. Every man is mortal.";
    for (view, said) in [
        ("{0,Ace(mary())}", "perhaps Mary has an ace"),
        ("{0,Ace(mary())King(mary())}", "perhaps Mary has an ace and a king"),
        (
            "{0,Ace(mary()),~Queen(john())}",
            "perhaps either Mary has an ace, or John does not have a queen",
        ),
        (
            "{Ace(mary()),Ace(mary())King(mary())}^{Ace(mary())}",
            "if Mary has an ace, then perhaps Mary has a king",
        ),
        ("Ax {0,Mortal(x)}", "perhaps everything is mortal"),
        ("Ax {0,~Mortal(x)}", "perhaps nothing is mortal"),
        ("Ax {Man(x),Man(x)Mortal(x)}^{Man(x)}", "perhaps every man is mortal"),
        ("Ax {Man(x),Man(x)~Mortal(x)}^{Man(x)}", "perhaps no man is mortal"),
        ("Ex {0,Man(x)Mortal(x)}", "perhaps some man is mortal"),
    ] {
        let mut engine = Engine::default();
        let hearing = Hearing { said: Conditional::Book, logic: None };
        let mut reader = TextReader::new(&mut engine, hearing);
        reader.other(words).expect("it reads");
        reader.other(said).expect("it reads");
        let read = reader.finish().expect("small");
        let view: View = view.parse().expect("a view");
        assert_eq!(read.dictionary.say(&view).as_deref(), Some(said), "{view}");
        let again = engine.export(&read.texts[1][0].view);
        assert!(again.equivalent(&view).expect("small"), "{view} as {said} is {again}");
    }
}

#[test]
fn a_condition_ends_where_one_reading_remains() {
    says(&[
        ("If Mary has an ace she has a king", "{Ace(mary())King(mary())}^{Ace(mary())}"),
        ("If it rains the street is wet", "{Rains()Wet(street())}^{Rains()}"),
        ("If Mary smokes John drinks", "{Drinks(john())Smokes(mary())}^{Smokes(mary())}"),
        ("Rain or Sun. If Rain Mary smokes.", "{Rain(),Sun()} ; {Rain()Smokes(mary())}^{Rain()}"),
        ("If it rains perhaps the street is wet", "{Rains(),Rains()Wet(street())}^{Rains()}"),
        (
            "If Anna and Ben come they smoke",
            "{Comes(anna())Comes(ben())Smokes(anna())Smokes(ben())}^{Comes(anna())Comes(ben())}",
        ),
        ("if p q", "{p()q()}^{p()}"),
        ("If p and q r or s", "{p()q()r(),p()q()s()}^{p()q()}"),
    ]);
    for text in [
        // *Tom Carl* may be one name, and so may *New York Carl*.
        "If Mary loves Tom Carl is happy",
        "If Mary lives in New York Carl is happy",
        "If Mary eats apples pears grow",
        "If Mary has an ace",
        "If Mary",
        "If p",
    ] {
        let said = views(text);
        assert!(said.contains("expected *then* or a comma"), "{text}: {said}");
    }
}
