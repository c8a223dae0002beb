//! The viewer's server: pages are made by `peirast_view`; here is what they need of the world.

mod fetch;
mod opening;
mod regrading;
mod server;
mod shelves;
mod state;
mod thought;

pub use server::{Interrupt, serve};
pub use shelves::Shelves;
pub use state::Viewer;
