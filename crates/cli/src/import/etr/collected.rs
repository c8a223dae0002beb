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
use anyhow::{Result, bail};
use peirast_record::{Key, Problem, Strategy};
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
    /// Problems that were understood, by id.
    pub problems: BTreeMap<String, Problem>,
    /// How they were put, by name.
    pub strategies: BTreeMap<String, Strategy>,
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
    /// How it was put, by name.
    pub strategy: String,
    /// What was shown, word for word.
    pub question: String,
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
        let ordered = self.documents.iter().zip(examined).map(|(found, examined)| {
            let mut in_order = |examined: BothWays| {
                let reversed = orders.is_reversed(found.file, &found.document, &examined);
                (examined, reversed)
            };
            (found, examined.map(|examined| examined.map(&mut in_order)))
        });
        let ordered: Vec<_> = ordered.collect();
        let understood: Vec<Result<Understood>> = ordered
            .into_par_iter()
            .map(|(found, examined)| match (examined?, &found.document.own) {
                (Some((examined, reversed)), _) => {
                    understood(&found.document, &examined, reversed, &found.place)
                }
                (None, text) => {
                    own(text.as_deref().unwrap_or_default(), &found.document, &found.place)
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
            if let Some(Some((problem, strategy))) = ids.get(document) {
                collected.answers.push(Given {
                    problem: problem.clone(),
                    strategy: strategy.clone(),
                    question: self.documents[document].document.question.clone(),
                    model,
                    answer,
                });
            }
        }
        collected
    }
}

impl Collected {
    /// Takes in a document; gives the problem and the strategy, if it was understood.
    fn add<'p>(
        &mut self,
        understood: Result<Understood>,
        place: &'p str,
        places: &mut BTreeMap<String, &'p str>,
    ) -> Option<(String, String)> {
        let understood = understood.and_then(|new| self.check(new, places));
        match understood {
            Err(error) => {
                self.left_out.push(format!("{place}: {error:#}"));
                None
            }
            Ok(Understood { problem, strategy, labels }) => {
                let (id, name) = (problem.id.clone(), strategy.name.clone());
                self.labels.extend(labels);
                places.entry(id.clone()).or_insert(place);
                self.problems.entry(id.clone()).or_insert(problem);
                self.strategies.entry(name.clone()).or_insert(strategy);
                Some((id, name))
            }
        }
    }

    /// Refuses another problem of a known id, or another strategy of a known name.
    fn check(&self, new: Understood, places: &BTreeMap<String, &str>) -> Result<Understood> {
        let Understood { problem, strategy, .. } = &new;
        let known = self.problems.get(&problem.id);
        if known.is_some_and(|known| known.text() != problem.text() || known.truth != problem.truth)
        {
            bail!(
                "its problem is that of {}, {}, but not in the same words and order",
                places.get(&problem.id).copied().unwrap_or_default(),
                problem.id
            );
        }
        if self.strategies.get(&strategy.name).is_some_and(|known| known != strategy) {
            bail!("it was put by another strategy of the name `{}`", strategy.name);
        }
        Ok(new)
    }
}
