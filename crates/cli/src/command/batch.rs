//! `peirast batch`: many questions at once, through a provider's batches or files for an engine.

mod arrived;
mod collect;
mod counts;
mod export;
mod guard;
mod import;
mod lane;
mod one;
mod status;
mod stored;
mod submit;

pub(super) use guard::{check_free, under_way};

use crate::args::{BatchAction, BatchesArgs};
use anyhow::Result;
use std::process::ExitCode;

/// Does something with batches.
pub fn batch(args: &BatchesArgs) -> Result<ExitCode> {
    match &args.action {
        BatchAction::Export(args) => export::export(args),
        BatchAction::Import(args) => import::import(args),
        BatchAction::Submit(args) => submit::submit(args),
        BatchAction::Status(args) => status::status(args),
        BatchAction::Collect(args) => collect::collect(args),
        BatchAction::Cancel(args) => one::cancel(args),
        BatchAction::Adopt(args) => one::adopt(args),
        BatchAction::Forget(args) => one::forget(args),
    }
}
