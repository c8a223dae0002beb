//! Forms of words: plurals, articles, the third person.

/// Plurals that no rule makes.
const IRREGULAR: [(&str, &str); 12] = [
    ("men", "man"),
    ("women", "woman"),
    ("people", "person"),
    ("children", "child"),
    ("mice", "mouse"),
    ("feet", "foot"),
    ("teeth", "tooth"),
    ("geese", "goose"),
    ("wolves", "wolf"),
    ("knives", "knife"),
    ("wives", "wife"),
    ("lives", "life"),
];

/// Words that end as *men* does and are no plurals.
const NO_MEN: [&str; 4] = ["specimen", "omen", "abdomen", "regimen"];

/// Endings of words in *-s* that are no plurals: *famous, glass, basis*.
const NO_PLURAL: [&str; 4] = ["ss", "us", "is", "as"];

/// One of what a word says there are several of; the word itself if it is no plural.
pub(super) fn singular(word: &str) -> String {
    for (many, one) in IRREGULAR {
        if let Some(before) = word.strip_suffix(many)
            && (before.is_empty() || many == "men" && !NO_MEN.contains(&word))
        {
            return format!("{before}{one}");
        }
    }
    let plain = word.len() < 4 || NO_PLURAL.iter().any(|ending| word.ends_with(ending));
    match word {
        _ if plain => word.to_owned(),
        _ if word.ends_with("ies") && word.len() > 4 => format!("{}y", &word[..word.len() - 3]),
        _ if ["sses", "ches", "shes", "xes", "zzes"].iter().any(|it| word.ends_with(it)) => {
            word[..word.len() - 2].to_owned()
        }
        _ => word.strip_suffix('s').unwrap_or(word).to_owned(),
    }
}

/// The word with its article, where it takes one.
pub(super) fn with_article(words: &str, counts: bool) -> String {
    if !counts {
        return words.to_owned();
    }
    let low = words.to_lowercase();
    let silent = ["hour", "honest", "heir", "honour"].iter().any(|it| low.starts_with(it));
    let spoken = ["uni", "use", "eu", "one"].iter().any(|it| low.starts_with(it));
    let vowel = low.starts_with(['a', 'e', 'i', 'o', 'u']);
    let an = silent || vowel && !spoken;
    format!("{} {words}", if an { "an" } else { "a" })
}

/// The base form of a verb in the third person: *love* for *loves*.
pub(super) fn base(verb: &str) -> String {
    match verb {
        "has" => "have".to_owned(),
        "goes" => "go".to_owned(),
        _ if verb.ends_with("ies") && verb.len() > 4 => format!("{}y", &verb[..verb.len() - 3]),
        _ if ["sses", "ches", "shes", "xes", "zzes"].iter().any(|it| verb.ends_with(it)) => {
            verb[..verb.len() - 2].to_owned()
        }
        _ => verb.strip_suffix('s').unwrap_or(verb).to_owned(),
    }
}

/// The third person of a verb: *loves* for *love*.
pub(super) fn third_person(verb: &str) -> String {
    let before_y = verb.strip_suffix('y').filter(|stem| !stem.ends_with(['a', 'e', 'o', 'u']));
    match verb {
        "have" => "has".to_owned(),
        "go" => "goes".to_owned(),
        _ if ["ss", "ch", "sh", "x", "zz"].iter().any(|it| verb.ends_with(it)) => {
            format!("{verb}es")
        }
        _ => before_y.map_or_else(|| format!("{verb}s"), |stem| format!("{stem}ies")),
    }
}

/// True if a word can be a verb in the third person.
pub(super) fn is_third_person(word: &str) -> bool {
    word.len() > 2 && word.ends_with('s') && !NO_PLURAL.iter().any(|it| word.ends_with(it))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plurals_have_one_form_for_one_thing() {
        for (many, one) in [
            ("men", "man"),
            ("policewomen", "policewoman"),
            ("people", "person"),
            ("cities", "city"),
            ("boxes", "box"),
            ("roses", "rose"),
            ("famous", "famous"),
            ("glass", "glass"),
            ("mortal", "mortal"),
            ("gas", "gas"),
        ] {
            assert_eq!(singular(many), one);
        }
    }

    #[test]
    fn verbs_come_back_from_the_third_person() {
        for verb in ["love", "smoke", "carry", "play", "watch", "pass", "go", "have", "fix"] {
            assert_eq!(base(&third_person(verb)), verb);
        }
        assert!(!is_third_person("glass") && is_third_person("loves"));
    }

    #[test]
    fn articles_follow_the_sound() {
        for (word, said) in
            [("ace", "an ace"), ("king", "a king"), ("unicorn", "a unicorn"), ("hour", "an hour")]
        {
            assert_eq!(with_article(word, true), said);
        }
        assert_eq!(with_article("tall", false), "tall");
    }
}
