//! An exponentially weighted moving average.

/// The exponentially weighted mean of the values seen so far. The latest value has weight `1 /
/// PARTS`.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct MovingAverage<const PARTS: u32>(Option<f64>);

impl<const PARTS: u32> MovingAverage<PARTS> {
    /// Adds the latest value.
    pub(crate) fn add(&mut self, latest: f64) {
        let update = |mean: f64| mean + (latest - mean) / f64::from(PARTS);
        self.0 = Some(self.0.map_or(latest, update));
    }

    /// The average; `None` before the first value.
    pub(crate) fn get(self) -> Option<f64> {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_value_counts_fully_and_later_ones_in_part() {
        let mut average = MovingAverage::<4>::default();
        assert_eq!(average.get(), None);
        average.add(8.0);
        assert_eq!(average.get(), Some(8.0));
        average.add(0.0);
        assert_eq!(average.get(), Some(6.0));
    }
}
