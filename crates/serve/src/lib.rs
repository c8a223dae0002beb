//! Server of the pages of runs.
//!
//! [`peirast_view`] makes pages from data. This crate finds run directories, loads runs in the
//! background, and answers browsers over HTTP. A [`RunLoader`] reads the stores of runs, so that this
//! crate depends on no store.
//!
//! ```no_run
//! # use peirast_serve::{Binding, RunDirectories, RunLoader, Viewer};
//! # async fn example(loader: impl RunLoader) -> Result<(), Box<dyn std::error::Error>> {
//! let binding = Binding::new([127, 0, 0, 1].into(), None).await?;
//! println!("{}", binding.url());
//! let viewer = Viewer::new(RunDirectories::new(&[])?, loader, binding.guard(&[]));
//! binding.serve(viewer, tokio::signal::ctrl_c()).await?;
//! # Ok(())
//! # }
//! ```

mod binding;
mod directories;
mod http;
mod loader;
mod preview;
mod reasoning;
mod search;
mod tracked;
mod viewer;

pub use binding::{Binding, BindingError};
pub use directories::{NoRun, RunDirectories, RunDirectory, last_change};
pub use loader::RunLoader;
pub use search::{MAX_TERM, TextSearch};
pub use viewer::Viewer;

use std::sync::{Mutex, MutexGuard, PoisonError};

/// Returns the guarded value. It is valid even if a thread that held the lock panicked.
fn locked<T>(lock: &Mutex<T>) -> MutexGuard<'_, T> {
    lock.lock().unwrap_or_else(PoisonError::into_inner)
}
