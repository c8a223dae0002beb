//! pandas and polars read our tables, and read the same in every format.

use super::packages::programs;
use super::program::run;
use crate::support::{Place, says};
use peirast_mock::{Config, Mock};

/// The packages that read tables into data frames.
const FRAMES: [&str; 4] = ["pandas", "pyarrow", "polars", "openpyxl"];

/// Every table of a folder as CSV and as Parquet, read by pandas and by polars, and as XLSX by openpyxl.
const READ_BACK: &str = r#"
import glob, json, os, pandas, polars

def text_columns(frame):
    return {c for c in frame.columns if frame[c].dtype == object or str(frame[c].dtype) == "str"}

cells = 0
names = sorted(os.path.splitext(f)[0] for f in glob.glob("*.parquet"))
for name in names:
    # A text may look like a number; only what is missing is empty.
    parquet = pandas.read_parquet(name + ".parquet")
    texts = text_columns(parquet)
    missing = {c: [""] for c in parquet.columns}
    csv = pandas.read_csv(name + ".csv", dtype={c: "str" for c in texts}, keep_default_na=False, na_values=missing)
    csv = csv[list(parquet.columns)]
    assert len(csv) == len(parquet) > 0, name
    polar = polars.read_parquet(name + ".parquet")
    assert polar.columns == list(parquet.columns), name
    schema = {c: (polars.String if polar.schema[c] == polars.String else polar.schema[c]) for c in polar.columns}
    both = polars.read_csv(name + ".csv", schema_overrides=schema, infer_schema_length=None)
    both = both.select(polar.columns)
    for column in parquet.columns:
        a, b = csv[column], parquet[column]
        # In CSV an apostrophe stands before a formula, so that no spreadsheet computes it.
        if column in texts:
            # CSV knows no difference between an empty text and none.
            a, b = a.fillna(""), b.fillna("")
            quoted = b.str.match(r"[=+\-@\t\r']") & a.str.startswith("'")
            a = a.where(~quoted, a.str.slice(1))
        same = (a == b) | (a.isna() & b.isna())
        assert same.all(), (name, column, a[~same].head(), b[~same].head())
        if column not in texts:
            assert both[column].equals(polar[column]), (name, column)
        cells += len(a)
    excel = pandas.read_excel(name + ".xlsx", sheet_name="table")
    assert list(excel.columns) == list(parquet.columns) and len(excel) == len(parquet), name
print(json.dumps({"tables": len(names), "cells": cells}))
"#;

#[test]
#[ignore = "installs pandas, pyarrow, polars and openpyxl from PyPI"]
fn pandas_and_polars_read_the_same() {
    let Some(bin) = programs("frames", &FRAMES) else { return };
    let place = Place::new();
    let mock = Mock::start(Config::default()).expect("a server");
    let hostile =
        format!("--model openai:=1+1,\"x\"\u{e9}\u{1f600} --base-url {}", mock.base_url());
    let place = place.env("OPENAI_API_KEY", "none");
    place.write("read.py", READ_BACK);
    for (run_dir, study) in [
        ("pairs", "token-bias --n 2 --aa 0.2".to_owned()),
        ("hostile", format!("token-bias --n 1 {hostile}")),
        ("judged", "syllogism --strategy zero_shot --temperature 0".to_owned()),
        ("open", "etr --n 4".to_owned()),
    ] {
        place.ok(&format!("run {study} --into {run_dir}"));
        place.ok(&format!("tables {run_dir} --into {run_dir}-tables --format csv,xlsx,parquet"));
        std::fs::copy(place.path("read.py"), place.path(&format!("{run_dir}-tables/read.py")))
            .expect("a copy");
        let script =
            format!("import os; os.chdir('{run_dir}-tables'); exec(open('read.py').read())");
        let told = run(&place, &bin.join("python"), &["-c", &script]);
        says(&told, &["\"tables\": ", "\"cells\": "]);
    }
}
