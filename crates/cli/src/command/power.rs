//! `peirast power`.

use super::stats::print_one;
use crate::args::PowerArgs;
use crate::console;
use anyhow::{Context as _, Result};
use peirast_calc::mcnemar_power;
use peirast_report::power_curve;
use std::process::ExitCode;

/// Power of McNemar's test, the pairs that a power needs, or the effect that would be found.
pub fn power(args: &PowerArgs) -> Result<ExitCode> {
    let answer = mcnemar_power(&args.clone().into())?;
    if let (Some(file), Some((points, settings))) = (&args.svg, &answer.curve) {
        let note =
            format!("peirast {}: power of McNemar's test, {settings}.", env!("CARGO_PKG_VERSION"));
        std::fs::write(file, power_curve(points, &note)?)
            .with_context(|| format!("writing {}", file.display()))?;
        console::note(&format!("wrote {}", file.display()));
    }
    print_one(answer.printout, args.json)
}
