//! Exporters: problems in the layouts of other programs.

pub mod lm_eval;
