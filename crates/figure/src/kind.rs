//! The kinds of figures, a file each.

mod box_plot;
mod butterfly;
mod consistency;
mod differences;
mod evidence;
mod forest;
mod heat_map;
mod p_values;
mod paired_bars;
mod people;
mod power;
mod premise_order;
mod ranking;
mod scatter;
mod validity_belief;
mod variant_correlations;
mod venn;

pub use box_plot::{BoxPlot, BoxRow};
pub use butterfly::{Butterfly, Wings};
pub use consistency::{Consistency, ConsistencyRow};
pub use differences::{DifferenceRow, Differences};
pub use evidence::{EvidencePath, EvidencePaths};
pub use forest::{Forest, ForestRow};
pub use heat_map::{HeatCell, HeatMap, HeatRow};
pub use p_values::{PValue, PValues};
pub use paired_bars::{PairedBar, PairedBars, PairedPanel};
pub use people::{FormRates, People};
pub use power::{PowerCurve, PowerCurves};
pub use premise_order::{OrderRow, PremiseOrder};
pub use ranking::{Ranked, Ranking};
pub use scatter::Scatter;
pub use validity_belief::ValidityBelief;
pub use variant_correlations::{VariantCorrelation, VariantCorrelations};
pub use venn::{Region, Venn};

use crate::FigureError;
use crate::kit::canvas::Canvas;

/// The methods of every kind of figure.
pub(crate) trait Kind {
    /// Checks that the data can be shown as they are.
    fn check(&self) -> Result<(), FigureError>;

    /// Draws checked data from where the canvas is, and moves the canvas below.
    fn draw(&self, canvas: &mut Canvas) -> Result<(), FigureError>;

    /// The content of the figure in a sentence, for readers who do not see it.
    fn says(&self) -> String;
}
