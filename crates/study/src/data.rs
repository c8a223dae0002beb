//! User data: data files that a study names, or that are a study by themselves.

use crate::error::{Context as _, Result, bail};
use crate::event::{EventSink, NoticeCode};
use peirast_decimals::counted;
use peirast_pairs::{
    Compared, ItemSet, PairsError, Transformation, Understood, default_study, family_name,
};
use peirast_record::{DataPlan, FamilyPlan, Key, Problem, Profile, Role, Study};
use peirast_rows::{DataFile, DataFormat};
use peirast_task::{Asker, Design, Family, Protocol};
use serde::Serialize;
use std::collections::BTreeSet;
use std::path::Path;

/// The seed of transformations, unless one is given.
pub const SEED: u64 = 1;

/// The most sample prompts that [`check_pairs`] shows.
const SAMPLES: usize = 3;

/// Returns true if a name is that of a data file, by its ending.
pub fn is_data_file(name: &str) -> bool {
    DataFormat::from_path(Path::new(name)).is_some()
}

/// Reads the first `n` items of a data file as a family of this name, all of them if `n` is 0, and makes the
/// versions of its transformations with this seed.
///
/// # Errors
/// A file that cannot be read or understood, with its name, the place in it and the fix.
pub fn read_items(name: &str, plan: &DataPlan, n: u32, seed: u64) -> Result<ItemSet> {
    Ok(read_file(name, plan, n, seed)?.1)
}

/// Returns the items of a user's data file; `None` for a file of problem lines, which have segments
/// and a truth.
pub(crate) fn own_items(file: &Path) -> Result<Option<ItemSet>> {
    let Some(format) = DataFormat::from_path(file) else { return Ok(None) };
    let reading = || format!("reading {}", file.display());
    let bytes = std::fs::read(file)
        .with_context(|| format!("cannot read the problems in {}", file.display()))?;
    // Problem lines have their own messages for what is wrong with a line.
    let Ok(data) = DataFile::from_bytes(&bytes, format) else { return Ok(None) };
    let has = |name: &str| data.columns.iter().any(|own| own == name);
    if format == DataFormat::Json && (has("segments") || has("truth")) {
        return Ok(None);
    }
    let plan = DataPlan { file: file.display().to_string(), ..DataPlan::default() };
    let items = match ItemSet::read(&own_family_name(file), &data, &plan) {
        // A line without a question is a faulty problem line; its message names the missing field.
        Err(PairsError::Unrecognised { .. }) if format == DataFormat::Json => return Ok(None),
        items => items.with_context(reading)?,
    };
    Ok(Some(items))
}

/// Makes the problems of the items of a data file.
///
/// # Errors
/// A text from which no problem can be made.
pub(crate) fn problems_of_items(items: &ItemSet, file: &Path) -> Result<Vec<Problem>> {
    items.problems().with_context(|| format!("reading {}", file.display()))
}

/// Makes the problems of a data file that is read by a plan, with the versions that its
/// transformations make.
///
/// # Errors
/// A file that cannot be read or understood; a transformation that fits none of its items.
pub fn read_own_problems(plan: &DataPlan, seed: u64) -> Result<Vec<Problem>> {
    let file = Path::new(&plan.file);
    problems_of_items(&read_items(&own_family_name(file), plan, 0, seed)?, file)
}

/// Returns the rows of a data file with the versions that its transformations make, as JSON lines
/// that can be read again, and the remarks.
///
/// # Errors
/// A file that cannot be read or understood; a transformation that fits none of its items.
pub fn written_items(plan: &DataPlan, n: u32, seed: u64) -> Result<(String, Vec<String>)> {
    let items = read_items(&own_family_name(Path::new(&plan.file)), plan, n, seed)?;
    Ok((lines(&items), items.notes))
}

/// Renders the rows of items as JSON lines.
pub(crate) fn lines(items: &ItemSet) -> String {
    let rows = items.rows().into_iter();
    rows.map(|row| serde_json::Value::Object(row).to_string() + "\n").collect()
}

/// Reads a data file; returns its bytes and its items.
fn read_file(name: &str, plan: &DataPlan, n: u32, seed: u64) -> Result<(Vec<u8>, ItemSet)> {
    let path = Path::new(&plan.file);
    let reading = || format!("reading {}", path.display());
    let bytes = std::fs::read(path).with_context(reading)?;
    let format = DataFormat::from_path(path).unwrap_or_else(|| DataFormat::from_beginning(&bytes));
    let format = match (plan.no_header, format) {
        (true, DataFormat::Separated) => DataFormat::Headless,
        (true, _) => bail!(
            Study,
            "{}: --no-header is for separated values (CSV, TSV), whose columns it names 1, 2, ...: leave it out",
            plan.file
        ),
        (false, format) => format,
    };
    let file = DataFile::from_bytes(&bytes, format).with_context(reading)?;
    if file.columns.iter().any(|column| column == "segments") {
        bail!(
            Study,
            "{} holds problem lines, as `peirast make` writes them, which have no columns to name: \
             pass it to a study with --problems, or leave out the options about its columns",
            plan.file
        );
    }
    let transformations = plan.transformations.iter().map(|text| {
        Transformation::parse(text, |file| match plan.lists.get(file) {
            Some(lines) => Ok(lines.join("\n")),
            None => std::fs::read_to_string(file).map_err(|error| error.to_string()),
        })
    });
    let (parsed, faults): (Vec<_>, Vec<_>) = transformations.partition(Result::is_ok);
    let parsed: Vec<Transformation> = parsed.into_iter().filter_map(Result::ok).collect();
    let mut faults: Vec<PairsError> = faults.into_iter().filter_map(Result::err).collect();
    let items = ItemSet::read(name, &file, plan).with_context(reading)?.limited(n);
    match items.with(&parsed, seed) {
        Ok(items) if faults.is_empty() => Ok((bytes, items)),
        fitted => {
            faults.extend(fitted.err());
            Err(PairsError::Several(faults)).with_context(reading)
        }
    }
}

/// Returns the study that a data file is by itself: every version is compared with the first, or
/// all versions with each other.
///
/// # Errors
/// A file that cannot be read or understood; one with a single version, which has nothing to compare.
pub fn study_of_data(plan: &DataPlan, compared: Compared, seed: u64) -> Result<Study> {
    let name = own_family_name(Path::new(&plan.file));
    let (bytes, items) = read_file(&name, plan, 0, seed)?;
    if items.versions.len() < 2 {
        bail!(
            Study,
            "{}: every item has one version, so that there is nothing to compare: name the column of the version \
             with --version-column, or the columns of versions with --versions; or make versions, for example with \
             --with shuffle-options",
            plan.file
        );
    }
    let mut data = DataPlan { content: Some(content(&bytes)), ..plan.clone() };
    take_lists(&mut data, Path::new(""))?;
    Ok(Study { seed, ..default_study(&items, data, compared) })
}

/// Returns the name of the family of a file; never the name of a built-in family.
pub(crate) fn own_family_name(file: &Path) -> String {
    let name = family_name(file);
    match Family::named(&name) {
        Ok(_) => format!("{name}-own"),
        Err(_) => name,
    }
}

/// Returns the hash of a file's content.
pub(crate) fn content(bytes: &[u8]) -> String {
    Key::from_bytes("data file", bytes).to_string()
}

/// Makes the paths of a study's data files relative to a folder, and records the hash of each.
pub(crate) fn resolve_files(study: &mut Study, folder: &Path) -> Result<()> {
    for family in &mut study.families {
        let Some(data) = &mut family.data else { continue };
        if Family::named(&family.name).is_ok() {
            bail!(
                Study,
                "family `{}`: that is one of Peirast's own: give the problems of {} another name",
                family.name,
                data.file
            );
        }
        data.file = folder.join(&data.file).display().to_string();
        let bytes = std::fs::read(&data.file)
            .with_context(|| format!("family `{}`: reading {}", family.name, data.file))?;
        data.content = Some(content(&bytes));
        take_lists(data, folder).with_context(|| format!("family `{}`", family.name))?;
    }
    Ok(())
}

/// Reads the lines of the files that transformations name, relative to a folder, into the study.
fn take_lists(data: &mut DataPlan, folder: &Path) -> Result<()> {
    for text in &data.transformations {
        let mut taken = None;
        let read = |file: &str| {
            if data.lists.contains_key(file) {
                return Ok(String::new());
            }
            let path = folder.join(file);
            let list = std::fs::read_to_string(&path).with_context(|| {
                format!("transformation `{text}`: the list cannot be read from {}", path.display())
            });
            let list = list.map(|list| list.lines().map(str::to_owned).collect::<Vec<_>>());
            taken = Some((file.to_owned(), list));
            Ok(String::new())
        };
        // Errors of a transformation are reported together, where it is applied.
        drop(Transformation::parse(text, read));
        if let Some((file, list)) = taken {
            data.lists.insert(file, list?);
        }
    }
    Ok(())
}

/// Returns the problems of a study's data files, in the order of its families. A problem with the
/// text of an earlier one is left out, with a notice: their answers could not be distinguished. The
/// warnings about a file are notices too.
pub(crate) fn data_problems(study: &Study, events: &dyn EventSink) -> Result<Vec<Problem>> {
    let mut problems = Vec::new();
    for (family, data) in data_families(study) {
        let (bytes, items) = read_file(&family.name, data, family.n, study.seed)?;
        if data.content.as_ref().is_some_and(|known| *known != content(&bytes)) {
            bail!(
                Plan,
                "{} has changed since the study was read: run the command again",
                data.file
            );
        }
        let own = items.problems().with_context(|| format!("reading {}", data.file))?;
        for warning in items.warnings() {
            events.notice(NoticeCode::Problems, &format!("{}: {warning}", data.file));
        }
        let wanted = |one: &Problem| {
            let is_listed = family.variants.is_empty()
                || family.variants.iter().any(|name| *name == *one.variant);
            is_listed && family.versions.includes(&one.factors)
        };
        let mut seen = BTreeSet::new();
        let (distinct, same): (Vec<Problem>, Vec<Problem>) =
            own.into_iter().filter(wanted).partition(|one| seen.insert((one.task, one.text())));
        if let Some(first) = same.first() {
            let count = counted(same.len() as u64, "version reads", "versions read");
            events.notice(
                NoticeCode::LeftOut,
                &format!(
                    "left out: {count} like an earlier one in {}, for example `{}`: their answers \
                     could not be distinguished",
                    data.file, first.id
                ),
            );
        }
        problems.extend(distinct);
    }
    Ok(problems)
}

/// Returns true if a study has problems of the user's own.
pub(crate) fn has_data(study: &Study) -> bool {
    data_families(study).next().is_some()
}

pub(crate) fn data_families(study: &Study) -> impl Iterator<Item = (&FamilyPlan, &DataPlan)> {
    study.families.iter().filter_map(|family| Some((family, family.data.as_ref()?)))
}

/// The interpretation of a data file, with sample prompts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CheckedPairs {
    /// The interpretation.
    #[serde(flatten)]
    pub understood: Understood,
    /// A prompt for each version, three at most: of the first item that has it.
    pub samples: Vec<SamplePrompt>,
}

/// A sample prompt, and its right answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SamplePrompt {
    /// The item.
    pub item: String,
    /// The version.
    pub version: String,
    /// The messages, each with its role in front: `system: ...`.
    pub messages: Vec<String>,
    /// The right answer, as the problem shows it.
    pub answer: String,
}

/// Reads a data file, and reports how Peirast interprets it.
///
/// # Errors
/// A file that cannot be read or understood, or a text from which no question can be made.
pub fn check_pairs(plan: &DataPlan, seed: u64) -> Result<CheckedPairs> {
    let items = read_items(&own_family_name(Path::new(&plan.file)), plan, 0, seed)?;
    // Every problem is made, so that errors are found now and not when the run begins.
    let problems = items.problems().with_context(|| format!("reading {}", plan.file))?;
    let asker = Asker::new(&Design { seed: 1, profile: Profile::Balanced })?;
    let baseline =
        Protocol::named("baseline").with_context(|| "the protocol of own problems".to_owned())?;
    let (mut samples, mut seen) = (Vec::new(), BTreeSet::new());
    let versions =
        items.items.iter().flat_map(|item| item.versions.iter().map(move |own| (item, own)));
    for ((item, version), problem) in versions.zip(&problems) {
        if samples.len() == SAMPLES || !seen.insert(&version.name) {
            continue;
        }
        let role = |role: Role| match role {
            Role::System => "system",
            Role::User => "user",
            Role::Assistant => "assistant",
        };
        let prompt = asker.ask(problem, baseline);
        samples.push(SamplePrompt {
            item: item.name.clone(),
            version: version.shown_name(),
            messages: prompt
                .messages
                .iter()
                .map(|one| format!("{}: {}", role(one.role), one.content))
                .collect(),
            answer: version.answer_text(),
        });
    }
    Ok(CheckedPairs { understood: Understood::new(&items), samples })
}
