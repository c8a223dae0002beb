//! The laws of the algebra of views, over random views.

mod answers;
mod history;
mod negation;
mod order;
mod product;
mod relations;
mod renaming;
mod sum;
mod well_formed;
