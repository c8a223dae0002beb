//! Themes: refusals of invalid ones, and readings of sentences of all themes.

use crate::support::random::{Random, Shape};
use peirast_words::{Claim, MOST_BYTES, MOST_NAMES, Theme};

/// Returns a theme file with places for changes.
fn file(object: &str, predicate: &str, more: &str) -> String {
    let list = |letter: &str| -> Vec<String> {
        (b'a'..=b'p').map(|c| format!("\"{letter}{}o\"", char::from(c))).collect()
    };
    let (mut objects, mut predicates) = (list("bu"), list("ka"));
    objects[0] = format!("\"{object}\"");
    predicates[0] = format!("\"{predicate}\"");
    format!(
        "name = \"mine\"\npreamble = \"A scene.\"\nkind = {{ one = \"card\", many = \"cards\" }}\n\
         objects = [\n{}]\npredicates = [{}]\n{more}",
        objects.join(",\n"),
        predicates.join(", ")
    )
}

#[test]
fn a_theme_needs_no_code() {
    let more = "[[fact]]\nholds = \"the bell is lit\"\nfails = \"the bell is not lit\"";
    let theme = Theme::read("mine.toml", &file("the ace", "red", more)).expect("fit");
    assert_eq!((theme.objects.len(), theme.facts.len()), (16, 1));
}

#[test]
fn what_could_be_misread_is_refused() {
    for (object, predicate, more, refusal) in [
        (
            "ace",
            "Ace",
            "",
            "line 21, column 15: \"Ace\" and \"ace\" are the same words; leave one out",
        ),
        (
            "the ace",
            "ace-like",
            "",
            "line 21, column 15: \"the ace\" is inside \"ace-like\"; change one",
        ),
        (
            "night mare",
            "nightmare",
            "",
            "line 21, column 15: \"nightmare\" and \"night mare\" are the same",
        ),
        (
            "black and white",
            "red",
            "",
            "line 5, column 1: \"black and white\" has `and` in it, a word of",
        ),
        ("what is", "red", "", "line 5, column 1: \"what is\" has `is` in it"),
        (
            "planet X",
            "red",
            "",
            "line 5, column 1: \"planet X\" has the single letter `x` in it; use longer",
        ),
        ("the", "red", "", "line 5, column 1: \"the\" is an article and nothing else; add a noun"),
        ("", "red", "", "line 5, column 1: \"\" has a word without letters"),
        (
            "a  b",
            "red",
            "",
            "line 5, column 1: \"a  b\" has a word without letters, or a space too many",
        ),
        ("ace", "re.d", "", "line 21, column 15: \"re.d\" has the sign '.' in it; use letters"),
        ("my card", "red", "", "line 5, column 1: \"card\" is inside \"my card\""),
        ("ace", "red", "colour = 1", "line 22, column 1: unknown field `colour`"),
        (
            "ace",
            "red",
            "relations = [\"on\", \"on top of\"]",
            "line 22, column 20: \"on\" is inside \"on top",
        ),
    ] {
        let error = Theme::read("mine.toml", &file(object, predicate, more)).expect_err("unfit");
        let wanted = format!("mine.toml, {refusal}");
        assert!(error.to_string().starts_with(&wanted), "{error}\n{wanted}");
    }
    let few = file("ace", "red", "").replace("\"kaco\", ", "");
    let error = Theme::read("mine.toml", &few).expect_err("few");
    assert_eq!(error.to_string(), "mine.toml: there are 15 predicates; give it 16 at least");
    for (own, other, refusal) in [
        ("\"mine\"", "\"\"", "line 1, column 8: the name \"\" is none; use at most"),
        ("\"mine\"", "\"a, b\"", "line 1, column 8: the name \"a, b\" is none"),
        (
            "\"mine\"",
            "\"all\"",
            "line 1, column 8: the name \"all\" is reserved for pooled results",
        ),
        (
            "\"A scene.\"",
            "\"\"\"\nA scene.\n* The ace is red.\n\"\"\"",
            "line 2, column 12: the preamble has a line break in it; write it as one line",
        ),
        (
            "\"A scene.\"",
            "\"1. The ace is red.\"",
            "line 2, column 12: the preamble begins with `1.`",
        ),
        (
            "many = \"cards\"",
            "many = \"card\"",
            "line 3, column 31: \"card\" and \"card\" are the same",
        ),
    ] {
        let text = file("ace", "red", "").replace(own, other);
        let error = Theme::read("mine.toml", &text).expect_err("unfit").to_string();
        assert!(error.starts_with(&format!("mine.toml, {refusal}")), "{error}\n{refusal}");
    }
    let long = "a ".repeat(30) + "card";
    let error = Theme::read("mine.toml", &file(&long, "red", "")).expect_err("long");
    assert!(error.to_string().ends_with("use at most 8 words and 48 letters"), "{error}");
}

#[test]
fn words_that_deny_others_and_preambles_that_claim_are_refused() {
    let refused = |text: &str| Theme::read("mine.toml", text).expect_err(text).to_string();
    for word in ["true", "false", "unknown", "known to be false", "unknown to all"] {
        let error = refused(&file("ace", word, ""));
        assert!(error.contains("a word of the language"), "{word}: {error}");
    }
    for (word, denial) in [
        ("watered", "unwatered"),
        ("visible", "invisible to many"),
        ("polite", "impolite"),
        ("legal here", "illegal abroad"),
        ("regular", "irregular"),
        ("honest", "dishonest"),
        ("stick", "nonstick"),
        ("non-violent", "violent"),
    ] {
        for (one, other) in [(word, denial), (denial, word)] {
            let text = file("ace", one, "").replace("\"kabo\"", &format!("\"{other}\""));
            let error = refused(&text);
            let said = error.contains(" denies ") || error.contains(" is inside ");
            assert!(said && error.contains("line 21"), "{one}, {other}: {error}");
        }
    }
    let more = "relations = [\"connected to\", \"disconnected from\"]";
    assert!(
        refused(&file("ace", "red", more)).contains("\"disconnected from\" denies"),
        "relations"
    );
    let fact = "[[fact]]\nholds = \"the tank is sealed\"\nfails = \"the tank is unsealed\"";
    Theme::read("mine.toml", &file("ace", "red", fact)).expect("facts have denials");
    for (preamble, said) in [
        ("The ace is red.", "The ace is red"),
        ("You keep cards. The ace is red. This is known of them.", "The ace is red"),
        ("You keep cards. Every card is red.", "Every card is red"),
        ("You keep cards. Nothing follows.", "Nothing follows"),
        ("You keep cards. Answer: it is late.", "Answer: it is late"),
        ("Final answer: none.", "Final answer: none"),
        ("You keep cards. Conclusion: wait.", "Conclusion: wait"),
    ] {
        let error = refused(&file("the ace", "red", "").replace("A scene.", preamble));
        let wanted =
            format!("mine.toml, line 2, column 12: the preamble says \"{said}\", which would");
        assert!(error.starts_with(&wanted), "{error}");
    }
    let plain = "You keep the ace and other cards, red ones too. What is red is old?";
    Theme::read("mine.toml", &file("the ace", "red", "").replace("A scene.", plain))
        .expect("plain");
}

#[test]
fn a_theme_is_no_larger_than_problems_have_use_for() {
    let letter = |at: usize| char::from(b"bcdfghjkl"[at % 9]);
    let word = |at: usize| -> String {
        [1, 9, 81, 729].iter().flat_map(|by| [letter(at / by), 'o']).collect()
    };
    let with = |count: usize| {
        let objects: String = (0..count).map(|at| format!("\"{}\",\n", word(at))).collect();
        let text =
            file("the ace", "red", "").replace("objects = [\n", &format!("objects = [\n{objects}"));
        Theme::read("mine.toml", &text)
    };
    let theme = with(MOST_NAMES - 16).expect("as many as there may be");
    assert_eq!(theme.objects.len(), MOST_NAMES);
    let error = with(MOST_NAMES).expect_err("more").to_string();
    assert!(
        error
            .starts_with("mine.toml, line 4, column 11: there are 2016 objects; keep 2000 at most"),
        "{error}"
    );
    let error = Theme::read("mine.toml", &"# much\n".repeat(MOST_BYTES)).expect_err("larger");
    assert!(error.to_string().contains("has more than 524288 bytes; leave words out"), "{error}");
}

#[test]
fn sentences_of_every_theme_are_read_back() {
    for theme in Theme::all() {
        let shape = if theme.facts.is_empty() { Shape::MONADIC } else { Shape::ANY };
        for seed in 0..300 {
            let claim: Claim = Random::new(seed).claim(shape);
            let view = claim.view().expect("a view");
            let vocabulary = theme.vocabulary(std::slice::from_ref(&view), seed).expect("enough");
            let text = vocabulary.write(&view).expect("words");
            let again = vocabulary.read(&text).unwrap_or_else(|e| panic!("{text}: {e}"));
            assert!(view.equivalent(&again).expect("small"), "{text}");
        }
    }
}

/// Their denial would be *is not able to*, but people say *cannot*.
#[test]
fn no_word_of_a_theme_is_an_ability() {
    for theme in Theme::all() {
        let able = theme.predicates.iter().find(|predicate| predicate.starts_with("able to"));
        assert_eq!(able, None, "{}", theme.name);
    }
}

#[test]
fn made_up_words_fit_together_for_any_seed() {
    for seed in 0..2_000 {
        Theme::made_up(seed).unwrap_or_else(|error| panic!("{seed}: {error}"));
    }
}

#[test]
fn each_problem_has_words_of_its_own() {
    let theme = Theme::named("ships").expect("built in");
    let premises = ["{P(a())Q(b()),R(c())}".parse().expect("a view")];
    let drawn: std::collections::BTreeSet<String> = (0..100)
        .map(|seed| {
            let vocabulary = theme.vocabulary(&premises, seed).expect("enough");
            vocabulary.write(&premises[0]).expect("words")
        })
        .collect();
    assert!(drawn.len() > 95, "{}", drawn.len());
    let many: String = (0..19).map(|at| format!("P(c{at}())")).collect();
    let error = theme.vocabulary(&[format!("{{{many}}}").parse().expect("a view")], 1);
    let error = error.expect_err("too few").to_string();
    assert!(error.starts_with("theme `ships` has 18 object names and 19 are needed"), "{error}");
}
