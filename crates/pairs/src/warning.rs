//! Warnings about data files of problems.

use crate::hypotheses::Compared;
use crate::read::CONTEXT;
use crate::{AnswerKey, Certification, ItemSet, ItemVersion};
use peirast_decimals::counted;
use peirast_table::escape_line;
use std::collections::{BTreeMap, BTreeSet};

/// Largest number of items that a warning names.
const FEW: usize = 3;
/// Fewest items whose right answers should differ.
const ENOUGH_TO_VARY: usize = 8;
/// One right answer is far too common from this multiple of its expected share.
const TOO_COMMON: f64 = 2.0;
/// Largest probability, over all options together, with which chance makes one right answer as
/// common as that; above it there is no warning.
const CHANCE: f64 = 0.05;
/// Fewest discordant pairs with which an exact test can decide at the usual level.
const LEAST_ITEMS: usize = 6;

/// Two versions, with the items in which they differ.
struct Differing<'s> {
    original: &'s str,
    other: &'s str,
    /// Names of the items that differ.
    items: Vec<&'s str>,
    /// Number of the items that have both versions.
    of: usize,
}

impl Differing<'_> {
    /// The names of the other version and of the original.
    fn names(&self) -> (String, String) {
        (escape_line(self.other), escape_line(self.original))
    }

    /// The number of items that differ: `3 of 30 items`.
    fn extent(&self) -> String {
        format!("{} of {}", self.items.len(), items(self.of))
    }

    /// The first few of the items that differ.
    fn some(&self) -> String {
        some(&self.items)
    }
}

impl ItemSet {
    /// Warnings about the items, a sentence each, the most serious first.
    pub fn warnings(&self) -> Vec<String> {
        let mut warnings = Vec::new();
        warnings.extend(self.single_version());
        warnings.extend(self.without_partner());
        warnings.extend(self.other_answers());
        warnings.extend(self.other_options());
        warnings.extend(self.same_options());
        warnings.extend(self.other_contexts());
        warnings.extend(self.order_and_wording());
        warnings.extend(self.identical());
        warnings.extend(self.duplicates());
        warnings.extend(self.one_answer());
        warnings.extend(self.exceptions());
        warnings.extend(self.few());
        warnings.extend(self.few_clusters());
        warnings.extend(self.notes.iter().cloned().map(|note| note + "."));
        warnings
    }

    fn single_version(&self) -> Option<String> {
        (self.versions.len() < 2).then(|| {
            format!(
                "every item has one version, `{}`, so there is nothing to compare: name the column \
                 of the version with --version-column, or the columns of versions with --versions, \
                 or make versions with --with.",
                escape_line(self.versions.first().map_or("", String::as_str))
            )
        })
    }

    /// Items that lack a version that other items have.
    fn without_partner(&self) -> Option<String> {
        if self.versions.len() < 2 {
            return None;
        }
        let lack =
            |version: &&String| self.items.iter().any(|item| item.version(version).is_none());
        let lacking: Vec<&String> = self.versions.iter().filter(lack).collect();
        let short: Vec<&str> = self
            .items
            .iter()
            .filter(|item| item.versions.len() < self.versions.len())
            .map(|item| item.name.as_str())
            .collect();
        (!short.is_empty()).then(|| {
            let versions: Vec<String> = lacking.iter().map(|name| format!("`{}`", escape_line(name))).collect();
            format!(
                "{} without a partner in {}: a pair counts only if both of its versions are there ({}).",
                items(short.len()),
                versions.join(", "),
                some(&short)
            )
        })
    }

    /// Pairs of versions, the original first, whose members differ in something, by the versions.
    fn differing(
        &self,
        differs: impl Fn(&ItemVersion, &ItemVersion) -> bool,
    ) -> Vec<Differing<'_>> {
        let compared =
            self.compared(Compared::WithOriginal).into_iter().map(|(original, other)| {
                let all = self.matched((original, other));
                let mut found = Vec::new();
                let mut count = 0;
                for item in all {
                    count += 1;
                    if let (Some(one), Some(two)) = (item.version(original), item.version(other))
                        && differs(one, two)
                    {
                        found.push(item.name.as_str());
                    }
                }
                Differing { original, other, items: found, of: count }
            });
        compared.filter(|one| !one.items.is_empty()).collect()
    }

    fn other_answers(&self) -> Vec<String> {
        let differ = |one: &ItemVersion, two: &ItemVersion| {
            // A certified transformation changes the answer on purpose, for example with new names.
            two.certification != Certification::Certified
                && one.key.task() == two.key.task()
                && right_texts(one) != right_texts(two)
        };
        let sentence = |one: Differing<'_>| {
            let ((other, original), extent, some) = (one.names(), one.extent(), one.some());
            format!(
                "the right answer of `{other}` differs from that of `{original}` in {extent}: is that meant? ({some})"
            )
        };
        self.differing(differ).into_iter().map(sentence).collect()
    }

    fn other_options(&self) -> Vec<String> {
        let options = |version: &ItemVersion| -> BTreeSet<String> {
            version.choices.iter().map(|option| folded(option)).collect()
        };
        let differ = |one: &ItemVersion, two: &ItemVersion| options(one) != options(two);
        let sentence = |one: Differing<'_>| {
            let ((other, original), extent, some) = (one.names(), one.extent(), one.some());
            format!(
                "`{other}` has other options than `{original}`, and not only in another order, in {extent} ({some})."
            )
        };
        self.differing(differ).into_iter().map(sentence).collect()
    }

    /// Two options of one question with the same text, of which only one counts as right.
    fn same_options(&self) -> Option<String> {
        let repeats = |version: &ItemVersion| {
            let mut seen = BTreeSet::new();
            version.choices.iter().find(|option| !seen.insert(folded(option))).cloned()
        };
        let versions = || self.items.iter().flat_map(|item| &item.versions);
        let given = versions().filter(|one| one.certification != Certification::Certified);
        let mut found = given.filter_map(|one| Some((one, repeats(one)?)));
        let (first, option) = found.next()?;
        Some(format!(
            "{} two options with the same text, of which at most one is right: `{}` in {}.",
            match found.count() {
                0 => "1 question has".to_owned(),
                others => format!("{} questions have", others + 1),
            },
            escape_line(&option),
            first.place
        ))
    }

    /// Versions with another text before the question, or another tolerance.
    fn other_contexts(&self) -> Vec<String> {
        type Part = (&'static str, fn(&ItemVersion) -> Option<String>);
        const PARTS: [Part; 2] = [
            ("text before the question", |version| {
                let mut contexts = version.before.iter().filter(|one| one.role == CONTEXT);
                contexts.next().map(|one| folded(&one.text))
            }),
            ("tolerance", |version| match &version.key {
                AnswerKey::Number(_, tolerance) => Some(format!("{tolerance:?}")),
                _ => None,
            }),
        ];
        let mut warnings = Vec::new();
        for (what, part) in PARTS {
            // A certified transformation such as new names changes the context on purpose.
            let differ = |one: &ItemVersion, two: &ItemVersion| {
                two.certification != Certification::Certified && part(one) != part(two)
            };
            for one in self.differing(differ) {
                let ((other, original), extent, some) = (one.names(), one.extent(), one.some());
                warnings.push(format!(
                    "`{other}` has another {what} than `{original}` in {extent}: is that meant? ({some})"
                ));
            }
        }
        warnings
    }

    /// Versions that change the order of the options and the question too: an effect can have either
    /// cause. A change in few items is among [`Self::exceptions`].
    fn order_and_wording(&self) -> Vec<String> {
        let sorted = |version: &ItemVersion| {
            let mut options = version.choices.clone();
            options.sort();
            options
        };
        let differ = |one: &ItemVersion, two: &ItemVersion| {
            one.choices != two.choices
                && sorted(one) == sorted(two)
                && folded(&one.question()) != folded(&two.question())
        };
        let found = self.differing(differ).into_iter();
        let most = found.filter(|one| 5 * one.items.len() > one.of);
        most.map(|one| {
            let ((other, original), extent, some) = (one.names(), one.extent(), one.some());
            format!(
                "`{other}` differs from `{original}` both in the order of the options and in the question in {extent}, \
                 so that an effect can have either cause ({some})."
            )
        })
        .collect()
    }

    fn identical(&self) -> Vec<String> {
        let same = |one: &ItemVersion, two: &ItemVersion| {
            let text = |version: &ItemVersion| {
                version.segments().into_iter().map(|one| one.text).collect::<String>()
            };
            text(one) == text(two)
        };
        let sentence = |one: Differing<'_>| {
            let ((other, original), extent, some) = (one.names(), one.extent(), one.some());
            format!(
                "`{other}` and `{original}` read the same in {extent}: such a pair can show no effect, and is not \
                 asked ({some})."
            )
        };
        self.differing(same).into_iter().map(sentence).collect()
    }

    /// Items whose originals have the same text.
    fn duplicates(&self) -> Option<String> {
        let mut texts: BTreeMap<String, Vec<&str>> = BTreeMap::new();
        for item in &self.items {
            if let Some(first) = item.versions.first() {
                let mut options: Vec<String> =
                    first.choices.iter().map(|option| folded(option)).collect();
                options.sort();
                let text = format!("{}\n{}", folded(&first.question()), options.join("\n"));
                texts.entry(text).or_default().push(&item.name);
            }
        }
        let twice: Vec<&Vec<&str>> = texts.values().filter(|own| own.len() > 1).collect();
        let example = twice.first()?;
        let count: usize = twice.iter().map(|own| own.len() - 1).sum();
        Some(format!(
            "{} the same text as another item: a text is asked once, and the copy has no pairs ({}).",
            counted(count as u64, "item has", "items have"),
            some(example)
        ))
    }

    /// A single right answer in all items, or in far too many.
    fn one_answer(&self) -> Vec<String> {
        let mut warnings = Vec::new();
        for name in &self.versions {
            let versions: Vec<&ItemVersion> =
                self.items.iter().filter_map(|item| item.version(name)).collect();
            let mut counts: BTreeMap<String, usize> = BTreeMap::new();
            for version in &versions {
                *counts.entry(shown_key(version)).or_default() += 1;
            }
            let Some((answer, most)) = counts.iter().max_by_key(|(_, count)| **count) else {
                continue;
            };
            if versions.len() < ENOUGH_TO_VARY {
                continue;
            }
            let (all, version) = (versions.len(), escape_line(name));
            let answer = escape_line(answer);
            let options =
                versions.iter().map(|version| version.choices.len()).max().unwrap_or_default();
            let kinds = if options > 0 { options } else { 2 };
            let is_closed = versions.iter().all(|version| {
                matches!(
                    version.key,
                    AnswerKey::Choice(_) | AnswerKey::YesNo(_) | AnswerKey::Valid(_)
                )
            });
            if *most == all {
                warnings.push(format!(
                    "the right answer in `{version}` is always {answer}: a subject that always says so is always right."
                ));
            } else if is_closed
                && (*most * kinds) as f64 >= TOO_COMMON * all as f64
                && kinds as f64 * at_least(*most, all, 1.0 / kinds as f64) < CHANCE
                || is_closed && kinds == 2 && 4 * most >= 3 * all
            {
                warnings.push(format!(
                    "the right answer in `{version}` is {answer} in {most} of {}: a subject that always says so \
                     looks able.",
                    items(all)
                ));
            }
        }
        warnings
    }

    /// Versions with a change that only a few items have.
    fn exceptions(&self) -> Vec<String> {
        type Part = (&'static str, fn(&ItemVersion) -> String);
        const PARTS: [Part; 2] = [
            ("the question", |version| version.question()),
            ("the order of the options", |version| version.choices.join("\n")),
        ];
        let mut warnings = Vec::new();
        for (what, part) in PARTS {
            let few = self.differing(|one, two| part(one) != part(two));
            for one in few.into_iter().filter(|one| 5 * one.items.len() <= one.of) {
                let ((other, _), extent, some) = (one.names(), one.extent(), one.some());
                warnings.push(format!(
                    "`{other}` changes {what} in {extent} and not in the others: is this \
                     difference meant? ({some})"
                ));
            }
        }
        warnings
    }

    /// Too few clusters for a decision by any test over their signs.
    fn few_clusters(&self) -> Option<String> {
        let cluster = self.cluster.as_ref()?;
        let clusters: BTreeSet<&str> =
            self.items.iter().filter_map(|item| item.kept.get(cluster)).collect();
        (clusters.len() < LEAST_ITEMS).then(|| {
            let are = if clusters.len() == 1 { "cluster is" } else { "clusters are" };
            format!(
                "{} {are} too few for any verdict, however strong the effect: at least {LEAST_ITEMS} have to \
                 differ.",
                clusters.len()
            )
        })
    }

    fn few(&self) -> Option<String> {
        let pairs = |pair| self.matched(pair).count();
        let most = self.compared(Compared::WithOriginal).into_iter().map(pairs).max()?;
        (most < LEAST_ITEMS).then(|| {
            let give = if most == 1 { "gives" } else { "give" };
            format!("{} {give} too few pairs for any verdict: at least {LEAST_ITEMS} pairs have to differ.", items(most))
        })
    }
}

/// The probability of at least `least` successes in `of` trials with this probability each.
fn at_least(least: usize, of: usize, probability: f64) -> f64 {
    let odds = (probability / (1.0 - probability)).ln();
    let mut log = of as f64 * (1.0 - probability).ln();
    let mut sum = 0.0;
    for successes in 0..=of {
        if successes >= least {
            sum += log.exp();
        }
        log += ((of - successes) as f64 / (successes + 1) as f64).ln() + odds;
    }
    sum
}

/// The right answer as its version shows it: for options, their labels.
fn shown_key(version: &ItemVersion) -> String {
    match version.key {
        AnswerKey::Choice(_) => version.shown_labels().join(" or "),
        _ => version.answer_text(),
    }
}

/// The right answers of a version for comparison: the texts of all right options, or the answer.
fn right_texts(version: &ItemVersion) -> BTreeSet<String> {
    match &version.key {
        AnswerKey::Choice(places) => {
            places.iter().filter_map(|at| version.choices.get(*at)).map(|one| folded(one)).collect()
        }
        _ => [folded(&version.answer_text())].into(),
    }
}

/// A text for comparison: without capitals, and without white space at its ends and repeated white
/// space.
fn folded(text: &str) -> String {
    text.split_whitespace().map(str::to_lowercase).collect::<Vec<_>>().join(" ")
}

fn items(count: usize) -> String {
    counted(count as u64, "item", "items")
}

/// The first few of some names.
fn some(names: &[&str]) -> String {
    let few: Vec<String> = names.iter().take(FEW).map(|name| escape_line(name)).collect();
    let rest = names.len() - few.len();
    match rest {
        0 => few.join(", "),
        rest => format!("{} and {rest} more", few.join(", ")),
    }
}
