//! Writes one figure of each kind as SVG, PDF and PNG: `cargo run -p peirast-print --example samples
//! -- DIR`.

#[path = "../../figure/tests/it/made_up.rs"]
mod made_up;

use made_up::examples;
use peirast_figure::{Sheet, Width};
use std::error::Error;
use std::fs::{create_dir_all, write};
use std::path::PathBuf;

fn main() -> Result<(), Box<dyn Error>> {
    let dir = PathBuf::from(std::env::args().nth(1).unwrap_or("figures".to_owned()));
    create_dir_all(&dir)?;
    for figure in examples() {
        for (width, ending) in [(Width::Double, ""), (Width::Single, "-single")] {
            let svg = figure.svg(&Sheet { width, has_caption: true })?;
            let path = |format: &str| dir.join(format!("{}{ending}.{format}", figure.stem()));
            write(path("svg"), &svg)?;
            write(path("pdf"), peirast_print::pdf(&svg)?)?;
            write(path("png"), peirast_print::png(&svg, 150)?)?;
        }
    }
    Ok(())
}
