//! Recorded answers with the views that other means read in them.

use peirast_words::{Answered, Claim, Literal, Role, Unread, Vocabulary};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::io::Read;
use std::path::Path;

/// The sets of open questions.
pub const SETS: [&str; 5] =
    ["largeset", "smallset", "multiview_250302", "fully_balanced", "balance_atoms"];

/// The reading of an answer by this reader, and the recorded reading.
pub struct Recorded {
    pub set: &'static str,
    pub ours: Result<Answered, Unread>,
    pub verdict: Verdict,
}

/// The comparison of two readings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Verdict {
    /// The same view.
    Same,
    /// The same after conditions are written as alternatives, as the record required.
    Conditional,
    /// Other alternatives with the same meaning.
    Equivalent,
    /// Another view.
    Different,
    /// Not read by this reader.
    Unread,
    /// The recorded view contains torn names, and is not meaningful.
    Corrupt,
    /// The record is not a view.
    NoView,
}

impl Verdict {
    /// All of them.
    pub const ALL: [Verdict; 7] = [
        Verdict::Same,
        Verdict::Conditional,
        Verdict::Equivalent,
        Verdict::Different,
        Verdict::Unread,
        Verdict::Corrupt,
        Verdict::NoView,
    ];
}

fn lines(file: &str) -> Vec<Value> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../../shared/replay/etr-eval")
        .join(format!("{file}.jsonl.gz"));
    let file = std::fs::File::open(&path).expect("the recorded answers");
    let mut text = String::new();
    flate2::read::GzDecoder::new(file).read_to_string(&mut text).expect("text");
    text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

/// Returns the vocabulary of each problem. The tables do not mark objects; names in brackets in
/// some premise are objects, and so are names before an object in its table.
fn vocabularies(set: &str) -> BTreeMap<u64, Vocabulary> {
    let problems = lines(&format!("problems/{set}"));
    let mut objects = BTreeSet::new();
    let mut predicates = BTreeSet::new();
    for problem in &problems {
        for view in problem["premises"].as_array().expect("premises") {
            let claim = Claim::new(&view.as_str().expect("text").parse().expect("a view"));
            for literal in claim.expect("monadic").stage.iter().flatten() {
                predicates.insert(literal.predicate.clone());
                for term in &literal.arguments {
                    if let peirast_words::Term::Constant(name) = term {
                        objects.insert(name.clone());
                    }
                }
            }
        }
    }
    let vocabulary = |problem: &Value| {
        let names = problem["names"].as_object().expect("names");
        let order: Vec<&String> = names.keys().collect();
        let last = order.iter().rposition(|it| objects.contains(*it) && !predicates.contains(*it));
        let mut vocabulary = Vocabulary::default();
        for (place, (name, words)) in names.iter().enumerate() {
            let object = objects.contains(name)
                || !predicates.contains(name) && last.is_some_and(|last| place < last);
            let role = if object { Role::Object } else { Role::Predicate };
            vocabulary =
                vocabulary.with(role, name, words.as_str().expect("text")).expect("distinct");
        }
        vocabulary
    };
    let id = |problem: &Value| problem["problem_id"].as_u64().expect("a number");
    problems.iter().map(|problem| (id(problem), vocabulary(problem))).collect()
}

/// Returns every answer with a recorded view, read.
pub fn all() -> Vec<Recorded> {
    SETS.into_iter().flat_map(of_set).collect()
}

fn of_set(set: &'static str) -> Vec<Recorded> {
    let vocabularies = vocabularies(set);
    let mut all = Vec::new();
    for row in lines(set) {
        let Some(theirs) = row["their_parsed_view"].as_str() else { continue };
        let problem = row["problem_id"].as_u64().expect("a number");
        let response = row["response"].as_str().unwrap_or("");
        let ours = vocabularies[&problem].read_answer(response);
        let verdict = verdict(&ours, theirs);
        all.push(Recorded { set, ours, verdict });
    }
    all
}

fn verdict(ours: &Result<Answered, Unread>, theirs: &str) -> Verdict {
    let torn =
        theirs.as_bytes().windows(3).any(|it| it.starts_with(b"()") && it[2].is_ascii_alphabetic());
    if torn && torn_names(theirs) {
        return Verdict::Corrupt;
    }
    let Ok(theirs) = theirs.parse() else { return Verdict::NoView };
    let Ok(theirs) = Claim::new(&theirs) else { return Verdict::NoView };
    let Ok(ours) = ours else { return Verdict::Unread };
    let ours = Claim::new(&ours.view).expect("sayable");
    if same(&ours, &theirs) {
        return Verdict::Same;
    }
    let (ours, theirs) = (material(&ours), material(&theirs));
    if same(&ours, &theirs) {
        return Verdict::Conditional;
    }
    match equivalent(&ours, &theirs) {
        true => Verdict::Equivalent,
        false => Verdict::Different,
    }
}

/// `paradox()Inducing(x())`: a name without brackets between two.
fn torn_names(view: &str) -> bool {
    ["paradox()", "nightmare()"].iter().any(|torn| {
        view.match_indices(torn).any(|(at, _)| view[at + torn.len()..].starts_with("Inducing"))
    })
}

fn same(one: &Claim, other: &Claim) -> bool {
    match (one.view(), other.view()) {
        (Ok(one), Ok(other)) => one.equivalent(&other).expect("small"),
        _ => false,
    }
}

/// Returns the claim with its condition written as alternatives.
fn material(claim: &Claim) -> Claim {
    if claim.supposition == [Vec::new()] {
        return claim.clone();
    }
    let mut denial: Vec<Vec<Literal>> = vec![Vec::new()];
    for state in &claim.supposition {
        let one = |rest: &Vec<Literal>, literal: &Literal| {
            let mut rest = rest.clone();
            rest.push(Literal { negated: !literal.negated, ..literal.clone() });
            rest
        };
        denial = denial
            .iter()
            .flat_map(|rest| state.iter().map(|literal| one(rest, literal)).collect::<Vec<_>>())
            .collect();
    }
    denial.extend(claim.stage.clone());
    Claim { prefix: claim.prefix.clone(), supposition: vec![Vec::new()], stage: denial }
}

/// Returns true if two claims without quantifiers are true in the same cases.
fn equivalent(one: &Claim, other: &Claim) -> bool {
    if !one.prefix.is_empty() || !other.prefix.is_empty() {
        return false;
    }
    let atom = |literal: &Literal| Literal { negated: false, ..literal.clone() };
    let atoms: BTreeSet<Literal> =
        one.stage.iter().chain(&other.stage).flatten().map(atom).collect();
    let atoms: Vec<Literal> = atoms.into_iter().collect();
    let holds = |claim: &Claim, case: u32| {
        claim.stage.iter().any(|state| {
            state.iter().all(|literal| {
                let at = atoms.iter().position(|it| *it == atom(literal)).expect("known");
                (case >> at & 1 == 1) != literal.negated
            })
        })
    };
    atoms.len() <= 16 && (0..1u32 << atoms.len()).all(|case| holds(one, case) == holds(other, case))
}
