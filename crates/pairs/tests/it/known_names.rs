//! First names that `names` recognises.

use crate::plain;

#[test]
fn common_first_names_are_known() {
    for name in ["Ava", "Dan", "Eli", "Fay", "Cara", "Mia", "Noah", "Zeynep", "Wanjala", "Haruto"] {
        let text = format!(
            "question,answer\n{name} reads 31 pages a day for 2 days. How many pages does {name} read?,62\n"
        );
        let items = plain(&text).with(&["names".parse().expect("a transformation")], 1);
        let made = items.expect(name).items[0].versions[1].question();
        assert!(!made.contains(name) && made.contains("reads 31 pages"), "{made}");
    }
}

#[test]
fn a_list_of_names_is_named_where_many_are_unknown() {
    let unknown = "question,answer\nZork has 3 hats. How many?,3\nBlix has 4 hats. How many?,4\nMia has 5 hats. How many?,5\n";
    let items = plain(unknown).with(&["names".parse().expect("a transformation")], 1);
    let notes = items.expect("one fits").notes;
    assert!(notes.iter().any(|note| note.starts_with("names=FILE takes")), "{notes:?}");
}
