//! Warnings about data files.

use crate::{counts, plain};

fn warnings(rows: &str) -> String {
    plain(&format!("item,version,question,answer\n{rows}")).warnings().join("\n")
}

#[test]
fn every_warning_has_its_cause() {
    let many = |answer: &str| {
        let row =
            |at: usize| format!("{at},x,Is {at} odd?,{answer}\n{at},y,Is it odd: {at}?,{answer}\n");
        (0..10).map(row).collect::<String>()
    };
    for (rows, what) in [
        (many("yes"), "the right answer in `x` is always yes"),
        (
            "a,x,Is 7 odd?,yes\na,y,Is seven odd?,no\n".to_owned(),
            "the right answer of `y` differs from that of `x` in 1 of 1 item",
        ),
        (
            "a,x,Is 7 odd?,yes\na,y,Is 7 odd?,yes\n".to_owned(),
            "`y` and `x` read the same in 1 of 1 item",
        ),
        (
            "a,x,Is 7 odd?,yes\na,y,Is seven odd?,yes\nb,x,Is 8 odd?,no\n".to_owned(),
            "1 item without a partner in `y`",
        ),
        (
            "a,x,Is 7 odd?,yes\na,y,Is seven odd?,yes\nb,x,Is 7 odd?,yes\nb,y,Seven is odd?,yes\n"
                .to_owned(),
            "1 item has the same text as another item: a text is asked once, and the copy has no pairs",
        ),
        ("a,x,Is 7 odd?,yes\na,y,Is seven odd?,yes\n".to_owned(), "too few pairs for any verdict"),
    ] {
        let said = warnings(&rows);
        assert!(said.contains(what), "{what}\n{said}");
    }
}

#[test]
fn options_that_are_others_and_single_versions_are_named() {
    let options = plain(
        "item;version;question;choices;answer\na;x;Which?;red|blue;A\na;y;Which?;red|green;A\n",
    );
    assert!(options.warnings().join("\n").contains("`y` has other options than `x`"));
    let single = plain("id,question,answer\n1,Is 7 odd?,yes\n2,Is 8 odd?,no\n");
    let said = single.warnings().join("\n");
    assert!(said.contains("every item has one version, `original`"), "{said}");
    assert!(said.contains("the columns of versions with --versions"), "{said}");
}

#[test]
fn a_good_file_has_no_warning() {
    assert_eq!(plain(peirast_pairs::EXAMPLE).warnings(), Vec::<String>::new());
}

#[test]
fn an_answer_of_another_kind_is_named() {
    let rows = (0..9).map(|at| format!("{at},x,Is {at} odd?,yes\n{at},y,Is it odd: {at}?,no\n"));
    let said = warnings(&(rows.collect::<String>() + "9,x,Is 9 odd?,F\n9,y,Is it odd: 9?,no\n"));
    let expected = "19 of 20 answers are yes or no and the others not, for example `F` in line 20, so all are \
                    read as short texts";
    assert!(said.contains(expected), "{said}");
}

#[test]
fn a_text_that_occurs_twice_is_counted_as_it_is_asked() {
    let rows =
        "a,x,Is 7 odd?,yes\na,y,Is seven odd?,yes\nb,x,Is 7 odd?,yes\nb,y,Seven is odd?,yes\n";
    let (items, _, _, pairs, _) = counts(&plain(&format!("item,version,question,answer\n{rows}")));
    assert_eq!((items, pairs), (2, 1));
}

#[test]
fn an_id_that_stands_twice_is_said_to_be_none() {
    let said = plain("id,question,answer\nq1,Is 7 odd?,yes\nq2,Is 8 odd?,no\nq1,Is 9 odd?,yes\n");
    let said = said.warnings().join("\n");
    let expected =
        "column `id` names `q1` in line 2 and again in line 4, so it does not identify the items";
    assert!(said.contains(expected), "{said}");
}

#[test]
fn what_a_certified_transformation_does_to_the_answer_is_meant() {
    let items = plain(
        "id,question,answer\n1,Anna met Omar. Who was met?,Omar\n2,Lena met Paul. Who met whom?,Lena\n",
    );
    let made = items.with(&["names".parse().expect("a transformation")], 1).expect("versions");
    let said = made.warnings().join("\n");
    assert!(!said.contains("is that meant?"), "{said}");
}

/// Warnings about rows with options.
fn of_choices(rows: &str) -> String {
    plain(&format!("item;version;question;choices;answer\n{rows}")).warnings().join("\n")
}

#[test]
fn options_that_are_equal_or_that_are_letters_are_named() {
    let said = of_choices("a;x;Which?;red|Red |blue;C\na;y;Which now?;red|green|blue;C\n");
    assert!(said.contains("1 question has two options with the same text"), "{said}");
    assert!(said.contains("`Red` in line 2"), "{said}");
    let said = of_choices("a;x;Which?;B|A|D|C;A\na;y;Which now?;B|A|D|C;A\n");
    let expected = "the answer in line 2 is a letter or number of an option and the text of another: answers are \
                    taken as the texts of options";
    assert!(said.contains(expected), "{said}");
    let said = of_choices("a;x;Which?;red|blue;A\na;y;Which now?;red|blue;A\n");
    assert!(!said.contains("same text") && !said.contains("letter or number"), "{said}");
}

#[test]
fn contexts_and_tolerances_that_differ_are_named() {
    let context = plain(
        "item;version;passage;question;answer\na;x;The sea is deep.;Is it?;yes\na;y;The sky is high.;Is it so?;yes\n\
         b;x;All cats are grey.;Is it?;no\nb;y;All cats are grey.;Is it so?;no\n",
    );
    let said = context.warnings().join("\n");
    let expected =
        "`y` has another text before the question than `x` in 1 of 2 items: is that meant? (a)";
    assert!(said.contains(expected), "{said}");
    let tolerance =
        plain("item,version,question,answer,tolerance\na,x,How much?,3,0.1\na,y,How many?,3,0.5\n");
    let said = tolerance.warnings().join("\n");
    assert!(said.contains("`y` has another tolerance than `x` in 1 of 1 item"), "{said}");
}

#[test]
fn a_version_that_changes_order_and_wording_is_named() {
    let rows = |question: &str| {
        let row = |at: u32| {
            format!("{at};x;Which is {at}?;red|blue;A\n{at};shuffled;{question} {at}?;blue|red;B\n")
        };
        of_choices(&(0..8).map(row).collect::<String>())
    };
    let said = rows("So which is");
    let expected = "`shuffled` differs from `x` both in the order of the options and in the question in 8 of 8 items";
    assert!(said.contains(expected), "{said}");
    assert!(!rows("Which is").contains("both in the order"));
}

#[test]
fn numbers_with_units_are_named() {
    let note = "all answers are a number and a unit, such as `300 cm`";
    let notes = |answer: &str| {
        plain(&format!("question,answer\nHow long is it?,300 cm\nHow long?,{answer}\n")).notes
    };
    assert!(notes("2.5cm").iter().any(|one| one.starts_with(note)), "{:?}", notes("2.5cm"));
    assert!(!notes("very").iter().any(|one| one.starts_with(note)));
}

#[test]
fn further_right_answers_that_name_no_option_are_named() {
    let text =
        "question;choices;answer;aliases\nWhich town?;Rome|Paris;A;Roma\nWho?;Ada|Bob;B;Bob\n";
    let items = plain(text);
    assert_eq!(items.items[1].versions[0].answer_text(), "Bob");
    let expected = "further right answers count for options and short texts: those of 1 of 2 rows, for example in line 2";
    assert!(items.notes.iter().any(|note| note.starts_with(expected)), "{:?}", items.notes);
}
