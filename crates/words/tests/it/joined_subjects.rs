//! Subjects that share a verb, words without a verb, and the ends of sentences.

use crate::typed::{says, views};

#[test]
fn joined_subjects_share_a_verb() {
    says(&[
        ("John or Mary smokes", "{Smokes(john()),Smokes(mary())}"),
        ("Either Anna or Ben smokes", "{Smokes(anna()),Smokes(ben())}"),
        ("Neither Anna nor Ben smokes", "{~Smokes(anna())~Smokes(ben())}"),
        ("Neither Anna nor Ben nor Carl smokes", "{~Smokes(anna())~Smokes(ben())~Smokes(carl())}"),
        (
            "If Anna or Ben comes, Carl is happy",
            "{Comes(anna())Happy(carl()),Comes(ben())Happy(carl())}^{Comes(anna()),Comes(ben())}",
        ),
        ("John or Mary loves Tom", "{Loves(john(),tom()),Loves(mary(),tom())}"),
        ("Cats and dogs are animals", "{Animal(cats())Animal(dogs())}"),
        ("Cats or dogs are animals", "{Animal(cats()),Animal(dogs())}"),
        ("Rain and wind are bad. Wind is bad.", "{Bad(rain())Bad(wind())} ; {Bad(wind())}"),
        ("It is not the case that Anna and Ben are tall", "{~Tall(anna()),~Tall(ben())}"),
        ("It is false that either Anna or Ben smokes", "{~Smokes(anna())~Smokes(ben())}"),
        ("Anna and Ben smoke", "{Smokes(anna())Smokes(ben())}"),
        ("Both Anna and Ben smoke", "{Smokes(anna())Smokes(ben())}"),
        (
            "Anna, Ben and Carl love Tom",
            "{Loves(anna(),tom())Loves(ben(),tom())Loves(carl(),tom())}",
        ),
        ("Tom and Jerry run marathons", "{RunsMarathons(jerry())RunsMarathons(tom())}"),
        ("The butler and the cook smoke", "{Smokes(butler())Smokes(cook())}"),
        ("The butler or the cook is guilty", "{Guilty(butler()),Guilty(cook())}"),
        (
            "If Anna and Ben come, they smoke",
            "{Comes(anna())Comes(ben())Smokes(anna())Smokes(ben())}^{Comes(anna())Comes(ben())}",
        ),
        ("Anna and Ben do not smoke", "{~Smokes(anna())~Smokes(ben())}"),
        (
            "John or Mary smokes, but not both",
            "{Smokes(john())~Smokes(mary()),Smokes(mary())~Smokes(john())}",
        ),
        ("Mary or John has an ace and a king", "{Ace(john())King(john()),Ace(mary())King(mary())}"),
        (
            "Anna or Ben smokes and drinks",
            "{Drinks(anna())Smokes(anna()),Drinks(ben())Smokes(ben())}",
        ),
        (
            "Anna and Ben smoke and drink",
            "{Drinks(anna())Drinks(ben())Smokes(anna())Smokes(ben())}",
        ),
        ("Carl is tall, or Anna or Ben smokes", "{Smokes(anna()),Smokes(ben()),Tall(carl())}"),
        ("Carl is tall and Anna and Ben are small", "{Small(anna())Small(ben())Tall(carl())}"),
        (
            "The king and queen are tall. The queen is tall.",
            "{Tall(king())Tall(queen())} ; {Tall(queen())}",
        ),
        ("The old boys and Ben are tall", "{Tall(ben())Tall(oldBoys())}"),
        ("Does Anna or Ben smoke?", "{Smokes(anna()),Smokes(ben())}"),
        ("Are Anna and the cook tall?", "{Tall(anna())Tall(cook())}"),
    ]);
}

#[test]
fn a_word_by_itself_is_a_sentence_only_without_a_verb_beside_it() {
    says(&[
        ("Rain or Sun", "{Rain(),Sun()}"),
        ("p or Mary smokes", "{Smokes(mary()),p()}"),
        ("It rains or snows", "{Rains(),Snows()}"),
        ("It is cold and not wet", "{Cold()~Wet()}"),
        ("It rains and p", "{Rains()p()}"),
        ("If Rain, then Mary smokes", "{Rain()Smokes(mary())}^{Rain()}"),
        ("Rain or Sun. Rain or Mary smokes.", "{Rain(),Sun()} ; {Rain(),Smokes(mary())}"),
    ]);
    for (text, place, help) in [
        ("Anna or everyone smokes", "column 1", "a sentence for each"),
        ("Everyone and Anna smoke", "column 1", "*Every dog barks. Every cat barks.*"),
        ("Anna and the cook smoke and Carl is tall", "column 10", "two sentences"),
        ("If Anna, Ben and Carl come, they smoke", "column 8", "write *then* before the claim"),
        ("Anna is tall and so is Ben", "column 18", "say it in full"),
        ("Anna smokes but not Ben", "column 21", "a sentence for each"),
        ("Anna smokes and Ben too", "column 17", "a sentence for each"),
        ("Rain and it is cold", "column 1", "a sentence for each"),
        ("It rains or snow", "column 13", "a sentence for each"),
        ("not Anna but Ben smokes", "column 5", "a sentence for each"),
        ("Anna and Ben or Carl smokes", "column 10", "give each its verb"),
        ("Mary loves Tom or Sue or Ben smokes", "column 19", "the verb before or to the one after"),
        ("Mary plays chess and sings", "column 22", "may be a verb or a thing"),
        ("Every dog and every cat barks", "column 7", "a sentence for each"),
        ("Cats and dogs bark", "column 15", "*all dogs bark*"),
    ] {
        let said = views(text);
        assert!(said.contains(place) && said.contains(help), "{text}: {said}");
    }
}

#[test]
fn a_line_break_before_a_capital_ends_a_sentence() {
    says(&[
        (
            "Mary has an ace or a king\nMary has no ace",
            "{Ace(mary()),King(mary())} ; {~Ace(mary())}",
        ),
        ("p or q\nnot p", "{p(),q()} ; {~p()}"),
        ("Mary has an ace or\na king", "{Ace(mary()),King(mary())}"),
        ("If Mary has an ace,\nJohn has a king", "{Ace(mary())King(john())}^{Ace(mary())}"),
        ("Mary has an ace\r\n\r\nJohn has a king.\n", "{Ace(mary())} ; {King(john())}"),
    ]);
    let said = views("Mary has an ace or a king, Mary has no ace");
    assert!(said.contains("column 28") && said.contains("a full stop for the comma"), "{said}");
}
