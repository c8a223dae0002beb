//! Words of other languages that state an answer, as data.
//!
//! There is a list for each role of a word. Words of languages without spaces are searched at every
//! place, the longest first; all others as whole words.

use super::numeral::Numeral;
use super::vocabulary::Word;
use super::word::word_length;
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// Whole words, in lower case.
const WORDS: &[(Word, &str)] = &[
    (
        Word::Answer,
        "antwort lösung ergebnis respuesta solución resultado réponse risposta soluzione resposta \
         antwoord svar vastaus jawaban cevap yanıt ответ відповідь відказ odpowiedź odpověď válasz \
         răspuns απάντηση الإجابة الجواب إجابة جواب پاسخ תשובה उत्तर জবাব উত্তর คำตอบ đáp trả",
    ),
    (
        Word::Option,
        "opción opção opzione variante вариант варіант opcja möglichkeit auswahl الخيار विकल्प \
         lựa phương buchstabe lettre letra lettera буква litera",
    ),
    (Word::Is, "n'est n’est c'est c’est ist es est è é является jest är er है là yra on este"),
    (
        Word::Correct,
        "richtig korrekt correcto correcta corretto corretta correto correta juste exact верно \
         правильно правильный правильная вірно صحيح صحيحة सही đúng doğru juist prawidłowa prawda \
         verdadero vrai wahr vero",
    ),
    (
        Word::Wrong,
        "falsch inkorrekt incorrecto incorrecta faux fausse falso falsa errato errata errado errada \
         неверно неправильно невірно خطأ गलत sai yanlış onjuist nieprawda fałsz",
    ),
    (Word::Sound, "gültig schlüssig válido válida valide valido geldig geçerli"),
    (Word::Unsound, "ungültig inválido inválida invalide invalido ongeldig geçersiz"),
    (
        Word::Therefore,
        "daher folglich somit donc entonces quindi pertanto portanto поэтому итак значит",
    ),
    (Word::If, "wenn falls sofern если якщо jika jeśli pokud eğer εάν إذا यदि अगर nếu"),
    (Word::Would, "wäre würde sería sarebbe serait"),
    (
        Word::Not,
        "nicht niet inte ikke non ne não não pas не nie لا नहीं không değil kein keine keinen keiner \
         geen ingen nunca jamás jamais niemals keinesfalls keineswegs никогда ninguno ninguna aucun aucune nessun nessuna",
    ),
    (Word::Impossible, "unmöglich ausgeschlossen imposible impossível impossibile невозможно"),
    (Word::Yes, "да так نعم हाँ हां ναι כן sí sì"),
    (Word::No, "нет ні όχι לא não hayır nein"),
    (Word::Or, "oder bzw ou soit o u eller или або lub oder veya ή"),
    (Word::And, "und и"),
    (Word::But, "aber jedoch doch pero sino sondern но однако"),
    (
        Word::Correction,
        "korrektur korrigiere corrección correzione correção поправка стоп постойте désolé désolée pardon \
         perdón perdona verzeihung entschuldigung eigentlich vielmehr halt",
    ),
    (Word::Minus, "moins menos meno минус мінус μείον eksi"),
    (Word::Least, "mindestens wenigstens almeno minstens minst минимум"),
    (
        Word::Bound,
        "höchstens maximal über unter hasta fino hoogstens máximo mínimo massimo minimo более менее больше \
         меньше свыше до",
    ),
    (
        Word::Near,
        "ungefähr etwa rund zirka environ aproximadamente unos unas alrededor ongeveer ungefär около \
         приблизительно примерно почти presque quasi bijna nästan prawie casi beinahe knapp grob",
    ),
    (Word::Point, "komma virgule coma vírgula virgola"),
    (Word::Need, "braucht brauchen benötigt necesita necesitan нужно"),
];

/// Words that belong together, in lower case.
const PHRASES: &[(&str, Word)] = &[
    ("other than", Word::Except),
    ("apart from", Word::Except),
    ("aside from", Word::Except),
    ("with the exception of", Word::Except),
    ("leave out", Word::Reject),
    ("leaving out", Word::Reject),
    ("left out", Word::Reject),
    ("cross out", Word::Reject),
    ("crossing out", Word::Reject),
    ("strike out", Word::Reject),
    ("struck out", Word::Reject),
    ("steer clear of", Word::Decline),
    ("a far cry from", Word::Except),
    ("said to be", Word::People),
    ("believed to be", Word::People),
    ("supposed to be", Word::People),
    ("thought to be", Word::People),
    ("throw out", Word::Reject),
    ("strike that", Word::Correction),
    ("scratch that", Word::Correction),
    ("next to", Word::After),
    ("runner-up", Word::Worst),
    ("short of", Word::Than),
    ("give or take", Word::Bound),
    ("shy of", Word::Than),
    ("take away", Word::Operator),
    ("to the power", Word::Operator),
    ("en fait", Word::Correction),
    ("en realidad", Word::Correction),
    ("in realtà", Word::Correction),
    ("na verdade", Word::Correction),
    ("mejor dicho", Word::Correction),
    ("ou plutôt", Word::Correction),
    ("besser gesagt", Word::Correction),
    ("au moins", Word::Least),
    ("du moins", Word::Least),
    ("al menos", Word::Least),
    ("por lo menos", Word::Least),
    ("como mínimo", Word::Least),
    ("pelo menos", Word::Least),
    ("ao menos", Word::Least),
    ("per lo meno", Word::Least),
    ("не менее", Word::Bound),
    ("не более", Word::Bound),
    ("не больше", Word::Bound),
    ("не меньше", Word::Bound),
    ("au plus", Word::Bound),
    ("au maximum", Word::Bound),
    ("au minimum", Word::Bound),
    ("como mucho", Word::Bound),
    ("como máximo", Word::Bound),
    ("a lo sumo", Word::Bound),
    ("no máximo", Word::Bound),
    ("no mínimo", Word::Bound),
    ("al massimo", Word::Bound),
    ("al minimo", Word::Bound),
    ("plus de", Word::Bound),
    ("plus que", Word::Bound),
    ("moins de", Word::Bound),
    ("moins que", Word::Bound),
    ("más de", Word::Bound),
    ("más que", Word::Bound),
    ("menos de", Word::Bound),
    ("menos que", Word::Bound),
    ("mais de", Word::Bound),
    ("mais que", Word::Bound),
    ("mais do que", Word::Bound),
    ("menos do que", Word::Bound),
    ("più di", Word::Bound),
    ("meno di", Word::Bound),
    ("mehr als", Word::Bound),
    ("weniger als", Word::Bound),
    ("größer als", Word::Bound),
    ("kleiner als", Word::Bound),
    ("meer dan", Word::Bound),
    ("minder dan", Word::Bound),
    ("bis zu", Word::Bound),
    ("jusqu'à", Word::Bound),
    ("jusqu’à", Word::Bound),
    ("à peu près", Word::Near),
    ("à peine", Word::Near),
    ("près de", Word::Near),
    ("an die", Word::Near),
    ("um die", Word::Near),
    ("más o menos", Word::Near),
    ("mais ou menos", Word::Near),
    ("cerca de", Word::Near),
    ("grosso modo", Word::Near),
    ("plus ou moins", Word::Near),
    ("mehr oder weniger", Word::Near),
    // Behind a number.
    ("oder mehr", Word::Bound),
    ("oder weniger", Word::Bound),
    ("ou plus", Word::Bound),
    ("ou moins", Word::Bound),
    ("o más", Word::Bound),
    ("o menos", Word::Bound),
    ("ou mais", Word::Bound),
    ("ou menos", Word::Bound),
    ("o più", Word::Bound),
    ("или более", Word::Bound),
    ("или больше", Word::Bound),
];

/// Words that mean yes or no if they open an answer, and are other words of English or of other
/// languages elsewhere.
const OPENING: &[(Word, &str)] = &[
    (Word::Ja, "ja oui si sim tak hai evet có ano igen jah jawohl ya doch da claro"),
    (Word::Nein, "nein non nej nee nei nem nie ne không tidak nu لا नहीं nao"),
];

/// Words of languages that put no space between words, the longest first.
const UNSPACED: &[(&str, Word)] = &[
    ("有些人", Word::People),
    ("很多人", Word::People),
    ("もしも", Word::If),
    ("正确答案", Word::Answer),
    ("正確答案", Word::Answer),
    ("最终答案", Word::Answer),
    ("したがって", Word::Therefore),
    ("그러므로", Word::Therefore),
    ("不正确", Word::Wrong),
    ("不正確", Word::Wrong),
    ("選択肢", Word::Option),
    ("선택지", Word::Option),
    ("いいえ", Word::No),
    ("아니면", Word::Or),
    ("아니요", Word::No),
    ("아니오", Word::No),
    ("따라서", Word::Therefore),
    ("그래서", Word::Therefore),
    ("正しい", Word::Correct),
    ("正しく", Word::Correct),
    ("間違い", Word::Wrong),
    ("よって", Word::Therefore),
    ("なので", Word::Because),
    ("입니다", Word::Is),
    ("答案", Word::Answer),
    ("回答", Word::Answer),
    ("解答", Word::Answer),
    ("正解", Word::Answer),
    ("答え", Word::Answer),
    ("정답", Word::Answer),
    ("답안", Word::Answer),
    ("选项", Word::Option),
    ("選項", Word::Option),
    ("옵션", Word::Option),
    ("보기", Word::Option),
    ("选择", Word::Choose),
    ("選擇", Word::Choose),
    ("選択", Word::Choose),
    ("선택", Word::Choose),
    ("因此", Word::Therefore),
    ("所以", Word::Therefore),
    ("综上", Word::Therefore),
    ("正确", Word::Correct),
    ("正確", Word::Correct),
    ("对的", Word::Correct),
    ("成立", Word::Holds),
    ("如果", Word::If),
    ("假如", Word::If),
    ("若是", Word::If),
    ("もし", Word::If),
    ("만약", Word::If),
    ("有人", Word::People),
    ("错误", Word::Wrong),
    ("錯誤", Word::Wrong),
    ("不对", Word::No),
    ("不是", Word::No),
    ("没有", Word::Not),
    ("有效", Word::Sound),
    ("无效", Word::Unsound),
    ("無效", Word::Unsound),
    ("妥当", Word::Sound),
    ("是的", Word::Yes),
    ("はい", Word::Yes),
    ("아니", Word::No),
    ("只有", Word::Only),
    ("排除", Word::Reject),
    ("不可能", Word::Impossible),
    ("并非", Word::Not),
    ("並非", Word::Not),
    ("ではありません", Word::Not),
    ("じゃない", Word::Not),
    ("ではない", Word::Not),
    ("아닙니다", Word::Not),
    ("更正", Word::Correction),
    ("订正", Word::Correction),
    ("等一下", Word::Correction),
    ("等等", Word::Correction),
    ("其实", Word::Correction),
    ("其實", Word::Correction),
    ("訂正", Word::Correction),
    ("应该", Word::Must),
    ("應該", Word::Must),
    ("少なくとも", Word::Least),
    ("マイナス", Word::Minus),
    ("마이너스", Word::Minus),
    ("あるいは", Word::Or),
    ("または", Word::Or),
    ("또는", Word::Or),
    ("或者", Word::Or),
    ("还是", Word::Or),
    ("還是", Word::Or),
    ("至少", Word::Least),
    ("最少", Word::Least),
    ("最低", Word::Least),
    ("최소", Word::Least),
    ("至多", Word::Bound),
    ("最多", Word::Bound),
    ("最大", Word::Bound),
    ("最高", Word::Bound),
    ("최대", Word::Bound),
    ("超过", Word::Bound),
    ("超過", Word::Bound),
    ("多于", Word::Bound),
    ("少于", Word::Bound),
    ("大于", Word::Bound),
    ("小于", Word::Bound),
    ("高于", Word::Bound),
    ("低于", Word::Bound),
    ("多於", Word::Bound),
    ("少於", Word::Bound),
    ("大於", Word::Bound),
    ("小於", Word::Bound),
    ("以上", Word::Bound),
    ("以下", Word::Bound),
    ("以内", Word::Bound),
    ("未満", Word::Bound),
    ("左右", Word::Bound),
    ("上下", Word::Bound),
    ("前後", Word::Bound),
    ("程度", Word::Bound),
    ("이상", Word::Bound),
    ("이하", Word::Bound),
    ("미만", Word::Bound),
    ("大约", Word::Near),
    ("大約", Word::Near),
    ("大概", Word::Near),
    ("将近", Word::Near),
    ("接近", Word::Near),
    ("需要", Word::Need),
    ("零下", Word::Minus),
    ("错的", Word::Wrong),
    ("錯的", Word::Wrong),
    ("等于", Word::Equally),
    ("等於", Word::Equally),
    ("约", Word::Near),
    ("約", Word::Near),
    ("약", Word::Near),
    ("负", Word::Minus),
    ("負", Word::Minus),
    ("或", Word::Or),
    ("和", Word::And),
    ("与", Word::And),
    ("答", Word::Answer),
    ("답", Word::Answer),
    ("选", Word::Choose),
    ("選", Word::Choose),
    ("故", Word::Therefore),
    ("是", Word::Is),
    ("为", Word::Is),
    ("は", Word::Is),
    ("否", Word::No),
    ("不", Word::Not),
    ("네", Word::Yes),
    ("对", Word::Yes),
];

/// Longest word in the lists, in bytes.
const LONGEST: usize = 32;

static TABLE: LazyLock<BTreeMap<&str, Word>> = LazyLock::new(|| table(WORDS));

static OPENINGS: LazyLock<BTreeMap<&str, Word>> = LazyLock::new(|| table(OPENING));

fn table(lists: &'static [(Word, &'static str)]) -> BTreeMap<&'static str, Word> {
    let words = |(part, list): &(Word, &'static str)| {
        let part = *part;
        list.split_whitespace().map(move |word| (word, part)).collect::<Vec<_>>()
    };
    lists.iter().flat_map(words).collect()
}

/// The role of a word, in any case.
pub(crate) fn lookup(word: &str) -> Word {
    listed(&TABLE, word)
}

/// Words that belong together at the beginning of a text, with their length.
pub(crate) fn phrase(text: &str) -> Option<(Word, usize)> {
    let begins = |known: &str| {
        let same = text.get(..known.len()).is_some_and(|said| said.eq_ignore_ascii_case(known));
        same && !text.get(known.len()..).is_some_and(|rest| rest.starts_with(char::is_alphanumeric))
    };
    // Most words begin none of them.
    let first = text.bytes().next()?.to_ascii_lowercase();
    let mut listed = PHRASES.iter().filter(|(known, _)| known.as_bytes().first() == Some(&first));
    listed.find(|(known, _)| begins(known)).map(|(known, word)| (*word, known.len()))
}

/// The role of a word that means yes or no if it opens an answer.
pub(crate) fn opening(word: &str) -> Word {
    listed(&OPENINGS, word)
}

/// Numbers in words of other languages, in lower case, except for those that are other words of
/// English.
const NUMERALS: &[(i64, &str)] = &[
    (0, "null cero"),
    (2, "zwei deux dois duas twee två dva"),
    (3, "drei trois tres três tre drie tri"),
    (4, "vier quatre cuatro quattro quatro fyra"),
    (5, "fünf cinq cinco cinque vijf fem"),
    (6, "sechs seis zes"),
    (7, "sieben sept siete sette sete zeven sju"),
    (8, "acht huit ocho oito åtta"),
    (9, "neun neuf nueve nove negen nio"),
    (10, "zehn dix diez dieci dez tien tio"),
    (11, "onze undici"),
    (12, "zwölf douze doce dodici doze twaalf tolv"),
    (13, "dreizehn treize trece tredici treze dertien"),
    (14, "vierzehn quatorze catorce quattordici catorze veertien"),
    (15, "fünfzehn quinze quindici vijftien"),
    (16, "sechzehn dieciséis sedici dezesseis zestien"),
    (17, "siebzehn diecisiete diciassette dezessete zeventien"),
    (18, "achtzehn dieciocho diciotto dezoito achttien"),
    (19, "neunzehn diecinueve diciannove dezenove negentien"),
    (20, "zwanzig vingt veinte vinte twintig"),
    (30, "dreißig dreissig trente treinta trenta trinta dertig"),
    (40, "vierzig quarante cuarenta quaranta quarenta veertig"),
    (50, "fünfzig cinquante cincuenta cinquanta vijftig"),
    (60, "sechzig soixante sesenta sessanta sessenta zestig"),
    (70, "siebzig setenta settanta zeventig"),
    (80, "achtzig ochenta ottanta oitenta tachtig"),
    (90, "neunzig noventa novanta negentig"),
    (100, "hundert einhundert"),
];

static NUMERAL_TABLE: LazyLock<BTreeMap<&str, i64>> = LazyLock::new(|| {
    let named = |(value, list): &(i64, &'static str)| {
        let value = *value;
        list.split_whitespace().map(move |word| (word, value)).collect::<Vec<_>>()
    };
    NUMERALS.iter().flat_map(named).collect()
});

/// A number in words of another language at the beginning of a text. A number that continues in
/// another word has no value: "vingt-sept", "treinta y siete". A date is no number: "Sept. 7".
pub(crate) fn numeral(text: &str) -> Option<Numeral> {
    const AND: [&str; 4] = [" y ", " e ", " et ", " und "];
    let length = word_length(text);
    let name = text.get(..length).filter(|name| name.len() <= LONGEST)?;
    let value = whole(&name.to_lowercase())?;
    let rest = text.get(length..).unwrap_or_default();
    if rest.trim_start_matches(['.', ' ']).starts_with(|c: char| c.is_ascii_digit()) {
        return None;
    }
    let joined = AND.iter().find_map(|and| rest.strip_prefix(and));
    let next = joined.or_else(|| rest.strip_prefix('-')).unwrap_or_default();
    let goes_on = next.get(..word_length(next)).is_some_and(|next| !next.is_empty())
        && (joined.is_none() || numeral(next).is_some());
    Some(Numeral { value: Some(value.into()).filter(|_| !goes_on), length, percent: false })
}

/// A whole number in one word: "sieben", "einundzwanzig".
fn whole(name: &str) -> Option<i64> {
    let named = |name: &str| NUMERAL_TABLE.get(name).copied();
    named(name).or_else(|| {
        let (ones, tens) = name.split_once("und")?;
        let ones =
            if ones == "ein" { 1 } else { named(ones).filter(|ones| (2..10).contains(ones))? };
        Some(ones + named(tens).filter(|tens| (20..100).contains(tens))?)
    })
}

fn listed(table: &BTreeMap<&str, Word>, word: &str) -> Word {
    if word.len() > LONGEST {
        return Word::Other;
    }
    table.get(word.to_lowercase().as_str()).copied().unwrap_or(Word::Other)
}

/// True if a letter belongs to a script that puts no space between words.
pub(crate) fn is_unspaced(c: char) -> bool {
    // Signs of punctuation between the two are no letters.
    matches!(c, '\u{2e80}'..='\u{2fff}' | '々' | '〇' | '\u{3040}'..='\u{9fff}' | '\u{ac00}'..='\u{d7af}' | '\u{1100}'..='\u{11ff}' | '\u{f900}'..='\u{faff}')
}

/// Signs that multiply a number, with the power of ten: first hundreds and similar ones, then those
/// of large numbers.
const UNSPACED_SCALES: &[(char, u32)] = &[
    ('十', 1),
    ('百', 2),
    ('千', 3),
    ('천', 3),
    ('万', 4),
    ('萬', 4),
    ('만', 4),
    ('亿', 8),
    ('億', 8),
    ('억', 8),
    ('兆', 12),
    ('조', 12),
];

/// Power of ten from which on a sign multiplies everything before it.
const LARGE: u32 = 4;

fn scale_of(c: char) -> Option<u32> {
    UNSPACED_SCALES.iter().find(|(sign, _)| *sign == c).map(|(_, places)| *places)
}

/// A number in Chinese numerals at the beginning of a text, with its length. It has no value if it
/// does not fit.
pub(crate) fn unspaced_number(text: &str) -> Option<(Option<i64>, usize)> {
    const DIGITS: &str = "〇一二三四五六七八九";
    let (mut total, mut section, mut part, mut end) = (Some(0_i64), 0_i64, None, 0);
    for (at, c) in text.char_indices().take(16) {
        let digit = DIGITS.chars().position(|digit| digit == c).and_then(|d| i64::try_from(d).ok());
        match (digit, scale_of(c)) {
            (Some(digit), _) if part.is_none() => part = Some(digit),
            // "천" also begins words.
            (None, Some(places)) if places < LARGE && (end > 0 || c != '천') => {
                (section, part) = (section + part.unwrap_or(1) * 10_i64.pow(places), None);
            }
            (None, Some(places)) if places >= LARGE && end > 0 => {
                let below = section + part.unwrap_or(0);
                let times = |number: i64| number.checked_mul(10_i64.checked_pow(places)?);
                // "一亿二千万" adds, "三万亿" multiplies twice.
                total = match below {
                    0 => total.and_then(times),
                    _ => times(below).zip(total).and_then(|(more, total)| total.checked_add(more)),
                };
                (section, part) = (0, None);
            }
            // "一百零五"
            (None, None) if c == '零' && end > 0 => {}
            _ => break,
        }
        end = at + c.len_utf8();
    }
    let value = total.and_then(|total| total.checked_add(section + part.unwrap_or(0)));
    (end > 0).then_some((value, end))
}

/// Signs behind a number in digits that multiply it, "万", "千万": the power of ten, and their length.
pub(crate) fn unspaced_scale(text: &str) -> Option<(i32, usize)> {
    let signs = || text.chars().take(3).map_while(|c| Some((scale_of(c)?, c.len_utf8())));
    let length = signs().map(|(_, length)| length).sum();
    // "7千克", "7千米": kilograms and kilometres.
    let behind = text.get(length..).unwrap_or_default();
    if behind.starts_with(['克', '米', '瓦', '卡']) {
        return None;
    }
    let places = i32::try_from(signs().map(|(places, _)| places).sum::<u32>()).ok()?;
    (length > 0).then_some((places, length))
}

/// The word at the beginning of a text in such a script, with its length.
pub(crate) fn unspaced(text: &str) -> Option<(Word, usize)> {
    UNSPACED
        .iter()
        .find(|(known, _)| text.starts_with(known))
        .map(|(known, part)| (*part, known.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_play_their_parts() {
        assert_eq!(lookup("Antwort"), Word::Answer);
        assert_eq!(lookup("ОТВЕТ"), Word::Answer);
        assert_eq!(lookup("falsch"), Word::Wrong);
        assert_eq!(lookup("word"), Word::Other);
        assert_eq!(opening("Nein"), Word::Nein);
        assert_eq!(unspaced("答案是C"), Some((Word::Answer, "答案".len())));
        assert_eq!(unspaced("甲"), None);
        assert_eq!(phrase("Au moins sept"), Some((Word::Least, "au moins".len())));
        assert_eq!(phrase("au moinsx"), None);
    }

    #[test]
    fn numerals_in_words() {
        for (text, value) in [
            ("siete", Some("7")),
            ("Einundzwanzig Rennen", Some("21")),
            ("zwölf.", Some("12")),
            ("vingt-sept", None),
            ("treinta y siete", None),
        ] {
            let read = numeral(text).expect(text);
            assert_eq!(read.value.map(|value| value.to_string()).as_deref(), value, "{text}");
        }
        for text in ["Sept. 7", "und", "einund", "once", "elf", "hundred"] {
            assert_eq!(numeral(text), None, "{text}");
        }
    }

    #[test]
    fn numerals_of_chinese() {
        for (text, number) in [
            ("四十二", Some(42)),
            ("三万", Some(30_000)),
            ("十万", Some(100_000)),
            ("一亿二千万", Some(120_000_000)),
            ("三万亿", Some(3_000_000_000_000)),
            ("一百零五", Some(105)),
            ("一兆兆兆", None),
        ] {
            assert_eq!(unspaced_number(text), Some((number, text.len())), "{text}");
        }
        for text in ["万一", "천천히", "甲"] {
            assert_eq!(unspaced_number(text), None, "{text}");
        }
        assert_eq!(unspaced_scale("千万美元"), Some((7, "千万".len())));
        assert_eq!(unspaced_scale("千克"), None);
    }
}
