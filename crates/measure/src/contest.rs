//! The contest of theories: how well each predicts the verdicts of a subject, and which theories
//! cannot be told apart on the judged forms.

use crate::group::by_subject;
use crate::people::{Cell, CellCounts, Pooled, Standard, cells, pooled};
use crate::table::{Record, table};
use crate::{Group, Judgement};
use peirast_logic::syllogism::Form;
use peirast_stats::{Alternative, Correction, Error, permutation};
use peirast_table::Table;
use peirast_task::HumanResponses;
use serde::Serialize;
use std::collections::BTreeMap;

/// The level at which two fits differ.
const ALPHA: f64 = 0.05;
/// Random sign flips where not all can be counted, and their seed.
const DRAWS: (u64, u64) = (9_999, 1);
/// So many subjects have a sentence each in a note.
const MOST_SENTENCES: usize = 6;

/// The theories, compared by their fit to one subject.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Contest {
    /// The subject.
    pub subject: String,
    /// Number of judged forms: mood and figure, in any order of the premises.
    pub forms: usize,
    /// Logic and the theories, the best fit first.
    pub theories: Vec<Contender>,
    /// The theories that predict the same for every judged form as shown, in groups.
    pub alike: Vec<Vec<&'static str>>,
    /// The theories that cannot be told apart from the best, in a sentence.
    pub sentence: String,
}

/// The fit of a theory to a subject.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Contender {
    /// The theory, or `logic`.
    pub theory: &'static str,
    /// The root mean squared difference, over forms, of the share of verdicts that accept the
    /// conclusion and the share that the theory predicts, from 0 to 1.
    pub rmse: f64,
    /// Number of forms on which it predicts otherwise than the best theory.
    pub differing: usize,
    /// The p-value of equal squared errors of this theory and the best one, over exchanges of the
    /// two theories on single forms: all of them, so that it is exact, or random ones if all are too
    /// many. `None` for the best, and for theories that predict the same as the best.
    pub p: Option<f64>,
    /// The p-value after Holm's correction for all pairs of theories that predict differently, so
    /// that it is valid for a best theory that the same data chose.
    pub adjusted: Option<f64>,
    /// The comparison with the best theory.
    pub standing: ContestStanding,
}

/// A theory compared with the best one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum ContestStanding {
    /// It has the smallest error.
    Best,
    /// It predicts the same as the best for every judged form.
    SamePredictions,
    /// The answers do not tell the two apart.
    NotToldApart,
    /// It fits worse.
    Worse,
}

impl ContestStanding {
    fn words(self) -> &'static str {
        match self {
            Self::Best => "fits best",
            Self::SamePredictions => "predicts the same as the best",
            Self::NotToldApart => "not told apart from the best",
            Self::Worse => "fits worse",
        }
    }
}

/// A theory with its predictions and its errors.
struct Entry {
    theory: &'static str,
    /// For each form as shown.
    predictions: Vec<bool>,
    forms: BTreeMap<Form, Pooled>,
    rmse: f64,
}

/// Compares the theories for each subject with verdicts.
///
/// # Errors
/// [`Error`] of the tests: only a bug, caught by a test.
pub fn contests(
    groups: &[(Group, Vec<&Judgement>)],
    people: &HumanResponses,
) -> Result<Vec<Contest>, Error> {
    let mut rows = Vec::new();
    for (subject, judgements) in by_subject(groups) {
        let cells = cells(judgements);
        if !cells.is_empty() {
            rows.push(contest(subject, &cells, people)?);
        }
    }
    Ok(rows)
}

fn contest(
    subject: &str,
    cells: &BTreeMap<Cell, CellCounts>,
    people: &HumanResponses,
) -> Result<Contest, Error> {
    let mut entries: Vec<Entry> =
        Standard::contenders().map(|standard| Entry::new(standard, cells, people)).collect();
    let alike = alike(&entries);
    // Stable: equal errors keep the order of the theories.
    entries.sort_by(|a, b| a.rmse.total_cmp(&b.rmse));
    let tests = pairwise(&entries)?;
    let theories: Vec<Contender> = entries
        .iter()
        .enumerate()
        .map(|(at, entry)| {
            let best = entries.first().unwrap_or(entry);
            let (p, adjusted) = match tests.get(&(0, at)) {
                Some((p, adjusted)) => (Some(*p), Some(*adjusted)),
                None => (None, None),
            };
            let standing = match adjusted {
                _ if at == 0 => ContestStanding::Best,
                None => ContestStanding::SamePredictions,
                Some(p) if p > ALPHA => ContestStanding::NotToldApart,
                Some(_) => ContestStanding::Worse,
            };
            let differing = entry.differing(best);
            Contender { theory: entry.theory, rmse: entry.rmse, differing, p, adjusted, standing }
        })
        .collect();
    let forms = entries.first().map_or(0, |entry| entry.forms.len());
    let sentence = sentence(subject, forms, &theories);
    Ok(Contest { subject: subject.to_owned(), forms, theories, alike, sentence })
}

impl Entry {
    fn new(
        standard: Standard,
        cells: &BTreeMap<Cell, CellCounts>,
        people: &HumanResponses,
    ) -> Self {
        let predictions = cells.iter().map(|((_, pair, conclusion), judged)| {
            standard.expects(people, (*pair, *conclusion), judged.valid) > 0.5
        });
        let forms = pooled(cells, standard, people);
        let squares: f64 = forms.values().map(squared_error).sum();
        let rmse = (squares / forms.len().max(1) as f64).sqrt();
        Self { theory: standard.name(), predictions: predictions.collect(), forms, rmse }
    }

    /// Number of forms on which two theories predict different shares.
    fn differing(&self, other: &Self) -> usize {
        let pairs = self.forms.values().zip(other.forms.values());
        pairs.filter(|(a, b)| (a.expected - b.expected).abs() > 1e-9).count()
    }
}

fn squared_error(form: &Pooled) -> f64 {
    ((form.accepted - form.expected) / form.of).powi(2)
}

/// The groups of two and more theories with the same predictions, in the order of the theories.
fn alike(entries: &[Entry]) -> Vec<Vec<&'static str>> {
    let mut groups: Vec<(&[bool], Vec<&'static str>)> = Vec::new();
    for entry in entries {
        match groups.iter_mut().find(|(predictions, _)| *predictions == entry.predictions) {
            Some((_, names)) => names.push(entry.theory),
            None => groups.push((&entry.predictions, vec![entry.theory])),
        }
    }
    groups.into_iter().map(|(_, names)| names).filter(|names| names.len() > 1).collect()
}

/// Of pairs of theories, by their places: p, and Holm's adjusted p.
type PairTests = BTreeMap<(usize, usize), (f64, f64)>;

/// For each pair of theories that predict differently, by their places: p and Holm's adjusted p.
///
/// Theories with the same predictions count once, so that they do not weaken the correction.
fn pairwise(entries: &[Entry]) -> Result<PairTests, Error> {
    let class = |entry: &Entry| {
        entries.iter().position(|one| one.predictions == entry.predictions).unwrap_or_default()
    };
    let classes: Vec<usize> = entries.iter().map(class).collect();
    let mut raw: BTreeMap<(usize, usize), f64> = BTreeMap::new();
    for (i, one) in entries.iter().enumerate().filter(|(i, _)| classes.get(*i) == Some(i)) {
        for (j, other) in entries.iter().enumerate().skip(i + 1) {
            if classes.get(j) == Some(&j) {
                raw.insert((i, j), exchange_p(one, other)?);
            }
        }
    }
    let p: Vec<f64> = raw.values().copied().collect();
    let adjusted = Correction::Holm.adjust(&p)?;
    let by_class: BTreeMap<(usize, usize), (f64, f64)> =
        raw.into_iter().zip(adjusted).map(|((pair, p), adjusted)| (pair, (p, adjusted))).collect();
    let mut all = BTreeMap::new();
    for (i, one) in classes.iter().enumerate() {
        for (j, other) in classes.iter().enumerate().skip(i + 1) {
            if let Some(found) = by_class.get(&(*one.min(other), *one.max(other))) {
                all.insert((i, j), *found);
            }
        }
    }
    Ok(all)
}

/// The two-sided p-value of equal squared errors, over all exchanges of the two theories on single
/// forms (sign flips of the differences).
fn exchange_p(one: &Entry, other: &Entry) -> Result<f64, Error> {
    let mut numbers = one.forms.values().map(|form| form.of);
    let first = numbers.next().unwrap_or(1.0);
    // If all forms have the same number of verdicts, the errors times its square are whole, and all
    // exchanges can be counted for any number of forms.
    let whole = numbers.all(|of| of == first).then_some(first * first);
    let errors = |entry: &Entry| -> Vec<f64> {
        let scaled = |form: &Pooled| match whole {
            Some(scale) => (squared_error(form) * scale).round(),
            None => squared_error(form),
        };
        entry.forms.values().map(scaled).collect()
    };
    let test = permutation::sign_flips(&errors(one), &errors(other), DRAWS.0, DRAWS.1)?;
    Ok(test.p(Alternative::TwoSided))
}

fn sentence(subject: &str, forms: usize, theories: &[Contender]) -> String {
    let having = |wanted| -> Vec<&'static str> {
        let such = theories.iter().filter(|theory| theory.standing == wanted);
        such.map(|theory| theory.theory).collect()
    };
    let Some(best) = theories.first() else { return String::new() };
    let same = having(ContestStanding::SamePredictions);
    let open = having(ContestStanding::NotToldApart);
    let worse = having(ContestStanding::Worse);
    let same_text = match same.as_slice() {
        [] => None,
        [one] => Some(format!("{one} predicts the same")),
        all => Some(format!("{} predict the same", listed(all))),
    };
    let rest = match (open.as_slice(), worse.as_slice()) {
        ([], []) => None,
        ([], _) => Some("every other theory fits worse".to_owned()),
        (_, []) => Some("no other theory can be told apart from it".to_owned()),
        (open, _) => Some(format!("{} cannot be told apart from it", listed(open))),
    };
    let rest: Vec<String> = same_text.into_iter().chain(rest).collect();
    format!(
        "For {subject}, {} fits best on {forms} {} (mood and figure); {}.",
        best.theory,
        if forms == 1 { "form" } else { "forms" },
        rest.join(", and ")
    )
}

/// The sentences on theories that cannot be told apart: those that predict the same for all
/// subjects' forms, and one for each subject.
pub(crate) fn sentences(contests: &[Contest]) -> Vec<String> {
    let same = contests.first().filter(|first| contests.iter().all(|one| one.alike == first.alike));
    let groups = same.map(|first| first.alike.iter().map(|names| listed(names)));
    let groups: Vec<String> = groups.into_iter().flatten().collect();
    let alike = match groups.as_slice() {
        [] => None,
        [only] => Some(format!(
            "On the judged forms, {only} predict the same, so no answers to them can tell these \
             theories apart."
        )),
        several => Some(format!(
            "Within each of these groups, the theories predict the same on the judged forms, so no \
             answers to them can tell these theories apart: {}.",
            several.join("; ")
        )),
    };
    let each = contests.iter().take(MOST_SENTENCES).map(|one| one.sentence.clone());
    alike.into_iter().chain(each).collect()
}

/// Names with commas and *and*.
fn listed(names: &[&str]) -> String {
    match names {
        [] => String::new(),
        [one] => (*one).to_owned(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

/// The table of contests, the best theory of each subject first.
pub(crate) fn contest_table(contests: &[Contest]) -> Table<'static> {
    let rows = contests.iter().flat_map(|contest| {
        contest.theories.iter().map(|theory| {
            Record::new(false)
                .cell("subject", contest.subject.as_str())
                .cell("theory", theory.theory)
                .cell("forms", contest.forms)
                .number("rmse", theory.rmse)
                .cell("differing", theory.differing)
                .p("p", theory.p)
                .p("adjusted_p", theory.adjusted)
                .cell("standing", theory.standing.words())
        })
    });
    table(
        "contest",
        "Contest of theories",
        "For each subject, logic and ten theories of what people conclude, the best fit first. RMSE \
         is the root mean squared difference, over forms, of the share of verdicts that accept the \
         conclusion and the share that the theory predicts. Differing is the number of forms on \
         which a theory predicts otherwise than the best one. p counts the exchanges of the two \
         theories on single forms: all of them, or 9,999 random ones if all are too many. It is \
         adjusted (Holm) for all pairs of theories that \
         predict differently, because the same answers chose the best. A theory with an adjusted p \
         above 0.05 is not told apart from the best.",
        rows,
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn contender(theory: &'static str, standing: ContestStanding) -> Contender {
        Contender { theory, rmse: 0.0, differing: 0, p: None, adjusted: None, standing }
    }

    #[test]
    fn the_sentence_names_all_that_is_not_told_apart() {
        use ContestStanding::{Best, NotToldApart, SamePredictions, Worse};
        let said = |standings: &[ContestStanding]| {
            let names = ["matching", "phm", "psycop", "logic"];
            let all = names.into_iter().zip(standings);
            let all: Vec<Contender> = all.map(|(name, one)| contender(name, *one)).collect();
            sentence("a", 9, &all)
        };
        assert_eq!(
            said(&[Best, SamePredictions, NotToldApart, Worse]),
            "For a, matching fits best on 9 forms (mood and figure); phm predicts the same, and psycop cannot be told \
             apart from it."
        );
        assert_eq!(
            said(&[Best, SamePredictions, SamePredictions, Worse]),
            "For a, matching fits best on 9 forms (mood and figure); phm and psycop predict the same, and every other \
             theory fits worse."
        );
        assert_eq!(
            said(&[Best, NotToldApart, NotToldApart, NotToldApart]),
            "For a, matching fits best on 9 forms (mood and figure); no other theory can be told apart from it."
        );
        assert_eq!(
            said(&[Best, NotToldApart, NotToldApart, Worse]),
            "For a, matching fits best on 9 forms (mood and figure); phm and psycop cannot be told apart from it."
        );
        assert_eq!(
            said(&[Best, Worse, Worse, Worse]),
            "For a, matching fits best on 9 forms (mood and figure); every other theory fits worse."
        );
    }
}
