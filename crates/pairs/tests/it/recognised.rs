//! Which columns are versions, ids, options and notes: one table for each rule.

use crate::{counts, plain, read};
use peirast_pairs::{AnswerKey, Understood};
use peirast_record::{ColumnNames, DataPlan};

const ITEMS: usize = 12;

/// A table with these heads and a row for each of twelve items, with `{n}` as its number.
fn rows(heads: &str, cells: &str) -> String {
    let row = |at: usize| cells.replace("{n}", &at.to_string()) + "\n";
    format!("{heads}\n{}", (0..ITEMS).map(row).collect::<String>())
}

/// The names of versions of a table with a row for each item.
fn wide(heads: &str, cells: &str) -> Vec<String> {
    let items = plain(&rows(heads, cells));
    let (count, versions, _, pairs, _) = counts(&items);
    assert_eq!(count, ITEMS, "{heads}");
    assert_eq!(pairs, ITEMS * (versions.len() - 1), "{heads}");
    versions
}

#[test]
fn a_column_of_versions_decides_whatever_texts_other_columns_hold() {
    for (head, text) in [
        ("original_question", "What is {n} plus two please?"),
        ("question_original", "What is {n} plus two please?"),
        ("paraphrase", "Some longer text about {n} and so on"),
        ("reworded", "What is {n} plus two please?"),
        ("perturbed", "yes it is perturbed {n}"),
        ("question_en", "What is {n} plus two in English?"),
        ("question_type", "word problem easy {n}"),
        ("question_topic", "arithmetic with small numbers {n}"),
    ] {
        let row = |version: &str| {
            rows("", &format!("{{n}},{version},What is {{n}} plus two as {version}?,2,{text}"))
        };
        let versions = ["original", "typo", "noop"].map(row);
        let text = format!("item,version,question,answer,{head}{}", versions.concat());
        let text = text.replace("\n\n", "\n");
        let (items, versions, _, pairs, _) = counts(&plain(&text));
        assert_eq!((items, versions.len(), pairs), (12, 3, 24), "{head}");
    }
}

#[test]
fn a_column_that_is_called_an_original_is_a_version() {
    let (one, two, three) = ("What is {n} and 1?", "Add 1 to {n} now.", "Say {n} with 1 more!");
    for heads in [
        "original,paraphrase_1,paraphrase_2",
        "base,paraphrase_1,paraphrase_2",
        "seed,paraphrase_a,paraphrase_b",
        "original,perturbed_1,perturbed_2",
        "original,reworded,paraphrase_1",
        "Original,Paraphrase 1,Paraphrase 2",
        "original,typo,wordy",
    ] {
        let versions = wide(&format!("id,{heads},answer"), &format!("{{n}},{one},{two},{three},1"));
        let expected: Vec<&str> = heads.split(',').collect();
        assert_eq!(versions, expected, "{heads}");
    }
    assert_eq!(
        wide("id,question,original,answer", &format!("{{n}},{two},{one},1")),
        ["original", "question"]
    );
    let unsure = "id,plain,reworded,instruction,answer";
    let cells = format!("{{n}},{one},{two},Some words about the number {{n}} here,1");
    assert_eq!(wide(unsure, &cells), ["plain", "reworded"]);
}

#[test]
fn columns_of_notes_are_no_versions() {
    let bare = ["original", "reworded"];
    let joined = ["question_original", "question_perturbed"];
    for (versions, head, text) in [
        (bare, "explanation", "Add one to {n} and you get the sum."),
        (bare, "solution", "Add one to {n} and you get the sum."),
        (bare, "rationale", "Add one to {n} and you get the sum."),
        (bare, "notes", "checked by Ann on {n} May"),
        (bare, "source", "Smith et al. p. {n} of 20"),
        (bare, "solution_text", "Some words about the number {n} here"),
        (bare, "perturbationDescription", "we changed the word {n} here"),
        (bare, "hint", "Some words about the number {n} here"),
        (bare, "rules", "You are a helpful assistant."),
        (joined, "question_source", "the train split and row {n}"),
        (joined, "question_type", "arithmetic word problem"),
        (joined, "question_notes", "checked by Ann and Bob"),
        (joined, "solution_text", "Add two to {n} which makes it"),
        (joined, "answer_text", "It is the number {n} plus 2"),
        (joined, "system_prompt", "You are a helpful assistant."),
        (joined, "prompt_template", "Q: the question A: please"),
        (joined, "perturbed_text", "the word {n} was changed here"),
    ] {
        let [one, two] = versions;
        let heads = format!("id,{one},{two},{head},answer");
        let cells =
            format!("{{n}},What is {{n}} plus two?,What is two plus {{n}} please?,{text},2");
        let found = wide(&heads, &cells);
        let expected = versions.map(|name| name.replace("question_", ""));
        assert_eq!(found, expected, "{head}");
        let warned = plain(&rows(&heads, &cells)).warnings().join("\n");
        let is_passed = warned.contains("could hold questions, and is not taken as a version");
        assert_eq!(is_passed, head == "perturbed_text", "{head}: {warned}");
    }
    // A column that asks is a version, whatever its name.
    let asks = "{n},What is {n} plus two?,What is two plus {n} (count)?,2";
    assert_eq!(wide("id,original,hint,answer", asks), ["original", "hint"]);
}

#[test]
fn short_texts_are_versions_and_contexts() {
    let versions =
        wide("id,v1,v2,v3,answer", "{n},What is {n} + 1.5?,Add {n} to 1.5 now.,Hm {n}+1?,1");
    assert_eq!(versions, ["v1", "v2", "v3"]);
    let story = "{n},What is {n}+1.25?,A tank has {n} litres. How many?,1";
    assert_eq!(wide("id,original,story,answer", story), ["original", "story"]);
    let nested = |at: usize| {
        format!(
            "{{\"id\": {at}, \"answer\": 1, \"original\": {{\"question\": \"Which is {at}?\"}}, \"reworded\": \
             {{\"question\": \"Which one is {at}?\"}}}}\n"
        )
    };
    let nested: String = (0..ITEMS).map(nested).collect();
    assert_eq!(counts(&plain(&nested)).1, ["original", "reworded"]);
    // Sentences stand before the question, and levels do not.
    for (context, is_read) in [("Tom hid {n}.", true), ("Ctx {n}", true), ("high school", false)] {
        let items =
            plain(&rows("id,context,question,answer", &format!("{{n}},{context},Why {{n}}?,1")));
        let question = items.items[3].versions[0].question();
        assert_eq!(question.starts_with(&context.replace("{n}", "3")), is_read, "{question}");
    }
}

#[test]
fn ids_that_never_match_show_versions_without_pairs() {
    let table = |one: &str, two: &str| {
        let row = |at: usize| {
            let id = |id: &str| id.replace("{n}", &at.to_string());
            format!("{},a,Q {at} a?,1\n{},b,Q {at} b?,1\n", id(one), id(two))
        };
        "item,version,question,answer\n".to_owned() + &(0..ITEMS).map(row).collect::<String>()
    };
    for (one, two, pairs) in
        [("{n}", "{n}.0", 12), ("I{n}", "i{n}", 0), ("a{n}", "b{n}", 0), ("{n}.5", "{n}.50", 0)]
    {
        let items = plain(&table(one, two));
        let (_, versions, _, found, _) = counts(&items);
        assert_eq!((versions.len(), found), (2, pairs), "{one} {two}");
        let warned = items.warnings().join("\n");
        assert_eq!(warned.contains("occurs in two versions"), pairs == 0, "{warned}");
        assert_eq!(warned.contains("differ in capitals"), one == "I{n}", "{warned}");
    }
}

#[test]
fn a_row_without_an_item_is_an_error_and_no_pairing_by_order() {
    for head in ["item", "question_id"] {
        let text = rows("", "i{n},original,What is {n}?,1") + &rows("", "i{n},new,Say {n}!,1");
        let text = format!("{head},version,question,answer{}", text.replace("\n\n", "\n"));
        let text = text.replace("\ni3,original", "\n,original");
        let said = read(&text, &DataPlan::default()).expect_err("a gap").to_string();
        assert_eq!(said, format!("line 5: column `{head}` names no item: write one"));
    }
}

#[test]
fn questions_that_are_objects_of_versions() {
    let line = |question: &str| format!("{{\"question\": {question}, \"answer\": \"yes\"}}\n");
    for [one, two] in [
        ["\"Is it 7 or not?\"", "\"Is it seven?\""],
        ["{\"stem\": \"Is it 7 or not?\"}", "{\"stem\": \"Is it seven?\"}"],
    ] {
        let object =
            format!("{{\"original\": {one}, \"reworded\": {two}, \"topic\": \"odd numbers\"}}");
        let items = plain(&line(&object));
        assert_eq!(items.versions, ["original", "reworded"], "{object}");
        assert_eq!(items.items[0].versions[1].question(), "Is it seven?\n");
    }
}

#[test]
fn answers_are_lists_of_objects_with_their_texts() {
    // Two rows: in a file with one object, a list of objects is the list of rows.
    let text = r#"{"question": "Which town?", "answers": [{"text": "The Hague", "answer_start": 3}, {"text": "Den Haag", "answer_start": 9}]}
{"question": "Which other town?", "answers": [{"text": "Delft", "answer_start": 5}]}"#;
    let key = plain(text).items[0].versions[0].key.clone();
    let AnswerKey::Text(texts) = key else { panic!("{key:?}") };
    assert_eq!(texts.len(), 2);
    assert_eq!(plain(text).items[0].versions[0].answer_text(), "The Hague");
}

#[test]
fn wrong_options_next_to_the_right_answer() {
    for (heads, cells) in [
        ("id,version,question,distractor1,distractor2,correct_answer", "red {n},blue,green {n}"),
        (
            "id,version,Question,Incorrect Answer 1,Incorrect Answer 2,Correct Answer",
            "red {n},blue,green {n}",
        ),
        ("id,version,question,incorrect_answers,best_answer", "red {n}|blue,green {n}"),
    ] {
        let of = |version: &str| {
            rows("", &format!("{{n}},{version},Which is it {{n}} {version}?,{cells}"))
        };
        let text = format!("{heads}{}{}", of("plain"), of("new")).replace("\n\n", "\n");
        let items = plain(&text);
        assert_eq!(counts(&items).2, "choice", "{heads}");
        let mut places = std::collections::BTreeSet::new();
        for (at, item) in items.items.iter().enumerate() {
            assert_eq!(item.versions[0].choices, item.versions[1].choices, "{heads}");
            assert_eq!(item.versions[0].choices.len(), 3);
            assert_eq!(item.versions[0].answer_text(), format!("green {at}"));
            let AnswerKey::Choice(place) = &item.versions[0].key else { panic!("a choice") };
            places.insert(place.clone());
        }
        // The right option has no place of its own.
        assert!(places.len() > 1, "{heads} {places:?}");
        assert!(items.warnings().join("\n").contains("the wrong ones in"), "{heads}");
    }
    let social = "question,answerA,answerB,answerC,label\nWhy now?,red,blue,grey,1\nWhy then?,red,blue,grey,3\n";
    let answers: Vec<String> =
        plain(social).items.iter().map(|item| item.versions[0].answer_text()).collect();
    assert_eq!(answers, ["red", "grey"]);
}

#[test]
fn copies_of_rows_are_left_out_with_a_warning() {
    let text = "item,version,question,answer\na,x,Is 7 odd?,yes\na,y,Is seven odd?,yes\na,y,Is seven odd?,yes\n";
    let items = plain(text);
    assert_eq!(counts(&items).3, 1);
    let warned = items.warnings().join("\n");
    assert!(warned.contains("line 4 is an exact copy of line 3, and is left out"), "{warned}");
    let other = text.replace("Is seven odd?,yes\n", "Is seven odd?,no\n").replacen("no", "yes", 1);
    let said = read(&other, &DataPlan::default()).expect_err("two versions").to_string();
    assert!(said.contains("has the version `y` in line 3 too"), "{said}");
    // Without ids, two items may be alike.
    let items = plain("question,answer\nIs 7 odd?,yes\nIs 7 odd?,yes\n");
    assert_eq!(counts(&items).0, 2);
}

#[test]
fn options_that_are_named_in_another_way() {
    let lure =
        r#"{"question": "Which?", "choices": ["red", "blue"], "answer": "A", "lure": "blue"}"#;
    assert_eq!(plain(lure).items[0].versions[0].lure, Some(AnswerKey::Choice(vec![1])));
    let mixed =
        "question;choices;answer\nWhich?;red|blue;A\nWho?;red|blue;BLUE\nWho now?;red|blue;B\n";
    let said = read(mixed, &DataPlan::default()).expect_err("two ways").to_string();
    assert!(said.starts_with("line 3: the answer `BLUE` is the text of option B"), "{said}");
}

#[test]
fn one_answer_is_too_common_only_beyond_chance() {
    let table = |answers: [char; 12], options: usize| {
        let letters: Vec<String> =
            ('A'..='Z').take(options).map(|letter| letter.to_string()).collect();
        let row = |(at, answer): (usize, &char)| {
            let cells = letters.iter().map(|letter| format!("thing {letter}{at}"));
            format!("Which is {at}?,{},{answer}\n", cells.collect::<Vec<_>>().join(","))
        };
        let rows: String = answers.iter().enumerate().map(row).collect();
        plain(&format!("question,{},answer\n{rows}", letters.join(","))).warnings().join("\n")
    };
    let different: [char; 12] = std::array::from_fn(|at| char::from(b'A' + at as u8));
    assert!(!table(different, 26).contains("looks able"));
    let common: [char; 12] = "ABAACAADAAAB".chars().collect::<Vec<_>>().try_into().expect("twelve");
    assert!(table(common, 4).contains("looks able"));
}

#[test]
fn cells_that_hold_no_text_are_described() {
    for (cell, expected) in [
        ("[\"Is it?\", \"Is it so?\"]", "column `question` holds a list of 2 texts"),
        (
            "[{\"role\": \"system\", \"content\": \"a\"}, {\"role\": \"user\", \"content\": \"b\"}]",
            "column `question` holds a list of 2 messages",
        ),
        ("[1]", "column `question` holds a list of 1 values"),
    ] {
        let text = format!("{{\"question\": {cell}, \"answer\": \"yes\"}}\n");
        let said = read(&text, &DataPlan::default()).expect_err("no text").to_string();
        assert!(said.contains(expected), "{said}");
    }
    // The way that the message names.
    let columns = ColumnNames { versions: vec!["question".to_owned()], ..ColumnNames::default() };
    let text = "{\"question\": [\"Is it now?\", \"Is it so?\"], \"answer\": \"yes\"}\n";
    let items = read(text, &DataPlan { columns, ..DataPlan::default() }).expect("versions");
    assert_eq!(Understood::new(&items).pairs, 1);
}
