//! A synthetic run of any size, and a store for it.

use peirast_record::{
    AdjustOver, Answer, Conclusion, Contrast, Direction, Event, Factors, FinishReason, Grade, Key,
    Labels, Message, Outcome, Problem, Prompt, Reading, Sampling, Scoring, Segment, Standing, Task,
    Treatment, Trial, Truth, Unit, Usage, Version,
};
use peirast_report::{Claim, Definition, Outcomes, Provenance, Report, Settings, Unanswered};
use peirast_view::{
    Library, LoadState, Moment, Need, PageData, Reply, Request, Response, Run, RunEntry, RunStatus,
    RunSummary, Scope, Search, SearchHit, SearchOutcome, StoredTrial, SubjectProgress, respond,
};
use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

/// Size and texts of a run.
pub struct Made {
    pub subjects: u32,
    pub protocols: u32,
    pub items: u32,
    /// Clusters of items; 0 for none.
    pub clusters: u32,
    /// The text of every answer in addition to its verdict.
    pub says: String,
    /// Another seed gives other keys, and other answers to the same questions.
    pub salt: &'static str,
    /// The id of its hypothesis.
    pub hypothesis: &'static str,
    /// True if its questions are open, and its pairs are compared by whether answers are free of
    /// the fallacy.
    pub open: bool,
    /// The family of its problems.
    pub family: &'static str,
    /// True if its first subject gives one answer to every question.
    pub blind: bool,
    /// True if unread answers are read after all.
    pub lenient: bool,
    /// The run under another rule, once it was requested.
    pub regraded: OnceLock<Arc<Run>>,
}

impl Default for Made {
    fn default() -> Self {
        Self {
            subjects: 2,
            protocols: 2,
            items: 60,
            clusters: 0,
            says: "I think so".to_owned(),
            salt: "made",
            hypothesis: "H1",
            open: false,
            family: "made",
            blind: false,
            lenient: false,
            regraded: OnceLock::new(),
        }
    }
}

/// Names with characters that have a meaning in addresses and pages.
pub fn subject(number: u32) -> String {
    format!("lab/model:{number}?<i>&")
}

fn protocol(number: u32) -> String {
    format!("zs {number}->cot")
}

const CONTEXTS: [&str; 2] = ["relevant", "irrelevant"];

impl Made {
    pub fn outcomes(&self) -> Outcomes {
        let mut rows = Vec::new();
        let mut open = Vec::new();
        for own_subject in 0..self.subjects {
            let subject = subject(own_subject);
            for own_protocol in 0..self.protocols {
                for context in CONTEXTS {
                    let shared = Arc::new(self.levels(own_protocol, context));
                    for item in 0..self.items {
                        let factors = match item.checked_rem(self.clusters) {
                            Some(cluster) => {
                                Arc::new(shared.with("cluster", format!("c{cluster}")))
                            }
                            None => Arc::clone(&shared),
                        };
                        let place = (own_subject, own_protocol, context, item);
                        let key = Key::from_content(self.salt, &place).expect("a key");
                        let chance = u64::from_str_radix(&key.text()[..8], 16).expect("hex") % 100;
                        let (item, problem) =
                            (format!("made/{item:06}"), format!("made/{item:06}/{context}"));
                        if chance == 99 {
                            open.push(Unanswered {
                                trial: key,
                                version: Version::new(&problem, &item),
                                item: item.into(),
                                truth: Answer::Choice('a'),
                                subject: subject.clone().into(),
                                repeat: 0,
                                factors: Arc::clone(&factors),
                            });
                            continue;
                        }
                        let is_blind = self.blind && own_subject == 0;
                        let answer = match chance {
                            _ if is_blind && self.open => Answer::Conclusion(Conclusion::Nothing),
                            _ if is_blind => Answer::Choice('a'),
                            0..40 if self.open => Answer::Conclusion(Conclusion::Nothing),
                            40..60 if self.open => Answer::Conclusion(Conclusion::Fallacy),
                            60..95 if self.open => Answer::Conclusion(Conclusion::OtherError),
                            0..70 => Answer::Choice('a'),
                            70..95 => Answer::Choice('b'),
                            95..97 => Answer::Refused,
                            _ if self.lenient => Answer::Choice('b'),
                            _ => Answer::Unread,
                        };
                        rows.push(Outcome {
                            trial: key,
                            version: Version::new(&problem, &item),
                            item: item.into(),
                            subject: subject.clone().into(),
                            repeat: 0,
                            factors: Arc::clone(&factors),
                            answer,
                            truth: Answer::Choice('a'),
                            grade: Grade::new(answer, Answer::Choice('a')),
                            scoring: Scoring::Reader,
                            evidence: None,
                        });
                    }
                }
            }
        }
        rows.sort_by(|a, b| a.trial.cmp(&b.trial));
        Outcomes::new(rows).with_unanswered(open)
    }

    fn levels(&self, number: u32, context: &str) -> Factors {
        let protocol = protocol(number);
        let levels = [("family", self.family), ("protocol", &protocol), ("context", context)];
        Factors::from_iter(levels)
    }

    fn contrasts(&self) -> Vec<Contrast> {
        let of = |number: u32| Contrast {
            hypothesis: self.hypothesis.to_owned(),
            test_family: self.hypothesis.to_owned(),
            method: protocol(number),
            factor: "context".to_owned(),
            direction: Direction::Either,
            rule: None,
            cluster: None,
            incomplete: false,
            event: if self.open { Event::NoFallacy } else { Event::Correct },
            units: vec![Unit {
                original: self.levels(number, CONTEXTS[0]),
                perturbed: self.levels(number, CONTEXTS[1]),
                weight: 1,
                items_below: None,
            }],
        };
        (0..self.protocols).map(of).collect()
    }

    pub fn run(&self) -> Run {
        let (outcomes, contrasts) = (self.outcomes(), self.contrasts());
        let claim = Claim {
            hypothesis: self.hypothesis.to_owned(),
            title: "A <b>made-up</b> claim".to_owned(),
            published: String::new(),
            standing: Standing::Confirmatory,
            direction: Direction::Either,
            definition: Definition {
                event: if self.open { Event::NoFallacy } else { Event::Correct },
                ..Definition::default()
            },
        };
        let settings = Settings {
            rule: "exact".parse().expect("a rule"),
            alpha: 0.05,
            treatment: Treatment::Exclude,
            adjust_over: AdjustOver::OneSubject,
            sequential: None,
        };
        let report = Report::new(&[claim], &contrasts, &outcomes, &settings, Provenance::default());
        let report =
            report.expect("a report").titled("A made-up run", "Nothing of this was asked.");
        Run::new(report, contrasts, &outcomes, &outcomes, Moment::default()).expect("a run")
    }

    pub fn library(&self) -> Library {
        let run = self.run();
        let about = RunSummary {
            title: "A made-up run".to_owned(),
            study: "made".to_owned(),
            subjects: (0..self.subjects)
                .map(|number| SubjectProgress { name: subject(number), planned: 10, answered: 5 })
                .collect(),
            failures: vec![("timeout".to_owned(), 3)],
            changed: Some("2026-01-01T00:00:00Z".to_owned()),
            state: RunStatus::UnderWay,
            resume: None,
        };
        Library {
            runs: vec![RunEntry {
                id: "made".to_owned(),
                path: "/there/runs/made".to_owned(),
                dir: "runs/made".to_owned(),
                about: Ok(about),
                answers: LoadState::Loaded(Arc::new(run)),
            }],
            dirs: vec!["runs".to_owned()],
        }
    }

    /// Returns the stored data of a trial.
    fn stored(&self, key: &Key) -> StoredTrial {
        let text =
            format!("{} ({}): my answer is (a).", self.says, key.text().get(..4).expect("digits"));
        let verdict = text.find("(a)").expect("a verdict");
        let messages = vec![Message::user(format!("{} Which is likelier? {key}", self.says))];
        let prompt = Prompt::new("made/000000/relevant", "zs 0->cot", messages.clone());
        let problem = Problem {
            id: "made/000000/relevant".into(),
            item: "made/000000".into(),
            family: "made".into(),
            variant: "1".into(),
            task: Task::Choice,
            factors: Factors::from_iter([("form", "AAA-2")]),
            segments: vec![Segment { role: "stem".into(), text: self.says.clone() }],
            options: vec![('a', "one".to_owned()), ('b', "both".to_owned())],
            labels: Labels::default(),
            truth: Truth {
                answer: Answer::Choice('a'),
                lure: Answer::Choice('b'),
                form: "P(A) >= P(A & B)".to_owned(),
                why: "A part is no larger than the whole.".to_owned(),
            },
            accepts: None,
            worded: None,
        };
        StoredTrial {
            trial: Trial {
                key: key.clone(),
                ..Trial::new(&prompt, &subject(0), "here", &Sampling::default(), 0)
            },
            endpoint: "here".to_owned(),
            messages,
            problem,
            reading: Some(Reading::at(
                Answer::Choice('a'),
                verdict,
                verdict + 3,
                "last-explicit-verdict",
            )),
            response: Some(peirast_record::Response {
                trial: key.clone(),
                attempts: 1,
                request: "{}".to_owned(),
                body: text.clone(),
                text,
                finish: FinishReason::Stop,
                usage: Usage::default(),
                model: None,
                sent_us: 0,
                elapsed_us: 1000,
            }),
            failures: vec![format!("attempt 1: {}", self.says)],
            heard: None,
            explained: Some(self.says.clone()),
        }
    }

    fn found(&self, library: &Library, search: &Search) -> SearchOutcome {
        let LoadState::Loaded(run) = &library.runs[0].answers else { panic!("an open run") };
        let mut found = SearchOutcome { looked: search.from, ..SearchOutcome::default() };
        for row in &search.rows[search.from..] {
            found.looked += 1;
            let key = run.index().key(*row).expect("a key");
            let stored = self.stored(&key);
            let text = match search.scope {
                Scope::Answers => stored.response.expect("an answer").text,
                Scope::Prompts => stored.messages[0].content.clone(),
            };
            if let Some(at) = text.find(&search.text) {
                found.hits.push(SearchHit {
                    row: *row,
                    before: text[..at].to_owned(),
                    text: search.text.clone(),
                    after: text[at + search.text.len()..].to_owned(),
                });
            }
            if found.hits.len() == search.most {
                break;
            }
        }
        found
    }

    /// Returns the run under a grader that reads more answers; the run itself if it already does.
    fn regraded(&self, library: &Library) -> LoadState {
        match self.lenient {
            true => library.runs[0].answers.clone(),
            false => {
                let (says, regraded) = (self.says.clone(), OnceLock::new());
                let lenient = || Arc::new(Made { says, lenient: true, regraded, ..*self }.run());
                LoadState::Loaded(Arc::clone(self.regraded.get_or_init(lenient)))
            }
        }
    }

    /// Returns the response to a request, with all data that it needs.
    pub fn show(&self, library: &Library, target: &str) -> Response {
        let request = Request::get(target);
        let mut data = PageData::default();
        for _ in 0..4 {
            match respond(library, &request, &data) {
                Reply::Page(page) => return page,
                Reply::Needs(Need::Trials { run, keys }) => {
                    let stored: BTreeMap<_, _> = keys
                        .into_iter()
                        .map(|key| ((run.clone(), key.clone()), Ok(self.stored(&key))))
                        .collect();
                    data.stored.extend(stored);
                }
                Reply::Needs(Need::Search(search)) => {
                    data.found = Some(self.found(library, &search));
                }
                Reply::Needs(Need::Regrade { rules, .. }) => {
                    data.regraded = Some((rules, self.regraded(library)));
                }
                Reply::Needs(Need::Run(id)) => panic!("{id} is open"),
                Reply::Needs(Need::Runs(ids)) => panic!("{ids:?} are open"),
            }
        }
        panic!("{target} wants more and more")
    }
}

/// Returns the addresses of this server that a page links to.
pub fn links(page: &str) -> Vec<String> {
    let links = page.split("href=\"").skip(1).filter_map(|rest| rest.split('"').next());
    links.filter(|link| link.starts_with('/')).map(|link| link.replace("&amp;", "&")).collect()
}
