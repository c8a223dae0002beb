//! One pass over the rows of a logistic regression: a step, and all quantities at its end.

use rayon::prelude::*;

use crate::matrix::{Columns, dot};

/// The result of a pass: the likelihood, and the step that led there.
#[derive(Debug, Clone)]
pub(super) struct Pass {
    pub(super) log_likelihood: f64,
    pub(super) gradient: Vec<f64>,
    pub(super) information: Columns,
    /// Largest change of a row in the step.
    pub(super) longest: f64,
    /// The smallest and the largest change of the step in favour of a row's outcome.
    step: Extremes,
    /// The same values at the end of the step.
    place: Extremes,
}

/// Number of rows processed at once; their sums are added in order.
const BLOCK: usize = 512;

/// Number of blocks from which a second thread is useful.
const MANY: usize = 16;

impl Pass {
    /// Moves each row's linear predictor along a step on the columns, times `length`.
    ///
    /// `signs` are 1 for right and -1 for wrong. Blocks of rows are divided over all cores; they do
    /// not depend on the number of cores.
    pub(super) fn along(
        columns: &[Vec<f64>],
        signs: &[f64],
        linear: &mut [f64],
        step: &[f64],
        length: f64,
    ) -> Self {
        let step: Vec<f64> = step.iter().map(|step| length * step).collect();
        let block = |(place, linear): (usize, &mut [f64])| {
            let rows = place * BLOCK..place * BLOCK + linear.len();
            let columns: Vec<&[f64]> = columns.iter().map(|one| &one[rows.clone()]).collect();
            Self::of_block(&columns, &signs[rows], linear, &step)
        };
        let blocks: Vec<Self> = if linear.len() < MANY * BLOCK {
            linear.chunks_mut(BLOCK).enumerate().map(block).collect()
        } else {
            linear.par_chunks_mut(BLOCK).enumerate().map(block).collect()
        };
        blocks.into_iter().fold(Self::empty(step.len()), Self::and)
    }

    /// The result if every outcome has probability 1/2: the columns being orthonormal, their
    /// information is a quarter of the identity.
    pub(super) fn from_nothing(columns: &[Vec<f64>], signs: &[f64]) -> Self {
        let mut pass = Self::empty(columns.len());
        pass.log_likelihood = signs.len() as f64 * 0.5_f64.ln();
        pass.gradient = columns.iter().map(|column| dot(column, signs) / 2.0).collect();
        (0..columns.len()).for_each(|i| pass.information[i][i] = 0.25);
        pass
    }

    fn empty(width: usize) -> Self {
        Self {
            log_likelihood: 0.0,
            gradient: vec![0.0; width],
            information: vec![vec![0.0; width]; width],
            longest: 0.0,
            step: Extremes::NONE,
            place: Extremes::NONE,
        }
    }

    fn and(mut self, other: Self) -> Self {
        self.log_likelihood += other.log_likelihood;
        add(&mut self.gradient, &other.gradient);
        self.information.iter_mut().zip(&other.information).for_each(|(a, b)| add(a, b));
        self.longest = self.longest.max(other.longest);
        (self.step, self.place) = (self.step.and(other.step), self.place.and(other.place));
        self
    }

    fn of_block(columns: &[&[f64]], signs: &[f64], linear: &mut [f64], step: &[f64]) -> Self {
        let size = linear.len();
        let mut along = [0.0; BLOCK];
        for (column, step) in columns.iter().zip(step) {
            along.iter_mut().zip(*column).for_each(|(along, x)| *along += step * x);
        }
        linear.iter_mut().zip(&along).for_each(|(x, along)| *x += along);
        let (mut slopes, mut weights) = ([0.0; BLOCK], [0.0; BLOCK]);
        // The logarithm of a product of at most 512 numbers up to 2, computed once.
        let (mut lost, mut product) = (0.0, 1.0);
        for (i, (x, sign)) in linear.iter().zip(signs).enumerate() {
            let gain = x * sign;
            let small = (-gain.abs()).exp();
            let share = 1.0 / (1.0 + small);
            // The probability of the other outcome, without an unpredictable branch.
            slopes[i] = sign * (0.5 - (share - 0.5).copysign(gain));
            weights[i] = small * share * share;
            lost += gain.min(0.0);
            product *= 1.0 + small;
        }
        let mut pass = Self {
            log_likelihood: lost - product.ln(),
            longest: along[..size].iter().fold(0.0, |most, value| value.abs().max(most)),
            step: Extremes::new(&along[..size], signs),
            place: Extremes::new(linear, signs),
            ..Self::empty(step.len())
        };
        pass.derive(columns, &slopes[..size], &weights[..size]);
        pass
    }

    /// Computes the gradient and the information.
    fn derive(&mut self, columns: &[&[f64]], slopes: &[f64], weights: &[f64]) {
        let mut weighted = [0.0; BLOCK];
        for (i, one) in columns.iter().enumerate() {
            self.gradient[i] = dot(one, slopes);
            let terms = weighted.iter_mut().zip(*one).zip(weights);
            terms.for_each(|((weighted, x), weight)| *weighted = x * weight);
            for (j, other) in columns[..=i].iter().enumerate() {
                let sum = dot(&weighted[..one.len()], other);
                (self.information[i][j], self.information[j][i]) = (sum, sum);
            }
        }
    }

    /// Returns true if the step, or its end, makes some outcome more likely and none less likely.
    pub(super) fn separates(&self) -> bool {
        self.step.separate() || self.place.separate()
    }
}

#[derive(Debug, Clone, Copy)]
struct Extremes {
    least: f64,
    most: f64,
}

impl Extremes {
    const NONE: Self = Self { least: f64::INFINITY, most: 0.0 };

    fn new(values: &[f64], signs: &[f64]) -> Self {
        let gains = values.iter().zip(signs).map(|(x, sign)| x * sign);
        gains.fold(Self::NONE, |so_far, gain| so_far.and(Self { least: gain, most: gain }))
    }

    fn and(self, other: Self) -> Self {
        let least = if other.least < self.least { other.least } else { self.least };
        let most = if other.most > self.most { other.most } else { self.most };
        Self { least, most }
    }

    fn separate(self) -> bool {
        self.most > 1e-6 && self.least >= -1e-10 * self.most
    }
}

fn add(sums: &mut [f64], terms: &[f64]) {
    sums.iter_mut().zip(terms).for_each(|(sum, term)| *sum += term);
}
