//! The viewer's server: pages are made by `peirast_view`; here is what they need of the world.

mod server;
mod shelves;
mod state;

pub use server::serve;
pub use shelves::found;
pub use state::Viewer;
