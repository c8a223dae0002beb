//! Findings of the tests of hypotheses, in plain words.

use super::asked::MOST_NAMES;
use crate::group::{in_groups, once_each};
use crate::reach::{has_few_discordant, is_out_of_reach, lacks_clusters};
use crate::terminal::p_value;
use crate::wording::{abridged, in_words, listed, number, points};
use crate::{Finding, Report, ResultRow, Verdict};
use peirast_decimals::{counted, fixed_decimals, grouped, percent_decimals};
use peirast_record::{Event, Standing};
use peirast_stats::Alternative;
use peirast_words::capitalised;

/// The verdicts of one subject on the hypotheses that count.
struct Tally<'a> {
    subject: &'a str,
    all: Vec<&'a str>,
    part: Vec<&'a str>,
    none: usize,
    too_few: Vec<&'a str>,
    /// What there is too little of in these: pairs, or clusters.
    lack: &'static str,
    /// The different warnings of its findings.
    warnings: Vec<&'a str>,
}

impl Tally<'_> {
    fn found(&self) -> usize {
        self.all.len() + self.part.len()
    }

    fn decided(&self) -> usize {
        self.found() + self.none
    }
}

/// The findings that count: of declared hypotheses, or of all where none is.
fn counting(report: &Report) -> Vec<&Finding> {
    let declared = |one: &&Finding| one.standing == Standing::Confirmatory;
    let own: Vec<&Finding> = report.findings.iter().filter(declared).collect();
    if own.is_empty() { report.findings.iter().collect() } else { own }
}

fn tallies<'a>(findings: &[&'a Finding]) -> Vec<Tally<'a>> {
    let subjects = in_groups(findings.iter().map(|finding| (finding.model.as_str(), *finding)));
    let tally = |(subject, findings): (&'a str, Vec<&'a Finding>)| {
        let with = |verdict: Verdict| -> Vec<&str> {
            let findings = findings.iter().filter(|finding| finding.verdict() == verdict);
            findings.map(|finding| finding.hypothesis.as_str()).collect()
        };
        let lacking = || -> Vec<&str> {
            let findings = findings.iter().filter(|finding| finding.verdict().lack().is_some());
            findings.map(|finding| finding.hypothesis.as_str()).collect()
        };
        Tally {
            subject,
            all: with(Verdict::All),
            part: with(Verdict::Part),
            none: with(Verdict::None).len(),
            too_few: lacking(),
            lack: findings.iter().filter_map(|one| one.verdict().lack()).max().unwrap_or("pairs"),
            warnings: once_each(findings.iter().filter_map(|finding| finding.warning.as_deref())),
        }
    };
    subjects.into_iter().map(tally).collect()
}

pub(super) fn found(report: &Report) -> Vec<String> {
    let findings = counting(report);
    let Some(first) = findings.first() else { return Vec::new() };
    let bias = first.bias.as_str();
    let tallies = tallies(&findings);
    let (with, without): (Vec<&Tally<'_>>, Vec<&Tally<'_>>) =
        tallies.iter().partition(|own| own.found() > 0);
    let mut sentences = Vec::new();
    if with.len() > MOST_NAMES {
        sentences.push(of_many(bias, &with, tallies.len()));
    } else {
        sentences.extend(alike(bias, &with));
    }
    sentences.extend(nothing(bias, &without));
    sentences.extend(undecided(&tallies));
    sentences.extend(warned(&without));
    sentences.extend(exploratory(report));
    sentences.extend(controls(report));
    sentences
}

/// Subjects for which something was found, those of the same pattern together.
fn alike(bias: &str, with: &[&Tally<'_>]) -> Vec<String> {
    let patterns = in_groups(with.iter().map(|own| (pattern(own), own.subject)));
    let sentence = |(pattern, names): (String, Vec<&str>)| {
        format!(
            "{} {} {bias} {pattern}.",
            listed(&names),
            if names.len() == 1 { "shows" } else { "show" }
        )
    };
    patterns.into_iter().map(sentence).collect()
}

/// The hypotheses in which something was found.
fn pattern(own: &Tally<'_>) -> String {
    let told = own.decided() as u64;
    // Hypotheses without enough pairs are not counted, and are named elsewhere.
    let counted = if own.too_few.is_empty() { "" } else { " with enough pairs" };
    let hypotheses = format!("{}{counted}", in_words(told, "hypothesis", "hypotheses"));
    let how_many = match own.found() == own.decided() {
        true if told == 1 => {
            let tests = if own.part.is_empty() { "all" } else { "some" };
            return format!("in {tests} tests of the {hypotheses}");
        }
        true if told == 2 => format!("in both hypotheses{counted}"),
        true => format!("in all {hypotheses}"),
        false => format!("in {} of {hypotheses}", number(own.found() as u64)),
    };
    let which = match (own.all.as_slice(), own.part.as_slice()) {
        (all, []) => listed(all),
        ([], part) => format!("in part: {}", listed(part)),
        (all, part) => format!("{}; in part {}", listed(all), listed(part)),
    };
    format!("{how_many} ({which})")
}

/// Many subjects for which something was found.
fn of_many(bias: &str, with: &[&Tally<'_>], all: usize) -> String {
    let names: Vec<&str> = with.iter().map(|own| own.subject).collect();
    let hypotheses = with.iter().flat_map(|own| own.all.iter().chain(&own.part));
    let places = in_groups(hypotheses.map(|id| (id, ())));
    // The first of those found equally often.
    let most = places.iter().rev().max_by_key(|(_, places)| places.len());
    let often = most.map_or(String::new(), |(id, places)| {
        format!("; most often in {id}, for {}", places.len())
    });
    let share = match names.len() == all {
        true => format!("all {}", in_words(all as u64, "subject", "subjects")),
        false => format!("{} of {all} subjects", names.len()),
    };
    format!(
        "{} shows in {share}, in one hypothesis or more ({}){often}.",
        capitalised(bias),
        abridged(&names, MOST_NAMES)
    )
}

/// Subjects for which nothing was found, although it could have been.
fn nothing(bias: &str, without: &[&Tally<'_>]) -> Option<String> {
    let own: Vec<&&Tally<'_>> = without.iter().filter(|own| own.none > 0).collect();
    let names: Vec<&str> = own.iter().map(|own| own.subject).collect();
    let most = own.iter().map(|own| own.decided() + own.too_few.len()).max()?;
    let place = match most {
        1 => "",
        _ if own.iter().any(|own| !own.too_few.is_empty()) => {
            " in any hypothesis with enough pairs"
        }
        _ => " in any hypothesis",
    };
    Some(format!("For {}, there is no evidence of {bias}{place}.", abridged(&names, MOST_NAMES)))
}

/// Subjects of which there are too few pairs for some hypotheses, or for all of them.
fn undecided(all: &[Tally<'_>]) -> Vec<String> {
    let lacking = || all.iter().filter(|own| !own.too_few.is_empty());
    let (none, some): (Vec<&Tally<'_>>, Vec<&Tally<'_>>) =
        lacking().partition(|own| own.decided() == 0);
    let names: Vec<&str> = none.iter().map(|own| own.subject).collect();
    let lack = if lacking().any(|own| own.lack == "pairs") { "pairs" } else { "clusters" };
    let mut sentences = Vec::new();
    if !names.is_empty() {
        let names = abridged(&names, MOST_NAMES);
        sentences.push(format!("For {names}, there are too few {lack} to tell."));
    }
    let alike = in_groups(some.iter().map(|own| (listed(&own.too_few), own.subject)));
    let own: Vec<String> = alike
        .iter()
        .map(|(hypotheses, subjects)| match subjects.len() == all.len() && subjects.len() > 1 {
            true => format!("in {hypotheses} for any subject"),
            false => format!("in {hypotheses} for {}", abridged(subjects, MOST_NAMES)),
        })
        .collect();
    if !own.is_empty() {
        let own = abridged(&own, MOST_NAMES);
        sentences.push(format!("There are too few {lack} to tell {own}."));
    }
    sentences
}

/// Subjects for which nothing was found because they answer blindly.
fn warned(without: &[&Tally<'_>]) -> Option<String> {
    let own = without.iter().filter(|own| !own.warnings.is_empty());
    let names: Vec<String> =
        own.map(|own| format!("{} {}", own.subject, listed(&own.warnings))).collect();
    (!names.is_empty()).then(|| {
        format!(
            "But {}: there, equal performance is no sign of reasoning.",
            abridged(&names, MOST_NAMES)
        )
    })
}

/// The meaning of a control that rejects.
const CONTROL_MEANING: &str = "No effect is expected in a control. A rejection there comes from chance or from another \
                               cause. It weakens a finding for the same subject.";

/// Controls that reject, which qualify what was found.
fn controls(report: &Report) -> Option<String> {
    let all = || report.findings.iter().filter(|one| one.standing == Standing::Control);
    let own: Vec<&Finding> = all().filter(|one| one.verdict().lack().is_none()).collect();
    if own.is_empty() && all().next().is_some() {
        return Some("All controls have too few pairs to tell.".to_owned());
    }
    let odd: Vec<String> = own
        .iter()
        .filter(|one| one.rejected > 0)
        .map(|one| format!("{} for {}", one.hypothesis, one.model))
        .collect();
    if own.is_empty() {
        return None;
    }
    Some(match odd.len() {
        0 if controls_could_reject(report) => {
            "No control rejects, so the controls give no sign of another cause.".to_owned()
        }
        0 => "No control rejects, but none could with so few discordant pairs.".to_owned(),
        _ if own.len() == 1 => {
            format!("The one control also rejects ({}). {CONTROL_MEANING}", listed(&odd))
        }
        count => format!(
            "{} of {} comparisons of controls also {} ({}){}. {CONTROL_MEANING}",
            capitalised(&number(count as u64)),
            own.len(),
            if count == 1 { "rejects" } else { "reject" },
            abridged(&odd, MOST_NAMES),
            by_chance(report, own.len())
        ),
    })
}

/// The number of comparisons that chance alone makes reject, at most, in words after a semicolon; empty below one.
///
/// The adjustment within a comparison keeps the probability that any of its tests rejects by chance at the level.
fn by_chance(report: &Report, comparisons: usize) -> String {
    let expected = report.settings.alpha * comparisons as f64;
    match expected >= 1.0 {
        true => format!("; chance alone makes up to {} reject", fixed_decimals(expected, 1)),
        false => String::new(),
    }
}

/// Exploratory comparisons that reject.
fn exploratory(report: &Report) -> Option<String> {
    let all = || report.findings.iter().filter(|one| one.standing == Standing::Exploratory);
    let found: Vec<String> = all()
        .filter(|one| one.rejected > 0)
        .map(|one| format!("{} for {}", one.hypothesis, one.model))
        .collect();
    let is_any_declared = report.findings.iter().any(|one| one.standing == Standing::Confirmatory);
    (is_any_declared && !found.is_empty()).then(|| {
        format!(
            "{} of {} also {} an effect ({}); a new run must confirm it before it counts.",
            capitalised(&number(found.len() as u64)),
            counted(all().count() as u64, "exploratory verdict", "exploratory verdicts"),
            if found.len() == 1 { "shows" } else { "show" },
            abridged(&found, MOST_NAMES)
        )
    })
}

/// True if some test of a control could have rejected with its discordant pairs.
fn controls_could_reject(report: &Report) -> bool {
    let is_control = |row: &&ResultRow| {
        report.findings.iter().any(|finding| {
            finding.standing == Standing::Control && finding.hypothesis == row.hypothesis
        })
    };
    report.rows.iter().filter(is_control).any(|row| !is_out_of_reach(report, row))
}

pub(super) fn strongest(report: &Report) -> Vec<String> {
    let findings = counting(report);
    let counts = |row: &&ResultRow| {
        row.is_tested() && findings.iter().any(|own| own.hypothesis == row.hypothesis)
    };
    let rows: Vec<&ResultRow> = report.rows.iter().filter(counts).collect();
    let (rejected, others): (Vec<&ResultRow>, Vec<&ResultRow>) =
        rows.iter().partition(|row| row.reject);
    let mut sentences = Vec::new();
    let of = match rejected.len() {
        0 => {
            if !rows.is_empty() {
                sentences.push("No test rejects equal performance.".to_owned());
            }
            String::new()
        }
        1 => "The one test that rejects equal performance".to_owned(),
        several => {
            sentences.push(rejections(&rows, several));
            "The largest difference among these".to_owned()
        }
    };
    let own = if rejected.is_empty() { &others } else { &rejected };
    if let Some(row) = largest(own).filter(|row| size(row) > 0.0) {
        sentences.extend(effect(report, row, &of, own));
        let larger: Vec<&ResultRow> =
            others.iter().copied().filter(|other| size(other) > size(row)).collect();
        sentences.extend(insignificant(report, &larger));
    }
    sentences.extend(room(report, &others));
    sentences
}

/// The number of tests of the hypotheses that reject, if there are several.
fn rejections(rows: &[&ResultRow], rejected: usize) -> String {
    let tested = once_each(rows.iter().map(|row| row.hypothesis.as_str()));
    let hypotheses = match tested.len() {
        1 => "the one hypothesis".to_owned(),
        count => format!("the {}", in_words(count as u64, "hypothesis", "hypotheses")),
    };
    let tests = match rows.len() {
        2 => "Both tests".to_owned(),
        all if all == rejected => format!("All {} tests", grouped(all as u64)),
        all => format!(
            "{} of the {} tests",
            capitalised(&number(rejected as u64)),
            grouped(all as u64)
        ),
    };
    format!("{tests} of {hypotheses} reject equal performance.")
}

/// The size of the difference of a row.
fn size(row: &ResultRow) -> f64 {
    row.difference.map_or(0.0, |own| own.estimate.abs())
}

/// The row of the largest effect; the first of several.
fn largest<'a>(rows: &[&'a ResultRow]) -> Option<&'a ResultRow> {
    let mut best: Option<&ResultRow> = None;
    for row in rows {
        if best.is_none_or(|best| size(row) > size(best)) {
            best = Some(row);
        }
    }
    best
}

/// The effect of a row in words; rows of the same size are counted.
fn effect(report: &Report, row: &ResultRow, of: &str, among: &[&ResultRow]) -> Option<String> {
    let own = row.difference?;
    let claim = report.claims.iter().find(|claim| claim.hypothesis == row.hypothesis);
    let event = claim.map(|claim| claim.definition.event).unwrap_or_default();
    let good = match event {
        Event::Correct => "right",
        Event::NoFallacy => "free of the predicted fallacy",
    };
    let more = if own.estimate < 0.0 { "less" } else { "more" };
    let ties = among.iter().filter(|other| size(other) >= size(row)).count() as u64 - 1;
    let ties = match ties {
        0 => String::new(),
        _ => format!("; {} as large", in_words(ties, "other is", "others are")),
    };
    let size = percent_decimals(own.estimate.abs(), 1);
    let place = |size: &str| {
        format!(
            "answers of {} are {good} {size}{more} often for the perturbed member than for the original",
            row.model
        )
    };
    let numbers = format!(
        "{}; 95 % interval {} to {}, not adjusted; {} of {} discordant{ties}",
        place_of(report, row),
        points(own.interval.low),
        points(own.interval.high),
        row.n_discordant,
        counted(row.n, "pair", "pairs")
    );
    Some(match of {
        "" => format!(
            "The largest difference is {size} points: {} ({numbers}). Its test does not reject{}.",
            place(""),
            row.p_adjusted
                .map_or(String::new(), |p| format!(" (adjusted p = {})", p_value(Some(p))))
        ),
        of => format!("{of}: {} ({numbers}).", place(&format!("{size} percentage points "))),
    })
}

/// The hypothesis of a row, and its protocol in words if the hypothesis has several.
fn place_of(report: &Report, row: &ResultRow) -> String {
    let is_like =
        |other: &&ResultRow| other.hypothesis == row.hypothesis && other.method != row.method;
    match report.rows.iter().any(|other| is_like(&other)) {
        true => format!("{}, {}", row.hypothesis, report.method_in_words(&row.method)),
        false => row.hypothesis.clone(),
    }
}

/// The differences that are larger than those of tests that reject: how many they are, and the largest.
fn insignificant(report: &Report, larger: &[&ResultRow]) -> Option<String> {
    let row = largest(larger)?;
    let own = row.difference?;
    let which = match larger.len() as u64 {
        1 => "One difference is larger, but its test does not reject".to_owned(),
        count => format!(
            "{} differences are larger, but their tests do not reject; the largest",
            capitalised(&number(count))
        ),
    };
    let is_opposite = match row.alternative {
        Alternative::Greater => own.estimate < 0.0,
        Alternative::Less => own.estimate > 0.0,
        Alternative::TwoSided => false,
    };
    let why = match row.p_adjusted {
        _ if is_opposite => "; the test is one-sided, for the other sign".to_owned(),
        Some(p) => format!("; adjusted p = {}", p_value(Some(p))),
        None => String::new(),
    };
    Some(format!(
        "{which}: {} in {} ({} points; 95 % interval {} to {}, not adjusted; {} of {} discordant{why}).",
        row.model,
        place_of(report, row),
        points(own.estimate),
        points(own.interval.low),
        points(own.interval.high),
        row.n_discordant,
        counted(row.n, "pair", "pairs")
    ))
}

/// The effects that are still possible after tests without a rejection, and the number of these
/// tests that had no chance to reject.
fn room(report: &Report, rows: &[&ResultRow]) -> Option<String> {
    let end = |row: &ResultRow| {
        row.difference.map_or(0.0, |own| own.interval.low.abs().max(own.interval.high.abs()))
    };
    let widest = rows.iter().map(|row| end(row)).fold(0.0, f64::max);
    let points = format!(
        "effects of up to {} points (95 % intervals, not adjusted)",
        percent_decimals(widest, 1)
    );
    let out: Vec<&&ResultRow> = rows.iter().filter(|row| is_out_of_reach(report, row)).collect();
    let discordant = out.iter().filter(|row| has_few_discordant(report, row)).count();
    let alpha = report.settings.alpha;
    let of_clusters = out.iter().any(|row| lacks_clusters(row, alpha));
    let lack = match out.len() - discordant {
        0 => "too few discordant pairs to reject, even if all pointed one way",
        _ if discordant == 0 && of_clusters => {
            "too few clusters to reject, even if all pairs were discordant"
        }
        _ if discordant == 0 => "too few pairs to reject, even if all were discordant",
        _ => "too few pairs, or too few discordant ones, to reject at all",
    };
    let tests = match rows.len() {
        0 => return None,
        1 => "The one test of a hypothesis that does not reject is".to_owned(),
        count => {
            format!("The {} tests of hypotheses that do not reject are", grouped(count as u64))
        }
    };
    let lacking = match (rows.len(), out.len()) {
        (_, 0) => String::new(),
        (1, _) => format!(" It has {lack}."),
        (all, count) if count == all => format!(" All of them have {lack}."),
        (_, count) => {
            let have = in_words(count as u64, "of them has", "of them have");
            format!(" {} {lack}.", capitalised(&have))
        }
    };
    Some(format!("{tests} compatible with {points}.{lacking}"))
}
