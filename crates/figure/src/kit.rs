//! The drawing kit: the parts of every figure.

pub mod axis;
pub mod canvas;
pub mod hatch;
pub mod legend;
pub mod mark;
pub mod palette;
pub mod plane;
pub mod rows;
pub mod scale;
pub mod text;
mod widths;
