//! The conclusions of people from the premises of a form, and the predictions of theories.

use super::syllogism::sentence;
use peirast_decimals::percent_decimals;
use peirast_logic::categorical::Import;
use peirast_logic::syllogism::Form;
use peirast_task::{Conclusion, HumanResponses, PremisePair, Sample, Theory};
use serde_json::{Map, Value, json};
use std::fmt::Write as _;

/// True if studies show the minor premise of the form first.
pub(super) fn is_minor_first(form: Form) -> bool {
    // The subject of the conclusion is in the minor premise.
    matches!(PremisePair::usual(form).1, Conclusion::FirstToSecond(_))
}

/// The end terms of the premise shown first and of the other, from the words for subject, middle
/// term and predicate.
pub(super) fn ends(form: Form, [subject, _, predicate]: [&str; 3]) -> [&str; 2] {
    if is_minor_first(form) { [subject, predicate] } else { [predicate, subject] }
}

/// The year of the publication of a sample, the head of its column.
fn year(sample: Sample) -> &'static str {
    match sample {
        Sample::Khemlani2012 => "2012",
        Sample::Ragni2016 => "2016",
        Sample::Veser2018 => "2018",
        Sample::Choices2023 => "2023",
    }
}

fn predicting(data: &HumanResponses, pair: PremisePair, one: Conclusion) -> Vec<&'static str> {
    let predicts = |theory: &Theory| data.predicted(*theory, pair).contains(&one);
    Theory::ALL.into_iter().filter(predicts).map(Theory::name).collect()
}

/// The verdict on a conclusion, in words.
fn verdict(pair: PremisePair, one: Conclusion) -> &'static str {
    let follows = |import| pair.valid_conclusions(import).contains(&one);
    match (follows(Import::Modern), follows(Import::Traditional)) {
        (true, true) => "right",
        (false, true) => "right if no term is empty",
        (true, false) => "right if terms may be empty",
        (false, false) => "",
    }
}

/// The conclusions of people, as lines. Writing to a string cannot fail.
pub(super) fn text(form: Form, terms: [&str; 3], data: &HumanResponses) -> String {
    let (pair, own) = PremisePair::usual(form);
    let [first, second] = ends(form, terms);
    let said = |one: Conclusion| sentence(&one.in_words(first, second));
    let width = Conclusion::ALL.map(|one| said(one).chars().count()).into_iter().max();
    let width = width.unwrap_or_default();
    let percent = |sample, one| percent_decimals(data.share(sample, pair, one), 0);
    let years: String = Sample::ALL.map(|sample| format!("{:>6}", year(sample))).concat();
    let mut text = format!(
        "what people conclude from these premises, in percent (> marks this form):\n    {:<width$}{years}\n",
        ""
    );
    for one in Conclusion::ALL {
        let shares = Sample::ALL.map(|sample| format!("{:>6}", percent(sample, one))).concat();
        let mark = if one == own { ">" } else { " " };
        let line = format!("  {mark} {:<width$}{shares}  {}", said(one), verdict(pair, one));
        let _ = writeln!(text, "{}", line.trim_end());
    }
    for sample in Sample::ALL {
        let people = data.size(sample, pair);
        let _ = writeln!(text, "  {}: {}; {people} people", year(sample), sample.source());
    }
    if PremisePair::natural(form).is_some() {
        let (other, conclusion) = PremisePair::from_form(form, is_minor_first(form));
        let shares = Sample::ALL.map(|sample| {
            format!("{} %", percent_decimals(data.share(sample, other, conclusion), 0))
        });
        let _ = writeln!(
            text,
            "in the other order of the premises, {} of people drew the conclusion of this form",
            shares.join(", ")
        );
    }
    let predicting = predicting(data, pair, own);
    let theories = if predicting.is_empty() { "none".to_owned() } else { predicting.join(", ") };
    let _ = writeln!(text, "theories that predict the conclusion of this form: {theories}");
    let erotetic = data.predicted(Theory::Erotetic, pair).iter().map(|one| said(*one));
    let erotetic: Vec<String> = erotetic.collect();
    let _ = writeln!(text, "the erotetic theory predicts: {}", erotetic.join(" "));
    text
}

/// The conclusions of people, as fields: a row for each conclusion, with shares from 0 to 1.
pub(super) fn fields(form: Form, terms: [&str; 3], data: &HumanResponses) -> Map<String, Value> {
    let (pair, own) = PremisePair::usual(form);
    let [first, second] = ends(form, terms);
    let row = |one: Conclusion| {
        let mut row = Map::from_iter([
            ("conclusion".to_owned(), json!(sentence(&one.in_words(first, second)))),
            ("verdict".to_owned(), json!(verdict(pair, one))),
            ("is_own".to_owned(), json!(one == own)),
            ("predicted_by".to_owned(), json!(predicting(data, pair, one))),
        ]);
        for sample in Sample::ALL {
            row.insert(sample.name().to_owned(), json!(data.share(sample, pair, one)));
        }
        Value::Object(row)
    };
    let samples = Sample::ALL.map(|sample| {
        let people = data.size(sample, pair);
        json!({"name": sample.name(), "source": sample.source(), "people": people})
    });
    Map::from_iter([
        ("people".to_owned(), Conclusion::ALL.map(row).into_iter().collect()),
        ("samples".to_owned(), samples.into_iter().collect()),
    ])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::logic::describe_syllogism;

    #[test]
    fn every_form_is_described_with_a_line_for_each_conclusion_and_each_kind() {
        for form in Form::all() {
            let found = describe_syllogism(form, ["S", "M", "P"], Import::Modern).unwrap();
            let row: Value = serde_json::from_str(&found.json).unwrap();
            let rows = |name: &str| row[name].as_array().unwrap().clone();
            assert_eq!((rows("people").len(), rows("diagram").len()), (9, 8), "{form}");
            // What is said to follow is what has the word of it in its row.
            let right = rows("people");
            let right = right.iter().filter(|one| {
                one["verdict"] == "right" || one["verdict"] == "right if terms may be empty"
            });
            let right: Vec<&Value> = right.map(|one| &one["conclusion"]).collect();
            assert_eq!(right, rows("follows").iter().collect::<Vec<_>>(), "{form}");
            let own = rows("people").into_iter().filter(|one| one["is_own"] == true);
            let own: Vec<Value> = own.map(|one| one["conclusion"].clone()).collect();
            assert_eq!(own, [row["conclusion"].clone()], "{form}");
            assert!(found.text.contains("what people conclude"), "{form}");
        }
    }

    #[test]
    fn premises_that_chain_come_first_to_last() {
        let text = |form: &str| {
            let form: Form = form.parse().unwrap();
            describe_syllogism(form, ["cats", "pets", "dogs"], Import::Modern).unwrap().text
        };
        let barbara = text("AAA-1");
        let (minor, major) = ("All cats are pets.", "All pets are dogs.");
        assert!(barbara.find(minor) < barbara.find(major), "{barbara}");
        let fourth = text("AAI-4");
        assert!(fourth.find("All dogs are pets.") < fourth.find("All pets are cats."), "{fourth}");
        assert!(fourth.contains("what follows: All dogs are cats.\n"), "{fourth}");
        assert!(fourth.contains("what follows if no term is empty: All dogs"), "{fourth}");
        let second = text("AAA-2");
        assert!(second.contains("what follows: Nothing follows."), "{second}");
    }
}
