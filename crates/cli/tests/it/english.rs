//! Plain English: words and constructions that pages, help and reports avoid.
//!
//! A reader whose first language is not English should understand a sentence at first reading. The
//! list names what has stopped readers; it is not a grammar.

use crate::support::Place;
use regex::Regex;
use std::path::{Path, PathBuf};

/// Words that are avoided: what each is matched by, and what to write instead.
const WORDS: [(&str, &str); 16] = [
    (r"\bbeside\b", "next to, with"),
    (r"\bheed(s|ed|ing)?\b", "respects, follows"),
    (r"\bbears?\b", "handles, holds"),
    (r"\bmend(s|ed|ing)?\b", "fixes"),
    (r"\bstands?\b", "is, has"),
    (r"\bstood\b", "was"),
    (r"\bso (many|much)\b", "the number"),
    (r"\b(is|are|was|were) told\b", "name who says it"),
    (r"\b(is|are|was|were) looked (at|over)\b", "name who looks"),
    (r"\blet go\b", "drop"),
    (r"\bleft alone\b", "unattended, unchanged"),
    (r"\b(lest|whence|thereof)\b", "so that not, from where, of it"),
    (r"\bthe like\b", "similar things"),
    (r"\bnothing but\b", "only"),
    (r"\b(whoever|whatever|wherever)\b", "anyone who, any, everywhere"),
    (r"\bheld against\b", "compared with"),
];

/// Beginnings of sentences that are avoided, in sentences that are not questions.
const STARTS: [(&str, &str); 4] = [
    (
        r"^(What|Who|Whose|Whom|Which|How (many|much|sure|often|far|long|alike|right)|Whether)\b[^?]*\.$",
        "a clause as a noun: name the thing",
    ),
    (r"^(To|For|From|In|By|With) (whom|which)\b[^?]*\.$", "a clause as a noun: name the thing"),
    (r"^Of [^.?]*, [^.?]*\.$", "subject, verb, object"),
    (r"^(Were|Had|Should) [a-z][^?]*\.$", "begin with 'if'"),
];

/// Pages with quoted data: stimuli, readings of answers.
const QUOTING: [&str; 2] = ["fallacy-samples.md", "readings.md"];

struct Rules {
    words: Vec<(Regex, &'static str)>,
    starts: Vec<(Regex, &'static str)>,
    code: Regex,
    target: Regex,
    quote: Regex,
    end: Regex,
}

impl Rules {
    fn new() -> Self {
        let regex = |text: &str| Regex::new(text).expect("a regular expression");
        Self {
            words: WORDS.map(|(word, why)| (regex(&format!("(?i){word}")), why)).to_vec(),
            starts: STARTS.map(|(start, why)| (regex(start), why)).to_vec(),
            code: regex("`[^`]*`"),
            target: regex(r"\]\([^)]*\)"),
            quote: regex(r#""[^"]*"|\*[^*]*\*"#),
            end: regex(r"[.!?:]\s+"),
        }
    }

    /// The offences of a paragraph. Code, addresses and quotations are not its own words.
    fn offences(&self, paragraph: &str) -> Vec<String> {
        let own = self.code.replace_all(paragraph, "X");
        let own = self.target.replace_all(&own, "]");
        let plain = self.quote.replace_all(&own, "X");
        let plain = plain.replace("stands for", "means").replace("stand for", "mean");
        let mut found = Vec::new();
        for (word, why) in &self.words {
            found.extend(word.find(&plain).map(|hit| format!("\"{}\": {why}", hit.as_str())));
        }
        for sentence in self.sentences(&own) {
            let sentence = sentence.trim_start_matches(['*', '_', '[']);
            for (start, why) in &self.starts {
                if start.is_match(sentence) {
                    found.push(format!("\"{sentence}\": {why}"));
                }
            }
        }
        found
    }

    fn sentences<'a>(&self, text: &'a str) -> Vec<&'a str> {
        let mut all = Vec::new();
        let mut from = 0;
        for end in self.end.find_iter(text) {
            all.push(&text[from..=end.start()]);
            from = end.end();
        }
        all.push(&text[from..]);
        all
    }
}

/// The paragraphs, list items and cells of a page, without blocks of code and headings.
fn paragraphs(page: &str) -> Vec<(usize, String)> {
    let mut all: Vec<(usize, String)> = Vec::new();
    let (mut is_code, mut goes_on) = (false, false);
    for (line, number) in page.lines().zip(1..) {
        let text = line.trim();
        if text.starts_with("```") {
            is_code = !is_code;
            goes_on = false;
            continue;
        }
        if is_code || text.is_empty() || text.starts_with('#') {
            goes_on = false;
        } else if text.starts_with('|') {
            all.extend(text.split('|').map(|cell| (number, cell.trim().to_owned())));
            goes_on = false;
        } else if let Some(item) = text.strip_prefix("- ").or_else(|| text.strip_prefix("* ")) {
            all.push((number, item.to_owned()));
            goes_on = true;
        } else if let (true, Some((_, last))) = (goes_on, all.last_mut()) {
            last.push(' ');
            last.push_str(text);
        } else {
            all.push((number, text.to_owned()));
            goes_on = true;
        }
    }
    all
}

fn offences(name: &str, page: &str) -> Vec<String> {
    let rules = Rules::new();
    let own = |(line, text): (usize, String)| {
        let found = rules.offences(&text);
        found.into_iter().map(move |one| format!("{name}:{line}: {one}"))
    };
    paragraphs(page).into_iter().flat_map(own).collect()
}

fn pages() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut all =
        vec![root.join("README.md"), root.join("ARCHITECTURE.md"), root.join("CONTRIBUTING.md")];
    for folder in ["docs", "docs/decisions"] {
        let files = std::fs::read_dir(root.join(folder)).expect("a folder of pages");
        all.extend(files.map(|file| file.expect("a page").path()));
    }
    all.retain(|page| {
        let name = page.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        name.ends_with(".md") && !QUOTING.contains(&name)
    });
    all.sort();
    all
}

#[test]
fn pages_and_help_are_plain() {
    let all = pages();
    assert!(all.len() > 40, "pages: {all:?}");
    let own = all.iter().flat_map(|page| {
        let text = std::fs::read_to_string(page).expect("a page");
        offences(&page.file_name().unwrap_or_default().to_string_lossy(), &text)
    });
    let found: Vec<String> = own.collect();
    assert!(found.is_empty(), "{} offences:\n{}", found.len(), found.join("\n"));
}

#[test]
fn reports_are_plain() {
    let place = Place::new();
    let mut found = Vec::new();
    for run in ["token-bias --n 3", "syllogism --n 2", "etr --n 5", "belief-bias --n 5"] {
        let name = run.split(' ').next().unwrap_or_default();
        let document = place.ok(&format!("study register {run}"));
        // The data at the end are no prose.
        let (prose, _) = document.split_once("-----BEGIN").expect("a block");
        found.extend(offences(name, prose));
        place.write("prereg.md", &document);
        place.ok(&format!("run {run} --into runs/{name}"));
        let report = format!("report runs/{name} --text --registration prereg.md");
        found.extend(offences(name, &place.ok(&report)));
        place.ok(&format!("tables runs/{name} --into {name} --format md"));
        for file in std::fs::read_dir(place.path(name)).expect("tables") {
            let path = file.expect("a table").path();
            let text = std::fs::read_to_string(&path).expect("a table");
            // The title and the note; the rows are data.
            let prose: Vec<&str> = text.lines().filter(|line| !line.starts_with('|')).collect();
            found.extend(offences(&path.display().to_string(), &prose.join("\n")));
        }
        place.ok(&format!("figures runs/{name} --into {name}-figures --format svg"));
        let listed = place.path(&format!("{name}-figures/figures.jsonl"));
        for line in std::fs::read_to_string(listed).expect("a list of figures").lines() {
            let figure: serde_json::Value = serde_json::from_str(line).expect("a figure");
            found.extend(offences(name, figure["caption"].as_str().unwrap_or_default()));
        }
    }
    found.sort();
    found.dedup();
    assert!(found.is_empty(), "{} offences:\n{}", found.len(), found.join("\n"));
}

#[test]
fn the_rules_find_what_they_are_for() {
    let rules = Rules::new();
    for bad in [
        "What has no value says why.",
        "Of a logistic regression, the odds ratio is shown.",
        "The notes stand beside the table.",
        "Were one pair in ten broken, nothing would change.",
        "How many there are is shown below.",
    ] {
        assert!(!rules.offences(bad).is_empty(), "{bad}");
    }
    for good in [
        "An undefined result says why.",
        "What is a pair? Two problems with the same logic.",
        "Of 38 models most were consistent.",
        "The option `--beside` and [a link](beside.md) are names.",
        "The answer \"nothing but\" is quoted.",
    ] {
        assert_eq!(rules.offences(good), [""; 0], "{good}");
    }
}
