//! A mean that forgets.

/// The mean of what was seen so far, of which the latest makes up one part in `PARTS`.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Mean<const PARTS: u32>(Option<f64>);

impl<const PARTS: u32> Mean<PARTS> {
    /// A mean that begins with this.
    pub(super) fn from(first: f64) -> Self {
        Self(Some(first))
    }

    /// Takes the latest into it.
    pub(super) fn note(&mut self, latest: f64) {
        let of = |mean: f64| mean + (latest - mean) / f64::from(PARTS);
        self.0 = Some(self.0.map_or(latest, of));
    }

    /// The mean, if anything was seen.
    pub(super) fn get(self) -> Option<f64> {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_is_all_of_it_and_the_latest_a_part() {
        let mut mean = Mean::<4>::default();
        assert_eq!(mean.get(), None);
        mean.note(8.0);
        assert_eq!(mean.get(), Some(8.0));
        mean.note(0.0);
        assert_eq!(mean.get(), Some(6.0));
        assert_eq!(mean, Mean::from(6.0));
    }
}
