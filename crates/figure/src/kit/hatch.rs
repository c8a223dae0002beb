//! Hatching by plain lines: patterns of SVG need names, which clash if several figures are on one
//! page.

/// The direction of the lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// Upwards to the right.
    Rising,
    /// Downwards to the right.
    Falling,
    /// Level.
    Level,
}

/// From one end to the other.
pub type Segment = ((f64, f64), (f64, f64));

/// The lines of a rectangle (x, y, width, height), `gap` points apart.
pub fn hatch([x, y, width, height]: [f64; 4], direction: Direction, gap: f64) -> Vec<Segment> {
    let mut lines = Vec::new();
    if width < 0.2 || height < 0.2 {
        return lines;
    }
    if direction == Direction::Level {
        let mut at = y + gap / 2.0;
        while at < y + height {
            lines.push(((x, at), (x + width, at)));
            at += gap;
        }
        return lines;
    }
    let step = gap * std::f64::consts::SQRT_2;
    let mut at = step / 2.0;
    while at < width + height {
        // A line on which the distances from two sides add up to `at`, within the other two.
        let first = (at.min(width), (at - width).max(0.0));
        let last = ((at - height).max(0.0), at.min(height));
        let place = |(across, down): (f64, f64)| match direction {
            Direction::Falling => (x + across, y + height - down),
            _ => (x + across, y + down),
        };
        lines.push((place(first), place(last)));
        at += step;
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_stay_within() {
        for direction in [Direction::Rising, Direction::Falling, Direction::Level] {
            let lines = hatch([10.0, 20.0, 7.0, 30.0], direction, 2.0);
            assert!(lines.len() > 10);
            for (x, y) in lines.into_iter().flat_map(|(a, b)| [a, b]) {
                assert!((10.0..=17.0).contains(&x) && (20.0..=50.0).contains(&y), "{x} {y}");
            }
        }
    }
}
