//! The gallery of the documents: a figure of each kind, made again by the commands that the page shows.
//!
//! With `PEIRAST_WRITE_REFERENCE=1` page and images are written instead.

use crate::support::{Place, same};
use peirast_figure::KINDS;
use std::path::{Path, PathBuf};

/// The commands that make the figures; `scores.csv` is below.
const COMMANDS: [&str; 11] = [
    "run token-bias --n 20 --into pairs",
    "run token-bias --n 40 --model sim:biased --sequential --block 5 --into early",
    "run syllogism --strategy zero_shot,one_shot --temperature 0,1 --into judged",
    "run etr --n 20 --into open",
    "run token-bias --n 20 --model sim:guesser --into guesser",
    "run token-bias --n 20 --model sim:biased --into biased",
    "figures pairs --format svg --into figures/pairs",
    "figures early --format svg --into figures/early",
    "figures judged --format svg --benchmarks scores.csv --into figures/judged",
    "figures open --format svg --benchmarks scores.csv --into figures/open",
    "compare guesser biased --margin 0.05 --into figures/compared",
];

/// Scores from elsewhere: made up, as the subjects are.
const SCORES: &str = "\
model,arena
sim:flawless,1300
sim:believer,1100
sim:matching,1000
sim:matching:parts,950
sim:atmosphere,1050
sim:guesser,900
sim:erotetic,1250
sim:erotetic:0.3,1150
";

/// Each kind, its figure, and the question that it answers.
const FIGURES: [(&str, &str, &str); 19] = [
    (
        "paired-bars",
        "pairs/pairs-h1",
        "Does a change that matters nothing for logic change answers?",
    ),
    ("forest", "pairs/odds-h1", "How large is the effect, and how sure is that?"),
    ("differences", "compared/differences", "Is one run better than another?"),
    ("p-values", "pairs/p-h1", "Which tests of a family are rejected?"),
    ("evidence", "early/evidence-h1", "When was a sequential test decided?"),
    ("power", "pairs/power", "How many pairs would a further study need?"),
    ("heat-map", "pairs/accuracy", "How often are answers right?"),
    ("ranking", "judged/ranking", "Which subject is right most often?"),
    ("box-plot", "judged/accuracy-boxes", "How much do settings change accuracy?"),
    ("butterfly", "judged/belief-bias", "What does belief do to judgements?"),
    ("validity-belief", "judged/validity-belief", "Do verdicts follow logic or belief?"),
    ("consistency", "judged/consistency", "Are versions of one item judged alike?"),
    (
        "accuracy-consistency",
        "judged/accuracy-consistency",
        "Are subjects that are consistent right too?",
    ),
    (
        "variant-correlations",
        "judged/subject-correlations-belief",
        "Which conditions go together over subjects?",
    ),
    ("premise-order", "judged/premise-order", "Does the order of premises matter?"),
    ("people", "judged/people", "Do subjects conclude what people conclude?"),
    ("venn", "judged/countermodel", "Why does a conclusion not follow?"),
    ("benchmark", "judged/benchmark-arena", "Does accuracy go with a score from elsewhere?"),
    ("capability", "open/capability-arena", "Do predicted fallacies go with capability?"),
];

const HEAD: &str = "\
# Gallery of figures

One figure of each kind. All subjects are simulated, and so are their scores from elsewhere: the
figures show what Peirast draws, and say nothing about any model. [Figures](figures.md) says what
each kind needs.
";

fn page() -> String {
    let mut page = HEAD.to_owned();
    for (kind, _, question) in FIGURES {
        page.push_str(&format!(
            "\n## {kind}\n\n{question}\n\n![{kind}](images/gallery/{kind}.svg)\n"
        ));
    }
    page.push_str("\n## How they are made\n\n```text\n");
    COMMANDS.iter().for_each(|line| page.push_str(&format!("$ peirast {line}\n")));
    page.push_str("```\n\nThe file `scores.csv`:\n\n```text\n");
    page.push_str(&format!("{SCORES}```\n"));
    page
}

/// The figure of a kind: the first sheet, where it goes on.
fn drawn(place: &Place, stem: &str) -> String {
    let files = [stem.to_owned(), format!("{stem}-1")].map(|stem| format!("figures/{stem}.svg"));
    let is_there = |file: &&String| place.path(file).exists();
    place.read(files.iter().find(is_there).expect("the figure"))
}

#[test]
fn the_gallery_is_what_its_commands_make() {
    let place = Place::new();
    place.write("scores.csv", SCORES);
    COMMANDS.iter().for_each(|line| drop(place.ok(line)));
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs");
    let images = docs.join("images/gallery");
    let mut files: Vec<(PathBuf, String)> = vec![(docs.join("gallery.md"), page())];
    for (kind, stem, _) in FIGURES {
        files.push((images.join(format!("{kind}.svg")), drawn(&place, stem)));
    }
    for (path, made) in files {
        if std::env::var_os("PEIRAST_WRITE_REFERENCE").is_some() {
            std::fs::create_dir_all(&images).expect("a folder");
            std::fs::write(&path, &made).expect("the documents can be written");
        }
        let stands = std::fs::read_to_string(&path).unwrap_or_default();
        let how = "PEIRAST_WRITE_REFERENCE=1 cargo test -p peirast --test it gallery::";
        same(&stands, &made, &format!("{} is not what is made now: {how}", path.display()));
    }
}

#[test]
fn the_gallery_has_every_kind_once_and_stays_small() {
    let mut kinds = FIGURES.map(|(kind, ..)| kind);
    let mut all = KINDS;
    kinds.sort_unstable();
    all.sort_unstable();
    assert_eq!(kinds, all);
    let images = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/images/gallery");
    let files = std::fs::read_dir(images).expect("the images");
    let size: u64 =
        files.map(|file| file.expect("a file").metadata().expect("its size").len()).sum();
    assert!(size < 1_000_000, "{size} bytes");
}
