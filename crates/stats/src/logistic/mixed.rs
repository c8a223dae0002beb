use super::frame::Frame;
use super::quadrature::{Group, Said, rule};
use super::{Coefficient, Logistic, entry, fit};
use crate::dist::chi2_sf;
use crate::labels::members;
use crate::matrix::{Columns, dot, inverse, transposed};
use crate::parallel::mapped;
use crate::{Defined, Error, Undefined};

/// A fitted logistic regression with a random intercept for each group.
///
/// ```
/// use peirast_stats::logistic;
/// // Six questions of four answers each; some questions are easy, some hard.
/// let right: Vec<bool> = (0..24).map(|i| i % 4 < [4, 4, 3, 0, 1, 0][i / 4]).collect();
/// let questions: Vec<u64> = (0..24).map(|i| i / 4).collect();
/// let fit = logistic::mixed(&vec![[]; 24], &right, &questions)?;
/// assert!(fit.sd > 2.0 && fit.sd_p() < 0.001);
/// # Ok::<(), peirast_stats::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Mixed {
    /// The coefficients on the scale of log odds, for a given group: the intercept first, then one
    /// for each predictor.
    pub coefficients: Vec<Coefficient>,
    /// The standard deviation of the intercepts of groups, on the scale of log odds; 0 if groups
    /// differ no more than by chance.
    pub sd: f64,
    /// The standard error of the standard deviation. Undefined if the estimate is 0, at the
    /// boundary. It is not suitable for a test of 0: see [`Mixed::sd_p`].
    pub sd_se: Defined,
    /// The logarithm of the likelihood at the estimate, 0 or less.
    pub log_likelihood: f64,
    /// The same without random intercepts: the value of [`fn@fit`].
    pub log_likelihood_fixed: f64,
    /// The number of rows.
    pub n: u64,
    /// The number of groups.
    pub groups: u64,
    /// The number of Newton steps taken.
    pub iterations: u32,
    covariance: Columns,
}

/// Fits right and wrong answers to predictors, one row for each answer, with an intercept and a
/// normal random deviation for each group (question, seed item). Rows may be empty.
///
/// Maximum likelihood: the deviations are integrated out by adaptive Gauss-Hermite quadrature with
/// 75 points for each group, and Newton's method uses the exact gradient and information. A
/// likelihood that is no higher than without groups gives a standard deviation of 0. Each step
/// takes about 300 passes over the rows. Sources: Pinheiro & Bates (1995), *J. Comp. Graph. Stat.*
/// 4:12; Louis (1982), *JRSS B* 44:226.
///
/// # Errors
///
/// Those of [`fn@fit`], and [`Error::Lengths`] unless there is one number for each row.
/// [`Error::Undefined`] for fewer than two groups, if no group has two answers, if none has both
/// right and wrong ones (the standard deviation would be infinite), if predictors and groups
/// together separate the outcomes, or if the search does not converge.
///
/// ```
/// use peirast_stats::{Error, Undefined, logistic};
/// let agreed = logistic::mixed(&[[], [], [], []], &[true, true, false, false], &[1, 1, 2, 2]);
/// assert_eq!(agreed, Err(Error::Undefined(Undefined::NoStratumVaries)));
/// ```
pub fn mixed<R: AsRef<[f64]>>(
    rows: &[R],
    outcomes: &[bool],
    groups: &[u64],
) -> Result<Mixed, Error> {
    if groups.len() != rows.len() {
        return Err(Error::Lengths { left: rows.len(), right: groups.len() });
    }
    let fixed = fit(rows, outcomes)?;
    let members = members(groups);
    if members.len() < 2 {
        return Err(Undefined::TooFewClusters.into());
    }
    if members.iter().all(|one| one.len() < 2) {
        return Err(Undefined::TooFew.into());
    }
    if members.iter().all(|one| one.windows(2).all(|two| outcomes[two[0]] == outcomes[two[1]])) {
        return Err(Undefined::NoStratumVaries.into());
    }
    let model = Model::new(rows, outcomes, &members)?;
    Ok(model.fitted(&fixed)?)
}

/// The most steps of the search.
const STEPS: u32 = 200;

/// A standard deviation beyond this is diverging to infinity: one group would answer right once in
/// 1e20 times, and another would answer wrong as seldom.
const ENDLESS: f64 = 50.0;

/// Start values of the search: it begins at the most likely of these standard deviations.
const STARTS: [f64; 5] = [0.25, 0.5, 1.0, 2.0, 4.0];

struct Model {
    frame: Frame,
    groups: Vec<Group>,
    rule: Vec<(f64, f64)>,
}

impl Model {
    fn new<R: AsRef<[f64]>>(
        rows: &[R],
        outcomes: &[bool],
        members: &[Vec<usize>],
    ) -> Defined<Self> {
        let width = rows.first().map_or(0, |row| row.as_ref().len());
        let order = members.concat();
        let column = |j: usize| order.iter().map(|i| rows[*i].as_ref()[j]).collect();
        let frame = Frame::with_intercept((0..width).map(column).collect(), order.len())?;
        let mut flat = transposed(&frame.basis.columns).into_iter();
        let group = |one: &Vec<usize>| Group {
            rows: flat.by_ref().take(one.len()).flatten().collect(),
            signs: one.iter().map(|i| if outcomes[*i] { 1.0 } else { -1.0 }).collect(),
        };
        Ok(Self { groups: members.iter().map(group).collect(), frame, rule: rule() })
    }

    /// Newton's method on the basis, the standard deviation last.
    fn fitted(&self, fixed: &Logistic) -> Defined<Mixed> {
        let estimates: Vec<f64> = fixed.coefficients.iter().map(|one| one.estimate).collect();
        let mut place = self.frame.place(&estimates);
        let starts = STARTS.map(|sd| {
            let start = [place.as_slice(), &[sd]].concat();
            (self.height(&start), sd)
        });
        let best = starts.iter().fold(starts[0], |a, b| if b.0 > a.0 { *b } else { a });
        place.push(best.1);
        for iterations in 1..=STEPS {
            let said = self.said(&place);
            let (step, covariance) = newton_step(&said)?;
            let length = self.length(&place, &step, said.log_likelihood);
            place.iter_mut().zip(&step).for_each(|(place, step)| *place += length * step);
            if self.largest(&step) <= 1e-8 {
                return Ok(match covariance {
                    Some(covariance)
                        if said.log_likelihood > fixed.log_likelihood + slack(fixed) =>
                    {
                        self.found(&place, &covariance, fixed, said.log_likelihood, iterations)
                    }
                    _ => self.none(fixed, iterations),
                });
            }
            if place.last().is_some_and(|sd| sd.abs() > ENDLESS) {
                return Err(Undefined::Separated);
            }
        }
        Err(Undefined::NotConverged)
    }

    /// The cost of a group: a few steps for each row and point.
    fn steps(&self) -> usize {
        let rows = self.frame.basis.columns.first().map_or(0, Vec::len);
        4 * self.rule.len() * rows / self.groups.len()
    }

    fn height(&self, place: &[f64]) -> f64 {
        let (coefficients, sd) = parts(place);
        let one = |(): &mut (), place: usize| {
            self.groups[place].log_likelihood(coefficients, sd, &self.rule)
        };
        mapped(self.groups.len(), self.steps(), || (), one).iter().sum()
    }

    fn said(&self, place: &[f64]) -> Said {
        let (coefficients, sd) = parts(place);
        let size = place.len();
        let mut all = Said {
            log_likelihood: 0.0,
            gradient: vec![0.0; size],
            information: vec![0.0; size * size],
            complete: vec![0.0; size * size],
        };
        let add = |sums: &mut [f64], terms: &[f64]| {
            sums.iter_mut().zip(terms).for_each(|(sum, term)| *sum += term);
        };
        let said =
            |(): &mut (), place: usize| self.groups[place].said(coefficients, sd, &self.rule);
        for one in mapped(self.groups.len(), self.steps(), || (), said) {
            all.log_likelihood += one.log_likelihood;
            add(&mut all.gradient, &one.gradient);
            add(&mut all.information, &one.information);
            add(&mut all.complete, &one.complete);
        }
        all
    }

    /// The whole step, its half, its quarter and so on: the longest that does not lower the
    /// likelihood.
    fn length(&self, place: &[f64], step: &[f64], from: f64) -> f64 {
        let mut length = 1.0;
        for _ in 0..30 {
            let next: Vec<f64> =
                place.iter().zip(step).map(|(place, step)| place + length * step).collect();
            if self.height(&next) >= from - 1e-9 * from.abs() {
                break;
            }
            length /= 2.0;
        }
        length
    }

    /// Largest change of the linear predictor or the standard deviation in one step.
    fn largest(&self, step: &[f64]) -> f64 {
        let (coefficients, sd) = parts(step);
        let along = self.groups.iter().flat_map(|group| group.linear(coefficients));
        along.fold(sd.abs(), |most, value| most.max(value.abs()))
    }

    fn found(
        &self,
        place: &[f64],
        covariance: &[Vec<f64>],
        fixed: &Logistic,
        log_likelihood: f64,
        iterations: u32,
    ) -> Mixed {
        let (on_basis, sd) = parts(place);
        let width = on_basis.len();
        let inner: Columns = covariance[..width].iter().map(|row| row[..width].to_vec()).collect();
        let original = self.frame.covariance(&inner);
        let coefficients = self.frame.coefficients(on_basis);
        let coefficient =
            |(j, estimate): (usize, &f64)| Coefficient::new(*estimate, original[j][j], None);
        Mixed {
            coefficients: coefficients.iter().enumerate().map(coefficient).collect(),
            sd: sd.abs(),
            sd_se: Ok(covariance[width][width].sqrt()),
            log_likelihood,
            covariance: original,
            ..self.none(fixed, iterations)
        }
    }

    /// The regression without random intercepts.
    fn none(&self, fixed: &Logistic, iterations: u32) -> Mixed {
        Mixed {
            coefficients: fixed.coefficients.clone(),
            sd: 0.0,
            sd_se: Err(Undefined::OnBoundary),
            log_likelihood: fixed.log_likelihood,
            log_likelihood_fixed: fixed.log_likelihood,
            n: fixed.n,
            groups: self.groups.len() as u64,
            iterations,
            covariance: fixed.covariance.clone(),
        }
    }
}

/// The coefficients, and the standard deviation.
fn parts(place: &[f64]) -> (&[f64], f64) {
    place.split_last().map_or((&[], 0.0), |(sd, coefficients)| (coefficients, *sd))
}

/// A gain in likelihood that is only a rounding error.
fn slack(fixed: &Logistic) -> f64 {
    1e-9 * (1.0 + fixed.log_likelihood.abs())
}

/// The Newton step and the covariance. If the likelihood is not concave there, the step for known
/// intercepts: shorter than Newton's, but always increasing.
fn newton_step(said: &Said) -> Defined<(Vec<f64>, Option<Columns>)> {
    let square = |flat: &[f64]| -> Columns {
        flat.chunks(said.gradient.len()).map(<[f64]>::to_vec).collect()
    };
    let observed = inverse(&square(&said.information));
    let step = |matrix: &Columns| matrix.iter().map(|row| dot(row, &said.gradient)).collect();
    match observed {
        Some(covariance) => Ok((step(&covariance), Some(covariance))),
        None => {
            let complete = inverse(&square(&said.complete)).ok_or(Undefined::NotConverged)?;
            Ok((step(&complete), None))
        }
    }
}

impl Mixed {
    /// Twice the logarithm of the ratio of likelihoods with and without random intercepts, 0 or
    /// more.
    ///
    /// ```
    /// use peirast_stats::logistic;
    /// let right = [true, false, true, false];
    /// let even = logistic::mixed(&[[], [], [], []], &right, &[1, 1, 2, 2])?;
    /// assert_eq!((even.sd, even.sd_chi2(), even.sd_p()), (0.0, 0.0, 1.0));
    /// # Ok::<(), peirast_stats::Error>(())
    /// ```
    #[must_use]
    pub fn sd_chi2(&self) -> f64 {
        (2.0 * (self.log_likelihood - self.log_likelihood_fixed)).max(0.0)
    }

    /// The p-value of a standard deviation of 0, by the likelihood ratio: half the p-value of a
    /// chi-square with one degree of freedom, because a standard deviation cannot be negative; 1 if
    /// the estimate is 0. Sources: Self & Liang (1987), *JASA* 82:605; Stram & Lee (1994),
    /// *Biometrics* 50:1171.
    ///
    /// ```
    /// use peirast_stats::logistic;
    /// let right: Vec<bool> = (0..24).map(|i| i % 4 < [4, 4, 3, 0, 1, 0][i / 4]).collect();
    /// let questions: Vec<u64> = (0..24).map(|i| i / 4).collect();
    /// let fit = logistic::mixed(&vec![[]; 24], &right, &questions)?;
    /// assert!(fit.sd_chi2() > 10.0 && fit.sd_p() < 0.001);
    /// # Ok::<(), peirast_stats::Error>(())
    /// ```
    #[must_use]
    pub fn sd_p(&self) -> f64 {
        let chi2 = self.sd_chi2();
        if self.sd == 0.0 { 1.0 } else { chi2_sf(chi2, 1.0) / 2.0 }
    }

    /// The share of the variance on the scale of log odds that lies between groups, 0 to 1:
    /// sd^2/(sd^2 + pi^2/3). Source: Snijders & Bosker (1999), *Multilevel Analysis*, chapter 14.
    ///
    /// ```
    /// use peirast_stats::logistic;
    /// let right = [true, false, true, false];
    /// let even = logistic::mixed(&[[], [], [], []], &right, &[1, 1, 2, 2])?;
    /// assert_eq!(even.intraclass(), 0.0);
    /// # Ok::<(), peirast_stats::Error>(())
    /// ```
    #[must_use]
    pub fn intraclass(&self) -> f64 {
        let between = self.sd * self.sd;
        between / (between + std::f64::consts::PI.powi(2) / 3.0)
    }

    /// Returns the covariance of two coefficients, by their indices in [`Mixed::coefficients`].
    ///
    /// # Errors
    ///
    /// [`Error::NoSuch`] if there is no such coefficient.
    ///
    /// ```
    /// use peirast_stats::logistic;
    /// let even = logistic::mixed(&[[], [], [], []], &[true, false, true, false], &[1, 1, 2, 2])?;
    /// assert!((even.covariance(0, 0)? - 1.0).abs() < 1e-12);
    /// # Ok::<(), peirast_stats::Error>(())
    /// ```
    pub fn covariance(&self, i: usize, j: usize) -> Result<f64, Error> {
        entry(&self.covariance, i, j)
    }
}
