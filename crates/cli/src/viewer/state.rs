//! What the viewer knows, and how it learns more.

use super::shelves::{Place, about};
use futures::future::join_all;
use peirast_view::{Guard, Library, Material, Opened, Reply, Request, Response, Shelf, respond};

/// The runs that are shown, and who may see them.
pub struct Viewer {
    guard: Guard,
    places: Vec<Place>,
}

impl Viewer {
    /// A viewer of these runs.
    pub fn new(places: Vec<Place>, guard: Guard) -> Self {
        Self { guard, places }
    }

    /// The answer to a request.
    pub async fn answer(&self, request: &Request) -> Response {
        if let Err(refusal) = self.guard.check(request) {
            return *refusal;
        }
        let library = self.library().await;
        match respond(&library, request, &Material::default()) {
            Reply::Page(page) => page,
            Reply::Wants(wanted) => Response::failure(&format!("not to be had: {wanted:?}")),
        }
    }

    async fn library(&self) -> Library {
        let shelf = async |place: &Place| Shelf {
            id: place.id.clone(),
            dir: place.dir.display().to_string(),
            about: about(&place.dir).await.map_err(|error| format!("{error:#}")),
            opened: Opened::Not,
        };
        Library { shelves: join_all(self.places.iter().map(shelf)).await }
    }
}
