//! Subjects, decoding, sizes and the stopping rule.

use super::document::{Cited, RegistrationPart};
use super::{Registration, power};
use crate::methods::reference;
use crate::wording::{counted_range, in_words, listed};
use peirast_decimals::{counted, grouped};
use peirast_record::{Sampling, Voting, is_simulated};

/// The section on sampling.
pub(super) fn parts(own: &Registration, cited: &mut Cited) -> Vec<RegistrationPart> {
    vec![
        RegistrationPart::new(
            "Existing Data",
            ["Peirast makes the problems by program or reads them from a file, so they exist before the registration. \
              Data are the answers of the subjects."
                .to_owned()],
        )
        .with_gap(
            "whether any of the subjects has answered these problems before, in the words of OSF, for example \
             \"Registration prior to creation of data\".",
        ),
        RegistrationPart::new("Explanation of existing data", []).with_gap(
            "how you made sure that you know no results on these problems, if answers exist; pilot runs belong here.",
        ),
        collection(own),
        sample_size(own),
        power::rationale(own),
        stopping(own, cited),
    ]
}

fn collection(own: &Registration) -> RegistrationPart {
    let study = &own.study;
    let is_live = |name: &&String| !is_simulated(name);
    let live = study.subjects.iter().filter(is_live).count();
    let simulated = match (live, study.subjects.len() - live) {
        (_, 0) => String::new(),
        (0, _) => "All subjects are simulated: programs with known behaviour, which check the method and show nothing \
                   about any model."
            .to_owned(),
        (_, some) => format!(
            "{} simulated: programs with known behaviour, as controls of the method.",
            in_words(some as u64, "subject is", "subjects are")
        ),
    };
    RegistrationPart::new(
        "Data collection procedures",
        [
            format!(
                "Subjects ({}): {}.",
                study.subjects.len(),
                listed(&study.subjects)
            ),
            simulated,
            decoding(&study.sampling, &study.temperatures),
            repetition(own),
            "A request that fails is sent again. Every answer that arrives is stored and counts; the first stored answer to \
             a question is never replaced."
                .to_owned(),
        ],
    )
}

/// The decoding settings in a sentence.
fn decoding(sampling: &Sampling, temperatures: &[f64]) -> String {
    let mut sent: Vec<String> = sampling
        .set()
        .into_iter()
        .filter_map(|setting| Some((setting, sampling.value(setting)?)))
        .map(|(setting, value)| {
            let value = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
            format!("{setting} {value}")
        })
        .collect();
    if !temperatures.is_empty() {
        let all: Vec<String> = temperatures.iter().map(f64::to_string).collect();
        sent.insert(0, format!("temperatures {}", listed(&all)));
    }
    match sent.is_empty() {
        true => "Decoding: no setting is sent, so the providers' defaults apply.".to_owned(),
        false => format!(
            "Decoding settings sent with every question: {}. All other settings have the providers' defaults.",
            listed(&sent)
        ),
    }
}

/// The number of times that each question is asked.
fn repetition(own: &Registration) -> String {
    let study = &own.study;
    let controls = study.aa.map_or(String::new(), |share| {
        format!(
            " A share of {share} of the questions is asked once more as A/A control, which no test uses."
        )
    });
    let times = match (&study.voting, study.repeats) {
        (Some(rule), _) => votes(rule),
        (None, 1) => "Each question is asked once.".to_owned(),
        (None, times) => format!(
            "Each question is asked {} times. The majority of its answers with a verdict counts.",
            grouped(times.into())
        ),
    };
    times + &controls
}

fn votes(rule: &Voting) -> String {
    let mut settings = vec![format!("rule {}", rule.rule)];
    settings.extend(rule.first.map(|first| format!("first answers {first}")));
    settings.extend(rule.most.map(|most| format!("most answers {most}")));
    settings.extend(rule.odds.map(|odds| format!("odds {odds}")));
    format!(
        "Questions at temperatures above 0 are asked several times, and the majority of the votes counts ({}).",
        listed(&settings)
    )
}

fn sample_size(own: &Registration) -> RegistrationPart {
    let study = &own.study;
    let one = |hypothesis: &peirast_record::Hypothesis| {
        let tests: Vec<_> = own.tests.iter().filter(|t| t.hypothesis == hypothesis.id).collect();
        let first = tests.first()?;
        let each = if tests.len() == 1 { "" } else { " each" };
        let pairs = counted_range(tests.iter().map(|test| test.pairs), "pair", "pairs");
        let family = own.family_size(&first.test_family);
        Some(format!(
            "{}: {} of {pairs}{each}; {} in its family",
            hypothesis.id,
            counted(tests.len() as u64, "test", "tests"),
            counted(family, "test", "tests"),
        ))
    };
    let unit = match own.tests.is_empty() {
        true => "The unit of analysis is the problem.".to_owned(),
        false => "The unit of analysis is the matched pair. Per subject:".to_owned(),
    };
    let sizes = format!(
        "{}, {}, {} to each of {}.",
        counted(own.items, "item", "items"),
        counted(own.problems, "problem", "problems"),
        counted_range([own.questions.0, own.questions.1], "question", "questions"),
        counted(study.subjects.len() as u64, "subject", "subjects"),
    );
    RegistrationPart::new("Sample size", [sizes, unit])
        .with_entries(study.hypotheses.iter().filter_map(one).collect())
}

fn stopping(own: &Registration, cited: &mut Cited) -> RegistrationPart {
    let study = &own.study;
    let Some(sequential) = study.sequential else {
        let more = match study.voting {
            Some(_) => {
                " The number of votes on a question depends on the votes on this question alone."
            }
            None => "",
        };
        return RegistrationPart::new(
            "Stopping rule",
            [format!(
                "The sample is fixed in advance. Data collection ends when every planned question has an answer, and no \
                 result influences it.{more} If it must end earlier, the report counts the questions without an answer \
                 as a departure."
            )],
        );
    };
    cited.extend([reference::RAMDAS, reference::WANG_RAMDAS]);
    let (ramdas, wang) = (reference::RAMDAS.citation, reference::WANG_RAMDAS.citation);
    RegistrationPart::new(
        "Stopping rule",
        [
            format!(
                "The study is tested while answers arrive. A step asks {} of each variant. After each step every comparison \
                 has an e-value, which is valid at any time ({ramdas}).",
                counted(sequential.block.into(), "item", "items")
            ),
            format!(
                "A comparison stops when e-BH over its family rejects it at level {} ({wang}), or when it could not be \
                 rejected even if all of its planned pairs supported it. Otherwise it ends with its planned pairs.",
                study.alpha
            ),
        ],
    )
}
