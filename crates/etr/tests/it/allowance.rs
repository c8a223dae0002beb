//! The work that all operations of an engine may do together.

use peirast_etr::{Allowance, Engine, EquilibriumBounds, Error};

const PREMISES: [&str; 2] =
    ["{A()B(),C()D(),E()F(),G()H()}", "{A()C()E()G(),B()D()F()H(),A()D(),E()H()}"];

/// The rest of an allowance of `steps` steps after looking for questions, and the result.
fn worked(steps: u64) -> (u64, Result<usize, Error>) {
    let allowance = Allowance::new(steps);
    let mut engine = Engine::default().with_allowance(allowance.clone());
    let views = PREMISES.map(|text| engine.read(text));
    let views: Result<Vec<_>, Error> = views.into_iter().collect();
    let found = views
        .and_then(|views| engine.equilibrium(&views, &EquilibriumBounds::default()))
        .map(|found| found.tried);
    (allowance.left(), found)
}

#[test]
fn an_allowance_falls_with_the_work_and_ends_it() {
    const ENOUGH: u64 = 1_000_000_000;
    let (left, found) = worked(ENOUGH);
    let needed = ENOUGH - left;
    assert!(needed > 1_000 && found.is_ok(), "{needed} {found:?}");
    // The same work costs the same, and what suffices changes nothing.
    assert_eq!(worked(ENOUGH), (left, found.clone()));
    assert_eq!(worked(2 * needed).1, found);
    for share in [2, 10, 1_000] {
        assert_eq!(worked(needed / share), (0, Err(Error::AllowanceSpent)), "1/{share}");
    }
}

#[test]
fn engines_share_what_they_are_allowed() {
    let allowance = Allowance::new(1_000_000);
    let mut one = Engine::default().with_allowance(allowance.clone());
    let mut other = one.clone();
    let view = other.read("{A(),B()}").unwrap();
    let before = allowance.left();
    other.product(&view, &view).unwrap();
    assert!(allowance.left() < before);
    allowance.withdraw();
    let view = one.read("{A()}").unwrap();
    assert_eq!(one.product(&view, &view).err(), Some(Error::AllowanceSpent));
}
