//! The page: comparisons, findings, and nothing that cannot be read.

use crate::support::{contrast, pairs, report};
use peirast_record::{Answer, Direction, Factors, Hypothesis, Standing};
use peirast_report::{Asked, Definition, Example, Outcomes, Report, page};
use peirast_table::{Builder, Table, Value};

const RIGHT: Answer = Answer::Choice('a');
const WRONG: Answer = Answer::Choice('b');

/// A row with an effect, one without discordant pairs, one without pairs.
fn some_report() -> Report {
    let contrasts = ["noisy", "quiet", "lost"].map(|method| contrast("H1", method));
    let [noisy, quiet, lost] = &contrasts;
    let mut outcomes = pairs(noisy, "m", 8, RIGHT, [WRONG, RIGHT]);
    outcomes.extend(pairs(quiet, "m", 8, RIGHT, [RIGHT, RIGHT]));
    outcomes.extend(pairs(lost, "m", 8, RIGHT, [Answer::Empty, RIGHT]));
    report(&contrasts, &Outcomes::new(outcomes))
}

/// The tags of a page, in order: name, and whether it closes.
fn tags(page: &str) -> Vec<(&str, bool)> {
    let starts = page.match_indices('<').map(|(at, _)| &page[at + 1..]);
    let tags = starts.filter(|tag| tag.starts_with(|c: char| c.is_ascii_alphabetic() || c == '/'));
    tags.filter(|tag| !tag.split('>').next().unwrap().ends_with('/'))
        .map(|tag| {
            let name = tag.trim_start_matches('/');
            let end = name.find(|c: char| !c.is_ascii_alphanumeric()).unwrap();
            (&name[..end], tag.starts_with('/'))
        })
        .collect()
}

/// Asserts that every element that is opened is closed, in order.
fn is_well_formed(page: &str) {
    let mut open = Vec::new();
    for (name, closes) in tags(page) {
        match closes {
            _ if name == "meta" => {}
            false => open.push(name),
            true => assert_eq!(open.pop(), Some(name), "closed in order"),
        }
    }
    assert!(open.is_empty(), "left open: {open:?}");
}

/// The text between two marks.
fn between<'a>(page: &'a str, from: &str, to: &str) -> &'a str {
    let start = page.find(from).unwrap_or_else(|| panic!("no {from}")) + from.len();
    let end = page[start..].find(to).unwrap_or_else(|| panic!("no {to}"));
    &page[start..start + end]
}

#[test]
fn rows_that_say_nothing_are_folded() {
    let page = page(&some_report());
    is_well_formed(&page);
    let tests = between(&page, "<h2>Tests</h2>", "<h2>");
    let (shown, folded) = tests.split_once("</details>").unwrap();
    assert!(
        shown.contains("<summary>2 tests with discordant pairs, 1 of which could not be made"),
        "{shown}"
    );
    assert!(shown.contains("<td>noisy</td>") && shown.contains("<td>lost</td>"), "{shown}");
    assert!(folded.contains("<td>quiet</td>") && !shown.contains("<td>quiet</td>"), "{folded}");
    assert!(folded.contains("<summary>1 test without discordant pairs"), "{folded}");
}

#[test]
fn both_members_have_an_accuracy() {
    let report = some_report();
    let finding = &report.findings[0];
    assert_eq!(finding.accuracy_original, Some(0.5));
    assert_eq!(finding.accuracy_perturbed, Some(1.0));
    assert_eq!(finding.accuracy, Some(0.75));
    let page = page(&report);
    let verdicts = between(&page, "<h2>Verdicts</h2>", "<h2>");
    for cell in [
        "data-label=\"Original\">50.0 %<",
        "data-label=\"Perturbed\">100.0 %<",
        "data-label=\"Tests\">1 of 2<",
        "data-label=\"Difference\">+50.0<",
        ">+100.0 [+54.1, +100.0]</span> <span class=\"small\">noisy<",
        "data-label=\"Pairs\">16<",
        "data-label=\"Lost\">8 (8 empty)<",
        "<p class=\"against\">1 of 2 depend on how answers without a verdict are counted<",
    ] {
        assert!(verdicts.contains(cell), "no {cell} in {verdicts}");
    }
    let noisy = between(&page, "<td>noisy</td>", "</tr>");
    assert!(noisy.contains(">0.0 %</td><td class=\"number\">100.0 %</td>"), "{noisy}");
    let lost = between(&page, "<td>lost</td>", "</tr>");
    assert!(!lost.contains('%'), "no share of nothing: {lost}");
}

#[test]
fn a_hypothesis_is_shown_as_its_study_defines_it() {
    let hypothesis = Hypothesis {
        id: "H1".to_owned(),
        title: String::new(),
        claim: String::new(),
        standing: peirast_record::Standing::Confirmatory,
        test_family: None,
        over: vec!["conjunction/2".to_owned(), "syllogism".to_owned()],
        cluster: None,
        given: Factors::from_iter([("source", "none")]),
        factor: "context".to_owned(),
        original: Factors::from_iter([("context", "relevant")]),
        perturbed: Factors::from_iter([("context", "irrelevant")]),
        protocols: vec!["baseline".to_owned(), "os".to_owned()],
        direction: peirast_record::Direction::PerturbedBetter,
        event: peirast_record::Event::Correct,
    };
    let mut report = some_report();
    report.claims[0].definition = Definition::from(&hypothesis);
    let page = page(&report);
    let compared = between(&page, "<h2>What was compared</h2>", "<h2>");
    for (name, value) in [
        ("over", "conjunction/2, syllogism"),
        ("where", "source=none"),
        ("factor", "context"),
        ("original", "context=relevant"),
        ("perturbed", "context=irrelevant"),
        ("protocols", "baseline, os"),
    ] {
        let entry = format!("<dt>{name}</dt><dd><code>{value}</code></dd>");
        assert!(compared.contains(&entry), "no {entry} in {compared}");
    }
}

#[test]
fn a_pair_is_shown_side_by_side_before_the_verdicts_and_folded() {
    let asked = |text: &str| Asked {
        problem: "p".to_owned(),
        protocol: "baseline".to_owned(),
        is_prompt: true,
        text: text.to_owned(),
    };
    let example = Example {
        hypothesis: "H1".to_owned(),
        item: "item/00003".to_owned(),
        original: asked("Is <b>this</b> sound?"),
        perturbed: asked("Is that sound?"),
    };
    let page = page(&Report { examples: vec![example], ..some_report() });
    is_well_formed(&page);
    let place = |heading: &str| page.find(heading).unwrap_or_else(|| panic!("no {heading}"));
    assert!(place("<h2>What was compared</h2>") < place("<h2>Verdicts</h2>"));
    let compared = between(&page, "<h2>What was compared</h2>", "<h2>");
    let (shown, rest) = compared.split_once("<details class=\"more\">").expect("a folded part");
    for part in [shown, between(rest, "<details>", "</details>")] {
        assert!(part.contains("A pair: item item/00003<"), "{part}");
        let original = "<pre>Is <mark>&lt;b&gt;this&lt;/b&gt; </mark>sound?</pre>";
        assert!(part.contains(original), "{part}");
        assert!(part.contains("<pre>Is <mark>that </mark>sound?</pre>"), "{part}");
    }
}

/// A phone has no room for a table with a column for each subject, nor for a figure as wide as a page.
#[test]
fn narrow_screens_have_labels_and_drawings_of_their_own() {
    let report = some_report();
    let page = page(&report);
    let glance = between(&page, "id=\"at-a-glance\"", "</table>");
    let label = format!("data-label=\"{}\"", report.subjects[0].model);
    assert!(glance.contains(&label), "no {label} in {glance}");
    let [wide, narrow] = ["page-figure", "phone-figure"]
        .map(|class| page.matches(&format!("<div class=\"{class}\"><svg")).count());
    assert!(wide > 0 && wide == narrow, "{wide} wide drawings, {narrow} narrow ones");
}

/// A phone shows a line for each hypothesis, which says what was found for which subject; the rest is folded.
#[test]
fn a_hypothesis_is_a_closed_line() {
    let page = page(&some_report());
    let verdicts = between(&page, "<h2>Verdicts</h2>", "<h2>");
    let line = between(verdicts, "<details class=\"claim\"><summary>", "</summary>");
    assert!(line.contains("H1: Title of H1") && line.contains("◐\u{a0}m<"), "{line}");
    assert!(!page.contains("<details open"), "all are closed");
    assert_eq!(verdicts.matches("<details class=\"claim\">").count(), 1);
    let tests = between(&page, "<h2>Tests</h2>", "<h2>");
    assert!(tests.starts_with("<details class=\"printed\"><summary>All tests: 3 tests"), "{tests}");
    assert!(tests.contains("<h3>Discordant pairs</h3>"), "{tests}");
}

/// The number at the top is over all protocols, as in the table of verdicts, and every sign is explained.
#[test]
fn the_top_shows_the_difference_over_all_protocols() {
    let mut report = some_report();
    let glance = |report: &Report| {
        let page = page(report);
        between(&page, "id=\"at-a-glance\"", "</p>").to_owned()
    };
    let shown = glance(&report);
    assert!(shown.contains(">◐\u{a0}+50.0<"), "8 of 16 pairs, not 8 of 8: {shown}");
    assert!(!shown.contains('!'), "no subject answers blindly: {shown}");
    report.findings[0].warning = Some("answers (a) 100 % of the time".to_owned());
    let shown = glance(&report);
    assert!(shown.contains(">◐\u{a0}+50.0\u{a0}!<"), "{shown}");
    assert!(shown.contains("! gives one answer nearly always"), "{shown}");
}

/// A rejection means one thing for a difference that should not matter, another for a hint.
#[test]
fn a_hint_is_no_difference_that_should_not_matter() {
    let mut report = some_report();
    let told = |report: &Report| {
        let page = page(report);
        between(&page, "In plain words: ", "</p>").to_owned()
    };
    assert!(told(&report).ends_with("although the difference between the two should not matter."));
    report.claims[0].definition.factor = "hint".to_owned();
    let help = told(&report);
    assert!(help.contains("differ in the help that they give: the hint"), "{help}");
    assert!(!help.contains("should not matter"), "{help}");
    report.claims[0].standing = Standing::Control;
    report.findings[0].standing = Standing::Control;
    assert!(told(&report).contains("should not matter"), "a control has no help");
}

/// The definition of a control says what the abstract says of controls.
#[test]
fn a_control_expects_no_effect() {
    let mut report = some_report();
    assert_eq!(report.claims[0].expected(), "an effect in either direction");
    report.claims[0].standing = Standing::Control;
    let page = page(&report);
    assert!(page.contains("<dd>no effect (tested in both directions)</dd>"), "{page}");
    report.claims[0].direction = Direction::PerturbedBetter;
    assert!(report.claims[0].expected().starts_with("no effect (tested for a perturbed"));
}

/// That nothing was found is qualified once for all hypotheses of a section.
#[test]
fn no_proof_of_nothing_is_said_once() {
    let contrasts = ["H1", "H2"].map(|id| contrast(id, "m"));
    let outcomes = contrasts.iter().flat_map(|own| pairs(own, "m", 8, RIGHT, [RIGHT, RIGHT]));
    let page = page(&report(&contrasts, &Outcomes::new(outcomes.collect())));
    assert_eq!(
        page.matches("This does not prove that the changed feature has no effect.").count(),
        1
    );
}

/// A table of belief bias of one subject.
fn belief_bias() -> Table<'static> {
    let names =
        ["subject", "strategy", "temperature", "VB", "VU", "belief", "low", "high", "p", "+agree"];
    let mut table = Builder::new("belief-bias", "Belief bias", "VB is acceptance.", &names);
    let numbers = [0.9, 0.3].map(Value::Share).into_iter();
    let effect = [0.3, 0.1, 0.5].map(Value::Points);
    let row = ["m", "all", "all"]
        .map(Value::from)
        .into_iter()
        .chain(numbers)
        .chain(effect)
        .chain([Value::P(0.01)]);
    table.row(false, row.collect());
    table.build()
}

#[test]
fn a_measure_is_at_the_top_and_its_result_comes_before_other_columns() {
    let report = Report { measured: vec![belief_bias()], ..report(&[], &Outcomes::default()) };
    let page = page(&report);
    is_well_formed(&page);
    let glance = between(&page, "id=\"at-a-glance\"", "</table>");
    assert!(
        glance.contains("Effect of belief") && glance.contains("+30.0 [+10.0, +50.0]"),
        "{glance}"
    );
    let measures = between(&page, "<h2 id=\"belief-bias\">", "<section");
    let (result, folded) = measures.split_once("<details").expect("a fold");
    assert!(result.contains("data-label=\"Belief\">+30.0 [+10.0, +50.0]<"), "{result}");
    assert!(result.contains("data-label=\"p\""), "{result}");
    assert!(result.contains("the effect of belief, (VB − VU + IB − IU)/2"), "{result}");
    assert!(!result.contains("90.0") && folded.contains("90.0"), "{result}");
    assert!(folded.contains("VB is acceptance."), "{folded}");
}

/// Each part of a wide table says which test its numbers belong to.
#[test]
fn parts_of_a_table_repeat_its_keys() {
    let names: Vec<String> = (0..20).map(|at| format!("measure_number_{at}")).collect();
    let columns = ["subject", "n", "test"].into_iter().chain(names.iter().map(String::as_str));
    let columns: Vec<&str> = columns.collect();
    let mut wide = Builder::new("wide", "Wide", "", &columns);
    let first = [Value::from("m"), Value::Count(3), Value::from("sign test")];
    wide.row(false, first.into_iter().chain((0..20).map(|_| Value::Points(0.5))).collect());
    let html = peirast_report::measured_html(&wide.build());
    let tables = html.matches("<table>").count();
    assert!(tables > 1, "{html}");
    assert_eq!(html.matches(">sign test<").count(), tables, "{html}");
}

/// A table that is wider than a page becomes several, each with the names of its rows.
#[test]
fn wide_tables_become_several() {
    let names: Vec<String> = (0..20).map(|at| format!("measure_number_{at}")).collect();
    let columns: Vec<&str> =
        ["subject"].into_iter().chain(names.iter().map(String::as_str)).collect();
    let mut wide = peirast_table::Builder::new("wide", "Wide", "", &columns);
    let numbers = (0..20).map(|_| peirast_table::Value::Points(-0.125));
    wide.row(false, [peirast_table::Value::from("m")].into_iter().chain(numbers).collect());
    let html = peirast_report::measured_html(&wide.build());
    assert!(html.matches("<table>").count() > 1, "{html}");
    assert_eq!(html.matches("<table>").count(), html.matches(">m</td>").count(), "{html}");
    assert_eq!(html.matches("−12.5<").count(), 20, "minus signs: {html}");
    let single = peirast_table::Builder::new("small", "Small", "", &["subject", "n"]).build();
    assert_eq!(peirast_report::measured_html(&single).matches("<table>").count(), 1);
}

#[test]
fn figures_share_one_style_sheet_and_links_lead_somewhere() {
    let page = page(&some_report());
    assert!(page.matches("<svg").count() >= 2, "figures");
    assert_eq!(page.matches("<style>").count(), 1);
    assert_eq!(page.matches("@supports (fill:var(--a))").count(), 1);
    let links: Vec<&str> =
        page.split("href=\"#").skip(1).filter_map(|rest| rest.split('"').next()).collect();
    assert!(links.len() >= 6, "{links:?}");
    for link in links {
        assert_eq!(page.matches(&format!("id=\"{link}\"")).count(), 1, "{link}");
    }
    // Nothing is fetched, and nothing runs.
    for foreign in ["http:", "https:", "<script", "<link", "<img", "url(", "@import"] {
        let own = page.replace("http://www.w3.org/2000/svg", "");
        assert!(!own.contains(foreign), "{foreign}");
    }
}

/// On a phone, the numbers behind the findings are folded; a wide screen and paper show them.
#[test]
fn the_abstract_folds_its_numbers_on_a_phone() {
    let page = page(&some_report());
    let own = between(&page, "<h2>Abstract</h2>", "</section>");
    let (shown, folded) = own.split_once("<details class=\"on-phone\">").unwrap();
    assert!(shown.contains("m shows token bias"), "{shown}");
    let (folded, after) = folded.split_once("</details>").unwrap();
    assert!(folded.contains("95 % interval") || folded.contains("95\u{a0}% interval"), "{folded}");
    assert!(after.contains("See Limitations."), "{after}");
    assert!(page.contains(".on-phone::details-content { content-visibility: visible;"));
}
