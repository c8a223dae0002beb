//! Words of other languages that state an answer, as data.
//!
//! A list for each part that a word plays. Words of languages without spaces are looked for at
//! every place, the longest first; all others as whole words.

use super::vocabulary::Word;
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
    (Word::Is, "ist es est è é является jest är er है là yra on este"),
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
    (Word::Not, "nicht niet inte ikke non ne não não pas не nie لا नहीं không değil"),
    (Word::Yes, "да так نعم हाँ हां ναι כן sí sì"),
    (Word::No, "нет ні όχι לא não hayır"),
];

/// Words that say yes or no where they open an answer, and are other words of English or of other
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
const LONGEST: usize = 24;

static TABLE: LazyLock<BTreeMap<&str, Word>> = LazyLock::new(|| table(WORDS));

static OPENINGS: LazyLock<BTreeMap<&str, Word>> = LazyLock::new(|| table(OPENING));

fn table(lists: &'static [(Word, &'static str)]) -> BTreeMap<&'static str, Word> {
    let words = |(part, list): &(Word, &'static str)| {
        let part = *part;
        list.split_whitespace().map(move |word| (word, part)).collect::<Vec<_>>()
    };
    lists.iter().flat_map(words).collect()
}

/// The part that a word plays, whatever its case.
pub(crate) fn lookup(word: &str) -> Word {
    listed(&TABLE, word)
}

/// True if a word says yes or no where it opens an answer.
pub(crate) fn opening(word: &str) -> Word {
    listed(&OPENINGS, word)
}

fn listed(table: &BTreeMap<&str, Word>, word: &str) -> Word {
    if word.len() > LONGEST {
        return Word::Other;
    }
    table.get(word.to_lowercase().as_str()).copied().unwrap_or(Word::Other)
}

/// True if a letter belongs to a script that puts no space between words.
pub(crate) fn is_unspaced(c: char) -> bool {
    matches!(c, '\u{2e80}'..='\u{9fff}' | '\u{ac00}'..='\u{d7af}' | '\u{1100}'..='\u{11ff}' | '\u{f900}'..='\u{faff}')
}

/// A number in Chinese numerals at the beginning of a text, with its length.
pub(crate) fn unspaced_number(text: &str) -> Option<(i64, usize)> {
    const DIGITS: &str = "〇一二三四五六七八九";
    let (mut total, mut part, mut end) = (0_i64, None, 0);
    for (at, c) in text.char_indices().take(12) {
        let digit = DIGITS.chars().position(|digit| digit == c).and_then(|d| i64::try_from(d).ok());
        let scale = match c {
            '十' => Some(10),
            '百' => Some(100),
            '千' => Some(1000),
            _ => None,
        };
        match (digit, scale) {
            (Some(digit), _) if part.is_none() => part = Some(digit),
            (None, Some(scale)) => (total, part) = (total + part.unwrap_or(1) * scale, None),
            _ => break,
        }
        end = at + c.len_utf8();
    }
    (end > 0).then_some((total + part.unwrap_or(0), end))
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
    }
}
