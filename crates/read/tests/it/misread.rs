//! Texts of kinds that were once read as the contrary, with the right readings. An ambiguous text
//! must be left unread. All texts are made up.

use peirast_read::{Context, read};
use peirast_record::{Answer, FinishReason, Task};

const UNREAD: Answer = Answer::Unread;
const YES: Answer = Answer::YesNo(true);
const NO: Answer = Answer::YesNo(false);
const INVALID: Answer = Answer::Valid(false);
const A: Answer = Answer::Choice('a');
const B: Answer = Answer::Choice('b');
const C: Answer = Answer::Choice('c');

fn two() -> Vec<(char, String)> {
    vec![
        ('a', "Mara is a beekeeper.".to_owned()),
        ('b', "Mara is a beekeeper and plays the cello.".to_owned()),
    ]
}

fn three() -> Vec<(char, String)> {
    ('a'..).zip(["red", "blue", "green"]).map(|(letter, text)| (letter, text.to_owned())).collect()
}

fn check(task: Task, options: &[(char, String)], rows: &[(&str, Answer)]) {
    for (text, expected) in rows {
        let answer = read(task, text, &Context::new(options, FinishReason::Stop)).answer;
        assert_eq!(answer, *expected, "{text}");
    }
}

/// Each text is read as its answer, or not at all.
fn never_the_contrary(task: Task, options: &[(char, String)], answer: Answer, texts: &[&str]) {
    for text in texts {
        let read = read(task, text, &Context::new(options, FinishReason::Stop)).answer;
        assert!(read == answer || !read.is_verdict(), "{text}: {read}");
    }
}

#[test]
fn what_cannot_be_more_likely_is_not_chosen() {
    never_the_contrary(
        Task::Choice,
        &two(),
        A,
        &[
            "It is impossible for (b) to be more probable than (a).",
            "It is impossible that (b) is more likely.",
            "It's logically impossible for (b) to be likelier.",
            "It would be absurd for (b) to be more likely than (a).",
            "It would be illogical for (b) to be more probable.",
            "It is inconceivable that (b) is more likely.",
            "It is contradictory for (b) to be more likely than (a).",
            "It is false that (b) is more likely.",
            "It violates probability theory for (b) to be more likely than (a).",
            "It is hard to believe that (b) is more likely.",
            "I deny that (b) is more likely.",
            "I dispute that (b) is more likely.",
            "I refuse to believe that (b) is more likely.",
            "Nobody can say (b) is more likely.",
            "(b) being more likely than a is out of the question.",
            "(b) being likelier than (a) is impossible.",
            "(b) being more probable violates the axioms of probability.",
            "(b) beating (a) is impossible.",
            "For (b) to be more likely than (a) is impossible.",
            "That (b) is more likely than (a) is out of the question.",
            "The notion that (b) is likelier is absurd.",
            "The idea that (b) is more likely is nonsense.",
            "P(b) > P(a) is impossible.",
            "P(b) > P(a) cannot hold.",
            "(b) is unable to be more likely than (a).",
            "(b) fails to be more likely than (a).",
            "(b) is scarcely more likely than (a).",
            "Rarely is (b) more likely than (a).",
            "Under no circumstances is (b) more likely than (a).",
            "(b) cannot be likelier than (a).",
            "There is no way (b) beats (a).",
            "The second option being more likely is impossible.",
            "(b) is impossible.",
            "(b) is absurd.",
            "(b) no es más probable que (a).",
            "(b) no puede ser más probable que (a).",
            "(b)不可能比(a)更可能。",
            "Es ist ausgeschlossen, dass (b) wahrscheinlicher ist.",
            "Es imposible que (b) sea más probable.",
            "It is out of the question that (b) is more likely.",
            "Probability theory rules out (b) being more likely.",
            "Logic forbids (b) from being more likely than (a).",
            "I reject the claim that (b) is more likely.",
            "(b) looks more likely but can't be.",
            "(b) gets it wrong.",
        ],
    );
    never_the_contrary(
        Task::Choice,
        &two(),
        B,
        &[
            "It is impossible for (b) to be less probable than (a).",
            "(b) cannot be less likely than (a).",
            "It is impossible to deny that (b) is more likely.",
        ],
    );
    check(
        Task::Choice,
        &two(),
        &[
            ("There is no doubt (b) is more likely.", B),
            ("Without question (b) is more likely.", B),
            ("It is hard to be sure, so I choose (b).", B),
            ("(b) is hard to beat. I choose (b).", B),
            ("(a) is more likely, as (b) is impossible.", A),
            ("(a) is more likely and (b) is wrong.", A),
        ],
    );
}

#[test]
fn a_correction_replaces_the_announced_answer() {
    for announced in ["Final answer: A", "The answer is A.", "**Answer: A**", "A"] {
        for corrected in [
            "On second thought, B.",
            "On second thoughts, it must be B.",
            "Wait, actually it is B.",
            "Correction: B",
            "Scratch that. B.",
            "Strike that: B",
            "No, B.",
            "Rather, B.",
            "Never mind, B.",
            "I was wrong. B.",
            "I take that back: B.",
            "I stand corrected: B.",
            "I change my answer to B.",
            "Upon further reflection: B",
            "Having thought again: B.",
        ] {
            let text = format!("{announced}\n\n{corrected}");
            check(Task::Choice, &three(), &[(&text, B)]);
        }
    }
    check(
        Task::Choice,
        &three(),
        &[
            ("The answer is A, I mean B.", B),
            ("The answer is A, er, B.", B),
            ("Die Antwort ist A.\n\nKorrektur: B", B),
            ("Antwort: A\n\nNein, B.", B),
            ("Réponse : A\n\nEn fait, B.", B),
            ("Respuesta: A\n\nPerdón, B.", B),
            ("答案：A\n\n更正：B", B),
            ("答案是A。不对，是B。", B),
            ("答案是A。等等，应该是B。", B),
        ],
    );
    never_the_contrary(
        Task::Choice,
        &three(),
        B,
        &[
            "Final answer: A\n\nLet me correct myself: B.",
            "The answer is A... B, actually.",
            "Antwort: A\n\nMoment, doch B.",
            "Answer: A\n\nOn looking at it again: B",
            "Answer: A\n\nActually, make that B.",
            "Answer: A\n\nSwitching to B.",
            "Answer: A\n\nB after all.",
            "答案：A\n\n不，B。",
            "{\"answer\": \"A\"}\n\nCorrection: B",
        ],
    );
    check(
        Task::Choice,
        &three(),
        &[
            ("The answer is A.\n\nNot B.", A),
            ("The answer is A.\n\nSecond choice: B", A),
            ("The answer is A. It is warmer than B.", A),
            ("Final answer: A\n\nWait, let me check. Yes, A.", A),
        ],
    );
    check(
        Task::YesNo,
        &[],
        &[
            ("Final answer: Yes\n\nOn second thought, no.", NO),
            ("Answer: yes. Scratch that: no.", NO),
            ("Answer: Yes\n\nActually it's no.", NO),
            ("Answer: no\n\nI was wrong. Yes.", YES),
        ],
    );
    check(
        Task::Number,
        &[],
        &[
            ("The answer is 6.\n\nOn second thought, 7.", Answer::Number(7.into())),
            ("Answer: 6\n\nNever mind, 7.", Answer::Number(7.into())),
        ],
    );
}

#[test]
fn what_is_denied_of_the_argument_is_no_yes() {
    never_the_contrary(
        Task::YesNo,
        &[],
        NO,
        &[
            "Under no circumstances does the conclusion follow.",
            "On no account does it follow.",
            "At no point does the conclusion follow.",
            "In no sense does the conclusion follow.",
            "By no stretch does it follow.",
            "By no means does it follow.",
            "In no way does it follow.",
            "Not in the least does it follow.",
            "Hardly.",
            "It scarcely follows.",
            "The conclusion rarely follows logically.",
            "Nothing guarantees that it follows.",
            "Nothing in the premises guarantees that the conclusion follows.",
            "Nothing shows that the conclusion follows.",
            "There is no guarantee that it follows.",
            "There is no evidence that it follows from the premises.",
            "There's no reason it follows logically.",
            "No rule says that it follows.",
            "Nobody could say it follows.",
            "No guarantee it follows.",
            "None of the premises guarantees that it follows.",
            "I see no reason why it follows.",
            "I reject that it follows.",
            "It can't be guaranteed that it follows.",
            "It is impossible that it follows.",
            "Only under extra assumptions does it follow.",
            "Under no circumstances is the argument valid.",
            "The argument is scarcely valid.",
            "El argumento no es válido.",
            "!valid",
            "¬valid",
            "~valid",
            "Valid. Not.",
            "Yes... NOT!",
        ],
    );
    check(
        Task::YesNo,
        &[],
        &[
            ("Under no circumstances does the conclusion follow.", NO),
            ("By no means does it follow.", NO),
            ("It scarcely follows.", NO),
            ("The argument is scarcely valid.", NO),
            ("El argumento no es válido.", NO),
            ("!valid", NO),
            ("Without doubt it follows logically.", YES),
            ("There is no doubt that it follows.", YES),
            ("It can't be denied that it follows.", YES),
            ("In logic, no gap is left: it follows logically.", YES),
        ],
    );
    never_the_contrary(
        Task::Validity,
        &[],
        INVALID,
        &[
            "!valid",
            "! correct",
            "¬correct",
            "Valid. Not.",
            "Correct... NOT!",
            "Under no circumstances is it correct.",
        ],
    );
    check(Task::Validity, &[], &[("!incorrect", Answer::Valid(true)), ("!valid", INVALID)]);
}

#[test]
fn a_doubt_is_no_yes() {
    for text in [
        "I doubt that it follows.",
        "I doubt the conclusion follows.",
        "I highly doubt that it follows from the premises.",
        "I have doubts that it follows.",
        "I have my doubts that it's valid.",
        "It is doubtful that it follows.",
        "It's doubtful the argument is valid.",
        "It is unclear that it follows.",
        "It's questionable that it follows.",
        "I am sceptical that it follows.",
        "I'm unconvinced it follows logically.",
        "I am not convinced that it follows.",
    ] {
        check(Task::YesNo, &[], &[(text, UNREAD)]);
    }
}

#[test]
fn yes_and_its_contrary_are_no_answer() {
    for text in [
        "Yes, the conclusion does not follow.",
        "Yes, it does not follow from the premises.",
        "Yes — the conclusion does not follow.",
        "Yes. The conclusion does not follow.",
        "Yes, the conclusion can't be drawn.",
        "Yes, that is not the case.",
        "Yes, it isn't.",
        "No, it follows logically from the premises.",
        "Yes if the premises are true, otherwise no.",
        "Ja, aber nein.",
    ] {
        check(Task::YesNo, &[], &[(text, UNREAD)]);
    }
    check(
        Task::YesNo,
        &[],
        &[
            ("Yes, it is not invalid.", YES),
            ("Yes, it follows, although the first premise does not.", YES),
            ("Yes. The conclusion follows. It is not a fallacy.", YES),
            ("Yes, the conclusion follows, and it would be wrong to say otherwise.", YES),
        ],
    );
}

#[test]
fn marks_and_shares_say_which_word_or_option_is_meant() {
    check(
        Task::YesNo,
        &[],
        &[
            ("[ ] Yes [x] No", NO),
            ("☐ Yes ☑ No", NO),
            ("☐ Yes\n☑ No", NO),
            ("- [x] Yes\n- [ ] No", YES),
            ("Yes ☐ No ☑", NO),
            ("Yes ❌ No ✅", NO),
            ("✅ No ❌ Yes", NO),
            ("○ Yes ● No", NO),
            ("是 ☐ 否 ☑", NO),
            ("Yes: 30%, No: 70%", NO),
            ("No: 30%, Yes: 70%", YES),
            ("Yes: 0.3, No: 0.7", NO),
            ("Yes: 50%, No: 50%", UNREAD),
            ("[x] No", NO),
            ("✅ No", NO),
            ("[ ] Yes", UNREAD),
            ("Yes = 10%", UNREAD),
            ("[ ] Yes [x] No\n\nFinal answer: yes", YES),
        ],
    );
    check(
        Task::Choice,
        &three(),
        &[
            ("[x] A [ ] B", A),
            ("[ ] A [x] B", B),
            ("☐ A ☑ B ☐ C", B),
            ("A ☐ B ☑ C ☐", B),
            ("( ) A (•) B ( ) C", B),
            ("○ A ● B ○ C", B),
            ("A ❌ C ✅", C),
            ("A✗ B✗ C✓", C),
            ("A=0.1 B=0.2 C=0.7", C),
            ("A ❌ B ❌ C ❌", UNREAD),
            (r"\boxed{\text{A or B}}", UNREAD),
            ("Answer: !A", UNREAD),
            ("Answer ≠ A", UNREAD),
        ],
    );
}

#[test]
fn an_option_that_is_preferred_or_opposed() {
    check(
        Task::Choice,
        &two(),
        &[
            ("I prefer A to B", A),
            ("I prefer B over A.", B),
            ("I'd take B over A", B),
            ("I'd pick A before B.", A),
            ("I'd choose A ahead of B", A),
        ],
    );
    never_the_contrary(
        Task::Choice,
        &two(),
        B,
        &[
            "I disagree with (a)",
            "I object to (a).",
            "I oppose (a).",
            "I distrust (a).",
            "I take issue with (a).",
            "I dissent from (a).",
            "I'm leaning away from (a).",
            "The last thing I would choose is (a).",
            "Not the former.",
            "Disagree: (a)",
            "(a), I disagree with.",
            "Ignore (a).",
        ],
    );
    never_the_contrary(
        Task::Choice,
        &two(),
        A,
        &[
            "Not the latter.",
            "Ich bevorzuge A gegenüber B.",
            "Je préfère A à B.",
            "Prefiero A a B.",
            "A比B可能性大",
        ],
    );
    never_the_contrary(
        Task::Choice,
        &three(),
        C,
        &[
            "Ranking from least to most likely: A, B, C",
            "Ranking from least to most likely: A < B < C",
            "1. C 2. B 3. A",
        ],
    );
    check(Task::Choice, &three(), &[("the middle one", UNREAD)]);
}

#[test]
fn an_option_that_is_left_out_is_not_chosen() {
    for text in [
        "Everything but C is right",
        "everything except C",
        "Anything but C is correct",
        "Any option but C",
        "All but C are right",
        "all of them except C",
        "any but C",
        "far from C",
        "The answer is far from C.",
        "Every option but C is correct.",
        "Each of them but C follows.",
        "Anything other than C is right.",
        "All options apart from C are correct.",
        "All of these with the exception of C are right.",
        "All save C are correct.",
        "All are right but C.",
        "I'd pick any option except C.",
        "All but C apply.",
        "All options minus C.",
        "None but C is wrong.",
    ] {
        check(Task::Choice, &three(), &[(text, UNREAD)]);
    }
    check(
        Task::Choice,
        &three(),
        &[
            ("Everything but C is wrong.", C),
            ("All of the options but B can be ruled out.", B),
            ("No option but C is right.", C),
            ("All are plausible, but A is right.", A),
            ("All options were considered, but the answer is B.", B),
        ],
    );
    never_the_contrary(
        Task::Choice,
        &two(),
        B,
        &["Everything but (a) is right", "Anything but (a) is correct", "far from (a)"],
    );
}

#[test]
fn an_option_behind_another_is_not_chosen() {
    for text in [
        "B comes second; A comes first",
        "B comes second.",
        "B comes last.",
        "B is right behind A",
        "B is the best answer after A",
        "After A, B is the best answer.",
        "B is second best.",
        "B takes second place.",
        "B, a close second.",
        "In second place: B.",
        "My second choice would be B.",
        "B fell behind.",
        "B is the answer only if A is not",
        "B is correct only if A is not.",
        "B, unless A.",
        "B follows A.",
        "Runner-up: B",
        "Second place: B",
        "A beats B.",
    ] {
        never_the_contrary(Task::Choice, &three(), A, &[text]);
    }
    never_the_contrary(
        Task::Choice,
        &three(),
        C,
        &[
            "B beats A, and C beats B",
            "Top: C. Bottom: A.",
            "Winner: C. Loser: A.",
            "First place: C. Last place: A.",
        ],
    );
    check(
        Task::Choice,
        &three(),
        &[
            ("B is the best answer after all.", B),
            ("The answer is B after careful thought.", B),
            ("After elimination, B is the answer.", B),
        ],
    );
}

#[test]
fn an_answer_of_others_is_not_chosen() {
    for text in [
        "B is the answer that fools give",
        "B is the answer that most people give.",
        "B is the answer of a fool.",
        "B is the answer you'd give if you were careless.",
        "The answer is B, said nobody",
        "The answer is B, said no one.",
        "The answer is B, or so they say.",
        "The answer is B, according to some.",
        "The answer is B, if you ask a fool.",
        "B is correct, or so people think.",
        "B, though I doubt it",
        "B, which I doubt.",
        "It would be foolish to choose B.",
        "B is nearly right.",
        "B is the naive answer.",
        "B is the answer a child would give.",
        "B, supposedly.",
        "The answer is said to be B.",
        "The answer is believed to be B.",
        "The answer is the opposite of B.",
        "The answer is B. I doubt it.",
        "B. Just kidding.",
        "If I were a fool, I'd say B.",
        "B should be left out.",
        "B is half right.",
        "B almost works.",
        "The answer is A or maybe B.",
        "The answer is B, but I don't believe it.",
        "Leave out B.",
    ] {
        check(Task::Choice, &three(), &[(text, UNREAD)]);
    }
    never_the_contrary(
        Task::Choice,
        &two(),
        A,
        &[
            "(b) is more likely, or so people think",
            "(b) is more likely, said nobody.",
            "(b) is more likely, though I doubt it.",
            "Leave out (b)",
            "Leave (b) out.",
            "Cross out (b).",
            "Strike (b).",
        ],
    );
    check(
        Task::Choice,
        &three(),
        &[
            ("The answer is B, and I have no doubt.", B),
            ("I have no doubt that the answer is B.", B),
            ("B, without doubt.", B),
            ("B, because nothing else works.", B),
            ("B, no matter what people say.", B),
            ("B is the answer most consistent with the text.", B),
            ("B is the best choice among the many options.", B),
            ("B almost certainly.", B),
            ("B is almost certainly correct.", B),
            ("Most would say A; the right answer is B.", B),
            ("I'd go for B, although A is tempting.", B),
            ("The answer is B, I think.", B),
            ("Most people say A, but the answer is B.", B),
            ("A is tempting, but B.", B),
            ("Though A is tempting, B.", B),
            ("B, not A.", B),
        ],
    );
}

#[test]
fn a_denied_denial_is_no_denial() {
    check(
        Task::YesNo,
        &[],
        &[
            ("That it doesn't follow is false", YES),
            ("The claim that it doesn't follow is wrong", YES),
            ("It is simply untrue that it doesn't follow", YES),
            ("It can't not follow", YES),
            ("It can not not follow", YES),
            ("It couldn't not follow", YES),
            ("Without exception it follows", YES),
            ("To say that it doesn't follow is a mistake.", YES),
            ("That it follows is false.", NO),
            ("That the conclusion follows is far from true.", NO),
            ("The claim that it follows does not hold.", NO),
            ("It follows without doubt.", YES),
            ("It is false that it follows.", NO),
            ("That it doesn't follow is true.", NO),
        ],
    );
    never_the_contrary(
        Task::YesNo,
        &[],
        YES,
        &[
            "Saying it doesn't follow would be wrong.",
            "Whoever says that it doesn't follow is mistaken.",
            "The idea that it doesn't follow is absurd.",
            "The statement \"it does not follow\" is false.",
            "It isn't that it doesn't follow.",
            "It is not false that it follows.",
            "It cannot but follow.",
            "There is no reason to think that it doesn't follow.",
            "Without fail it follows.",
            "That it is not valid is false.",
        ],
    );
    for text in [
        "Yes, it is false that it follows",
        "Yes, it is wrong to say it follows.",
        "Yes, that it follows is false.",
        "Yes, nobody would say that it follows.",
        "Yes, it fails.",
        "It may or may not follow.",
        "I'm not saying it doesn't follow.",
        "Yes, the claim that it follows is wrong.",
        "No, it is false that it doesn't follow.",
    ] {
        check(Task::YesNo, &[], &[(text, UNREAD)]);
    }
    never_the_contrary(
        Task::Validity,
        &[],
        Answer::Valid(true),
        &[
            "That it is invalid is false",
            "That it is not valid is false.",
            "That it is invalid is a myth.",
            "That it is invalid can't be right.",
            "The claim that it is invalid doesn't hold.",
        ],
    );
    check(Task::Validity, &[], &[("That it is valid is false.", INVALID)]);
}

#[test]
fn a_backslash_before_white_space_at_the_end_is_a_text() {
    for text in ["\\", "\\ ", "\\\\ ", "\\\n "] {
        check(Task::Text, &[], &[(text, read(Task::Text, "\\", &Context::default()).answer)]);
        check(Task::YesNo, &[], &[(text, UNREAD)]);
    }
}
