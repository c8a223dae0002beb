//! From the text of an open answer to the row that is measured.

use peirast_fallacy::Notion;
use peirast_measure::{Asked, Conclusions, Given, Kind, Lost, Opened, Translated, posed};
use peirast_record::{Answer, Conclusion, FinishReason, Key, Problem, Profile};
use peirast_task::{Design, Family};

fn problem() -> Problem {
    let design = Design { seed: 1, profile: Profile::Balanced };
    Family::named("etr").unwrap().make(&design, "open", 1).unwrap().remove(0)
}

fn opened(text: &str, finish: FinishReason, translated: Translated<'_>) -> Opened {
    let posed = posed(&problem()).unwrap();
    Opened::new(&posed, text, finish, translated, Notion::RegardlessOfIssues)
}

const NOTHING: Answer = Answer::Conclusion(Conclusion::Nothing);

#[test]
fn what_is_cut_off_counts_only_if_its_sentence_was_finished() {
    let said = "Answer: Nothing follows.";
    let cut = |text: &str| opened(text, FinishReason::Length, Translated::default()).answer;
    assert_eq!(cut(said), NOTHING);
    assert_eq!(cut(said.trim_end_matches('.')), Answer::Truncated);
    assert_eq!(cut("Let us see. The first"), Answer::Truncated);
    assert_eq!(cut(""), Answer::Truncated);
    assert_eq!(cut("What follows is that nothing follows. This is bec"), NOTHING);
    assert_eq!(cut("{\"conclusion\": \"Nothing follows.\""), NOTHING);
    let ended = |text: &str| opened(text, FinishReason::Stop, Translated::default()).answer;
    assert_eq!(ended(said.trim_end_matches('.')), NOTHING);
    assert_eq!(ended(""), Answer::Empty);
}

#[test]
fn what_is_cut_off_before_it_announces_a_conclusion_is_truncated() {
    let words = ["Answer: Nothing follows.".to_owned()];
    let translated = Translated { words: &words, ..Translated::default() };
    for text in [
        "Let me see. Nothing follows so far. Now for the",
        "Therefore, nothing follows. Now for the",
        "Nothing follows.",
        "<think>Answer: Nothing follows.",
        "Hard to tell, is it not? Now for the",
        "The conclusion is: nothing fol",
    ] {
        let cut = opened(text, FinishReason::Length, translated);
        assert_eq!((cut.answer, cut.translated), (Answer::Truncated, false), "{text}");
    }
    let cut = opened("Let me see. Nothing follows so far. Now", FinishReason::Length, translated);
    assert_eq!(cut.rule, "cut off before it announced a conclusion");
    // A translator may restate an announced conclusion in other words.
    let cut = opened("Answer: It is moot. This is bec", FinishReason::Length, translated);
    assert_eq!((cut.answer, cut.translated), (NOTHING, true));
}

#[test]
fn translations_count_where_rules_fail_and_not_for_refusals() {
    let words = ["Answer: unclear".to_owned(), "Answer: Nothing follows.".to_owned()];
    let translated = Translated { words: &words, ..Translated::default() };
    let found = opened("Hard to tell, is it not?", FinishReason::Stop, translated);
    assert_eq!((found.answer, found.translated), (NOTHING, true));
    assert_eq!(found.translation.as_deref(), Some(words[1].as_str()));
    let silent = opened("", FinishReason::Stop, translated);
    assert_eq!((silent.answer, silent.translation), (Answer::Empty, None));
    // The first translation is not asked where rules read the answer.
    let own = opened("Answer: Nothing follows.", FinishReason::Stop, translated);
    assert_eq!((own.answer, own.translated), (NOTHING, false));
}

#[test]
fn recorded_views_stand_in_or_stand_alone() {
    let predicted = problem().worded.unwrap().argument.conclusion;
    let view = Translated { view: Some(&predicted), ..Translated::default() };
    let fallacy = Answer::Conclusion(Conclusion::Fallacy);
    assert_eq!(opened("Hm.", FinishReason::Stop, view).answer, fallacy);
    let said = "Answer: Nothing follows.";
    assert_eq!(opened(said, FinishReason::Stop, view).answer, NOTHING);
    let alone = Translated { view_alone: true, ..view };
    assert_eq!(opened(said, FinishReason::Stop, alone).answer, fallacy);
    let broken = Translated { view: Some("{A("), view_alone: true, ..Translated::default() };
    assert_eq!(opened(said, FinishReason::Stop, broken).answer, Answer::Unread);
}

#[test]
fn a_row_says_what_was_asked_and_what_became_of_it() {
    let problem = problem();
    let keys = ["a", "b"].map(Key::from_stored);
    let given = |trial, text| {
        let (finish, translated) = (FinishReason::Stop, Translated::default());
        Given { trial, problem: &problem, text, finish, translated }
    };
    let all = [given(&keys[0], "Answer: Nothing follows."), given(&keys[1], "I cannot help.")];
    let conclusions = Conclusions::read(&all, Notion::RegardlessOfIssues).unwrap();
    let levels = problem.factors.with("protocol", "plain");
    let asked =
        |repeat, opened| Asked { problem: &problem, subject: "s", repeat, levels: &levels, opened };
    let asked =
        [asked(0, conclusions.get(&keys[0])), asked(1, conclusions.get(&keys[1])), asked(2, None)];
    let rows = Asked::concluded(&asked).unwrap();
    assert_eq!(rows[0].is_correct(), Some(true));
    assert!(rows[0].is_headline());
    assert_eq!(rows[0].predicts_fallacy, Some(true));
    assert_eq!((rows[0].kind, rows[0].strategy.as_str()), (Kind::Fallacy, "plain"));
    assert_eq!(rows[2].answer, Err(Lost::Unanswered));
    assert!(rows[1].answer.is_err());
    assert_eq!(rows[1].repeat, 1);
    let bare = Problem { accepts: None, worded: None, ..problem.clone() };
    let error = posed(&bare).unwrap_err().to_string();
    assert!(error.contains("has no views") && error.contains(problem.id.as_str()), "{error}");
}
