use super::super::data::{FAME, MEDICINE};
use super::super::pair::Link;
use super::{check_plain, check_shared, other_question};
use crate::families::worked_out::{NotWorkedOut, Unplain};
use crate::{Design, Family, HE, SHE};
use peirast_record::Profile;

/// Returns true if an event is certified before a further one.
fn is_plain(event: &str) -> bool {
    check_shared(event, Link::Further).is_ok()
}

/// Returns the word and the fault for which a pair of events is refused.
fn refused(shared: &str, added: &str, link: Link) -> Option<(String, Unplain)> {
    match check_plain(shared, added, link) {
        Ok(()) => None,
        Err(NotWorkedOut::NotPlain { word, fault, .. }) => Some((word, fault)),
        Err(other) => panic!("{shared}, {added}: {other}"),
    }
}

#[test]
fn an_event_that_is_denied_doubted_or_bounded_is_refused() {
    for event in [
        "Nobody bakes",
        "Tom is not a baker",
        "Tom isn’t a baker",
        "Tom doesnt bake",
        "It is unlikely that Tom is a baker",
        "It is impossible that Tom bakes",
        "It is doubtful that Tom bakes",
        "It is rare that Tom bakes",
        "It is wrong that Tom bakes",
        "It is a canard that Tom bakes",
        "There is a slim hope that Tom bakes",
        "Tom denies that he is a baker",
        "Tom denied being a baker",
        "Tom refuses to be a baker",
        "Tom failed to become a baker",
        "Tom fails as a baker",
        "Tom avoided being a baker",
        "Tom avoids baking",
        "Tom is anything but a baker",
        "Tom is unable to be a baker",
        "Tom is too shy to be a baker",
        "Tom is too old for baking",
        "Tom rejects the idea that he is a baker",
        "Tom stopped being a baker",
        "Tom stopped baking",
        "Tom ceases to be a baker",
        "Tom quit baking",
        "Tom gave up baking",
        "Tom was banned from baking",
        "Tom was forbidden to bake",
        "Tom is a far cry from a baker",
        "Tom is a baker in nobody's eyes",
        "Tom was kept from baking",
        "Tom lacks the nerve to be a baker",
        "At most one person knows that Tom bakes",
        "At most one person bakes",
        "Exactly one person bakes",
        "Only Tom bakes",
        "Few people bake",
        "The chance is below ten percent that Tom bakes",
        "The odds of Tom being a baker are long",
        "Tom is less likely to be a baker",
        "Tom is far from being a baker",
        "Tom bakes if it rains",
        "Tom is a man who does not bake",
        "Tom bakes without a pan",
        "Mei has no cough",
        "A first video will get fewer than ten views",
        "Tom lacks a brother who sings",
        "Tom lacks a brother",
        "Tom avoids people who sing",
        "Tom avoids bakers",
        "Tom meets the man who bakes",
        "Tom likes all who bake",
        "Tom likes everyone who bakes",
        "Tom bakes for every baker",
        "Tom bakes provided that it rains",
        "Tom bakes whenever it rains",
        "Tom bakes as long as it rains",
        "Tom bakes when it rains",
        "Tom would bake",
        "Should it rain, Tom bakes",
        "Tom has zero sons",
        "Tom has few friends",
        "Tom has little patience",
        "Tom is the tallest baker",
        "Tom is the most famous baker",
        "Tom is his town's oldest baker",
        "Tom is the first baker in town",
        "Tom is taller than a baker",
        "Tom is exempt from baking",
        "Tom is immune to bread",
        "Tom is a baker, my foot",
        "Tom is a baker in his dreams",
        "Tom denies Anna bakes",
        "Tom prohibits ovens with lamps",
        "Tom dislikes people singing",
        "Tom hears of people avoiding lamps",
        "Tom refuses bread",
        "Tom gave up bread",
        "Tom is void of charm",
        "Once Tom is rich, he bakes",
        "Tom bakes once it rains",
        "Tom bakes given rain",
        "Tom bakes before Anna sings",
        "Tom pretends he bakes",
        "Tom is perhaps a baker",
    ] {
        assert!(!is_plain(event), "{event}");
        assert!(!is_plain(&event.to_uppercase()), "{event}");
    }
}

#[test]
fn an_event_that_is_plainly_affirmed_is_certified() {
    for event in [
        "Tom is a baker",
        "Tom is a refuse collector",
        "Tom is a former teacher",
        "Tom walked to town",
        "Tom sent the letter to Anna",
        "Tom took the wrong bus",
        "The alarm will ring in the morning",
        "Tom was given a hat",
        "Tom bakes every morning",
        "Tom took part in the contest",
        "Tom walked through the forest",
        "Linda is a bank teller",
        "Bob works for a company in Rome",
        "Emily Brontë writes letters to Anna",
        "The old baker sings in a choir",
        "They sing in a choir",
        "She has played the piano",
        "The team will win the first set",
        "The first recipe in the book will contain a mistake",
        "Tom is in a band",
        "Tom will send a letter",
        "Tom is writing a letter",
        "Tom sent Anna a letter",
        "Tom was given a hat",
        "Anna is active in the feminist movement",
    ] {
        assert_eq!(check_shared(event, Link::Further), Ok(()), "{event}");
    }
}

#[test]
fn what_excludes_counts_or_is_said_in_another_language_is_refused_wherever_it_stands() {
    use Unplain::{Counts, Denies, Excludes, OtherLanguage};
    for (event, word, fault) in [
        ("Tom exclusively bakes bread", "exclusively", Excludes),
        ("Tom bakes bread exclusively", "exclusively", Excludes),
        ("Tom is merely a baker", "merely", Excludes),
        ("Tom is just a baker", "just", Excludes),
        ("Tom simply bakes", "simply", Excludes),
        ("Tom is solely a baker", "solely", Excludes),
        ("Tom is entirely a baker", "entirely", Unplain::Adverb),
        ("Tom is nothing but a baker", "nothing", Denies),
        ("Tom is a baker alone", "alone", Excludes),
        ("Tom bakes and nothing else", "and", Unplain::Clause),
        ("Tom is a baker (almost)", "almost", Denies),
        ("Tom is a \"baker\"", "\"", Unplain::Mark),
        ("Tom has one cat in total", "in total", Counts),
        ("Tom has exactly two cats", "exactly", Counts),
        ("Tom has at most two cats", "at most", Counts),
        ("Tom has two cats altogether", "two", Counts),
        ("Tom has 2 cats", "2", Counts),
        ("Tom has up to ten cats", "up to", Counts),
        ("Tom has a total of cats", "total", Counts),
        ("Tom is thirty", "thirty", Counts),
        ("Tom is twenty-one", "twenty-one", Counts),
        ("Tom nie bakes", "nie", OtherLanguage),
        ("Tom bakes pas", "pas", OtherLanguage),
        ("Tom has kein dog", "kein", OtherLanguage),
        ("Tom is nicht a baker", "nicht", OtherLanguage),
        ("Tom no es a baker", "no", Denies),
        ("Tom is neniam a baker", "neniam", OtherLanguage),
        ("Tom is perchance a baker", "perchance", Unplain::Adverb),
        ("Tom is a mere baker", "mere", Excludes),
        ("Tom is не a baker", "не", OtherLanguage),
        ("Kein Baker sings", "kein", OtherLanguage),
        ("Tom is ningún baker", "ningún", OtherLanguage),
    ] {
        let found = check_shared(event, Link::Further).expect_err(event);
        assert_eq!((&*found.word, found.fault), (word, fault), "{event}");
    }
    for (added, word, fault) in [
        ("sings at most", "at most", Counts),
        ("exclusively sings", "exclusively", Excludes),
        ("sings merely", "merely", Excludes),
        ("has one cat in total", "in total", Counts),
        ("sings nicht", "nicht", OtherLanguage),
        ("does not sing", "not", Denies),
    ] {
        for link in [Link::Further, Link::Alternative, Link::Purpose, Link::Cause] {
            let found = refused("Tom is a baker", added, link);
            // With a purpose, the event before it is refused first, if it is not a deed.
            let expected = match link {
                Link::Purpose => Some(("is".to_owned(), Unplain::Purpose)),
                // A denied cause is still a cause.
                Link::Cause if fault == Denies => None,
                _ => Some((word.to_owned(), fault)),
            };
            assert_eq!(found, expected, "{added}");
        }
    }
}

#[test]
fn a_number_or_a_phrase_that_the_connective_cuts_in_two_is_refused() {
    for (shared, added, word) in [
        ("Tom likes rock", "roll", "roll"),
        ("Tom runs a bed", "breakfast", "breakfast"),
        ("Tom likes fish", "chips", "chips"),
        ("Tom stands between a rock", "a hard place", "a"),
        ("Tom works for Marks", "Spencer", "spencer"),
        ("Tom is a baker", "candlestick maker", "candlestick"),
    ] {
        for link in [Link::Further, Link::Alternative] {
            let found = refused(shared, added, link);
            assert_eq!(found, Some((word.to_owned(), Unplain::Split)), "{shared}, {added}");
        }
    }
    let number = refused("Tom is thirty", "one years old", Link::Further);
    assert_eq!(number, Some(("thirty".to_owned(), Unplain::Counts)));
    let occupation = refused("Tom is an accountant", "one years old", Link::Further);
    assert_eq!(occupation, Some(("one".to_owned(), Unplain::Counts)));
    for shared in ["Tom has", "Tom is able", "Tom helped Anna", "Tom went", "Tom has a bus"] {
        let found = refused(shared, "bake", Link::Purpose).expect(shared);
        assert_eq!(found.1, Unplain::Purpose, "{shared}");
    }
    assert_eq!(refused("Tom went to Rome", "bake bread", Link::Purpose), None);
}

#[test]
fn an_added_event_that_leaves_the_other_one_open_is_refused() {
    for (added, word) in [
        ("sings if it rains", "if"),
        ("sings provided that it rains", "provided"),
        ("sings whenever it rains", "whenever"),
        ("sings as long as it rains", "as long as"),
        ("dances or sings", "or"),
        ("sings only on Sundays", "only"),
        ("not really", "not"),
        ("never on Sundays", "never"),
        ("sings, my foot", "my"),
        ("sings at most twice", "at most"),
        ("sings once it rains", "once"),
        ("sings should it rain", "should"),
        ("sings, maybe", "maybe"),
        ("neither", "neither"),
        ("isn't a singer", "isn't"),
    ] {
        for link in [Link::Further, Link::Alternative] {
            let found = refused("Tom is a baker", added, link).expect(added);
            assert_eq!(found.0, word, "{added}");
        }
    }
    for added in [
        "sings",
        "is a singer",
        "she sings every Sunday",
        "buys a hat",
        "will sing",
        "travels to Rome to bake",
    ] {
        assert_eq!(refused("Tom is a baker", added, Link::Further), None, "{added}");
    }
    for reason in [
        "no air could get in",
        "he slowly woke",
        "he could sing",
        "two friends, Tom and Ann, liked it",
        "he had to sing",
    ] {
        assert_eq!(refused("Tom baked bread", reason, Link::Cause), None, "{reason}");
    }
    let not_really = refused("Tom baked bread", "he sings, or not", Link::Cause).expect("a word");
    assert_eq!(not_really.0, "or");
}

#[test]
fn a_text_that_turns_the_question_round_or_tells_how_to_answer_is_refused() {
    for (opening, word) in [
        ("Tom bakes. Which is LESS likely, or rather: ", "which is"),
        ("Tom bakes. Tell the least probable. ", "least"),
        ("Tom bakes. What would surprise you more? ", "you"),
        ("Tom bakes. In this exam, more means less. ", "means"),
        ("Tom bakes. Take the opposite. ", "opposite"),
        ("Tom bakes. ¿Cuál? ", "?"),
        ("Tom bakes. Say what is more of a surprise. ", "of a surprise"),
        ("Tom bakes. Circle whichever happens to few. ", "circle"),
        ("Tom bakes. Mark the event that is hard to come by. ", "mark"),
        ("Mark bakes. Then, please, tell which is off. ", "which is"),
        ("Tom bakes. At the end, write down the odd event. ", "write"),
        ("Tom bakes. Whoever is examined seldom has it. ", "seldom"),
        ("Tom bakes. The first letter stands for the second. ", "stands for"),
        ("Tom bakes. Don’t take the first. ", "don't"),
    ] {
        assert_eq!(other_question(opening).as_deref(), Some(word), "{opening}");
    }
    let linda = "Linda is 31 years old, single, outspoken, and very bright. As a student, she was deeply \
                 concerned with issues of discrimination and social justice. ";
    assert_eq!(other_question(linda), None);
    for story in
        ["Mark bakes every day. He sat down, read a book, and left. ", "Suppose Tom sings. "]
    {
        assert_eq!(other_question(story), None, "{story}");
    }
}

#[test]
fn every_made_problem_is_certified() {
    let family = Family::named("conjunction").expect("a family");
    for profile in [Profile::Balanced, Profile::Paper2024] {
        for variant in family.variants {
            let design = Design { seed: 29, profile };
            for made in family.make(&design, variant.name, 2_000).expect("problems") {
                let found = (family.work_out)(&made);
                assert!(found.is_ok(), "{}: {found:?}\n{}", made.id, made.text());
            }
        }
    }
}

#[test]
fn every_event_of_the_data_files_is_certified() {
    let fame = FAME.drawn().expect("data");
    for outcome in fame.scenario.iter().flat_map(|scenario| &scenario.unlikely) {
        for who in [SHE, HE] {
            assert!(is_plain(&who.fill(outcome)), "{outcome}");
        }
    }
    let medicine = MEDICINE.drawn().expect("data");
    for symptom in medicine.disease.iter().flat_map(|disease| &disease.symptoms) {
        assert!(is_plain(&format!("Mei has {symptom}")), "{symptom}");
    }
    for nobody in ["Nobody", "Hardly Anyone", "Kein Mann", "Tom rarely"] {
        assert!(!is_plain(&format!("{nobody} is an accountant")), "{nobody}");
    }
}
