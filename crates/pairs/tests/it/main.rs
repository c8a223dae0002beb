//! Integration tests of `peirast-pairs`, in one program: a module for each subject.
#![allow(clippy::expect_used, clippy::panic, reason = "helpers of tests fail as tests do")]

mod items;
mod known_names;
mod marks;
mod per_version;
mod recognised;
mod refused;
mod several_right;
mod shapes;
mod transformation_laws;
mod transformations;
mod warned;

use peirast_pairs::{ItemSet, PairsError, Understood};
use peirast_record::DataPlan;
use peirast_rows::{DataFile, DataFormat};

/// The items of a text.
fn read(text: &str, plan: &DataPlan) -> Result<ItemSet, PairsError> {
    let format = DataFormat::from_beginning(text.as_bytes());
    let file = DataFile::from_bytes(text.as_bytes(), format).expect("a data file");
    ItemSet::read("mine", &file, plan)
}

/// The items of a text with the default plan.
fn plain(text: &str) -> ItemSet {
    read(text, &DataPlan::default()).expect("items")
}

/// Items, versions, task, pairs and clusters.
fn counts(items: &ItemSet) -> (usize, Vec<String>, String, usize, usize) {
    let Understood { items, versions, task, pairs, clusters, .. } = Understood::new(items);
    (items, versions, task, pairs, clusters)
}
