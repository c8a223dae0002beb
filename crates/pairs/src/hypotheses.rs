//! Default hypotheses: every version compared with the original, or all with each other.

use crate::problem::VERSION;
use crate::read::original_first;
use crate::{Item, ItemSet};
use peirast_record::{
    AdjustOver, Ask, CLUSTER, DataPlan, Direction, Event, Factors, FamilyPlan, Hypothesis,
    ORIGINAL, Problem, Profile, Sampling, Standing, Study, Treatment, Versions,
};
use std::collections::{BTreeMap, BTreeSet};

/// The comparisons between versions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Compared {
    /// Every version with the original.
    #[default]
    WithOriginal,
    /// Every version with every other.
    AllPairs,
}

/// The family of tests whose p-values are adjusted together.
const TEST_FAMILY: &str = "versions";

/// The protocol under which problems are put: the unchanged question.
const PROTOCOL: &str = "baseline";

impl ItemSet {
    /// The pairs of versions that are compared, by name, the original of each first.
    pub fn compared(&self, compared: Compared) -> Vec<(&str, &str)> {
        let versions = self.versions.iter().map(String::as_str).enumerate();
        let pairs = versions.flat_map(|(at, original)| {
            let others = self.versions.iter().skip(at + 1);
            others.map(move |other| (at, original, other.as_str()))
        });
        pairs
            .filter(|(at, ..)| compared == Compared::AllPairs || *at == 0)
            .map(|(_, original, other)| (original, other))
            .collect()
    }

    /// The items that have both of these versions.
    pub(crate) fn matched(&self, pair: (&str, &str)) -> impl Iterator<Item = &Item> {
        self.items
            .iter()
            .filter(move |item| item.version(pair.0).is_some() && item.version(pair.1).is_some())
    }
}

/// The hypotheses of a set of items: for each pair of versions that some item has, that answers are
/// equally often right in both. Their p-values are adjusted together.
pub fn hypotheses(items: &ItemSet, compared: Compared) -> Vec<Hypothesis> {
    let over = |pair: (&str, &str)| -> BTreeSet<String> {
        let matched = items.matched(pair).filter_map(|item| item.versions.first());
        matched.map(|version| format!("{}/{}", items.name, version.key.task().name())).collect()
    };
    let shown = |pair: (&str, &str)| (items.shown_name(pair.0), items.shown_name(pair.1));
    let pairs =
        items.compared(compared).into_iter().map(|pair| (shown(pair), over(pair))).collect();
    let cluster = items.cluster.as_ref();
    in_words(pairs, compared)
        .into_iter()
        .map(|one| Hypothesis { cluster: cluster.cloned(), ..one })
        .collect()
}

/// The hypotheses about problems whose versions came back from other programs: in every family with
/// versions, each is compared with the original, under these protocols.
///
/// ```
/// use peirast_pairs::{EXAMPLE, ItemSet, hypotheses_of};
/// use peirast_record::DataPlan;
/// use peirast_rows::{DataFile, DataFormat};
/// let file = DataFile::from_bytes(EXAMPLE.as_bytes(), DataFormat::Separated)?;
/// let problems = ItemSet::read("sums", &file, &DataPlan::default())?.problems()?;
/// let claims = hypotheses_of(&problems, &["elsewhere".to_owned()]);
/// assert_eq!((claims[0].id.as_str(), claims[0].over.as_slice()), ("distracted", &["sums/number".to_owned()][..]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn hypotheses_of(problems: &[Problem], protocols: &[String]) -> Vec<Hypothesis> {
    type Versions<'p> = BTreeMap<&'p str, BTreeSet<(&'p str, &'p str)>>;
    let mut families: BTreeMap<&str, (Vec<String>, Versions<'_>)> = BTreeMap::new();
    for problem in problems {
        let Some(version) = problem.factors.get(VERSION) else { continue };
        let (order, items) = families.entry(&problem.family).or_default();
        if !order.iter().any(|own| own == version) {
            order.push(version.to_owned());
        }
        items.entry(version).or_default().insert((&problem.variant, &problem.item));
    }
    let mut pairs = Vec::new();
    for (family, (order, items)) in &mut families {
        original_first(order);
        let named = problems
            .iter()
            .find(|one| one.family == **family)
            .and_then(|one| one.factors.get(ORIGINAL));
        if let Some(place) = order.iter().position(|version| Some(version.as_str()) == named) {
            order[..=place].rotate_right(1);
        }
        let Some((original, others)) = order.split_first() else { continue };
        for other in others {
            let [one, two] = [original, other].map(|name| items.get(name.as_str()));
            let both = one.into_iter().zip(two).flat_map(|(one, two)| one.intersection(two));
            let over = both.map(|(variant, _)| format!("{family}/{variant}")).collect();
            pairs.push(((original.clone(), other.clone()), over));
        }
    }
    in_words(pairs, Compared::WithOriginal)
        .into_iter()
        .map(|one| {
            let is_over = |problem: &&Problem| {
                one.over.iter().any(|over| over.starts_with(&format!("{}/", problem.family)))
            };
            let mut own = problems.iter().filter(is_over);
            let has_clusters = own.all(|problem| problem.factors.get(CLUSTER).is_some());
            let cluster = has_clusters.then(|| CLUSTER.to_owned());
            Hypothesis { protocols: protocols.to_vec(), cluster, ..one }
        })
        .collect()
}

/// A pair of versions, with the variants in which some item has both.
type ComparedOver = ((String, String), BTreeSet<String>);

/// One hypothesis for each of these pairs that some item has.
fn in_words(pairs: Vec<ComparedOver>, compared: Compared) -> Vec<Hypothesis> {
    let mut ids = BTreeSet::new();
    let mut hypotheses = Vec::new();
    for ((original, perturbed), over) in pairs.iter().filter(|(_, over)| !over.is_empty()) {
        let name = match compared {
            Compared::WithOriginal => plain_id(perturbed),
            Compared::AllPairs => format!("{}.{}", plain_id(original), plain_id(perturbed)),
        };
        let numbered =
            |number: u32| if number == 1 { name.clone() } else { format!("{name}.{number}") };
        let Some(id) = (1..).map(numbered).find(|id| ids.insert(id.to_lowercase())) else {
            continue;
        };
        let levels = |version: &str| Factors::from_iter([(VERSION, version)]);
        hypotheses.push(Hypothesis {
            id,
            title: format!("{perturbed} compared with {original}"),
            claim: String::new(),
            standing: Standing::Confirmatory,
            test_family: Some(TEST_FAMILY.to_owned()),
            over: over.iter().cloned().collect(),
            given: Factors::new(),
            cluster: None,
            factor: VERSION.to_owned(),
            original: levels(original),
            perturbed: levels(perturbed),
            protocols: vec![PROTOCOL.to_owned()],
            direction: Direction::Either,
            event: Event::Correct,
        });
    }
    hypotheses
}

/// A name in the characters of an id: letters, digits, `-`, `_` and `.`.
fn plain_id(name: &str) -> String {
    let plain: String = name
        .chars()
        .map(|c| if c.is_alphanumeric() || "-_.".contains(c) { c } else { '-' })
        .collect();
    let plain = plain.trim_matches('-').to_owned();
    match plain.contains(|c: char| c.is_alphanumeric()) {
        true => plain,
        false => "version".to_owned(),
    }
}

/// A study of a data file: its items, and their comparisons.
pub fn default_study(items: &ItemSet, data: DataPlan, compared: Compared) -> Study {
    let versions: Vec<String> =
        items.versions.iter().map(|version| items.shown_name(version)).collect();
    let versions = versions.join(", ");
    Study {
        id: items.name.clone(),
        title: format!("Versions of {}", items.file),
        about: format!(
            "Items of {}, each in several versions ({versions}). The right answers are those of the file.",
            items.file
        ),
        seed: 1,
        profile: Profile::Balanced,
        alpha: 0.05,
        rule: "exact".to_owned(),
        treatment: Treatment::default(),
        adjust_over: AdjustOver::default(),
        ask: Ask::Needed,
        repeats: 1,
        subjects: vec!["sim:flawless".to_owned(), "sim:guesser".to_owned()],
        sampling: Sampling::default(),
        if_taken: Vec::new(),
        temperatures: Vec::new(),
        bias: Some("an effect of the version".to_owned()),
        reader: None,
        voting: None,
        sequential: None,
        aa: None,
        models: BTreeMap::new(),
        families: vec![FamilyPlan {
            name: items.name.clone(),
            variants: Vec::new(),
            n: 0,
            data: Some(data),
            versions: Versions::default(),
        }],
        strategies: Vec::new(),
        hypotheses: hypotheses(items, compared),
    }
}
