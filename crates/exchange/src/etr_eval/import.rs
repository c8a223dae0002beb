//! Imports lines from any files, one after another.

use super::answer::LineAnswer;
use super::collected::{DocumentAnswer, DocumentSet};
use super::document::Document;
use super::examined::BothWays;
use super::line;
use super::order::Orders;
use super::problem::{DocumentPlace, Understood, own, understood};
use crate::{ExchangeError, model};
use peirast_record::Key;
use rayon::prelude::*;
use serde_json::json;
use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};

/// The origin of a line, with data from outside the line.
#[derive(Clone, Copy, Debug)]
pub struct Origin<'a> {
    /// The number of its file. Documents of one file are assumed to be in one order.
    pub file: usize,
    /// File and line, for messages.
    pub place: &'a str,
    /// The number of the document, if the line has none.
    pub number: u64,
    /// The model of the file's answers, if something outside the file names it.
    pub model: Option<&'a str>,
    /// True if this model overrides the models in lines.
    pub is_given: bool,
}

/// An import in progress.
#[derive(Default)]
pub struct DocumentImport {
    documents: Vec<FoundDocument>,
    known: BTreeMap<Key, usize>,
    answers: Vec<RawAnswer>,
    left_out: Vec<String>,
    /// The filter with which each answer was first found.
    seen: BTreeMap<(usize, String, String, usize, u64, usize), String>,
    /// Models whose names are not allowed.
    unnamed: BTreeSet<(usize, String)>,
}

/// A document with its first place.
struct FoundDocument {
    document: Document,
    file: usize,
    place: DocumentPlace,
}

/// An answer with the number of its document.
struct RawAnswer {
    document: usize,
    model: String,
    answer: LineAnswer,
}

impl DocumentImport {
    /// Adds a line. Invalid parts are left out and listed at the end.
    pub fn take(&mut self, text: &str, origin: &Origin<'_>) {
        let line = match line::read(text) {
            Ok(line) => line,
            Err(error) => return self.left_out.push(format!("{}: {error}", origin.place)),
        };
        let number = line.number.unwrap_or(origin.number);
        let place = DocumentPlace { text: origin.place.to_owned(), number };
        let is_bare = line.answers.is_empty();
        let document = self.document(line.document, origin, place, is_bare);
        for (ordinal, answer) in line.answers.into_iter().enumerate() {
            self.answer(document, number, ordinal, answer, origin);
        }
    }

    /// The number of a document among the known ones.
    fn document(
        &mut self,
        document: Document,
        origin: &Origin<'_>,
        place: DocumentPlace,
        is_bare: bool,
    ) -> usize {
        match self.known.entry(Key::from_json("document", json!(document))) {
            Entry::Vacant(free) => {
                let index = self.documents.len();
                self.documents.push(FoundDocument { document, file: origin.file, place });
                *free.insert(index)
            }
            Entry::Occupied(known) => {
                let index = *known.get();
                let first = &self.documents[index];
                if is_bare && first.file == origin.file {
                    let first = &first.place.text;
                    self.left_out.push(format!("{}: the same as {first}", place.text));
                }
                index
            }
        }
    }

    fn answer(
        &mut self,
        document: usize,
        number: u64,
        ordinal: usize,
        answer: LineAnswer,
        origin: &Origin<'_>,
    ) {
        let Origin { file, place, .. } = *origin;
        let said = answer.model.as_deref().filter(|_| !origin.is_given);
        let model = said.or(origin.model).unwrap_or_default().to_owned();
        if let Some(fault) = model::fault(&model) {
            if self.unnamed.insert((file, model)) {
                self.left_out.push(format!("{place}, and others: {fault}"));
            }
            return;
        }
        let seen = (file, answer.run.clone(), model.clone(), document, number, ordinal);
        match self.seen.entry(seen) {
            Entry::Vacant(free) => {
                free.insert(answer.filter.clone());
                self.answers.push(RawAnswer { document, model, answer });
            }
            // The harness writes a line for every filter.
            Entry::Occupied(first) if *first.get() != answer.filter => {}
            Entry::Occupied(_) => self.left_out.push(format!(
                "{place}: a second answer of {model} to document {number} in one run"
            )),
        }
    }

    /// Examines every document, and returns the results of an import of this number of files.
    pub fn finish(self, files: usize) -> DocumentSet {
        let understood = self.understood();
        let mut collected = DocumentSet {
            files,
            documents: self.documents.len(),
            left_out: self.left_out,
            ..DocumentSet::default()
        };
        let mut places: BTreeMap<String, &str> = BTreeMap::new();
        let mut ids = Vec::new();
        for (found, understood) in self.documents.iter().zip(understood) {
            ids.push(collected.add(understood, &found.place.text, &mut places));
        }
        for RawAnswer { document, model, answer } in self.answers {
            if let Some(Some((problem, strategy))) = ids.get(document) {
                collected.answers.push(DocumentAnswer {
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

    /// Examines every document on all cores; the results are in order.
    fn understood(&self) -> Vec<Result<Understood, ExchangeError>> {
        let examine = |found: &FoundDocument| match found.document.own {
            Some(_) => Ok(None),
            None => BothWays::new(&found.document).map(Some),
        };
        let examined: Vec<_> = self.documents.par_iter().map(examine).collect();
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
        let understand =
            |(found, examined): (&FoundDocument, Result<Option<(BothWays, bool)>, _>)| {
                let FoundDocument { document, place, .. } = found;
                match (examined?, &document.own) {
                    (Some((examined, reversed)), _) => {
                        understood(document, &examined, reversed, place)
                    }
                    (None, text) => own(text.as_deref().unwrap_or_default(), document, place),
                }
            };
        ordered.into_par_iter().map(understand).collect()
    }
}
