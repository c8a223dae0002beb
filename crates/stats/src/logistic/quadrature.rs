//! Integrals over a normal intercept, by adaptive Gauss-Hermite quadrature.

use crate::matrix::dot;

/// The points are placed for each group around the peak of its integrand. The usual programs offer
/// 25 points at most: for groups of 20 right answers and a standard deviation of 3.5, these leave
/// an error of 3e-5 in the log likelihood and of 5e-4 in coefficients; 75 points leave 2e-8.
const POINTS: usize = 75;

/// Length of a step, in widths of the integrand, at which the search for its peak ends.
const NEAR: f64 = 1e-8;

/// Returns the points of the Gauss-Hermite rule, and their weights times e to the squared point.
///
/// The points are the roots of the Hermite function of this order, which lie between its changes of
/// sign.
/// Source: Abramowitz & Stegun (1964), *Handbook of Mathematical Functions*, 25.4.46.
pub(super) fn rule() -> Vec<(f64, f64)> {
    const STEP: f64 = 1.0 / 64.0;
    let at = |k: i32| f64::from(k) * STEP + STEP / 2.0;
    let edge = ((2 * POINTS + 1) as f64).sqrt();
    let last = (edge / STEP) as i32 + 1;
    (-last..last)
        .filter(|k| hermite(at(*k)).1 * hermite(at(k + 1)).1 < 0.0)
        .map(|k| {
            let root = between(at(k), at(k + 1));
            (root, 1.0 / (POINTS as f64 * hermite(root).0.powi(2)))
        })
        .collect()
}

/// The Hermite functions of the order before the last, and of the last.
fn hermite(x: f64) -> (f64, f64) {
    let (mut before, mut here) = (0.0, std::f64::consts::PI.powf(-0.25) * (-x * x / 2.0).exp());
    for k in 0..POINTS {
        let order = k as f64 + 1.0;
        let next = x * (2.0 / order).sqrt() * here - (k as f64 / order).sqrt() * before;
        (before, here) = (here, next);
    }
    (before, here)
}

fn between(mut low: f64, mut high: f64) -> f64 {
    let rising = hermite(high).1 > 0.0;
    for _ in 0..60 {
        let middle = f64::midpoint(low, high);
        if (hermite(middle).1 > 0.0) == rising {
            high = middle;
        } else {
            low = middle;
        }
    }
    f64::midpoint(low, high)
}

/// The answers of one group: predictors row by row, and 1 or -1 for right and wrong.
#[derive(Debug, Clone)]
pub(super) struct Group {
    pub(super) rows: Vec<f64>,
    pub(super) signs: Vec<f64>,
}

/// The information of a group about the coefficients and, last, the standard deviation.
#[derive(Debug, Clone)]
pub(super) struct Said {
    pub(super) log_likelihood: f64,
    pub(super) gradient: Vec<f64>,
    /// The observed information, row by row. Source: Louis (1982), *JRSS B* 44:226.
    pub(super) information: Vec<f64>,
    /// The information for a known intercept of the group, which is always positive.
    pub(super) complete: Vec<f64>,
}

/// One point of the rule: the intercept, in standard deviations, with its weight in the integral.
struct Point {
    intercept: f64,
    share: f64,
}

impl Group {
    pub(super) fn linear(&self, coefficients: &[f64]) -> Vec<f64> {
        self.rows.chunks(coefficients.len()).map(|row| dot(row, coefficients)).collect()
    }

    /// Returns the logarithm of the likelihood, integrated over the intercept.
    pub(super) fn log_likelihood(&self, coefficients: &[f64], sd: f64, rule: &[(f64, f64)]) -> f64 {
        self.points(&self.linear(coefficients), sd, rule).1
    }

    /// The likelihood with its derivatives.
    pub(super) fn said(&self, coefficients: &[f64], sd: f64, rule: &[(f64, f64)]) -> Said {
        let linear = self.linear(coefficients);
        let (points, log_likelihood) = self.points(&linear, sd, rule);
        let width = coefficients.len();
        let gradients: Vec<Vec<f64>> =
            points.iter().map(|point| self.gradient(&linear, sd, point.intercept, width)).collect();
        let gradient: Vec<f64> = (0..=width)
            .map(|k| points.iter().zip(&gradients).map(|(point, one)| point.share * one[k]).sum())
            .collect();
        let complete = self.complete(&linear, sd, &points, width);
        let spread = |i: usize, j: usize| -> f64 {
            let term = |(point, one): (&Point, &Vec<f64>)| {
                point.share * (one[i] - gradient[i]) * (one[j] - gradient[j])
            };
            points.iter().zip(&gradients).map(term).sum()
        };
        let size = width + 1;
        let information =
            (0..size * size).map(|at| complete[at] - spread(at / size, at % size)).collect();
        Said { log_likelihood, gradient, information, complete }
    }

    /// Returns the points of the rule placed at the integrand, and the logarithm of the integral.
    fn points(&self, linear: &[f64], sd: f64, rule: &[(f64, f64)]) -> (Vec<Point>, f64) {
        let (mode, width) = self.mode(linear, sd);
        let place = |x: f64| mode + std::f64::consts::SQRT_2 * width * x;
        let heights: Vec<f64> = rule
            .iter()
            .map(|(x, weight)| weight.ln() + self.height(linear, sd, place(*x)))
            .collect();
        let highest = heights.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let total: f64 = heights.iter().map(|height| (height - highest).exp()).sum();
        let points = rule
            .iter()
            .zip(&heights)
            .map(|((x, _), height)| Point {
                intercept: place(*x),
                share: (height - highest).exp() / total,
            })
            .collect();
        let root_pi = std::f64::consts::PI.sqrt();
        (points, highest + (total * width / root_pi).ln())
    }

    /// Returns the logarithm of the integrand, up to a constant.
    fn height(&self, linear: &[f64], sd: f64, intercept: f64) -> f64 {
        let term = |(x, sign): (&f64, &f64)| {
            let gain = sign * (x + sd * intercept);
            gain.min(0.0) - (-gain.abs()).exp().ln_1p()
        };
        linear.iter().zip(&self.signs).map(term).sum::<f64>() - intercept * intercept / 2.0
    }

    /// Returns the maximum of the integrand, and its standard deviation if it were normal: Newton's
    /// method on a function that is concave.
    fn mode(&self, linear: &[f64], sd: f64) -> (f64, f64) {
        let (mut place, mut width) = (0.0, 1.0);
        for _ in 0..100 {
            let (mut slope, mut bend) = (-place, 1.0);
            for (x, sign) in linear.iter().zip(&self.signs) {
                let right = chance(x + sd * place);
                slope += sd * (if *sign > 0.0 { 1.0 - right } else { -right });
                bend += sd * sd * right * (1.0 - right);
            }
            width = bend.sqrt().recip();
            let mut step = slope / bend;
            let from = self.height(linear, sd, place);
            let lost =
                |step: f64| self.height(linear, sd, place + step) < from - 1e-12 * from.abs();
            // If the curve is almost straight, a whole step is too long.
            while step.abs() > NEAR * width && lost(step) {
                step /= 2.0;
            }
            place += step;
            if step.abs() <= NEAR * width {
                break;
            }
        }
        (place, width)
    }

    /// Returns the gradient of the log likelihood for this intercept.
    fn gradient(&self, linear: &[f64], sd: f64, intercept: f64, width: usize) -> Vec<f64> {
        let mut sums = vec![0.0; width + 1];
        for ((x, sign), row) in linear.iter().zip(&self.signs).zip(self.rows.chunks(width)) {
            let right = chance(x + sd * intercept);
            let residual = if *sign > 0.0 { 1.0 - right } else { -right };
            sums.iter_mut().zip(row).for_each(|(sum, x)| *sum += residual * x);
            sums[width] += residual * intercept;
        }
        sums
    }

    /// The information for known intercepts, averaged over them.
    fn complete(&self, linear: &[f64], sd: f64, points: &[Point], width: usize) -> Vec<f64> {
        let size = width + 1;
        let mut sums = vec![0.0; size * size];
        for (x, row) in linear.iter().zip(self.rows.chunks(width)) {
            let (mut plain, mut once, mut twice) = (0.0, 0.0, 0.0);
            for point in points {
                let right = chance(x + sd * point.intercept);
                let weight = point.share * right * (1.0 - right);
                plain += weight;
                once += weight * point.intercept;
                twice += weight * point.intercept * point.intercept;
            }
            for i in 0..width {
                (0..width).for_each(|j| sums[i * size + j] += plain * row[i] * row[j]);
                sums[i * size + width] += once * row[i];
                sums[width * size + i] += once * row[i];
            }
            sums[size * size - 1] += twice;
        }
        sums
    }
}

/// The probability of a right answer, 1/(1 + e^-x).
fn chance(x: f64) -> f64 {
    if x > 0.0 {
        1.0 / (1.0 + (-x).exp())
    } else {
        let small = x.exp();
        small / (1.0 + small)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rule_integrates_powers() {
        let rule = rule();
        assert_eq!(rule.len(), POINTS);
        // Integrals of x^k e^(-x^2): gamma of (k + 1)/2 for even k.
        for k in [0, 1, 2, 4, 10, 98] {
            let sum: f64 = rule.iter().map(|(x, w)| w * (-x * x).exp() * x.powi(k)).sum();
            let want = if k % 2 == 1 {
                0.0
            } else {
                crate::dist::ln_gamma((f64::from(k) + 1.0) / 2.0).exp()
            };
            assert!((sum - want).abs() <= 1e-12 * want.max(1.0), "{k} {sum} {want}");
        }
    }

    #[test]
    fn derivatives_are_those_of_the_likelihood() {
        let group = Group {
            rows: vec![1.0, 0.3, 1.0, -0.8, 1.0, 1.7, 1.0, 0.1],
            signs: vec![1.0, -1.0, 1.0, 1.0],
        };
        let rule = rule();
        let at = |theta: &[f64]| group.said(&theta[..2], theta[2], &rule);
        let theta = [0.4, -0.2, 1.3];
        let said = at(&theta);
        for k in 0..3 {
            let moved = |by: f64| {
                let mut theta = theta;
                theta[k] += by;
                at(&theta)
            };
            let (up, down) = (moved(1e-5), moved(-1e-5));
            let slope = (up.log_likelihood - down.log_likelihood) / 2e-5;
            assert!((slope - said.gradient[k]).abs() < 1e-8, "{k} {slope} {said:?}");
            for j in 0..3 {
                let bend = (up.gradient[j] - down.gradient[j]) / 2e-5;
                assert!((bend + said.information[k * 3 + j]).abs() < 1e-7, "{k} {j} {bend}");
            }
        }
    }
}
