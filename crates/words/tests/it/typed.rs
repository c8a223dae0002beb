//! Texts as people type them: the views of sentences, and the messages for sentences that cannot be
//! read.

use peirast_etr::{Conditional, Engine, Error};
use peirast_words::{Claim, Hearing, Literal, Term, TextFormat, TextReader, Understanding};
use proptest::prelude::*;
use std::time::{Duration, Instant};

const HEARING: Hearing = Hearing { said: Conditional::Book, logic: Some(Conditional::Book) };

fn read(engine: &mut Engine, texts: &[&str]) -> Result<Understanding, Error> {
    let mut reader = TextReader::new(engine, HEARING);
    texts.iter().try_for_each(|text| reader.premise(text))?;
    reader.finish()
}

/// The views of a text, one after another.
pub(crate) fn views(text: &str) -> String {
    let mut engine = Engine::default();
    match read(&mut engine, &[text]) {
        Ok(read) => {
            let all: Vec<_> = read.texts.iter().flatten().map(|it| engine.show(&it.view)).collect();
            all.join(" ; ")
        }
        Err(error) => format!("error: {error}"),
    }
}

#[track_caller]
pub(crate) fn says(table: &[(&str, &str)]) {
    let wrong: Vec<String> = table
        .iter()
        .filter(|(text, view)| views(text) != *view)
        .map(|(text, view)| format!("{text}\n  read     {}\n  expected {view}", views(text)))
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// *White things* are what is white, wherever they stand.
#[test]
fn things_of_a_kind_are_what_is_of_that_kind() {
    says(&[
        (
            "All swans are white. Some white things are birds.",
            "∀x {Swan(x)White(x*)}^{Swan(x)} ; ∃x {Bird(x)White(x*)}",
        ),
        (
            "Every white thing is cold. Snow is a white thing.",
            "∀x {Cold(x)White(x*)}^{White(x*)} ; {White(snow()*)}",
        ),
        ("All things are cold.", "∀x {Cold(x)Thing(x)}^{Thing(x)}"),
    ]);
}

#[test]
fn what_somebody_has_is_and_does() {
    says(&[
        ("Mary has an ace.", "{Ace(mary())}"),
        ("mary has an ace", "{Ace(mary())}"),
        ("Mary has an ace and a king.", "{Ace(mary())King(mary())}"),
        ("Mary has an ace, a king and a queen.", "{Ace(mary())King(mary())Queen(mary())}"),
        ("Mary has an ace, a king, or a queen.", "{Ace(mary()),King(mary()),Queen(mary())}"),
        ("Mary has either an ace or a king.", "{Ace(mary()),King(mary())}"),
        ("Mary has both an ace and a king.", "{Ace(mary())King(mary())}"),
        (
            "Mary has an ace and a king, or else a queen and a jack.",
            "{Ace(mary())King(mary()),Jack(mary())Queen(mary())}",
        ),
        (
            "Mary has an ace and a king, or John has a queen and a jack. Mary has an ace.",
            "{Ace(mary())King(mary()),Jack(john())Queen(john())} ; {Ace(mary())}",
        ),
        ("Mary is tall and happy and has an ace", "{Ace(mary())Happy(mary())Tall(mary())}"),
        ("Mary and John are tall", "{Tall(john())Tall(mary())}"),
        ("Mary or John has an ace", "{Ace(john()),Ace(mary())}"),
        ("The old train is late", "{Late(oldTrain())}"),
        ("John loves Mary", "{Loves(john(),mary())}"),
        ("John loves Mary and Sue", "{Loves(john(),mary())Loves(john(),sue())}"),
        ("John is taller than Mary", "{TallerThan(john(),mary())}"),
        ("Mary lives in New York", "{LivesIn(mary(),newYork())}"),
        ("Mary lives in Paris or Rome", "{LivesIn(mary(),paris()),LivesIn(mary(),rome())}"),
        ("John is taller than Mary and Sue", "{TallerThan(john(),mary())TallerThan(john(),sue())}"),
        ("Mary smokes", "{Smokes(mary())}"),
        ("Clark is identical to Superman", "{==(clark(),superman())}"),
        ("Mary has an ace. Mary is an ace.", "{Ace(mary())} ; {IsAce(mary())}"),
        ("A and either B or C", "{A()B(),A()C()}"),
        ("P or Q and R", "{P(),Q()R()}"),
        ("P or Q, but not both", "{P()~Q(),Q()~P()}"),
        ("Mary looks at the TV", "{LooksAt(mary(),tv())}"),
        ("P or Q, and R", "{P()R(),Q()R()}"),
    ]);
}

#[test]
fn what_is_denied() {
    says(&[
        ("Mary does not have an ace", "{~Ace(mary())}"),
        ("Mary doesn’t have an ace", "{~Ace(mary())}"),
        ("Mary has no ace", "{~Ace(mary())}"),
        ("Mary is not tall", "{~Tall(mary())}"),
        ("Mary isn't tall", "{~Tall(mary())}"),
        ("Mary does not smoke", "{~Smokes(mary())}"),
        ("John does not love Mary", "{~Loves(john(),mary())}"),
        ("It is not the case that Mary has an ace", "{~Ace(mary())}"),
        ("It is not the case that Mary has an ace or a king", "{~Ace(mary())~King(mary())}"),
        ("It is false that Mary has an ace and a king", "{~Ace(mary()),~King(mary())}"),
        ("Mary has an ace but no king", "{Ace(mary())~King(mary())}"),
        ("Mary has neither an ace nor a king", "{~Ace(mary())~King(mary())}"),
        ("Neither Mary nor John has an ace", "{~Ace(john())~Ace(mary())}"),
        ("There is no ace", "{~Ace()}"),
        ("It does not rain", "{~Rains()}"),
        ("not p", "{~p()}"),
        ("Neither p nor q", "{~p()~q()}"),
        ("Mary neither smokes nor drinks", "{~Drinks(mary())~Smokes(mary())}"),
        ("Every man neither smokes nor drinks", "∀x {Man(x)~Drinks(x)~Smokes(x)}^{Man(x)}"),
        ("Not both A and B", "{~A(),~B()}"),
        ("Not both Mary has an ace and John has a king", "{~Ace(mary()),~King(john())}"),
        ("Not both Anna and Ben are tall", "{~Tall(anna()),~Tall(ben())}"),
    ]);
}

#[test]
fn conditions() {
    says(&[
        ("If Mary has an ace, then she has a king", "{Ace(mary())King(mary())}^{Ace(mary())}"),
        (
            "If Mary has an ace",
            "error: column 19: expected *then* or a comma, found the end; write *If A, then B.*",
        ),
        ("Mary has a king if she has an ace", "{Ace(mary())King(mary())}^{Ace(mary())}"),
        ("Mary has an ace only if she has a king", "{Ace(mary())King(mary())}^{Ace(mary())}"),
        ("Only if Mary has a king, she has an ace", "{Ace(mary())King(mary())}^{Ace(mary())}"),
        ("Mary has an ace unless she has a king", "{Ace(mary())~King(mary())}^{~King(mary())}"),
        ("Supposing it rains, the street is wet", "{Wet(street())}^{Rains()}"),
        ("If it rains then the street is wet", "{Rains()Wet(street())}^{Rains()}"),
        ("If p or q, then r and s", "{p()r()s(),q()r()s()}^{p(),q()}"),
        ("p implies q", "{p()q()}^{p()}"),
        ("If someone has an ace, then they have a king", "∀x {Ace(x)King(x)}^{Ace(x)}"),
    ]);
}

#[test]
fn quantifiers() {
    says(&[
        (
            "All men are mortal. Socrates is a man.",
            "∀x {Man(x*)Mortal(x)}^{Man(x*)} ; {Man(socrates()*)}",
        ),
        ("Every man is mortal", "∀x {Man(x)Mortal(x)}^{Man(x)}"),
        ("No man is a stone", "∀x {Man(x)~Stone(x)}^{Man(x)}"),
        ("Some men are not tall", "∃x {Man(x)~Tall(x)}"),
        ("Not every man is tall", "∃x {Man(x)~Tall(x)}"),
        ("No A are B", "∀x {A(x)~B(x)}^{A(x)}"),
        ("Only men are tall", "∀x {Man(x)Tall(x)}^{Tall(x)}"),
        ("Everyone who has an ace is happy", "∀x {Ace(x)Happy(x)}^{Ace(x)}"),
        ("Every man that is tall is happy", "∀x {Happy(x)Man(x)Tall(x)}^{Man(x)Tall(x)}"),
        ("Every card is red or is square", "∀x {Card(x)Red(x),Card(x)Square(x)}^{Card(x)}"),
        ("Nobody is perfect", "∀x {~Perfect(x)}"),
        ("Something is red", "∃x {Red(x)}"),
        ("Every dog barks", "∀x {Barks(x)Dog(x)}^{Dog(x)}"),
        ("All dogs bark", "∀x {Barks(x)Dog(x)}^{Dog(x)}"),
        ("All old dogs chase cats", "∀x {ChasesCats(x)OldDog(x)}^{OldDog(x)}"),
        ("Some dogs chase cats", "∃x {ChasesCats(x)Dog(x)}"),
        ("Not all birds fly", "∃x {Bird(x)~Flies(x)}"),
        ("Not every bird flies", "∃x {Bird(x)~Flies(x)}"),
        ("There is a man who is tall", "∃x {Man(x)Tall(x)}"),
        ("There is an ace and a king in the hand", "{Ace()King()}"),
        ("Every ace is red. There is an ace.", "∀x {Ace(x*)Red(x)}^{Ace(x*)} ; ∃x {Ace(x*)}"),
        (
            "Some artists are beekeepers. All beekeepers are chemists.",
            "∃x {Artist(x)Beekeeper(x*)} ; ∀x {Beekeeper(x*)Chemist(x)}^{Beekeeper(x*)}",
        ),
    ]);
}

#[test]
fn short_forms_with_one_meaning_are_read() {
    says(&[
        ("If there's a vowel, then there's an even number", "{EvenNumber()Vowel()}^{Vowel()}"),
        ("It's raining", "{Raining()}"),
        ("I’ve an ace", "{Ace(i())}"),
    ]);
}

#[test]
fn words_are_said_as_they_were_written() {
    for (text, view, said) in [
        ("Mary has an ace or king", "{King(mary())}", "Mary has a king"),
        ("There is an ace or king", "{King()}", "there is a king"),
        ("I have an ace", "{Ace(i())}", "I have an ace"),
        ("I am tall and I do not smoke", "{Tall(i())~Smokes(i())}", "I am tall and I do not smoke"),
        ("Some A are B. All B are C.", "Ex {C(x)}", "something is C"),
        ("Mary has a TV", "{TV(mary())}", "Mary has a TV"),
        ("Someone sings", "Ex {Sings(x)}", "someone sings"),
        (
            "Nobody who has an ace smokes",
            "Ax {Ace(x)~Smokes(x)}^{Ace(x)}",
            "nobody who has an ace smokes",
        ),
        ("Everyone is tall", "Ax {Tall(x)}", "everyone is tall"),
    ] {
        let mut engine = Engine::default();
        let words = read(&mut engine, &[text]).expect("sentences");
        let view: peirast_etr::View = view.parse().expect("a view");
        assert_eq!(words.dictionary.say(&view).as_deref(), Some(said), "{text}");
        let again = read(&mut engine, &[text, said]).expect("it reads");
        let plain = engine.export(&again.texts[1][0].view).to_string().replace('*', "");
        let plain: peirast_etr::View = plain.parse().expect("a view");
        assert!(plain.equivalent(&view).expect("small"), "{view} as {said} is {plain}");
    }
}

#[test]
fn a_question_is_marked_and_a_conclusion_may_say_therefore() {
    let mut engine = Engine::default();
    let mut reader = TextReader::new(&mut engine, HEARING);
    reader.premise("Mary is tall. Is Mary kind?").expect("it reads");
    reader.other("Therefore Mary is kind.").expect("it reads");
    let read = reader.finish().expect("small");
    let asks: Vec<bool> = read.texts.iter().flatten().map(|it| it.asks).collect();
    assert_eq!(asks, [false, true, false]);
    assert_eq!(engine.show(&read.texts[1][0].view), "{Kind(mary())}");
}

#[test]
fn questions_are_what_they_ask_about() {
    says(&[
        ("Does Mary have an ace?", "{Ace(mary())}"),
        ("Is Mary tall?", "{Tall(mary())}"),
        ("Is there an ace?", "{Ace()}"),
        ("Who is a thief?", "∃x {Thief(x)}"),
        ("Which card is red?", "∃x {Card(x)Red(x)}"),
    ]);
}

#[test]
fn formulas_and_views_beside_sentences() {
    says(&[
        ("p -> q", "{p()q()}^{p()}"),
        ("~p | q", "{q(),~p()}"),
        ("!p & (q | r)", "{q()~p(),r()~p()}"),
        ("Rain", "{Rain()}"),
        ("∀x (Man(x) → Mortal(x))", "∀x {Man(x)Mortal(x)}^{Man(x)}"),
        ("{Ace(mary()*)}", "{Ace(mary()*)}"),
    ]);
    let mut engine = Engine::default();
    let json = engine.read("{A(), B()}").map(|view| engine.show_json(&view)).expect("a view");
    assert_eq!(TextFormat::guess(&json), TextFormat::Json);
    let read = read(&mut engine, &[&json]).expect("it reads");
    assert_eq!(engine.show(&read.texts[0][0].view), "{A(),B()}");
}

#[test]
fn what_is_not_read_is_named_with_its_place_and_the_mend() {
    for (text, place, help) in [
        ("Mary must have an ace", "column 6", "in the present"),
        ("Most men are mortal", "column 1", "*every*, *all*, *some* and *no*"),
        ("A dog is red", "column 1", "*every*, *some* or *the*"),
        ("Mary has an ace and", "column 20", "joins two"),
        ("Mary has an ace, a king", "column 18", "write *and* or *or*"),
        ("Mary does not have an ace or a king", "column 30", "neither ... nor"),
        ("If p then if q then r", "column 11", "two sentences"),
        ("p if and only if q", "column 3", "If B, then A"),
        ("Mary has an ace because John left", "column 17", "a sentence for each"),
        ("Mary quickly", "column 6", "Mary has an ace"),
        ("he is tall", "column 1", "say who"),
        ("If every man is tall, then p", "column 1", "a sentence for each"),
        ("Every man is tall and every boy is small", "column 1", "a sentence for each"),
        ("Mary has a cat #3", "column 16", "make a formula"),
        ("...", "column 4", "Mary has an ace"),
        ("and p", "column 1", "stands between"),
        ("Mary hsa an ace", "column 6", "perhaps you meant *has*"),
        ("P or Q or R, but not both", "column 26", "two parts"),
        ("Mary is not tall and it is false that", "column 38", "the case"),
        ("if p then", "column 10", "If A, then B"),
        ("Dogs bark", "column 6", "*all dogs bark* or *some dogs bark*"),
        ("Mary smoke", "column 6", "*Mary smokes*"),
        ("anna comes", "column 6", "*Anna comes*"),
        ("Every student passed the exam", "column 15", "in the present"),
        ("Anna and Ben smoked", "column 14", "in the present"),
        ("Every man that smoked is tall", "column 16", "in the present"),
        ("Mary's tall", "found \"Mary's\"", "*Mary is*"),
        ("Mary can't swim", "column 6", "in the present"),
        ("You have an ace", "column 1", "say who *you* is"),
        ("If we win, Mary is tall", "column 4", "say who *we* is"),
        ("Mary is in London John is not in Paris", "column 24", "a full stop"),
        ("At least three men are mortal", "found \"At least three\"", "name each"),
        ("Few men are mortal", "column 1", "*not every man is mortal*"),
        ("Mary has two aces", "column 10", "name each"),
        ("Mary is tall. Therefore Mary is kind.", "column 15", "--target"),
        ("Mary has an ace or a king; so Mary has a king.", "column 28", "--target"),
        ("Mary is tall, so Mary is kind", "column 15", "--target"),
        ("Mary is tall and therefore kind", "column 18", "--target"),
        ("p if", "column 5", "B if A"),
    ] {
        let said = views(text);
        assert!(said.contains(place) && said.contains(help), "{text}: {said}");
    }
}

#[test]
fn an_empty_text_is_answered_with_every_form() {
    for text in ["", "  ", "\n", "."] {
        let said = views(text);
        assert!(said.contains("expected a view, found the end; the view is missing"), "{said}");
        for form in ["`{King()Ace(), Queen()Jack()}`", "`p -> q`", "*Mary has an ace.*", "JSON"] {
            assert!(said.contains(form), "{said}");
        }
    }
}

#[test]
fn words_of_other_alphabets_have_numbered_names() {
    says(&[
        ("α -> q", "{N1()q()}^{N1()}"),
        ("é & e\u{301} & ~q", "{e()~q()}"),
        ("α & β & N1", "{N1()N2()N3()}"),
        ("∀ж (Человек(ж) → Mortal(ж))", "∀N1 {Mortal(N1)N2(N1)}^{N2(N1)}"),
        ("Ace or Король", "{Ace(),N1()}"),
        ("Сократ is a man. Every man is mortal.", "{Man(N1()*)} ; ∀x {Man(x*)Mortal(x)}^{Man(x*)}"),
        ("Zoë is tall. Straße is tall.", "{Tall(zoe())} ; {Tall(strasse())}"),
        ("Łukasz is tall. Lukasz is old.", "{Tall(lukasz())} ; {Old(lukasz2())}"),
    ]);
}

/// Formulas and sentences of one question share their words, and conclusions have them again.
#[test]
fn formulas_of_other_alphabets_share_their_words_with_sentences() {
    let mut engine = Engine::default();
    let hearing = Hearing { said: Conditional::Book, logic: Some(Conditional::Book) };
    let mut reader = TextReader::new(&mut engine, hearing);
    reader.premise("дождь -> мокро").expect("a formula");
    reader.premise("дождь or ветер").expect("a sentence");
    let read = reader.finish().expect("views");
    assert_eq!(engine.show(&read.texts[1][0].view), "{N1(),N3()}");
    let said = read.dictionary.say(&engine.export(&read.texts[1][0].view));
    assert_eq!(said.as_deref(), Some("either дождь, or ветер"));
    let names = [("N1", "дождь"), ("N2", "мокро"), ("N3", "ветер")];
    assert_eq!(read.dictionary.numbered_names(), names);
    // Faults are at their places in the text, not in what is made of it.
    let said = views("дождь -> (мокро");
    assert!(said.contains("column 10"), "{said}");
}

#[test]
fn what_steers_a_terminal_is_spelt_out() {
    let said = views("Mary has \u{1b}[31man ace");
    assert!(said.starts_with("error") && !said.contains('\u{1b}'), "{said}");
    let said = views("Mary has \u{202e} an ace");
    assert!(said.starts_with("error") && !said.contains('\u{202e}'), "{said}");
}

#[test]
fn hostile_texts_take_little_time() {
    for unit in [
        "either ",
        "not ",
        "if p then ",
        "p or ",
        "p and ",
        "p, ",
        "p. ",
        "it is not the case that ",
        "neither ",
        "every man that is ",
        "Mary ",
        "Mary and ",
        "the ",
        "there is ",
        "~",
        "(",
        "p -> ",
        "who ",
        "\u{301}",
        "é ",
        "has ",
        "is ",
        "'",
        "n't ",
    ] {
        let text = unit.repeat(20_000 / unit.len() + 10);
        let begun = Instant::now();
        let _ = views(&text);
        let _ = views(&text[..text.floor_char_boundary(1_500)]);
        assert!(begun.elapsed() < Duration::from_secs(20), "{unit:?}");
    }
    let wide: Vec<String> = (0..40).map(|at| format!("p{at} or q{at}")).collect();
    let said = views(&wide.join(", and "));
    assert!(said.contains("fewer alternatives"), "{said}");
}

/// Sentences that give a dictionary its words; views are made of these.
const WORDS: &str = "Mary has an ace. Mary has a king. John is tall. John is a pilot. John loves Mary. \
                     Mary smokes. It rains. There is a joker. John is taller than Mary. Storm or p.";

fn literal() -> impl Strategy<Value = Literal> {
    let thing = || prop_oneof![Just("mary"), Just("john")];
    let of_one =
        prop_oneof![Just("Ace"), Just("King"), Just("Tall"), Just("Pilot"), Just("Smokes")];
    let of_two = prop_oneof![Just("Loves"), Just("TallerThan")];
    let of_none = prop_oneof![Just("Rains"), Just("Joker"), Just("Storm"), Just("p")];
    let constant = |name: &str| Term::Constant(name.to_owned());
    let made = prop_oneof![
        (of_one, thing()).prop_map(move |(name, one)| (name, vec![constant(one)])),
        (of_two, thing(), thing())
            .prop_map(move |(name, one, two)| (name, vec![constant(one), constant(two)])),
        of_none.prop_map(|name| (name, Vec::new())),
    ];
    (made, any::<bool>()).prop_map(|((name, arguments), negated)| Literal {
        negated,
        predicate: name.to_owned(),
        arguments,
    })
}

fn states() -> impl Strategy<Value = Vec<Vec<Literal>>> {
    proptest::collection::vec(proptest::collection::vec(literal(), 1..4), 1..4)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    /// A view that was said is read again as the same.
    #[test]
    fn what_is_said_is_read_again(stage in states(), condition in proptest::option::of(states())) {
        let supposition = condition.unwrap_or_else(|| vec![Vec::new()]);
        let claim = Claim { prefix: Vec::new(), supposition, stage };
        let view = claim.view().expect("a view");
        let mut engine = Engine::default();
        let words = read(&mut engine, &[WORDS]).expect("sentences");
        let said = words.dictionary.say(&view).expect("words");
        let text = format!("{WORDS} {said}.");
        let again = read(&mut engine, &[&text]);
        let again = again.unwrap_or_else(|error| panic!("{view}: {said}: {error}"));
        let last = again.texts[0].last().expect("a sentence");
        let same = engine.export(&last.view).equivalent(&view).expect("small");
        prop_assert!(same, "{view} as {said:?} is {}", engine.show(&last.view));
    }

    #[test]
    fn any_text_is_read_or_refused(text in "\\PC{0,80}") {
        let _ = views(&text);
    }

    #[test]
    fn any_words_are_read_or_refused(
        words in proptest::collection::vec(
            prop_oneof![
                Just("Mary"), Just("has"), Just("is"), Just("not"), Just("an"), Just("ace"), Just("or"),
                Just("and"), Just(","), Just("if"), Just("then"), Just("every"), Just("some"), Just("no"),
                Just("either"), Just("neither"), Just("nor"), Just("it"), Just("there"), Just("who"),
                Just("that"), Just("only"), Just("loves"), Just("."), Just("?"), Just("does"), Just("else"),
                Just("they"), Just("unless"), Just("both"), Just("the"), Just("than"), Just("everyone"),
            ],
            0..14,
        )
    ) {
        let _ = views(&words.join(" "));
    }
}

#[test]
fn quantified_views_are_said_and_read_again() {
    let words = "Every man is mortal. Mary has an ace. Mary smokes. Some stone is red.";
    for (view, said) in [
        ("Ax {Man(x)Mortal(x)}^{Man(x)}", "every man is mortal"),
        ("Ax {Man(x)~Mortal(x)}^{Man(x)}", "no man is mortal"),
        ("Ax {Mortal(x)Man(x)}^{Mortal(x)}", "everything that is mortal is a man"),
        ("Ax {Ace(x)~Smokes(x)}^{Ace(x)}", "nothing that has an ace smokes"),
        ("Ex {Man(x)~Mortal(x)}", "some man is not mortal"),
        ("Ex {Red(x)Ace(x)}", "something has an ace and is red"),
        ("Ax {Red(x)}", "everything is red"),
        ("Ax {~Red(x)}", "nothing is red"),
    ] {
        let mut engine = Engine::default();
        let read_words = read(&mut engine, &[words]).expect("sentences");
        let view: peirast_etr::View = view.parse().expect("a view");
        assert_eq!(read_words.dictionary.say(&view).as_deref(), Some(said), "{view}");
        let again = read(&mut engine, &[words, said]).expect("it reads");
        let plain = engine.export(&again.texts[1][0].view).to_string().replace('*', "");
        let plain: peirast_etr::View = plain.parse().expect("a view");
        assert!(plain.equivalent(&view).expect("small"), "{view} as {said} is {plain}");
    }
}
