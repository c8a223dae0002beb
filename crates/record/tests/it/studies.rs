//! Studies with indistinguishable names, or without a comparison.

use peirast_record::Study;

/// A study with hypotheses, each given by its id and its other fields.
fn study(hypotheses: &[(&str, &str)]) -> Result<Study, String> {
    Study::parse(&toml(hypotheses)).map_err(|error| error.to_string())
}

fn toml(hypotheses: &[(&str, &str)]) -> String {
    let mut text = "id = \"mini\"\ntitle = \"Mini\"\nseed = 1\nsubjects = [\"sim:flawless\"]\n\
        [[family]]\nname = \"conjunction\"\nvariants = [\"2\"]\nn = 2\n"
        .to_owned();
    for (id, more) in hypotheses {
        text += &format!(
            "[[hypothesis]]\nid = {}\ntitle = \"t\"\nover = [\"conjunction/2\"]\nfactor = \"context\"\n\
             original = {{ context = \"relevant\" }}\nperturbed = {{ context = \"irrelevant\" }}\n\
             protocols = [\"baseline\"]\n{more}\n",
            serde_json::Value::from(*id)
        );
    }
    text
}

#[test]
fn a_heading_that_shows_nothing_is_refused_with_its_place() {
    for nothing in ["", "  ", "\u{200b}", "\u{2800} \u{ad}", "\u{3000}"] {
        let more = format!("test_family = \"{nothing}\"");
        let error = study(&[("H1", &more)]).expect_err(nothing);
        assert!(error.starts_with("hypothesis `H1`, test_family: shows nothing"), "{error}");
        for (place, field) in [("title", "Mini"), ("hypothesis `H1`, title", "t")] {
            let text = toml(&[("H1", "")]);
            let (given, edited) =
                (format!("title = \"{field}\""), format!("title = \"{nothing}\""));
            let error =
                Study::parse(&text.replace(&given, &edited)).expect_err(nothing).to_string();
            assert!(error.starts_with(&format!("{place}: shows nothing: write")), "{error}");
        }
        let text = format!("bias = \"{nothing}\"\n{}", toml(&[("H1", "")]));
        let error = Study::parse(&text).expect_err(nothing).to_string();
        assert!(error.starts_with("bias: shows nothing"), "{error}");
    }
    study(&[("H1", "test_family = \"order\"")]).expect("a name");
}

#[test]
fn a_setting_that_is_sent_if_taken_has_a_value() {
    let parse = |sampling: &str| {
        let text = format!(
            "if_taken = [\"thinking-budget\"]\nsampling = {{ {sampling} }}\n{}",
            toml(&[("H1", "")])
        );
        Study::parse(&text).map_err(|error| error.to_string())
    };
    parse("thinking_budget = 2400").expect("a study");
    let error = parse("max_tokens = 3000").expect_err("no value");
    assert!(error.starts_with("if_taken: lists thinking-budget, which has no value"), "{error}");
}

/// A run of an earlier version may have such a study.
#[test]
fn a_stored_study_with_an_empty_heading_stays_one() {
    let study = study(&[("H1", "")]).expect("a study");
    let empty = Study { title: String::new(), ..study };
    assert_eq!(empty.check(), Ok(()));
}

#[test]
fn an_id_that_cannot_be_part_of_a_path_is_refused_with_its_place() {
    for id in ["../../x", "a/b", "a\\b", "a b", "..", "-", "a:b", "H1*"] {
        let error = study(&[("H1", ""), (id, "")]).expect_err(id);
        assert!(error.starts_with("hypothesis 2, id: "), "{error}");
        assert!(error.contains("letters, digits"), "{error}");
    }
    for id in ["H2", "E1-order", "a_b", "v1.2", "H\u{e9}"] {
        study(&[("H1", ""), (id, "")]).expect(id);
    }
    // A run of an earlier version may have such a study.
    let mut stored = study(&[("H1", "")]).expect("a study");
    stored.hypotheses[0].id = "a/b".to_owned();
    assert_eq!(stored.check(), Ok(()));
}

#[test]
fn ids_that_look_alike_are_refused_with_their_places() {
    for (one, other) in [
        ("H1", "h1"),
        ("H1", " H1"),
        ("H 1", "H1 "),
        ("H1", "\u{41d}1"),
        ("order", "\u{43e}rder"),
        ("H1", "\u{ff28}1"),
        ("H-1", "H\u{2011}1"),
        ("\u{e9}1", "e\u{301}1"),
        ("\u{1d407}1", "H1"),
        ("\u{441}\u{430}\u{442}", "\u{421}\u{410}T"),
    ] {
        let error = study(&[("first", ""), (one, ""), (other, "")]).expect_err(other);
        assert!(error.starts_with("hypothesis 3, id: `"), "{error}");
        assert!(error.contains("of hypothesis 2"), "{error}");
    }
    study(&[("H1", ""), ("H2", ""), ("H1-a", ""), ("\u{5947}", ""), ("\u{5076}", "")])
        .expect("these are told apart");
}

#[test]
fn an_id_with_a_sign_that_nobody_sees_is_refused() {
    for hidden in ["H\u{200b}1", "H1\u{2800}", "H\u{3164}1"] {
        let error = study(&[("first", ""), (hidden, "")]).expect_err("hidden");
        assert!(error.starts_with("hypothesis 2, id: `"), "{error}");
        assert!(error.contains("an invisible sign in it"), "{error}");
    }
}

#[test]
fn an_id_that_shows_nothing_is_refused() {
    for empty in ["", " ", "\u{a0}", "\u{200b}", "\u{3000}\u{ad}"] {
        let error = study(&[(empty, "")]).expect_err("empty");
        assert!(error.starts_with("hypothesis 1, id: "), "{error}");
        assert!(error.contains("shows nothing"), "{error}");
    }
}

#[test]
fn a_where_that_leaves_no_pair_is_refused() {
    for level in ["relevant", "irrelevant", "other"] {
        let fixed = format!("where = {{ context = \"{level}\" }}");
        let error = study(&[("H1", ""), ("H2", &fixed)]).expect_err(level);
        assert!(error.starts_with("hypothesis `H2`, where: fixes `context`"), "{error}");
        assert!(error.contains("take it out"), "{error}");
    }
    study(&[("H1", "where = { position = \"a\" }")]).expect("another factor may be fixed");
}

#[test]
fn a_where_against_both_members_is_refused() {
    let text = "id = \"mini\"\ntitle = \"Mini\"\nseed = 1\nsubjects = [\"sim:flawless\"]\n\
        [[family]]\nname = \"conjunction\"\nvariants = [\"2\"]\nn = 2\n\
        [[hypothesis]]\nid = \"H\"\ntitle = \"t\"\nover = [\"conjunction/2\"]\nfactor = \"context\"\n\
        original = { context = \"relevant\", position = \"b\" }\n\
        perturbed = { context = \"irrelevant\", position = \"b\" }\n\
        where = { position = \"a\" }\nprotocols = [\"baseline\"]\n";
    let error = Study::parse(text).expect_err("no pair").to_string();
    assert!(error.contains("hypothesis `H`, where: fixes `position` at `a`"), "{error}");
    Study::parse(&text.replace("where = { position = \"a\" }", "where = { position = \"b\" }"))
        .expect("said twice, and the same");
}

#[test]
fn tests_that_stop_early_are_adjusted_over_one_subject() {
    let parse = |line: &str| {
        let text = format!("{line}\nsequential = {{ block = 2 }}\n{}", toml(&[("H1", "")]));
        Study::parse(&text).map_err(|error| error.to_string())
    };
    parse("").expect("a study");
    parse("adjust_over = \"one-subject\"").expect("a study");
    let error = parse("adjust_over = \"all-subjects\"").expect_err("two rules");
    assert!(error.starts_with("sequential: leave it out with adjust_over"), "{error}");
}
