//! From a request to a page.

use crate::assets::asset;
use crate::{Library, Material, Reply, Request, Response, Route, page};

/// The page that a request asks for, or what is wanted before it can be shown.
pub fn respond(library: &Library, request: &Request, _material: &Material) -> Reply {
    let Some(route) = Route::of(&request.path) else { return Reply::Page(page::missing()) };
    Reply::Page(match route {
        Route::Runs => page::runs(library),
        Route::Help => page::help(),
        Route::Health => Response::plain(200, "ok\n"),
        Route::Asset(path) => asset(&path).unwrap_or_else(page::missing),
        Route::Board(id) => match library.shelf(&id) {
            None => page::missing(),
            Some(shelf) => page::board(shelf),
        },
    })
}
