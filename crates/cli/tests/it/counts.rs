//! Files of counts: the same numbers, figures, tables and pages as of a run.

use crate::support::{Place, json_lines, says};
use serde_json::Value;

const FOUR: &str = "hypothesis,model,method,n11,n12,n21,n22,lost_unread\n\
                    H1,m,baseline,50,4,16,30,2\nH1,m,zs-cot,60,3,5,32,0\nH1,k,baseline,10,40,3,47,0\n";

#[test]
fn all_four_counts_give_accuracies_and_the_difference() {
    let place = Place::new();
    place.write("four.csv", FOUR);
    let rows = json_lines(&place.ok("test --counts four.csv --json"));
    let first = &rows[0];
    let numbers = ["n", "n11", "n22"].map(|name| first[name].as_u64());
    assert_eq!(numbers, [Some(100), Some(50), Some(30)]);
    assert_eq!(first["accuracy_original"], 0.54);
    assert_eq!(first["accuracy_perturbed"], 0.66);
    assert_eq!(first["difference"]["estimate"], 0.12);
    assert_eq!(first["lost"]["unread"], 2);
    let low = first["difference"]["interval"]["low"].as_f64().expect("a limit");
    // Newcombe's method 10, as `stats interval paired-difference 50 4 16 30` has it.
    assert!((low - 0.032_894_854_092_340_54).abs() < 1e-12, "{low}");
    says(
        &place.ok("test --counts four.csv --csv"),
        &["accuracy_original,accuracy_perturbed", "0.54,0.66,0.12"],
    );
    says(&place.ok("test --counts four.csv"), &["difference [95 %]", "0.1200 [0.0329, 0.2037]"]);
    // A row without them is tested as ever, and has no shares.
    place.write("two.csv", "hypothesis,model,method,n11,n12,n21\nH1,m,baseline,50,4,16\n");
    let rows = json_lines(&place.ok("test --counts two.csv --json"));
    assert_eq!(rows[0].get("accuracy_original"), None);
}

#[test]
fn counts_have_figures_tables_and_a_page() {
    let place = Place::new();
    place.write("four.csv", FOUR);
    says(&place.ok("figures --counts four.csv --list"), &["paired-bars", "forest", "p-values"]);
    place.ok("figures --counts four.csv --into figures --format svg");
    says(&place.read("figures/odds-h1.svg"), &["<svg"]);
    place.ok("tables --counts four.csv --into tables");
    says(&place.read("tables/results.csv"), &["H1,m,baseline,,100,50,4,16,30"]);
    place.ok("report --counts four.csv --out report.html");
    says(&place.read("report.html"), &["The file has no answers", "Not checked", "54.0 %"]);
    let text = place.ok("report --counts four.csv --text").replace('\n', " ");
    says(&text, &["2 of 202 pairs", "1 of 2 tests", "m shows an effect in some tests"]);
    place.fails(1, "report --counts four.csv");
    place.write("two.csv", "hypothesis,model,method,n12,n21\nH1,m,baseline,4,16\n");
    says(&place.fails(1, "figures --counts two.csv --list"), &["line 2", "n11"]);
}

/// The table of results of a run is a file of counts: reports from it have the same rows.
#[test]
fn results_of_a_run_come_again_from_its_counts() {
    let place = Place::new();
    place.ok("run token-bias --n 4 --into run");
    place.ok("tables run --adjust-over all-subjects --only results --format json --into own");
    place.ok("tables run --adjust-over all-subjects --only results --format csv --into counts");
    place.ok("tables --counts counts/results.csv --only results --format json --into again");
    let rows = |folder: &str| -> Vec<Value> {
        let table: Value =
            serde_json::from_str(&place.read(&format!("{folder}/results.json"))).expect("JSON");
        let rows = table["rows"].as_array().expect("rows").clone();
        let tested = |row: &Value| row["n"].as_u64() > Some(0);
        rows.into_iter().filter(tested).collect()
    };
    let (own, again) = (rows("own"), rows("again"));
    assert!(!own.is_empty() && own.len() == again.len());
    for (own, again) in own.iter().zip(&again) {
        for name in ["hypothesis", "model", "method", "n", "n11", "n12", "n21", "n22", "p"] {
            assert_eq!(own[name], again[name], "{name}");
        }
        for name in ["difference", "difference_low", "difference_high", "odds_ratio", "lost_unread"]
        {
            assert_eq!(own[name], again[name], "{name}");
        }
    }
}
