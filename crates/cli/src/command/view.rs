//! `peirast view`: runs in the browser.

use super::runtime;
use crate::args::ViewArgs;
use crate::console;
use crate::run_loader::StoreLoader;
use anyhow::{Context as _, Result};
use futures::FutureExt as _;
use futures::future::BoxFuture;
use futures::poll;
use peirast_serve::{Binding, RunDirectories, Viewer};
use std::io;
use std::process::{Command, ExitCode, Stdio};
use std::task::Poll;

/// Serves the pages of runs until it is interrupted.
pub fn view(args: &ViewArgs) -> Result<ExitCode> {
    let directories = RunDirectories::new(&args.dirs)?;
    let runtime = runtime()?;
    let ended = runtime.block_on(async {
        let binding = Binding::new(args.bind, args.port).await?;
        let interrupt = interrupt().await;
        let url = binding.url();
        announce(args, &url, directories.list().len())?;
        if args.open {
            open(&url);
        }
        let viewer = Viewer::new(directories, StoreLoader, binding.guard(&args.names));
        binding.serve(viewer, interrupt).await.context("cannot listen for interrupts")
    });
    // Pages that are still being worked out are abandoned.
    runtime.shutdown_background();
    ended?;
    Ok(ExitCode::SUCCESS)
}

/// The interrupt that ends the viewer. It listens from now on, because whoever reads the address may
/// interrupt at once.
async fn interrupt() -> BoxFuture<'static, io::Result<()>> {
    let mut interrupt = tokio::signal::ctrl_c().boxed();
    // The first poll registers the handler.
    match poll!(interrupt.as_mut()) {
        Poll::Ready(done) => std::future::ready(done).boxed(),
        Poll::Pending => interrupt,
    }
}

fn announce(args: &ViewArgs, url: &str, runs: usize) -> Result<()> {
    let line = match args.json {
        true => format!("{}\n", serde_json::json!({ "url": url, "runs": runs })),
        false => format!("{url}\n"),
    };
    console::result(&line)?;
    console::note(&format!(
        "showing {runs} run{}; interrupt to end",
        if runs == 1 { "" } else { "s" }
    ));
    Ok(())
}

/// Opens a page in the browser by the program of the system for that.
fn open(url: &str) {
    let program = match () {
        () if cfg!(target_os = "macos") => "open",
        () if cfg!(windows) => "explorer",
        () => "xdg-open",
    };
    let mut command = Command::new(program);
    command.arg(url).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    if command.spawn().is_err() {
        console::note(&format!("there is no `{program}` here: open {url} in a browser"));
    }
}
