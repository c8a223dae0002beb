//! Exchanges alternatives.

use super::Step;
use crate::draft::Draft;

/// Steps for every pair of alternatives.
pub(super) fn steps(draft: &Draft, into: &mut Vec<Step>) {
    for other in 1..draft.stage.len() {
        into.extend((0..other).map(|one| Step::Permute { one, other }));
    }
}

pub(super) fn permute(draft: &Draft, one: usize, other: usize) -> Draft {
    let mut draft = draft.clone();
    if one.max(other) < draft.stage.len() {
        draft.stage.swap(one, other);
    }
    draft
}

#[cfg(test)]
mod tests {
    use crate::mutation::{Rule, testing::made};
    use peirast_etr::View;

    #[test]
    fn the_text_changes_and_the_view_does_not() {
        let text = "Ax {A(x*),B(a()),C(a())}^{D(x)}";
        let all = made(Rule::Permute, text);
        assert_eq!(all[0], "∀x {B(a()),A(x*),C(a())}^{D(x)}");
        assert_eq!(all.len(), 3);
        let view = |text: &str| text.parse::<View>().expect("a view");
        assert!(all.iter().all(|one| view(one) == view(text)));
    }
}
