//! Combines alternatives as sums of products.

use crate::statement::State;

/// The most alternatives that a reasoner says.
pub(super) const MOST: usize = 8;

/// The alternatives that hold if one of these and one of those does, without impossible ones and
/// without those that include another. `None` if there are too many to say.
pub(super) fn product(these: &[State], those: &[State]) -> Option<Vec<State>> {
    if these.len().saturating_mul(those.len()) > MOST * MOST {
        return None;
    }
    let mut all: Vec<State> = Vec::new();
    for one in these {
        all.extend(those.iter().map(|other| joined(one, other)).filter(is_possible));
    }
    let all = reduced(all);
    (all.len() <= MOST).then_some(all)
}

fn joined(one: &State, other: &State) -> State {
    let mut state = one.clone();
    state.extend(other.iter().filter(|literal| !one.contains(literal)).cloned());
    state
}

fn is_possible(state: &State) -> bool {
    !state.iter().any(|literal| state.contains(&literal.flipped()))
}

/// Leaves out alternatives that include another.
fn reduced(all: Vec<State>) -> Vec<State> {
    let part = |one: &State, of: &State| one.iter().all(|literal| of.contains(literal));
    let mut kept: Vec<State> = Vec::new();
    for state in all {
        if !kept.iter().any(|other| part(other, &state)) {
            kept.retain(|other| !part(&state, other));
            kept.push(state);
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::statement::Statement;

    fn stage(text: &str) -> Vec<State> {
        Statement::read(text).expect("a view").stage
    }

    fn shown(these: &str, those: &str) -> Option<String> {
        Some(Statement::new(product(&stage(these), &stage(those))?).to_string())
    }

    #[test]
    fn what_is_impossible_or_superfluous_goes() {
        assert_eq!(shown("{A(),B()}", "{~A()}").as_deref(), Some("{B()~A()}"));
        assert_eq!(shown("{A(),B()}", "{A(),C()}").as_deref(), Some("{A(),B()C()}"));
        assert_eq!(shown("{A(),B(),C()}", "{D(),E(),F()}"), None);
        assert_eq!(shown("{A()}", "{~A()}").as_deref(), Some("{}"));
    }
}
