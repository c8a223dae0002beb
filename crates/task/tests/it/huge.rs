//! Answers of a megabyte, and short answers with a very large meaning: they are read and judged, or
//! left unread, in little time.

use peirast_record::{Problem, Profile, Worded};
use peirast_task::{Design, Family, Posed};
use std::time::{Duration, Instant};

/// The time limit for an answer: far above the time on a busy machine, far below the time of a
/// quadratic or exponential step.
const ALLOWED: Duration = Duration::from_secs(60);

const MEGABYTE: usize = 1 << 20;

fn problem() -> Problem {
    let design = Design { seed: 5, profile: Profile::Balanced };
    let made = Family::named("etr").unwrap().make(&design, "open", 24).unwrap();
    let clauses = |problem: &Problem| {
        let lexicon = &problem.worded.as_deref().unwrap().lexicon;
        lexicon.objects.len() * lexicon.predicates.len()
    };
    made.into_iter().max_by_key(clauses).unwrap()
}

/// Clauses in the words of the problem, each with its denial.
fn clauses(worded: &Worded) -> Vec<[String; 2]> {
    let lexicon = &worded.lexicon;
    let of = |object: &String| {
        lexicon
            .predicates
            .values()
            .map(|one| [format!("{object} is {one}"), format!("{object} is not {one}")])
            .collect::<Vec<_>>()
    };
    lexicon.objects.values().flat_map(of).collect()
}

fn cut(text: String) -> String {
    text.chars().take(MEGABYTE).collect()
}

/// Returns all combinations in which these clauses hold or fail, as alternatives.
fn all_ways(clauses: &[[String; 2]]) -> String {
    let ways = (0..1_usize << clauses.len()).map(|signs| {
        let signed = clauses.iter().enumerate().map(|(at, pair)| pair[signs >> at & 1].as_str());
        signed.collect::<Vec<_>>().join(" and ")
    });
    format!("Either {}.", ways.collect::<Vec<_>>().join(", or "))
}

fn shapes(worded: &Worded) -> Vec<(&'static str, String)> {
    let clauses = clauses(worded);
    assert!(clauses.len() >= 6, "{clauses:?}");
    let [first, denied] = &clauses[0];
    let (one, many) = (&worded.lexicon.one, &worded.lexicon.many);
    let predicate = worded.lexicon.predicates.values().next().unwrap();
    let times = |text: &str| text.repeat(MEGABYTE / text.len() + 1);
    let any_two = |at: usize| {
        let pair = |at: usize| &clauses[at % clauses.len()][at / clauses.len() % 2];
        format!("either {} or {}", pair(at), pair(at + 1))
    };
    let both: Vec<String> = (0..40).map(any_two).collect();
    let arrows: Vec<String> =
        (0..3_000).map(|at| format!("if {} then ", clauses[at % clauses.len()][0])).collect();
    let quantified = |count: usize| {
        let part = |at: usize| match at % 3 {
            0 => format!("every {one} is {predicate}"),
            1 => format!("some {one} is not {predicate}"),
            _ => format!("no {one} is {predicate}"),
        };
        (0..count).map(part).collect::<Vec<_>>().join(" and ")
    };
    let mut shapes = vec![
        ("one claim again and again", times(&format!("{first}. "))),
        ("one claim and it again", times(&format!("{first} and "))),
        ("one claim or it again", times(&format!("{first} or "))),
        ("a claim and its denial", times(&format!("{first} and {denied} or "))),
        ("commas", times(",")),
        ("a list", times(&format!("{first}, "))),
        ("and not", times("and not ")),
        ("not", times("not ")),
        ("it is not the case that", times("it is not the case that ")),
        ("brackets", format!("{}{first}{}", "(".repeat(MEGABYTE / 2), ")".repeat(MEGABYTE / 2))),
        ("braces", times("{")),
        ("quantifier signs", times("∀x ∃y ")),
        ("if", times("if ")),
        ("if then", format!("{}{first}", arrows.concat())),
        ("either", times("either ")),
        ("neither nor", times(&format!("neither {first} nor "))),
        ("emoji", times("🙂")),
        ("combining marks", times("e\u{301}")),
        ("from right to left", times("\u{202e}ש")),
        ("no space", times("x")),
        ("spaces", times(" ")),
        ("lines", times("\n")),
        ("signs of zero width", times("\u{200b}")),
        ("a name in capitals", times(&format!("{} IS ", first.to_uppercase()))),
        ("every and some", times(&format!("every {one} is {predicate} and some {one} is "))),
        ("many", times(&format!("all {many} are "))),
        ("answers", times(&format!("Answer: {first}.\n"))),
        ("conclusions", times(&format!("Therefore, {first}. "))),
        ("either or, forty times", both.join(" and ")),
        ("either or, five times", both[..5].join(" and ")),
        ("every or some, twelve times", quantified(12)),
        ("every or some, forty times", quantified(40)),
    ];
    for count in [4, 6, 8, 10, 12] {
        let count = count.min(clauses.len());
        shapes.push(("all ways", all_ways(&clauses[..count])));
    }
    shapes.into_iter().map(|(name, text)| (name, cut(text))).collect()
}

#[test]
fn an_answer_of_any_size_takes_little_time() {
    let problem = problem();
    let worded = problem.worded.as_deref().unwrap();
    let posed = Posed::new(worded).unwrap();
    for (name, text) in shapes(worded) {
        for text in [format!("Answer: {text}"), text] {
            let start = Instant::now();
            let read = posed.read(&text);
            let reading = start.elapsed();
            let view = read.as_ref().ok().map(|read| read.view.to_string());
            let judged = view.as_ref().map(|view| posed.judge(view).map(|_| ()));
            let took = start.elapsed();
            println!(
                "{name}: {} bytes, read {reading:?}, all {took:?}, {:?}, {judged:?}",
                text.len(),
                read.map(|read| read.view.to_string().len())
            );
            assert!(took < ALLOWED, "{name}: {} bytes took {took:?}", text.len());
        }
    }
}
