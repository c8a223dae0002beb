//! Labels of clusters, strata and groups as indices from 0.

/// Returns the index of each label among the different labels in ascending order, and the number of
/// different labels.
///
/// Time is proportional to the number of labels if they are not much larger than that number;
/// otherwise it is the time of sorting them.
pub(crate) fn numbered(labels: &[u64]) -> (Vec<usize>, usize) {
    let largest = labels.iter().copied().max().unwrap_or(0);
    match usize::try_from(largest) {
        Ok(largest) if largest / 16 <= labels.len() => by_table(labels, largest),
        _ => by_order(labels),
    }
}

fn by_table(labels: &[u64], largest: usize) -> (Vec<usize>, usize) {
    let mut places = vec![0_usize; largest + 1];
    labels.iter().for_each(|label| places[*label as usize] = 1);
    let mut count = 0;
    for place in &mut places {
        let seen = *place;
        *place = count;
        count += seen;
    }
    (labels.iter().map(|label| places[*label as usize]).collect(), count)
}

fn by_order(labels: &[u64]) -> (Vec<usize>, usize) {
    let mut different = labels.to_vec();
    different.sort_unstable();
    different.dedup();
    let place = |label: &u64| different.partition_point(|other| other < label);
    (labels.iter().map(place).collect(), different.len())
}

/// Returns the rows of each label; labels and rows are in ascending order.
pub(crate) fn members(labels: &[u64]) -> Vec<Vec<usize>> {
    let (places, count) = numbered(labels);
    let mut members = vec![Vec::new(); count];
    places.iter().enumerate().for_each(|(row, place)| members[*place].push(row));
    members
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_follow_the_order_of_labels() {
        assert_eq!(numbered(&[7, 3, 7, 0]), (vec![2, 1, 2, 0], 3));
        assert_eq!(numbered(&[u64::MAX, 3, u64::MAX, 9]), (vec![2, 0, 2, 1], 3));
        assert_eq!(numbered(&[]), (vec![], 0));
        assert_eq!(members(&[5, 1, 5]), [vec![1], vec![0, 2]]);
        let labels: Vec<u64> = (0..500).map(|i| i * i % 97).collect();
        assert_eq!(by_table(&labels, 96), by_order(&labels));
    }
}
