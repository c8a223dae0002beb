//! The formats: their output, and the escaping of cells.

use peirast_table::{Cell, Column, Row, Table, Unit};
use proptest::prelude::*;

/// Returns a table with all difficult cases.
fn example() -> Table<'static> {
    let columns = vec![
        Column::new("subject", Unit::Name, "who answered"),
        Column::new("accuracy", Unit::Share, "right ones among all"),
        Column::new("gain_low", Unit::Points, "its lower end"),
        Column::new("p", Unit::P, "that there is none"),
        Column::new("odds_ratio", Unit::Number, "n21/n12"),
        Column::new("n", Unit::Count, "pairs").detail(),
        Column::new("reject", Unit::Flag, "whether it is rejected"),
    ];
    let row = |subject: &'static str, ratio: f64| {
        Row::new(vec![
            subject.into(),
            0.5.into(),
            Cell::Number(-0.031),
            Cell::Number(1e-9),
            ratio.into(),
            20_u64.into(),
            true.into(),
        ])
    };
    let rows = vec![
        row("=HYPERLINK(\"http://x\",\"y\")\u{1b}[2J\u{202e}", f64::INFINITY),
        row("50% & \\input{x}_1 | <script> [a](b) ρ", f64::NAN),
        Row { is_detail: true, ..row("detail", 2.0) },
    ];
    Table {
        note: "A note: 100 %.".to_owned(),
        origin: vec![("study".to_owned(), "s\n%x".to_owned()), ("seed".to_owned(), "7".to_owned())],
        ..Table::new("example", "An example", columns, rows)
    }
}

#[test]
fn formats_look_as_they_should() {
    let table = example();
    insta::assert_snapshot!("csv", table.csv());
    insta::assert_snapshot!("json", table.json());
    insta::assert_snapshot!("markdown", table.markdown());
    insta::assert_snapshot!("latex", table.latex());
}

#[test]
fn a_long_table_goes_over_pages() {
    let rows = (0..100_u64).map(|n| Row::new(vec![n.into()])).collect();
    let table = Table::new("long", "Long", vec![Column::new("n", Unit::Count, "")], rows);
    let latex = table.latex();
    assert!(latex.contains("\\begin{longtable}{@{}r@{}}") && !latex.contains("{tabular}"));
    assert_eq!(latex.matches(" \\\\\n").count(), 100 + 2 + 1, "rows, two heads, a caption");
}

#[test]
fn a_megabyte_is_shortened_for_people_and_kept_for_programs() {
    let long = "x".repeat(1_000_000);
    let rows = vec![Row::new(vec![long.as_str().into()])];
    let table = Table::new("t", "T", vec![Column::new("a", Unit::Name, "")], rows);
    assert!(table.csv().len() > 1_000_000 && table.json().contains(&long));
    assert!(table.markdown().len() < 1000 && table.latex().len() < 1000);
}

/// Returns true if the braces of LaTeX are balanced and all commands are known.
fn is_plain_latex(text: &str) -> bool {
    let bytes = text.as_bytes();
    let mut depth = 0_i32;
    let mut at = 0;
    while let Some(byte) = bytes.get(at) {
        match byte {
            b'\\' => {
                at += 1;
                let rest = &text[at..];
                let name: String = rest.chars().take_while(char::is_ascii_alphabetic).collect();
                let known = [
                    "textbackslash",
                    "textasciitilde",
                    "textasciicircum",
                    "textless",
                    "textgreater",
                    "textbar",
                    "textquotedblright",
                    "ldots",
                    "infty",
                    "times",
                    "div",
                    "to",
                    "alpha",
                    "kappa",
                    "rho",
                    "tau",
                    "chi",
                    "allowbreak",
                    "",
                ];
                if !known.contains(&name.as_str()) {
                    return false;
                }
                at += name.len().max(1);
                continue;
            }
            b'{' => depth += 1,
            b'}' => depth -= 1,
            b'%' | b'&' | b'#' | b'_' | b'^' | b'~' => return false,
            _ => {}
        }
        at += 1;
    }
    depth == 0
}

proptest! {
    #[test]
    fn no_text_is_a_command_of_tex(text in "\\PC*|[\\\\{}%&#_^~$a-z]*") {
        let latex = peirast_table::latex_text(&text);
        prop_assert!(is_plain_latex(&latex), "{latex}");
    }

    #[test]
    fn csv_reads_back(texts in prop::collection::vec("[^=+@\\-\\p{C}\u{200e}\u{200f}\u{61c}\u{2028}\u{2029}][^\\p{C}\u{2028}\u{2029}]*", 1..9), number in any::<f64>()) {
        let columns = vec![Column::new("a", Unit::Name, ""), Column::new("b", Unit::Number, "")];
        let rows = texts.iter().map(|text| Row::new(vec![text.as_str().into(), number.into()]));
        let table = Table::new("t", "T", columns, rows.collect());
        let csv = table.csv();
        let mut reader = csv::Reader::from_reader(csv.as_bytes());
        let read: Vec<csv::StringRecord> = reader.records().map(Result::unwrap).collect();
        prop_assert_eq!(read.len(), texts.len());
        for (record, text) in read.iter().zip(&texts) {
            prop_assert_eq!(&record[0], text.as_str());
            let own: Option<f64> = record[1].parse().ok();
            prop_assert_eq!(own, Some(number).filter(|x| !x.is_nan()));
        }
    }

    #[test]
    fn no_table_is_steered(text in any::<String>()) {
        let rows = vec![Row::new(vec![text.as_str().into()])];
        let table = Table::new("t", "T", vec![Column::new("a", Unit::Name, "")], rows);
        for written in [table.csv(), table.json(), table.markdown(), table.latex()] {
            prop_assert!(!written.contains(|c| c != '\n' && peirast_record::steers(c)));
        }
        let json: serde_json::Value = serde_json::from_str(&table.json()).unwrap();
        prop_assert_eq!(&json["rows"][0]["a"], &serde_json::json!(text));
        // A row of Markdown is one line with two bars that are not escaped.
        let markdown = table.markdown();
        let last = markdown.lines().last().unwrap_or_default();
        let bars = last.replace("\\\\", "").replace("\\|", "").matches('|').count();
        prop_assert_eq!(bars, 2, "{}", last);
    }
}
