//! Numbers in the words of many kinds of models. All texts are made up.

use peirast_read::{Context, read};
use peirast_record::{Answer, FinishReason, Task};

fn number(text: &str) -> Answer {
    read(Task::Number, text, &Context::new(&[], FinishReason::Stop)).answer
}

#[test]
fn numbers() {
    for (text, expected) in [
        ("7", 7),
        ("7.", 7),
        ("**7**", 7),
        ("Seven", 7),
        ("7 races", 7),
        ("1,024", 1024),
        (r"\boxed{12}", 12),
        (r"The answer is $\boxed{12}$.", 12),
        ("The answer is 7.", 7),
        ("Answer: seven", 7),
        ("Final answer: **8 heats**", 8),
        ("The minimum number of heats is 7.", 7),
        ("The minimum number of heats needed to find the fastest 3 camels out of 25 is 7.", 7),
        ("You need 7 heats to find the fastest 3 camels among 25.", 7),
        ("You need at least seven heats.", 7),
        ("It takes a total of 11 heats.", 11),
        ("In total, 7 heats are needed to find the fastest 3 camels.", 7),
        ("Therefore, 5 + 1 + 1 = 7 heats are needed.", 7),
        ("First 5 heats of 5 camels.\nThen 1 heat.\nThen 1 heat.\n\nTotal = 5 + 1 + 1 = 7", 7),
        ("Step 1: 5 heats.\nStep 2: 1 heat.\nStep 3: 1 heat.\n\nSo you need 7 heats in total.", 7),
        (
            "The total number of heats is:\n- 5 heats (step 1)\n- 2 heats (step 2)\n\nIn total, you \
          need 7 heats.",
            7,
        ),
        ("The answer is 6. Wait, let me reconsider. The answer is 7.", 7),
        ("The answer is twenty.", 20),
    ] {
        assert_eq!(number(text), Answer::Number(expected.into()), "{text}");
    }
}

#[test]
fn no_numbers() {
    for text in ["How many heats do you need?", "Let us begin.", "3.5 and 4 and 5"] {
        assert_eq!(number(text), Answer::Unread, "{text}");
    }
    assert_eq!(number("I cannot answer that."), Answer::Refused);
    assert_eq!(number(""), Answer::Empty);
    assert_eq!(number("The answer is 99999999999999999999999."), Answer::Unread);
}

#[test]
fn whole_numbers_however_written() {
    for (text, expected) in [
        ("thirty-seven", 37),
        ("twenty-five", 25),
        ("Twenty five races.", 25),
        ("one hundred and seven", 107),
        ("The answer is two hundred.", 200),
        ("three thousand and twelve", 3012),
        ("two thousand one hundred and one", 2101),
        ("-7", -7),
        ("The answer is -7.", -7),
        ("The answer is \u{2212}7.", -7),
        ("minus seven", -7),
        ("7.0", 7),
        ("The answer is 7.00.", 7),
        ("12,345", 12345),
    ] {
        assert_eq!(number(text), Answer::Number(expected.into()), "{text}");
    }
}

#[test]
fn the_number_that_is_meant() {
    for (text, expected) in [
        ("Some say 8 races are needed, but 7 suffice.", 7),
        ("You might think 8 races are needed, but 7 suffice.", 7),
        ("The answer is not 6 but 7.", 7),
        ("It isn't 6, it's 7.", 7),
        ("The total is 7 (5 heats, then 1, then 1).", 7),
        ("The answer is 8. No, 7.", 7),
        ("The answer is 6... sorry, 7.", 7),
        ("9 * 2 = <<9*2=18>>18 a day.\n#### 18", 18),
        ("It gets colder: 3 - 8 = -5.\n#### -5", -5),
        ("7 races, not 6.", 7),
        ("7 races for 25 horses", 7),
        ("7 heats of 5 camels each", 7),
        ("1. Race 5 groups.\n2. Race the winners.\n3. Race the rest.\nSo 7.", 7),
        ("Five groups, then two more. Therefore, 7 races.", 7),
    ] {
        assert_eq!(number(text), Answer::Number(expected.into()), "{text}");
    }
}

#[test]
fn decimals_fractions_and_scales() {
    for (text, expected) in [
        ("7.5", "7.5"),
        ("The answer is 0.25.", "0.25"),
        ("3/4", "0.75"),
        (r"\boxed{\dfrac{3}{4}}", "0.75"),
        ("¾", "0.75"),
        ("three quarters", "0.75"),
        ("1/3", "1/3"),
        ("1 000", "1000"),
        ("1'000'000", "1000000"),
        (r"9{,}500", "9500"),
        ("5 million", "5000000"),
        ("7e3", "7000"),
        ("1.2 × 10³", "1200"),
        ("USD 1,200", "1200"),
        ("٤٢", "42"),
        ("四十二", "42"),
        ("VII", "7"),
    ] {
        assert_eq!(number(text).to_string(), expected, "{text}");
    }
}

#[test]
fn bounds_parts_and_ranges_are_no_number() {
    for text in [
        "7%",
        "7 %",
        "7 percent",
        "more than 7",
        "The answer is more than 7.",
        "Fewer than 7 races.",
        "You need over 7 races.",
        "7 or more",
        "6 or 7",
        "6-7 races",
        "5 to 7",
        "between 5 and 7 races",
        "The answer is not 7.",
        "7,5",
        "x > 7",
        "You need 5 + 2 races.",
        "a hundred",
        "about 7",
        "7 or so",
        "5*20",
        "7^2",
        "25/5",
        "3:4",
        "7?",
        "at most 7",
        "twenty-first",
    ] {
        assert_eq!(number(text), Answer::Unread, "{text}");
    }
}

#[test]
fn a_number_that_another_one_replaces_is_not_read() {
    for text in [
        "The answer was 11 at first. Now it's 7.",
        "The answer was 11 before I looked again. Now it is 7",
        "Originally I said the answer is 11. It is now 7.",
    ] {
        let read = number(text);
        assert!([Answer::Number(7.into()), Answer::Unread].contains(&read), "{text}: {read:?}");
    }
    assert_eq!(number("She had 5 eggs. Now it is 7. The answer is 7."), Answer::Number(7.into()));
    assert_eq!(
        number("Now it is 7. Then 4 more come. The answer is 11."),
        Answer::Number(11.into())
    );
}

#[test]
fn what_another_number_is_off_by_is_not_read() {
    for text in [
        "It takes one race more than six, that is seven.",
        "It takes one race fewer than eight, i.e. seven.",
        "You need two more races than five, so seven.",
        "You need two races more than five.",
    ] {
        let read = number(text);
        assert!([Answer::Number(7.into()), Answer::Unread].contains(&read), "{text}: {read:?}");
    }
    assert_eq!(number("It takes seven races, one more than six."), Answer::Number(7.into()));
}

/// Each text is read as its number.
fn all_read(rows: &[(&str, &str)]) {
    for (text, expected) in rows {
        assert_eq!(number(text).to_string(), *expected, "{text}");
    }
}

#[test]
fn a_decimal_may_begin_with_its_point() {
    all_read(&[
        (".75", "0.75"),
        ("-.75", "-0.75"),
        ("The answer is .75.", "0.75"),
        ("The probability is .3", "0.3"),
        (r"\boxed{.75}", "0.75"),
        ("p = .05", "0.05"),
        (r#"{"answer": .75}"#, "0.75"),
        ("The answer is 7.\n5 heats come first.", "7"),
    ]);
    for text in [",75", "0.333...", r"$0.\overline{3}$", "0.3\u{305}"] {
        assert_eq!(number(text), Answer::Unread, "{text}");
    }
}

#[test]
fn a_fraction_is_added_to_the_whole_number_before_it() {
    all_read(&[
        (r"2\frac12", "2.5"),
        (r"$3\frac{3}{4}$", "3.75"),
        (r"\boxed{2 \frac{1}{2}}", "2.5"),
        ("1½", "1.5"),
        ("-2½", "-2.5"),
        ("1½ million", "1500000"),
        ("7 and a half", "7.5"),
        (r"$\frac{-1}{2}$", "-0.5"),
        (r"-\frac12", "-0.5"),
    ]);
    for text in [r"$\frac{x}{2}$", r"\boxed{\frac{\pi}{2}}", r"$\frac{1}{-2}$"] {
        assert_eq!(number(text), Answer::Unread, "{text}");
    }
}

#[test]
fn a_sign_belongs_to_its_number() {
    for text in [
        "–5",
        "The answer is –5.",
        "‑5",
        "\u{2012}5",
        "−5",
        "-$5",
        "−€5",
        r"\boxed{–5}",
        "The answer is - 5.",
        "x = – 5",
        "minus five",
        "negative 5",
        "moins 5",
        "menos 5",
        "минус 5",
        "负5",
        "負五",
        "零下5",
        "マイナス5",
        "Die Antwort ist minus 5.",
        "La réponse est moins 5.",
        "La respuesta es menos 5.",
        "答案是负5。",
        "答案是-5。",
        "3 – 8 = –5",
    ] {
        assert_eq!(number(text), Answer::Number((-5).into()), "{text}");
    }
    all_read(&[
        ("−½", "-0.5"),
        ("-½", "-0.5"),
        ("–.5", "-0.5"),
        ("10 – 3 = 7", "7"),
        ("10 moins 3 = 7", "7"),
    ]);
    for text in ["—5", "- 5", "Answer: - 5", "plus or minus 5", "plus ou moins 5", "+/- 5", "+/-5"]
    {
        assert_eq!(number(text), Answer::Unread, "{text}");
    }
}

#[test]
fn scales_in_several_languages() {
    all_read(&[
        ("1.5 trillion", "1500000000000"),
        ("3M", "3000000"),
        ("$3M", "3000000"),
        ("2k", "2000"),
        ("3 万", "30000"),
        ("5亿", "500000000"),
        ("十万", "100000"),
        ("2 Mio.", "2000000"),
        ("1.2 Mrd.", "1200000000"),
        ("2 Millionen", "2000000"),
        ("2 millones", "2000000"),
        ("4 milliards", "4000000000"),
        ("10 lakh", "1000000"),
        ("five billion", "5000000000"),
        ("7 km", "7"),
        ("7 K", "7"),
    ]);
    assert_eq!(number("3 M"), Answer::Unread);
}

/// None of the texts is read as a number.
fn none_read(texts: &[&str]) {
    for text in texts {
        assert_eq!(number(text), Answer::Unread, "{text}");
    }
}

fn never_seven(texts: &[&str]) {
    for text in texts {
        assert!(!number(text).is_verdict(), "{text}: {:?}", number(text));
    }
}

#[test]
fn bounds_and_alternatives_in_several_languages_are_no_number() {
    never_seven(&[
        "mindestens 7",
        "höchstens 7",
        "mehr als 7",
        "bis zu 7",
        "7 oder mehr",
        "etwa 7",
        "au moins 7",
        "au plus 7",
        "plus de 7",
        "moins de 7",
        "jusqu'à 7",
        "environ 7",
        "al menos 7",
        "como mucho 7",
        "más de 7",
        "unos 7",
        "almeno 7",
        "pelo menos 7",
        "не менее 7",
        "至少7",
        "至少 7 个",
        "不超过7",
        "大约7",
        "7以上",
        "7个以上",
        "少なくとも7",
        "7 oder 8",
        "Die Antwort ist 7 oder 8.",
        "La réponse est 7 ou 8.",
        "La respuesta es 7 o 8.",
        "答案是7或8。",
        "The answer is 7, or maybe 8.",
        "7 minimum",
        "7 au moins",
        "7 bzw. 8",
        "7 vs. 8",
        "7..8",
        "La réponse est soit 7 soit 8.",
        "less than or equal to 7",
        "upwards of 7",
        "more or less 7",
        "≳ 7",
        "<=7",
    ]);
    assert_eq!(number("Man braucht mindestens 7 Rennen."), Answer::Number(7.into()));
}

#[test]
fn a_denied_number_is_not_read() {
    never_seven(&[
        "nicht 7",
        "Die Antwort ist nicht 7.",
        "keine 7",
        "pas 7",
        "La réponse n'est pas 7.",
        "no 7",
        "No es 7.",
        "non 7",
        "não 7",
        "不是7",
        "7ではない",
        "≠ 7",
        "x ≠ 7",
        r"$x \neq 7$",
        "!= 7",
        "Answer ≠ 7",
        "not equal to 7",
        "The answer does not equal 7.",
        "different from 7",
        "It cannot be 7.",
        "It can't possibly be 7.",
        "far from 7",
        "7 is wrong",
        "7 is too low",
        "7 ist falsch",
        "7 n'est pas correct",
        "7是错的",
        "I doubt it's 7",
        "doubtful that it's 7",
        "I wouldn't say 7.",
        "It is not exactly 7.",
        "not quite 7",
        "7不是答案",
        "7 no es correcto",
        "7 n'est pas la réponse",
    ]);
    all_read(&[
        ("No, 7.", "7"),
        ("No doubt 7", "7"),
        ("7 is right", "7"),
        ("7 exactly", "7"),
        ("C'est 7.", "7"),
        ("Nicht 6, sondern 7.", "7"),
        ("The answer equals 7.", "7"),
    ]);
}

#[test]
fn decimals_in_words() {
    all_read(&[
        ("one point five", "1.5"),
        ("The answer is one point five.", "1.5"),
        ("minus one point zero two", "-1.02"),
        ("The answer is minus zero point five.", "-0.5"),
        ("one point five million", "1500000"),
        ("two point oh five hours", "2.05"),
        ("one hundred point five", "100.5"),
        ("minus one", "-1"),
        ("neg. 7", "-7"),
    ]);
    none_read(&[
        "point five",
        "nought point five",
        "six point twenty-five",
        "about one point five",
    ]);
}

#[test]
fn a_sum_in_words_is_its_result_or_nothing() {
    all_read(&[
        ("8 minus 1, which is 7", "7"),
        ("3 times 4, or 12", "12"),
        ("8 minus 1 is 7", "7"),
        ("The number is 7 since 7 minus 2 is 5.", "7"),
        ("10 divided by 2 is 5.", "5"),
        ("The answer is 3 times 4, which is 12.", "12"),
        ("You need to do it 7 times.", "7"),
    ]);
    none_read(&[
        "7 plus 1",
        "three times four",
        "eight minus one",
        "The answer is 8 minus 1.",
        "10 divided by 2",
        "7 take away 2",
        "1 short of 8",
        "one shy of 8",
        "5 factorial",
        "the factorial of 5",
        "three quarters of 8",
        "2/3 of the 9",
        "2 to the power of 3",
        "2 to the third power",
        "10 modulo 3",
        "7 too many",
        "one or two",
        "8, doubled",
        "3 away from 10",
        "one in ten",
        "one dollar and fifty cents",
        "more like 7",
        "not even 7",
        "7 at the very least",
        "7, tops",
        "seven, give or take",
    ]);
}

#[test]
fn a_scale_or_fraction_is_never_dropped() {
    all_read(&[
        ("3 hundredths", "0.03"),
        ("three thousandths", "0.003"),
        ("7 tenths", "0.7"),
        ("1 third", "1/3"),
        ("3 Zehntel", "0.3"),
        ("3 Dutzend", "36"),
        ("5 milliers", "5000"),
        ("half a million", "500000"),
        ("three and three quarters", "3.75"),
        ("7 / 8", "0.875"),
    ]);
    none_read(&[
        "five gross",
        "2 score",
        "5 degrees below zero",
        "7 base 8",
        "7 in base 8",
        "101 in binary",
        "3 parts per million",
        "3 hundred-thousandths",
        "7 degrees below freezing",
        "gut 7",
        "um die 7",
        "7₈",
        "7‰",
        "3 per mille",
        "seven percent",
        "3 out of 4",
        "3 of 4",
        "($3.50)",
        "-($3.50)",
        "mind. 7",
        "Es sind mind. 7 Rennen.",
        "fast 7",
        "max. 7",
        "quasi 7",
    ]);
    all_read(&[
        ("I have changed my mind. 7", "7"),
        ("That leaves a nickel ($0.05).", "0.05"),
        ("7 of the 25 horses", "7"),
        ("7 races per day", "7"),
    ]);
}

#[test]
fn numbers_in_other_languages() {
    all_read(&[
        ("1.234,5", "1234.5"),
        ("1.234.567", "1234567"),
        ("siete", "7"),
        ("einundzwanzig", "21"),
        ("moins sept", "-7"),
        ("minus drei", "-3"),
        ("Die Antwort ist zwölf.", "12"),
    ]);
    none_read(&["sieben oder acht", "mindestens sieben", "vingt-sept", "treinta y siete", "3,5"]);
}
