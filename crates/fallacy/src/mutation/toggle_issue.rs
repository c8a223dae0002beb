//! Marks a term as at issue, or removes the mark.

use super::Step;
use crate::draft::{Draft, DraftLiteral};

/// Steps for every literal, in any place.
pub(super) fn steps(draft: &Draft, into: &mut Vec<Step>) {
    into.extend(draft.distinct().into_iter().map(|literal| Step::ToggleIssue { literal }));
}

pub(super) fn toggle_issue(draft: &Draft, literal: DraftLiteral) -> Draft {
    let mut draft = draft.clone();
    for one in draft.literals_mut().filter(|one| one.is(&literal)) {
        one.marked = !one.marked;
    }
    draft
}

#[cfg(test)]
mod tests {
    use crate::mutation::{Rule, testing::made};

    #[test]
    fn marks_come_and_go_wherever_the_literal_stands() {
        let all = made(Rule::ToggleIssue, "{A(a()),B(a()*)}^{A(a())}");
        assert_eq!(all, ["{A(a()*),B(a()*)}^{A(a()*)}", "{A(a()),B(a())}^{A(a())}"]);
    }
}
