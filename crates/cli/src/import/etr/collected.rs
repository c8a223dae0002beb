//! Everything that the files of an import say.

use super::answer::Answer;
use super::document::Document;
use super::examined::BothWays;
use super::files::files;
use super::label::Label;
use super::order::Orders;
use super::problem::{Place, Understood, own, understood};
use super::{line, model};
use crate::import::text;
use anyhow::Result;
use peirast_record::Key;
use rayon::prelude::*;
use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// What an import found.
#[derive(Debug, Default)]
pub struct Collected {
    /// Files read.
    pub files: usize,
    /// Documents that were found, each once.
    pub documents: usize,
    /// What was understood, by id of the problem.
    pub understood: BTreeMap<String, Understood>,
    /// Answers to what was understood.
    pub answers: Vec<Given>,
    /// Labels that come out otherwise.
    pub labels: Vec<Label>,
    /// What is left out, with its place and why.
    pub left_out: Vec<String>,
}

/// An answer with its question.
#[derive(Debug)]
pub struct Given {
    /// The problem, by id.
    pub problem: String,
    /// Who answered.
    pub model: String,
    /// The answer.
    pub answer: Answer,
}

/// A document with where it was found first.
struct Found {
    document: Document,
    file: usize,
    place: Place,
}

/// An answer with the number of its document.
struct Raw {
    document: usize,
    model: String,
    answer: Answer,
}

#[derive(Default)]
struct Reader {
    documents: Vec<Found>,
    known: BTreeMap<Key, usize>,
    answers: Vec<Raw>,
    left_out: Vec<String>,
    /// The filter under which each answer was found first.
    seen: BTreeMap<(usize, String, String, usize, u64, usize), String>,
    /// Models that cannot be named.
    unnamed: BTreeSet<(usize, String)>,
}

/// Reads files, and the files of lines in folders. `model` names the model of all answers.
///
/// # Errors
/// A file that cannot be read; what cannot be understood in it is left out.
pub fn collect(paths: &[PathBuf], model: Option<&str>) -> Result<Collected> {
    let files = files(paths)?;
    let mut reader = Reader::default();
    for (number, file) in files.iter().enumerate() {
        let own = model.map(str::to_owned).or_else(|| model::of_log(file));
        text::each(file, |line, at| {
            reader.take(line, number, own.as_deref(), model.is_some(), file, at);
            Ok(())
        })?;
    }
    Ok(reader.finish(files.len()))
}

impl Reader {
    fn take(
        &mut self,
        text: &str,
        file: usize,
        named: Option<&str>,
        is_given: bool,
        path: &Path,
        at: usize,
    ) {
        let place = text::place(path, at);
        let line = match line::read(text) {
            Ok(line) => line,
            Err(error) => return self.left_out.push(format!("{place}: {error:#}")),
        };
        let number = line.number.unwrap_or(at as u64 - 1);
        let place = Place { text: place, number };
        let is_bare = line.answers.is_empty();
        let document = match self.known.entry(Key::of("document", &line.document)) {
            Entry::Vacant(free) => {
                let index = self.documents.len();
                self.documents.push(Found { document: line.document, file, place: place.clone() });
                *free.insert(index)
            }
            Entry::Occupied(known) => {
                let index = *known.get();
                let first = &self.documents[index];
                if is_bare && first.file == file {
                    let first = &first.place.text;
                    self.left_out.push(format!("{}: the same as {first}", place.text));
                }
                index
            }
        };
        for (ordinal, answer) in line.answers.into_iter().enumerate() {
            let own = answer.model.as_deref().filter(|_| !is_given).or(named).unwrap_or_default();
            let model = own.to_owned();
            if let Some(fault) = model::fault(&model) {
                if self.unnamed.insert((file, model)) {
                    self.left_out.push(format!("{}, and others: {fault}", place.text));
                }
                continue;
            }
            let seen = (file, answer.run.clone(), model.clone(), document, number, ordinal);
            match self.seen.entry(seen) {
                Entry::Vacant(free) => {
                    free.insert(answer.filter.clone());
                    self.answers.push(Raw { document, model, answer });
                }
                // The harness writes a line for every filter.
                Entry::Occupied(first) if *first.get() != answer.filter => {}
                Entry::Occupied(_) => self.left_out.push(format!(
                    "{}: a second answer of {model} to document {number} in one run",
                    place.text
                )),
            }
        }
    }

    fn finish(self, files: usize) -> Collected {
        let examined: Vec<Result<Option<BothWays>>> = self
            .documents
            .par_iter()
            .map(|found| match found.document.own {
                Some(_) => Ok(None),
                None => BothWays::of(&found.document).map(Some),
            })
            .collect();
        let mut orders = Orders::default();
        for (found, examined) in self.documents.iter().zip(&examined) {
            if let Ok(Some(examined)) = examined {
                orders.add(found.file, examined);
            }
        }
        let understood: Vec<Result<Understood>> = self
            .documents
            .par_iter()
            .zip(examined)
            .map(|(found, examined)| match (examined?, &found.document.own) {
                (Some(examined), _) => {
                    let reversed = orders.is_reversed(found.file, &examined);
                    understood(&found.document, &examined, reversed, &found.place)
                }
                (None, text) => {
                    let text = text.as_deref().unwrap_or_default();
                    own(text, &found.document.question, &found.place)
                }
            })
            .collect();
        let mut collected = Collected {
            files,
            documents: self.documents.len(),
            left_out: self.left_out,
            ..Collected::default()
        };
        let mut places: BTreeMap<String, &str> = BTreeMap::new();
        let mut ids = Vec::new();
        for (found, understood) in self.documents.iter().zip(understood) {
            ids.push(collected.add(understood, &found.place.text, &mut places));
        }
        for Raw { document, model, answer } in self.answers {
            if let Some(Some(problem)) = ids.get(document) {
                collected.answers.push(Given { problem: problem.clone(), model, answer });
            }
        }
        collected
    }
}

impl Collected {
    /// Takes in a document; gives the id of its problem, if it has one.
    fn add<'p>(
        &mut self,
        understood: Result<Understood>,
        place: &'p str,
        places: &mut BTreeMap<String, &'p str>,
    ) -> Option<String> {
        let understood = match understood {
            Ok(understood) => understood,
            Err(error) => {
                self.left_out.push(format!("{place}: {error:#}"));
                return None;
            }
        };
        let id = understood.problem.id.clone();
        if let Some(known) = self.understood.get(&id) {
            let same = known.strategy == understood.strategy
                && known.problem.text() == understood.problem.text()
                && known.problem.truth == understood.problem.truth;
            if !same {
                let first = places.get(&id).copied().unwrap_or_default();
                self.left_out.push(format!(
                    "{place}: its problem is that of {first}, {id}, but not in the same words and order"
                ));
                return None;
            }
        }
        self.labels.extend(understood.labels.iter().cloned());
        places.entry(id.clone()).or_insert(place);
        self.understood.entry(id.clone()).or_insert(understood);
        Some(id)
    }
}
