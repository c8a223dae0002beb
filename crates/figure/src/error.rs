//! The error of data that cannot be drawn, and checks of the data of a figure.

use thiserror::Error;

/// Data that no figure shows as it is.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum FigureError {
    /// Nothing to draw.
    #[error("the figure has no {what}: leave it out, or give it some")]
    Empty {
        /// The missing part, such as `rows`.
        what: &'static str,
    },
    /// More than a reader could tell apart on one sheet.
    #[error("the figure has {count} {what}, and room for {most}: choose some, or a wider sheet")]
    TooMany {
        /// The part with too many elements.
        what: &'static str,
        /// The number of elements.
        count: usize,
        /// The largest number that fits.
        most: usize,
    },
    /// A number outside of what it can be, or none at all.
    #[error("{what} of {of:?} is {value}, and must be {expected}")]
    Value {
        /// The name of the number.
        what: &'static str,
        /// The element that has the number.
        of: String,
        /// The number.
        value: f64,
        /// The condition that the number must meet.
        expected: &'static str,
    },
    /// Parts of the data do not fit each other.
    #[error("{what} of {of:?}: there are {count}, and there must be {expected}")]
    Shape {
        /// The parts that are counted.
        what: &'static str,
        /// The element that has the parts.
        of: String,
        /// The number of parts.
        count: usize,
        /// The required number of parts.
        expected: usize,
    },
    /// A place on the sheet that is no number: a fault of the drawing, not of the data.
    #[error("the drawing has a place that is no number: please report this figure's data")]
    Place,
}

/// Checks that there is at least one of something, and at most `most`.
pub(crate) fn some(what: &'static str, count: usize, most: usize) -> Result<(), FigureError> {
    match count {
        0 => Err(FigureError::Empty { what }),
        count if count > most => Err(FigureError::TooMany { what, count, most }),
        _ => Ok(()),
    }
}

/// Checks that a share is from 0 to 1.
pub(crate) fn share(what: &'static str, of: &str, value: f64) -> Result<(), FigureError> {
    check(what, of, value, "a number from 0 to 1", (0.0..=1.0).contains(&value))
}

/// Checks that a number is finite and small enough to draw.
pub(crate) fn finite(what: &'static str, of: &str, value: f64) -> Result<(), FigureError> {
    // Beyond this, a span between two numbers would overflow.
    check(what, of, value, "a number between -1e300 and 1e300", value.abs() <= 1e300)
}

/// Checks that there are `expected` of something.
pub(crate) fn fits(
    what: &'static str,
    of: &str,
    count: usize,
    expected: usize,
) -> Result<(), FigureError> {
    if count == expected {
        return Ok(());
    }
    Err(FigureError::Shape { what, of: crate::kit::text::clean(of), count, expected })
}

pub(crate) fn check(
    what: &'static str,
    of: &str,
    value: f64,
    expected: &'static str,
    holds: bool,
) -> Result<(), FigureError> {
    let of = crate::kit::text::clean(of);
    if holds { Ok(()) } else { Err(FigureError::Value { what, of, value, expected }) }
}
