//! Labels next to names, numbers and signs that contain the same letter or digit.

use peirast_read::Question;
use peirast_record::Task;

/// The reading of a text, with these labels and texts of the options.
fn reading(labels: &str, texts: &[&str], text: &str) -> String {
    let labels = labels.split(' ').map(str::to_owned);
    let options: Vec<_> = labels.zip(texts.iter().map(|text| (*text).to_owned())).collect();
    Question::new(Task::Choice, &options).unwrap().explain(text).reading
}

fn all_read(labels: &str, texts: &[&str], cases: &[(&str, &str)]) {
    for (text, wanted) in cases {
        assert_eq!(reading(labels, texts, text), *wanted, "{labels} {texts:?}: {text}");
    }
}

const COLOURS: [&str; 4] = ["red", "blue", "green", "pink"];

#[test]
fn letters_that_are_part_of_a_name_are_no_labels() {
    let unread: Vec<(&str, &str)> = [
        "C++",
        "C#",
        "The answer is C++.",
        "The answer is C#.",
        "I choose C++",
        "Answer: B+",
        "The answer is a^2.",
        "The answer is B_1.",
        "The answer is C.S. Lewis.",
        "The answer is A&E.",
        "The answer is B-cells.",
        "It is 20 °C.",
        "The answer is D&D.",
    ]
    .map(|text| (text, "unread"))
    .to_vec();
    all_read("A B C D", &COLOURS, &unread);
    all_read(
        "A B C D",
        &COLOURS,
        &[
            ("C", "C"),
            ("#C#", "C"),
            ("**C**", "C"),
            ("_C_", "C"),
            ("$C$", "C"),
            ("The answer is C: green.", "C"),
            ("C.", "C"),
            ("C-green", "C"),
            ("C+ green", "C"),
            ("Answer: C.", "C"),
        ],
    );
}

#[test]
fn names_with_signs_are_read_as_the_option_that_they_are() {
    let languages = ["C", "C++", "C#", "Java"];
    all_read(
        "A B C D",
        &languages,
        &[
            ("C++", "B"),
            ("C#", "C"),
            ("The answer is C++.", "B"),
            ("The answer is C#.", "C"),
            ("The correct answer is: **C++**", "B"),
            ("C", "C"),
            ("The answer is D.", "D"),
            ("B) C++", "B"),
            ("Java", "D"),
        ],
    );
    let more = ["Objective-C", "Objective-C++", "Visual Basic", "F#"];
    all_read(
        "A B C D",
        &more,
        &[("I would pick Objective-C++.", "B"), ("Objective-C", "A"), ("The answer is F#.", "D")],
    );
}

#[test]
fn numbers_are_no_labels_unless_they_stand_alone() {
    all_read(
        "1 2 3 4",
        &COLOURS,
        &[
            ("1", "1"),
            ("(1)", "1"),
            ("1.", "1"),
            ("1. red", "1"),
            ("The answer is 2.", "2"),
            ("$2$", "2"),
            ("**3**", "3"),
            ("Option 4", "4"),
            ("Option-4", "4"),
            ("1.5", "unread"),
            ("The answer is 1.5.", "unread"),
            ("The answer is 1.5", "unread"),
            ("-1", "unread"),
            ("The answer is -1.", "unread"),
            ("The answer is −1.", "unread"),
            ("The answer is minus 1.", "unread"),
            ("1,000", "unread"),
            ("The answer is 1,000.", "unread"),
            ("The answer is 1 000.", "unread"),
            ("The answer is 1/2.", "unread"),
            ("The answer is 2%.", "unread"),
            ("The answer is 1st.", "unread"),
            ("The answer is 2^3.", "unread"),
            ("The answer is 3D.", "unread"),
            ("The answer is €2.", "unread"),
            ("The answer is $2.", "unread"),
            ("The answer is 12.", "unread"),
            ("The answer is 2-3.", "unread"),
            ("(1.5)", "unread"),
        ],
    );
}

#[test]
fn labels_of_two_digits_are_labels() {
    let labels = "1 2 3 4 5 6 7 8 9 10 11";
    let texts = ["ant", "bee", "cat", "dog", "eel", "fox", "gnu", "hen", "ibis", "jay", "kite"];
    all_read(
        labels,
        &texts,
        &[
            ("10", "10"),
            ("(10)", "10"),
            ("[11]", "11"),
            ("The answer is 10.", "10"),
            ("Option 11", "11"),
            ("10. jay", "10"),
            ("10) jay", "10"),
            ("1", "1"),
            ("The answer is 1.", "1"),
            ("12", "unread"),
            ("10.5", "unread"),
            ("-10", "unread"),
            ("010", "unread"),
            ("1: wrong\n10: right", "10"),
        ],
    );
}

#[test]
fn a_number_is_the_option_that_it_is() {
    let cases = [
        ("The answer is 3.", "B"),
        ("3", "B"),
        ("So there are 3 apples.", "B"),
        ("2 + 1 = 3", "B"),
        (r"\boxed{3}", "B"),
        ("The answer is three.", "B"),
        ("The answer is 4.", "C"),
        ("The answer is C.", "C"),
        ("C) 4", "C"),
        ("The answer is 7.", "unread"),
        ("The answer is -3.", "unread"),
        ("The answer is 3.5.", "unread"),
        ("The answer is 3 or 4.", "unread"),
        ("The answer is not 3.", "unread"),
        // The third one, or the one whose text is 3.
        ("Option 3", "unread"),
    ];
    all_read("A B C", &["2", "3", "4"], &cases);
    all_read("A B", &["3", "3.0"], &[("The answer is 3.", "A")]);
    all_read("A B", &["3.0", "3.00"], &[("The answer is 3.", "unread")]);
    all_read(
        "1 2 3",
        &["10", "20", "-1"],
        &[
            ("The answer is 20.", "2"),
            ("20", "2"),
            ("-1", "3"),
            ("The answer is -1.", "3"),
            ("The answer is 2.", "2"),
            ("The answer is 3.", "3"),
        ],
    );
    all_read(
        "1 2",
        &["1.5", "1,000"],
        &[
            ("1.5", "1"),
            ("The answer is 1.5.", "1"),
            ("The answer is 1,000.", "2"),
            ("The answer is 1000.", "2"),
            ("1", "1"),
        ],
    );
    all_read("1 2", &["6,5", "7"], &[("The answer is 6,5.", "1"), ("6,5", "1")]);
    all_read("A B", &["6.5", "7"], &[("The answer is 6,5.", "unread")]);
    all_read("A B", &[".5", "5"], &[("The answer is .5", "A"), (".5", "A"), ("5", "B")]);
}

#[test]
fn a_number_within_another_quotes_no_option() {
    let cases = [
        ("The answer is 100.", "B"),
        ("The answer is -100.", "A"),
        ("The answer is 100.5.", "unread"),
        ("The answer is 1,100.", "unread"),
        ("The answer is 3.14.", "C"),
        ("The answer is 3/14.", "unread"),
        ("I think 3.14 is right.", "C"),
    ];
    all_read("A B C", &["-100", "100", "3.14"], &cases);
    all_read("A B", &["-100", "7"], &[("I think 100 is right.", "unread")]);
}

#[test]
fn short_texts_keep_their_signs() {
    use peirast_read::hold_against;
    use peirast_record::{Accepted, Accepts, TextAnswer};
    let accepts =
        |text: &str| Accepts { texts: vec![Accepted::Text(text.to_owned())], ..Default::default() };
    for (right, said, same) in [
        ("C++", "c++", true),
        ("C++", "C", false),
        ("C++", "C#", false),
        ("C", "C++", false),
        ("-5", "-5", true),
        ("-5", "−5", true),
        ("-5", "5", false),
        ("1990-1995", "1990–1995", true),
        ("St. John's", "St John's", true),
    ] {
        let verdict = hold_against(said, &accepts(right)) == Some(TextAnswer::Accepted);
        assert_eq!(verdict, same, "{right}: {said}");
    }
}
