//! How far raters agree beyond chance: Cohen's kappa, Krippendorff's alpha, Gwet's AC1.
//!
//! They differ in what chance is. Kappa takes it from how often each of two raters uses each
//! category, alpha from how often all together do, AC1 from how often a rating is a guess. When
//! nearly all ratings fall into one category, kappa and alpha can be small though raters almost
//! always agree; AC1 is not.

mod ac1;
mod kappa;
mod krippendorff;

pub use ac1::{GwetAc1, gwet_ac1};
pub use kappa::{Kappa, Weights, cohens_kappa, confusion};
pub use krippendorff::{AlphaInterval, Krippendorff, Metric, krippendorff_alpha};
