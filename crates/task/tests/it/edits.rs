//! Problems of every family, with one field changed at a time: an accepted change must not affect
//! any verdict or grouping.

use peirast_record::{Problem, Profile};
use peirast_task::{Design, FAMILIES, Family, Items, TruthCheck, check_truth};
use serde_json::{Value, json};

/// Collects the paths of all leaves of a value.
fn leaves(value: &Value, path: &str, all: &mut Vec<String>) {
    match value {
        Value::Object(fields) => {
            fields.iter().for_each(|(name, value)| leaves(value, &format!("{path}/{name}"), all));
        }
        Value::Array(values) if !values.is_empty() => {
            let each = values.iter().enumerate();
            each.for_each(|(at, value)| leaves(value, &format!("{path}/{at}"), all));
        }
        _ => all.push(path.to_owned()),
    }
}

/// Returns other values of a leaf.
fn others(value: &Value) -> Vec<Value> {
    match value {
        Value::String(text) => {
            let swaps = [
                ("All ", "No "),
                ("All ", "Some "),
                ("Some ", "All "),
                ("No ", "All "),
                ("some ", "no "),
                (" are ", " are not "),
                (" are not ", " are "),
                ("more", "less"),
                (" and ", " or "),
                ("fastest", "slowest"),
                ("relevant", "irrelevant"),
                ("irrelevant", "relevant"),
                ("real", "nonsense"),
                ("nonsense", "real"),
                ("believable", "unbelievable"),
                ("unbelievable", "believable"),
                ("classic", "paraphrased"),
                ("paraphrased", "classic"),
                ("none", "reputable"),
                ("disreputable", "reputable"),
                ("normal", "switched"),
                ("switched", "normal"),
                ("major", "minor"),
                ("minor", "major"),
                ("no-matter", "decides"),
                ("celebrity", "generic"),
                ("horse", "other"),
                ("other", "horse"),
                ("00000", "00001"),
            ];
            let swapped = swaps.iter().filter(|(from, _)| text.contains(from));
            let mut all: Vec<Value> =
                swapped.map(|(from, to)| text.replacen(from, to, 1).into()).collect();
            all.extend([json!(format!("{text}x")), json!(format!("x {text}"))]);
            all
        }
        Value::Number(number) => vec![json!(number.as_i64().unwrap_or_default() + 1)],
        Value::Bool(is) => vec![json!(!is)],
        _ => Vec::new(),
    }
}

/// Returns true if a problem is accepted from a file, among the others of its item.
fn is_taken(edited: &Problem, siblings: &[&Problem]) -> bool {
    let mut items = Items::default();
    edited.check().is_ok()
        && check_truth(edited) == TruthCheck::Agrees
        && siblings.iter().chain([&edited]).all(|one| items.take(one, String::new()).is_ok())
}

/// Returns true if an edit of a leaf does not matter: user-defined names, the explanation, stories
/// and scenes.
fn is_free(family: &Family, problem: &Value, path: &str, to: &Value) -> bool {
    let role = |path: &str| {
        let at: Option<usize> = path.split('/').nth(2).and_then(|at| at.parse().ok());
        at.and_then(|at| problem["segments"][at]["role"].as_str())
    };
    let own_name = |name: &Value| {
        name.as_str().is_some_and(|name| !name.starts_with(&format!("{}/", family.name)))
    };
    let is_text = path.starts_with("/segments/") && path.ends_with("/text");
    match path {
        "/truth/why" => true,
        "/id" => own_name(to),
        _ if family.name == "conjunction" => is_text && matches!(role(path), Some("stem" | "name")),
        // A scene, as long as it is one.
        _ if family.name == "horses" => {
            path == "/segments/0/text" && to.as_str().is_some_and(|to| to.ends_with(", there are "))
        }
        _ => false,
    }
}

#[test]
fn no_edit_that_decides_anything_is_taken() {
    let mut seen = Vec::new();
    let mut tried = 0;
    for family in FAMILIES.iter().filter(|family| family.name != "etr") {
        for profile in family.profiles {
            let design = Design { seed: 17, profile: *profile };
            for variant in family.variants {
                let made = family.make(&design, variant.name, 3).expect("problems");
                for own in &made {
                    let siblings: Vec<&Problem> = made
                        .iter()
                        .filter(|one| one.item == own.item && one.id != own.id)
                        .collect();
                    assert!(is_taken(own, &siblings), "{}", own.id);
                    let value = serde_json::to_value(own).expect("JSON");
                    let mut paths = Vec::new();
                    leaves(&value, "", &mut paths);
                    for path in paths {
                        let leaf = value.pointer(&path).expect("a leaf");
                        for to in others(leaf) {
                            let mut edited = value.clone();
                            *edited.pointer_mut(&path).expect("a leaf") = to.clone();
                            let Ok(edited) = serde_json::from_value::<Problem>(edited) else {
                                continue;
                            };
                            tried += 1;
                            if edited != *own
                                && !is_free(family, &value, &path, &to)
                                && is_taken(&edited, &siblings)
                            {
                                seen.push(format!("{} {path}: {leaf} -> {to}", own.id));
                            }
                        }
                    }
                }
            }
        }
    }
    assert!(tried > 1000, "{tried}");
    assert!(seen.is_empty(), "{} of {tried} edits are taken:\n{}", seen.len(), seen.join("\n"));
}

#[test]
fn a_problem_is_taken_with_a_name_of_its_own() {
    let design = Design { seed: 17, profile: Profile::Balanced };
    for family in FAMILIES.iter().filter(|family| family.name != "etr") {
        for variant in family.variants {
            for made in family.make(&design, variant.name, 2).expect("problems") {
                let own = Problem { id: "mine".into(), item: "my item".into(), ..made };
                assert_eq!(check_truth(&own), TruthCheck::Agrees, "{}", variant.name);
            }
        }
    }
}

#[test]
fn an_option_that_is_no_conjunct_of_the_other_is_found() {
    let design = Design { seed: 17, profile: Profile::Balanced };
    let family = FAMILIES.iter().find(|family| family.name == "conjunction").expect("a family");
    for variant in family.variants {
        for made in family.make(&design, variant.name, 4).expect("problems") {
            let single = made.options.iter().map(|(_, text)| text).min_by_key(|text| text.len());
            let event = single.expect("an option").trim_end_matches('.').to_owned();
            for other in [format!("{event} or"), "Somebody else sleeps".to_owned()] {
                // The same edit at every occurrence of the words.
                let mut edited = made.clone();
                let text =
                    edited.options.iter_mut().find(|(_, text)| text.len() == event.len() + 1);
                text.expect("an option").1 = format!("{other}.");
                let mut shared =
                    edited.segments.iter_mut().filter(|one| one.role == "shared-event");
                let place = usize::from(made.options[0].1.len() > event.len() + 1);
                shared.nth(place).expect("an event").text = other;
                assert_ne!(check_truth(&edited), TruthCheck::Agrees, "{}", edited.text());
            }
        }
    }
}

/// If an event is denied, the longer option is the weaker claim.
#[test]
fn a_conjunction_whose_events_are_denied_is_not_taken_for_one() {
    let design = Design { seed: 17, profile: Profile::Balanced };
    let family = FAMILIES.iter().find(|family| family.name == "conjunction").expect("a family");
    let deny = |text: &str, how: &str| text.replacen(" is ", &format!(" {how} "), 1);
    let mut edits = 0;
    for made in family.make(&design, "1", 8).expect("problems") {
        for how in ["is not", "isn't", "is never", "is hardly"] {
            let mut edited = made.clone();
            for (_, text) in &mut edited.options {
                *text = deny(text, how);
            }
            for segment in edited.segments.iter_mut().filter(|one| one.role == "shared-event") {
                segment.text = deny(&segment.text, how);
            }
            assert_ne!(check_truth(&edited), TruthCheck::Agrees, "{}", edited.text());
            edits += 1;
        }
        let mut edited = made.clone();
        for (_, text) in &mut edited.options {
            *text = text.replace('.', " or is alive.");
        }
        for segment in edited.segments.iter_mut().filter(|one| one.role == "added-event") {
            segment.text.push_str(" or is alive");
        }
        assert_ne!(check_truth(&edited), TruthCheck::Agrees, "{}", edited.text());
    }
    assert_eq!(edits, 64);
}

#[test]
fn an_edited_level_of_a_problem_of_the_theory_is_found() {
    let design = Design { seed: 17, profile: Profile::Balanced };
    let family = FAMILIES.iter().find(|family| family.name == "etr").expect("a family");
    for variant in family.variants {
        for made in family.make(&design, variant.name, 2).expect("problems") {
            assert_eq!(check_truth(&made), TruthCheck::Agrees, "{}", made.id);
            for (factor, level) in made.factors.iter() {
                let mut edited = made.clone();
                edited.factors.set(factor, format!("{level}x"));
                assert_ne!(check_truth(&edited), TruthCheck::Agrees, "{} {factor}", made.id);
            }
            let mut edited = made.clone();
            edited.truth.form.push('x');
            assert_ne!(check_truth(&edited), TruthCheck::Agrees, "{}", made.id);
        }
    }
}

/// The role of a segment says what may vary in it, so another role is an edit that matters.
#[test]
fn another_role_or_another_cut_of_a_conjunction_is_found() {
    let design = Design { seed: 17, profile: Profile::Balanced };
    let family = FAMILIES.iter().find(|family| family.name == "conjunction").expect("a family");
    let roles = [
        "stem",
        "name",
        "question",
        "option-mark",
        "shared-event",
        "connective",
        "added-event",
        "option-end",
        "mine",
        "Added-event",
    ];
    for variant in family.variants {
        for made in family.make(&design, variant.name, 2).expect("problems") {
            for at in 0..made.segments.len() {
                for role in roles.iter().filter(|role| made.segments[at].role != **role) {
                    let mut edited = made.clone();
                    edited.segments[at].role = (*role).into();
                    assert_ne!(check_truth(&edited), TruthCheck::Agrees, "{} {at} {role}", made.id);
                }
                // A segment that includes the beginning of the next one.
                let Some(next) = made.segments.get(at + 1).filter(|next| next.role != "stem")
                else {
                    continue;
                };
                let mut edited = made.clone();
                let first = next.text.chars().next().expect("a letter").len_utf8();
                let taken: String = edited.segments[at + 1].text.drain(..first).collect();
                edited.segments[at].text.push_str(&taken);
                assert_eq!(edited.text(), made.text());
                assert_ne!(check_truth(&edited), TruthCheck::Agrees, "{} {at}", made.id);
            }
        }
    }
}

#[test]
fn a_conjunction_in_one_piece_is_taken() {
    let design = Design { seed: 17, profile: Profile::Balanced };
    let family = FAMILIES.iter().find(|family| family.name == "conjunction").expect("a family");
    for variant in family.variants {
        for mut made in family.make(&design, variant.name, 2).expect("problems") {
            let text = made.text().trim_end().to_owned();
            made.segments.truncate(1);
            made.segments[0].text = text;
            made.segments[0].role = "stem".into();
            assert_eq!(check_truth(&made), TruthCheck::Agrees, "{}", made.id);
            made.segments[0].role = "added-event".into();
            assert_ne!(check_truth(&made), TruthCheck::Agrees, "{}", made.id);
        }
    }
}

/// Terms that a reader takes for one are reported, at every position of the second.
#[test]
fn terms_that_look_alike_are_told() {
    let design = Design { seed: 17, profile: Profile::Balanced };
    let disguises: [fn(&str) -> String; 6] = [
        |term| format!("{}\u{200b}{}", &term[..1], &term[1..]),
        |term| format!("{}\u{ad}{}", &term[..1], &term[1..]),
        |term| format!("the {term}"),
        |term| term.replace('o', "\u{43e}").replace('e', "\u{435}").replace('a', "\u{430}"),
        |term| term.replace('s', "\u{ff53}").replace('i', "\u{ff49}").replace('r', "\u{ff52}"),
        |term| format!("\u{feff}{term}"),
    ];
    let mut tried = 0;
    for (family, variant, role) in [
        ("categorical", "generated", "term-2a"),
        ("categorical", "generated", "term-3a"),
        ("syllogism", "all-some-some", "quantified-2"),
        ("syllogism", "valid-control", "quantified-3"),
        ("syllogism", "valid-control", "predicate-2"),
    ] {
        let family = FAMILIES.iter().find(|one| one.name == family).expect("a family");
        for made in family.make(&design, variant, 2).expect("problems") {
            for disguise in disguises {
                let mut edited = made.clone();
                let one = edited.segments.iter_mut().find(|one| one.role == role).expect("a term");
                let lower = one.text.trim().to_lowercase();
                let begins = |before: &&&str| lower.starts_with(**before);
                let before = ["some ", "a number of "].iter().find(begins).copied().unwrap_or("");
                let (before, term) = lower.split_at(before.len());
                let changed = disguise(term);
                if changed == term {
                    continue;
                }
                one.text = format!("{before}{changed}");
                let found = check_truth(&edited);
                let TruthCheck::Unread(why) = &found else { panic!("{}: {found:?}", made.id) };
                if why.contains("but not for a reader") {
                    tried += 1;
                } else {
                    panic!("{} {why} {:?}", made.id, edited.text());
                }
            }
        }
    }
    assert!(tried > 40, "{tried}");
}

/// Returns a problem with the term of some segments replaced, without regard to case.
fn with_terms(made: &Problem, terms: &[(&str, &str)]) -> Problem {
    let mut edited = made.clone();
    for segment in &mut edited.segments {
        for (from, to) in terms {
            segment.text = segment.text.replace(from, to);
        }
    }
    edited
}

/// An argument that is invalid by its form may be valid by the meaning of its terms.
#[test]
fn an_invalid_argument_is_certified_if_no_meaning_of_its_terms_makes_it_valid() {
    let design = Design { seed: 17, profile: Profile::Balanced };
    let family = |name: &str| FAMILIES.iter().find(|one| one.name == name).expect("a family");
    let term = |problem: &Problem, role: &str| {
        let segment = problem.segments.iter().find(|one| one.role == role).expect("a term");
        segment.text.trim().trim_end_matches('.').to_owned()
    };
    let (mut valid, mut invalid) = (0, 0);
    for made in family("categorical").make(&design, "neutral", 60).expect("problems") {
        let real = made.factors.get("content") == Some("real");
        if !real {
            continue;
        }
        let (subject, predicate) = (term(&made, "term-3a"), term(&made, "term-3b"));
        let related = with_terms(&made, &[(&subject, "black dogs"), (&predicate, "dogs")]);
        let apart = with_terms(&made, &[(&subject, "black dogs"), (&predicate, "cats")]);
        let check = |problem: &Problem| {
            let TruthCheck::Unread(why) = check_truth(problem) else { return None };
            Some(why)
        };
        assert_eq!(check(&apart), None, "{}", apart.text());
        if made.factors.get("validity") == Some("valid") {
            valid += 1;
            assert_eq!(check(&related), None, "{}", related.text());
        } else {
            invalid += 1;
            let why = check(&related).expect("a reason");
            assert!(why.contains("`black dogs`") && why.contains("`dogs`"), "{why}");
        }
        let same = with_terms(&made, &[(&subject, "dog"), (&predicate, "dogs")]);
        assert!(check(&same).is_some(), "{}", same.text());
    }
    assert!(valid > 5 && invalid > 5, "{valid}, {invalid}");

    let mut wide = 0;
    for made in family("syllogism").make(&design, "all-some-some", 12).expect("problems") {
        let speaks_of_animals = made.text().contains("animals") || made.text().contains("horses");
        if made.factors.get("quantifier") != Some("classic") || speaks_of_animals {
            continue;
        }
        let narrow = term(&made, "quantified-1").split_once(' ').expect("a class").1.to_owned();
        let class = term(&made, "predicate-1").split_once(' ').expect("a class").1.to_owned();
        let horses = with_terms(&made, &[(&narrow, "horses"), (&class, "animals")]);
        assert!(!matches!(check_truth(&horses), TruthCheck::Unread(_)), "{}", horses.text());
        // For every kind of animals, some horses that are fast are animals that are.
        let animals = with_terms(&made, &[(&narrow, "animals"), (&class, "horses")]);
        let TruthCheck::Unread(why) = check_truth(&animals) else { panic!("{}", animals.text()) };
        assert!(why.contains("`animals`") && why.contains("`horses`"), "{why}");
        let wild = with_terms(&made, &[(&narrow, "wild horses"), (&class, "horses")]);
        assert!(matches!(check_truth(&wild), TruthCheck::Unread(_)), "{}", wild.text());
        wide += 1;
    }
    assert!(wide > 3, "{wide}");
}
