//! From a request to a page.

use crate::assets::asset;
use crate::query::Query;
use crate::{Library, PageData, Reply, Request, Response, Route, page};

/// Returns the page for a request, or the data that the page needs first.
pub fn respond(library: &Library, request: &Request, data: &PageData) -> Reply {
    let query = Query::read(&request.query);
    Reply::Page(match Route::from_path(&request.path) {
        Some(Route::Runs) => page::runs(library),
        Some(Route::Help) => page::help(),
        Some(Route::Health) => Response::plain(200, "ok\n"),
        Some(Route::Asset(path)) => {
            asset(&path).unwrap_or_else(|| page::missing("the viewer has no such file"))
        }
        Some(Route::Run(id, of_run)) => match library.named(&id).as_slice() {
            [entry] => return page::run_page(entry, &of_run, &query, data),
            [] => page::missing(&format!("the viewer has no run “{id}”")),
            several => page::several(several, &of_run, &query),
        },
        Some(Route::Compare) => return page::compare(library, &query),
        Some(Route::ComparedAnswers) => return page::compared_answers(library, &query, data),
        Some(Route::Leaderboard) => return page::leaderboard(library, &query),
        Some(Route::LeaderboardJson) => return page::leaderboard_json(library),
        Some(Route::Play(play)) => page::play_page(&play, &query, &data.allowance),
        None => match without_slash(&request.path) {
            Some(path) => Response::moved(&query.after(&path)),
            None => page::missing("the viewer has no page of this kind"),
        },
    })
}

/// Returns the path of the intended page, if a slash follows it.
fn without_slash(path: &str) -> Option<String> {
    let meant = path.strip_suffix('/').filter(|path| !path.ends_with('/'))?;
    Some(Route::from_path(meant)?.path())
}
