//! The likelihood of the right members of a stratum, given their number.

/// The logarithm of the likelihood of one stratum, with its gradient and its information (the
/// covariance of the gradient, row by row).
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Choice {
    pub(super) log_likelihood: f64,
    pub(super) gradient: Vec<f64>,
    pub(super) information: Vec<f64>,
}

/// Probabilities below e to the minus this are replaced by it: they are too small to change a sum.
const FAINT: f64 = 600.0;

impl Choice {
    /// Computes it for a stratum whose first `right` members were right, with the `linear`
    /// predictor of each member, and `rows` of `width` predictors one after another (`width` 0 if
    /// no gradient is needed).
    ///
    /// Given the number of right members, the set of right members has the probability of a sample
    /// from a population without replacement: e to the sum of their linear predictors, over the sum
    /// of the same expression for all sets of this size. The smaller of the sets of right and wrong
    /// members is used.
    pub(super) fn new(rows: &[f64], width: usize, linear: &[f64], right: usize) -> Self {
        let size = linear.len();
        let (sign, chosen) = if 2 * right <= size { (1.0, 0..right) } else { (-1.0, right..size) };
        let mut sums = Sums::new(chosen.len(), width);
        let largest = linear.iter().fold(f64::NEG_INFINITY, |most, x| most.max(sign * x));
        for (i, value) in linear.iter().enumerate() {
            let odds = (sign * value - largest).max(-FAINT).exp();
            sums.join(odds, &rows[i * width..(i + 1) * width], sign, size - chosen.len());
        }
        let top = linear[chosen.clone()].iter().map(|x| sign * x - largest).sum::<f64>();
        let (mean, information) = sums.last();
        let gradient = (0..width)
            .map(|k| chosen.clone().map(|i| sign * rows[i * width + k]).sum::<f64>() - mean[k])
            .collect();
        Self { log_likelihood: top - sums.log_total, gradient, information: information.to_vec() }
    }
}

/// Sums over all choices of 0, 1, 2 ... of the members added so far.
///
/// The sums themselves overflow. The state therefore consists of the ratios of neighbouring sums,
/// and the mean and covariance of the sum of predictors of a choice drawn with its probability.
/// They are updated with additions, products and quotients of positive numbers only, so no digits
/// cancel. Source: Howard (1972), in the discussion of Cox, *JRSS B* 34:187; Gail, Lubin &
/// Rubinstein (1981), *Biometrika* 68:703.
struct Sums {
    /// The sum over choices of j over the sum over choices of j - 1; infinite for j = 0.
    ratios: Vec<f64>,
    /// Mean and covariance for each j, one after another.
    moments: Vec<f64>,
    width: usize,
    joined: usize,
    /// The logarithm of the sum over choices of the required size.
    log_total: f64,
}

impl Sums {
    fn new(chosen: usize, width: usize) -> Self {
        let mut ratios = vec![0.0; chosen + 1];
        ratios[0] = f64::INFINITY;
        let moments = vec![0.0; (chosen + 1) * (width + width * width)];
        Self { ratios, moments, width, joined: 0, log_total: 0.0 }
    }

    /// Adds one more member; `spared` is the number of members that will not be chosen in the end.
    fn join(&mut self, odds: f64, row: &[f64], sign: f64, spared: usize) {
        self.joined += 1;
        let most = self.joined.min(self.ratios.len() - 1);
        // With fewer chosen members than this, too few are left to choose from.
        let least = self.joined.saturating_sub(spared);
        if (1..self.ratios.len()).contains(&least) {
            self.log_total += (self.ratios[least] + odds).ln();
        }
        for j in (least.max(1)..=most).rev() {
            let whole = self.ratios[j] + odds;
            self.mix(j, odds / whole, self.ratios[j] / whole, row, sign);
            self.ratios[j] = whole / (1.0 + odds / self.ratios[j - 1]);
        }
    }

    /// Choices of j are those without the new member and choices of j - 1 with it.
    fn mix(&mut self, j: usize, with: f64, without: f64, row: &[f64], sign: f64) {
        let width = self.width;
        let cell = width + width * width;
        let (before, here) = self.moments.split_at_mut(j * cell);
        let (mean_before, spread_before) = before[(j - 1) * cell..].split_at(width);
        let (mean, spread) = here[..cell].split_at_mut(width);
        for a in 0..width {
            let gap = mean_before[a] + sign * row[a] - mean[a];
            for b in 0..=a {
                let other = mean_before[b] + sign * row[b] - mean[b];
                let at = a * width + b;
                spread[at] =
                    without * spread[at] + with * spread_before[at] + with * without * gap * other;
                spread[b * width + a] = spread[at];
            }
        }
        for a in 0..width {
            mean[a] += with * (mean_before[a] + sign * row[a] - mean[a]);
        }
    }

    fn last(&self) -> (&[f64], &[f64]) {
        let cell = self.width + self.width * self.width;
        self.moments[(self.ratios.len() - 1) * cell..].split_at(self.width)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Lists every choice.
    fn enumerated(x: &[f64], right: usize) -> (f64, f64, f64) {
        let (mut total, mut first, mut second) = (0.0, 0.0, 0.0);
        for choice in 0..1_u32 << x.len() {
            if choice.count_ones() as usize == right {
                let sum: f64 = (0..x.len()).filter(|i| choice >> i & 1 == 1).map(|i| x[i]).sum();
                total += sum.exp();
                first += sum * sum.exp();
                second += sum * sum * sum.exp();
            }
        }
        let mean = first / total;
        let top: f64 = x[..right].iter().sum();
        (top - total.ln(), top - mean, second / total - mean * mean)
    }

    #[test]
    fn every_choice_counts() {
        let x = [0.3, -1.2, 2.0, 0.7, 0.0, -0.4, 1.1];
        for right in 1..x.len() {
            let got = Choice::new(&x, 1, &x, right);
            let want = enumerated(&x, right);
            assert!((got.log_likelihood - want.0).abs() < 1e-12, "{right} {got:?} {want:?}");
            assert!((got.gradient[0] - want.1).abs() < 1e-12, "{right} {got:?} {want:?}");
            assert!((got.information[0] - want.2).abs() < 1e-12, "{right} {got:?} {want:?}");
        }
    }

    #[test]
    fn thousands_of_members_do_not_overflow() {
        let size = 4000_usize;
        let equal = Choice::new(&[], 0, &vec![700.0; size], size / 2);
        let factorial = crate::dist::ln_gamma;
        let want = 2.0 * factorial(size as f64 / 2.0 + 1.0) - factorial(size as f64 + 1.0);
        assert!((equal.log_likelihood / want - 1.0).abs() < 1e-12, "{equal:?} {want}");
        let far: Vec<f64> = (0..size).map(|i| if i < size / 2 { 900.0 } else { -900.0 }).collect();
        assert!(Choice::new(&[], 0, &far, size / 2).log_likelihood.abs() < 1e-11);
    }
}
