//! Problems of the theory in files: made of what there is, verified line by line, run as far as they
//! go, and explained.
#![allow(clippy::expect_used, reason = "helpers of tests fail as tests do")]

mod support;

use support::{Place, json_lines, says};

/// A theme of sixteen plants.
fn garden(name: &str, preamble: &str) -> String {
    let list = |letter: &str| {
        let words: Vec<String> = ('a'..='p').map(|c| format!("\"{letter}{c}{c}o\"")).collect();
        words.join(", ")
    };
    format!(
        "name = \"{name}\"\npreamble = {preamble}\nkind = {{ one = \"plant\", many = \"plants\" }}\n\
         objects = [{}]\npredicates = [{}]\n",
        list("the bu"),
        list("ka")
    )
}

#[test]
fn what_cannot_be_made_of_every_problem_is_told() {
    let place = Place::new();
    let done = place.run("make etr --n 60 --where inquiry=curing --where kind=fallacy");
    let items = json_lines(&done.out).len();
    assert!(0 < items && items < 60, "{items}");
    says(&done.err, &[&format!("{items} of 60 problems have a version with inquiry=curing: ")]);
    assert!(!done.err.contains("kind=fallacy"), "{}", done.err);
    let done = place.run("make etr --n 12 --where order=2-1-3");
    says(&done.err, &["of 12 problems have a version with order=2-1-3", "of so many premises"]);
    let done = place.run("make etr --n 12 --where order=all");
    assert!(!done.err.contains("have a version"), "{}", done.err);
    let none = "make etr --n 3 --where order=reversed --where inquiry=curing";
    let told = place.fails(1, none);
    says(&told, &["no problem is such", "0 of 3 problems have a version with inquiry=curing"]);
    says(
        &place.fails(1, "make etr --profile paper-2025 --n 3 --where kind=control-valid"),
        &["no problem is such", "0 of 3 problems have a version with kind=control-valid"],
    );
    // A part that holds no block is a part all the same.
    let done = place.run("make etr --n 3 --shard 2/2");
    assert_eq!((done.code, done.out.as_str()), (Some(0), ""), "{}", done.err);
    says(&done.err, &["part 2/2 holds none of 3 problems"]);
}

#[test]
fn themes_are_told_apart_and_read_in_no_time() {
    let place = Place::new();
    place.write("a.toml", garden("garden", "\"A garden.\""));
    place.write("b.toml", garden("garden", "\"Another garden.\""));
    place.write("cards.toml", garden("cards", "\"A garden.\""));
    place.write("list.toml", garden("list", "\"\"\"\nA garden.\n* The baao is kaao.\n\"\"\""));
    place.write("large.toml", garden("large", "\"A garden.\"") + &"# more\n".repeat(2_000_000));
    place.write("latin.toml", b"name = \"caf\xe9\"".as_slice());
    for (themes, told) in [
        ("--theme a.toml --theme b.toml", "a.toml and b.toml both hold the theme `garden`"),
        ("--theme a.toml --theme a.toml", "the theme a.toml is named twice"),
        ("--theme cards --theme cards", "the theme cards is named twice"),
        ("--theme cards.toml", "one of that name comes with the program"),
        ("--theme list.toml", "list.toml, line 2, column 12: the preamble has a line break in it"),
        ("--theme large.toml", "large.toml: the file has more than 524288 bytes"),
        ("--theme latin.toml", "latin.toml"),
        ("--theme .", "reading the theme in ."),
        ("--theme absent.toml", "absent.toml"),
    ] {
        says(&place.fails(1, &format!("make etr --n 1 {themes}")), &[told]);
    }
}
