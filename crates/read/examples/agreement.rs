//! Compares the readers with recorded answers.
//!
//! `agreement [--each] [--at-least PERCENT] [--wrong FILE] [--classes FILE] --questions FILE... --
//! FILE...`
//!
//! Prints how often the default reader agrees with unambiguous verdicts and with the recorded
//! grades, and whether the published rule gives the recorded grades and class counts. With
//! `--each` it prints every reading as a JSON line instead; with `--at-least` it fails when the
//! reader agrees with fewer of the unambiguous verdicts of a model, or the published rule misses a
//! recorded grade that the text decides.
#![allow(clippy::print_stdout)]

use peirast_read::published::{self, PublishedGrade};
use peirast_read::{Context, read};
use peirast_record::{Answer, FinishReason, Reading, Task};
use regex::Regex;
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};
use std::error::Error;
use std::io::{BufRead, BufReader};

type Fallible<T> = Result<T, Box<dyn Error>>;

#[derive(Deserialize)]
struct Row {
    model: String,
    dataset: String,
    mode: String,
    question_id: u64,
    response: String,
    their_grade: u8,
    qid: Option<String>,
}

#[derive(Deserialize)]
struct Question {
    qid: String,
    target: String,
    incorrect: Option<serde_json::Value>,
    question: String,
}

#[derive(Deserialize)]
struct Mixed {
    model: String,
    dataset: String,
    mode: String,
    kind: String,
}

#[derive(Deserialize)]
struct Counted {
    model: String,
    dataset: String,
    mode: String,
    classes: BTreeMap<String, u64>,
}

#[derive(Default)]
struct Arguments {
    each: bool,
    wrong: Option<String>,
    classes: Option<String>,
    at_least: Option<f64>,
    questions: Vec<String>,
    answers: Vec<String>,
}

fn arguments() -> Arguments {
    let mut arguments = Arguments::default();
    let mut given = std::env::args().skip(1);
    let mut questions = false;
    while let Some(argument) = given.next() {
        match argument.as_str() {
            "--each" => arguments.each = true,
            "--at-least" => {
                arguments.at_least = given.next().and_then(|percent| percent.parse().ok());
            }
            "--wrong" => arguments.wrong = given.next(),
            "--classes" => arguments.classes = given.next(),
            "--questions" => questions = true,
            "--" => questions = false,
            _ if questions => arguments.questions.push(argument),
            _ => arguments.answers.push(argument),
        }
    }
    arguments
}

fn lines<T: for<'a> Deserialize<'a>>(path: &str) -> Fallible<Vec<T>> {
    let file = BufReader::new(flate2::read::GzDecoder::new(std::fs::File::open(path)?));
    file.lines().map(|line| Ok(serde_json::from_str(&line?)?)).collect()
}

/// A question with its options, in the form that the reader takes.
struct Problem {
    task: Task,
    options: Vec<(char, String)>,
    truth: Option<Answer>,
}

fn option(text: &str) -> Option<(char, String)> {
    let letter = text.strip_prefix('(')?.chars().next()?;
    Some((letter, text.get(3..)?.trim().to_owned()))
}

fn problem(question: &Question, listed: &Regex) -> Problem {
    let target = question.target.as_str();
    if target.starts_with('[') {
        return Problem { task: Task::YesNo, options: vec![], truth: Some(Answer::YesNo(false)) };
    }
    let Some((letter, text)) = option(target) else {
        let truth = target.parse().ok().map(Answer::Number);
        return Problem { task: Task::Number, options: vec![], truth };
    };
    let mut options = vec![(letter, text)];
    match &question.incorrect {
        Some(serde_json::Value::String(other)) => options.extend(option(other)),
        Some(serde_json::Value::Array(others)) => {
            options.extend(others.iter().filter_map(|other| option(other.as_str()?)));
        }
        _ => options.extend(listed.captures_iter(&question.question).filter_map(|c| {
            let other = option(c.get(0)?.as_str())?;
            (other.0 != letter).then_some(other)
        })),
    }
    options.sort();
    Problem { task: Task::Choice, options, truth: Some(Answer::Choice(letter)) }
}

/// Verdict phrases, found without the reader's help.
struct Phrases {
    choice: Vec<Regex>,
    negated: Regex,
    opening: Regex,
    answer: Regex,
    yes: Regex,
    no: Regex,
}

impl Phrases {
    fn new() -> Fallible<Self> {
        let phrase = |p: &str| {
            Regex::new(&format!(
                "(?i){}",
                p.replace('X', r"[\s:*]*(?:option )?[*]*(?-i:\(([abc])\))")
            ))
        };
        Ok(Self {
            choice: vec![
                phrase(r"(?:correct|final) answer (?:is|would be)X")?,
                phrase(r"\bthe answer isX")?,
                phrase(r"\bI (?:would |will )?(?:choose|select)X")?,
                phrase(r"X\*{0,2} is more (?:likely|probable)\b")?,
                phrase(
                    r"more (?:likely|probable) (?:option|answer|one|choice|scenario|outcome)? ?isX",
                )?,
            ],
            negated: Regex::new(
                r"(?i)\b(?:not|cannot|neither|nor|less|unlikely|without|no|if)\b|n['’]t\b",
            )?,
            opening: Regex::new(r"(?i)^\W*(yes|no)\b")?,
            answer: Regex::new(r#"(?i)\banswer is[\s:*"'“]*(yes|no)\b"#)?,
            yes: Regex::new(r"(?i)\byes\b")?,
            no: Regex::new(r"(?i)\bno\b")?,
        })
    }

    /// The verdict of a response with an unambiguous one.
    fn unambiguous(&self, task: Task, text: &str) -> Option<Answer> {
        match task {
            Task::Choice => self.choice(text),
            Task::YesNo => self.yes_no(text),
            Task::Number | Task::Validity | Task::Text | Task::Conclusion => None,
        }
    }

    fn choice(&self, text: &str) -> Option<Answer> {
        let letters = |phrase: &Regex| -> Vec<char> {
            let captures = phrase.captures_iter(text);
            captures.filter_map(|c| c.get(1)?.as_str().chars().next()).collect()
        };
        let announced: BTreeSet<char> = self.choice.iter().flat_map(letters).collect();
        let named: BTreeSet<char> =
            ['a', 'b', 'c'].into_iter().filter(|l| text.contains(&format!("({l})"))).collect();
        let set = match (announced.len(), named.len()) {
            (1, _) => announced,
            (0, 1) if !self.negated.is_match(text) => named,
            _ => return None,
        };
        set.into_iter().next().map(Answer::Choice)
    }

    fn yes_no(&self, text: &str) -> Option<Answer> {
        let opening = self.opening.captures_iter(text);
        let said: BTreeSet<String> = opening
            .chain(self.answer.captures_iter(text))
            .filter_map(|c| Some(c.get(1)?.as_str().to_ascii_lowercase()))
            .collect();
        let both = self.yes.is_match(text) && self.no.is_match(text);
        match said.len() {
            1 if !both => said.into_iter().next().map(|word| Answer::YesNo(word == "yes")),
            _ => None,
        }
    }
}

#[derive(Default)]
struct Tally {
    rows: u64,
    clear: u64,
    clear_agree: u64,
    grade_agree: u64,
    both: u64,
    both_agree: u64,
    unread: u64,
    refused: u64,
    empty: u64,
    published: u64,
    published_agree: u64,
}

impl Tally {
    fn add(&mut self, judged: &Judged<'_>, published: Option<PublishedGrade>) {
        let answer = judged.reading.answer;
        let their_grade = judged.row.their_grade;
        let right = Some(answer) == judged.problem.truth;
        let agree = u64::from(right == (their_grade == 1));
        self.rows += 1;
        self.grade_agree += agree;
        self.unread += u64::from(answer == Answer::Unread);
        self.refused += u64::from(answer == Answer::Refused);
        self.empty += u64::from(answer == Answer::Empty);
        if let Some(clear) = judged.clear {
            self.clear += 1;
            self.clear_agree += u64::from(clear == answer);
        }
        if published == Some(PublishedGrade::NeedsExtraction) {
            self.both += 1;
            self.both_agree += agree;
        } else if let Some(grade) = published {
            self.published += 1;
            let grade = u8::from(grade == PublishedGrade::Correct);
            self.published_agree += u64::from(grade == their_grade);
        }
    }

    fn print(&self, name: &str) {
        let share = |part: u64, whole: u64| match whole {
            0 => "     -".to_owned(),
            _ => format!("{:6.2}", 100.0 * part as f64 / whole as f64),
        };
        println!(
            "{name:<46} {:>6} | clear {:>6} {} | grade {} | both {:>5} {} | unread {} refused {} empty {} | published {}/{}",
            self.rows,
            self.clear,
            share(self.clear_agree, self.clear),
            share(self.grade_agree, self.rows),
            self.both,
            share(self.both_agree, self.both),
            share(self.unread, self.rows),
            share(self.refused, self.rows),
            share(self.empty, self.rows),
            self.published_agree,
            self.published,
        );
    }
}

/// The model, dataset and mode of the answers in one file.
type File = (String, String, String);

/// The records that the answers are compared with.
struct Reference {
    problems: BTreeMap<String, Problem>,
    /// Files whose answers are to the prompt of another task, with the kind of that task.
    mixed: BTreeMap<File, String>,
    phrases: Phrases,
}

impl Reference {
    fn new(arguments: &Arguments) -> Fallible<Self> {
        let listed = Regex::new(r"\([a-c]\)[^\n]*(?:\n[^(\n]+)?")?;
        let mut problems = BTreeMap::new();
        for path in &arguments.questions {
            for question in lines::<Question>(path)? {
                problems.insert(question.qid.clone(), problem(&question, &listed));
            }
        }
        let mixed: Vec<Mixed> = match &arguments.wrong {
            Some(path) => serde_json::from_str(&std::fs::read_to_string(path)?)?,
            None => vec![],
        };
        let mixed = mixed.into_iter().map(|m| ((m.model, m.dataset, m.mode), m.kind)).collect();
        Ok(Self { problems, mixed, phrases: Phrases::new()? })
    }

    fn judge<'r>(&'r self, stem: &'r str, row: &'r Row) -> Fallible<Judged<'r>> {
        let named = || format!("{}:{}", row.dataset, row.question_id);
        let qid = row.qid.clone().unwrap_or_else(named);
        let problem = self.problems.get(&qid).ok_or_else(|| format!("no question {qid}"))?;
        let context = Context::new(&problem.options, FinishReason::Other);
        let clear = self.phrases.unambiguous(problem.task, &row.response);
        let clear = clear.filter(|clear| match clear {
            Answer::Choice(letter) => context.offers(*letter),
            _ => true,
        });
        let kind = self.mixed.get(&file(row)).filter(|_| !stem.starts_with("seed"));
        let reading = read(problem.task, &row.response, &context);
        Ok(Judged { stem, row, problem, kind: kind.map(String::as_str), reading, clear })
    }
}

fn file(row: &Row) -> File {
    (row.model.clone(), row.dataset.clone(), row.mode.clone())
}

/// A recorded answer with its readings.
struct Judged<'r> {
    stem: &'r str,
    row: &'r Row,
    problem: &'r Problem,
    kind: Option<&'r str>,
    reading: Reading,
    clear: Option<Answer>,
}

impl Judged<'_> {
    fn print(&self) {
        println!(
            "{}",
            serde_json::json!({"model": self.stem, "dataset": self.row.dataset,
                "mode": self.row.mode, "id": self.row.question_id, "wrong": self.kind,
                "grade": self.row.their_grade, "answer": self.reading.answer.to_string(),
                "rule": self.reading.rule, "span": self.reading.span,
                "clear": self.clear.map(|c| c.to_string()),
                "truth": self.problem.truth.map(|t| t.to_string()),
                "options": self.problem.options, "response": self.row.response})
        );
    }

    /// The result of the published rule: the class of the response, and its grade if it has one.
    fn published(&self) -> (&'static str, Option<PublishedGrade>) {
        let text = self.row.response.as_str();
        let yes_no = published::yes_no(text);
        match self.problem.task {
            _ if self.kind == Some("pure") => {
                (published::choice_class(text).as_str(), Some(yes_no))
            }
            Task::Choice => {
                let target = match self.problem.truth {
                    Some(Answer::Choice(letter)) => letter,
                    _ => '?',
                };
                let grade = Some(published::choice(text, target)).filter(|_| self.kind.is_none());
                (published::choice_class(text).as_str(), grade)
            }
            task => {
                let grade = Some(yes_no).filter(|_| task == Task::YesNo);
                (published::yes_no_class(text).as_str(), grade)
            }
        }
    }

    fn name(&self) -> String {
        let wrong = if self.kind.is_some() { " (wrong prompt)" } else { "" };
        format!("{:?} {}{wrong}", self.problem.task, self.stem)
    }
}

/// Counts of answers.
#[derive(Default)]
struct Counts {
    tallies: BTreeMap<String, Tally>,
    classes: BTreeMap<File, BTreeMap<String, u64>>,
}

impl Counts {
    fn add(&mut self, judged: &Judged<'_>) {
        let (class, published) = judged.published();
        if judged.problem.task != Task::Number && !judged.stem.starts_with("seed") {
            let classes = self.classes.entry(file(judged.row)).or_default();
            *classes.entry(class.to_owned()).or_default() += 1;
        }
        self.tallies.entry(judged.name()).or_default().add(judged, published);
    }

    /// Prints how many files have the class counts recorded in the file at `path`.
    fn print_classes(&self, path: &str) -> Fallible<()> {
        let counted: Vec<Counted> = serde_json::from_str(&std::fs::read_to_string(path)?)?;
        let (mut same, mut all) = (0, 0);
        for file in counted {
            let name = (file.model, file.dataset, file.mode);
            let Some(ours) = self.classes.get(&name) else { continue };
            all += 1;
            same += u64::from(*ours == file.classes);
        }
        println!("class counts equal in {same} of {all} files");
        Ok(())
    }
}

fn main() -> Fallible<()> {
    let arguments = arguments();
    let reference = Reference::new(&arguments)?;
    let mut counts = Counts::default();
    for path in &arguments.answers {
        let stem = path.rsplit('/').next().unwrap_or(path).trim_end_matches(".jsonl.gz");
        for row in lines::<Row>(path)? {
            let judged = reference.judge(stem, &row)?;
            if arguments.each {
                judged.print();
            }
            counts.add(&judged);
        }
    }
    if arguments.each {
        return Ok(());
    }
    for (name, tally) in &counts.tallies {
        tally.print(name);
    }
    if let Some(path) = &arguments.classes {
        counts.print_classes(path)?;
    }
    demand(&counts.tallies, arguments.at_least)
}

/// Returns an error if a model whose files were run with the right prompt falls short.
fn demand(tallies: &BTreeMap<String, Tally>, at_least: Option<f64>) -> Fallible<()> {
    let Some(percent) = at_least else { return Ok(()) };
    for (name, tally) in tallies.iter().filter(|(name, _)| !name.ends_with("(wrong prompt)")) {
        if (tally.clear_agree as f64) < percent / 100.0 * tally.clear as f64 {
            return Err(format!("{name}: agreement below {percent} %").into());
        }
        if tally.published_agree != tally.published {
            return Err(format!("{name}: the published rule misses a recorded grade").into());
        }
    }
    Ok(())
}
