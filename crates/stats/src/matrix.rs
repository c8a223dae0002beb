//! Linear algebra for regressions: an orthogonal basis, and symmetric systems.

/// Columns of equal length.
pub(crate) type Columns = Vec<Vec<f64>>;

/// The sum of products, in eight lanes for long vectors: a single chain of additions would wait for
/// each.
pub(crate) fn dot(a: &[f64], b: &[f64]) -> f64 {
    let (a_eights, a_rest) = a.as_chunks::<8>();
    let (b_eights, b_rest) = b.as_chunks::<8>();
    let mut lanes = [0.0; 8];
    for (a, b) in a_eights.iter().zip(b_eights) {
        lanes.iter_mut().zip(a).zip(b).for_each(|((lane, a), b)| *lane += a * b);
    }
    let [p, q, r, s, t, u, v, w] = lanes;
    let sum = ((p + q) + (r + s)) + ((t + u) + (v + w));
    a_rest.iter().zip(b_rest).fold(sum, |sum, (a, b)| sum + a * b)
}

/// An orthonormal basis of the space of some columns, and the triangle of the reverse
/// transformation: column j is the sum over i <= j of `triangle[i][j]` times basis column i.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Basis {
    pub(crate) columns: Columns,
    pub(crate) triangle: Columns,
}

impl Basis {
    /// By Gram and Schmidt, applied twice to each column to remove rounding errors; `None` if a
    /// column is a combination of those before it.
    pub(crate) fn new(columns: &[Vec<f64>]) -> Option<Self> {
        const DEPENDENT: f64 = 1e-10;
        let size = columns.len();
        let mut basis = Self { columns: Vec::new(), triangle: vec![vec![0.0; size]; size] };
        for (j, column) in columns.iter().enumerate() {
            let mut rest = column.clone();
            let length = dot(column, column).sqrt();
            for _ in 0..2 {
                for (i, unit) in basis.columns.iter().enumerate() {
                    let along = dot(unit, &rest);
                    basis.triangle[i][j] += along;
                    rest.iter_mut().zip(unit).for_each(|(rest, unit)| *rest -= along * unit);
                }
            }
            let left = dot(&rest, &rest).sqrt();
            if left.is_nan() || left <= DEPENDENT * length {
                return None;
            }
            rest.iter_mut().for_each(|value| *value /= left);
            basis.triangle[j][j] = left;
            basis.columns.push(rest);
        }
        Some(basis)
    }

    /// The coefficients on the original columns of a vector given on the basis.
    pub(crate) fn original(&self, on_basis: &[f64]) -> Vec<f64> {
        let mut solved = on_basis.to_vec();
        for i in (0..solved.len()).rev() {
            let known: f64 = (i + 1..solved.len()).map(|j| self.triangle[i][j] * solved[j]).sum();
            solved[i] = (solved[i] - known) / self.triangle[i][i];
        }
        solved
    }

    /// The covariance of coefficients on the original columns, from that on the basis.
    pub(crate) fn original_covariance(&self, on_basis: &[Vec<f64>]) -> Columns {
        let half: Columns = on_basis.iter().map(|row| self.original(row)).collect();
        transposed(&transposed(&half).iter().map(|row| self.original(row)).collect::<Columns>())
    }
}

pub(crate) fn transposed(rows: &[Vec<f64>]) -> Columns {
    let width = rows.first().map_or(0, Vec::len);
    (0..width).map(|j| rows.iter().map(|row| row[j]).collect()).collect()
}

/// Returns the inverse of a symmetric positive definite matrix, by Cholesky; `None` for another
/// matrix.
pub(crate) fn inverse(matrix: &[Vec<f64>]) -> Option<Columns> {
    let size = matrix.len();
    let mut lower = vec![vec![0.0; size]; size];
    for i in 0..size {
        for j in 0..=i {
            let rest = matrix[i][j] - dot(&lower[i][..j], &lower[j][..j]);
            if i == j {
                if rest.is_nan() || rest <= 0.0 {
                    return None;
                }
                lower[i][i] = rest.sqrt();
            } else {
                lower[i][j] = rest / lower[j][j];
            }
        }
    }
    let solve = |unit: usize| {
        let mut x = vec![0.0; size];
        for i in 0..size {
            let target = f64::from(u8::from(i == unit));
            x[i] = (target - dot(&lower[i][..i], &x[..i])) / lower[i][i];
        }
        for i in (0..size).rev() {
            let known: f64 = (i + 1..size).map(|j| lower[j][i] * x[j]).sum();
            x[i] = (x[i] - known) / lower[i][i];
        }
        x
    };
    Some((0..size).map(solve).collect())
}

/// A matrix times a vector.
pub(crate) fn apply(rows: &[Vec<f64>], vector: &[f64]) -> Vec<f64> {
    rows.iter().map(|row| dot(row, vector)).collect()
}

/// A product of square matrices.
pub(crate) fn product(a: &[Vec<f64>], b: &[Vec<f64>]) -> Columns {
    let columns = transposed(b);
    a.iter().map(|row| apply(&columns, row)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_basis_leads_back() {
        let columns = vec![vec![1.0, 1.0, 1.0], vec![1e6, 1e6 + 1.0, 1e6 + 3.0]];
        let basis = Basis::new(&columns).expect("independent");
        assert!(dot(&basis.columns[0], &basis.columns[1]).abs() < 1e-15);
        let on_basis = [dot(&basis.columns[0], &columns[1]), dot(&basis.columns[1], &columns[1])];
        let back = basis.original(&on_basis);
        assert!(back[0].abs() < 1e-6 && (back[1] - 1.0).abs() < 1e-12, "{back:?}");
        assert_eq!(Basis::new(&[vec![1.0, 1.0], vec![3.0, 3.0]]), None);
    }

    #[test]
    fn an_inverse_inverts() {
        let matrix = vec![vec![4.0, 1.0], vec![1.0, 3.0]];
        let unit = product(&matrix, &inverse(&matrix).expect("positive definite"));
        assert!((unit[0][0] - 1.0).abs() < 1e-15 && unit[0][1].abs() < 1e-15);
        assert_eq!(inverse(&[vec![1.0, 2.0], vec![2.0, 1.0]]), None);
    }
}
