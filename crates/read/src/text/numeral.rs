//! Numbers in digits and in words: their ends and their values.

use super::foreign::unspaced_scale;
use super::vocabulary::{Word, lookup};
use super::word::{spelled, word_length};
use crate::plain::MIXED;
use peirast_record::Number;

/// A number at the beginning of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Numeral {
    /// Its value; `None` if it is a range, a date, a bound or does not fit.
    pub value: Option<Number>,
    /// Its length in bytes.
    pub length: usize,
    /// True if it is a share in per cent.
    pub percent: bool,
}

/// Words behind a number that multiply it, in lower case, with the power of ten.
const SCALES: &[(&str, i32)] = &[
    ("hundred", 2),
    ("hundert", 2),
    ("thousand", 3),
    ("grand", 3),
    ("cientos", 2),
    ("centaines", 2),
    ("tausend", 3),
    ("tsd", 3),
    ("mille", 3),
    ("millier", 3),
    ("milliers", 3),
    ("mil", 3),
    ("tys", 3),
    ("тысяч", 3),
    ("тысячи", 3),
    ("тыс", 3),
    ("lakh", 5),
    ("lakhs", 5),
    ("million", 6),
    ("millions", 6),
    ("millionen", 6),
    ("millón", 6),
    ("millones", 6),
    ("milhão", 6),
    ("milhões", 6),
    ("milione", 6),
    ("milioni", 6),
    ("miljoen", 6),
    ("миллион", 6),
    ("миллиона", 6),
    ("миллионов", 6),
    ("млн", 6),
    ("mio", 6),
    ("mn", 6),
    ("mln", 6),
    ("crore", 7),
    ("crores", 7),
    ("billion", 9),
    ("bn", 9),
    ("milliard", 9),
    ("milliards", 9),
    ("milliarde", 9),
    ("milliarden", 9),
    ("miliardo", 9),
    ("miliardi", 9),
    ("миллиард", 9),
    ("миллиарда", 9),
    ("миллиардов", 9),
    ("млрд", 9),
    ("mrd", 9),
    ("trillion", 12),
    ("tn", 12),
    ("billionen", 12),
    ("billón", 12),
    ("billones", 12),
    ("quadrillion", 15),
];

/// Words behind a number that multiply it by twelve, in lower case.
const DOZENS: &[&str] = &[
    "dozen",
    "dutzend",
    "douzaine",
    "douzaines",
    "docena",
    "docenas",
    "dozzina",
    "dozzine",
    "dúzia",
    "dúzias",
    "dozijn",
];

/// Letters right behind a number that multiply it. A small "m" is often a unit.
const SCALE_LETTERS: &[(&str, i32)] = &[("k", 3), ("K", 3), ("M", 6), ("B", 9), ("T", 12)];

/// Units that may be written behind a number without a space.
const UNITS: &[&str] = &[
    "kg", "g", "mg", "lb", "lbs", "oz", "km", "m", "cm", "mm", "mi", "ft", "in", "h", "hr", "hrs",
    "min", "s", "sec", "l", "ml", "mph", "kmh", "usd", "eur",
];

/// The number in digits at the beginning of `text`. `None` if letters follow that are no unit:
/// "7th".
pub(crate) fn in_digits(text: &str) -> Option<Numeral> {
    let (digits, mut length) = decimal(text)?;
    let mut value = digits;
    let rest = |length: usize| text.get(length..).unwrap_or_default();
    if let Some((places, taken)) = exponent(rest(length)) {
        (value, length) = (value.and_then(|value| scaled(value, places)), length + taken);
    } else if let Some((below, taken)) = denominator(rest(length)) {
        (value, length) = (value.and_then(|above| quotient(above, below)), length + taken);
    }
    if let Some((part, taken)) = and_part(rest(length)).or_else(|| mixed_part(rest(length))) {
        value = value.filter(|value| value.whole().is_some());
        (value, length) = (value.and_then(|value| value.plus(part)), length + taken);
    } else if let Some((part, taken)) = parts(rest(length), value) {
        (value, length) = (part, length + taken);
    }
    (value, length) = with_scales(text, value, length);
    // "0.333...", "0.\overline{3}": more places follow.
    let decimal = rest(0).get(..length).is_some_and(|said| said.contains('.'));
    let goes_on = |rest: &str, signs: &[&str]| signs.iter().any(|sign| rest.starts_with(sign));
    let periodic = ["\\overline", "\\bar", "\\dot", "\u{305}", "\u{307}"];
    let endless = goes_on(rest(length), &periodic)
        || goes_on(rest(length).trim_start_matches('.'), &periodic)
        || decimal && goes_on(rest(length), &["...", "…"]);
    let value = value.filter(|_| !endless);
    let (unmade, percent) = match unmaking(rest(length)) {
        Some((taken, percent)) => (taken, percent),
        None => (0, false),
    };
    let value = value.filter(|_| unmade == 0 || percent);
    let after = rest(length + unmade);
    let letters = after.find(|c: char| !c.is_alphanumeric()).unwrap_or(after.len());
    let unit = after.get(..letters).unwrap_or_default();
    // "2π", "5√2"
    let value = value.filter(|_| !after.starts_with(['√', 'π']));
    let known =
        unit.is_empty() || !unit.is_ascii() || UNITS.contains(&unit.to_ascii_lowercase().as_str());
    let plus = after.starts_with('+')
        && !after.get(1..)?.trim_start().starts_with(|c: char| c.is_ascii_digit());
    let vague = plus || ["-ish", "ish", "-odd"].iter().any(|end| after.starts_with(end));
    let value = value.filter(|_| !vague);
    let unit = if unit.is_ascii() { letters } else { 0 };
    known.then_some(Numeral { value, length: length + unmade + unit, percent })
}

/// Digits with groups and places, and their value: "1,024", "1 200", "1'200", "2.5".
fn decimal(text: &str) -> Option<(Option<Number>, usize)> {
    let run = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
    let first = run(text);
    if let Some(found) = with_comma(text) {
        return Some(found);
    }
    let places = |at: usize| {
        let rest = text.get(at..)?.strip_prefix('.')?;
        Some(run(rest)).filter(|length| *length > 0)
    };
    if first == 0 {
        let length = places(0)?;
        let value =
            text.get(1..=length)?.parse().ok().and_then(|n| Number::decimal(n, place(length)?));
        return Some((value, length + 1));
    }
    let mut digits = text.get(..first)?.to_owned();
    let mut at = first;
    let separator = text.get(at..)?.chars().next().filter(|c| matches!(c, ',' | ' ' | '\'' | '’'));
    if let Some(separator) = separator.filter(|_| first <= 3) {
        while let Some(group) = text.get(at..).and_then(|rest| rest.strip_prefix(separator)) {
            if run(group) != 3
                || group.get(3..).is_some_and(|rest| rest.starts_with(char::is_alphabetic))
            {
                break;
            }
            digits.push_str(group.get(..3)?);
            at += separator.len_utf8() + 3;
        }
    }
    let grouped = at > first;
    let mut value = digits.parse().ok();
    let mut decimals = 0;
    if let Some(length) = places(at) {
        let said = text.get(at + 1..=at + length)?.trim_end_matches('0');
        digits.push_str(said);
        // Places that do not fit make a number without a value, and not two numbers.
        value = place(said.len()).and_then(|_| digits.parse().ok());
        decimals = place(said.len()).unwrap_or(0);
        at += length + 1;
    }
    // "7,5", "1.2.3", "12,34": a list or a date rather than a number.
    let rest = text.get(at..)?;
    let goes_on = rest.strip_prefix([',', '.']).map_or(0, run);
    let listed = goes_on > 0 && !(rest.starts_with(',') && grouped && goes_on == 0);
    if listed {
        let tail = rest.find(|c: char| !c.is_ascii_digit() && c != ',' && c != '.');
        let tail = rest.get(..tail.unwrap_or(rest.len()))?.trim_end_matches([',', '.']).len();
        return Some((None, at + tail));
    }
    Some((value.and_then(|value| Number::decimal(value, decimals)), at))
}

/// Groups behind full stops with a decimal comma, or two groups or more: "1.234,5", "1.234.567".
/// One group alone is a decimal.
fn with_comma(text: &str) -> Option<(Option<Number>, usize)> {
    let run = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
    let rest = |at: usize| text.get(at..).unwrap_or_default();
    let first = run(text);
    let mut at = first;
    while rest(at).strip_prefix('.').is_some_and(|group| run(group) == 3) {
        at += 4;
    }
    let groups = (at - first) / 4;
    let places = rest(at).strip_prefix(',').map_or(0, run);
    let end = if places > 0 { at + 1 + places } else { at };
    let goes_on = rest(end).strip_prefix([',', '.']).is_some_and(|rest| run(rest) > 0);
    if !(1..=3).contains(&first) || groups == 0 || goes_on || groups == 1 && places == 0 {
        return None;
    }
    let digits: String = text.get(..end)?.chars().filter(char::is_ascii_digit).collect();
    let value = digits.parse().ok().zip(place(places));
    Some((value.and_then(|(digits, places)| Number::decimal(digits, places)), end))
}

fn place(length: usize) -> Option<i32> {
    i32::try_from(length).ok().filter(|places| *places <= 18)
}

fn scaled(value: Number, places: i32) -> Option<Number> {
    value.times(power_of_ten(places)?)
}

fn power_of_ten(places: i32) -> Option<Number> {
    Number::decimal(1, -places)
}

/// "e3", "×10^3", "* 10^{3}": the power of ten, and its length.
fn exponent(text: &str) -> Option<(i32, usize)> {
    let power = |rest: &str| {
        let digits = rest.strip_prefix(['+', '-']).unwrap_or(rest);
        let count = digits.bytes().take(3).take_while(u8::is_ascii_digit).count();
        let length = rest.len() - digits.len() + count;
        let sign = rest.get(..length)?.trim_start_matches('+');
        // A power out of range makes a number that does not fit.
        Some((sign.parse::<i32>().ok()?, length))
    };
    if let Some(rest) = text.strip_prefix(['e', 'E']) {
        let (power, length) = power(rest)?;
        let ended = !rest.get(length..)?.starts_with(char::is_alphanumeric);
        return ended.then_some((power, length + 1));
    }
    let rest = text.trim_start_matches(' ').strip_prefix(['×', '·', '*', 'x'])?;
    let rest = rest.trim_start_matches(' ').strip_prefix("10^")?;
    let inner = rest.strip_prefix('{').unwrap_or(rest);
    let (power, length) = power(inner)?;
    let after = inner.get(length..)?;
    let after = if inner.len() < rest.len() { after.strip_prefix('}')? } else { after };
    Some((power, text.len() - after.len()))
}

/// "/4", " / 4": the divisor of a number, and its length; not "/12/2024".
fn denominator(text: &str) -> Option<(i64, usize)> {
    let rest = text.trim_start_matches(' ').strip_prefix('/')?.trim_start_matches(' ');
    let digits = rest.bytes().take(18).take_while(u8::is_ascii_digit).count();
    let after = rest.get(digits..)?;
    let date =
        after.starts_with(['/', '.']) && after.get(1..)?.starts_with(|c: char| c.is_ascii_digit());
    let below = rest.get(..digits)?.parse().ok().filter(|_| !date)?;
    Some((below, text.len() - after.len()))
}

/// A fraction in its own right. An even quotient is an unfinished sum: "25/5".
fn quotient(above: Number, below: i64) -> Option<Number> {
    let value = above.times(Number::ratio(1, below)?)?;
    value.whole().is_none().then_some(value)
}

/// A number with the scales behind its `length` bytes: "200 thousand million".
fn with_scales(text: &str, value: Option<Number>, length: usize) -> (Option<Number>, usize) {
    let (mut value, mut length) = (value, length);
    // "3 hundred-thousandths" are no 300.
    let whole = length;
    while let Some((factor, taken)) = text.get(length..).and_then(scale) {
        value = value.zip(factor).and_then(|(value, factor)| value.times(factor));
        length += taken;
        if taken == 0 {
            break;
        }
    }
    match text.get(length..).filter(|_| length > whole).and_then(|rest| parts(rest, None)) {
        Some((_, taken)) => (None, length + taken),
        None => (value, length),
    }
}

/// " thousand", "k", "万", " dozen": the factor, and its length. A letter after a space may also be
/// a unit or an option; it is not consumed, and the number has no value.
fn scale(text: &str) -> Option<(Option<Number>, usize)> {
    let word = text.strip_prefix([' ', '-']).unwrap_or(text);
    let gap = text.len() - word.len();
    if let Some((places, length)) = unspaced_scale(word) {
        return Some((power_of_ten(places), gap + length));
    }
    let name = word.get(..word_length(word)).filter(|name| !name.is_empty())?;
    // "7 K" is a temperature.
    let mut letters = SCALE_LETTERS.iter().filter(|_| gap == 0 || name != "K");
    if let Some((_, places)) = letters.find(|(known, _)| *known == name) {
        return Some(if gap == 0 { (power_of_ten(*places), name.len()) } else { (None, 0) });
    }
    let lower = name.to_lowercase();
    if DOZENS.contains(&lower.as_str()) {
        return Some((Some(12.into()), gap + name.len()));
    }
    let (_, places) = SCALES.iter().find(|(known, _)| *known == lower)?;
    Some((power_of_ten(*places), gap + name.len()))
}

/// " and a half", " and three quarters": the part of one that is added, and its length.
fn and_part(text: &str) -> Option<(Number, usize)> {
    let rest = text.strip_prefix(" and ")?;
    let (above, length) = match rest.strip_prefix("a ").or_else(|| rest.strip_prefix("one ")) {
        Some(name) => (1, rest.len() - name.len() - 1),
        None => {
            let (above, length) = whole_in_words(rest)?;
            (above?, length)
        }
    };
    let (part, taken) = parts(rest.get(length..)?, Some(above.into()))?;
    let part = part.filter(|part| *part < Number::from(1))?;
    Some((part, text.len() - rest.len() + length + taken))
}

/// " thirds", "-quarters", " Zehntel" behind a number: the resulting part of one, and its length.
fn parts(text: &str, above: Option<Number>) -> Option<(Option<Number>, usize)> {
    let rest = text.strip_prefix([' ', '-'])?;
    let name = rest.get(..word_length(rest))?;
    let lower = name.to_lowercase();
    let one = above == Some(1.into());
    let named = |known: &str| lower.strip_suffix('s') == Some(known) || one && lower == known;
    let below = PARTS.iter().find(|(known, _)| named(known));
    let below = below.or_else(|| FOREIGN_PARTS.iter().find(|(known, _)| lower == *known));
    let (_, below) = below?;
    let value = above.zip(Number::ratio(1, *below)).and_then(|(above, part)| above.times(part));
    Some((value, 1 + name.len()))
}

/// The part that a fraction adds to the whole number before it, and its length.
fn mixed_part(text: &str) -> Option<(Number, usize)> {
    let rest = text.trim_start_matches(' ').strip_prefix(MIXED)?;
    let (part, length) = proper(rest)?;
    Some((part, text.len() - rest.len() + length))
}

/// A fraction below one in digits, and its length.
fn proper(text: &str) -> Option<(Number, usize)> {
    let run = |text: &str| text.bytes().take(18).take_while(u8::is_ascii_digit).count();
    let above = run(text);
    let rest = text.get(above..)?.strip_prefix('/')?;
    let below = run(rest);
    let (one, other) = (text.get(..above)?.parse().ok()?, rest.get(..below)?.parse().ok()?);
    let part = Number::ratio(one, other).filter(|part| *part < Number::from(1))?;
    Some((part, above + 1 + below))
}

/// Length of the text after a number that makes it no plain count, and true if that is a per cent
/// sign instead of the rest of a range or date.
pub(crate) fn unmaking(after: &str) -> Option<(usize, bool)> {
    if let Some(found) = multiple(after) {
        return Some(found);
    }
    let rest =
        after.strip_prefix("..").or_else(|| after.strip_prefix(['-', '–', '/', '_', ':', '…']))?;
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    (digits > 0).then_some((after.len() - rest.len() + digits, false))
}

/// Length of a sign or word behind a number that makes it no plain count, and true if it is per
/// cent: "%", " percent", "‰", " hundreds".
fn multiple(after: &str) -> Option<(usize, bool)> {
    let percent = after.trim_start_matches([' ', '\\']);
    let spaces = after.len() - percent.len();
    let sign = percent.chars().next().filter(|c| spaces <= 2 && matches!(c, '%' | '‰' | '‱'));
    if let Some(sign) = sign {
        return Some((spaces + sign.len_utf8(), sign == '%'));
    }
    let length = word_length(percent);
    let name = percent.get(..length)?;
    if spaces == 1 && ["percent", "pct", "pc"].iter().any(|known| known.eq_ignore_ascii_case(name))
    {
        return Some((spaces + length, true));
    }
    if spaces == 1 && percent.get(..8).is_some_and(|text| text.eq_ignore_ascii_case("per cent")) {
        return Some((spaces + 8, true));
    }
    let mille = ["per mille", "per thousand", "per million"];
    let mille = mille.iter().find(|known| {
        percent.get(..known.len()).is_some_and(|said| said.eq_ignore_ascii_case(known))
    });
    if let Some(known) = mille.filter(|_| spaces == 1) {
        return Some((spaces + known.len(), false));
    }
    (spaces == 1 && lookup(name) == Word::Multiple).then_some((spaces + length, false))
}

/// A number in words at the beginning of `text`, from two on: "thirty-seven", "one hundred and
/// seven", "three quarters", "one point five". "A hundred" is vague, and no number.
pub(crate) fn in_words(text: &str) -> Option<Numeral> {
    let (value, length) = unscaled_in_words(text)?;
    let (value, length) = with_scales(text, value, length);
    let multiple = text.get(length..).and_then(multiple);
    let (taken, percent) = multiple.unwrap_or_default();
    let value = value.filter(|_| taken == 0 || percent);
    Some(Numeral { value, length: length + taken, percent })
}

fn unscaled_in_words(text: &str) -> Option<(Option<Number>, usize)> {
    // "half a million"
    let half = "half a";
    if text.get(..half.len()).is_some_and(|said| said.eq_ignore_ascii_case(half)) {
        let scaled = scale(text.get(half.len()..)?).is_some_and(|(_, length)| length > 0);
        return scaled.then_some((Number::ratio(1, 2), half.len()));
    }
    let first = word_at(text, 0)?;
    let small = ["zero", "one"].iter().position(|word| word.eq_ignore_ascii_case(first));
    let small = small.and_then(|worth| i64::try_from(worth).ok());
    let (whole, end) =
        whole_in_words(text).or_else(|| small.map(|worth| (Some(worth), first.len())))?;
    let rest = text.get(end..)?;
    if let Some((value, length)) = places_in_words(rest, whole) {
        return Some((value, end + length));
    }
    let number = whole.map(Number::from);
    if let Some((part, length)) = parts(rest, number) {
        return Some((part, end + length));
    }
    if let Some((part, length)) = and_part(rest) {
        return Some((number.and_then(|number| number.plus(part)), end + length));
    }
    // "One" alone is often a pronoun.
    (whole != Some(1)).then_some((number, end))
}

/// " point two five" behind a whole number: the decimal, and the length of its places. Places that
/// are not given one by one make a number without a value: "point twenty-five".
fn places_in_words(text: &str, whole: Option<i64>) -> Option<(Option<Number>, usize)> {
    const POINT: &str = "point";
    let point = word_at(text, gap(text, 0)?).filter(|word| word.eq_ignore_ascii_case(POINT))?;
    let mut end = 1 + point.len();
    let (mut digits, mut places) = (whole, 0);
    while let Some(word) = gap(text, end).and_then(|at| word_at(text, at)) {
        let zero =
            ["zero", "oh", "nought", "nil"].iter().any(|zero| zero.eq_ignore_ascii_case(word));
        let Some(digit) = worth(word).or(zero.then_some(0)) else { break };
        if digit >= 100 {
            break;
        }
        let digit = Some(digit).filter(|digit| *digit < 10);
        digits = digits.zip(digit).and_then(|(all, digit)| all.checked_mul(10)?.checked_add(digit));
        places += 1;
        end += 1 + word.len();
    }
    let value = digits.and_then(|digits| Number::decimal(digits, places));
    (places > 0).then_some((value, end))
}

/// Parts of one by name.
const PARTS: &[(&str, i64)] = &[
    ("half", 2),
    ("halve", 2),
    ("third", 3),
    ("quarter", 4),
    ("fourth", 4),
    ("fifth", 5),
    ("sixth", 6),
    ("seventh", 7),
    ("eighth", 8),
    ("ninth", 9),
    ("tenth", 10),
    ("eleventh", 11),
    ("twelfth", 12),
    ("fifteenth", 15),
    ("sixteenth", 16),
    ("twentieth", 20),
    ("thirtieth", 30),
    ("fortieth", 40),
    ("fiftieth", 50),
    ("sixtieth", 60),
    ("hundredth", 100),
    ("thousandth", 1000),
    ("millionth", 1_000_000),
    ("billionth", 1_000_000_000),
    ("trillionth", 1_000_000_000_000),
];

/// Parts of one in other languages, in the form behind a number.
const FOREIGN_PARTS: &[(&str, i64)] = &[
    ("drittel", 3),
    ("viertel", 4),
    ("fünftel", 5),
    ("sechstel", 6),
    ("siebtel", 7),
    ("achtel", 8),
    ("neuntel", 9),
    ("zehntel", 10),
    ("hundertstel", 100),
    ("tausendstel", 1000),
    ("millionstel", 1_000_000),
    ("cinquièmes", 5),
    ("sixièmes", 6),
    ("huitièmes", 8),
    ("dixièmes", 10),
    ("centièmes", 100),
    ("millièmes", 1000),
    ("tercios", 3),
    ("cuartos", 4),
    ("quintos", 5),
    ("octavos", 8),
    ("décimos", 10),
    ("décimas", 10),
    ("centésimas", 100),
    ("milésimas", 1000),
    ("terzi", 3),
    ("decimi", 10),
    ("centesimi", 100),
    ("millesimi", 1000),
];

fn whole_in_words(text: &str) -> Option<(Option<i64>, usize)> {
    let (mut total, mut part, mut end) = (0_i64, 0_i64, 0);
    let (mut words, mut place) = (0, 1000);
    let mut at = 0;
    while let Some(word) = word_at(text, at) {
        let value = match word {
            "and" if words > 0 && place >= 100 => {
                at = gap(text, at + word.len())?;
                continue;
            }
            _ => match worth(word) {
                Some(value) => value,
                None => break,
            },
        };
        match value {
            100 if (1..100).contains(&part) => (part, place) = (part * 100, 100),
            1000.. if part > 0 && total % (value * 1000) == 0 => {
                (total, part, place) = (total + part * value, 0, 1000);
            }
            // "A hundred" is vague, "a hundred and fifty" is not.
            100 if words == 0 && text.get(word.len()..)?.starts_with(" and ") => {
                (part, place) = (100, 100);
            }
            100 | 1000.. if words == 0 => return Some((None, word.len())),
            ..=19 if place >= 20 => (part, place) = (part + value, 1),
            20..=90 if place >= 100 => (part, place) = (part + value, 20),
            _ => break,
        }
        words += 1;
        end = at + word.len();
        match gap(text, end) {
            Some(next) => at = next,
            None => break,
        }
    }
    let value = total + part;
    // "twenty-first", "seven-ish"
    let goes_on = text
        .get(end..)?
        .strip_prefix('-')
        .is_some_and(|rest| rest.starts_with(char::is_alphabetic) && !is_part(rest));
    (value > 1 && !goes_on).then_some((Some(value), end))
}

fn is_part(text: &str) -> bool {
    let name = text.get(..word_length(text)).unwrap_or_default().trim_end_matches('s');
    PARTS.iter().any(|(known, _)| *known == name)
}

/// The word at `at`, in any case, if it is short enough for a number.
fn word_at(text: &str, at: usize) -> Option<&str> {
    let rest = text.get(at..)?;
    let length = rest.bytes().take(12).take_while(u8::is_ascii_alphabetic).count();
    let whole = !rest.get(length..)?.starts_with(char::is_alphanumeric);
    rest.get(..length).filter(|word| whole && !word.is_empty())
}

/// The beginning of the next word, after one space or hyphen.
fn gap(text: &str, at: usize) -> Option<usize> {
    text.get(at..)?.starts_with([' ', '-']).then_some(at + 1)
}

fn worth(word: &str) -> Option<i64> {
    const TENS: &[(&str, i64)] = &[
        ("one", 1),
        ("thirty", 30),
        ("forty", 40),
        ("fifty", 50),
        ("sixty", 60),
        ("seventy", 70),
        ("eighty", 80),
        ("ninety", 90),
        ("hundred", 100),
        ("thousand", 1000),
        ("million", 1_000_000),
        ("billion", 1_000_000_000),
        ("trillion", 1_000_000_000_000),
    ];
    let tens = || TENS.iter().find(|(name, _)| name.eq_ignore_ascii_case(word));
    spelled(word).or_else(|| tens().map(|(_, value)| *value))
}

#[cfg(test)]
#[allow(clippy::expect_used, reason = "a test may panic")]
mod tests {
    use super::*;

    #[test]
    fn digits() {
        for (text, value) in [
            ("1,024", Some("1024")),
            ("007", Some("7")),
            ("7.0", Some("7")),
            ("2.5", Some("2.5")),
            (".5", Some("0.5")),
            ("1 200", Some("1200")),
            ("1'200'300", Some("1200300")),
            ("1.5e3", Some("1500")),
            ("1.2 × 10^3", Some("1200")),
            ("1.2*10^{3}", Some("1200")),
            ("12e2", Some("1200")),
            ("1.5k", Some("1500")),
            ("15 hundred", Some("1500")),
            ("1.2 thousand", Some("1200")),
            ("3/4", Some("0.75")),
            ("1.5 trillion", Some("1500000000000")),
            ("200 thousand million", Some("200000000000")),
            ("3M", Some("3000000")),
            ("2k", Some("2000")),
            ("3 万", Some("30000")),
            ("3千万", Some("30000000")),
            ("2 Mio", Some("2000000")),
            ("4 milliards", Some("4000000000")),
            ("2\u{2064}1/2", Some("2.5")),
            ("7 and a half", Some("7.5")),
            ("2.5\u{2064}1/2", None),
            ("1 / 3", Some("1/3")),
            ("3 thousandths", Some("0.003")),
            ("1 third", Some("1/3")),
            ("3 Zehntel", Some("0.3")),
            ("3 Dutzend", Some("36")),
            ("2 dozen", Some("24")),
            ("5 milliers", Some("5000")),
            ("5 gross", None),
            ("3 hundred-thousandths", None),
            ("7‰", None),
            ("1.234,5", Some("1234.5")),
            ("1.234.567", Some("1234567")),
            ("7kg", Some("7")),
            ("25%", Some("25")),
            ("25/5", None),
            ("6-8", None),
            ("3:4", None),
            ("7+", None),
            ("7,5", None),
            ("1.2.3", None),
            ("1234,567", None),
            ("9223372036854775808", None),
            ("0.00000000000000000001", None),
        ] {
            let read = in_digits(text).expect(text);
            assert_eq!(read.length, text.trim_end_matches('+').len(), "{text}");
            assert_eq!(read.value.map(|value| value.to_string()).as_deref(), value, "{text}");
        }
        for text in ["", "seven", "7th", "7abc"] {
            assert_eq!(in_digits(text), None, "{text}");
        }
        for (text, value) in [("7 K", Some("7")), ("3 M", None), ("7 B", None), ("7 m", Some("7"))]
        {
            let read = in_digits(text).expect(text);
            assert_eq!(read.length, 1, "{text}");
            assert_eq!(read.value.map(|value| value.to_string()).as_deref(), value, "{text}");
        }
        for text in ["0.333...", r"0.\overline{3}", "0.3\u{305}"] {
            assert_eq!(in_digits(text).expect(text).value, None, "{text}");
        }
    }

    #[test]
    fn words() {
        for (text, value, length) in [
            ("two", "2", 3),
            ("Thirty-seven heats", "37", 12),
            ("twenty five", "25", 11),
            ("one hundred and seven.", "107", 21),
            ("two thousand one hundred and one", "2101", 32),
            ("twelve hundred", "1200", 14),
            ("hundred and fifty pages", "150", 17),
            ("two million", "2000000", 11),
            ("two trillion", "2000000000000", 12),
            ("five lakh", "500000", 9),
            ("two billion three hundred million and one", "2300000001", 41),
            ("three quarters", "0.75", 14),
            ("one third of it", "1/3", 9),
            ("two-thirds of it", "2/3", 10),
            ("seven and a half", "7.5", 16),
            ("two dozen eggs", "24", 9),
            ("zero", "0", 4),
            ("one point five", "1.5", 14),
            ("zero point two five", "0.25", 19),
            ("two point oh five", "2.05", 17),
            ("one point five million", "1500000", 22),
            ("half a million", "500000", 14),
            ("three hundredths", "0.03", 16),
            ("seven and three quarters", "7.75", 24),
            ("seven eight", "7", 5),
            ("fifteen twenty", "15", 7),
        ] {
            let read = in_words(text).expect(text);
            assert_eq!(read.length, length, "{text}");
            assert_eq!(read.value.map(|value| value.to_string()).as_deref(), Some(value), "{text}");
        }
        for text in ["hundred", "five hundreds", "six point twenty-five", "seven per mille"] {
            let none = Numeral { value: None, length: text.len(), percent: false };
            assert_eq!(in_words(text), Some(none), "{text}");
        }
        assert!(in_words("seven percent").is_some_and(|read| read.percent));
        for text in ["one", "one of them", "tent", "", "and", "sevens", "twenty-first", "seven-ish"]
        {
            assert_eq!(in_words(text), None, "{text}");
        }
    }

    #[test]
    fn what_unmakes_a_number() {
        for (text, length, percent) in [
            ("%", 1, true),
            (" %", 2, true),
            (r"\%", 2, true),
            (" percent of", 8, true),
            ("-8", 2, false),
            ("/12/2024", 3, false),
        ] {
            assert_eq!(unmaking(text), Some((length, percent)), "{text}");
        }
        for text in ["", " heats", "-fold", " - 8", ", 8"] {
            assert_eq!(unmaking(text), None, "{text}");
        }
    }
}
