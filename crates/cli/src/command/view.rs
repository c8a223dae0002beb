//! `peirast view`: runs in the browser.

use super::runtime;
use crate::args::ViewArgs;
use crate::viewer::{Interrupt, Shelves, Viewer, serve};
use crate::voice;
use anyhow::{Context as _, Result, anyhow};
use peirast_view::Guard;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::process::{Command, ExitCode, Stdio};
use tokio::net::TcpListener;

/// The port where the viewer is unless it is taken.
const PORT: u16 = 7878;

/// Serves the pages of runs until it is interrupted.
pub fn view(args: &ViewArgs) -> Result<ExitCode> {
    let shelves = Shelves::of(&args.dirs)?;
    let runtime = runtime()?;
    let ended = runtime.block_on(async {
        let listener = listen(args).await?;
        let at = listener.local_addr().context("asking for the own address")?;
        let token = if at.ip().is_loopback() { None } else { Some(token()?) };
        let address = address(at, token.as_deref());
        let interrupt = Interrupt::listen().await;
        say(args, &address, shelves.places().len())?;
        if args.open {
            open(&address);
        }
        let guard = Guard::new(at.ip(), at.port(), &args.names, token);
        serve(listener, Viewer::new(shelves, guard), interrupt).await
    });
    // Premises that are still thought about are nobody's any more.
    runtime.shutdown_background();
    ended?;
    Ok(ExitCode::SUCCESS)
}

async fn listen(args: &ViewArgs) -> Result<TcpListener> {
    let bind = async |port| TcpListener::bind(SocketAddr::new(args.bind, port)).await;
    let bound = match args.port {
        Some(port) => bind(port).await,
        None => match bind(PORT).await {
            Ok(listener) => Ok(listener),
            Err(_) => bind(0).await,
        },
    };
    bound.with_context(|| match args.port {
        Some(port) => {
            format!("cannot listen to {} port {port}: leave --port out for a free one", args.bind)
        }
        None => format!("cannot listen to {}: --bind takes an address of this machine", args.bind),
    })
}

/// What nobody can guess.
fn token() -> Result<String> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).map_err(|e| anyhow!("the system gives no random numbers: {e}"))?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

/// Where a browser of this machine finds the viewer.
fn address(at: SocketAddr, token: Option<&str>) -> String {
    let reached = match at.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => IpAddr::V4(Ipv4Addr::LOCALHOST),
        IpAddr::V6(ip) if ip.is_unspecified() => IpAddr::V6(Ipv6Addr::LOCALHOST),
        ip => ip,
    };
    let token = token.map(|token| format!("?token={token}")).unwrap_or_default();
    format!("http://{}/{token}", SocketAddr::new(reached, at.port()))
}

fn say(args: &ViewArgs, address: &str, runs: usize) -> Result<()> {
    let line = match args.json {
        true => format!("{}\n", serde_json::json!({ "url": address, "runs": runs })),
        false => format!("{address}\n"),
    };
    voice::result(&line)?;
    voice::note(&format!(
        "showing {runs} run{}; interrupt to end",
        if runs == 1 { "" } else { "s" }
    ));
    Ok(())
}

/// Opens a page in the browser, by the system's own program for that.
fn open(address: &str) {
    let program = match () {
        () if cfg!(target_os = "macos") => "open",
        () if cfg!(windows) => "explorer",
        () => "xdg-open",
    };
    let mut command = Command::new(program);
    command.arg(address).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    if command.spawn().is_err() {
        voice::note(&format!("there is no `{program}` here: open {address} in a browser"));
    }
}
