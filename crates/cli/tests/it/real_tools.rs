//! The programs that read exported files, run on them: Inspect and the lm-evaluation-harness, the
//! validator of Every Eval Ever, pandas and polars, llm-consistency, pdfLaTeX and a lister of fonts, Ray, R; and a
//! small real language model that answers. The packages from PyPI take minutes and gigabytes to
//! install, so these tests run on request:
//!
//! `cargo test --workspace --test it -- --ignored --nocapture real_tools::`
//!
//! They are installed once, below the target directory; `PEIRAST_VENVS` names a directory that
//! already contains the virtual environments `inspect`, `lm_eval`, `eee`, `frames`, `consistency`,
//! `ray` and `served_model`. `pdflatex`, `pdffonts` and `Rscript` are those on the path. If a program is
//! missing, a line says so.

mod compare;
mod consistency;
mod every_eval_ever;
mod frames;
mod harness;
mod inspect;
mod model;
mod packages;
mod papers;
mod program;
mod r;
mod ray;
mod served_model;
