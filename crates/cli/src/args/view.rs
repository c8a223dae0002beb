//! Arguments of `peirast view`.

use clap::Args;
use std::net::IpAddr;
use std::path::PathBuf;

/// Arguments of `view`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  peirast view                          every run under runs/
  peirast view runs/token-bias --open   one run, in the browser
  peirast view --bind 0.0.0.0 --name lab.example

The server listens to this machine alone unless --bind says otherwise, and then asks for a token,
which stands in the address that is printed. It only shows: nothing can be changed through it.
What it sends is not encrypted: on a network that you do not trust, leave it bound to this
machine, and reach it by `ssh -L 7878:localhost:7878 HOST`. Interrupt it to end it.")]
pub struct ViewArgs {
    /// Run directories, or directories of such; `runs` unless given.
    pub dirs: Vec<PathBuf>,
    /// The port; 7878, or a free one where that is taken, unless given. 0 is a free one.
    #[arg(long, value_name = "PORT")]
    pub port: Option<u16>,
    /// The address to listen to.
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1")]
    pub bind: IpAddr,
    /// A name by which others reach this machine; can be given several times.
    #[arg(long = "name", value_name = "NAME")]
    pub names: Vec<String>,
    /// Open it in the browser.
    #[arg(long)]
    pub open: bool,
    /// The address as JSON, on a line of its own.
    #[arg(long)]
    pub json: bool,
}
