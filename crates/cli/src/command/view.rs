//! `peirast view`: shows runs in the browser.

use super::runtime;
use crate::console;
use crate::run_loader::StoreLoader;
use anyhow::{Context as _, Result};
use clap::Args;
use futures::future::BoxFuture;
use futures::{FutureExt as _, poll};
use peirast_serve::{Binding, RunDirectories, Viewer};
use peirast_store::Store;
use std::io;
use std::net::IpAddr;
use std::path::PathBuf;
use std::process::{Command, ExitCode, Stdio};
use std::task::Poll;

/// Arguments of `view`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  peirast view                          every run under runs/
  peirast view runs/token-bias --open   one run, in the browser
  peirast view --bind 0.0.0.0 --name lab.example

By default the server accepts connections only from this machine. With --bind it accepts others, and
requires a token, which is part of the printed address. The viewer is read-only. Its connections are
not encrypted: on an untrusted network, keep the default and connect by
`ssh -L 7878:localhost:7878 HOST`. Press Ctrl-C to stop the server.")]
pub struct ViewArgs {
    /// Run directories, or folders of run directories. Default: `runs`.
    pub dirs: Vec<PathBuf>,
    /// The port. Default: 7878, or a free port if 7878 is taken. 0 chooses a free port.
    #[arg(long, value_name = "PORT")]
    pub port: Option<u16>,
    /// The address to listen on.
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1")]
    pub bind: IpAddr,
    /// A name by which others reach this machine; may be repeated.
    #[arg(long = "name", value_name = "NAME")]
    pub names: Vec<String>,
    /// Open the page in the browser.
    #[arg(long)]
    pub open: bool,
    /// Print the address as JSON, on one line.
    #[arg(long)]
    pub json: bool,
}

/// Serves the pages of runs until interrupted.
pub fn view(args: &ViewArgs) -> Result<ExitCode> {
    for dir in &args.dirs {
        // An address given in place of a directory may contain a password.
        Store::address_of(dir)?;
    }
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
    // Unfinished pages are abandoned.
    runtime.shutdown_background();
    ended?;
    Ok(ExitCode::SUCCESS)
}

/// The interrupt that ends the viewer. It listens from now on, because the reader of the address
/// may interrupt at once.
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
    let runs = peirast_decimals::counted(runs as u64, "run", "runs");
    console::note(&format!("showing {runs}; interrupt to end"));
    Ok(())
}

/// Opens a page in the browser by the system's program.
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
