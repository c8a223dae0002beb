//! The sheet that a figure is drawn for.

/// The width of a figure in print.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Width {
    /// One column of two: 89 mm.
    Single,
    /// The whole width of a page: 183 mm.
    #[default]
    Double,
}

impl Width {
    /// In millimetres, as most journals have it.
    pub fn millimetres(self) -> f64 {
        match self {
            Self::Single => 89.0,
            Self::Double => 183.0,
        }
    }

    /// In points, of which an inch has 72.
    pub fn points(self) -> f64 {
        self.millimetres() * 72.0 / 25.4
    }
}

/// A sheet to draw on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sheet {
    /// Its width; its height follows from the data.
    pub width: Width,
    /// True if title and caption are drawn. Without them the figure is for a paper, which sets its
    /// own; they are in the title and description of the document all the same.
    pub has_caption: bool,
}

impl Default for Sheet {
    fn default() -> Self {
        Self { width: Width::Double, has_caption: true }
    }
}
