//! All models under all paradigms, with what can be compared and what cannot.
//!
//! Numbers are in one column only if they come from the same questions, asked by the same design
//! and graded alike: such runs form an [`ItemSet`]. A paradigm has a column for each of its sets.

mod measure;
mod sets;

pub(crate) use measure::{Paradigm, ParadigmNumber, verdicts_with_belief};
pub(crate) use sets::{ItemSet, SetFacts};

use crate::{Library, LoadState, RunEntry};
use measure::numbers;
use peirast_record::is_simulated;
use std::collections::{BTreeMap, BTreeSet};

/// The table of all runs that were read.
#[derive(Debug, Default)]
pub(crate) struct Leaderboard {
    /// The columns: paradigms in their order, and the sets of each.
    pub(crate) columns: Vec<ItemSet>,
    /// The models, in the order in which they are shown.
    pub(crate) rows: Vec<ModelRow>,
    /// The column by which rows are sorted; `None` sorts them by name.
    pub(crate) sorted_by: Option<usize>,
    /// Runs that have no number, with the reason.
    pub(crate) left_out: Vec<(String, String)>,
    /// Names of the runs whose answers were not read yet.
    pub(crate) unread: Vec<String>,
}

/// The numbers of a model.
#[derive(Debug)]
pub(crate) struct ModelRow {
    pub(crate) model: String,
    pub(crate) is_simulated: bool,
    /// For each column, the numbers of the runs in it, in the order of the runs.
    pub(crate) cells: Vec<Vec<LeaderboardCell>>,
}

/// The number of a model in one run.
#[derive(Clone, Debug)]
pub(crate) struct LeaderboardCell {
    pub(crate) run: String,
    pub(crate) number: ParadigmNumber,
}

impl Leaderboard {
    /// Makes the table of all runs of a library. `sort` is the id of a column, or `model`.
    pub(crate) fn new(library: &Library, sort: Option<&str>) -> Self {
        let mut board = Self::default();
        let mut found: BTreeMap<SetFacts, Vec<LeaderboardCell>> = BTreeMap::new();
        for entry in &library.runs {
            board.add(entry, &mut found);
        }
        let models: BTreeSet<(bool, String)> = found
            .values()
            .flatten()
            .map(|cell| (is_simulated(&cell.number.model), cell.number.model.clone()))
            .collect();
        let ordered = sets::ordered(found);
        let row = |(is_simulated, model): (bool, String)| ModelRow {
            cells: ordered.iter().map(|(_, cells)| of_model(cells, &model)).collect(),
            model,
            is_simulated,
        };
        board.rows = models.into_iter().map(row).collect();
        board.columns = ordered.into_iter().map(|(set, _)| set).collect();
        board.sorted_by = match sort {
            Some("model") => None,
            Some(id) => board.columns.iter().position(|set| set.id() == id).or(board.fullest()),
            None => board.fullest(),
        };
        board.sort();
        board
    }

    fn add(&mut self, entry: &RunEntry, found: &mut BTreeMap<SetFacts, Vec<LeaderboardCell>>) {
        let run = match &entry.answers {
            LoadState::Loaded(run) => run,
            LoadState::Failed(why) => {
                self.left_out.push((entry.id.clone(), format!("it cannot be read: {why}")));
                return;
            }
            LoadState::NotLoaded | LoadState::Loading => {
                self.unread.push(entry.id.clone());
                return;
            }
        };
        let numbers = numbers(run);
        if numbers.is_empty() {
            let why = match run.responses() {
                0 => "it has no answers yet",
                _ => {
                    "it has no pair of a confirmatory hypothesis about token bias or predicted fallacies, and no measure \
                     of syllogisms, of conclusions or of problems of your own"
                }
            };
            self.left_out.push((entry.id.clone(), why.to_owned()));
        }
        for number in numbers {
            let facts = SetFacts::new(run, &number);
            found.entry(facts).or_default().push(LeaderboardCell { run: entry.id.clone(), number });
        }
    }

    /// Returns true if a model gives one answer nearly always.
    pub(crate) fn has_warnings(&self) -> bool {
        let mut cells = self.rows.iter().flat_map(|row| row.cells.iter().flatten());
        cells.any(|cell| cell.number.warning.is_some())
    }

    /// Returns the columns in the order in which they are shown, with their indices: the column by which rows
    /// are sorted comes first.
    pub(crate) fn columns_shown(&self) -> impl Iterator<Item = (usize, &ItemSet)> {
        let is_first = |at: &usize| self.sorted_by == Some(*at);
        let mut order: Vec<usize> = (0..self.columns.len()).collect();
        order.sort_by_key(|at| !is_first(at));
        order.into_iter().filter_map(move |at| Some((at, self.columns.get(at)?)))
    }

    /// Returns the column with the most models; the first one of several.
    fn fullest(&self) -> Option<usize> {
        let models = |at: usize| self.rows.iter().filter(|row| !row.cell(at).is_empty()).count();
        (0..self.columns.len()).max_by_key(|at| (models(*at), std::cmp::Reverse(*at)))
    }

    /// Sorts the rows: language models before simulated ones; models with a complete run before others,
    /// and after these the models that give one answer nearly always, whose numbers are no sign of
    /// reasoning; then by the first number of the column, then by name.
    fn sort(&mut self) {
        let Some(at) = self.sorted_by else { return };
        let paradigm = self.columns.get(at).map(|set| set.facts.paradigm);
        let Some(paradigm) = paradigm else { return };
        let place = |row: &ModelRow| match row.cell(at).first() {
            None => (3, 0.0),
            Some(cell) => (cell.number.place(), paradigm.rank(cell.number.value)),
        };
        self.rows.sort_by(|one, other| {
            let ((one_kind, one_rank), (other_kind, other_rank)) = (place(one), place(other));
            (one.is_simulated, one_kind)
                .cmp(&(other.is_simulated, other_kind))
                .then(one_rank.total_cmp(&other_rank))
                .then_with(|| one.model.cmp(&other.model))
        });
    }
}

impl ModelRow {
    /// Returns the numbers of the model in a column.
    pub(crate) fn cell(&self, column: usize) -> &[LeaderboardCell] {
        self.cells.get(column).map_or(&[], Vec::as_slice)
    }
}

fn of_model(cells: &[LeaderboardCell], model: &str) -> Vec<LeaderboardCell> {
    cells.iter().filter(|cell| cell.number.model == model).cloned().collect()
}
