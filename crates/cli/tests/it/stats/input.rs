//! Files of every format, and their errors.

use super::{SCORES, row};
use crate::support::{Place, Wording, says};
use std::io::Write as _;
use std::process::Stdio;

/// The scores as JSON lines: numbers, texts and a gap.
const JSONL: &str = r#"{"before": 1, "after": 3, "group": "a"}
{"before": 2, "after": 5, "group": "a"}

{"before": 3, "after": "4", "group": "a"}
{"after": 9, "before": 4, "group": "b"}
{"before": 5, "after": 7, "group": "b"}
{"before": 6, "after": 13, "group": "b"}
{"before": 7, "after": 8, "group": "b"}
{"before": 8, "after": null, "group": "a"}
"#;

#[test]
fn csv_and_json_say_the_same() {
    let place = Place::new();
    place.write("scores.csv", format!("\u{feff}{SCORES}"));
    place.write("scores.jsonl", JSONL);
    let objects: Vec<&str> = JSONL.lines().filter(|line| !line.is_empty()).collect();
    place.write("scores.json", format!("[{}]", objects.join(",\n")));
    let of =
        |file: &str| row(&place, &format!("test wilcoxon --data {file} --columns before,after"));
    let csv = of("scores.csv");
    assert_eq!(csv["n_lost"], 1);
    assert_eq!(of("scores.jsonl"), csv);
    assert_eq!(of("scores.json"), csv);
    assert_eq!(row(&place, "test wilcoxon --csv scores.csv --columns before,after"), csv);
}

#[test]
fn stdin_may_be_either() {
    let place = Place::new();
    for text in [SCORES, JSONL] {
        let line = "stats test pearson --data - --columns before,after";
        let mut command = place.command(line.split_whitespace());
        let mut child =
            command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("it starts");
        child.stdin.take().expect("stdin").write_all(text.as_bytes()).expect("written");
        let output = child.wait_with_output().expect("it ends");
        says(&String::from_utf8_lossy(&output.stdout), &["Pearson", "r = 0.768", "1 more"]);
    }
}

/// Two files of scores, one per model: the rows of an item are joined.
#[test]
fn rows_of_two_files_are_joined() {
    let place = Place::new();
    place.write("a.csv", "item,score\nq1,1\nq2,2\nq3,3\nq4,4\nq5,5\n");
    place.write("b.csv", "score;item\n9,5;q4\n7;q5\n3;q1\n5;q2\n4;q3\n0;q9\n");
    place.write("both.csv", "x,y\n1,3\n2,5\n3,4\n4,9.5\n5,7\n");
    let joined = "test wilcoxon --data a.csv --beside b.csv --join item --columns score,score.2";
    let (found, whole) =
        (row(&place, joined), row(&place, "test wilcoxon --data both.csv --columns x,y"));
    assert_eq!(found["p"], whole["p"]);
    assert_eq!((&found["n_used"], &found["n_lost"]), (&5.into(), &1.into()));
    let counts = "test mcnemar --data x.csv --beside y.csv --join item --columns right,right.2";
    place.write("x.csv", "item,right\nq1,1\nq2,0\nq3,1\n");
    place.write("y.csv", "item,right\nq1,0\nq2,0\nq9,1\n");
    assert_eq!(row(&place, counts)["n_lost"], 2, "rows without a partner");
    let counts = "test mcnemar --data x.csv --beside y.csv --join item --columns right,right.2";
    place.write("x.csv", "item,right\nq1,1\nq2,0\nq3,1\n");
    place.write("y.csv", "item,right\nq1,0\nq2,0\nq9,1\n");
    assert_eq!(row(&place, counts)["n_lost"], 2, "rows without a partner");
    let counts = "test mcnemar --data x.csv --beside y.csv --join item --columns right,right.2";
    place.write("x.csv", "item,right\nq1,1\nq2,0\nq3,1\n");
    place.write("y.csv", "item,right\nq1,0\nq2,0\nq9,1\n");
    assert_eq!(row(&place, counts)["n_lost"], 2, "rows without a partner");
    place.write("twice.csv", "item,score\nq1,1\nq1,2\n");
    place.write("other.csv", "item,score\nz1,1\nz2,2\n");
    for (beside, says_so) in [
        (
            "--beside twice.csv --join item",
            "twice.csv, line 3: `q1` of column `item` also occurs in line 2",
        ),
        ("--beside other.csv --join item", "a.csv and other.csv share no value of column `item`"),
        ("--beside other.csv --join key", "a.csv has no column `key`: it has item, score"),
    ] {
        let line = format!("stats test wilcoxon --data a.csv {beside} --columns score,score.2");
        says(&place.fails(1, &line), &[says_so]);
    }
    says(&place.fails(2, "stats test wilcoxon --data a.csv --beside b.csv"), &["--join"]);
}

#[test]
fn parquet_is_read() {
    let place = Place::new();
    place.write("a.csv", "item,score\nq1,1\nq2,0\nq3,1\n");
    place.write("b.csv", "item,score\nq1,0\nq2,0\nq3,0\n");
    place.ok("compare a.csv b.csv --into out --table-format parquet,csv");
    let of = |file: &str| row(&place, &format!("describe --data {file} --columns score_a"));
    let (parquet, csv) = (of("out/discordant-items.parquet"), of("out/discordant-items.csv"));
    assert_eq!(parquet["mean"], 1.0);
    assert_eq!(parquet, csv);
    let error = place.fails(1, "stats describe --data out/discordant-items.parquet --columns x");
    says(&error, &["has no column `x`: it has task, metric"]);
}

#[test]
fn a_complaint_names_file_line_and_column() {
    let mut wording = Wording::default();
    let place = Place::new();
    for (file, text, complaint) in [
        ("e.csv", "", "e.csv is empty"),
        ("e.json", "", "e.json is empty"),
        ("e.json", "[]", "e.json is empty"),
        ("t.csv", "a,b\n1,2\n3,x\n", "t.csv, line 3, column `b`: `x` is not a number"),
        ("q.csv", "a,b\n\"1\n\",2\n3,inf\n", "q.csv, line 4, column `b`: `inf` is not a number"),
        ("r.csv", "a,b\n1,2\n3\n", "line 3 has 1 cell, the heads are 2"),
        ("k.json", "[{\"a\": 1, \"b\": 2, \"a\": 3}]", "the key `a` stands twice"),
        ("g.csv", "a,b\n1,\"12,34\"\n", "g.csv, line 2, column `b`: `12,34` is not a number"),
        ("d.csv", "a,a,b\n1,2,3\n", "two columns `a`"),
        ("c.csv", "a,c\n1,2\n", "c.csv has no column `b`: it has a, c"),
        (
            "t.jsonl",
            "{\"a\": 1, \"b\": 2}\n{\"a\": 1, \"b\": \"x\"}",
            "t.jsonl, line 2, column `b`: `x`",
        ),
        (
            "t.json",
            "[{\"a\": 1, \"b\": 2}, {\"a\": 1, \"b\": \"high\"}]",
            "object 2, column `b`: `high`",
        ),
        ("n.json", "[{\"a\": 1, \"b\": [2]}]", "object 1, column `b`"),
        ("n.json", "[1]", "object 1: expected an object"),
        ("n.json", "{\"a\": 1,", "line 1: expected an object"),
        ("n.json", "[{\"a\": 1}", "reading n.json as a JSON array"),
        ("\u{202e}.csv", "a,c\n1,2\n", "no column `b`"),
    ] {
        place.write(file, text);
        let told = place.fails(1, &format!("stats test pearson --data {file} --columns a,b"));
        says(&told, &[complaint]);
        assert!(!told.contains('\u{202e}'), "{told}");
    }
    place.write("latin.csv", b"a,b\n\xe4,1\n");
    wording.fails(&place, 1, "stats test pearson --data latin.csv");
    wording.fails(&place, 1, "stats test pearson --data none.json");
    wording.fails(&place, 2, "stats test pearson --columns a,b");
    insta::assert_snapshot!(wording.text());
}

/// A file with only a header is no error: the result is undefined, with a reason.
#[test]
fn nothing_is_undefined_and_no_number() {
    let place = Place::new();
    place.write("none.csv", "a,b\n");
    for line in [
        "test pearson",
        "test wilcoxon",
        "test friedman",
        "test mcnemar",
        "interval mean --columns a",
        "interval proportion --columns a",
        "interval paired-difference",
        "interval paired-mean",
        "interval kendall",
        "effect paired-d",
        "effect rank-biserial",
        "effect cohens-d --wide",
        "effect cliffs-delta --wide",
        "agreement kappa",
        "agreement alpha",
        "agreement ac1",
        "bootstrap mean --columns a",
        "bootstrap pearson",
        "sequential",
    ] {
        for form in ["", " --json"] {
            let out = place.ok(&format!("stats {line} --data none.csv{form}"));
            assert!(!out.contains("NaN"), "{line}: {out}");
            let empty = out.contains("undefined") || line == "test mcnemar" || line == "sequential";
            assert!(empty, "{line}: {out}");
        }
    }
}

/// Columns as pandas and Python write them: truth values with gaps, as floats or as words.
#[test]
fn columns_as_pandas_writes_them() {
    let place = Place::new();
    place.write("floats.csv", "original,perturbed\n1.0,0.0\n0.0,1.0\n1.0,\n1.0,0.0\n");
    place.write("words.csv", "original,perturbed\nTrue,False\nFalse,True\nTrue,<NA>\nTrue,False\n");
    place.write("none.csv", "original,perturbed\nY,N\nN,Y\nY,None\nY,N\n");
    let told = place.ok("stats mcnemar --data floats.csv");
    says(&told, &["of 3 pairs", "1 more"]);
    assert_eq!(place.ok("stats mcnemar --data words.csv"), told);
    assert_eq!(place.ok("stats mcnemar --data none.csv"), told);
    says(&place.ok("stats describe --data words.csv --columns original"), &["0.75"]);
}

/// Programs write the same table in many ways; every command reads them alike.
#[test]
fn tables_of_any_separator_encoding_and_notation_are_one() {
    let place = Place::new();
    let rows = "C;I\nI;C\nC;I\nC;C\n";
    let plain = format!("original,perturbed\n{}", rows.replace(';', ","));
    place.write("plain.csv", &plain);
    let told = place.ok("stats mcnemar --data plain.csv");
    let wide = |text: &str| -> Vec<u8> {
        let units = text.encode_utf16().flat_map(u16::to_le_bytes);
        [0xff, 0xfe].into_iter().chain(units).collect()
    };
    let passed = plain.replace('C', "pass").replace('I', "Fail");
    let truths = plain.replace('C', "T").replace('I', "f");
    for (file, bytes) in [
        ("semicolon.csv", plain.replace(',', ";").into_bytes()),
        ("tabs.csv", plain.replace(',', "\t").into_bytes()),
        ("marked.csv", format!("\u{feff}{plain}").into_bytes()),
        ("wide.csv", wide(&plain.replace(',', ";"))),
        ("passed.csv", passed.into_bytes()),
        ("truths.csv", truths.into_bytes()),
    ] {
        place.write(file, bytes);
        assert_eq!(place.ok(&format!("stats mcnemar --data {file}")), told, "{file}");
    }
    place.write("graded.csv", "original,perturbed\nC,I\nN,C\n");
    let err = place.fails(1, "stats mcnemar --data graded.csv");
    says(&err, &["graded.csv, line 3, column `original`", "no answer"]);

    place.write("passes.csv", "original,perturbed\nP,F\nF,P\n");
    let err = place.fails(1, "stats mcnemar --data passes.csv");
    says(&err, &["passes.csv, line 2, column `original`", "write pass or 1 for right"]);

    place.write("numbers.csv", "x\n1024.5\n2048\n");
    let told = place.ok("stats describe --data numbers.csv");
    place.write("german.csv", "x;y\n1.024,5;a\n2.048,0;b\n");
    assert_eq!(place.ok("stats describe --data german.csv --columns x"), told);
    place.write("groups.csv", "x\n\"1,024.5\"\n2 048\n");
    assert_eq!(place.ok("stats describe --data groups.csv"), told);

    let heads = "hypothesis,model,method,n12,n21";
    place.write("counts.csv", format!("{heads}\nH1,m,b,4,1600\n"));
    let told = place.ok("test --counts counts.csv");
    place.write("other.csv", format!("{heads}\nH1,m,b,4,1 600\n").replace(',', ";"));
    assert_eq!(place.ok("test --counts other.csv"), told);
}

/// A file has one notation of numbers, for every command; ambiguous numbers are refused with their
/// place.
#[test]
fn a_file_writes_its_numbers_in_one_way() {
    let place = Place::new();
    let describe =
        |file: &str| place.ok(&format!("stats describe --data {file} --columns x --json"));
    place.write("plain.csv", "x,y\n12500,0.9\n1234,1.5\n");
    let told = describe("plain.csv");
    for (file, text) in [
        ("german.csv", "x;y\n12.500;0,9\n1.234;1,5\n"),
        ("spaces.csv", "x;y\n12 500;0,9\n1 234;1,5\n"),
        ("english.csv", "x;y\n12,500;0.9\n1,234;1.5\n"),
        ("tabs.csv", "x\ty\n12.500\t0,9\n1.234\t1,5\n"),
        ("excel.csv", "sep=;\nx;y\n12.500;0,9\n1.234;1,5\n"),
        ("gaps.csv", "x,y\n12500,0.9\nNULL,1\n1234,1.5\n?,2\n"),
    ] {
        place.write(file, text);
        let found = describe(file).replace("\"missing\":2", "\"missing\":0");
        assert_eq!(found, told, "{file}");
    }
    place.write("both.csv", "x;y\n12.500;0,9\n1.5;2\n");
    let err = place.fails(1, "stats describe --data both.csv --columns x");
    says(&err, &["both.csv, line 3, column `x`: `1.5`", "line 2, column `y`: `0,9`", "one way"]);
    place.write("either.csv", "x;y\n1.234;a\n");
    let err = place.fails(1, "stats describe --data either.csv --columns x");
    says(
        &err,
        &["either.csv, line 2, column `x`: `1.234` may be 1.234 or 1234", "`1.2340` or `1234`"],
    );
    place.write("reversal.csv", "model;x1;x2;n\na;1.200;1.100;2.000\n");
    says(&place.ok("stats reversal reversal.csv --json"), &["1200", "1100", "2000"]);
}

/// A missing value is missing in every notation.
#[test]
fn gaps_are_counted_however_they_are_written() {
    let place = Place::new();
    for gap in
        ["", "NA", "N/A", "n/a", "NULL", "null", "?", "-", "nan", "NaN", "None", "<NA>", "#N/A"]
    {
        place.write("gap.csv", format!("x;y\n1;a\n{gap};b\n3;c\n"));
        let told = place.ok("stats describe --data gap.csv --columns x --json");
        says(&told, &["\"n\":2", "\"missing\":1"]);
    }
}

#[test]
fn a_result_without_a_value_names_what_is_constant() {
    let place = Place::new();
    place.write("c.csv", "x,y,item\n1,3,a\n2,3,a\n4,3,a\n");
    for line in ["test pearson", "interval spearman", "bootstrap pearson", "test kendall"] {
        let told = place.ok(&format!("stats {line} --data c.csv --columns x,y"));
        says(&told, &["column `y` holds `3` in every row"]);
        assert!(!told.contains("column `x`"), "{told}");
    }
    // One cluster has an estimate, and no interval.
    for line in ["interval mean --columns x --by item", "bootstrap mean --columns x --by item"] {
        let told = place.ok(&format!("stats {line} --data c.csv"));
        says(&told, &["2.3333", "fewer than two clusters", "column `item` holds `a`"]);
        assert!(!told.contains("undefined: fewer than two clusters  cluster-robust"), "{told}");
    }
    let told = place.fails(2, "stats interval mean --data c.csv --by item");
    says(&told, &["--columns VALUES --by item"]);
    let told = place
        .fails(1, "stats interval paired-difference --data c.csv --columns x,y --by item,item");
    says(&told, &["--by names `item` twice"]);
}
