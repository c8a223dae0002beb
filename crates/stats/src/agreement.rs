//! Agreement of raters beyond chance: Cohen's kappa, Krippendorff's alpha, Gwet's AC1.
//!
//! They differ in their definition of chance agreement. Kappa takes it from the category
//! frequencies of each of two raters, alpha from the frequencies over all raters, AC1 from the
//! probability that a rating is a guess. If nearly all ratings fall into one category, kappa and
//! alpha can be small although raters almost always agree; AC1 is not.

mod ac1;
mod kappa;
mod krippendorff;

pub use ac1::{GwetAc1, gwet_ac1};
pub use kappa::{Kappa, Weights, cohens_kappa, confusion};
pub use krippendorff::{AlphaInterval, Krippendorff, Metric, krippendorff_alpha};
