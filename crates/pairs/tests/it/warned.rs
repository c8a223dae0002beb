//! What a careful colleague would warn of.

use crate::plain;

fn warnings(rows: &str) -> String {
    plain(&format!("item,version,question,answer\n{rows}")).warnings().join("\n")
}

#[test]
fn every_warning_has_its_cause() {
    let many = |answer: &str| {
        let row =
            |at: usize| format!("{at},x,Is {at} odd?,{answer}\n{at},y,Is it odd: {at}?,{answer}\n");
        (0..10).map(row).collect::<String>()
    };
    for (rows, what) in [
        (many("yes"), "the right answer in `x` is always yes"),
        (
            "a,x,Is 7 odd?,yes\na,y,Is seven odd?,no\n".to_owned(),
            "the right answer of `y` differs from that of `x` in 1 of 1 item",
        ),
        (
            "a,x,Is 7 odd?,yes\na,y,Is 7 odd?,yes\n".to_owned(),
            "`y` and `x` read the same in 1 of 1 item",
        ),
        (
            "a,x,Is 7 odd?,yes\na,y,Is seven odd?,yes\nb,x,Is 8 odd?,no\n".to_owned(),
            "1 item without a partner in `y`",
        ),
        (
            "a,x,Is 7 odd?,yes\na,y,Is seven odd?,yes\nb,x,Is 7 odd?,yes\nb,y,Seven is odd?,yes\n"
                .to_owned(),
            "1 item has the same text as another item",
        ),
        ("a,x,Is 7 odd?,yes\na,y,Is seven odd?,yes\n".to_owned(), "too few pairs for any verdict"),
    ] {
        let said = warnings(&rows);
        assert!(said.contains(what), "{what}\n{said}");
    }
}

#[test]
fn options_that_are_others_and_single_versions_are_named() {
    let options = plain(
        "item;version;question;choices;answer\na;x;Which?;red|blue;A\na;y;Which?;red|green;A\n",
    );
    assert!(options.warnings().join("\n").contains("`y` has other options than `x`"));
    let single = plain("id,question,answer\n1,Is 7 odd?,yes\n2,Is 8 odd?,no\n");
    assert!(single.warnings().join("\n").contains("every item has one version, `original`"));
}

#[test]
fn a_good_file_has_no_warning() {
    assert_eq!(plain(peirast_pairs::EXAMPLE).warnings(), Vec::<String>::new());
}
