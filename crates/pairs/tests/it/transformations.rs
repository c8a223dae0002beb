//! The results of each transformation for example items, and the items that it does not fit.

use crate::items::{set, text, version};
use peirast_pairs::{
    AnswerKey, ItemVersion, PairsError, TRANSFORMATIONS, Transformation, Violation, certify,
};
use peirast_record::{Accepted, Labels, Number, Segment, Tolerance};

fn parsed(text: &str) -> Transformation {
    text.parse().expect("a transformation")
}

fn made(transformation: &str, original: &ItemVersion) -> Result<ItemVersion, String> {
    let items = set([original.clone()])
        .with(&[parsed(transformation)], 7)
        .map_err(|error| error.to_string())?;
    Ok(items.items[0].versions[1].clone())
}

/// The reason why a transformation does not fit an item.
fn refused(transformation: &str, original: &ItemVersion) -> String {
    let error = made(transformation, original).expect_err("it does not fit");
    let start = format!("transformation `{transformation}`: it fits no item: of 1, 1 ");
    let reason = error.strip_prefix(&start).and_then(|rest| rest.strip_suffix("; leave it out"));
    reason.unwrap_or_else(|| panic!("{error}")).to_owned()
}

#[test]
fn transformations_are_read_as_they_are_written() {
    for transformation in Transformation::built_in() {
        assert_eq!(parsed(&transformation.to_string()), transformation);
    }
    let names: Vec<&str> = TRANSFORMATIONS.iter().map(|form| form.name).collect();
    let mut built_in: Vec<&str> =
        Transformation::built_in().iter().map(Transformation::name).collect();
    built_in.dedup();
    assert_eq!(built_in, names);
    for (written, other) in [
        ("rotate-options", "rotate-options=1"),
        (" names=built-in ", "names"),
        ("typos=1/20", "typos=0.05"),
    ] {
        assert_eq!(parsed(written).to_string(), other);
    }
}

#[test]
fn what_is_no_transformation_is_refused_with_those_that_are() {
    for (text, expected) in [
        (
            "shufle-options",
            "there is no such transformation: did you mean `shuffle-options`? There are `shuffle-options`, ",
        ),
        ("White_Space", "did you mean `white-space`?"),
        (
            "paraphrase",
            "there is no such transformation: there are `shuffle-options`, `rotate-options`, ",
        ),
        ("", "there is no such transformation: there are "),
        ("hint", "it needs a value: write `hint=right|wrong`"),
        ("hint=rong", "there is no value `rong`: did you mean `wrong`? There are `right`, `wrong`"),
        ("irrelevant=nr", "there is no value `nr`: the only one is `number`"),
        ("relevant=1", "it takes no value: write `relevant`"),
        ("rotate-options=0", "the number of places is invalid: write a whole number from 1 to 25"),
        ("rotate-options=26", "a whole number from 1 to 25"),
        (
            "typos=0",
            "the rate is invalid: write a number above 0 and up to 0.2, for example `typos=0.05`",
        ),
        ("typos=0.3", "a number above 0 and up to 0.2"),
        ("names=", "it needs a value: write `names[=FILE]`"),
        ("names=people.txt", "the list of names cannot be read: no file is read here"),
    ] {
        let error = text.parse::<Transformation>().expect_err("an error").to_string();
        assert!(
            error.starts_with(&format!("transformation `{text}`: ")) && error.contains(expected),
            "{error}"
        );
    }
}

#[test]
fn a_list_of_names_is_the_users() {
    let of =
        |list: &'static str| Transformation::parse("names=people.txt", |_| Ok(list.to_owned()));
    let names = of("\u{feff}# ours\nf Zelda\n\nm,Ulf\nn\tJo\n").expect("a list");
    assert_eq!(names.to_string(), "names=people.txt");
    let original = version("Anna met Zelda. Who met whom?", &[], text("Anna"));
    let error =
        set([original]).with(std::slice::from_ref(&names), 1).expect_err("Zelda is there already");
    assert!(error.to_string().contains("1 leave no name of the same kind free"), "{error}");
    let original = version("Anna met Omar. Who was met?", &[], text("Omar"));
    let items = set([original]).with(&[names], 1).expect("a version");
    let made = &items.items[0].versions[1];
    assert_eq!(made.question(), "Zelda met Ulf. Who was met?\n");
    assert_eq!(made.key, text("Ulf"));
    for (list, expected) in [
        (
            "f Anna\nx Bert\n",
            "line 2 of the list is `x Bert`: write f, m or n, a space and one name",
        ),
        ("f anna\n", "line 1 of the list is `f anna`"),
        ("f Anna Maria\n", "line 1"),
        ("f Anna\nm Anna\n", "line 2 of the list has `Anna` a second time"),
        ("f Anna\n", "fewer than two names"),
    ] {
        let error = of(list).expect_err("an error").to_string();
        assert!(error.contains(expected), "{error}");
    }
}

#[test]
fn options_that_refer_to_others_stay_in_their_places() {
    let with =
        |question: &str, options: &[&str]| version(question, options, AnswerKey::Choice(vec![0]));
    for (options, expected) in [
        (["red", "blue", "All of the above"], "refer to options by their place in a text"),
        (["red", "blue", "the first two options"], "refer to options by their place in a text"),
        (["red", "blue", "Both A and B"], "name options by their labels in a text"),
        (["red", "blue", "neither (a) nor (b)"], "name options by their labels in a text"),
        (["red", "blue", "not option B"], "name options by their labels in a text"),
    ] {
        assert_eq!(refused("shuffle-options", &with("Which?", &options)), expected);
        assert_eq!(refused("rotate-options=1", &with("Which?", &options)), expected);
    }
    let question = with("Write A, B or C. Which?", &["red", "blue", "green"]);
    assert_eq!(refused("labels=numbers", &question), "name options by their labels in a text");
    let question = with("Is the last answer red? Which?", &["red", "blue"]);
    assert_eq!(refused("shuffle-options", &question), "refer to options by their place in a text");
    assert!(made("labels=numbers", &question).is_ok());
    let shown = with("Which?\nA. red\nB. blue", &["red", "blue"]);
    for transformation in
        ["shuffle-options", "separator=point", "labels=lower", "case=upper", "typos=0.05"]
    {
        assert_eq!(
            refused(transformation, &shown),
            "have their options in the text of the question"
        );
    }
    assert_eq!(
        refused("labels=upper", &with("Which?", &["red", "blue"])),
        "would stay as they are"
    );
    assert_eq!(
        refused("rotate-options=2", &with("Which?", &["red", "blue"])),
        "would stay as they are"
    );
    assert_eq!(
        refused("separator=point", &version("Is it?", &[], AnswerKey::YesNo(true))),
        "have no options"
    );
    // Everything that may be the label of an option counts as one.
    for (question, options) in [
        ("Points A and B differ. Which?", ["vitamin", "none of these"]),
        ("Hint: B is wrong. Which?", ["red", "blue"]),
        ("Which?", ["All but B", "blue"]),
        ("Which?", ["AB", "blue"]),
        ("Which?", ["1 & 2", "blue"]),
    ] {
        let one = with(question, &options);
        assert_eq!(
            refused("shuffle-options", &one),
            "name options by their labels in a text",
            "{options:?}"
        );
    }
    let numbers = with("Which?", &["2 apples", "1 apple"]);
    assert_eq!(refused("labels=numbers", &numbers), "have options that could be taken for labels");
    assert!(made("shuffle-options", &with("A dog barks. Which?", &["A cat", "a cow"])).is_ok());
}

#[test]
fn names_go_with_their_persons() {
    let mut original = version(
        "Anna’s brother Omar saw James' hat. Does Anna like Omar?",
        &["Anna", "James’s hat"],
        AnswerKey::Choice(vec![1]),
    );
    original.before.insert(0, Segment { role: "context".into(), text: "Mary slept.\n".to_owned() });
    let version_made = made("names", &original).expect("a version");
    let question = version_made.question();
    assert!(
        !["Anna", "Omar", "James", "Mary"].iter().any(|name| question.contains(name)),
        "{question}"
    );
    assert!(
        question.contains("s' hat") && version_made.choices[1].ends_with("s’s hat"),
        "{question}"
    );
    for (question, expected) in [
        ("Is it?", "hold no name of a person that the list has"),
        (
            "Did Anna Schmidt win?",
            "name persons whom no statement of the text introduces, so that they may be real ones",
        ),
        (
            "Anna saw Goliath. Did Anna run?",
            "have other proper names, so that the persons may be real ones",
        ),
        ("Anna met Omar. Who has the shorter name?", "may ask about names, or who is who"),
        ("Lake George is deep. Is it?", "hold a name that may be part of a longer one"),
        ("ANNA and Anna met. Did they?", "write one name in different ways"),
        ("How many letters has Anna?", "may ask about letters, words or sentences of the text"),
    ] {
        assert_eq!(
            refused("names", &version(question, &[], AnswerKey::YesNo(true))),
            expected,
            "{question}"
        );
    }
    let pattern = AnswerKey::Text(vec![Accepted::Pattern("anna|maria".to_owned())]);
    assert_eq!(
        refused("names", &version("Anna slept. Who slept?", &[], pattern)),
        "write one name in different ways"
    );
    // The check finds a missing name, an additional one and one of the other gender.
    let (names, original) =
        (parsed("names"), version("Anna met Omar. Did Omar go?", &[], AnswerKey::YesNo(true)));
    let with = |text: &str| ItemVersion {
        before: version(text, &[], AnswerKey::YesNo(true)).before,
        ..original.clone()
    };
    assert_eq!(certify(&names, &original, &with("Lena met Ravi. Did Ravi go?")), Ok(()));
    for wrong in [
        "Lena met Omar. Did Omar go?",
        "Lena met Ravi. Did Omar go?",
        "Lena met Ravi. Did Pavel go?",
        "Lena met Greta. Did Greta go?",
        "Ravi met Lena. Did Lena go?",
        "Lena met Ravi. Does Ravi go?",
        "Lena met Frodo. Did Frodo go?",
    ] {
        assert!(certify(&names, &original, &with(wrong)).is_err(), "{wrong}");
    }
}

#[test]
fn added_sentences_stand_before_the_last_one() {
    let original = version(
        "Anna has 37 marbles.\nShe loses 4 of them. How many are left?",
        &[],
        AnswerKey::Number(33.into(), None),
    );
    let plain = made("irrelevant", &original).expect("a version").question();
    assert!(
        plain.starts_with("Anna has 37 marbles.\nShe loses 4 of them. ")
            && plain.ends_with(". How many are left?\n"),
        "{plain}"
    );
    let short = version("Rain falls. Wind blows. Is Anna wet?", &[], AnswerKey::YesNo(true));
    assert_eq!(
        refused("relevant", &short),
        "have no sentence of suitable length before the last one that could be quoted"
    );
    for (question, why) in [
        (
            "A tower was built in 1900. How old is it?",
            "point back, in the last sentence, at the one before it",
        ),
        (
            "Take 5 and 7. Which is the largest of the numbers?",
            "may ask about the numbers of the text",
        ),
    ] {
        let one = version(question, &[], AnswerKey::Number(7.into(), None));
        assert_eq!(refused("irrelevant=number", &one), why, "{question}");
    }
    let longer =
        version("Anna has a bag with 37 marbles. Is the bag full?", &[], AnswerKey::YesNo(true));
    let relevant = made("relevant", &longer).expect("a version").question();
    assert_eq!(
        relevant,
        "Anna has a bag with 37 marbles. The text above says: “Anna has a bag with 37 marbles.” Is the bag full?\n"
    );
    let alone =
        made("irrelevant=number", &version("Is the bag full?", &[], AnswerKey::YesNo(true)))
            .expect("a version");
    assert!(alone.question().ends_with(". Is the bag full?\n"), "{}", alone.question());
    let list = version(
        "Consider these points:\n- One is red.\n- Two are blue.",
        &[],
        AnswerKey::YesNo(true),
    );
    assert_eq!(refused("irrelevant", &list), "end in a list");
    // A sentence with words of the text is not irrelevant to it.
    let (irrelevant, about) = (
        parsed("irrelevant"),
        version("Curtains are heavy. Are most?", &[], AnswerKey::YesNo(true)),
    );
    let mut wrong = about.clone();
    wrong.before[0].text =
        "Curtains are heavy. The curtains in the hall of a village inn are dark green. Are most?\n"
            .to_owned();
    assert!(matches!(certify(&irrelevant, &about, &wrong), Err(Violation::Otherwise(_))));
    // It may not be within a sentence, or occur twice.
    let sentence = "The curtains in the hall of a village inn are dark green.";
    let original = version("Rain falls. Is Anna wet?", &[], AnswerKey::YesNo(true));
    let with = |text: String| ItemVersion {
        before: version(&text, &[], AnswerKey::YesNo(true)).before,
        ..original.clone()
    };
    assert_eq!(
        certify(&irrelevant, &original, &with(format!("Rain falls. {sentence} Is Anna wet?"))),
        Ok(())
    );
    for wrong in [
        format!("It {sentence} rains. Is Anna wet?"),
        format!("Rain falls. {sentence} {sentence} Is Anna wet?"),
        format!("Rain falls. {sentence}Is Anna wet?"),
    ] {
        assert!(certify(&irrelevant, &original, &with(wrong)).is_err());
    }
}

#[test]
fn points_of_a_list_change_places() {
    let original = version(
        "Rules:\n- All A are B.\n- Some C are A.\n- No D is C.\nIs D a B?",
        &[],
        AnswerKey::YesNo(false),
    );
    let question = made("sentence-order", &original).expect("a version").question();
    assert!(
        question.starts_with("Rules:\n- ") && question.ends_with("\nIs D a B?\n"),
        "{question}"
    );
    for (question, expected) in [
        (
            "All A are B. Some C are A. Is it?",
            "have no list of points, which are lines that begin with `- `",
        ),
        (
            "1. All A are B.\n2. Some C are A.\nIs it?",
            "have no list of points, which are lines that begin with `- `",
        ),
        (
            "- Anna has 3.\n- Then she buys 4.\n- So it grows.\nIs it?",
            "have a list whose points refer to their order",
        ),
        (
            "- Anna has 3.\n- She loses 4.\nIs the former true?",
            "have a list whose points refer to their order",
        ),
    ] {
        assert_eq!(
            refused("sentence-order", &version(question, &[], AnswerKey::YesNo(true))),
            expected,
            "{question}"
        );
    }
}

#[test]
fn capitals_and_slips_leave_alone_what_has_a_meaning() {
    let original = version(
        "A lion of the US zoo weighs 3kg at x_1. Is I'm a name?",
        &[],
        AnswerKey::YesNo(true),
    );
    let question =
        |transformation: &str| made(transformation, &original).expect("a version").question();
    assert_eq!(question("case=upper"), "A LION OF THE US ZOO WEIGHS 3kg AT x_1. IS I'm A NAME?\n");
    assert_eq!(question("case=lower"), "a lion of the US zoo weighs 3kg at x_1. is I'm a name?\n");
    assert_eq!(question("case=title"), "A Lion Of The US Zoo Weighs 3kg At x_1. Is I'm A Name?\n");
    let variable = version("Is a point B near a wall?", &[], AnswerKey::YesNo(true));
    assert_eq!(
        made("case=upper", &variable).expect("a version").question(),
        "IS a POINT B NEAR a WALL?\n"
    );
    let told = version("Do Poles polish Polish shoes?", &[], AnswerKey::YesNo(true));
    assert_eq!(refused("case=lower", &told), "tell words apart by capitals");
    let answer = version(
        "Seven NASA rockets never carried Greta. What carried her?",
        &[],
        text("rockets carried"),
    );
    assert_eq!(refused("typos=0.2", &answer), "would stay as they are");
    let long = version(
        &"Several painters prefer yellow curtains. ".repeat(5),
        &[],
        AnswerKey::YesNo(true),
    );
    let slips = made("typos=0.05", &long).expect("a version").question();
    let differing = slips
        .split_whitespace()
        .zip(long.question().split_whitespace().map(str::to_owned).collect::<Vec<_>>());
    // 5 times 29 letters of painters, prefer, yellow and curtains, and a rate of 0.05.
    assert_eq!(differing.filter(|(one, two)| one != two).count(), 7, "{slips}");
}

#[test]
fn hints_are_right_or_certainly_wrong() {
    let hint = |transformation: &str, original: &ItemVersion| {
        made(transformation, original).map(|made| (made.after[0].text.clone(), made.lure))
    };
    let mut choice = version("Which?", &["red", "blue", "RED"], AnswerKey::Choice(vec![0]));
    choice.labels = Labels::Numbers;
    assert_eq!(hint("hint=right", &choice), Ok(("I think it is (1).\n".to_owned(), None)));
    assert_eq!(
        hint("hint=wrong", &choice),
        Ok(("I think it is (2).\n".to_owned(), Some(AnswerKey::Choice(vec![1]))))
    );
    choice.lure = Some(AnswerKey::Choice(vec![2]));
    assert_eq!(
        hint("hint=wrong", &choice),
        Ok(("I think it is (2).\n".to_owned(), Some(AnswerKey::Choice(vec![1]))))
    );
    let yes = version("Is it?", &[], AnswerKey::YesNo(true));
    assert_eq!(
        hint("hint=wrong", &yes),
        Ok(("I think the answer is no.\n".to_owned(), Some(AnswerKey::YesNo(false))))
    );
    let valid = version("Does it follow?", &[], AnswerKey::Valid(true));
    assert_eq!(
        hint("hint=right", &valid).map(|(text, _)| text),
        Ok("I think the answer is valid.\n".to_owned())
    );
    let tolerance = |bound: i64| Some(Tolerance::Absolute(Number::from(bound)));
    let number = |right: i64, bound| {
        version("How many?", &[], AnswerKey::Number(right.into(), tolerance(bound)))
    };
    let wrong = Some(AnswerKey::Number(20.into(), tolerance(5)));
    assert_eq!(
        hint("hint=wrong", &number(2, 5)),
        Ok(("I think the answer is 20.\n".to_owned(), wrong))
    );
    assert_eq!(
        refused("hint=wrong", &number(2, 50)),
        "have no known answer that is certainly wrong"
    );
    let mut open = version("Where?", &[], text("Paris"));
    assert_eq!(refused("hint=wrong", &open), "have no known answer that is certainly wrong");
    open.lure = Some(text("the PARIS."));
    assert_eq!(refused("hint=wrong", &open), "have no known answer that is certainly wrong");
    open.lure = Some(text("Rome"));
    assert_eq!(
        hint("hint=wrong", &open),
        Ok(("I think the answer is Rome.\n".to_owned(), Some(text("Rome"))))
    );
    let pattern =
        version("Where?", &[], AnswerKey::Text(vec![Accepted::Pattern("R.*".to_owned())]));
    assert_eq!(refused("hint=right", &pattern), "accept patterns alone, which show no answer");
    open.key = pattern.key;
    assert_eq!(refused("hint=wrong", &open), "have no known answer that is certainly wrong");
}

#[test]
fn items_that_do_not_fit_are_counted_and_the_others_are_problems() {
    let originals = [
        version("Anna sleeps. Is it late?", &[], AnswerKey::YesNo(true)),
        version("Is it late?", &[], AnswerKey::YesNo(true)),
        version("Did Anna Schmidt win?", &[], AnswerKey::YesNo(true)),
    ];
    let items = set(originals).with(&[parsed("names"), parsed("hint=wrong")], 1).expect("versions");
    assert_eq!(items.versions, ["original", "names", "hint=wrong"]);
    assert_eq!(
        items.notes,
        [
            "`names` does not fit 2 of 3 items, which get no such version: 1 name persons whom no statement of the \
             text introduces, so that they may be real ones; 1 hold no name of a person that the list has"
        ]
    );
    let problems = items.problems().expect("problems");
    let ids: Vec<&str> = problems.iter().map(|problem| problem.id.as_str()).collect();
    assert_eq!(ids.len(), 7);
    assert_eq!(
        ids[..3],
        [
            "test/yes-no/item-1/original",
            "test/yes-no/item-1/names",
            "test/yes-no/item-1/hint=wrong"
        ]
    );
    let twice = items.with(&[parsed("names")], 1).expect_err("an error");
    assert_eq!(
        twice,
        PairsError::Transformation {
            name: "names".to_owned(),
            what: "the file has a version of this name already: leave the transformation out"
                .to_owned()
        }
    );
}

/// The table of the docs has each transformation once, with every value that it takes.
#[test]
fn the_docs_list_the_transformations() {
    let docs = include_str!("../../../../docs/transformations.md");
    let rows: Vec<Vec<&str>> = docs
        .lines()
        .filter(|line| line.starts_with("| `"))
        .map(|line| line.split('|').map(str::trim).collect())
        .collect();
    let names: Vec<&str> = rows.iter().map(|row| row[1].trim_matches('`')).collect();
    assert_eq!(names, TRANSFORMATIONS.map(|form| form.name));
    let mut written = Vec::new();
    for row in &rows {
        let name = row[1].trim_matches('`');
        for value in row[2].split(", ") {
            match value.strip_prefix('`').and_then(|value| value.strip_suffix('`')) {
                Some(value) if value.chars().all(|c| !c.is_ascii_uppercase()) => {
                    written.push(parsed(&format!("{name}={value}")).to_string());
                }
                Some(_) => {}
                None => written.push(parsed(name).to_string()),
            }
        }
    }
    let mut all: Vec<String> = Transformation::built_in().iter().map(ToString::to_string).collect();
    written.sort();
    all.sort();
    assert_eq!(written, all);
}
