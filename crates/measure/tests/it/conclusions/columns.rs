//! The dictionary of columns, `docs/columns.md`, lists exactly the written columns.

use super::{error, fallacy, joint, row, says};
use peirast_measure::{
    Benchmarks, Chosen, ClosedReport, Concluded, ConclusionReport, Kind, Options, SoundnessClass,
};
use peirast_record::{Answer, Profile, Task};
use peirast_table::{Cell, Table, Unit};
use peirast_task::{Design, Family};
use std::collections::{BTreeMap, BTreeSet};

/// Answers to everything that an open study can ask.
fn open() -> Vec<Table<'static>> {
    let mut rows: Vec<Concluded> = Vec::new();
    for (who, subject) in ["a", "b", "c", "d"].into_iter().enumerate() {
        for item in 0..16 {
            let answers = [fallacy(), error(), joint(), says(SoundnessClass::Nothing)];
            let plain =
                |shift: usize| row(subject, item, answers[(item + shift + who) % 4].clone());
            for (at, kind) in Kind::ALL.into_iter().enumerate() {
                rows.push(Concluded { kind, ..plain(at) });
            }
            for (at, order) in ["reversed", "2-1-3"].into_iter().enumerate() {
                rows.push(Concluded { order: order.to_owned(), premises: 3, ..plain(at) });
            }
            rows.push(Concluded { premises: 3, ..plain(2) });
            for (at, inquiry) in ["curing", "idle"].into_iter().enumerate() {
                rows.push(Concluded { inquiry: inquiry.to_owned(), ..plain(at) });
            }
        }
    }
    let scores = Benchmarks {
        names: vec!["elo".to_owned()],
        scores: ["a", "b", "c", "d"]
            .map(|name| (name.to_owned(), vec![Some(name.len() as f64)]))
            .into(),
    };
    let options = Options { capabilities: Some(&scores), ..Options::default() };
    ConclusionReport::new(&rows, &options).unwrap().tables()
}

/// Answers to closed questions, at once and step by step.
fn closed() -> Vec<Table<'static>> {
    let design = Design { seed: 3, profile: Profile::Balanced };
    let family = Family::named("etr").unwrap();
    let mut rows = Vec::new();
    for variant in ["yes-no", "choice"] {
        for (at, problem) in family.make(&design, variant, 20).unwrap().iter().enumerate() {
            for cot in ["no", "yes"] {
                let levels = problem.factors.with("protocol", cot).with("cot", cot);
                let answer = match problem.task {
                    Task::YesNo => Answer::YesNo(at % 3 > 0),
                    _ => Answer::Choice(['a', 'b', 'c', 'd'][at % 4]),
                };
                rows.extend(Chosen::new(problem, "s", 0, &levels, Some(answer)).unwrap());
            }
        }
    }
    ClosedReport::new(&rows, &Options::default()).unwrap().tables()
}

/// The columns of each section of the dictionary.
fn dictionary() -> BTreeMap<String, Vec<String>> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/columns.md");
    let text = std::fs::read_to_string(path).unwrap();
    let mut sections: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let mut section = String::new();
    // The rest are the tables of other chapters.
    let own = text.split("\n# ").next().unwrap_or_default();
    for line in own.lines() {
        if let Some(title) = line.strip_prefix("## ") {
            title.clone_into(&mut section);
            sections.entry(section.clone()).or_default();
        } else if line.starts_with("| `") {
            let cells: Vec<&str> = line.trim_matches('|').split(" | ").collect();
            assert_eq!(cells.len(), 3, "{line}");
            let units = ["count", "share", "points", "p", "number", "name", "flag"];
            assert!(units.contains(&cells[1].trim()), "unit of {line}");
            assert!(cells[2].trim().len() > 4, "meaning of {line}");
            let names = cells[0].split('`').skip(1).step_by(2).map(str::to_owned);
            sections.get_mut(&section).unwrap().extend(names);
        }
    }
    sections
}

#[test]
fn every_column_stands_in_the_dictionary_and_nothing_else() {
    let mut sections = dictionary();
    let shared = sections.remove("Every table").unwrap();
    let who = ["subject", "strategy", "temperature"];
    assert_eq!(&shared[..3], who);
    for table in open().into_iter().chain(closed()) {
        let listed = sections.remove(table.name.as_str());
        let listed = listed.unwrap_or_else(|| panic!("no section `{}`", table.name));
        let names = table.columns.iter().map(|column| column.name.as_str());
        let written: BTreeSet<&str> = names.filter(|name| !who.contains(name)).collect();
        let known: BTreeSet<&str> = listed.iter().map(String::as_str).collect();
        assert_eq!(written, known, "{}", table.name);
        assert_eq!(known.len(), listed.len(), "{} lists a column twice", table.name);
        let unique: BTreeSet<&str> = table.columns.iter().map(|c| c.name.as_str()).collect();
        assert_eq!(unique.len(), table.columns.len(), "{} writes a column twice", table.name);
        check_ranges(&table);
    }
    assert!(sections.is_empty(), "no such tables: {:?}", sections.keys());
}

/// Values keep to the ranges of their units.
fn check_ranges(table: &Table<'_>) {
    let cells = table.rows.iter().flat_map(|row| table.columns.iter().zip(&row.cells));
    // A published net effect can be any number below 1.
    for (column, cell) in cells.filter(|(column, _)| column.name != "net") {
        let is_in = match (column.unit, cell) {
            (Unit::Share | Unit::P, Cell::Number(x)) => (0.0..=1.0).contains(x),
            (Unit::Points, Cell::Number(x)) => (-1.0..=1.0).contains(x),
            (_, Cell::Number(x)) => x.is_finite(),
            _ => true,
        };
        assert!(is_in, "{}, {}: {cell:?}", table.name, column.name);
    }
}
