//! All usual forms of items, versions, options and answers in data sets.

use crate::{counts, plain, read};
use peirast_pairs::{AnswerKey, Compared, hypotheses};
use peirast_record::{Accepted, ColumnNames, DataPlan, Labels, Number, Task, Tolerance};

fn versions(names: &[&str]) -> Vec<String> {
    names.iter().map(|name| (*name).to_owned()).collect()
}

fn key(text: &str) -> AnswerKey {
    plain(text).items[0].versions[0].key.clone()
}

#[test]
fn a_row_for_every_version() {
    let items = plain(
        "item,version,question,answer\n\
         a,noop,Is 7 odd today?,yes\na,original,Is 7 odd?,yes\nb,original,Is 8 odd?,no\nb,noop,Is 8 odd today?,no\n",
    );
    assert_eq!(counts(&items), (2, versions(&["original", "noop"]), "yes-no".to_owned(), 2, 2));
    let ids: Vec<String> =
        items.problems().expect("problems").iter().map(|one| one.id.to_string()).collect();
    assert_eq!(
        ids,
        [
            "mine/yes-no/a/original",
            "mine/yes-no/a/noop",
            "mine/yes-no/b/original",
            "mine/yes-no/b/noop"
        ]
    );
}

#[test]
fn a_column_for_every_version() {
    for text in [
        "id;plain;reworded;answer\n1;What is a half of 5?;How much is 5 by 2?;2,5\n2;What is a half of 3?;How much is 3 by 2?;1,5\n",
        "id,question_plain,question_reworded,answer\n1,What is a half of 5?,How much is 5 by 2?,2.5\n2,What is a half of 3?,How much is 3 by 2?,1.5\n",
    ] {
        let items = plain(text);
        assert_eq!(
            counts(&items),
            (2, versions(&["plain", "reworded"]), "number".to_owned(), 2, 2),
            "{text}"
        );
        assert_eq!(
            items.items[0].versions[0].key,
            AnswerKey::Number("2.5".parse().expect("a number"), None)
        );
    }
    let beside = plain(
        "question,paraphrase,answer\nWhat is 2 plus 3?,How much do 2 and 3 make?,5\nWhat is 1 plus 3?,How much do 1 and 3 make?,4\n",
    );
    assert_eq!(beside.versions, ["original", "paraphrase"]);
    let own_answers = plain(
        "question_a,answer_a,question_b,answer_b\nWhat is 2 plus 3?,5,What is 2 plus 4?,6\nWhat is 1 plus 3?,4,What is 1 plus 5?,6\n",
    );
    assert_eq!(own_answers.items[0].versions[1].answer_text(), "6");
}

#[test]
fn dumps_of_public_data_sets() {
    let arc = r#"{"id":"q","condition":"base","question":{"stem":"Which is a metal?","choices":[{"text":"iron","label":"1"},{"text":"wood","label":"2"}]},"answerKey":"1"}
{"id":"q","condition":"swapped","question":{"stem":"Which is a metal?","choices":[{"text":"wood","label":"1"},{"text":"iron","label":"2"}]},"answerKey":"2"}
{"id":"q","condition":"short","question":{"stem":"A metal?","choices":[{"text":"iron","label":"1"},{"text":"wood","label":"2"}]},"answerKey":"1"}"#;
    let items = plain(arc);
    assert_eq!(
        counts(&items),
        (1, versions(&["base", "swapped", "short"]), "choice".to_owned(), 2, 1)
    );
    assert_eq!(items.items[0].versions[1].labels, Labels::Numbers);
    let problem = &items.problems().expect("problems")[1];
    assert_eq!(problem.text(), "Which is a metal?\n(1) wood\n(2) iron");
    // MMLU: a number from 0; HellaSwag: the same as a text; CommonsenseQA: both lists in an object.
    assert_eq!(
        key(r#"{"question":"Which?","subject":"x","choices":["red","blue","green"],"answer":1}
{"question":"Who?","subject":"x","choices":["Ada","Bob","Cy"],"answer":0}"#),
        AnswerKey::Choice(vec![1])
    );
    assert_eq!(
        key(
            r#"{"ind":4,"ctx":"He opens the door and","endings":["goes in.","flies.","sings.","ends."],"label":"0"}"#
        ),
        AnswerKey::Choice(vec![0])
    );
    assert_eq!(
        key(
            r#"{"id":"1","question":"Where?","choices":{"label":["A","B"],"text":["bank","tree"]},"answerKey":"B"}"#
        ),
        AnswerKey::Choice(vec![1])
    );
    assert_eq!(key("question,A,B,C,answer\nWhich?,red,blue,green,C\n"), AnswerKey::Choice(vec![2]));
    assert_eq!(
        key("question,option1,option2,answer\nWhich of these?,red,blue,2\nWhich now?,red,blue,1\n"),
        AnswerKey::Choice(vec![1])
    );
}

#[test]
fn answers_of_every_kind() {
    let number = |text: &str| text.parse::<Number>().expect("a number");
    for (rows, expected) in [
        ("question,answer\nHow many apples?,\"1,024\"\n", AnswerKey::Number(number("1024"), None)),
        (
            "question,answer\nHow many apples?,70 + 2 #### 72\n",
            AnswerKey::Number(number("72"), None),
        ),
        (
            "question,answer,tolerance\nHow much is pi?,3.14,0.01\n",
            AnswerKey::Number(number("3.14"), Some(Tolerance::Absolute(number("0.01")))),
        ),
        (
            "question,answer,tolerance\nHow much is pi?,3.14,1%\n",
            AnswerKey::Number(number("3.14"), Some(Tolerance::Relative(number("0.01")))),
        ),
        ("question,answer\nIs it so?,TRUE\n", AnswerKey::YesNo(true)),
        ("question,answer\nDoes it follow?,invalid\n", AnswerKey::Valid(false)),
        (
            "question,answer\nWhich city?,New York|NYC\n",
            AnswerKey::Text(vec![
                Accepted::Text("New York".to_owned()),
                Accepted::Text("NYC".to_owned()),
            ]),
        ),
        (
            "question,answer,aliases\nWhich city?,New York,NYC|Big Apple\n",
            AnswerKey::Text(vec![
                Accepted::Text("New York".to_owned()),
                Accepted::Text("NYC".to_owned()),
                Accepted::Text("Big Apple".to_owned()),
            ]),
        ),
        (
            "question,answer\nHow is it spelt?,/colou?r/\n",
            AnswerKey::Text(vec![Accepted::Pattern("colou?r".to_owned())]),
        ),
    ] {
        assert_eq!(key(rows), expected, "{rows}");
    }
}

#[test]
fn a_letter_a_text_or_a_number_of_an_option() {
    for answer in ["B", "b", "(b)", "blue", "1"] {
        let other = if answer == "1" { "0" } else { answer };
        let text =
            format!("question;choices;answer\nWhich?;red|blue;{answer}\nWho?;blue|red;{other}\n");
        let expected = if ["blue", "1"].contains(&answer) { [1, 0] } else { [1, 1] };
        let items = plain(&text);
        let keys: Vec<AnswerKey> =
            items.items.iter().map(|item| item.versions[0].key.clone()).collect();
        assert_eq!(keys, expected.map(|at| AnswerKey::Choice(vec![at])), "{answer}");
    }
}

#[test]
fn versions_of_truth_values_and_ids_that_name_versions() {
    let items = plain(
        "id\tperturbed\tquestion\tanswer\n1\tfalse\tIs 7 odd?\ttrue\n1\ttrue\tIs seven odd?\ttrue\n2\tfalse\tIs 8 odd?\tfalse\n2\ttrue\tIs eight odd?\tfalse\n",
    );
    assert_eq!(items.versions, ["original", "perturbed"]);
    let items = plain(
        "id,version,question,answer\na-x,x,Is 7 odd?,yes\na-y,y,Is seven odd?,yes\nb-x,x,Is 8 odd?,no\nb-y,y,Is eight odd?,no\n",
    );
    assert_eq!(items.items.iter().map(|item| item.name.as_str()).collect::<Vec<_>>(), ["a", "b"]);
}

#[test]
fn clusters_and_factors() {
    let text = "item,version,question,answer,topic,level\n\
                a,x,Is 7 odd?,yes,t,1\na,y,Is seven odd?,yes,t,1\nb,x,Is 8 odd?,no,t,2\nb,y,Is eight odd?,no,t,2\n\
                c,x,Is 5 odd?,yes,u,1\nc,y,Is five odd?,yes,u,1\nd,x,Is 6 odd?,no,u,2\nd,y,Is six odd?,no,u,2\n";
    let columns = ColumnNames { cluster: Some("topic".to_owned()), ..ColumnNames::default() };
    let items = read(text, &DataPlan { columns, ..DataPlan::default() }).expect("items");
    assert_eq!(counts(&items).4, 2);
    assert_eq!(items.items[1].kept.to_string(), "cluster=t, level=2, original=x");
    assert!(
        hypotheses(&items, Compared::WithOriginal)
            .iter()
            .all(|one| one.cluster.as_deref() == Some("cluster"))
    );
}

#[test]
fn hypotheses_compare_with_the_original_or_all_with_all() {
    let items = plain(
        "item,version,question,answer\na,base,Is 7 odd?,yes\na,x y,Is seven odd?,yes\na,z,7 odd?,yes\nb,base,Is 8 odd?,no\nb,x y,Is eight odd?,no\nb,z,8 odd?,no\n",
    );
    let ids =
        |compared| hypotheses(&items, compared).into_iter().map(|one| one.id).collect::<Vec<_>>();
    assert_eq!(ids(Compared::WithOriginal), ["x-y", "z"]);
    assert_eq!(ids(Compared::AllPairs), ["base.x-y", "base.z", "x-y.z"]);
    let one = &hypotheses(&items, Compared::WithOriginal)[0];
    assert_eq!(
        (one.over.as_slice(), one.test_family.as_deref()),
        (&["mine/yes-no".to_owned()][..], Some("versions"))
    );
    one.check().expect("a hypothesis");
}

#[test]
fn every_problem_keeps_its_guarantees() {
    let items = plain(peirast_pairs::EXAMPLE);
    let problems = items.problems().expect("problems");
    assert_eq!((problems.len(), problems[0].task), (40, Task::Number));
    assert_eq!(problems[0].factors.to_string(), "topic=errands, version=original");
    problems.iter().for_each(|problem| problem.check().expect("a problem"));
}

/// Number of items, versions, kind of answer, pairs, and the right answers of the originals.
fn understood(text: &str) -> (usize, usize, String, usize, Vec<String>) {
    let items = plain(text);
    let (count, versions, task, pairs, _) = counts(&items);
    let answers = items.items.iter().map(|item| item.versions[0].answer_text());
    (count, versions.len(), task, pairs, answers.collect())
}

#[test]
fn objects_of_arc_in_several_versions() {
    let options = r#"[{"text":"red","label":"A"},{"text":"blue","label":"B"}]"#;
    let row = |id: u32, version: &str, stem: &str, key: &str| {
        format!(
            r#"{{"id":"m{id}","version":"{version}","question":{{"stem":"{stem}","choices":{options}}},"answerKey":"{key}"}}"#
        ) + "\n"
    };
    let long: String = [("original", ""), ("polite", "Please: "), ("rude", "Hey! ")]
        .into_iter()
        .flat_map(|(version, lead)| {
            [(1, "B"), (2, "A")]
                .map(|(id, key)| row(id, version, &format!("{lead}Which is it, {id}?"), key))
        })
        .collect();
    let expected = (2, 3, "choice".to_owned(), 4, versions(&["blue", "red"]));
    assert_eq!(understood(&long), expected);
    let wide = |id: u32, key: &str| {
        format!(
            r#"{{"id":{id},"question":{{"stem":"Which is it, {id}?","choices":{options}}},"question_polite":{{"stem":"Please: which, {id}?"}},"question_rude":{{"stem":"Hey! Which is it, {id}?"}},"answerKey":"{key}"}}"#
        ) + "\n"
    };
    assert_eq!(understood(&(wide(1, "B") + &wide(2, "A"))), expected);
    // Versions that are fields of the question have its options.
    let text = format!(
        r#"{{"question":{{"stem":"Which is it?","reworded":"Say which it is.","choices":{options}}},"answerKey":"B"}}"#
    );
    let columns = ColumnNames {
        versions: versions(&["question.stem", "question.reworded"]),
        ..ColumnNames::default()
    };
    let items = read(&text, &DataPlan { columns, ..DataPlan::default() }).expect("items");
    assert_eq!(counts(&items).2, "choice");
    assert_eq!(items.items[0].versions[1].answer_text(), "blue");
}

#[test]
fn objects_that_stand_as_texts_in_cells() {
    for cell in [
        r#""{""text"": [""red"", ""blue""], ""label"": [""A"", ""B""]}""#,
        r#""{'text': ['red', 'blue'], 'label': ['A', 'B']}""#,
        r#""{'text': array(['red', 'blue'], dtype=object), 'label': array(['A', 'B'],\n dtype=object)}""#,
    ] {
        let text = format!("id,question,choices,answerKey\n1,Which?,{cell},B\n");
        assert_eq!(understood(&text).4, ["blue"], "{cell}");
    }
}

#[test]
fn options_that_say_which_is_right() {
    for text in [
        r#"{"question": "Which?", "mc1_targets": {"choices": ["red", "blue"], "labels": [0, 1]}}"#,
        r#"{"input": "Which?", "target_scores": {"red": 0, "blue": 1}}"#,
    ] {
        assert_eq!(understood(text).4, ["blue"], "{text}");
    }
    let best =
        plain("Question,Best Answer,Correct Answers\nWhich town?,The Hague,The Hague; Den Haag\n");
    let accepted = ["The Hague", "Den Haag"].map(|text| Accepted::Text(text.to_owned()));
    assert_eq!(best.items[0].versions[0].key, AnswerKey::Text(accepted.to_vec()));
}

#[test]
fn truth_values_as_digits() {
    let yes_no = "question\tlabel\nis water wet\t1\nAll seas are deep. Does sand float?\t0\n";
    assert_eq!(understood(yes_no).4, ["yes", "no"]);
    let numbers = plain("question\tlabel\nHow many moons has it?\t1\nHow many are left?\t0\n");
    assert_eq!(counts(&numbers).2, "number");
    assert!(
        numbers.notes.iter().any(|note| note.contains("write no and yes")),
        "{:?}",
        numbers.notes
    );
}

#[test]
fn numbers_that_only_one_notation_reads() {
    let comma = plain("question,answer\nHow much is it?,\"0,5\"\nAnd that one?,\"1.234,5\"\n");
    let keys: Vec<String> = comma.items.iter().map(|item| item.versions[0].answer_text()).collect();
    assert_eq!(keys, ["0.5", "1234.5"]);
    assert!(comma.notes.iter().any(|note| note.contains("decimal commas")));
    assert_eq!(understood("question,answer\nHow many?,1.234.567\n").4, ["1234567"]);
    assert_eq!(understood("question,answer\nHow many?,\"1,234\"\n").4, ["1234"]);
    // A semicolon between cells leaves the notation of numbers open.
    let open = plain("question;answer\nHow many?;1,234\n");
    assert_eq!(counts(&open).2, "text");
    assert!(open.notes.iter().any(|note| note.contains("may be two numbers")), "{:?}", open.notes);
    let boxed = "problem,solution\nWhat is 3 + 4?,\"Three and four: $\\boxed{7}$.\"\n";
    assert_eq!(understood(boxed).4, ["7"]);
}

#[test]
fn columns_that_nothing_takes_are_named() {
    let items = plain("id,question,answer,source,notes\n1,Is 7 odd?,yes,a,x\n2,Is 8 odd?,no,b,y\n");
    assert_eq!(items.unused, ["source", "notes"]);
    assert_eq!(peirast_pairs::Understood::new(&items).unused_columns, items.unused);
}

#[test]
fn a_file_without_heads_has_columns_by_place() {
    use peirast_rows::{DataFile, DataFormat};
    let text = "What is 2 + 2?,3,4,5,6,B\nWhat is 1 + 1?,2,3,4,5,A\n";
    let said = read(text, &DataPlan::default()).expect_err("no heads").to_string();
    assert!(said.contains("if the first line is a row, give --no-header"), "{said}");
    let twice = "Which?,4,4,B\nWho?,1,2,A\n";
    let said = DataFile::from_bytes(twice.as_bytes(), DataFormat::Separated).expect_err("one head");
    assert!(said.to_string().contains("--no-header"), "{said}");
    let file = DataFile::from_bytes(text.as_bytes(), DataFormat::Headless).expect("a file");
    assert_eq!((file.columns.len(), file.rows.len(), file.rows[1].place), (6, 2, 2));
    let columns = ColumnNames {
        question: Some("1".to_owned()),
        choices: versions(&["2", "3", "4", "5"]),
        answer: Some("6".to_owned()),
        ..ColumnNames::default()
    };
    let plan = DataPlan { columns, ..DataPlan::default() };
    let items = peirast_pairs::ItemSet::read("mine", &file, &plan).expect("items");
    assert_eq!(items.items[1].versions[0].answer_text(), "2");
}

#[test]
fn versions_in_one_object() {
    let line = |id: u32, versions: &str| {
        format!("{{\"id\": {id}, \"versions\": {versions}, \"answer\": \"yes\"}}\n")
    };
    let texts = r#"{"original": "Is 7 odd?", "reworded": "Is seven odd?"}"#;
    let objects =
        r#"{"original": {"question": "Is 9 odd?"}, "reworded": {"question": "Is nine odd?"}}"#;
    let named = ColumnNames { versions: vec!["versions".to_owned()], ..ColumnNames::default() };
    let named = DataPlan { columns: named, ..DataPlan::default() };
    for object in [texts, objects] {
        let text = line(1, object) + &line(2, &object.replace("odd", "even"));
        for plan in [&DataPlan::default(), &named] {
            let items = read(&text, plan).expect("items");
            assert_eq!(items.versions, ["original", "reworded"], "{text}");
            assert_eq!(items.items[1].versions.len(), 2, "{text}");
        }
    }
    let error = read(&line(1, r#"{"a": [1], "b": [2]}"#), &named).expect_err("no text").to_string();
    assert!(error.contains("name the fields of versions"), "{error}");
}

/// The items of a text whose columns of versions are named.
fn with_versions(text: &str, columns: &[&str]) -> peirast_pairs::ItemSet {
    let columns = ColumnNames { versions: versions(columns), ..ColumnNames::default() };
    read(text, &DataPlan { columns, ..DataPlan::default() }).expect("items")
}

#[test]
fn columns_of_versions_that_are_named_have_their_own_answers_and_options() {
    let text = r#"{"question_a": "Which is it?", "answer_a": "A", "choices_a": ["red", "blue"], "question_b": "Which is it now?", "answer_b": "B", "choices_b": ["green", "grey"]}"#;
    let items = with_versions(text, &["question_a", "question_b"]);
    assert_eq!(items.versions, ["a", "b"]);
    let answers = items.items[0].versions.iter().map(|version| version.answer_text());
    assert_eq!(answers.collect::<Vec<_>>(), ["red", "grey"]);
    assert_eq!(items.unused, Vec::<String>::new());
    // Names that would be equal without the usual word stay whole.
    let same = "question_a,prompt_a,answer\nWhat is 2 + 3?,What do 2 and 3 make?,5\n";
    let items = with_versions(same, &["question_a", "prompt_a"]);
    assert_eq!(items.versions, ["question_a", "prompt_a"]);
}

#[test]
fn short_questions_are_recognised_by_the_names_of_their_columns() {
    for (heads, names) in [
        ("question_plain,question_words", ["plain", "words"]),
        ("prompt1,prompt2", ["1", "2"]),
        ("original_question,perturbed_question", ["original", "perturbed"]),
        ("question,paraphrase", ["original", "paraphrase"]),
    ] {
        let text = format!("id,{heads},answer\n1,Root of 4?,Sqrt 4?,2\n2,Root of 9?,Sqrt 9?,3\n");
        let items = plain(&text);
        assert_eq!(items.versions, names, "{heads}");
        assert_eq!(counts(&items).3, 2, "{heads}");
    }
    let several = plain(
        "id,question,paraphrase_1,paraphrase_2,answer\n0,q 0?,p 0?,r 0?,0\n1,q 1?,p 1?,r 1?,1\n",
    );
    assert_eq!(several.versions, ["original", "paraphrase_1", "paraphrase_2"]);
}

#[test]
fn the_original_next_to_a_changed_question() {
    for (head, name) in [("seed_question", "seed"), ("original_question", "original")] {
        let text = format!("question,{head},answer\nHey! What is 2 plus 3?,What is 2 plus 3?,5\n");
        assert_eq!(plain(&text).versions, [name, "question"], "{head}");
    }
    for (head, values, names) in [
        ("is_perturbed", ["False", "True"], ["original", "perturbed"]),
        ("isOriginal", ["true", "false"], ["original", "changed"]),
    ] {
        let [one, two] = values;
        let text = format!(
            "pair_id,{head},question,answer\n1,{one},Is 7 odd?,yes\n1,{two},So is 7 odd?,yes\n"
        );
        let items = plain(&text);
        assert_eq!(items.versions, names, "{head}");
        assert_eq!(items.items[0].versions[0].question(), "Is 7 odd?\n", "{head}");
    }
    // One rewording of several may be short.
    let short = "question,paraphrase_1,paraphrase_2,answer\nIs 7 an odd number?,Would you call 7 odd?,Is 7 odd?,yes\n";
    assert_eq!(plain(short).versions, ["original", "paraphrase_1", "paraphrase_2"]);
}

#[test]
fn columns_about_questions_are_no_versions() {
    for (head, values) in [
        ("question_type", ["with words", "in digits"]),
        ("question_id", ["q1", "q2"]),
        ("prompt_tokens", ["7", "8"]),
        ("question_paper", ["mock", "mock"]),
    ] {
        let [one, two] = values;
        let text = format!("question,{head},answer\nRoot of 4?,{one},2\nRoot of 9?,{two},3\n");
        assert_eq!(plain(&text).versions, ["original"], "{head}");
    }
    // Next to questions of some length, short texts are about them.
    let text = "question,question_area,answer\nWhat is the root of 4?,pure maths,2\nWhat is the root of 9?,more maths,3\n";
    assert_eq!(plain(text).versions, ["original"]);
}

#[test]
fn letters_with_the_text_or_a_word_name_options() {
    for [one, two] in [
        ["A) red", "B) blue"],
        ["(a) red", "(b) blue"],
        ["B. blue", "A: red"],
        ["Option A", "option B"],
        ["Answer: B", "Choice (A)"],
    ] {
        let text =
            format!("question;choices;answer\nWhich?;red|blue;{one}\nWhich now?;red|blue;{two}\n");
        let expected = |answer: &str| {
            let is_first =
                answer.contains('A') && !answer.starts_with("Answer") || answer.contains("(a)");
            if is_first { "red" } else { "blue" }
        };
        assert_eq!(understood(&text).4, [expected(one), expected(two)], "{one}");
    }
    // A letter with the text of another option is a mistake.
    let wrong = "question;choices;answer\nWhich?;red|blue;A) blue\n";
    let said = read(wrong, &DataPlan::default()).expect_err("no option").to_string();
    assert!(said.contains("`A) blue` names none of its 2 options"), "{said}");
}

#[test]
fn options_that_are_numbers_marked_or_truth_values() {
    let ints = "question,choices,answer\nHow many?,[  0 100 200],B\nHow much?,[1 101 201],C\n";
    assert_eq!(understood(ints).4, ["100", "201"]);
    let marked = r#"{"question": "Which?", "choices": [{"text": "red", "is_correct": false}, {"text": "blue", "is_correct": true}]}"#;
    assert_eq!(understood(marked).4, ["blue"]);
    let truths = r#"{"question": "Is it so?", "choices": ["no", "yes"], "answer": true}
{"question": "Is it?", "choices": ["yes", "no"], "answer": false}"#;
    assert_eq!(understood(truths).4, ["yes", "no"]);
}

#[test]
fn truth_values_as_letters_and_as_decimals() {
    let letters = plain("question,answer\nWater is wet.,T\nSand is wet.,F\n");
    assert_eq!(counts(&letters).2, "yes-no");
    assert!(letters.notes.iter().any(|note| note.contains("T and F are taken as yes and no")));
    assert_eq!(understood("question,answer\nIs it so?,F\nIs it?,F\n").4, ["no", "no"]);
    // One letter alone may be any text.
    assert_eq!(counts(&plain("question,answer\nWhich vitamin?,F\nWhich key?,F\n")).2, "text");
    let options = "question;choices;answer\nWhich?;x|y|z|u|v|w;F\nWho?;x|y|z|u|v|w;F\n";
    assert_eq!(understood(options).4, ["w", "w"]);
    let decimals = "question,answer\nIs it so?,1.0\nWas it so?,0.0\n";
    assert_eq!(understood(decimals).4, ["yes", "no"]);
}

#[test]
fn numbers_with_a_plus_a_percent_sign_and_tolerances_in_the_notation_of_the_file() {
    let text = "question,answer\nBy how much?,+5\nWhat percentage?,50%\nHow many?,7\n";
    assert_eq!(understood(text).4, ["5", "50", "7"]);
    let comma =
        "id;question;answer;tolerance\n1;How long is it?;1,25;0,01\n2;How far is it?;2,5;0,5%\n";
    let items = plain(comma);
    let number = |text: &str| text.parse::<Number>().expect("a number");
    let keys = items.items.iter().map(|item| item.versions[0].key.clone());
    let expected = [
        AnswerKey::Number(number("1.25"), Some(Tolerance::Absolute(number("0.01")))),
        AnswerKey::Number(number("2.5"), Some(Tolerance::Relative(number("0.005")))),
    ];
    assert_eq!(keys.collect::<Vec<_>>(), expected);
}
